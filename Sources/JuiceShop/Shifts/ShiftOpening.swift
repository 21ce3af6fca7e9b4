internal import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
internal import JuiceReports

extension Shop {
    /// Opens the shift of a ledger, or goes on with the one that is open.
    ///
    /// - Parameter listener: is told of a journal that was put aside, among others.
    /// - Throws: `shiftOpen` where another counter has it.
    package func openShift(_ request: ShiftRequest, telling listener: any NoticeListener) throws -> Shift {
        let file = try LedgerFile(request.ledger, in: surroundings)
        while true {
            let (record, journal, isNew) = try take(request, file, listener)
            let menu = try MenuFile.parse(Array(record.menu.utf8), path: file.shownPath)
            if !isNew, request.menu != nil, try surroundings.menu(at: request.menu).menu != menu.menu {
                listener.notice(.menuKept)
            }
            let settings = RunSettings(
                menu: menu.menu, names: menu.names, opening: FruitStore(menu: menu.menu).stock,
                reading: ReadingOptions(), threads: 1, hashSeed: surroundings.makeSeed())
            do {
                let opening = try file.open(.read).read { try $0.shiftSettings(settings) }
                return try Shift(record, isNew: isNew, opening, journal, file, self, request.language)
            } catch let damage as ShiftBook.Damage {
                let aside = try journal.setAside()
                try file.end(record, telling: listener)
                listener.notice(
                    .journalSetAside(journal: record.journal, line: damage.line, path: aside))
            }
        }
    }

    /// The shift that is open, or a new one; this process has the seat at its journal.
    private func take(
        _ request: ShiftRequest, _ file: LedgerFile, _ listener: any NoticeListener
    ) throws -> (OpenShift, Journal, isNew: Bool) {
        try file.commit(.run, telling: listener).write { transaction in
            let lastRun = try transaction.snapshot.lastRun()
            if let shift = try transaction.snapshot.shift() {
                let journal = try Journal(of: shift)
                guard try journal.takeSeat() else {
                    throw BatchError.shiftOpen(
                        ShiftInTheWay(ledger: file.shownPath, shift: shift, isAtWork: true))
                }
                guard shift.run == lastRun else {
                    throw BatchError.badJournal(
                        path: shift.journal, fault: .leftBehind(openedAfter: shift.run, lastRun: lastRun))
                }
                try transaction.setProcess(request.process)
                return (shift, journal, false)
            }
            // It has closed the shift before, and its files come before the next one.
            if NightLock.isTaken(in: Self.folder(of: file)) {
                throw BatchError.ledgerBusy(path: file.shownPath, holder: nil)
            }
            let menu = try surroundings.menu(at: request.menu).menu
            let date = surroundings.today
            let journal = try Journal(in: journalFolder(request, file), date: date)
            guard try journal.takeSeat() else {
                throw BatchError.invariant("somebody has the seat at a journal that was just made")
            }
            let shift = OpenShift(
                run: lastRun, openedAt: surroundings.now(), date: date, journal: journal.path, device: journal.device,
                inode: journal.inode, menu: MenuFile.text(of: menu), process: request.process)
            try ShiftMark(beside: file).write(shift)
            try transaction.open(shift)
            return (shift, journal, true)
        }
    }

    /// The real path of the folder of the journals.
    private func journalFolder(_ request: ShiftRequest, _ file: LedgerFile) throws(BatchError) -> String {
        if let folder = request.journalFolder { return try ReportFolder.resolved(surroundings.path(folder)) }
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
        let file = try LedgerFile(request.ledger, in: surroundings)
        guard let shift = try file.shift() else {
            // An empty file is a ledger that no run has written to; none at all is a wrong path.
            if try file.isBlank() { _ = try file.open(.read) }
            // The process that closed the shift may have been killed before its reports were in place.
            try file.settleReports(telling: listener)
            return nil
        }
        return try ClosingRun(
            file: file, request: request.run, surroundings: surroundings, listener: listener, said: nil,
            endsWithoutJournal: request.endsWithoutJournal
        ).perform(shift)
    }
}
