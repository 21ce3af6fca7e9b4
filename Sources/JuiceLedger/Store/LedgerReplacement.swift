internal import Glibc
package import JuiceBatch

/// Another file that takes the place of a ledger.
///
/// It has the ledger's turn, so that no other process changes the ledger until the file is in place.
package struct LedgerReplacement {
    /// The endings of what SQLite may keep beside a ledger, which belongs to that ledger alone.
    private static let companions = ["-journal", "-wal", "-shm"]

    private let path: String
    private let shownPath: String
    private let turn: LedgerTurn?

    /// Waits for the turn of a ledger, if it is there.
    ///
    /// - Parameters:
    ///   - path: the ledger's real path.
    ///   - shownPath: the ledger's path in messages.
    ///   - waitSeconds: how long to wait for another process that changes the ledger.
    package init(of path: String, shownPath: String, waitSeconds: Int, interruption: Interruption) throws(BatchError) {
        self.path = path
        self.shownPath = shownPath
        var status = stat()
        guard lstat(path, &status) == 0 else {
            turn = nil
            return
        }
        let patience = Patience(waitSeconds: waitSeconds, interruption: interruption)
        turn = try LedgerTurn(path: path, shownPath: shownPath, makesFile: false, patience: patience)
    }

    /// Moves the ledger aside, with all that SQLite has left beside it, and the other file into its place.
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
