internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The ledger in a shop's folder, with the operations that nightly runs need.
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

    /// A line that identifies the state of a ledger, as `state()` returns it.
    static func state(_ snapshot: LedgerSnapshot) throws -> String {
        let run = try snapshot.lastRun()
        return "\(run) \(try snapshot.digest(of: run))"
    }

    /// The number of the run that has applied an input with this content after a given ledger state, and was not
    /// reversed; no row need have succeeded.
    ///
    /// Nil if there is none, or if the ledger never had that state.
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
    /// Verifies the ledger, which is `badLedger` without runs if the shop's folder shows that there were some.
    ///
    /// - Returns: the file identity from `LedgerFile.verified(by:)`.
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

    /// Waits until a further change would show in the times of the ledger's file, if the file is large enough.
    func waitUntilChangesShow() {
        guard let identity = file.identity, identity.sizeBytes >= Self.waitBytesMin,
            !identity.wasUnchanged(before: FileIdentity.clockNs())
        else { return }
        environment.wait(FileIdentity.restNs / 1_000_000 + 1)
    }

    /// The minimum size in bytes of a ledger that `status` takes a noticeable time to verify, 20 ms.
    private static let waitBytesMin = 1 << 20

    /// Checks quickly, before each file, that the ledger has not disappeared since the nightly run began.
    func refuseMissing() throws { if try file.isBlank() { try refuseMissing(runs: 0) } }

    private func refuseMissing(runs: Int) throws {
        guard runs == 0, let evidence = try root.evidenceOfRuns(environment.cancellation) else { return }
        throw BatchError.badLedger(path: file.shownPath, error: .disappeared(evidence: evidence))
    }
}
