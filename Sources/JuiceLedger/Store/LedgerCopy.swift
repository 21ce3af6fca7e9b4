internal import GRDB
internal import Glibc
package import JuiceBatch

extension Ledger {
    /// Copies what the ledger holds at this moment to a file, by SQLite's backup interface.
    ///
    /// Other processes can read the ledger meanwhile, but not commit to it. The copy is complete when this returns, but need
    /// not have reached the disk.
    ///
    /// - Parameters:
    ///   - path: the copy's real path. What the file holds is replaced.
    ///   - shownPath: the copy's path in messages.
    package func copy(to path: String, shownPath: String) throws {
        do {
            let copy = try LedgerConnection(path: path, configuration: Self.copyConfiguration)
            defer { copy.close() }
            try connection.queue.backup(to: copy.queue)
        } catch let error as DatabaseError {
            // Of the two files only the ledger is shared with other processes.
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CORRUPT, .SQLITE_NOTADB: try translating { throw error }
            default: throw LedgerErrors(path: path, shownPath: shownPath, turn: nil, cancellation).translated(error)
            }
        }
    }

    /// A copy that is cut short is begun again from nothing, so it needs no journal, and its caller syncs it.
    private static var copyConfiguration: Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        }
        return configuration
    }
}

/// A file that replaces a ledger.
///
/// It holds the ledger's write lock, so that no other process changes the ledger until the file is in place.
package struct LedgerReplacement {
    /// The endings of what SQLite may keep beside a ledger, which belongs to that ledger alone.
    private static let companions = ["-journal", "-wal", "-shm"]

    private let path: String
    private let shownPath: String
    private let turn: LedgerWriteLock?

    /// Waits for the turn of a ledger, if it exists.
    ///
    /// - Parameters:
    ///   - path: the ledger's real path.
    ///   - shownPath: the ledger's path in messages.
    ///   - waitSeconds: how long to wait for another process that changes the ledger.
    package init(of path: String, shownPath: String, waitSeconds: Int, cancellation: CancellationToken)
        throws(BatchError)
    {
        self.path = path
        self.shownPath = shownPath
        var status = stat()
        guard lstat(path, &status) == 0 else {
            turn = nil
            return
        }
        let timeout = LockTimeout(waitSeconds: waitSeconds, cancellation: cancellation)
        turn = try LedgerWriteLock(path: path, shownPath: shownPath, makesFile: false, timeout: timeout)
    }

    /// Moves the ledger and all files that SQLite left beside it aside, and moves the other file into its place.
    ///
    /// Killed in between, there is no ledger; it can be done again with the same file.
    ///
    /// - Parameters:
    ///   - file: the real path of the other file, in the same folder and on disk.
    ///   - aside: the path that the ledger gets.
    /// - Returns: whether there was a ledger.
    package func place(_ file: String, aside: String) throws(BatchError) -> Bool {
        defer { withExtendedLifetime(turn) {} }
        try turn?.check(path, shownPath)
        let hasMoved = try move(path, to: aside)
        // A journal that stayed would be rolled back into the other file.
        for companion in Self.companions { _ = try move(path + companion, to: aside + companion) }
        try sync()
        try moveWithoutReplacing(file, to: path).orThrow { .cannotCreate(path: shownPath, errno: $0) }
        try sync()
        return hasMoved
    }

    /// Moves a file that may be missing.
    private func move(_ path: String, to newPath: String) throws(BatchError) -> Bool {
        switch moveWithoutReplacing(path, to: newPath) {
        case .success: return true
        case .failure(let error) where error.number == ENOENT: return false
        case .failure(let error): throw .cannotCreate(path: shownPath, errno: error.number)
        }
    }

    private func sync() throws(BatchError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try syncFolder(folder.isEmpty ? "/" : folder, shownPath: shownPath)
    }
}
