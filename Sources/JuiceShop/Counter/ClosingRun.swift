internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The run that closes a shift: one transaction applies the shift log as an input and ends the shift.
struct ClosingRun {
    let file: LedgerFile
    /// The options for the run's reports; inputs, menu, ledger and date are those of the shift.
    let request: RunRequest
    let environment: Environment
    let listener: any RunListener
    /// The outcome that the counter reported for each row, which the run must repeat; nil if unknown.
    let said: [OutcomeCode]?
    /// Whether the shift also ends if its log cannot be applied: if it is missing or replaced, or if the ledger has
    /// later runs.
    var endsWithoutShiftLog = true

    /// Runs the shift log and records the run in the ledger.
    ///
    /// - Returns: nil if the shift is no longer open in the ledger.
    func perform(_ shift: OpenShift) throws -> RunOutcome? {
        let shiftLog: ShiftLog
        do {
            shiftLog = try ShiftLog(of: shift)
            try checkPlace(of: shift)
        } catch BatchError.badShiftLog(let path, let fault) {
            // No counter can continue this shift. If its log exists, the valid rows can be applied like any other
            // input.
            if endsWithoutShiftLog { try file.end(shift, telling: listener) }
            throw BatchError.badShiftLog(path: path, fault: fault)
        }
        // While this process holds the pen, no counter appends to the shift log.
        return try shiftLog.withPen(
            in: environment, ledger: file.shownPath, cancellation: environment.cancellation
        ) {
            guard try file.open(.read).read({ try $0.shift()?.isSame(as: shift) == true }) else { return nil }
            return .done(try run(shift, shiftLog))
        }
    }

    /// Checks that the ledger has no runs after the one at which the shift was opened.
    private func checkPlace(of shift: OpenShift) throws {
        let lastRun = try file.open(.read).read { try $0.lastRun() }
        guard lastRun == shift.run else {
            throw BatchError.badShiftLog(
                path: shift.shiftLog, fault: .leftBehind(openedAfter: shift.run, lastRun: lastRun))
        }
    }

    private func run(_ shift: OpenShift, _ shiftLog: ShiftLog) throws -> DoneRun {
        let menu = try MenuFile.parse(Array(shift.menu.utf8), path: file.shownPath)
        var request = request
        var input = InputRequest(paths: [shift.shiftLog])
        input.date = shift.date
        input.failOn = request.input.failOn
        request.input = input
        request.ledger = nil
        request.maxRejected = nil
        var work = RunWork(request: request, environment: environment, listener: listener)
        work.menu = menu
        let settings = try work.input.settings()
        try check(shift, shiftLog, settings)
        let run = LedgerRun(work: work, file: file, knownInputs: .refuse)
        return try run.close(shift, said: said)
    }

    /// Cuts off an incomplete last row, which was never confirmed; sets a damaged shift log aside and ends the shift.
    ///
    /// - Throws: `badShiftLog` with `setAside` if the log has a row that no counter has written.
    private func check(_ shift: OpenShift, _ shiftLog: ShiftLog, _ settings: RunSettings) throws {
        var book = try ShiftBook(
            file.open(.read).read { try $0.shiftSettings(settings) }, shiftLog: Self.input(shift, environment))
        do {
            try book.replay(shiftLog)
        } catch let damage as ShiftBook.Damage {
            let aside = try shiftLog.setAside()
            try file.end(shift, telling: listener)
            throw BatchError.badShiftLog(path: shift.shiftLog, fault: .setAside(line: damage.line, path: aside))
        }
    }

    /// Opens the shift log as an input.
    static func input(_ shift: OpenShift, _ environment: Environment) throws(BatchError) -> InputFile {
        let name = InputWork.names(of: [shift.shiftLog]).joined()
        return try InputFile(
            path: shift.shiftLog, name: name, spillFolder: environment.temporaryFolder,
            cancellation: environment.cancellation)
    }
}

extension LedgerSnapshot {
    /// Returns settings with the stock and the cancellable orders of the ledger, from which a shift starts.
    func shiftSettings(_ settings: RunSettings) throws -> RunSettings {
        var settings = settings
        settings.opening = try opening(menu: settings.menu, given: settings.opening, isAsked: false)
        settings.servedBefore = try cancellable(menu: settings.menu)
        return settings
    }
}
