// The message digests of OpenSSL's libcrypto, as Debian's libssl-dev installs them.
//
// SHA-256's own functions are marked as deprecated since OpenSSL 3.0, in favor of EVP, which first loads providers and
// reads a configuration file: that would be a twentieth of a small run.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/sha.h>
