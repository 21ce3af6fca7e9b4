internal import GRDB

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
            default: throw LedgerErrors(path: path, shownPath: shownPath, turn: nil, interruption).translated(error)
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
