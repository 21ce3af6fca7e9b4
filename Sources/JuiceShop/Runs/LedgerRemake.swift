internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// Makes the reports of a run on record again, from its inputs; nothing is applied.
///
/// The rows are applied to the stock that the run started from, under the ids that were used before it, and what comes
/// of it has to be what the ledger has on record, to the last digest.
struct LedgerRemake {
    /// The steps shared with other runs.
    let work: RunWork
    /// The ledger that has the run on record.
    let file: LedgerFile
    let run: Int
    /// The purpose for which the ledger is opened.
    var purpose = Ledger.Purpose.change

    /// Makes the reports again, and puts them in place.
    ///
    /// - Parameter opened: the inputs, if the caller has opened them already; nil to open those of the request.
    func perform(_ opened: [InputFile]?) throws -> DoneRun {
        let interruption = work.surroundings.interruption
        let settings = try work.input.settings()
        let files = try opened ?? work.open(work.listener.beginProgress())
        let (target, model) = try file.commit(purpose, telling: work.listener).write { transaction in
            let snapshot = transaction.snapshot
            let night = try snapshot.night(run, menu: settings.menu)
            let digests = try files.map { try $0.sha256(interruption: interruption) }
            guard digests == night.inputs else { throw BatchError.usage(.otherInputs(run: run)) }
            var settings = settings
            settings.opening = night.opening
            settings.servedBefore = try snapshot.cancellable(menu: settings.menu, before: run)
            settings.idHistory = try snapshot.idHistory(menu: settings.menu, before: run)
            settings.hashSeed = try snapshot.idSeed()
            settings.newestBefore = try snapshot.newestTimes(before: run)
            // What may be applied was decided then.
            settings.earlierInputs = EarlierInputs(inputs: [])
            let past = try snapshot.runs(before: run, countMax: LedgerView.pastMax)
            let view = LedgerView(
                runNumber: run, past: past.map { PastRun($0, menu: settings.menu) },
                demand: try snapshot.demandHistory(menu: settings.menu, before: run),
                days: try snapshot.dayFigures(before: run),
                shrinkage: try snapshot.shrinkage(menu: settings.menu, before: run))
            let target = try work.target(of: files.map(\.path), ledger: file)
            let (result, model) = try work.produce(
                settings, files, target, view: view, recorded: night.day, work.listener.beginProgress())
            guard try transaction.isSame(result, as: night, menu: settings.menu) else {
                throw BatchError.usage(.otherSettings(run: run))
            }
            try interruption.check()
            try target.folder.commit(durable: true)
            try transaction.settleReports(of: run, .inPlace)
            return (target, model)
        }
        return work.finish(target, model, number: run)
    }
}
