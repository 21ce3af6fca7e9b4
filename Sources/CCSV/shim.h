// All of libcsv, as installed by Debian's libcsv-dev; the module map links the library.
#include <csv.h>
