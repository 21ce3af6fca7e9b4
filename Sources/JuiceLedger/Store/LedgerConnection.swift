internal import CSQLite
internal import GRDB
internal import GRDBSQLite

/// A connection to a ledger's SQLite file, closed at the latest when its last reference is released.
final class LedgerConnection: Sendable {
    let queue: DatabaseQueue

    /// The result of configuring SQLite for this process, before its first connection.
    ///
    /// Without memory statistics, two shops of a chain side by side take a third less time. Where SQLite is already in
    /// use, its configuration stays.
    private static let process = (memoryStatus: disable_memory_status(), reads: tell_read_errors_from_damage())

    init(path: String, configuration: Configuration) throws {
        _ = Self.process
        queue = try DatabaseQueue(path: path, configuration: configuration)
        // Dispatch gives up a queue on a thread of its own, and waits for ever where none can be made; so it is never
        // given up. It is some hundred bytes.
        _ = Unmanaged.passRetained(queue)
    }

    deinit {
        close()
    }

    /// Closes the file and releases all locks on it; may be called twice.
    func close() {
        try? queue.close()
    }
}

extension Database {
    /// Throws `SQLITE_IOERR` if a read of the database's file has failed, which an integrity check reports only in
    /// part.
    func throwFailedRead() throws {
        var number: Int32 = 0
        let code = sqlite3_file_control(sqliteConnection, nil, SQLITE_FCNTL_LAST_ERRNO, &number)
        if code == SQLITE_OK, number == failed_read { throw DatabaseError(resultCode: .SQLITE_IOERR) }
    }
}

/// The columns of a row, decoded from the first to the last; by place, since names are looked up anew for each row.
struct RowColumns {
    private let row: Row
    private var place = 0

    fileprivate init(_ row: Row) { self.row = row }

    /// Decodes the next column.
    ///
    /// - Throws: an error where its value is of another type.
    mutating func next<Value: DatabaseValueConvertible>() throws -> Value {
        defer { place += 1 }
        return try row.decode(atIndex: place)
    }
}

extension Database {
    /// Fetches a table's rows of a run with a statement that is prepared once and cached, since history is read one run
    /// after another.
    ///
    /// - Parameters:
    ///   - sql: a query with one `?`, which stands for the run's number.
    ///   - decode: makes the value of a row from its columns.
    func rows<Value>(
        of run: Int, _ sql: String, _ decode: (_ columns: inout RowColumns) throws -> Value
    ) throws -> [Value] {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: [run])
        var values: [Value] = []
        while let row = try rows.next() {
            var columns = RowColumns(row)
            values.append(try decode(&columns))
        }
        return values
    }

    /// Changes a table with a statement that is prepared once and cached, since a run writes many rows to each table.
    func change(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

/// The version of SQLite that the program runs on, such as 3.40.1.
package var sqliteVersion: String { String(cString: sqlite3_libversion()) }
