internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports
internal import JuiceShop

/// Makes the reports of a run on record again, from its inputs; nothing is applied.
///
/// The rows are applied to the stock that the run started from, under the ids that were used before it, and what comes
/// of it has to be what the ledger has on record, to the last digest.
struct LedgerRemake {
    let command: RunCommand
    let file: LedgerFile
    /// The run's number.
    let run: Int

    func perform() throws -> RunEnd {
        let settings = try command.input.settings()
        let files = try command.open(command.progressLine)
        let commit = try file.open(.change).commit(in: command.speech.language)
        let (target, tally) = try commit.write { transaction in
            let snapshot = transaction.snapshot
            let night = try snapshot.night(run, menu: settings.menu)
            let digests = try files.map { try $0.sha256(interruption: Signals.interruption) }
            guard digests == night.inputs else { throw BatchError.usage(.otherInputs(run: run)) }
            var settings = settings
            settings.opening = night.opening
            settings.idHistory = try snapshot.idHistory(menu: settings.menu, before: run)
            settings.hashSeed = try snapshot.idSeed()
            let past = try snapshot.runs(before: run, countMax: LedgerView.pastMax)
            let view = LedgerView(runNumber: run, past: past.map { PastRun($0, menu: settings.menu) })
            let target = try RunTarget(command: command, paths: files.map(\.path), ledger: file)
            let result = try command.produce(
                settings, files, target, view: view, date: night.date, command.progressLine)
            guard try transaction.isSame(result, as: night, menu: settings.menu) else {
                throw BatchError.usage(.otherSettings(run: run))
            }
            try Signals.interruption.check()
            try target.folder.commit(durable: true)
            try transaction.settleReports(of: run, .inPlace)
            return (target, result.tally)
        }
        target.summary?.append()
        return RunEnd(status: command.input.status(of: tally), run: run)
    }
}
