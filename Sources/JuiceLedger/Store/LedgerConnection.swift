internal import CSQLite
internal import GRDB
internal import Glibc
package import JuiceBatch

/// A connection to a ledger's SQLite file, closed at the latest when its last reference is released.
final class LedgerConnection: Sendable {
    let queue: DatabaseQueue

    /// The result of configuring SQLite for this process, before its first connection.
    ///
    /// Without memory statistics, two shops of a chain that run in parallel take a third less time.
    private static let configured = (memoryStatus: disable_memory_status(), reads: tell_read_errors_from_damage())

    init(path: String, configuration: Configuration) throws {
        _ = Self.configured
        queue = try DatabaseQueue(path: path, configuration: configuration)
        // The queue, some hundred bytes, is never released, because Dispatch may wait forever for a thread.
        _ = unsafe Unmanaged.passRetained(queue)
    }

    deinit { close() }
    /// Closes the file and releases all locks on it; may be called twice.
    func close() { try? queue.close() }
}

/// A value that is decoded from a column without an intermediate value.
typealias ColumnValue = DatabaseValueConvertible & StatementColumnConvertible

extension Database {
    /// Fetches the rows of a query with a cursor that copies no rows; `make` creates a value from a row's columns.
    ///
    /// The columns are decoded by index from first to last, because GRDB searches names anew for each row. The
    /// statement is cached: the history is read run after run, and preparing a query takes longer than executing it.
    func rows<each Column: ColumnValue, Value>(
        _ sql: String, _ arguments: StatementArguments = StatementArguments(),
        _ make: (repeat each Column) throws -> Value
    ) throws -> [Value] {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try rows.next() {
            var column = 0
            func next<Next: ColumnValue>(_: Next.Type) throws -> Next {
                defer { column += 1 }
                return try row.decode(atIndex: column)
            }
            values.append(try make(repeat try next((each Column).self)))
        }
        return values
    }

    /// Fetches a dictionary from a query whose first column is the key and whose second column is the value.
    func dictionary<Value: ColumnValue>(
        _ sql: String, _ arguments: StatementArguments = StatementArguments()
    ) throws -> [Int: Value] {
        let pairs: [(Int, Value)] = try rows(sql, arguments) { ($0, $1) }
        return Dictionary(pairs) { $1 }
    }

    /// Executes a statement that changes a table, and caches it, because a run writes many rows to each table.
    func change(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Inserts a row, given the values of all columns of its table.
    func insert(into table: String, _ values: RowValues) throws {
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try change("INSERT INTO \(table) VALUES (\(marks))", StatementArguments(values))
    }

    /// Throws `SQLITE_IOERR` if a read of the file has failed, which an integrity check reports only in part.
    func throwFailedRead() throws {
        var number: Int32 = 0
        let code = unsafe sqlite3_file_control(sqliteConnection, nil, SQLITE_FCNTL_LAST_ERRNO, &number)
        if code == SQLITE_OK, number == failed_read { throw DatabaseError(resultCode: .SQLITE_IOERR) }
    }
}

/// The values of a row, in the order of the columns.
typealias RowValues = [(any DatabaseValueConvertible)?]

/// The version of SQLite that the program runs with, such as 3.40.1.
package var sqliteVersion: String { unsafe String(cString: sqlite3_libversion()) }

extension Ledger {
    /// Overwrites a file with a copy of the ledger; `shownPath` is the path of the copy in messages.
    ///
    /// Other processes can read the ledger meanwhile, but not commit to it. The copy may not have reached the disk yet.
    package func copy(to path: String, shownPath: String) throws {
        var configuration = Configuration()
        // The caller syncs the copy, and starts again if it was interrupted.
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        }
        do {
            let copy = try LedgerConnection(path: path, configuration: configuration)
            defer { copy.close() }
            try connection.queue.backup(to: copy.queue)
        } catch let error as DatabaseError {
            // Of the two files, only the ledger is used by other processes.
            let ofLedger: [ResultCode] = [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CORRUPT, .SQLITE_NOTADB]
            let path = ofLedger.contains(error.resultCode) ? self.shownPath : shownPath
            throw Self.translated(error, path, cancellation)
        }
    }

    /// The suffixes of files that SQLite may keep next to a ledger and that belong only to that ledger.
    static let companions = ["-journal", "-wal", "-shm"]

    /// Moves a ledger and the files that SQLite left next to it aside, and moves another file into its place.
    ///
    /// The other file must be in the same folder and synced to disk. The ledger's write lock is held meanwhile; once it
    /// is, `prepare` is called, which returns the path to which the ledger is moved. If the process is killed between
    /// the moves, there is no ledger, and the call can be repeated with the same file.
    ///
    /// - Returns: Whether there was a ledger.
    package static func replace(
        _ path: String, by file: String, shownPath: String, waitSeconds: Int, cancellation: CancellationToken,
        _ prepare: () throws -> String
    ) throws -> Bool {
        var writeLock: LedgerWriteLock?
        if fileStatus(path, followsLink: false) != nil {
            let timeout = LockTimeout(waitSeconds: waitSeconds, cancellation: cancellation)
            writeLock = try LedgerWriteLock(path: path, shownPath: shownPath, makesFile: false, timeout: timeout)
        }
        defer { withExtendedLifetime(writeLock) {} }
        let aside = try prepare()
        try writeLock?.check(path, shownPath)
        let hadLedger = try move(path, to: aside, shownPath: shownPath)
        // A journal that remained would be rolled back into the other file.
        for companion in companions { _ = try move(path + companion, to: aside + companion, shownPath: shownPath) }
        try syncParent(of: path, shownPath: shownPath)
        try moveWithoutReplacing(file, to: path).orThrow { .cannotCreate(path: shownPath, errno: $0) }
        try syncParent(of: path, shownPath: shownPath)
        return hadLedger
    }

    /// Moves a file; returns false if it does not exist.
    private static func move(_ path: String, to newPath: String, shownPath: String) throws(BatchError) -> Bool {
        switch moveWithoutReplacing(path, to: newPath) {
        case .success: return true
        case .failure(let error) where error.number == ENOENT: return false
        case .failure(let error): throw .cannotCreate(path: shownPath, errno: error.number)
        }
    }
}
