internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The backups of a shop's ledger: the files `NUMBER.sqlite` in the folder `backup`, named by the last run in the copy.
struct Backups {
    /// The name of the folder, within the shop's folder.
    static let folderName = OpenFolder.backups
    /// The name of a copy while it is being made.
    private static let stagingName: FileName = ".backup.new"

    let ledger: NightlyLedger

    /// The number of the ledger's last run, and its state; nil if there is no ledger to back up.
    private func ledgerState() throws -> (run: Int, state: String)? {
        do {
            return try ledger.readIfExists { (try $0.lastRun(), try NightlyLedger.state($0)) }
        } catch BatchError.badLedger(_, .runsMissing) {
            return nil
        }
    }

    /// An error while making a backup; the ledger is not affected.
    struct Failure: Error {
        let path: String
        let reason: NightlyMessages.BackupFailure
    }

    /// Backs up the ledger unless its last run is already backed up, and removes the oldest backups beyond `countMax`.
    ///
    /// A copy gets its name only after it is verified and on disk. Backups with later runs than the ledger has are
    /// neither counted nor removed: they belong to another ledger, or to one that is yet to be restored.
    ///
    /// - Parameter countMax: the number of backups to keep, at least 1.
    /// - Returns: the file identity from `LedgerFile.verified(by:)`; nil if no backup was made.
    /// - Throws: `Failure`; `interrupted`.
    func renew(keeping countMax: Int) throws -> FileIdentity? {
        precondition(countMax >= 1, "countMax must be at least 1")
        guard let (last, state) = try ledgerState(), last > 0 else { return nil }
        var path = Self.folderName
        do {
            let folder = try OpenFolder(Self.folderName, in: ledger.root)
            path = "\(Self.folderName)/\(last).sqlite"
            var (run, identity): (Int, FileIdentity?) = (last, nil)
            // A backup with exactly these runs need not be made again.
            let exists = folder.status(of: Self.name(of: last)) != nil
            if !exists || (try? open(path).read(NightlyLedger.state)) != state {
                (run, identity) = try ledger.file.verified { try makeCopy(in: folder, &path) }
                // The folder itself may be new, so its entry is synced as well.
                guard fsync(ledger.root.descriptor) == 0 else { throw BatchError.inputOutput(path: path, errno: errno) }
            }
            for old in try Self.numbers(in: folder).filter({ $0 <= run }).dropFirst(countMax) {
                folder.remove(Self.name(of: old))
            }
            return identity
        } catch let error as BatchError {
            switch error {
            case .unsoundLedger, .badLedger: throw Failure(path: path, reason: .unsoundCopy)
            case .ledgerBusy: throw Failure(path: path, reason: .busy)
            default:
                guard let errno = error.systemErrno else { throw error }
                throw Failure(path: path, reason: .system(errno: errno))
            }
        }
    }

    /// The run numbers of the backups in a folder, newest first.
    static func numbers(in folder: OpenFolder) throws(BatchError) -> [Int] {
        try folder.names().compactMap { name in
            guard name.text.hasSuffix(".sqlite"), let number = Int(name.text.dropLast(".sqlite".count)), number > 0,
                Self.name(of: number) == name
            else { return nil }
            return number
        }.sorted(by: >)
    }

    private static func name(of run: Int) -> FileName { FileName("\(run).sqlite") }

    /// Copies the ledger, verifies the copy, and gives it its name.
    ///
    /// - Parameter path: changed to the path of the copy, whose number is higher if another process has committed a run
    ///   meanwhile.
    /// - Returns: the last run in the copy.
    private func makeCopy(in folder: OpenFolder, _ path: inout String) throws -> Int {
        let staging = "\(Self.folderName)/\(Self.stagingName.text)"
        folder.remove(Self.stagingName)
        defer { folder.remove(Self.stagingName) }
        guard let status = fileStatus(ledger.file.realPath) else {
            throw BatchError.unreadable(path: ledger.file.shownPath, errno: errno)
        }
        // The copy can be read by the same users as the ledger.
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(folder.descriptor, Self.stagingName.bytes, flags, status.st_mode & 0o666)
        guard file >= 0 else { throw BatchError.cannotCreate(path: path, errno: errno) }
        defer { close(file) }
        let copy = try LedgerFile(LedgerRequest(path: staging, waitSeconds: 0), in: ledger.environment)
        try ledger.file.open(.read).copy(to: copy.realPath, shownPath: path)
        try ledger.environment.cancellation.check()
        let run = try open(staging).read { snapshot in try snapshot.verify().runs }
        let name = Self.name(of: run)
        path = "\(Self.folderName)/\(name.text)"
        guard fsync(file) == 0 else { throw BatchError.inputOutput(path: path, errno: errno) }
        try folder.put(name.text, staging: Self.stagingName.text, isDurable: true)
        return run
    }

    private func open(_ path: String) throws -> Ledger {
        try LedgerFile(LedgerRequest(path: path, waitSeconds: 0), in: ledger.environment).open(.read)
    }
}
