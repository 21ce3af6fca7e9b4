// The message digests of OpenSSL's libcrypto, as Debian's libssl-dev installs them.
#include <openssl/evp.h>
