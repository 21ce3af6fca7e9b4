import JuiceBatch
import JuiceCore
import Testing

/// What to buy, by hand; `PlanTests` hold whole ledgers against the plain model.
@Suite struct BuyingPlanTests {
    private static let menu = Menu(
        fruits: [Fruit(name: "Kiwi", cost: Money(hundredths: 150)), Fruit(name: "Pear")],
        juices: [
            Juice(name: "Kiwi juice", recipe: Recipe([.init(fruit: 0, quantity: 1), .init(fruit: 1, quantity: 1)]))
        ])

    private func date(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    private func history(_ kiwis: [(day: String, pieces: Int)]) throws -> DemandHistory {
        DemandHistory(try kiwis.map { DemandHistory.Day(try date($0.day), demand: ["kiwi": $0.pieces, "pear": 0]) })
    }

    private func plan(
        _ kiwis: [(day: String, pieces: Int)], for first: String? = nil, days: Int = 1,
        cover: BuyingPlan.Cover = .max, stock: [Int] = [0, 0], ordered: [Int]? = nil
    ) throws -> BuyingPlan? {
        let scope = BuyingPlan.Scope(first: try first.map { try date($0) }, days: days, cover: cover)
        return BuyingPlan(try history(kiwis), menu: Self.menu, stock: stock, ordered: ordered, scope)
    }

    private static let mondays = [
        ("2026-10-19", 99), ("2026-10-26", 4), ("2026-11-02", 6), ("2026-11-09", 5), ("2026-11-16", 8),
        ("2026-11-17", 50),
    ]

    @Test func fourDaysOfTheWeekdaySayWhatIsNeeded() throws {
        let most = try plan(Self.mondays, for: "2026-11-23", stock: [3, 0])
        #expect(most?.lines[0].needs == [8] && most?.lines[0].buy == 5)
        #expect(most?.days[0].basis.count == 4 && most?.days[0].likeness == .weekday)
        // 4 + 6 + 5 + 8 by 4 is 5.75.
        #expect(try plan(Self.mondays, for: "2026-11-23", cover: .mean)?.lines[0].needs == [6])
    }

    @Test func oneDayOfTheWeekdayIsEnough() throws {
        let tuesday = try plan(Self.mondays, for: "2026-11-24")
        #expect(tuesday?.days[0].likeness == .weekday && tuesday?.lines[0].needs == [50])
    }

    @Test func withoutTheWeekdayDaysOfItsKindDo() throws {
        let next = try plan(Self.mondays)
        #expect(next?.days.map(\.date.text) == ["2026-11-18"] && next?.days[0].likeness == .kind)
        #expect(next?.lines[0].needs == [99])
        let days = (1...20).map { ("2026-11-\($0 < 10 ? "0" : "")\($0)", 21 - $0) }
        let withoutThursdays = days.filter { !["2026-11-05", "2026-11-12", "2026-11-19"].contains($0.0) }
        let workdays = DemandHistory(try history(withoutThursdays).days).days(like: try date("2026-11-26"))
        #expect(workdays.likeness == .kind)
        #expect(
            workdays.days.map(\.date.text) == [
                "2026-11-20", "2026-11-18", "2026-11-17", "2026-11-16", "2026-11-13", "2026-11-11", "2026-11-10",
            ])
    }

    @Test func withoutDaysOfItsKindTheLastDaysDo() throws {
        let saturday = try plan(Self.mondays, for: "2026-11-21")
        #expect(saturday?.days[0].likeness == .any && saturday?.days[0].basis.count == 6)
        #expect(saturday?.lines[0].needs == [99])
    }

    @Test func severalDaysAddUp() throws {
        let plan = try plan(Self.mondays, for: "2026-11-22", days: 3, stock: [7, 0], ordered: [100, 0])
        #expect(plan?.lines[0].needs == [99, 8, 50] && plan?.lines[0].buy == 50)
        #expect(plan?.lines[0].cost == Money(hundredths: 7_500) && plan?.cost == Money(hundredths: 7_500))
        #expect(plan?.lines[1].buy == 0 && plan?.lines[1].cost == nil && plan?.withoutCost == [])
    }

    @Test func sumsStopAtTheirLimit() throws {
        let plan = try plan([("2026-11-16", Tally.sumMax), ("2026-11-16", 5)], days: 7)
        #expect(plan?.lines[0].needs == Array(repeating: Tally.sumMax, count: 7))
        #expect(plan?.lines[0].need == Tally.sumMax && plan?.lines[0].buy == Tally.sumMax)
        #expect(plan?.cost == Money(hundredths: Tally.sumMax))
    }

    @Test func withoutADayThereIsNone() throws {
        #expect(try plan([]) == nil)
        var history = DemandHistory()
        history.add(BusinessDays.Run(number: 1, date: try date("2026-11-16"), isFromClock: false), nil)
        #expect(BuyingPlan(history, menu: Self.menu, stock: [0, 0]) == nil)
        #expect(history.newestDay?.text == "2026-11-16")
    }

    @Test func whatIsNotNeededOfDatesIsNeverLookedAt() throws {
        let first = try date("2026-01-01").number
        let dates = (0..<200).map { CalendarDay(number: first + $0) }
        let needed = DemandHistory.needed(of: dates)
        #expect(needed == Set(dates.suffix(28)))
        let mondays = dates.filter { $0.weekday == 0 }
        #expect(DemandHistory.needed(of: mondays) == Set(mondays.suffix(14)))
    }

    @Test func weekdaysGoOnBeforeTheEpoch() throws {
        let known = [("1970-01-01", 3), ("1969-12-29", 0), ("1969-12-28", 6), ("2026-11-23", 0), ("2000-02-29", 1)]
        for (text, weekday) in known { #expect(try date(text).weekday == weekday, "\(text)") }
    }
}
