// Functions of SQLite that Swift cannot call: sqlite3_config(3) is variadic, and system calls are replaced by C
// functions.

#include <errno.h>
#include <sqlite3.h>
#include <unistd.h>

// Turns SQLite's memory statistics off, for which its threads would wait for each other at every allocation. Works only
// before the first connection of the process is opened; returns SQLITE_MISUSE later.
static inline int disable_memory_status(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// SQLite reports a read that fails with one of the errors in without_corruption as a damaged file (SQLITE_CORRUPT), and
// with any other error as an input/output error (SQLITE_IOERR).
enum { failed_read = EREMOTEIO };

static inline ssize_t without_corruption(ssize_t count) {
    if (count < 0 && (errno == EIO || errno == ENXIO || errno == ERANGE)) errno = failed_read;
    return count;
}

static inline ssize_t read_for_sqlite(int file, void *buffer, size_t count) {
    return without_corruption(read(file, buffer, count));
}

static inline ssize_t pread_for_sqlite(int file, void *buffer, size_t count, off_t offset) {
    return without_corruption(pread(file, buffer, count, offset));
}

// Makes SQLite distinguish failed reads from a damaged file, for a ledger, its journal and temporary files. Must be
// called before the first connection of the process is opened, and after `disable_memory_status`, because it
// initializes SQLite.
static inline int tell_read_errors_from_damage(void) {
    sqlite3_vfs *files = sqlite3_vfs_find(0);
    if (!files || files->iVersion < 3) return SQLITE_ERROR;
    // SQLite uses the variant that it was built with; off_t has 64 bits here.
    const char *const names[] = {"read", "pread", "pread64"};
    for (int index = 0; index < 3; index++) {
        sqlite3_syscall_ptr call = index == 0 ? (sqlite3_syscall_ptr)read_for_sqlite : (sqlite3_syscall_ptr)pread_for_sqlite;
        int code = files->xSetSystemCall(files, names[index], call);
        if (code != SQLITE_OK) return code;
    }
    return SQLITE_OK;
}
