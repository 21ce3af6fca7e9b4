#include "CBuild.h"

#include <stddef.h>

#define TEXT_OF(token) #token
#define TEXT(token) TEXT_OF(token)

const char *juice_batch_commit(void) {
#ifdef JUICE_BATCH_COMMIT
    return TEXT(JUICE_BATCH_COMMIT);
#else
    return NULL;
#endif
}

const char *juice_batch_compiler(void) {
#ifdef JUICE_BATCH_COMPILER
    return TEXT(JUICE_BATCH_COMPILER);
#else
    return NULL;
#endif
}
