internal import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
package import JuiceReports

extension Shop {
    /// Opens a new shift on a ledger, or continues the open one.
    ///
    /// - Parameter listener: receives notices, for example about a damaged shift log that was set aside.
    /// - Throws: `shiftOpen` if another counter is using the shift.
    package func openShift(_ request: ShiftRequest, telling listener: any NoticeListener) throws -> Shift {
        let file = try LedgerFile(request.ledger, in: environment)
        while true {
            let (record, shiftLog, isNew) = try take(request, file, listener)
            let menu = try MenuFile.parse(Array(record.menu.utf8), path: file.shownPath)
            if !isNew, request.menu != nil, try environment.menu(at: request.menu).menu != menu.menu {
                listener.notice(.menuKept)
            }
            let settings = RunSettings(
                menu: menu.menu, names: menu.names, opening: FruitStore(menu: menu.menu).stock,
                reading: ReadingOptions(), threads: 1, hashSeed: environment.makeSeed())
            do {
                let opening = try file.open(.read).read { try $0.shiftSettings(settings) }
                return try Shift(record, isNew: isNew, opening, shiftLog, file, self, request.language)
            } catch let damage as ShiftBook.Damage {
                let aside = try shiftLog.setAside()
                try file.end(record, telling: listener)
                listener.notice(
                    .shiftLogSetAside(shiftLog: record.shiftLog, line: damage.line, path: aside))
            }
        }
    }

    /// Returns the open shift or a new one, with the lock on its log.
    private func take(
        _ request: ShiftRequest, _ file: LedgerFile, _ listener: any NoticeListener
    ) throws -> (OpenShift, ShiftLog, isNew: Bool) {
        try file.commit(.run, telling: listener).write { transaction in
            let lastRun = try transaction.snapshot.lastRun()
            if let shift = try transaction.snapshot.shift() {
                let shiftLog = try ShiftLog(of: shift)
                guard try shiftLog.takeSeat() else {
                    throw BatchError.shiftOpen(ledger: file.shownPath, shift, isAtWork: true)
                }
                guard shift.run == lastRun else {
                    throw BatchError.badShiftLog(
                        path: shift.shiftLog, fault: .leftBehind(openedAfter: shift.run, lastRun: lastRun))
                }
                try transaction.setProcess(request.process)
                return (shift, shiftLog, false)
            }
            // That nightly run has closed the previous shift, and its files are applied before the next shift is
            // opened.
            if FileLock.isNightlyRunAtWork(in: Self.folder(of: file)) {
                throw BatchError.ledgerBusy(path: file.shownPath, holder: nil)
            }
            let menu = try environment.menu(at: request.menu).menu
            let date = environment.today
            let shiftLog = try ShiftLog(in: shiftLogFolder(request, file), date: date)
            guard try shiftLog.takeSeat() else {
                throw BatchError.invariant("somebody has the seat at a journal that was just made")
            }
            let shift = OpenShift(
                run: lastRun, openedAt: environment.now(), date: date, shiftLog: shiftLog.path, device: shiftLog.device,
                inode: shiftLog.inode, menu: MenuFile.text(of: menu), process: request.process)
            try ShiftMark(beside: file).write(shift)
            try transaction.open(shift)
            return (shift, shiftLog, true)
        }
    }

    /// The real path of the folder for shift logs.
    private func shiftLogFolder(_ request: ShiftRequest, _ file: LedgerFile) throws(BatchError) -> String {
        if let folder = request.shiftLogFolder { return try ReportFolder.resolved(environment.path(folder)) }
        return Self.folder(of: file) + "/journal"
    }

    /// The folder that contains a ledger.
    private static func folder(of file: LedgerFile) -> String {
        file.realPath.lastIndex(of: "/").map { String(file.realPath[..<$0]) } ?? ""
    }

    /// Closes the shift of a ledger.
    ///
    /// - Returns: the outcome of the run that applied the shift log; nil if no shift is open.
    package func closeShift(_ request: ClosingRequest, telling listener: any RunListener) throws -> RunOutcome? {
        let file = try LedgerFile(request.ledger, in: environment)
        guard let shift = try file.shift() else {
            // An empty file is a ledger without runs. A missing file means a wrong path, so opening it throws.
            if try file.isBlank() { _ = try file.open(.read) }
            // The process that closed the shift may have been killed before it put the reports in place.
            try file.settleReports(telling: listener)
            return nil
        }
        return try ClosingRun(
            file: file, request: request.run, environment: environment, listener: listener, said: nil,
            endsWithoutShiftLog: request.endsWithoutShiftLog
        ).perform(shift)
    }
}

/// A request to open a counter.
package struct ShiftRequest: Sendable {
    /// The ledger, which is created if it is missing.
    package var ledger: LedgerRequest
    /// The folder of shift logs; nil for `journal` beside the ledger.
    package var shiftLogFolder: String?
    /// The menu file; nil for the built-in menu.
    ///
    /// An open shift keeps the menu that it was opened with.
    package var menu: String?
    /// The process id of the counter.
    package var process: Int32
    /// The language of error messages on the screens.
    package var language = MessageLanguage.korean

    /// Creates a request for a counter on a ledger.
    package init(ledger: LedgerRequest, process: Int32) {
        self.ledger = ledger
        self.process = process
    }
}

/// A request to close a shift.
package struct ClosingRequest: Sendable {
    /// The ledger of the shift.
    package var ledger: LedgerRequest
    /// The settings for reports and messages, and the folder of the reports; it has no inputs.
    package var run: RunRequest
    /// Whether the shift also ends if its log cannot be applied: if it is missing or replaced, or if the ledger has
    /// later runs.
    package var endsWithoutShiftLog = true

    /// Creates a request to close the shift of a ledger.
    ///
    /// - Parameter run: the settings for reports; inputs, menu, ledger and date are taken from the shift.
    package init(ledger: LedgerRequest, run: RunRequest) {
        self.ledger = ledger
        self.run = run
    }
}
