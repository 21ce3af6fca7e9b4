// The message digests of OpenSSL's libcrypto, as installed by Debian's libssl-dev.
// The functions for SHA-256 are deprecated since OpenSSL 3.0 in favor of EVP, which first loads providers and reads a
// configuration file; that would take a twentieth of the time of a small run.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/sha.h>
