// What C has for large tables and Swift has not.

#include <stddef.h>

// As in sys/mman.h, which shows it only to sources that define _GNU_SOURCE.
void *mremap(void *address, size_t old_length, size_t new_length, int flags, ...);

// Makes a mapping longer, elsewhere if it must be, without a copy of its pages; what is new reads as zeros. All bits set,
// as MAP_FAILED has them, where there is no room. Swift cannot call a function with "..." in it.
static inline void *extend_mapping(void *address, size_t old_length, size_t new_length) {
    return mremap(address, old_length, new_length, 1 /* MREMAP_MAYMOVE */);
}

// Asks for the cache line at an address, which need not be valid, to be fetched for writing: a hint that never waits,
// where a read would.
static inline void prefetch_for_writing(const void *address) { __builtin_prefetch(address, 1); }
