internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The ledger in a shop's folder, with the operations that nightly runs need, and its backups: the files
/// `NUMBER.sqlite` in the folder `backup`, named by the last run in the copy.
struct NightlyLedger {
    let file: LedgerFile
    let root: OpenFolder
    let environment: Environment

    /// Locates the ledger in the shop's folder without opening it.
    init(_ request: LedgerRequest, in environment: Environment) throws(BatchError) {
        file = try LedgerFile(request, in: environment)
        root = try OpenFolder(root: environment.folder)
        self.environment = environment
    }

    /// A line that identifies the ledger's current state: the number of its last run, and that run's digest.
    func state() throws -> String { try file.readIfExists(Self.state) ?? "0 " }

    static func state(_ snapshot: LedgerSnapshot) throws -> String {
        let run = try snapshot.lastRun()
        return "\(run) \(try snapshot.digest(of: run))"
    }

    /// The number of the run that has applied an input with this content after a given ledger state, and was not
    /// reversed; nil if there is none, or if the ledger never had that state.
    func run(thatApplied sha256: String, since text: String) throws -> Int? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let last = Int(parts[0]) else { return nil }
        return try file.readIfExists { snapshot in
            // Another ledger, or a restored one, has a different history after this run.
            guard try snapshot.digest(of: last) == parts[1] else { return nil }
            return try snapshot.run(thatRead: sha256, after: last)
        } ?? nil
    }

    func lastRun() throws -> Int { try file.readIfExists { try $0.lastRun() } ?? 0 }

    /// The local day on which a run was recorded; nil if that is unknown.
    func day(of run: Int) -> String? {
        let recorded = try? file.readIfExists { try $0.runs(before: run + 1, countMax: 1).first?.recordedAt } ?? nil
        return recorded.flatMap { utcSeconds(of: $0) }.map { String(environment.localTimeAt($0).prefix(10)) }
    }

    /// The runs of a chain's run for a date, `YYYY-MM-DD`, with their facts.json entries; empty without a ledger.
    func runs(on date: String) throws -> [(number: Int, facts: RunFacts)] {
        try (file.readIfExists { try $0.facts(on: date) } ?? []).map { record in
            guard let value = try? JSONReader.value(of: Array(record.json.utf8)), let facts = RunFacts(value) else {
                throw BatchError.badLedger(path: file.shownPath, error: .damaged)
            }
            return (record.run, facts)
        }
    }

    /// Verifies the ledger, and returns the identity from `verified(by:)`; throws `badLedger` if its runs are gone.
    @discardableResult
    func check() throws -> FileIdentity? {
        let (runs, identity) = try file.verified {
            try file.readIfExists { snapshot in
                try file.runLog.check(snapshot)
                return try snapshot.verify().runs
            } ?? 0
        }
        try refuseMissing(runs: runs)
        return identity
    }

    /// Waits until a further change would show in the times of the ledger's file; not for a file of less than 1 MiB,
    /// since `status` verifies that again within 20 ms.
    func waitUntilChangesShow() {
        guard let identity = file.identity, identity.sizeBytes >= 1 << 20,
            !identity.wasUnchanged(before: clockNs())
        else { return }
        environment.wait(FileIdentity.timestampResolutionNs / 1_000_000 + 1)
    }

    /// Checks quickly, before each file, that the ledger has not disappeared since the nightly run began.
    func refuseMissing() throws { if try file.isBlank() { try refuseMissing(runs: 0) } }

    private func refuseMissing(runs: Int) throws {
        guard runs == 0, let evidence = try root.evidenceOfRuns(environment.cancellation) else { return }
        throw BatchError.badLedger(path: file.shownPath, error: .disappeared(evidence: evidence))
    }

    /// The name of a copy while it is being made.
    private static let stagedBackup: FileName = ".backup.new"

    /// Backs up the ledger unless its last run is already backed up, and removes the oldest backups beyond `countMax`.
    ///
    /// A copy gets its name only after it is verified and on disk. Backups with later runs than the ledger has are
    /// neither counted nor removed: they belong to another ledger, or to one that is yet to be restored.
    ///
    /// - Returns: the file identity from `LedgerFile.verified(by:)`, nil if no backup was made, and the error that kept
    ///   a backup from being made, with the path of the backup; nil if there was none.
    func renewBackups(keeping countMax: Int) throws -> (
        verified: FileIdentity?, failure: (path: String, error: BatchError)?
    ) {
        precondition(countMax >= 1, "countMax must be at least 1")
        var lastState: (run: Int, state: String)?
        do {
            lastState = try file.readIfExists { (try $0.lastRun(), try Self.state($0)) }
        } catch BatchError.badLedger(_, .runsMissing) {
            // There is no ledger to back up.
        }
        guard let (last, state) = lastState, last > 0 else { return (nil, nil) }
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
            return (identity, nil)
        } catch let error as BatchError {
            switch error {
            case .unsoundLedger, .badLedger, .ledgerBusy: break
            default: if error.systemErrno == nil { throw error }
            }
            return (nil, (path, error))
        }
    }

    /// Copies the ledger, verifies the copy, and gives it its name; returns the last run in the copy.
    ///
    /// - Parameter path: changed to the copy's, whose number is higher if another process committed a run meanwhile.
    private func makeCopy(in folder: OpenFolder, _ path: inout String) throws -> Int {
        folder.remove(Self.stagedBackup)
        defer { folder.remove(Self.stagedBackup) }
        let staging = environment.path("\(OpenFolder.backups)/\(Self.stagedBackup.text)")
        let run = try file.copy(file.open(.read), to: staging, shownCopy: path).runs
        let name = OpenFolder.backup(of: run)
        path = "\(OpenFolder.backups)/\(name.text)"
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
