import Foundation
import JuiceBatch
import Testing

@Suite struct CalendarTests {
    @Test func countsEveryDayOnce() throws {
        var next = try #require(CalendarDay(year: 1, month: 1, day: 1)).number
        var wrong: [String] = []
        for year in 1...9_999 {
            for month in 1...12 {
                for day in 1...31 {
                    guard let found = CalendarDay(year: year, month: month, day: day) else { continue }
                    if found.number != next || found.parts != (year, month, day) {
                        wrong.append("\(year)-\(month)-\(day)")
                    }
                    next += 1
                }
            }
        }
        #expect(wrong == [])
        #expect(next == CalendarDay(year: 9_999, month: 12, day: 31).map { $0.number + 1 })
        // From 0001-01-01 to 10000-01-01.
        #expect(CalendarDay(year: 1, month: 1, day: 1).map { next - $0.number } == 3_652_059)
    }

    @Test func agreesWithFoundation() throws {
        for text in ["1970-01-01", "1969-12-31", "2000-02-29", "2026-11-20", "2400-02-29", "1900-03-01", "1600-12-31"] {
            let day = CalendarDay(
                number: Int(try Date(text + "T00:00:00Z", strategy: .iso8601).timeIntervalSince1970) / 86_400)
            #expect(day.text == text)
        }
    }

    @Test func knowsTheDaysBeforeItsFirst() throws {
        let first = try #require(CalendarDay(year: 1, month: 1, day: 1))
        #expect(CalendarDay(number: first.number - 1).text == "0000-12-31")
        #expect(CalendarDay(number: first.number - 1) < first)
        // A cycle of 400 years earlier, where numbers are below those of the year 0.
        #expect(CalendarDay(number: first.number - 146_097).parts == (-399, 1, 1))
    }

    @Test(arguments: [
        (0, 1, 1), (10_000, 1, 1), (2_026, 0, 1), (2_026, 13, 1), (2_026, 1, 0), (2_026, 1, 32), (2_026, 2, 29),
        (1_900, 2, 29), (2_026, 4, 31), (2_026, -1, 1),
    ])
    func refusesDaysThatAreNone(year: Int, month: Int, day: Int) {
        #expect(CalendarDay(year: year, month: month, day: day) == nil)
    }

    @Test(arguments: [("00:00", 0), ("05:30", 330), ("23:59", 1_439), ("12:00", 720)])
    func readsDayStarts(text: String, minutes: Int) throws {
        let start = try #require(DayStart(text))
        #expect(start.minutes == minutes)
        #expect(start.text == text)
    }

    @Test(arguments: [
        "", "24:00", "23:60", "5:00", "05:0", "0500", "05:00:00", " 05:00", "05-00", "-1:00", "ab:cd", "０５:００",
        "05:00 ",
    ])
    func refusesOtherDayStarts(text: String) {
        #expect(DayStart(text) == nil)
    }
}
