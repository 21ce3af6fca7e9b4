internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
internal import JuiceReports
internal import JuiceShop

/// A run with a ledger: one write transaction from the first look at what is known to the staged reports.
///
/// Reports are staged and synced, the transaction commits, the reports are put in place. Whoever comes next completes
/// what a killed run has left between the last two.
struct LedgerRun {
    let command: RunCommand
    let file: LedgerFile
    private let progress: ProgressLine

    init(command: RunCommand, file: LedgerFile) {
        self.command = command
        self.file = file
        progress = command.progressLine
    }

    /// - Parameter opened: the inputs, where somebody has opened them already.
    func perform(_ opened: [InputFile]?) throws -> RunEnd {
        let settings = try command.input.settings()
        let files = try opened ?? command.open(progress)
        for input in files where input.isFile(at: file.realPath) {
            throw BatchError.usage(.ledgerIsInput(input.path))
        }
        // As far as that needs no ledger, it is told before one is begun.
        if !command.ledger.skipKnown { try checkRepeats(files) }
        if command.dryRun { return RunEnd(status: try rehearse(settings, files), run: nil) }
        let commit = try file.open(.run).commit(in: command.speech.language)
        var done: (target: RunTarget, tally: Tally)?
        let staged = try commit.commit { transaction in
            let (staged, target, tally) = try apply(settings, files, transaction)
            done = (target, tally)
            return staged
        }
        guard let done else { throw BatchError.invariant("a run committed nothing") }
        done.target.summary?.append()
        return RunEnd(status: command.input.status(of: done.tally), run: staged.receipt.run)
    }

    /// Applies the inputs in a transaction, up to what has to follow its commit.
    private func apply(
        _ settings: RunSettings, _ files: [InputFile], _ transaction: LedgerTransaction
    ) throws -> (RunCommit<Ledger, SystemDisk>.Staged, RunTarget, Tally) {
        let snapshot = transaction.snapshot
        let settings = try self.settings(settings, snapshot)
        let files = try inputs(files, snapshot)
        let target = try RunTarget(command: command, paths: files.map(\.path), ledger: file)
        let result = try command.produce(settings, files, target, view: view(snapshot, settings.menu), progress)
        let receipt = try transaction.record(
            result, settings: settings, recordedAt: Clock.now(), date: command.date,
            interruption: Signals.interruption)
        let folder = target.folder
        let set = try folder.prepare(durable: true)
        try Signals.interruption.check()
        let staged = RunCommit<Ledger, SystemDisk>.Staged(
            receipt: receipt, set: set, shownTarget: folder.shownTarget, leave: { folder.leaveStaged() })
        return (staged, target, result.tally)
    }

    /// Does everything but commit: on what the ledger holds at the moment, without holding up anybody.
    private func rehearse(_ settings: RunSettings, _ files: [InputFile]) throws -> ExitStatus {
        let isNew = try file.isBlank || file.open(.read).isNew()
        guard !isNew else {
            try checkRepeats(files)
            let target = try RunTarget(command: command, paths: command.input.files, ledger: file)
            let view = LedgerView(runNumber: 1, past: [])
            let tally = try command.produce(settings, files, target, view: view, progress).tally
            target.summary?.append()
            return command.input.status(of: tally)
        }
        let tally = try file.open(.read).read { snapshot in
            let settings = try self.settings(settings, snapshot)
            let files = try inputs(files, snapshot)
            let target = try RunTarget(command: command, paths: files.map(\.path), ledger: file)
            let view = try view(snapshot, settings.menu)
            let tally = try command.produce(settings, files, target, view: view, progress).tally
            target.summary?.append()
            return tally
        }
        return command.input.status(of: tally)
    }

    private func settings(_ settings: RunSettings, _ snapshot: LedgerSnapshot) throws -> RunSettings {
        var settings = settings
        settings.opening = try snapshot.opening(
            menu: settings.menu, given: settings.opening, isAsked: command.input.stock != nil)
        settings.idHistory = try snapshot.idHistory(menu: settings.menu)
        settings.hashSeed = try snapshot.idSeed()
        return settings
    }

    private func view(_ snapshot: LedgerSnapshot, _ menu: Menu) throws -> LedgerView {
        let past = try snapshot.runs(countMax: LedgerView.pastMax).map { PastRun($0, menu: menu) }
        return LedgerView(runNumber: try snapshot.lastRun() + 1, past: past)
    }
}

extension LedgerRun {
    /// The inputs that are to be applied.
    private func inputs(_ files: [InputFile], _ snapshot: LedgerSnapshot) throws -> [InputFile] {
        if command.ledger.again { return files }
        var known: [KnownInput] = []
        var fresh: [InputFile] = []
        for input in files {
            if try snapshot.mayKnow(sizeBytes: input.sizeBytes),
                let run = try snapshot.run(thatApplied: input.sha256(interruption: Signals.interruption))
            {
                known.append(KnownInput(path: input.path, run: run))
            } else {
                fresh.append(input)
            }
        }
        guard known.isEmpty || command.ledger.skipKnown && !fresh.isEmpty else { throw BatchError.knownInputs(known) }
        try checkRepeats(fresh)
        guard !known.isEmpty else { return files }
        for input in known {
            StandardStream.error.write(
                SafeText.terminal("juice-batch: " + LedgerMessages(command.speech.language).skipped(input)) + "\n")
        }
        for (input, name) in zip(fresh, InputOptions.names(of: fresh.map(\.path))) { input.rename(name) }
        return fresh
    }

    /// Two inputs with the same bytes are a mistake, unless the user says that they are not.
    private func checkRepeats(_ files: [InputFile]) throws {
        if command.ledger.again { return }
        var seen: [String: String] = [:]
        let sizes = Dictionary(grouping: files, by: \.sizeBytes)
        for input in files where (sizes[input.sizeBytes]?.count ?? 0) > 1 {
            let sha256 = try input.sha256(interruption: Signals.interruption)
            if let first = seen.updateValue(input.path, forKey: sha256) {
                throw BatchError.usage(.sameBytes(first: first, second: input.path))
            }
        }
    }
}
