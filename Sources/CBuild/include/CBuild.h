// What the build was told of itself, which only a C macro can hand to code: Swift's own have no values.

#ifndef JUICE_BATCH_CBUILD_H
#define JUICE_BATCH_CBUILD_H

// The commit that was built, or a null pointer where the build was not told.
const char *_Nullable juice_batch_commit(void);

// The version of the Swift that built it, or a null pointer where the build was not told.
const char *_Nullable juice_batch_compiler(void);

#endif
