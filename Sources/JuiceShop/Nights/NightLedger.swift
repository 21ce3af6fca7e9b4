internal import JuiceBatch
internal import JuiceLedger

/// The ledger of a shop's nights, as they ask for it.
struct NightLedger {
    let file: LedgerFile
    let root: OpenFolder
    let surroundings: Surroundings

    /// Finds the ledger in the shop's folder; it is not opened yet.
    init(_ request: LedgerRequest, in surroundings: Surroundings) throws(BatchError) {
        file = try LedgerFile(request, in: surroundings)
        root = try OpenFolder(root: surroundings.folder)
        self.surroundings = surroundings
    }

    /// The operations that a nightly run needs.
    var door: LedgerDoor {
        LedgerDoor(
            check: check, state: { try state().text },
            run: { sha256, state in try Self.State(state).flatMap { try run(thatApplied: sha256, since: $0) } },
            day: day)
    }

    /// The state of a ledger: its last run, and the digest of all runs up to it.
    private struct State {
        let run: Int
        let sha256: String

        init(run: Int, sha256: String) {
            self.run = run
            self.sha256 = sha256
        }

        init?(_ text: String) {
            let parts = text.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 2, let run = Int(parts[0]) else { return nil }
            self.init(run: run, sha256: String(parts[1]))
        }

        var text: String { "\(run) \(sha256)" }
    }

    private func state() throws -> State {
        try look { snapshot in
            let run = try snapshot.lastRun()
            return State(run: run, sha256: try snapshot.digest(of: run))
        } ?? State(run: 0, sha256: "")
    }

    private func run(thatApplied sha256: String, since state: State) throws -> Int? {
        try look { snapshot in
            // Another ledger, or one of a backup, would say of another past what it says of this one.
            guard try snapshot.digest(of: state.run) == state.sha256 else { return nil }
            return try snapshot.run(thatApplied: sha256).flatMap { $0 > state.run ? $0 : nil }
        } ?? nil
    }

    /// The number of the latest run; 0 where there is none.
    func lastRun() throws -> Int { try look { try $0.lastRun() } ?? 0 }

    private func day(of run: Int) -> String? {
        let recorded = try? look { try $0.runs(before: run + 1, countMax: 1).first?.recordedAt } ?? nil
        return recorded.flatMap { UTCMoment.seconds(of: $0) }.map { String(surroundings.localTimeAt($0).prefix(10)) }
    }

    /// Reads from the ledger; nil where none has been created.
    func look<Value>(_ body: (LedgerSnapshot) throws -> Value) throws -> Value? {
        if try file.isBlank() { return nil }
        let ledger = try file.open(.read)
        return try ledger.isNew() ? nil : try ledger.read(body)
    }
}
