package import JuiceBatch
package import JuiceCore
internal import JuiceLedger
internal import JuiceReports

/// An open shift of the counter in this process, which books the requests of all screens.
///
/// Its methods may be called from any thread. Except for `view`, they may wait for the disk.
package final class Shift: Sendable {
    /// The bookings; the lock is held by each operation that changes the shift.
    private let shiftBook: LockedValue<ShiftBook>
    /// The view that screens show, which can be read while a booking waits for the disk.
    private let shown: LockedValue<ShiftView>
    /// The outcome of the run that closed the shift; nil if this process has not closed it.
    private let outcome = LockedValue<RunOutcome?>(nil)
    private let log: ShiftLog
    private let record: OpenShift
    private let file: LedgerFile
    private let reader: LedgerReader
    private let shop: Shop
    /// Whether this process opened the shift, as opposed to continuing it.
    private let isNew: Bool
    private let language: MessageLanguage

    /// Continues a shift whose log this process has locked.
    init(
        _ record: OpenShift, isNew: Bool, _ book: consuming sending ShiftBook, _ log: ShiftLog, _ file: LedgerFile,
        _ shop: Shop, _ language: MessageLanguage
    ) {
        self.record = record
        self.file = file
        reader = LedgerReader(file)
        self.shop = shop
        self.isNew = isNew
        self.language = language
        self.log = log
        shown = LockedValue(book.view(of: record, now: shop.environment.localTime()))
        shiftBook = LockedValue(book)
    }

    /// The shift as screens show it; reading it never waits for the disk.
    package var view: ShiftView { shown.withLock { $0 } }

    private func show(_ status: ShiftView.Status) { shown.withLock { $0.status = status } }

    /// The real path of the shift log.
    package var shiftLog: String { record.shiftLog }

    /// The bookings with some ids, and the fruits that the stock lacks now for the short orders among them.
    package func bookings(_ ids: [String]) -> (bookings: [Booking?], shortage: ShortOrders?) {
        shiftBook.withLock { book in (ids.map { book.booking($0) }, book.shortage(ids)) }
    }

    /// Books requests in order with one write to the disk for all; each booked one is on disk when this returns.
    package func book(_ requests: [CounterRequest]) -> [Answer] {
        shiftBook.withLock { book in
            switch view.status {
            case .closed: return requests.map { book.answerAfterEnd($0) }
            case .stopped(let text): return requests.map { _ in .refused(.notRecorded(text)) }
            case .open: break
            }
            do {
                return try withAppendLock { try add(requests, to: &book) }
            } catch {
                let text = language.text(of: error)
                return requests.map { _ in .refused(.ledgerUnreadable(text)) }
            }
        }
    }

    /// Updates the time in `view`; returns false once this or another process has closed the shift.
    package func checkIsOpen() throws -> Bool {
        try shiftBook.withLock { book in
            if view.status == .closed { return false }
            if view.status == .open {
                let view = book.view(of: record, now: shop.environment.localTime())
                shown.withLock { $0 = view }
            }
            return try withAppendLock { try usedIDs(among: []) != nil }
        }
    }

    private func withAppendLock<Value>(_ body: () throws -> Value) throws -> Value {
        try log.withAppendLock(in: shop.environment, ledger: file.shownPath, body)
    }

    /// The ids, among some ids, that runs before the shift used; nil if the ledger has closed the shift.
    private func usedIDs(among ids: [String]) throws -> Set<String>? {
        let used: Set<String>? = try reader.read { snapshot in
            guard try snapshot.shift()?.isSame(as: record) == true else { return nil }
            return try snapshot.used(ids)
        }
        if used == nil { show(.closed) }
        return used
    }

    /// Books requests while this process holds the append lock of the shift log.
    private func add(_ requests: [CounterRequest], to book: inout ShiftBook) throws -> [Answer] {
        guard let used = try usedIDs(among: requests.map(\.id)) else {
            return requests.map { book.answerAfterEnd($0) }
        }
        let now = shop.environment.localTime()
        let confirmed = book.bookings.count
        var answers: [Answer] = []
        var lines: [UInt8] = []
        do {
            for request in requests {
                let (answer, line) = try book.book(request, now: now, used: used)
                answers.append(answer)
                lines += line
            }
            if !lines.isEmpty { try log.append(lines) }
        } catch {
            // The book now has rows that the shift log lacks; it is not used again, since the shift is stuck.
            let text = language.text(of: error)
            var reason = Answer.Reason.notRecorded(text)
            if case BatchError.badShiftLog(_, .appendUnknown) = error { reason = .outcomeUnknown(text) }
            show(.stopped(text))
            return requests.indices.map { index in
                guard index < answers.count else { return .refused(reason) }
                guard case .booked(let recorded, _) = answers[index] else { return answers[index] }
                return recorded.number <= confirmed ? answers[index] : .refused(reason)
            }
        }
        let view = book.view(of: record, now: now)
        shown.withLock { $0 = view }
        return answers
    }

    /// Ends the shift without a run if this process opened it and it has no bookings.
    package func withdraw(notifying listener: any RunListener) throws {
        try shiftBook.withLock { _ in
            guard isNew, view.status == .open, view.rows == 0 else { return }
            try withAppendLock {
                try file.end(record, notifying: listener)
                log.removeIfEmpty()
            }
            show(.closed)
        }
    }

    /// Closes the shift by applying its log as a run, which must repeat the outcome that was reported for each row.
    ///
    /// - Returns: the outcome of the run, even if this process closed the shift before; nil if another process has
    ///   closed it, or if it has ended without a run.
    /// - Throws: `badShiftLog` if the log cannot be applied. The shift has then ended only if the log was set aside.
    package func close(_ run: RunRequest, notifying listener: any RunListener) throws -> RunOutcome? {
        try shiftBook.withLock { book in
            guard view.status != .closed else { return outcome.withLock { $0 } }
            try log.checkLength()
            // After a failed append, the book may have rows that the shift log lacks.
            let reported = view.status == .open ? (book.codes, book.stock) : nil
            let steps = RunSteps(request: run, environment: shop.environment, listener: listener)
            do {
                let closed = try LedgerRun(steps: steps, file: file)
                    .close(record, reported: reported, endsWithoutShiftLog: false)
                outcome.withLock { $0 = closed }
                show(.closed)
                return closed
            } catch let error as BatchError {
                if case .badShiftLog(_, .setAside) = error { show(.closed) }
                throw error
            }
        }
    }

    /// Reads the report of the run that closed the shift; nil if none was written.
    package func report(of outcome: RunOutcome?) -> ShiftReport? {
        guard case .done(let run)? = outcome, let folder = run.reports else { return nil }
        let path = folder + "/report.html"
        let html = try? readSmallFile(
            shop.environment.path(path), sizeBytesMax: ReportFolder.readBytesMax, cancellation: CancellationToken())
        return (path, html)
    }
}

/// The report of a closed shift: the path of report.html, based on the folder that the user named, and the content of
/// that file, which is nil if it cannot be read or is too large for a page.
package typealias ShiftReport = (path: String, html: [UInt8]?)

/// A snapshot of a shift for its screens.
package struct ShiftView: Sendable {
    /// A fruit with its stock.
    package typealias FruitView = (name: String, stock: Int)

    /// A juice that can be ordered, with the price of a cup, nil if unknown, and the number of cups that stock allows.
    package typealias JuiceView = (name: String, price: Money?, cupsPossible: Int)

    /// The course of the day so far.
    ///
    /// `netCups` are the cups served in each hour from 0 to 23, minus those cancelled later. `hours` are the hours with
    /// bookings, in the order of the shift, and `minutes` is the time from the first booking to the latest one.
    package typealias DailyCourse = (netCups: [Int], hours: [Int], minutes: Int)

    /// The state of a shift.
    package enum Status: Sendable, Equatable {
        /// The shift accepts bookings.
        case open
        /// The shift books nothing until a restart, since a row could not be written; the text is the system's message.
        case stopped(String)
        case closed
    }

    /// The relation of the clock to the shift, which may require a warning.
    package enum Clock: Sendable, Equatable {
        /// The clock shows the shift's business day.
        case onTheDay
        /// The clock shows a later day; bookings remain on the shift's business day.
        case dayHasPassed
        /// The clock is earlier than the latest booking, whose time new bookings then get, or than the shift's day.
        case isEarlier
    }

    /// The shift's business day, such as `2026-11-20`.
    package let date: String
    /// A text by which pages and their requests name the shift.
    package let identity: String
    package internal(set) var status: Status
    /// The number of rows in the shift log, which grows with every booking.
    package let rows: Int
    /// The fruits in the order of the menu.
    package let fruits: [FruitView]
    /// The juices in the order of the menu.
    package let juices: [JuiceView]
    /// The latest ten bookings, the newest first.
    package let latest: [Booking]
    /// The figures of the shift so far.
    package let tally: Tally
    package let dailyCourse: DailyCourse
    package let clock: Clock
    /// The cups served so far, minus those cancelled.
    package var netCups: Int { tally.cupsServed - tally.cupsCancelled }
    /// Whether the menu has prices.
    package var hasPrices: Bool { juices.contains { $0.price != nil } }

    /// The sales so far; nil if a juice without a price was served.
    package var sales: Money? {
        var sum: Int128 = 0
        for (juice, figures) in zip(juices, tally.juices) where figures.netCups != 0 {
            guard let price = juice.price else { return nil }
            sum += Int128(figures.netCups) * Int128(price.hundredths)
        }
        return Money(hundredths: Int(clamping: sum))
    }
}
