import JuiceBatch
import Testing

/// Which runs of a ledger are booked ahead of all others by a clock alone.
@Suite struct BusinessDaysTests {
    /// The runs of a ledger by their days, in its order; those with a `*` behind the day have it from the clock alone.
    private func days(_ days: [String]) throws -> BusinessDays {
        BusinessDays(
            try days.enumerated().map { index, day in
                let date = try #require(CalendarDay(day.replacing("*", with: "")))
                return BusinessDays.Run(number: index + 1, date: date, isFromClock: day.hasSuffix("*"))
            })
    }

    /// The clock was wrong, as far as can be told.
    @Test(arguments: [
        (["2026-11-20", "2036-01-01*"], [2], "2026-11-20"), (["2026-11-20*", "2036-01-01*"], [2], "2026-11-20"),
        (["2026-11-20", "2026-11-28*"], [2], "2026-11-20"),
        // Of two nights of one day none is the other's proof, and what comes behind them is no newer day.
        (["2026-11-20", "2036-01-01*", "2036-01-01*", "2026-11-21"], [2, 3], "2026-11-21"),
        // It was put right again after two nights.
        (["2026-11-20*", "2036-01-01*", "2036-01-02*", "2026-11-23*"], [2, 3], "2026-11-23"),
        (["2026-11-20*", "2036-01-01*", "2036-01-02*", "2026-11-23"], [2, 3], "2026-11-23"),
        (["2026-11-20*", "2036-01-01*", "2036-01-02*", "2037-01-01*"], [4], "2036-01-02"),
    ])
    func whatTheClockAloneSaysIsAhead(given: [String], runs: [Int], newest: String) throws {
        let days = try days(given)
        #expect(days.ahead?.runs.map(\.number) == runs && days.newest?.text == newest)
        #expect(days.isAhead(try #require(CalendarDay("2040-01-01"))))
    }

    @Test(arguments: [
        [], ["2036-01-01*"], ["2026-11-20", "2036-01-01"], ["2026-11-20", "2026-11-27*"],
        ["2026-11-20*", "2036-01-01*", "2036-01-01"],
        // A shop that was closed for weeks and is open again; a file of before the pause came late.
        ["2026-11-20*", "2026-12-10*", "2026-12-11*"], ["2026-11-20*", "2026-12-10*", "2026-12-11*", "2026-11-19*"],
        ["2026-11-20*", "2026-12-10*", "2026-12-12"],
    ])
    func otherDaysAreNot(given: [String]) throws {
        let days = try days(given)
        #expect(days.ahead == nil && days.newest == days.runs.map(\.date).max())
    }
}
