internal import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
package import JuiceReports

extension Shop {
    /// Opens the shift of a ledger, or continues the one that is open.
    ///
    /// - Parameter listener: receives notices, such as about a shift log that was moved aside.
    /// - Throws: `shiftOpen` where another counter has it.
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

    /// The shift that is open, or a new one; this process has the seat at its journal.
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
            // It has closed the shift before, and its files come before the next one.
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

    /// The real path of the folder of the journals.
    private func shiftLogFolder(_ request: ShiftRequest, _ file: LedgerFile) throws(BatchError) -> String {
        if let folder = request.shiftLogFolder { return try ReportFolder.resolved(environment.path(folder)) }
        return Self.folder(of: file) + "/journal"
    }

    /// The folder that a ledger lies in.
    private static func folder(of file: LedgerFile) -> String {
        file.realPath.lastIndex(of: "/").map { String(file.realPath[..<$0]) } ?? ""
    }

    /// Closes the shift of a ledger.
    ///
    /// - Returns: what came of the run over its journal; nil if no shift is open.
    package func closeShift(_ request: ClosingRequest, telling listener: any RunListener) throws -> RunOutcome? {
        let file = try LedgerFile(request.ledger, in: environment)
        guard let shift = try file.shift() else {
            // An empty file is a ledger that no run has written to; none at all is a wrong path.
            if try file.isBlank() { _ = try file.open(.read) }
            // The process that closed the shift may have been killed before its reports were in place.
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
    /// The ledger; it is begun if it is missing.
    package var ledger: LedgerRequest
    /// The folder of shift logs; nil for `shiftLog` beside the ledger.
    package var shiftLogFolder: String?
    /// The menu file; nil for the built-in menu.
    ///
    /// A shift that is open keeps its own.
    package var menu: String?
    /// The process that will be at work.
    package var process: Int32
    /// The language of error messages on the screens.
    package var language = MessageLanguage.korean

    /// A counter on a ledger.
    package init(ledger: LedgerRequest, process: Int32) {
        self.ledger = ledger
        self.process = process
    }
}

/// A request to close a shift.
package struct ClosingRequest: Sendable {
    /// The ledger of the shift.
    package var ledger: LedgerRequest
    /// The form of reports and messages, and the folder of the reports; it has no inputs.
    package var run: RunRequest
    /// Whether the shift ends also where its journal is not to be had: gone, replaced, or of a ledger that has gone on.
    package var endsWithoutShiftLog = true

    /// The shift of a ledger.
    ///
    /// - Parameter run: how its journal is to be reported; inputs, menu, ledger and date are the shift's.
    package init(ledger: LedgerRequest, run: RunRequest) {
        self.ledger = ledger
        self.run = run
    }
}
