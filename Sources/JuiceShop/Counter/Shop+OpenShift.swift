package import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
package import JuiceReports

extension Shop {
    /// Opens a new shift on a ledger, created if missing, or continues the open one, which keeps its menu.
    ///
    /// - Parameter shiftLogFolder: the folder of shift logs; nil for `journal` beside the ledger.
    /// - Throws: `shiftOpen` if another counter is using the shift.
    package func openShift(
        on ledger: LedgerRequest, logsIn shiftLogFolder: String? = nil, menuAt menuPath: String? = nil, process: Int32,
        language: MessageLanguage = .korean, notifying listener: any RunListener
    ) throws -> Shift {
        let file = try LedgerFile(ledger, in: environment)
        while true {
            let (record, shiftLog, isNew) = try openOrResumeShift(file, shiftLogFolder, menuPath, process, listener)
            let menu = try Menu.parse(Array(record.menu.utf8), path: file.shownPath)
            if !isNew, menuPath != nil, try environment.menu(at: menuPath).menu != menu.menu {
                listener.notice(.menuUnchanged)
            }
            let settings = RunSettings(
                menu: menu.menu, names: menu.names, opening: FruitStore(menu: menu.menu).stock,
                reading: ReadingOptions(), threads: 1, hashSeed: environment.makeSeed())
            do {
                let book = try file.book(of: record, in: shiftLog, settings, environment, notifying: listener)
                return Shift(record, isNew: isNew, book, shiftLog, file, self, language)
            } catch BatchError.badShiftLog(let path, .setAside(let line, let aside)) {
                listener.notice(.shiftLogSetAside(shiftLog: path, line: line, path: aside))
            }
        }
    }

    /// Returns the open shift or a new one, with the lock on its log.
    private func openOrResumeShift(
        _ file: LedgerFile, _ shiftLogFolder: String?, _ menuPath: String?, _ process: Int32,
        _ listener: any RunListener
    ) throws -> (OpenShift, ShiftLog, isNew: Bool) {
        try file.commit(.run, notifying: listener).write { transaction in
            try transaction.snapshot.checkStock()
            let lastRun = try transaction.snapshot.lastRun()
            if let shift = try transaction.snapshot.shift() {
                let shiftLog = try ShiftLog(of: shift)
                guard try shiftLog.lockForCounter() else {
                    throw BatchError.shiftOpen(ledger: file.shownPath, shift, isRunning: true)
                }
                guard shift.run == lastRun else {
                    throw BatchError.badShiftLog(
                        path: shift.shiftLog, error: .ledgerChanged(openedAfter: shift.run, lastRun: lastRun))
                }
                try transaction.setProcess(process)
                return (shift, shiftLog, false)
            }
            // A nightly run closes the shift before it applies its files; the next shift is opened after those files.
            let folder = ReportFolder.split(file.realPath).parent
            if FileLock.isNightlyRunActive(in: folder) {
                throw BatchError.ledgerBusy(path: file.shownPath)
            }
            let menu = try environment.menu(at: menuPath).menu
            let date = environment.today
            let shiftLog = try ShiftLog(
                in: shiftLogFolder.map { try ReportFolder.resolved(environment.path($0)) }
                    ?? "\(folder)/\(ShiftLog.folderName)",
                date: date)
            guard try shiftLog.lockForCounter() else {
                throw BatchError.invariant("another process has locked a shift log that was just created")
            }
            let shift = OpenShift(
                run: lastRun, openedAt: environment.now(), date: date, shiftLog: shiftLog.path, device: shiftLog.device,
                inode: shiftLog.inode, menu: menu.fileText, process: process)
            try file.record(shift)
            try transaction.open(shift)
            return (shift, shiftLog, true)
        }
    }

    /// Closes the shift of a ledger; the request's own inputs, menu, ledger and date are ignored.
    ///
    /// - Parameter endsWithoutShiftLog: whether the shift also ends if its log cannot be applied: if it is missing or
    ///   replaced, or if the ledger has later runs.
    /// - Returns: the outcome of the run that applied the shift log; nil if no shift is open.
    package func closeShift(
        of ledger: LedgerRequest, by run: RunRequest, endsWithoutShiftLog: Bool = true,
        notifying listener: any RunListener
    ) throws -> RunOutcome? {
        let file = try LedgerFile(ledger, in: environment)
        guard let shift = try file.shift() else {
            // An empty file is a ledger without runs. A missing file means a wrong path, so opening it throws.
            if try file.isBlank() { _ = try file.open(.read) }
            // The process that closed the shift may have been killed before it put the reports in place.
            if try file.readIfExists({ try $0.pendingReports().isEmpty }) == false {
                try putReportsInPlace(of: ledger, notifying: listener)
            }
            return nil
        }
        let steps = RunSteps(request: run, environment: environment, listener: listener)
        return try LedgerRun(steps: steps, file: file)
            .close(shift, reported: nil, endsWithoutShiftLog: endsWithoutShiftLog)
    }

    /// The paired screens of a ledger's counter; throws if the ledger is missing, since its path is probably wrong.
    package func pairedScreens(_ ledger: LedgerRequest) throws -> PairedScreens {
        let file = try LedgerFile(ledger, in: environment)
        if try file.isBlank() { _ = try file.open(.read) }
        return PairedScreens(beside: file.realPath, shownLedger: file.shownPath)
    }
}

extension LedgerRun {
    /// Closes a shift, as `Shop.closeShift`: one transaction applies the shift log as an input and ends the shift.
    ///
    /// - Parameter reported: the outcomes that the counter reported and the stock after them, which the run must
    ///   repeat; nil if unknown.
    /// - Returns: nil if the shift is no longer open in the ledger.
    func close(
        _ shift: OpenShift, reported: (codes: [OutcomeCode], stock: [Int])?, endsWithoutShiftLog: Bool
    ) throws -> RunOutcome? {
        // The run that closed the shift elsewhere, and runs after it, are no contradiction.
        guard try file.shift()?.isSame(as: shift) == true else { return nil }
        let shiftLog: ShiftLog
        do {
            shiftLog = try ShiftLog(of: shift)
            // With another stock a valid log would seem damaged, so the errors of `checkStock` come first.
            let lastRun = try file.open(.read).read { snapshot in
                try snapshot.checkStock()
                return try snapshot.lastRun()
            }
            guard lastRun == shift.run else {
                throw BatchError.badShiftLog(
                    path: shift.shiftLog, error: .ledgerChanged(openedAfter: shift.run, lastRun: lastRun))
            }
        } catch BatchError.badShiftLog(let path, let error) {
            // No counter can continue this shift. If its log exists, the rows can be applied like any other input.
            guard endsWithoutShiftLog else { throw BatchError.badShiftLog(path: path, error: error) }
            try file.end(shift, notifying: steps.listener)
            throw BatchError.badShiftLog(path: path, error: .ended(error))
        }
        // While this process holds the append lock, no counter appends to the shift log.
        return try shiftLog.withAppendLock(
            in: steps.environment, ledger: file.shownPath, cancellation: steps.environment.cancellation
        ) {
            guard try file.open(.read).read({ try $0.shift()?.isSame(as: shift) == true }) else { return nil }
            var request = steps.request
            var input = InputRequest(paths: [shift.shiftLog])
            input.date = shift.date
            input.failOn = request.input.failOn
            input.recordedMenu = (shift.menu, file.shownPath)
            request.input = input
            request.ledger = nil
            request.maxRejected = nil
            let closingSteps = RunSteps(request: request, environment: steps.environment, listener: steps.listener)
            let closing = LedgerRun(steps: closingSteps, file: file)
            _ = try file.book(
                of: shift, in: shiftLog, closing.steps.input.settings(), steps.environment, notifying: steps.listener)
            return .done(try closing.applyShiftLog(of: shift, reported: reported))
        }
    }
}

extension LedgerFile {
    /// The bookings in a shift log; its last row is cut off if it is incomplete, since it was never confirmed.
    ///
    /// - Throws: `badShiftLog` with `setAside` if the log has a row that no counter has written. The log was then set
    ///   aside, and the shift has ended.
    fileprivate func book(
        of shift: OpenShift, in shiftLog: ShiftLog, _ settings: RunSettings, _ environment: Environment,
        notifying listener: any RunListener
    ) throws -> sending ShiftBook {
        var line = 1
        if try shiftLog.read().starts(with: ShiftLog.header) {
            var book = try ShiftBook(open(.read).read { try $0.settings(settings) }, of: shift, in: environment)
            guard let damagedLine = try book.replay(shiftLog) else { return book }
            line = damagedLine
        }
        let aside = try shiftLog.setAside()
        try end(shift, notifying: listener)
        throw BatchError.badShiftLog(path: shift.shiftLog, error: .setAside(line: line, path: aside))
    }
}

/// The file `LEDGER.screens` with digests of the cookies of screens that stay paired when a counter is restarted.
package struct PairedScreens: Sendable {
    /// A paired screen: the SHA-256 of its cookie, in hex digits, and the time of its pairing, in seconds since 1970.
    package typealias Screen = (digest: String, pairedAt: Int)

    /// The time for which a screen stays paired, in seconds: 30 days.
    package static let secondsMax = 30 * 86_400

    private let file: LedgerCompanion

    /// Creates the file beside a ledger, from the ledger's real path and its path in messages.
    package init(beside ledger: String, shownLedger: String) {
        file = LedgerCompanion(beside: ledger, shownLedger: shownLedger, suffix: ".screens")
    }

    /// Reads the screens; none if the file is missing or invalid.
    package func read() throws(BatchError) -> [Screen] {
        (try file.read()?["screens"]?.elements ?? []).compactMap { screen in
            guard let digest = screen["digest"]?.string, let pairedAt = screen["paired_at"]?.int else { return nil }
            return (digest, pairedAt)
        }
    }

    /// Writes the screens; they are on disk when this returns.
    package func write(_ screens: [Screen]) throws(BatchError) {
        try file.write(["screens": screens.map { ["digest": $0.digest, "paired_at": $0.pairedAt] as JSONValue }])
    }

    /// Whether a screen is still paired at a time, in seconds since 1970.
    package static func isPaired(_ screen: Screen, at now: Int) -> Bool {
        // A damaged file may have any number, whose difference from the time could be out of range.
        (now - secondsMax...now).contains(screen.pairedAt)
    }

    /// Whether the file exists; true if that cannot be determined.
    package var fileExists: Bool { (try? file.read() == nil) != true }

    /// Removes the file, which ends every pairing; returns the number of paired screens.
    package func forget() throws(BatchError) -> Int {
        let count = try read().count
        try file.remove()
        return count
    }
}
