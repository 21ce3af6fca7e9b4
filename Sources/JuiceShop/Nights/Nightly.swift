internal import JuiceBatch
package import JuiceReports

extension Shop {
    /// Lets a night happen in the shop's folder: applies the files of `inbox/` to `shop.sqlite`, one run each, in name
    /// order, and puts them away; each one's reports go to `reports/DATE/NAME`.
    package func night(_ request: NightRequest, telling listener: any NightListener) throws -> ExitStatus {
        let keeper = try NightKeeper(request, in: surroundings, telling: listener)
        let day = surroundings.today
        let ledger = try NightLedger(request.ledger, in: surroundings)
        var runs: [Int] = []
        /// The error, with the runs that this nightly run has committed before it.
        func withRuns(_ error: any Error) -> any Error {
            guard let cause = error as? BatchError, !runs.isEmpty else { return error }
            return PartlyAppliedError(cause, after: .runs(runs))
        }
        let complain = { listener.failed(withRuns($0)) }
        let door = NightDoor(
            closeShift: { reports in
                let closed = try closeShift(before: request, reports: reports, telling: listener)
                if let run = closed?.run { runs.append(run) }
                return closed
            },
            ledger: ledger.door,
            trySettings: {
                try trySettings(request, telling: listener)
                // Reports that a killed run has left take their place before a new folder is named.
                try settleReports(of: request.ledger, telling: listener)
            },
            apply: { input, modifiedSeconds, reports in
                try ledger.refuseGoneMeanwhile()
                let written = surroundings.businessDay(at: modifiedSeconds, from: request.run.input.till.dayStart)
                let run = request.run(of: input.path, reports: reports, written: written)
                switch try self.run(run, opened: [input], telling: listener) {
                case .done(let done):
                    guard let number = done.number else { throw BatchError.invariant("a night's run has no number") }
                    runs.append(number)
                    return .applied(run: number, exitStatus: done.exitStatus, day: done.model.dayWarning)
                case .tooManyRejected: return .tooManyRejected
                case .nothingLeft(let known): throw BatchError.knownInputs(known)
                }
            },
            backUp: { try backUp(ledger, keeping: request.keepBackups, request.run.language, telling: listener.say) },
            tidy: { try removeOld(request, ledger, complain: complain, telling: listener) },
            makeIndex: { folder in
                IndexRenewal(
                    surroundings: surroundings, language: request.run.language, closed: request.run.closed,
                    isDurable: true, listener: listener
                ).renew(folder, isWanted: true)
            },
            keep: keeper.keep, count: keeper.count, foresee: keeper.foresee,
            complain: complain, say: listener.say, wait: surroundings.wait)
        var settings = Night.Settings(day: day, settleMs: request.settleMs, language: request.run.language)
        settings.filesExpected = request.filesExpected
        do {
            try Inbox.check(in: ledger.root, marks: NightRequest.marks)
            return try Night(
                in: surroundings.folder, settings, interruption: surroundings.interruption, door: door
            ).run()
        } catch {
            if !keeper.hasBegun { noteNight(ExitReason(of: error), telling: listener) }
            throw withRuns(error)
        }
    }

    /// Closes the shift of the counter, if one is open.
    ///
    /// - Parameter reports: the folder for the reports of a journal.
    func closeShift(
        before request: NightRequest, reports: (FileName) -> String, telling listener: any NightListener
    ) throws -> NightDoor.ClosedShift? {
        let file = try LedgerFile(request.ledger, in: surroundings)
        guard let shift = try file.shift() else { return nil }
        let journal = FileName(InputWork.names(of: [shift.journal]).joined())
        let folder = reports(journal)
        var closing = ClosingRequest(ledger: request.ledger, run: request.run(of: shift.journal, reports: folder))
        // Its disk may be there tomorrow.
        closing.endsWithoutJournal = false
        do {
            guard let outcome = try closeShift(closing, telling: listener) else { return nil }
            let run: Int? = if case .done(let done) = outcome { done.number } else { nil }
            return NightDoor.ClosedShift(journal: journal, run: run, exitStatus: outcome.exitStatus, reports: folder)
        } catch {
            throw NightDoor.ShiftStaysOpen(cause: error)
        }
    }

    /// Makes a backup of the ledger unless there is one of its last run.
    ///
    /// - Parameter tell: is told why there is none.
    /// - Returns: `ledgerNotBackedUp` where there is none; what was applied stands.
    func backUp(
        _ ledger: NightLedger, keeping count: Int, _ language: MessageLanguage, telling tell: (String) throws -> Void
    ) throws -> ExitStatus {
        guard count > 0 else { return .done }
        do {
            try Backups(of: ledger).renew(keeping: count)
            return .done
        } catch let failure as Backups.Failure {
            let reason = ExitReason.ledgerNotBackedUp
            try tell(NightMessages(language).backupFailed(failure.path, failure.reason, code: reason.code))
            return ExitStatus(reason)
        }
    }

    /// Tries everything on an input without a header, which has to be refused.
    func trySettings(_ request: NightRequest, telling listener: any NightListener) throws {
        let day = surroundings.today
        var trial = request.run(of: "/dev/null", reports: "reports/\(day)/.nightly", written: day)
        trial.isDryRun = true
        trial.isTrial = true
        do {
            _ = try run(trial, telling: listener)
            throw BatchError.invariant("an input without a header was not refused")
        } catch BatchError.refused(let refusal) where refusal.reason == .noHeader {
            // As it has to be.
        }
    }
}
