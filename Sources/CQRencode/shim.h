// QR codes by libqrencode, as Debian's libqrencode-dev installs it; the module map links the library.
#include <qrencode.h>
