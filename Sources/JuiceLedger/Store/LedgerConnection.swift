internal import CSQLite
internal import GRDB
internal import GRDBSQLite

/// A connection to a ledger's SQLite file, closed at the latest when its last reference is released.
final class LedgerConnection: Sendable {
    let queue: DatabaseQueue

    /// The result of configuring SQLite for this process, before its first connection.
    ///
    /// Without memory statistics, two shops of a chain that run in parallel take a third less time. If SQLite is
    /// already in use, its configuration is not changed.
    private static let process = (memoryStatus: disable_memory_status(), reads: tell_read_errors_from_damage())

    init(path: String, configuration: Configuration) throws {
        _ = Self.process
        queue = try DatabaseQueue(path: path, configuration: configuration)
        // The queue is never released: Dispatch releases it on a thread of its own, and waits forever if none can be
        // created. A queue takes some hundred bytes.
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
    /// Throws `SQLITE_IOERR` if a read of the database file has failed, which an integrity check reports only in part.
    func throwFailedRead() throws {
        var number: Int32 = 0
        let code = sqlite3_file_control(sqliteConnection, nil, SQLITE_FCNTL_LAST_ERRNO, &number)
        if code == SQLITE_OK, number == failed_read { throw DatabaseError(resultCode: .SQLITE_IOERR) }
    }
}

/// The columns of a row, decoded from first to last.
///
/// Columns are decoded by index, because GRDB searches names anew for each row.
struct RowColumns {
    private let row: Row
    private var place = 0

    fileprivate init(_ row: Row) { self.row = row }

    /// Decodes the next column.
    ///
    /// - Throws: An error if its value has another type.
    mutating func next<Value: DatabaseValueConvertible>() throws -> Value {
        defer { place += 1 }
        return try row.decode(atIndex: place)
    }
}

extension Database {
    /// Fetches the rows of a table for one run.
    ///
    /// The statement is prepared once and cached, because the history is read one run after another.
    ///
    /// - Parameters:
    ///   - sql: A query with one `?`, which stands for the run's number.
    ///   - decode: Creates a value from the columns of a row.
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

    /// Fetches a table's rows of several runs with one query.
    ///
    /// - Parameters:
    ///   - sql: a query with two `?`, for the numbers of the first and the last run; its first column is the run's number.
    ///   - decode: makes the value of a row from its other columns.
    /// - Returns: the values by the run's number.
    func rows<Value>(
        of runs: ClosedRange<Int>, _ sql: String, _ decode: (_ columns: inout RowColumns) throws -> Value
    ) throws -> [Int: [Value]] {
        let rows = try Row.fetchCursor(self, sql: sql, arguments: [runs.lowerBound, runs.upperBound])
        var values: [Int: [Value]] = [:]
        while let row = try rows.next() {
            var columns = RowColumns(row)
            values[try columns.next(), default: []].append(try decode(&columns))
        }
        return values
    }

    /// Executes a statement that changes a table.
    ///
    /// The statement is prepared once and cached, because a run writes many rows to each table.
    func change(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

/// The version of SQLite that the program runs with, such as 3.40.1.
package var sqliteVersion: String { String(cString: sqlite3_libversion()) }
