internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// Runs of the run log that are applied again to a ledger that lacks them.
extension LedgerRun {
    /// Applies a run again, as it was applied: with its business day, its time and its line in the run log.
    ///
    /// What may be applied was decided when it was applied first, so no input is refused as known or as a repetition. The
    /// reports are written unless the run is a dry run by its request.
    ///
    /// - Parameter files: the inputs.
    /// - Throws: `notRestored` with `different` where another digest comes out; nothing was applied then.
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
        // A backup may be of a time at which a shift was open that has ended since.
        if try snapshot.shift() != nil { try transaction.endShift() }
        let settings = try self.settings(settings, snapshot)
        let target = try work.target(of: files.map(\.path), ledger: file)
        let (result, model) = try work.produce(
            settings, files, target, view: view(snapshot, settings.menu), recorded: words.day,
            work.listener.beginProgress())
        let receipt = try transaction.record(
            result, settings: settings, recordedAt: run.recordedAt, date: work.request.input.readingDate,
            day: model.day, money: model.money?.recorded, log: run.content, interruption: work.surroundings.interruption
        )
        try file.check(receipt.sha256, of: run)
        try keepFacts(of: model, run: receipt.run, words.output ?? "", transaction)
        try work.surroundings.interruption.check()
        return (receipt, target.folder)
    }
}

extension LedgerFile {
    /// Records a run again that applied no inputs.
    ///
    /// - Parameter record: records it, and says its number.
    /// - Throws: `notRestored` with `different` where another digest comes out; nothing was changed then.
    func replay(
        _ run: LoggedRun, telling listener: any NoticeListener, _ record: (LedgerTransaction) throws -> Int
    ) throws {
        try commit(.restore, telling: listener).write { transaction in
            if try transaction.snapshot.shift() != nil { try transaction.endShift() }
            let by = try record(transaction)
            try check(try transaction.snapshot.digest(of: by), of: run)
        }
    }

    /// Throws `notRestored` with `different` where a digest is not that of a run in the run log.
    fileprivate func check(_ digest: String, of run: LoggedRun) throws(BatchError) {
        guard digest != run.digest else { return }
        throw .notRestored(path: shownPath, fault: .different(run: run.number, log: runLog.shownPath))
    }
}
