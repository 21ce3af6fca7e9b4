internal import GRDBSQLite

/// The version of SQLite that the program runs on.
package enum SQLiteVersion {
    /// The version number, such as 3.40.1.
    package static var number: String { String(cString: sqlite3_libversion()) }
}
