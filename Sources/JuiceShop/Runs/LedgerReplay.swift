internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// Applies a run of the run log again to a ledger that lacks it.
extension LedgerRun {
    /// Applies a run again with its original business day, time and line in the run log.
    ///
    /// Since the inputs were accepted originally, none is refused as known or as given twice. Reports are written
    /// unless the request is for a dry run.
    ///
    /// - Parameter files: the inputs.
    /// - Throws: `notRestored` with `different` if the run has another digest; nothing was applied then.
    func replay(_ run: LoggedRun, _ words: LoggedRun.InputWords, _ files: [InputFile]) throws {
        let settings = try work.input.settings()
        let commit = try file.commit(.restore, telling: work.listener)
        guard !work.request.isDryRun else {
            return try commit.write { _ = try record(run, words, settings, files, $0) }
        }
        _ = try commit.commit { transaction in
            let (receipt, folder) = try record(run, words, settings, files, transaction)
            let set = try folder.prepare(durable: true)
            return RunCommit<Ledger>.Staged(
                receipt: receipt, set: set, shownTarget: folder.shownTarget, leave: { folder.leaveStaged() })
        }
    }

    private func record(
        _ run: LoggedRun, _ words: LoggedRun.InputWords, _ settings: RunSettings, _ files: [InputFile],
        _ transaction: LedgerTransaction
    ) throws -> (RunReceipt, ReportFolder) {
        let snapshot = transaction.snapshot
        // The backup may be older than the end of a shift that it shows as open.
        if try snapshot.shift() != nil { try transaction.endShift() }
        let settings = try self.settings(settings, snapshot)
        let target = try work.target(of: files.map(\.path), ledger: file)
        let (result, model) = try work.produce(
            settings, files, target, view: view(snapshot, settings.menu), recorded: words.day,
            work.listener.beginProgress())
        let receipt = try transaction.record(
            result, settings: settings, recordedAt: run.recordedAt, date: work.request.input.readingDate,
            day: model.day, money: model.money?.recorded, log: run.content, cancellation: work.environment.cancellation
        )
        try file.check(receipt.sha256, of: run)
        try keepFacts(of: model, run: receipt.run, words.output ?? "", transaction)
        try work.environment.cancellation.check()
        return (receipt, target.folder)
    }
}

extension LedgerFile {
    /// Records a run again that has no inputs.
    ///
    /// - Parameter record: records the run and returns its number.
    /// - Throws: `notRestored` with `different` if the run has another digest; nothing was changed then.
    func replay(
        _ run: LoggedRun, telling listener: any NoticeListener, _ record: (LedgerTransaction) throws -> Int
    ) throws {
        try commit(.restore, telling: listener).write { transaction in
            if try transaction.snapshot.shift() != nil { try transaction.endShift() }
            let by = try record(transaction)
            try check(try transaction.snapshot.digest(of: by), of: run)
        }
    }

    /// Throws `notRestored` with `different` if a digest differs from that of a run in the run log.
    fileprivate func check(_ digest: String, of run: LoggedRun) throws(BatchError) {
        guard digest != run.digest else { return }
        throw .notRestored(path: shownPath, fault: .different(run: run.number, log: runLog.shownPath))
    }
}

/// Rebuilds the reports of a recorded run from its inputs; nothing is applied.
///
/// The rows are applied to the stock and the used ids from before the run. The result must equal the recorded one, down
/// to the digest.
struct LedgerRemake {
    /// The steps shared with other runs.
    let work: RunWork
    /// The ledger that contains the run.
    let file: LedgerFile
    let run: Int
    /// The purpose for which the ledger is opened.
    var purpose = Ledger.Purpose.change

    /// Rebuilds the reports and puts them in place.
    ///
    /// - Parameter opened: the inputs, if the caller has opened them already; nil to open those of the request.
    func perform(_ opened: [InputFile]?) throws -> DoneRun {
        let cancellation = work.environment.cancellation
        let settings = try work.input.settings()
        let files = try opened ?? work.open(work.listener.beginProgress())
        let (target, model) = try file.commit(purpose, telling: work.listener).write { transaction in
            let snapshot = transaction.snapshot
            let night = try snapshot.night(run, menu: settings.menu)
            let digests = try files.map { try $0.sha256(cancellation: cancellation) }
            guard digests == night.inputs else { throw BatchError.usage(.otherInputs(run: run)) }
            var settings = settings
            settings.opening = night.opening
            settings.servedBefore = try snapshot.cancellable(menu: settings.menu, before: run)
            settings.idHistory = try snapshot.idHistory(menu: settings.menu, before: run)
            settings.hashSeed = try snapshot.idSeed()
            settings.newestBefore = try snapshot.newestTimes(before: run)
            // The inputs were accepted by the original run.
            settings.earlierInputs = EarlierInputs(inputs: [])
            let past = try snapshot.runs(before: run, countMax: LedgerView.pastMax)
            let view = LedgerView(
                runNumber: run, past: past,
                demand: try snapshot.demandHistory(menu: settings.menu, before: run),
                days: try snapshot.dayFigures(before: run),
                shrinkage: try snapshot.shrinkage(menu: settings.menu, before: run))
            let target = try work.target(of: files.map(\.path), ledger: file)
            let (result, model) = try work.produce(
                settings, files, target, view: view, recorded: night.day, work.listener.beginProgress())
            guard try transaction.isSame(result, as: night, menu: settings.menu) else {
                throw BatchError.usage(.otherSettings(run: run))
            }
            try cancellation.check()
            try target.folder.commit(durable: true)
            try transaction.settleReports(of: run, .inPlace)
            return (target, model)
        }
        return work.finish(target, model, number: run)
    }
}
