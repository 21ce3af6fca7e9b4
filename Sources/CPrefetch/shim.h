// What compilers of C have and Swift has not: a hint that never waits, where a read would.

// Asks for the cache line at an address, which need not be valid, to be fetched for writing.
static inline void prefetch_for_writing(const void *address) { __builtin_prefetch(address, 1); }
