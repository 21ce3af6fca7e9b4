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

    /// The clock was probably wrong.
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
        #expect(days.ahead?.runs.map(\.number) == runs && days.newest?.text == newest)
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
        #expect(days.ahead == nil && days.newest == days.runs.map(\.date).max())
    }
}

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
    func refusesInvalidDays(year: Int, month: Int, day: Int) {
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

@Suite struct LocalTimestampTests {
    private func time(_ text: String, _ reader: TimeReader = TimeReader()) -> LocalTimestamp? {
        Array(text.utf8).withView { reader.read($0) }?.clock
    }

    @Test(arguments: [
        ("2026. 11. 20. 오후 6:03", "2026-11-20T18:03:00"), ("18:03:05.9", "18:03:05"),
        ("2026-11-20T18:03:05+09:00", "2026-11-20T18:03:05+09:00"), ("20261120 0003Z", "2026-11-20T00:03:00+00:00"),
        ("1969-12-31 23:59:59 -05:30", "1969-12-31T23:59:59-05:30"), ("0001-01-01 00:00", "0001-01-01T00:00:00"),
    ])
    func timeIsShownInItsOwnZone(cell: String, text: String) {
        #expect(time(cell)?.isoText == text)
    }

    @Test func dateAloneIsNoTimeOfDay() {
        #expect(time("2026-11-20") == nil && time("soon") == nil)
    }

    @Test func addedDayDoesNotChangeTheClockTime() throws {
        let reader = TimeReader(dayStart: try #require(DayStart("05:30")))
        let early = try #require(time("05:29", reader))
        let late = try #require(time("23:00", reader))
        #expect(early.clockText == "05:29" && early.hour == 5 && early.seconds > late.seconds)
    }
}

@Suite struct LateArrivalsTests {
    @Test func keepsNewestTimeOfEachKind() {
        var newest = Watermarks()
        let (local, utc): (ParsedTimestamp.Kind, ParsedTimestamp.Kind) = (
            [.date, .timeOfDay], [.date, .timeOfDay, .offset]
        )
        newest.add(local, seconds: 100)
        newest.add(utc, seconds: 50)
        newest.add(local, seconds: 90)
        newest.add(.timeOfDay, seconds: 1_000)
        #expect(newest.times.map(\.kind) == [local, utc])
        #expect(newest.times.map(\.seconds) == [100, 50])
    }

    @Test(
        arguments: [
            (0, "1970-01-01"), (1_795_214_580, "2026-11-20 22:43"), (-1, "1969-12-31 23:59"),
            (1_795_132_859, "2026-11-20 00:00"),
        ] as [(Int64, String)])
    func reportsTheNewestTime(seconds: Int64, text: String) {
        var late = LateArrivals()
        #expect(late.newestText == nil)
        late.add(newer: seconds)
        late.add(newer: seconds - 1)
        #expect(late.count == 2 && late.newestText == text)
    }
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
                return memo.read(cell) != reader.read(cell).map { Timestamp($0) } ?? .none
            }
        }
        #expect(wrong == 0)
    }
}

/// Timestamps as ledgers write them.
@Suite struct UTCTimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2026-11-20T18:30:05Z", 1_795_199_405), ("1969-12-31T23:59:59Z", -1),
        ("2024-02-29T23:59:59Z", 1_709_251_199),
    ])
    func parsesToSecondsSince1970(text: String, seconds: Int) {
        #expect(UTCTimestamp.seconds(of: text) == seconds)
    }

    @Test(arguments: [
        "", "2026-11-20", "2026-11-20 18:30:05", "2026-11-20T18:30:05", "2026-11-20T24:00:00Z", "2026-11-20T18:60:00Z",
        "2026-02-30T00:00:00Z", "2026-11-20T+1:30:05Z", "2026-11-20T18:30:5Z", "2026-11-20T18:30:05ZZ",
        "2026-11-20T183:0:05Z",
    ])
    func refusesOtherForms(text: String) {
        #expect(UTCTimestamp.seconds(of: text) == nil)
    }
}
