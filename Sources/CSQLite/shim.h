// What SQLite has and Swift cannot call: sqlite3_config(3) is a function with "..." in it.

#include <sqlite3.h>

// Lets SQLite keep no account of the memory in use, for which its threads wait for each other at every allocation. Only
// before the first connection of the process is opened: SQLITE_MISUSE later.
static inline int disable_memory_status(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
