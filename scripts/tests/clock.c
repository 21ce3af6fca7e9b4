// The clock of a test: loaded in front of the C library, it makes time(2) say $FAKE_TIME, in seconds since 1970.

#include <stdlib.h>
#include <time.h>

time_t time(time_t *out) {
    const char *text = getenv("FAKE_TIME");
    time_t now = text ? (time_t)atoll(text) : 0;
    if (out) *out = now;
    return now;
}
