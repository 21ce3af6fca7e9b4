import Foundation
import JuiceBatch
import JuiceCore
import JuiceReports
import JuiceShop
import Synchronization
import TestSupport
import Testing

/// A counter shift: its answers, its shift log and its run in the ledger.
@Suite struct ShiftTests {
    private let setup: TestShop
    private let recorder = MessageRecorder()

    init() throws { setup = try TestShop() }

    private func open() throws -> Shift { try setup.openCounter(notifying: recorder) }

    private func close(_ shift: Shift) throws -> RunOutcome? {
        try shift.close(RunRequest(input: InputRequest(paths: []), language: .english), notifying: recorder)
    }

    private func order(_ id: String, _ juice: String, _ cups: Int = 1) -> CounterRequest {
        CounterRequest(id: "press-0\(id)", .row(.order, juice, cups))
    }

    /// The booking of an answer.
    private func booking(_ answer: Answer, isRepeat: Bool = false) throws -> Booking {
        guard case .booked(let booking, isRepeat) = answer else { throw ProgramError(description: "\(answer)") }
        return booking
    }

    private func figures(_ shift: Shift) -> [Int] {
        let (view, tally) = (shift.view, shift.view.tally)
        let cupsShort = tally.juices.reduce(0) { $0 + $1.cupsShort }
        return [tally.ordersServed, tally.ordersShort, tally.cancels, view.netCups, cupsShort]
    }

    @Test func requestsGoToTheShiftLogThenTheLedger() throws {
        let shift = try open()
        let answers = shift.book([
            order("1", "키위쥬스", 3), order("2", "딸기쥬스"), CounterRequest(id: "press-03", .row(.restock, "딸기", 6)),
            order("4", "딸기쥬스"),
        ])
        #expect(
            try answers.map { try booking($0) }.map { "\($0.number) \($0.item) \($0.missing.map(\.pieces))" }
                == ["1 키위쥬스 []", "2 딸기쥬스 [6]", "3 딸기 []", "4 딸기쥬스 []"])
        #expect(
            setup.text("journal/2026-11-21-1.csv") == """
                time,id,action,item,quantity
                2026-11-21 03:30:00,press-01,order,키위쥬스,3
                2026-11-21 03:30:00,press-02,order,딸기쥬스,1
                2026-11-21 03:30:00,press-03,restock,딸기,6
                2026-11-21 03:30:00,press-04,order,딸기쥬스,1

                """)
        #expect(shift.view.fruits.map(\.stock) == [0, 10, 10, 1, 10])
        #expect(shift.view.juices.map(\.cupsPossible) == [0, 5, 0, 5, 0, 3, 1])
        #expect(shift.view.latest.map(\.id) == ["press-04", "press-03", "press-02", "press-01"])
        #expect(figures(shift) == [2, 1, 0, 4, 1])
        let outcome = try close(shift)
        guard case .done(let run)? = outcome else { throw ProgramError(description: "\(String(describing: outcome))") }
        #expect(run.number == 1 && run.exitStatus == .done && run.reports == "reports/2026-11-21-1")
        let report = try #require(shift.report(of: outcome))
        #expect(report.path == "reports/2026-11-21-1/report.html" && report.html == setup.folder.read(report.path))
        #expect(try setup.runs().map(\.date) == ["2026-11-21"] && setup.stock() == [0, 10, 10, 1, 10])
        #expect(shift.book([order("5", "키위쥬스")]) == [.refused(.closed)] && shift.view.status == .closed)
    }

    @Test func emptyShiftIsARun() throws {
        #expect(try close(open())?.exitStatus == .done)
        #expect(try setup.runs().count == 1 && setup.closeCounter() == nil)
        #expect(try open().shiftLog.hasSuffix("/journal/2026-11-21-2.csv"))
    }

    @Test func repeatedRequestIsBookedOnce() throws {
        let shift = try open()
        let first = shift.book([order("1", "키위쥬스"), order("1", "키위쥬스"), order("1", "망고쥬스"), order("1", "키위쥬스", 2)])
        let booking = try booking(first[0])
        #expect(first[1...] == [.booked(booking, isRepeat: true), .idInUse(by: booking), .idInUse(by: booking)])
        #expect(shift.book([order("1", "키위쥬스")]) == [.booked(booking, isRepeat: true)])
        #expect(shift.view.rows == 1)
        _ = try close(shift)
        let next = try open()
        let late = ["press-01", "press-02"].map { CounterRequest(id: $0, .late) }
        #expect(
            next.book([order("1", "키위쥬스")] + late)
                == [.refused(.usedBefore), .refused(.usedBefore), .refused(.earlierShift)])
        // Both shifts were opened in the same second.
        #expect(next.view.identity != shift.view.identity && next.view.rows == 0)
    }

    @Test(
        arguments: [
            ("press-01", .row(.order, "포도쥬스", 1)), ("press-01", .row(.order, "키위", 1)),
            ("press-01", .row(.order, "키위쥬스", 0)), ("press-01", .row(.order, "키위쥬스", 1_000_001)),
            ("short", .row(.order, "키위쥬스", 1)), ("press,1\n", .row(.order, "키위쥬스", 1)),
            ("press-01", .row(.restock, "키위", -1)), ("press-back", .row(.restock, "키위", 1)),
            (String(repeating: "a", count: 81), .row(.order, "키위쥬스", 1)),
        ] as [(String, CounterRequest.Effect)])
    func invalidRequestIsNotBooked(id: String, effect: CounterRequest.Effect) throws {
        #expect(try open().book([CounterRequest(id: id, effect)]) == [.refused(.unknown)])
        #expect(setup.text("journal/2026-11-21-1.csv") == "time,id,action,item,quantity\n")
    }

    @Test func bookingCanBeCancelledOnce() throws {
        let shift = try open()
        func undo(_ id: String) -> Answer {
            shift.book([CounterRequest(id: "taking-\(id)-it", .undo(id: "press-0\(id)"))])[0]
        }
        _ = shift.book([
            order("1", "키위쥬스", 2), CounterRequest(id: "press-02", .row(.restock, "딸기", 5)),
            CounterRequest(id: "press-03", .row(.discard, "망고", 4)),
            CounterRequest(id: "press-04", .row(.count, "바나나", 7, shown: 10)), order("5", "딸기쥬스", 2),
        ])
        #expect(shift.view.fruits.map(\.stock) == [15, 7, 10, 4, 6])
        for id in 1...4 {
            let booking = try booking(undo("\(id)"))
            #expect(booking.id == "press-0\(id)-back" && booking.isUndo && !booking.canBeUndone)
        }
        #expect(shift.view.fruits.map(\.stock) == [10, 10, 10, 10, 10])
        #expect(shift.view.latest.filter { $0.item == "바나나" }.map(\.quantity) == [10, 7])
        for id in ["1", "4"] { _ = try booking(undo(id), isRepeat: true) }
        for id in ["5", "9", "1-back"] { #expect(undo(id) == .refused(.notUndone)) }
        #expect(shift.view.latest.first { $0.id == "press-01" }?.isUndone == true)
        #expect(figures(shift) == [1, 1, 1, 0, 2])
        #expect(try close(shift)?.exitStatus == .done)
    }

    @Test func countAsksAgainIfStockMoved() throws {
        let shift = try open()
        #expect(
            shift.book([
                order("1", "키위쥬스"), CounterRequest(id: "press-02", .row(.count, "키위", 9, shown: 10)),
                CounterRequest(id: "press-03", .row(.discard, "키위", 8)),
            ])[1...] == [.refused(.stockChanged(fruit: "키위", stock: 7)), .refused(.tooFew(fruit: "키위", stock: 7))])
        #expect(shift.view.rows == 1)
        #expect(
            shift.book([CounterRequest(id: "press-04", .row(.restock, "키위", 1_000_000_000))]).count == 1)
        #expect(try close(shift)?.exitStatus == .done)
    }

    @Test func shiftContinuesIfClosingFails() throws {
        let disk = FaultyDisk { _, step in step == .move }
        let shift = try setup.shop(on: disk).openShift(
            on: TestShop.ledger, process: 1, notifying: recorder)
        _ = shift.book([order("1", "키위쥬스")])
        #expect(throws: BatchError.self) { try close(shift) }
        #expect(try shift.checkIsOpen() && shift.book([order("2", "망고쥬스")]).count == 1 && shift.view.rows == 2)
        #expect(try setup.closeCounter()?.exitStatus == .done)
        // The run that closed it elsewhere is no contradiction.
        #expect(try close(shift)?.exitStatus == nil)
        #expect(try setup.runs().map { $0.inputs.map(\.rows) } == [[2]])
    }

    @Test func openShiftBlocksOtherRuns() throws {
        let shift = try open()
        #expect(throws: BatchError.self) { try setup.run(ledger: TestShop.ledger) }
        #expect(throws: BatchError.self) { try setup.reverse(1) }
        expectError {
            try open()
        } fits: {
            guard case .shiftOpen(_, let found, isRunning: true) = $0 else { return false }
            return found.process == 4_711 && found.openedAt == TestShop.now
        }
        #expect(try setup.shop().stock(of: TestShop.ledger).lastRun == 0)
        _ = shift.book([order("1", "키위쥬스")])
        #expect(try setup.closeCounter()?.exitStatus == .done && !shift.checkIsOpen())
        // What was booked before is confirmed again.
        let answers = shift.book([order("1", "키위쥬스"), order("2", "키위쥬스")])
        #expect(try booking(answers[0], isRepeat: true).id == "press-01" && answers[1] == .refused(.closed))
        #expect(try close(shift)?.exitStatus == nil)
        #expect(try setup.run(ledger: TestShop.ledger).exitStatus == ExitStatus(.rowsRejected))
    }
}

/// A shift whose clock jumps back, or that goes on past midnight.
@Suite struct ShiftClockTests {
    /// A clock that shows what a test sets it to.
    private final class WallClock: Sendable {
        private let shown = Mutex(TestShop.today + " 23:59:58")

        var time: String {
            get { shown.withLock { $0 } }
            set { shown.withLock { $0 = newValue } }
        }
    }

    private let setup: TestShop
    private let clock = WallClock()

    init() throws { setup = try TestShop() }

    private func open() throws -> Shift {
        try setup.shop(localTime: { [clock] in clock.time }).openShift(
            on: TestShop.ledger, process: 1, notifying: MessageRecorder())
    }

    private func order(_ shift: Shift, _ id: String) -> String? {
        guard case .booked(let booking, _)? = shift.book([CounterRequest(id: id, .row(.order, "망고쥬스", 1))]).first
        else { return nil }
        return booking.time
    }

    private func close(_ shift: Shift) throws -> ExitStatus? {
        try shift.close(RunRequest(input: InputRequest(paths: []), language: .english), notifying: MessageRecorder())?
            .exitStatus
    }

    @Test func shiftKeepsItsBusinessDayPastMidnight() throws {
        let shift = try open()
        #expect(order(shift, "before-midnight") == "2026-11-21 23:59:58" && shift.view.clock == .onTheDay)
        clock.time = "2026-11-22 00:00:03"
        #expect(shift.view.clock == .onTheDay)
        #expect(try shift.checkIsOpen() && shift.view.clock == .dayHasPassed)
        #expect(order(shift, "after-midnight") == "2026-11-22 00:00:03")
        #expect(shift.view.date == "2026-11-21" && shift.view.rows == 2 && shift.view.clock == .dayHasPassed)
        #expect(try close(shift) == .done && setup.folder.holds("journal/2026-11-21-1.csv"))
        #expect(try setup.runs().map(\.date) == ["2026-11-21"])
        // The next one is of the new day.
        #expect(try open().view.date == "2026-11-22")
    }

    @Test func clockJumpIsReportedAndRowsStayOrdered() throws {
        do {
            let shift = try open()
            #expect(order(shift, "at-the-right-time") == "2026-11-21 23:59:58")
            clock.time = "2026-11-21 08:00:00"
            #expect(order(shift, "at-a-wrong-time") == "2026-11-21 23:59:58" && shift.view.clock == .isEarlier)
        }
        // A reopened counter reports it too and continues.
        let next = try open()
        #expect(next.view.clock == .isEarlier && next.view.rows == 2)
        #expect(order(next, "at-a-wrong-time-again") == "2026-11-21 23:59:58")
        clock.time = "2026-11-22 00:10:00"
        #expect(order(next, "right-once-more") == "2026-11-22 00:10:00" && next.view.clock == .dayHasPassed)
        #expect(try close(next) == .done)
    }

    @Test func clockBeforeTheShiftIsReported() throws {
        let shift = try open()
        clock.time = "1970-01-01 00:00:09"
        #expect(try shift.checkIsOpen() && shift.view.clock == .isEarlier)
        #expect(order(shift, "in-the-wrong-year") == clock.time)
        clock.time = "2026-11-21 12:00:00"
        #expect(order(shift, "in-the-right-one") == clock.time && shift.view.clock == .onTheDay)
        #expect(try close(shift) == .done)
    }
}
