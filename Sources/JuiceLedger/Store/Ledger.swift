internal import GRDB
internal import Glibc
package import JuiceBatch

/// The durable store of stock, history and used ids, carried from run to run in one SQLite file.
///
/// A process that changes the ledger holds its write lock (`LedgerWriteLock`) from opening it until the last reference
/// to it is released. A run is one write transaction within that time; readers see the earlier state until it commits.
package final class Ledger: Sendable {
    /// The file's real path.
    package let path: String
    /// The path as the user gave it.
    package let shownPath: String
    package let purpose: Purpose
    let connection: LedgerConnection
    let timeout: LockTimeout
    let cancellation: CancellationToken
    // Declared after the connection, because the descriptor of the lock has to be closed last.
    let writeLock: LedgerWriteLock?

    /// The purpose of opening a ledger, which determines what is allowed.
    package enum Purpose: Sendable {
        /// Applies a run; the ledger is created if it does not exist.
        case run
        /// Changes an existing ledger.
        case change
        /// Applies runs of the run log that a backup lacks.
        case restore
        /// Reads an existing ledger, without waiting for its write lock.
        case read
    }

    /// Opens a ledger, new if its file is missing or empty, and waits for its write lock unless it only reads.
    ///
    /// - Parameter closed: The same ledger, closed, whose lock is kept; nil to check the file and wait for its lock.
    package init(
        path: String, shownPath: String, purpose: Purpose, waitSeconds: Int, cancellation: CancellationToken,
        again closed: Ledger? = nil
    ) throws {
        self.path = path
        self.shownPath = shownPath
        self.purpose = purpose
        self.cancellation = cancellation
        timeout = LockTimeout(waitSeconds: waitSeconds, cancellation: cancellation)
        if let closed {
            timeout.extend()
            writeLock = closed.writeLock
        } else {
            try Self.checkFile(path, shownPath, purpose)
            writeLock =
                purpose == .read
                ? nil
                : try LedgerWriteLock(path: path, shownPath: shownPath, makesFile: purpose == .run, timeout: timeout)
        }
        do {
            var configuration = Configuration()
            configuration.busyMode = .callback { [timeout] in timeout.hasTimeLeft(try: $0) }
            // A commit waits for the disk, and with EXTRA for the journal's entry in the folder, to survive a power
            // failure. Changed pages stay in memory until the commit, so that readers can read until then.
            configuration.prepareDatabase { database in
                try database.execute(
                    sql: """
                        PRAGMA synchronous = EXTRA;
                        PRAGMA cell_size_check = ON;
                        PRAGMA trusted_schema = OFF;
                        PRAGMA cache_spill = OFF;
                        PRAGMA cache_size = -1000000;
                        PRAGMA temp_store = MEMORY;
                        """)
            }
            connection = try LedgerConnection(path: path, configuration: configuration)
            // SQLite opens the file by its path, which may by now belong to another file than the locked one.
            try writeLock?.check(path, shownPath)
        } catch {
            throw Self.translated(error, shownPath, cancellation)
        }
    }

    deinit { connection.close() }

    /// Throws `badLedger` with `linked` if the file has several names, as opening it to change it does.
    package func refuseHardLinks() throws(BatchError) {
        guard let status = fileStatus(path) else { throw .unreadable(path: shownPath, errno: errno) }
        try LedgerWriteLock.checkFile(status, shownPath)
    }

    /// Restarts the time limit of waits; for callers that keep a ledger open.
    package func extendTimeout() { timeout.extend() }

    private static func checkFile(_ path: String, _ shownPath: String, _ purpose: Purpose) throws(BatchError) {
        guard let status = fileStatus(path) else {
            if errno == ENOENT && purpose == .run { return }
            throw .unreadable(path: shownPath, errno: errno)
        }
        guard status.isRegularFile else { throw .badLedger(path: shownPath, error: .notADatabase) }
        guard access(path, R_OK) == 0 else { throw .unreadable(path: shownPath, errno: errno) }
        // SQLite would wait for ever for a process that writes to a pipe.
        for companion in companions {
            if let status = fileStatus(path + companion), !status.isRegularFile {
                throw .badLedger(path: shownPath, error: .irregularFile(path: shownPath + companion))
            }
        }
    }

    /// Whether the ledger does not exist yet: there is no file, or it is empty.
    package func isNew() throws -> Bool {
        try translating { try connection.queue.read { try Self.isEmpty($0) } }
    }

    /// Opens the same ledger with a new connection, when the state of the current one is uncertain, and keeps its lock.
    package func reopened() throws -> Ledger {
        connection.close()
        try writeLock?.check(path, shownPath)
        return try Ledger(
            path: path, shownPath: shownPath, purpose: purpose == .restore ? .restore : .change, waitSeconds: 0,
            cancellation: CancellationToken(), again: self)
    }

    /// Opens a second connection, for reading in parallel to the one that writes.
    func makeReader() throws -> LedgerConnection {
        var configuration = Configuration()
        configuration.readonly = true
        // One read transaction lasts from a worker's first lookup to its last.
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .callback { [timeout] in timeout.hasTimeLeft(try: $0) }
        // SQLite limits the size to what its build allows.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA mmap_size = 1099511627776") }
        return try LedgerConnection(path: path, configuration: configuration)
    }

    /// Runs `body`, and converts SQLite's errors to errors of this program; other errors are not changed.
    func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw Self.translated(error, shownPath, cancellation)
        }
    }

    /// Reads the program that created a ledger, and the seed of its id hashes, after a check of their digest.
    static func header(of database: Database) throws -> (createdBy: String, seed: HashSeed) {
        guard let row = try Row.fetchOne(database, sql: "SELECT made_by, seed_low, seed_high, sha256 FROM ledger")
        else { throw LedgerCorruption(text: "no header") }
        let createdBy: String = try row.decode(forColumn: "made_by")
        let seed = HashSeed(
            low: UInt64(bitPattern: try row.decode(forColumn: "seed_low")),
            high: UInt64(bitPattern: try row.decode(forColumn: "seed_high")))
        guard try row.decode(String.self, forColumn: "sha256") == headerDigest(createdBy, seed) else {
            throw LedgerCorruption(text: "the header of the ledger has changed")
        }
        return (createdBy, seed)
    }

    static func headerDigest(_ createdBy: String, _ seed: HashSeed) -> String {
        SHA256.hex(of: "\(createdBy.utf8.count):\(createdBy)\(seed.low) \(seed.high)")
    }

    /// Converts an error of SQLite or of a ledger; returns other errors unchanged.
    static func translated(_ error: any Error, _ shownPath: String, _ cancellation: CancellationToken) -> any Error {
        switch error {
        case let error as DatabaseError:
            do throws(BatchError) {
                // If a signal interrupted a wait, SQLite reports that the wait was in vain.
                try cancellation.check()
            } catch {
                return error
            }
            return translated(error, shownPath)
        case is RowDecodingError, is LedgerCorruption: return BatchError.badLedger(path: shownPath, error: .damaged)
        case let error as LedgerError: return BatchError.badLedger(path: shownPath, error: error)
        default: return error
        }
    }

    private static func translated(_ error: DatabaseError, _ shownPath: String) -> BatchError {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .ledgerBusy(path: shownPath)
        case .SQLITE_NOTADB: .badLedger(path: shownPath, error: .notADatabase)
        case .SQLITE_CORRUPT, .SQLITE_FORMAT, .SQLITE_MISMATCH: .badLedger(path: shownPath, error: .damaged)
        case .SQLITE_CONSTRAINT:
            .unsoundLedger(path: shownPath, findings: [.contradiction(error.message ?? "\(error.resultCode)")])
        // A statement does not match the tables, so they are not as the schema declares them.
        case .SQLITE_ERROR, .SQLITE_SCHEMA: .badLedger(path: shownPath, error: .damaged)
        case .SQLITE_FULL: .inputOutput(path: shownPath, errno: ENOSPC)
        case .SQLITE_NOMEM: .inputOutput(path: shownPath, errno: ENOMEM)
        case .SQLITE_TOOBIG, .SQLITE_NOLFS: .inputOutput(path: shownPath, errno: EFBIG)
        case .SQLITE_IOERR: .inputOutput(path: shownPath, errno: EIO)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .cannotCreate(path: shownPath, errno: EACCES)
        case .SQLITE_CANTOPEN: cannotOpen(shownPath)
        default: .invariant("\(error)")
        }
    }

    /// The error if SQLite cannot open a file, for which it gives no reason.
    private static func cannotOpen(_ shownPath: String) -> BatchError {
        // Another file is opened for the test, because closing a descriptor of the ledger releases its locks.
        let other = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard other >= 0 else { return .inputOutput(path: shownPath, errno: errno) }
        close(other)
        return .cannotCreate(path: shownPath, errno: ENOENT)
    }
}

/// The error of a ledger that contains a value which this program never writes.
package struct LedgerCorruption: Error {
    /// The damaged value, in English.
    package let text: String
}
