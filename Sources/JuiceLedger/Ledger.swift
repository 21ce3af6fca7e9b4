internal import GRDB
internal import GRDBSQLite
internal import Glibc
package import JuiceBatch
internal import JuiceCore
internal import Synchronization

/// The durable store that carries stock, history and used ids from run to run: one SQLite file.
///
/// One run is one write transaction, held from before the first input is looked at until its reports are staged, so
/// that two processes queue. Readers see the state before it until it commits.
package final class Ledger: Sendable {
    /// The file's real path.
    package let path: String
    /// The path as the user gave it.
    package let shownPath: String
    private let purpose: Purpose
    private let queue: DatabaseQueue
    private let patience: Patience
    private let interruption: Interruption

    /// What opening a ledger may do.
    package enum Purpose: Sendable {
        /// Apply a run: the ledger may yet have to be made.
        case run
        /// Ask or change what is there.
        case existing
    }

    /// Opens a ledger; a missing or empty file is a new one.
    ///
    /// - Parameters:
    ///   - path: the file's real path.
    ///   - shownPath: the path as the user gave it.
    ///   - wait_s: how long to wait for whoever is writing, in seconds.
    package init(
        path: String, shownPath: String, purpose: Purpose, wait_s: Int, interruption: Interruption
    ) throws {
        self.path = path
        self.purpose = purpose
        self.shownPath = shownPath
        self.interruption = interruption
        try Self.checkFile(path, shownPath, purpose)
        let patience = Patience(wait_s: wait_s, interruption: interruption)
        self.patience = patience
        var configuration = Configuration()
        configuration.busyMode = .callback { patience.isLeft(try: $0) }
        configuration.prepareDatabase { try Self.prepare($0) }
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw Self.translated(error, path, shownPath, interruption)
        }
    }

    private static func checkFile(_ path: String, _ shownPath: String, _ purpose: Purpose) throws(BatchError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT && purpose == .run { return }
            throw .unreadable(path: shownPath, errno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .badLedger(path: shownPath, fault: .notADatabase)
        }
        guard access(path, R_OK) == 0 else { throw .unreadable(path: shownPath, errno: errno) }
    }

    /// Settings of every connection. Each commit waits for the disk, and `EXTRA` also for the folder's entry of the
    /// journal: a commit that was reported survives a power cut.
    private static func prepare(_ database: Database) throws {
        try database.execute(
            sql: """
                PRAGMA synchronous = EXTRA;
                PRAGMA cell_size_check = ON;
                PRAGMA trusted_schema = OFF;
                PRAGMA cache_spill = OFF;
                PRAGMA cache_size = -1000000;
                """)
    }

    /// Runs `body` in a write transaction that is taken at once and commits when `body` returns.
    package func write<Value>(_ body: (LedgerTransaction) throws -> Value) throws -> Value {
        patience.reset()
        return try translating {
            try queue.writeWithoutTransaction { database in
                var value: Value?
                try database.inTransaction(.immediate) {
                    // Whoever has the lock has not to be waited for any more, except for readers, who are brief.
                    patience.extend()
                    let version = try checkFormat(database)
                    if version == 0 && purpose == .existing {
                        throw BatchError.badLedger(path: shownPath, fault: .missing)
                    }
                    try LedgerSchema.migrate(database, from: version)
                    value = try body(LedgerTransaction(ledger: self, database: database))
                    return .commit
                }
                guard let value else { throw BatchError.invariant("a transaction of the ledger gave no value") }
                return value
            }
        }
    }

    /// Runs `body` on what the ledger holds at this moment, without holding up anybody; `body` must not write.
    package func read<Value>(_ body: (LedgerSnapshot) throws -> Value) throws -> Value {
        patience.reset()
        return try translating {
            try queue.read { database in
                guard try checkFormat(database) > 0 else {
                    throw BatchError.badLedger(path: shownPath, fault: .missing)
                }
                return try body(LedgerSnapshot(ledger: self, database: database))
            }
        }
    }

    /// Whether the ledger has not been begun: there is no file, or nothing in it.
    package func isNew() throws -> Bool {
        patience.reset()
        return try translating { try queue.read { try checkFormat($0) == 0 } }
    }

    /// The version of the format; 0 for an empty database.
    private func checkFormat(_ database: Database) throws -> Int {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
        if isEmpty && application == 0 && version == 0 { return 0 }
        guard application == LedgerSchema.applicationID, version > 0 else {
            throw BatchError.badLedger(path: shownPath, fault: .foreign)
        }
        guard version <= LedgerSchema.version else {
            throw BatchError.badLedger(path: shownPath, fault: .newer(version))
        }
        return version
    }

    /// The same ledger over a new connection, for when what became of this one is in doubt; it waits for a moment only.
    package func reopened() throws -> Ledger {
        try? queue.close()
        return try Ledger(
            path: path, shownPath: shownPath, purpose: .existing, wait_s: 1, interruption: Interruption())
    }

    /// A second connection, for reading beside the one that writes.
    func makeReader() throws -> DatabaseQueue {
        let patience = patience
        var configuration = Configuration()
        configuration.readonly = true
        // One read transaction serves a worker from its first lookup to its last.
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .callback { patience.isLeft(try: $0) }
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA mmap_size = 1099511627776") }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Throws what SQLite says as an error of this program; other errors pass.
    private func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw Self.translated(error, path, shownPath, interruption)
        }
    }

    /// An error of SQLite as the program tells it; other errors are what they are.
    private static func translated(
        _ error: any Error, _ path: String, _ shownPath: String, _ interruption: Interruption
    ) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        do throws(BatchError) {
            try interruption.check()
        } catch {
            return error
        }
        return translated(error, path, shownPath)
    }

    private static func translated(_ error: DatabaseError, _ path: String, _ shownPath: String) -> BatchError {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return .ledgerBusy(path: shownPath, holder: LockHolder.process(writingTo: path))
        case .SQLITE_NOTADB: return .badLedger(path: shownPath, fault: .notADatabase)
        case .SQLITE_CORRUPT: return .badLedger(path: shownPath, fault: .damaged)
        case .SQLITE_FULL: return .inputOutput(path: shownPath, errno: ENOSPC)
        case .SQLITE_NOMEM: return .inputOutput(path: shownPath, errno: ENOMEM)
        case .SQLITE_IOERR: return .inputOutput(path: shownPath, errno: EIO)
        case .SQLITE_READONLY, .SQLITE_PERM: return .cannotCreate(path: shownPath, errno: EACCES)
        case .SQLITE_CANTOPEN: return .cannotCreate(path: shownPath, errno: ENOENT)
        default: return .invariant("\(error)")
        }
    }
}

/// How long a connection waits for another one's lock.
private final class Patience: Sendable {
    private struct State {
        var deadline_ns: UInt64?
        var wait_s: Int
    }

    /// What a run that holds the lock grants readers, however impatient its user is.
    private static let commitWait_s = 10
    private let wait_s: Int
    private let interruption: Interruption
    private let state: Mutex<State>

    init(wait_s: Int, interruption: Interruption) {
        self.wait_s = wait_s
        self.interruption = interruption
        state = Mutex(State(wait_s: wait_s))
    }

    func reset() { state.withLock { $0 = State(wait_s: wait_s) } }

    func extend() { state.withLock { $0 = State(wait_s: max(wait_s, Self.commitWait_s)) } }

    /// Pauses; false once the time is up or somebody asked the program to end.
    ///
    /// - Parameter count: how often this lock was tried before.
    func isLeft(try count: Int) -> Bool {
        let now_ns = clock_gettime_nsec_np()
        let deadline_ns = state.withLock { state in
            let deadline_ns = count == 0 ? nil : state.deadline_ns
            let value = deadline_ns ?? now_ns + UInt64(state.wait_s) * 1_000_000_000
            state.deadline_ns = value
            return value
        }
        guard now_ns < deadline_ns else { return false }
        do throws(BatchError) {
            try interruption.check()
        } catch {
            return false
        }
        // A signal cuts the pause short.
        usleep(UInt32(min(25_000, 1_000 << min(count, 5))))
        return true
    }

    private func clock_gettime_nsec_np() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }
}
