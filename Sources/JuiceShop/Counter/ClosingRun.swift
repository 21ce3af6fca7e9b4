internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The run that ends a shift: its journal is applied as an input of its own, and the shift is no more, in one
/// transaction.
struct ClosingRun {
    let file: LedgerFile
    /// The options of the run's reports; inputs, menu, ledger and date are the shift's.
    let request: RunRequest
    let environment: Environment
    let listener: any RunListener
    /// The outcome that the counter reported for each row, which the run has to repeat; nil if it is unknown.
    let said: [OutcomeCode]?
    /// Whether the shift ends also where its journal is not to be had.
    var endsWithoutShiftLog = true

    /// Runs the shift log and records it in the ledger.
    ///
    /// - Returns: nil if the ledger no longer has the shift.
    func perform(_ shift: OpenShift) throws -> RunOutcome? {
        let shiftLog: ShiftLog
        do {
            shiftLog = try ShiftLog(of: shift)
            try checkPlace(of: shift)
        } catch BatchError.badShiftLog(let path, let fault) {
            // No counter can go on with this shift; what is valid in the journal can be applied like any other input.
            if endsWithoutShiftLog { try file.end(shift, telling: listener) }
            throw BatchError.badShiftLog(path: path, fault: fault)
        }
        // While this process holds the pen, no counter appends to the journal.
        return try shiftLog.withPen(
            in: environment, ledger: file.shownPath, cancellation: environment.cancellation
        ) {
            guard try file.open(.read).read({ try $0.shift()?.isSame(as: shift) == true }) else { return nil }
            return .done(try run(shift, shiftLog))
        }
    }

    /// Checks that no run has come since the shift was opened.
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

    /// Cuts off an incomplete last row, which was never confirmed; sets a damaged journal aside and ends the shift.
    ///
    /// - Throws: `badShiftLog` with `setAside` if the journal holds what no counter has written.
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

    /// The journal as an input.
    static func input(_ shift: OpenShift, _ environment: Environment) throws(BatchError) -> InputFile {
        let name = InputWork.names(of: [shift.shiftLog]).joined()
        return try InputFile(
            path: shift.shiftLog, name: name, spillFolder: environment.temporaryFolder,
            cancellation: environment.cancellation)
    }
}

extension LedgerSnapshot {
    /// Settings with what the ledger has for a shift to begin with.
    func shiftSettings(_ settings: RunSettings) throws -> RunSettings {
        var settings = settings
        settings.opening = try opening(menu: settings.menu, given: settings.opening, isAsked: false)
        settings.servedBefore = try cancellable(menu: settings.menu)
        return settings
    }
}
