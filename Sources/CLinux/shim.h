// What Linux, glibc and C have and Swift's import of glibc does not show: it does not define _GNU_SOURCE, and cannot call
// a function with "..." in it.

#include <stddef.h>

// Renames, and with RENAME_EXCHANGE exchanges two paths in one step: renameat2(2).
int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);

enum { RENAME_NOREPLACE = 1, RENAME_EXCHANGE = 2 };

// Makes and opens a temporary file, of which no process that is started meanwhile has a descriptor if the flags hold
// O_CLOEXEC: mkostemp(3).
int mkostemp(char *name_template, int flags);

// Locks that belong to an open file and not to a process: fcntl_locking(2). As in asm-generic/fcntl.h.
enum { F_OFD_GETLK = 36, F_OFD_SETLK = 37 };

// As in sys/mman.h.
void *mremap(void *address, size_t old_length, size_t new_length, int flags, ...);

// Makes a mapping longer, elsewhere if it must be, without a copy of its pages; what is new reads as zeros. All bits set,
// as MAP_FAILED has them, where there is no room.
static inline void *extend_mapping(void *address, size_t old_length, size_t new_length) {
    return mremap(address, old_length, new_length, 1 /* MREMAP_MAYMOVE */);
}

// Asks for the cache line at an address, which need not be valid, to be fetched for writing: a hint that never waits,
// where a read would.
static inline void prefetch_for_writing(const void *address) { __builtin_prefetch(address, 1); }
