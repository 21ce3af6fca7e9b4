internal import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
internal import JuiceReports

/// A run with a ledger, in one write transaction from the look-up of known inputs to the staging of the reports.
///
/// The reports are staged and synced, the transaction commits, and the reports are put in place. If the process is
/// killed before the last step, the next process that opens the ledger for writing completes it.
struct LedgerRun {
    let steps: RunSteps
    let file: LedgerFile
    var knownInputs = LedgerRequest.KnownInputs.refuse

    /// The results of a run that are reported after its commit.
    private typealias Applied = (run: Int, target: RunTarget, model: ReportModel)

    /// Applies inputs, those opened or those of the request, and records the run; a dry run writes nothing.
    func run(_ opened: [InputFile]?) throws -> CompletedRun {
        let settings = try steps.input.settings()
        let files = try opened ?? steps.open()
        for input in files where input.isFile(at: file.realPath) {
            throw BatchError.usage(.ledgerIsInput(input.path))
        }
        // Errors that can be found without a ledger are thrown before a new ledger is created.
        if knownInputs != .exclude { try checkRepeats(files) }
        if steps.request.isDryRun { return try dryRun(settings, files) }
        let commit = try file.commit(.run, notifying: steps.listener)
        let isNew = try commit.store.isNew()
        let done = try commit.commit { transaction in
            try file.refuseShift(transaction.snapshot)
            let (receipt, applied) = try record(.run, settings, files, transaction)
            return (try stage(receipt, applied), applied)
        }
        if isNew {
            let hasStockFile = steps.request.input.stock != nil
            steps.listener.notice(.ledgerCreated(path: file.shownPath, hasStockFile: hasStockFile))
        }
        return steps.finish(done.target, done.model, number: done.run, in: file)
    }

    /// Applies a shift's log as the run that ends it; throws `badShiftLog` with `contradicted` for other outcomes.
    func applyShiftLog(
        of shift: OpenShift, reported: (codes: [OutcomeCode], stock: [Int])?
    ) throws -> CompletedRun {
        let settings = try steps.input.settings()
        try RunTarget.checkLocations(of: steps.request, ledger: file, in: steps.environment)
        let codes = FoldSink<[OutcomeCode?]>([]) { codes, batch, _ in codes += batch.outcomes }
        let done = try file.commit(.change, notifying: steps.listener).commit { transaction in
            guard try transaction.snapshot.shift()?.isSame(as: shift) == true else {
                throw BatchError.invariant("a shift was closed twice")
            }
            let files = try steps.open()
            var (receipt, applied) = try record(.shift, settings, files, transaction, extraSink: codes)
            if let reported,
                codes.value != reported.codes || applied.model.tally.fruits.map(\.closing) != reported.stock
            {
                let same = zip(codes.value, reported.codes).prefix { $0 == $1 }.count
                let row = min(same + 1, max(codes.value.count, reported.codes.count))
                throw BatchError.badShiftLog(path: shift.shiftLog, error: .contradicted(row: row))
            }
            try transaction.endShift()
            receipt.endedShift = shift
            return (try stage(receipt, applied), applied)
        }
        file.removeRecordedShift()
        return steps.finish(done.target, done.model, number: done.run, in: file)
    }

    /// Applies the inputs within a transaction, and records the run; the reports are written but not staged.
    ///
    /// `logged` is the run as the run log states it, if it is applied again.
    private func record(
        _ kind: RunLog.Content.Kind, again logged: LoggedRun? = nil, _ settings: RunSettings, _ files: [InputFile],
        _ transaction: LedgerTransaction, extraSink: (any OutcomeSink)? = nil
    ) throws -> (RunReceipt, Applied) {
        let snapshot = transaction.snapshot
        let settings = try self.settings(settings, snapshot)
        let files = try freshInputs(files, snapshot)
        let target = try RunTarget(steps, paths: files.map(\.path), ledger: file)
        let (result, model) = try steps.produce(
            settings, files, target, view: snapshot.view(settings.menu), in: snapshot, recorded: logged?.content.day,
            extraSink: extraSink)
        let recordedAt = logged?.content.recordedAt ?? steps.environment.now()
        let log = try logged?.text ?? newLog(kind, settings, result, recordedAt, model, target, snapshot)
        let receipt = try transaction.record(
            result, settings: settings, recordedAt: recordedAt, day: model.day, money: model.money?.recorded, log: log,
            cancellation: steps.environment.cancellation)
        if let logged, receipt.sha256 != logged.digest { throw file.differentResult(of: logged) }
        if let chainRun = steps.request.chainRunReference {
            let reports = logged.map { $0.content.output ?? "" } ?? target.shownFolder
            let folder = steps.environment.folder + "/"
            let facts = RunFacts(
                model, exportSHA256: chainRun.partition?.exportSHA256,
                reports: reports.hasPrefix(folder) ? String(reports.dropFirst(folder.count)) : reports,
                ExitStatus(of: model.tally, failOn: steps.request.input.failOn))
            try transaction.insertFacts(facts.json.line, businessDay: chainRun.date, run: receipt.run)
        }
        return (receipt, (receipt.run, target, model))
    }

    /// The content of the run's line in the run log, with the opening stock if a stock file is the start of the ledger.
    private func newLog(
        _ kind: RunLog.Content.Kind, _ settings: RunSettings, _ result: RunResult, _ recordedAt: String,
        _ model: ReportModel, _ target: RunTarget, _ snapshot: LedgerSnapshot
    ) throws -> String {
        let (request, menu) = (steps.request, settings.menu)
        var content = RunLog.Content(
            kind: kind, recordedAt: recordedAt, day: model.day, options: request.options, knownInputs: knownInputs,
            date: request.input.date, placeholderDate: request.input.placeholderDate, output: target.shownFolder,
            reports: request.reports, chainRunReference: request.chainRunReference, shopColumn: request.shopColumn)
        content.inputs = zip(result.inputs, result.inputSummaries).map { plan, summary in
            RunLog.Content.Input(sha256: summary.digest, name: plan.name, path: plan.file.path)
        }
        if model.tally.failure > 0 { content.failuresSHA256 = try target.folder.sha256(of: "failure.csv") }
        if menu != .builtIn {
            let sha256 = SHA256.hex(of: menu.fileText)
            let isKnown = try snapshot.lastLogContains(#""menu_sha256": "\#(sha256)""#)
            content.menu = isKnown ? nil : menu.fileText
            content.menuSHA256 = sha256
        }
        if try snapshot.lastRun() == 0, request.input.stock != nil {
            content.stock = menu.stockFileText(settings.opening)
        }
        return content.json.line
    }

    /// Completes the staged reports of a run that the transaction has recorded.
    private func stage(_ receipt: RunReceipt, _ applied: Applied) throws -> StagedRun {
        let folder = applied.target.folder
        let staged = try folder.prepare(durable: true)
        try steps.willCommit(applied.target, applied.model)
        return (receipt, staged, folder.shownTarget, { folder.leaveStaged() })
    }

    /// Applies the inputs to a snapshot of the ledger, which does not block other processes; nothing is written.
    private func dryRun(_ settings: RunSettings, _ files: [InputFile]) throws -> CompletedRun {
        func preview(_ snapshot: LedgerSnapshot?) throws -> CompletedRun {
            let settings = try snapshot.map { try self.settings(settings, $0) } ?? settings
            let files = try freshInputs(files, snapshot)
            let target = try RunTarget(steps, paths: files.map(\.path), ledger: file)
            let view = try snapshot?.view(settings.menu) ?? LedgerView()
            let (_, model) = try steps.produce(settings, files, target, view: view, in: snapshot)
            try steps.willCommit(target, model)
            return steps.finish(target, model, number: nil)
        }
        let completed = try file.readIfExists { snapshot in
            try file.runLog.check(snapshot)
            try file.refuseShift(snapshot)
            return try preview(snapshot)
        }
        return try completed ?? preview(nil)
    }

    private func settings(_ settings: RunSettings, _ snapshot: LedgerSnapshot) throws -> RunSettings {
        var settings = try snapshot.settings(settings, needsNewLedger: steps.request.input.needsNewLedger)
        try settings.addHistory(from: snapshot)
        settings.earlierInputs = knownInputs == .applyAgain ? EarlierInputs(inputs: []) : try snapshot.earlierInputs()
        return settings
    }

    /// The inputs to apply, without known ones that are to be skipped, which the listener is told.
    private func freshInputs(_ files: [InputFile], _ snapshot: LedgerSnapshot?) throws -> [InputFile] {
        if knownInputs == .applyAgain { return files }
        var known: [KnownInput] = []
        var fresh: [InputFile] = []
        for input in files {
            if let snapshot, try snapshot.mayKnow(sizeBytes: input.sizeBytes),
                let run = try snapshot.run(thatApplied: input.sha256(cancellation: steps.environment.cancellation))
            {
                known.append((path: input.path, run: run))
            } else {
                fresh.append(input)
            }
        }
        guard known.isEmpty || knownInputs == .exclude else { throw BatchError.knownInputs(known) }
        try checkRepeats(fresh)
        guard !known.isEmpty else { return files }
        for input in known { steps.listener.notice(.skipped(path: input.path, run: input.run)) }
        if fresh.isEmpty { throw RunOutcome.allInputsSkipped }
        for (input, name) in zip(fresh, InputSteps.names(of: fresh.map(\.path))) { input.name = name }
        return fresh
    }

    /// Throws if two inputs have the same bytes, unless the request allows it.
    private func checkRepeats(_ files: [InputFile]) throws {
        if knownInputs == .applyAgain { return }
        var seen: [String: String] = [:]
        let sizes = Dictionary(grouping: files, by: \.sizeBytes)
        for input in files where (sizes[input.sizeBytes]?.count ?? 0) > 1 {
            let sha256 = try input.sha256(cancellation: steps.environment.cancellation)
            if let first = seen.updateValue(input.path, forKey: sha256) {
                throw BatchError.usage(.sameBytes(first: first, second: input.path))
            }
        }
    }

    /// Applies a run of the run log again to a ledger that lacks it, with its original business day and time, and
    /// writes its reports unless the request is for a dry run.
    ///
    /// - Throws: `notRestored` with `different` if the run has another digest; nothing was applied then.
    func replay(_ run: LoggedRun, _ files: [InputFile]) throws {
        let settings = try steps.input.settings()
        let commit = try file.commit(.restore, notifying: steps.listener)
        func record(in transaction: LedgerTransaction) throws -> (receipt: RunReceipt, applied: Applied) {
            // The backup may be older than the end of a shift that it shows as open.
            if try transaction.snapshot.shift() != nil { try transaction.endShift() }
            return try self.record(run.content.kind, again: run, settings, files, transaction)
        }
        guard !steps.request.isDryRun else {
            return try commit.record { transaction in
                _ = try record(in: transaction)
                try steps.environment.cancellation.check()
            }
        }
        try commit.commit { transaction in
            let (receipt, applied) = try record(in: transaction)
            return (try stage(receipt, applied), ())
        }
    }

    /// Rebuilds the reports of a recorded run from its inputs, and puts them in place; nothing is applied.
    ///
    /// The rows are applied to the stock and the used ids from before the run. The digest must be the recorded one.
    func regenerateReports(
        of run: Int, purpose: Ledger.Purpose = .change, _ opened: [InputFile]?
    ) throws -> CompletedRun {
        let settings = try steps.input.settings()
        let files = try opened ?? steps.open()
        let (target, model) = try file.commit(purpose, notifying: steps.listener).write { transaction in
            let snapshot = transaction.snapshot
            let (record, opening) = try snapshot.recordToRegenerate(run, menu: settings.menu)
            let digests = try files.map { try $0.sha256(cancellation: steps.environment.cancellation) }
            guard digests == record.inputs.map(\.sha256) else { throw BatchError.usage(.otherInputs(run: run)) }
            var settings = settings
            settings.opening = opening
            settings.servedBefore = try snapshot.cancellable(menu: settings.menu, before: run)
            try settings.addHistory(from: snapshot, before: run)
            // The inputs were accepted by the original run.
            settings.earlierInputs = EarlierInputs(inputs: [])
            let target = try RunTarget(steps, paths: files.map(\.path), ledger: file)
            let (result, model) = try steps.produce(
                settings, files, target, view: snapshot.view(settings.menu, of: run), in: snapshot,
                recorded: record.business?.day)
            let money = model.money?.recorded
            guard try transaction.isSame(result, as: record, menu: settings.menu, money: money) else {
                throw BatchError.usage(.otherSettings(run: run))
            }
            try steps.willCommit(target, model)
            try target.folder.commit(durable: true)
            try transaction.recordReportsState(.inPlace, of: run)
            return (target, model)
        }
        return steps.finish(target, model, number: run, in: file)
    }
}

extension RunSettings {
    /// Adds the used ids and the newest times that a ledger has from runs before one.
    fileprivate mutating func addHistory(from snapshot: LedgerSnapshot, before run: Int = .max) throws {
        idHistory = try snapshot.idHistory(menu: menu, before: run)
        hashSeed = try snapshot.idSeed()
        newestBefore = try snapshot.newestTimes(before: run)
    }
}

extension LedgerSnapshot {
    /// Returns settings with the stock of the ledger, which must be new if so requested, and the cancellable orders.
    func settings(_ settings: RunSettings, needsNewLedger: Bool = false) throws -> RunSettings {
        var settings = settings
        settings.opening = try opening(menu: settings.menu, given: settings.opening, isGiven: needsNewLedger)
        settings.servedBefore = try cancellable(menu: settings.menu)
        return settings
    }

    /// The part of the reports of a run, or of the next one, that earlier runs determine.
    fileprivate func view(_ menu: Menu, of run: Int? = nil) throws -> LedgerView {
        var view = LedgerView()
        view.runNumber = try run ?? lastRun() + 1
        // A new ledger has no history to read.
        if view.runNumber == 1 { return view }
        let end = run ?? .max
        view.pastRuns = try runs(before: end, countMax: LedgerView.pastRunsMax)
        view.demand = try demandHistory(menu: menu, before: end)
        view.shrinkage = try shrinkage(menu: menu, before: end)
        return view
    }
}

extension LedgerFile {
    /// Replays a run without inputs from the run log; throws `notRestored` with `different` for another digest.
    func replay(_ run: LoggedRun, notifying listener: any RunListener) throws {
        try commit(.restore, notifying: listener).record { transaction in
            if try transaction.snapshot.shift() != nil { try transaction.endShift() }
            let (content, log) = (run.content, run.text)
            let by =
                if let settlement = content.settlement {
                    try transaction.settle(settlement, recordedAt: content.recordedAt, log: log)
                } else {
                    try transaction.reverse(content.reverses ?? 0, recordedAt: content.recordedAt, log: log)
                }
            guard try transaction.snapshot.digest(of: by) == run.digest else { throw differentResult(of: run) }
        }
    }

    /// The error of a run whose result differs from the run log's.
    func differentResult(of run: LoggedRun) -> BatchError {
        .notRestored(path: shownPath, error: .different(run: run.number, log: runLog.shownPath))
    }
}
