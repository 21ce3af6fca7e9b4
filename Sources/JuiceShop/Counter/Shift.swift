internal import CSV
internal import JuiceBatch
package import JuiceCore
internal import JuiceLedger
internal import JuiceReports

/// An open shift of the counter in this process, which books the requests of all screens.
///
/// Its methods may be called from any thread. Except for `view`, they may wait for the disk.
package final class Shift: Sendable {
    /// The bookings, their log, and the view that will be shown next.
    private struct State: ~Copyable {
        var book: ShiftBook
        let shiftLog: ShiftLog
        var view: ShiftView
    }

    /// The view that screens show, which can be read while a booking waits for the disk.
    private let shown: LockedValue<ShiftView>

    private let record: OpenShift
    private let file: LedgerFile
    private let reader: LedgerReader
    private let shop: Shop
    /// Whether this process opened the shift, as opposed to continuing it.
    private let isNew: Bool
    /// The language of error messages.
    private let language: MessageLanguage
    /// The menu of the shift, and the index of its names.
    let menu: (menu: Menu, names: NameIndex)
    private let state: LockedValue<State>

    /// Continues a shift whose log this process has locked; an incomplete last row is cut off.
    ///
    /// - Parameter settings: the settings of the run that will apply the shift log.
    /// - Throws: `ShiftBook.Damage` if the shift log has a row that no counter has written, and other errors.
    init(
        _ record: OpenShift, isNew: Bool, _ settings: RunSettings, _ shiftLog: ShiftLog, _ file: LedgerFile,
        _ shop: Shop, _ language: MessageLanguage
    ) throws {
        self.record = record
        self.file = file
        reader = LedgerReader(file)
        self.shop = shop
        self.isNew = isNew
        self.language = language
        menu = (settings.menu, settings.names)
        var book = try ShiftBook(settings, shiftLog: ClosingRun.input(record, shop.environment))
        try book.replay(shiftLog)
        let view = book.view(of: record, .open, now: shop.environment.localTime())
        shown = LockedValue(view)
        state = LockedValue(State(book: book, shiftLog: shiftLog, view: view))
    }

    /// The shift as screens show it; reading it never waits for the disk.
    package var view: ShiftView { shown.withLock { $0 } }

    /// The environment of the use case.
    var environment: Environment { shop.environment }

    /// The real path of the shift log.
    package var shiftLog: String { record.shiftLog }

    /// The bookings with some ids, and the fruits that the stock lacks now for the short orders among them.
    package func bookings(_ ids: [String]) -> (bookings: [Booking?], shortage: ShortOrders?) {
        state.withLock { state in (ids.map { state.book.booking($0) }, state.book.shortage(ids)) }
    }

    /// Books requests in their order, with one write to the disk for all of them.
    ///
    /// - Returns: the answers in the same order; each booked request is on disk.
    package func book(_ requests: [CounterRequest]) -> [Answer] {
        state.withLock { state in
            defer { shown.withLock { $0 = state.view } }
            switch state.view.status {
            case .closed: return requests.map { _ in .refused(.closed) }
            case .stopped(let text): return requests.map { _ in .refused(.notRecorded(text)) }
            case .open: break
            }
            do {
                return try withAppendLock(state.shiftLog) { try book(requests, &state) }
            } catch {
                let text = text(error)
                return requests.map { _ in .refused(.ledgerUnreadable(text)) }
            }
        }
    }

    /// Updates the time in `view`, and checks whether another process has closed the shift.
    ///
    /// - Returns: false once the shift is closed.
    package func checkIsOpen() throws -> Bool {
        try state.withLock { state in
            defer { shown.withLock { $0 = state.view } }
            if state.view.status == .closed { return false }
            if state.view.status == .open {
                state.view = state.book.view(of: record, .open, now: shop.environment.localTime())
            }
            return try withAppendLock(state.shiftLog) { try usedIDs(among: [], &state) != nil }
        }
    }

    private func withAppendLock<Value>(_ shiftLog: ShiftLog, _ body: () throws -> Value) throws -> Value {
        try shiftLog.withAppendLock(in: shop.environment, ledger: file.shownPath, body)
    }

    /// The ids, among some ids, that were used by runs before the shift.
    ///
    /// - Returns: nil if the ledger no longer has the shift; its status is then `closed`.
    private func usedIDs(among ids: [String], _ state: inout State) throws -> Set<String>? {
        let used: Set<String>? = try reader.read { snapshot in
            guard try snapshot.shift()?.isSame(as: record) == true else { return nil }
            return try snapshot.used(ids)
        }
        if used == nil { state.view.status = .closed }
        return used
    }

    private func book(_ requests: [CounterRequest], _ state: inout State) throws -> [Answer] {
        guard let used = try usedIDs(among: requests.map(\.id), &state) else {
            return requests.map { _ in .refused(.closed) }
        }
        let now = shop.environment.localTime()
        let confirmed = state.book.bookings.count
        var answers: [Answer] = []
        var lines: [UInt8] = []
        do {
            for request in requests {
                let (answer, line) = try state.book.book(request, now: now, used: used)
                answers.append(answer)
                lines += line
            }
            if !lines.isEmpty { try state.shiftLog.append(lines) }
        } catch {
            // The book now has rows that the shift log lacks. It is not used again, since the shift is stuck from now
            // on.
            let text = text(error)
            var isUnknown = false
            if case BatchError.badShiftLog(_, .commitUnknown) = error { isUnknown = true }
            state.view.status = .stopped(text)
            let reason = isUnknown ? Answer.Reason.outcomeUnknown(text) : .notRecorded(text)
            return requests.indices.map { index in
                guard index < answers.count, case .booked(let recorded, _) = answers[index] else {
                    return index < answers.count ? answers[index] : .refused(reason)
                }
                return recorded.number <= confirmed ? answers[index] : .refused(reason)
            }
        }
        state.view = state.book.view(of: record, .open, now: now)
        return answers
    }

    /// The message of an error for the screens.
    private func text(_ error: any Error) -> String {
        guard let error = error as? BatchError else { return "\(error)" }
        return ErrorMessages(language).text(error)
    }

    /// Ends the shift without a run if this process opened it and it has no bookings.
    package func withdraw(notifying listener: any RunListener) throws {
        try state.withLock { state in
            guard isNew, state.view.status == .open, state.view.rows == 0 else { return }
            defer { shown.withLock { $0 = state.view } }
            let shiftLog = state.shiftLog
            try withAppendLock(shiftLog) {
                try file.end(record, notifying: listener)
                shiftLog.removeIfEmpty()
            }
            state.view.status = .closed
        }
    }

    /// Closes the shift by applying its log as a run, which must repeat the outcome that was reported for each row.
    ///
    /// - Returns: the outcome of the run; nil if this or another process has already closed the shift.
    package func close(_ run: RunRequest, notifying listener: any RunListener) throws -> RunOutcome? {
        try state.withLock { state in
            defer { shown.withLock { $0 = state.view } }
            guard state.view.status != .closed else { return nil }
            try state.shiftLog.checkLength()
            // After a failed append, the book may have rows that the shift log lacks.
            let reportedCodes = state.view.status == .open ? state.book.codes : nil
            let closing = ClosingRun(
                file: file, request: run, environment: shop.environment, listener: listener,
                reportedCodes: reportedCodes)
            let outcome = try closing.close(record)
            state.view.status = .closed
            return outcome
        }
    }
}

/// The report of a closed shift, for the screens that show its end.
package struct ShiftReport: Sendable, Equatable {
    /// The path of report.html, based on the folder that the user named.
    package let path: String
    /// The content of report.html; nil if it cannot be read or is too large for a page.
    package let html: [UInt8]?

    /// The maximum size of a report that is shown on a page, in bytes.
    fileprivate static let sizeBytesMax = 4 << 20
}

extension Shift {
    /// Reads the report of the run that closed the shift; nil if none was written.
    package func report(of outcome: RunOutcome?) -> ShiftReport? {
        guard case .done(let run)? = outcome, let folder = run.reports else { return nil }
        let path = folder + "/report.html"
        return ShiftReport(path: path, html: try? content(of: path))
    }

    /// The bytes of a report that is not too large for a page.
    private func content(of path: String) throws -> [UInt8] {
        let content = try readSmallFile(
            environment.path(path), sizeBytesMax: ShiftReport.sizeBytesMax, cancellation: CancellationToken())
        return Array(content.bytes)
    }
}

/// A snapshot of a shift for its screens.
package struct ShiftView: Sendable, Equatable {
    /// The stock of a fruit.
    package struct FruitView: Sendable, Equatable {
        package let name: String
        package let stock: Int
        /// The number of pieces used by the cups of the shift.
        package let used: Int
    }

    /// A juice that can be ordered.
    package struct JuiceView: Sendable, Equatable {
        package let name: String
        /// The price of a cup; nil if unknown.
        package let price: Money?
        /// The number of cups for which the stock is sufficient.
        package let cupsPossible: Int
        /// The figures of the juice in the shift so far.
        package let day: Figures
    }

    /// The course of the day so far.
    package struct DailyCourse: Sendable, Equatable {
        /// The number of cups served in each hour from 0 to 23, minus those cancelled later.
        package var cups = Array(repeating: 0, count: 24)
        /// The hours that have bookings, in the order of the shift.
        package var hours: [Int] = []
        /// The number of minutes from the first booking to the latest one.
        package var minutes = 0
    }

    /// The figures of the shift so far, or those of one juice.
    package struct Figures: Sendable, Equatable {
        /// The number of orders that were served.
        package var served = 0
        /// The number of orders that were short.
        package var short = 0
        /// The number of orders that were cancelled.
        package var cancelled = 0
        /// The cups served minus the cups cancelled.
        package var cups = 0
        /// The cups of orders that were short.
        package var cupsShort = 0
    }

    /// The state of a shift.
    package enum Status: Sendable, Equatable {
        /// The shift accepts bookings.
        case open
        /// The shift books nothing until the counter is restarted, since a row could not be written; the text is the
        /// system's message.
        case stopped(String)
        case closed
    }

    /// The relation of the clock to the shift, which may require a warning.
    package enum Clock: Sendable, Equatable {
        /// The clock shows the shift's business day.
        case onTheDay
        /// The clock shows a later day; bookings remain on the shift's business day.
        case dayHasPassed
        /// The clock is earlier than the latest booking, whose time new bookings then get, or earlier than the shift's
        /// day.
        case isEarlier
    }

    /// The maximum number of bookings in a view.
    package static let latestMax = 10

    /// The shift's business day, such as `2026-11-20`.
    package let date: String
    /// The UTC time at which the shift was opened, such as `2026-11-20T18:30:00Z`.
    package let openedAt: String
    package internal(set) var status: Status
    /// The number of rows in the shift log, which grows with every booking.
    package let rows: Int
    /// The fruits in the order of the menu.
    package let fruits: [FruitView]
    package let juices: [JuiceView]
    /// The latest bookings, the newest first.
    package let latest: [Booking]
    package let figures: Figures
    package let dailyCourse: DailyCourse
    package let clock: Clock
    /// Whether the menu has prices.
    package var hasPrices: Bool { juices.contains { $0.price != nil } }

    /// The sales so far; nil if a juice without a price was served.
    package var sales: Money? {
        var sum: Int128 = 0
        for juice in juices where juice.day.cups != 0 {
            guard let price = juice.price else { return nil }
            sum += Int128(juice.day.cups) * Int128(price.hundredths)
        }
        return Money(hundredths: Int(clamping: sum))
    }
}
