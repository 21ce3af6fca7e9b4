// Functions of Linux, glibc and C that Swift's import of glibc lacks, because it does not define _GNU_SOURCE and cannot
// call variadic functions.

#include <signal.h>
#include <stddef.h>

// Renames a file, or exchanges two paths in one step with RENAME_EXCHANGE: renameat2(2).
int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);

enum { RENAME_NOREPLACE = 1, RENAME_EXCHANGE = 2 };

// Creates and opens a temporary file; with O_CLOEXEC in the flags, a process started meanwhile does not inherit it:
// mkostemp(3).
int mkostemp(char *name_template, int flags);

// Locks that belong to an open file and not to a process: fcntl_locking(2). The values are those of
// asm-generic/fcntl.h.
enum { F_OFD_GETLK = 36, F_OFD_SETLK = 37 };

// Leases on files: fcntl(2).
enum { F_SETLEASE = 1024 };

// Declared as in sys/mman.h.
void *mremap(void *address, size_t old_length, size_t new_length, int flags, ...);

// Makes a mapping longer, at another address if necessary, without copying its pages; new bytes are 0. Returns a
// pointer with all bits set, like MAP_FAILED, if there is no room.
static inline void *extend_mapping(void *address, size_t old_length, size_t new_length) {
    return mremap(address, old_length, new_length, 1 /* MREMAP_MAYMOVE */);
}

// Prefetches the cache line at an address for writing. The address need not be valid. Unlike a read, this never waits.
static inline void prefetch_for_writing(const void *address) { __builtin_prefetch(address, 1); }

// Whether a signal is ignored: SIG_IGN is an address, which Swift cannot compare.
static inline _Bool is_signal_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
