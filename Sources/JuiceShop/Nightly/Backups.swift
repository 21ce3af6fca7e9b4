internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The backups of a shop's ledger: the files `NUMBER.sqlite` in the folder `backup`, named by the last run in the copy.
extension NightlyLedger {
    /// The name of a copy while it is being made.
    private static let stagedBackup: FileName = ".backup.new"

    /// The number of the ledger's last run, and its state; nil if there is no ledger to back up.
    private func lastState() throws -> (run: Int, state: String)? {
        do {
            return try file.readIfExists { (try $0.lastRun(), try Self.state($0)) }
        } catch BatchError.badLedger(_, .runsMissing) {
            return nil
        }
    }

    /// Backs up the ledger unless its last run is already backed up, and removes the oldest backups beyond `countMax`.
    ///
    /// A copy gets its name only after it is verified and on disk. Backups with later runs than the ledger has are
    /// neither counted nor removed: they belong to another ledger, or to one that is yet to be restored.
    ///
    /// - Parameter reportFailure: receives the error that kept a backup from being made, with the path of the backup.
    /// - Returns: the file identity from `LedgerFile.verified(by:)`; nil if no backup was made.
    func renewBackups(
        keeping countMax: Int, reportFailure: (_ path: String, _ error: BatchError) throws -> Void
    ) throws -> FileIdentity? {
        precondition(countMax >= 1, "countMax must be at least 1")
        guard let (last, state) = try lastState(), last > 0 else { return nil }
        var path = OpenFolder.backups
        do {
            let folder = try OpenFolder(OpenFolder.backups, in: root)
            path = "\(OpenFolder.backups)/\(last).sqlite"
            var (run, identity): (Int, FileIdentity?) = (last, nil)
            // A backup with exactly these runs need not be made again.
            let exists = folder.status(of: OpenFolder.backup(of: last)) != nil
            if !exists || (try? openBackup(path).read(Self.state)) != state {
                (run, identity) = try file.verified { try makeCopy(in: folder, &path) }
                // The folder itself may be new, so its entry is synced as well.
                guard fsync(root.descriptor) == 0 else { throw BatchError.inputOutput(path: path, errno: errno) }
            }
            for old in try folder.backupNumbers().filter({ $0 <= run }).dropFirst(countMax) {
                folder.remove(OpenFolder.backup(of: old))
            }
            return identity
        } catch let error as BatchError {
            switch error {
            case .unsoundLedger, .badLedger, .ledgerBusy: break
            default: if error.systemErrno == nil { throw error }
            }
            try reportFailure(path, error)
            return nil
        }
    }

    /// Copies the ledger, verifies the copy, and gives it its name; returns the last run in the copy.
    ///
    /// - Parameter path: changed to the copy's, whose number is higher if another process committed a run meanwhile.
    private func makeCopy(in folder: OpenFolder, _ path: inout String) throws -> Int {
        let staging = "\(OpenFolder.backups)/\(Self.stagedBackup.text)"
        folder.remove(Self.stagedBackup)
        defer { folder.remove(Self.stagedBackup) }
        guard let status = fileStatus(file.realPath) else {
            throw BatchError.unreadable(path: file.shownPath, errno: errno)
        }
        // The copy can be read by the same users as the ledger.
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let staged = openat(folder.descriptor, Self.stagedBackup.bytes, flags, status.st_mode & 0o666)
        guard staged >= 0 else { throw BatchError.cannotCreate(path: path, errno: errno) }
        defer { close(staged) }
        let copy = try LedgerFile(LedgerRequest(path: staging, waitSeconds: 0), in: environment)
        try file.open(.read).copy(to: copy.realPath, shownPath: path)
        try environment.cancellation.check()
        let run = try openBackup(staging).read { snapshot in try snapshot.verify().runs }
        let name = OpenFolder.backup(of: run)
        path = "\(OpenFolder.backups)/\(name.text)"
        guard fsync(staged) == 0 else { throw BatchError.inputOutput(path: path, errno: errno) }
        try folder.put(name.text, staging: Self.stagedBackup.text, isDurable: true)
        return run
    }

    private func openBackup(_ path: String) throws -> Ledger {
        try LedgerFile(LedgerRequest(path: path, waitSeconds: 0), in: environment).open(.read)
    }
}

extension OpenFolder {
    func backupNumbers() throws(BatchError) -> [Int] {
        try names().compactMap { name in
            guard name.text.hasSuffix(".sqlite"), let number = Int(name.text.dropLast(".sqlite".count)), number > 0,
                Self.backup(of: number) == name
            else { return nil }
            return number
        }.sorted(by: >)
    }

    fileprivate static func backup(of run: Int) -> FileName { FileName("\(run).sqlite") }
}
