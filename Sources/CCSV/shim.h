// The whole of libcsv, as Debian's libcsv-dev installs it; the module map links the library.
#include <csv.h>
