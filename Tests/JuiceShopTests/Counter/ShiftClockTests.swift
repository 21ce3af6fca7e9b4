import JuiceBatch
import JuiceReports
import JuiceShop
import Synchronization
import TestSupport
import Testing

/// A shift whose clock jumps back, or that goes on past midnight.
@Suite struct ShiftClockTests {
    /// A clock that shows what a test sets it to.
    private final class WallClock: Sendable {
        private let shown = Mutex(GivenShop.today + " 23:59:58")

        var time: String {
            get { shown.withLock { $0 } }
            set { shown.withLock { $0 = newValue } }
        }
    }

    private let given: GivenShop
    private let clock = WallClock()
    private let ledger = LedgerRequest(path: "shop.sqlite", waitSeconds: 0)

    init() throws {
        given = try GivenShop()
    }

    private func open() throws -> Shift {
        try given.shop(localTime: { [clock] in clock.time }).openShift(
            ShiftRequest(ledger: ledger, process: 1), telling: Hearer())
    }

    private func order(_ shift: Shift, _ id: String) -> String? {
        guard case .booked(let booking, _)? = shift.book([CounterRequest(id: id, .order(juice: "망고쥬스", cups: 1))]).first
        else { return nil }
        return booking.time
    }

    private func close(_ shift: Shift) throws -> ExitStatus? {
        try shift.close(RunRequest(input: InputRequest(paths: []), language: .english), telling: Hearer())?.exitStatus
    }

    @Test func pastMidnightItIsStillTheSameBusinessDay() throws {
        let shift = try open()
        #expect(order(shift, "before-midnight") == "2026-11-21 23:59:58" && shift.view.clock == .onTheDay)
        clock.time = "2026-11-22 00:00:03"
        // The screens say so without a request.
        #expect(shift.view.clock == .onTheDay)
        #expect(try shift.isOpen() && shift.view.clock == .dayHasPassed)
        #expect(order(shift, "after-midnight") == "2026-11-22 00:00:03")
        #expect(shift.view.date == "2026-11-21" && shift.view.rows == 2 && shift.view.clock == .dayHasPassed)
        #expect(try close(shift) == .done)
        #expect(given.folder.read("journal/2026-11-21-1.csv") != nil)
        let run = try #require(try given.runs().last)
        #expect(run.date == "2026-11-21")
        // The next one is of the new day.
        #expect(try open().view.date == "2026-11-22")
    }

    @Test func aClockThatJumpsBackIsToldAndRowsStayInOrder() throws {
        do {
            let shift = try open()
            #expect(order(shift, "at-the-right-time") == "2026-11-21 23:59:58")
            clock.time = "2026-11-21 08:00:00"
            #expect(order(shift, "at-a-wrong-time") == "2026-11-21 23:59:58" && shift.view.clock == .isBehind)
        }
        // A counter that is opened anew says so too, and goes on.
        let next = try open()
        #expect(next.view.clock == .isBehind && next.view.rows == 2)
        #expect(order(next, "at-a-wrong-time-again") == "2026-11-21 23:59:58")
        clock.time = "2026-11-22 00:10:00"
        #expect(order(next, "right-once-more") == "2026-11-22 00:10:00" && next.view.clock == .dayHasPassed)
        #expect(try close(next) == .done)
    }

    @Test func aClockOfADayBeforeTheShiftIsTold() throws {
        let shift = try open()
        clock.time = "1970-01-01 00:00:09"
        #expect(try shift.isOpen() && shift.view.clock == .isBehind)
        #expect(order(shift, "in-the-wrong-year") == "1970-01-01 00:00:09")
        clock.time = "2026-11-21 12:00:00"
        #expect(order(shift, "in-the-right-one") == "2026-11-21 12:00:00" && shift.view.clock == .onTheDay)
        #expect(try close(shift) == .done)
    }
}
