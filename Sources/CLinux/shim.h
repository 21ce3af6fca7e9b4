// What Linux and glibc have but show only to sources that define _GNU_SOURCE, which Swift's import of it does not.

// Renames, and with RENAME_EXCHANGE exchanges two paths in one step: renameat2(2).
int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);

enum { RENAME_NOREPLACE = 1, RENAME_EXCHANGE = 2 };

// Locks that belong to an open file and not to a process: fcntl_locking(2). As in asm-generic/fcntl.h.
enum { F_OFD_SETLK = 37 };
