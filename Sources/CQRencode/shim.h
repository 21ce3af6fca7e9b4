// QR codes with libqrencode, as installed by Debian's libqrencode-dev; the module map links the library.
#include <qrencode.h>
