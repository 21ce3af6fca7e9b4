import CSV
import Foundation
import TestSupport
import Testing

@testable import JuiceBatch

/// Runs that only a wrong clock dates ahead of all others.
@Suite struct BusinessDaysTests {
    /// Runs by their days, in order; a `*` marks days that come from the clock alone.
    private func days(_ days: [String]) throws -> BusinessDays {
        BusinessDays(
            try days.enumerated().map { index, day in
                let date = try #require(CalendarDay(day.replacing("*", with: "")))
                return BusinessDays.Run(number: index + 1, date: date, isFromClock: day.hasSuffix("*"))
            })
    }

    @Test(arguments: [
        (["2026-11-20", "2036-01-01*"], [2], "2026-11-20"), (["2026-11-20*", "2036-01-01*"], [2], "2026-11-20"),
        (["2026-11-20", "2026-11-28*"], [2], "2026-11-20"),
        // Two runs of one day do not confirm each other, and later runs are of no newer day.
        (["2026-11-20", "2036-01-01*", "2036-01-01*", "2026-11-21"], [2, 3], "2026-11-21"),
        // The clock was corrected after two runs.
        (["2026-11-20*", "2036-01-01*", "2036-01-02*", "2026-11-23*"], [2, 3], "2026-11-23"),
        (["2026-11-20*", "2036-01-01*", "2036-01-02*", "2026-11-23"], [2, 3], "2026-11-23"),
        (["2026-11-20*", "2036-01-01*", "2036-01-02*", "2037-01-01*"], [4], "2036-01-02"),
    ])
    func runsDatedByAWrongClockAreAhead(given: [String], runs: [Int], newest: String) throws {
        let days = try days(given)
        #expect(days.runsDatedAhead.map(\.number) == runs && days.newest?.text == newest)
        #expect(days.isAhead(try #require(CalendarDay("2040-01-01"))))
    }

    @Test(arguments: [
        [], ["2036-01-01*"], ["2026-11-20", "2036-01-01"], ["2026-11-20", "2026-11-27*"],
        ["2026-11-20*", "2036-01-01*", "2036-01-01"],
        // A shop reopens after weeks; a file from before the pause comes late.
        ["2026-11-20*", "2026-12-10*", "2026-12-11*"], ["2026-11-20*", "2026-12-10*", "2026-12-11*", "2026-11-19*"],
        ["2026-11-20*", "2026-12-10*", "2026-12-12"],
        // An old file, or a clock that was behind for one run.
        ["2026-11-02*", "2026-11-03*", "2026-10-20*"], ["2026-11-02*", "2026-11-03*", "2026-10-20*", "2026-11-04*"],
    ])
    func otherDaysAreNotAhead(given: [String]) throws {
        let days = try days(given)
        #expect(days.runsDatedAhead.isEmpty && days.newest == days.runs.map(\.date).max())
    }
}

@Suite struct CalendarTests {
    /// Dates that do not exist are no days, or the days behind them would be counted otherwise.
    @Test func countsEveryDayOnce() throws {
        let first = try #require(CalendarDay(year: 1, month: 1, day: 1)).number
        var next = first
        var wrong: [String] = []
        for year in 0...10_000 {
            for month in 0...13 {
                for day in 0...32 {
                    guard let found = CalendarDay(year: year, month: month, day: day) else { continue }
                    if found.number != next || found.parts != (year, month, day) {
                        wrong.append("\(year)-\(month)-\(day)")
                    }
                    next += 1
                }
            }
        }
        #expect(wrong == [])
        // From 0001-01-01 to 10000-01-01.
        #expect(next - first == 3_652_059)
        // A negative month is none, and days before the first have dates as well, also a cycle of 400 years earlier.
        #expect(CalendarDay(year: 2_026, month: -1, day: 1) == nil)
        #expect(CalendarDay(number: first - 1).text == "0000-12-31")
        #expect(CalendarDay(number: first - 1) < CalendarDay(number: first))
        #expect(CalendarDay(number: first - 146_097).parts == (-399, 1, 1))
    }

    @Test(arguments: [
        ("1970-01-01", 3), ("1969-12-31", 2), ("2000-02-29", 1), ("2400-02-29", 1), ("1900-03-01", 3),
        ("1600-12-31", 6),
        ("2026-11-23", 0),
    ])
    func numbersAgreeWithFoundation(text: String, weekday: Int) throws {
        let seconds = try Date(text + "T00:00:00Z", strategy: .iso8601).timeIntervalSince1970
        let day = CalendarDay(number: Int(seconds) / 86_400)
        #expect(day.text == text && day.weekday == weekday)
    }

    @Test(
        arguments: [
            ("00:00", 0), ("05:30", 330), ("23:59", 1_439), ("12:00", 720), ("", nil), ("24:00", nil), ("23:60", nil),
            ("5:00", nil), ("05:0", nil), ("0500", nil), ("05:00:00", nil), (" 05:00", nil), ("05-00", nil),
            ("-1:00", nil), ("ab:cd", nil), ("０５:００", nil), ("05:00 ", nil),
        ] as [(String, Int?)])
    func readsDayStarts(text: String, minutes: Int?) {
        #expect(DayStart(text)?.minutes == minutes && DayStart(text)?.text ?? text == text)
    }
}

@Suite struct TimestampTests {
    private func time(_ text: String, _ reader: TimeReader = TimeReader()) -> Timestamp? {
        Array(text.utf8).withView { reader.read($0) }.flatMap { $0.hasTimeOfDay ? $0 : nil }
    }

    @Test(
        arguments: [
            ("2026. 11. 20. 오후 6:03", "2026-11-20T18:03:00"), ("18:03:05.9", "18:03:05"),
            ("2026-11-20T18:03:05+09:00", "2026-11-20T18:03:05+09:00"), ("20261120 0003Z", "2026-11-20T00:03:00+00:00"),
            ("1969-12-31 23:59:59 -05:30", "1969-12-31T23:59:59-05:30"), ("0001-01-01 00:00", "0001-01-01T00:00:00"),
            // A date alone is no time of day.
            ("2026-11-20", nil), ("soon", nil),
        ] as [(String, String?)])
    func timeIsShownInItsOwnZone(cell: String, text: String?) {
        #expect(time(cell)?.isoText == text)
    }

    @Test func addedDayDoesNotChangeTheClockTime() throws {
        let reader = TimeReader(dayStart: try #require(DayStart("05:30")))
        let early = try #require(time("05:29", reader))
        let late = try #require(time("23:00", reader))
        #expect(early.clockText == "05:29" && early.hour == 5 && early.seconds > late.seconds)
    }
}

@Test func watermarksKeepTheNewestTimeOfEachKind() {
    var newest = Watermarks()
    let local: Timestamp.Kind = [.date, .timeOfDay]
    let utc: Timestamp.Kind = [.date, .timeOfDay, .offset]
    for (kind, seconds) in [(local, Int64(100)), (utc, 50), (local, 90), (.timeOfDay, 1_000)] {
        newest.add(kind, seconds: seconds)
    }
    #expect(newest.times.map(\.kind) == [local, utc] && newest.times.map(\.seconds) == [100, 50])
}

@Test(
    arguments: [(0, "1970-01-01"), (1_795_214_580, "2026-11-20 22:43"), (-1, "1969-12-31 23:59")] as [(Int64, String)])
func newestTimeIsShownWithoutMidnight(seconds: Int64, text: String) {
    var late = LateArrivals()
    for newer in [seconds, seconds - 1] { late.add(newer: newer) }
    #expect(late.count == 2 && late.newestText == text)
}

@Suite struct CachingTimeReaderTests {
    private static let forms = [
        "2026-11-20 18:03:05", "2026-11-20 18:03", "18:03", "8:03", "18:03:05", "8:03:05", "2026-11-20T18:03:05+09:00",
        "2026-11-20 6:03 PM", "2026-11-20 오후 6:03:05", "20261120 1803", "2026-11-20", "2026년 11월 20일 18:03:59",
        "2026-11-20 18:03:05.5", "2026-11-20 18시 03분", "18:03:05Z", "",
    ]
    private static let bytes = Array("0123456789:-/. 95T".utf8)

    /// Cells that differ from the one before in one or two bytes.
    @Test(arguments: forms, [DayStart.midnight, DayStart(minutes: 390)])
    func readsEachCellAsTheReaderDoes(form: String, dayStart: DayStart) {
        var generator = SeededGenerator(seed: UInt64(form.utf8.count))
        let reader = TimeReader(dayStart: dayStart)
        // In order, since the memo refers to the cell that it read last.
        var text = Array(form.utf8)
        let length = text.count
        for _ in 0..<4_000 {
            var cell = generator.chance(50) ? Array(form.utf8) : Array(text.suffix(length))
            for _ in 0..<generator.int(0...2) where !cell.isEmpty {
                // Mostly among the digits of the time of day.
                let start = generator.chance(50) ? max(0, length - 5) : 0
                let at = generator.int(start...length - 1)
                cell[at] = generator.pick(Self.bytes, else: cell[at])
            }
            text += cell
        }
        var memo = CachingTimeReader(reader)
        let wrong = text.withView { text in
            (0...4_000).count { number in
                let cell = ByteView(rebasing: text[number * length..<(number + 1) * length])
                return memo.read(cell) != reader.read(cell) ?? Timestamp.none
            }
        }
        #expect(wrong == 0)
    }
}

/// Timestamps as ledgers write them.
@Suite struct UTCTimestampTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-11-20T18:30:05Z", 1_795_199_405), ("1969-12-31T23:59:59Z", -1),
            ("2024-02-29T23:59:59Z", 1_709_251_199), ("", nil), ("2026-11-20", nil), ("2026-11-20 18:30:05", nil),
            ("2026-11-20T18:30:05", nil), ("2026-11-20T24:00:00Z", nil), ("2026-11-20T18:60:00Z", nil),
            ("2026-02-30T00:00:00Z", nil), ("2026-11-20T+1:30:05Z", nil), ("2026-11-20T18:30:5Z", nil),
            ("2026-11-20T18:30:05ZZ", nil), ("2026-11-20T183:0:05Z", nil),
        ] as [(String, Int?)])
    func onlyOneFormIsRead(text: String, seconds: Int?) {
        #expect(utcSeconds(of: text) == seconds)
    }

    @Test(arguments: [(Int.min, "0001-01-01T00:00:00Z"), (.max, "9999-12-31T23:59:59Z")])
    func anyTimeOfAFileHasThatForm(seconds: Int, text: String) { #expect(utcText(of: seconds) == text) }
}
