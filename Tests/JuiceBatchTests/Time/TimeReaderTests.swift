import CSV
import Foundation
import TestSupport
import Testing

@testable import JuiceBatch

@Suite struct TimeReaderTests {
    private func read(_ text: String, _ reader: TimeReader = TimeReader()) -> Timestamp? {
        Array(text.utf8).withView { reader.read($0) }
    }

    /// Ways to write a minute past six in the evening.
    private static let spellings = [
        "2026-11-20 18:03", "2026/11/20 18:03", "2026.11.20 18:03", "2026. 11. 20. 18:03", "2026 .11 . 20  18:03",
        "2026년 11월 20일 18:03", "2026년11월20일 18:03", "2026년  11월 20일T18:03", "20261120 18:03", "20261120 1803",
        "20261120T1803", "202611201803", "20261120180300", "20261120T180300.0", "2026-11-20T18:03", "2026-11-20\n18:03",
        "2026-11-20 \u{3000}18:03:00", "2026-11-20 6:03 PM", "2026-11-20 6:03PM", "2026-11-20 06:03\u{202F}pm",
        "2026-11-20 오후 6:03", "2026-11-20 오후6:03:00", "２０２６－１１－２０　１８：０３", "2026-11-20 ６:０３ ＰＭ",
        " \t2026-11-20 18:03\u{A0}", "2026-11-20 18:03:00.000000000000001", "2026-11-20 6:03:00.0 PM",
        "20261120 오후 6:03", "2026.11.20.T18:03", "2026-11-20 PM 6:03", "2026-11-20 pm6:03:00", "2026-11-20 ＰＭ 6:03",
        "2026-11-20 18시 03분", "2026년 11월 20일 오후 6시 3분", "2026-11-20 18시3분0초", "20261120 PM 6시 3분",
    ]

    @Test func readsAMinuteInEverySpelling() throws {
        let seconds = Int64(try Date("2026-11-20T18:03:00Z", strategy: .iso8601).timeIntervalSince1970)
        for text in Self.spellings.flatMap({ [$0, $0.decomposedStringWithCanonicalMapping] }) {
            let time = try #require(read(text), "\(text)")
            #expect(time.seconds == seconds && time.nanoseconds == 0 && time.kind == [.date, .timeOfDay], "\(text)")
            #expect(time.day.text == "2026-11-20")
        }
    }

    private static let times = [
        "0001-01-01", "0001-01-01 00:00 +00:01", "2026-12-31 00:00", "05:29:59", "05:30", "1:00Z", "오전 1:00 +09:00",
        "2026-11-20T18:03Z", "2026-11-20 18:03 Z", "2026-11-21 03:03+09", "2026-11-21 03:03 +0900",
        "20261121030300+09:00", "2026-11-20 12:33:00-05:30", "2026-11-20 오후 6:03 +00:00", "2026-11-20 6:03 PM-0000",
        "202611201803Z", "1600-01-01 00:00+23:59", "2024-02-29 00:00Z", "2000-02-29 00:00Z", "9999-12-31 23:59:59Z",
        "1969-12-31 23:59:59Z", "2026-11-20", "2026/1/2", "2026. 1. 2.", "2026.1.2", "2026년 1월 2일", "20260102",
        "2024-02-29", "1600-01-01", "9999-12-31", "18:03", "6:03 PM", "오후 6:03", "0:00", "23:59:59", "12:00 AM",
        "12:30 PM", "오전 12:00:01", "오후 12:59", "1:00 am", "11:59:59 PM", "09:05", "9:05", "PM 6:03", "am12:00",
        "18시 03분", "오전 12시 0분 1초", "18:03:05.5", "18:03:05.123456789", "18:03:05.1234567899", "20261120180305.000001Z",
        "6:03:05.25 PM", "18:03:05.\(String(repeating: "9", count: 99))",
    ]

    /// Texts that may be dates under a date order, then texts that are never times.
    private static let noTimes = [
        "11/20/2026", "11-20-26", "11. 20. 2026.", "26년 11월 20일", "20.11.26", "26/11/20", "26. 11. 20.", "26-11-20",
        "1/2/3", "11/20/026", "11/20/6", "2026/20/11", "11/20-2026", "11202026", "261120", "02/29/26", "11월 20일 26년",
        // Dates and times that do not exist.
        "2026-02-30", "1900-02-29", "2100-02-29 10:00", "2026-13-01", "2026-00-10", "2026-01-00", "0000-01-01 00:00",
        "2026-11-20 24:00", "18:60", "18:03:60", "0:03 PM", "13:03 PM", "오후 0:03", "00:30 AM", "202613011803",
        "20261120186000", "24시 30분", "18시 3분 60초", "18:03+24", "18:03+09:60",
        // Marks and numbers of digits, of which random texts try many more.
        "2026-11/20", "2026년 11-20", "2026/11/20.", "2026 11 20", "18시", "18시 3", "18:03분", "12026-11-20", "1803",
        "202611201", "2026112018030", "2026-11-20 1803", "20261120 0603 PM", "202611200603PM",
        // Text between, before and behind.
        "2026-11-2018:03", "2026-11-20 T18:03", "2026-11-20t18:03", "2026-11-20-18:03", "2026.11.20.18:03",
        "2026-11-20T", "2026-11-20 오후", "PM", "오후 6시", "오후 18시 3분", "오후 6:03 PM", "PM 오후 6:03", "2026-11-20TPM",
        "6:03 오후", "6:03 P.M.", "오 후 6:03", "오후 2026-11-20 6:03", "18:03 2026-11-20", "2026-11-20 (금) 18:03",
        "2026-11-20 18:03 KST", "어제 18:03", "'2026-11-20", "+18:03", "-18:03",
        // Offsets, and other things.
        "2026-11-20Z", "18:03+9", "18:03 −09:00", "18:03+09PM", "", " ", "12",
        "45980.75", "٢٠٢٦-١١-٢٠", "²026-11-20", "2026\u{200B}-11-20", "\u{0}18:03", "2026-11-20 18:03\u{FFFD}",
        "18:03\u{301}", "2026년\u{11AB} 11월 20일", "\u{FEFF}18:03",
    ]

    @Test(arguments: [nil] + DateOrder.allCases) func timesAgreeWithPlainReader(order: DateOrder?) throws {
        for (isTime, texts) in [(true, Self.times), (false, Self.noTimes)] {
            for text in texts {
                #expect((read(text) != nil) == isTime, "\(text)")
                try compare(text, order)
                try compare(text + " 9:00", order)
                try compare(text + " +01:00", order)
            }
        }
    }

    /// Expects that the program and the plain reader agree.
    ///
    /// - Returns: whether it is a time.
    @discardableResult private func compare(_ text: String, _ order: DateOrder?) throws -> Bool {
        let (start, first) = (try #require(DayStart("05:30")), try #require(CalendarDay("0001-01-01")))
        var isTime = false
        for movesDates in [false, true] {
            let ours = read(text, TimeReader(dateOrder: order, dayStart: start, addsDayToDates: movesDates))
            let rules = PlainTime.Rules(dateOrder: order?.rawValue, dayStart: start.minutes, movesDates: movesDates)
            let theirs = PlainTime.read(text, rules)
            let words: Comment = "\(text) by \(String(describing: order))"
            isTime = ours != nil
            #expect(isTime == (theirs != nil), words)
            guard let ours, let theirs else { continue }
            #expect(ours.seconds == theirs.seconds && ours.nanoseconds == theirs.nanoseconds, words)
            let kinds = [ours.kind.contains(.date), ours.kind.contains(.timeOfDay), ours.kind.contains(.offset)]
            #expect(kinds == [theirs.kind.hasDate, theirs.kind.hasClock, theirs.kind.hasOffset], words)
            #expect(ours.businessDay(from: .midnight).map { $0.number - first.number } == theirs.day, words)
        }
        return isTime
    }

    @Test(
        arguments: [
            ("", TimeProblem.empty), ("18:03", .otherKind), ("2026-11-20", .otherKind),
            ("2026-11-20 24:30", .hourBeyondDay),
            ("2026-11-20 25시 3분", .hourBeyondDay), ("2026-11-31 10:00", .form), ("2026-11-20 18:75:00", .form),
            ("11/20/2026 10:00", .dateOrder([.mdy])), ("10/11/12 10:00", .dateOrder([.mdy, .dmy, .ymd])),
            ("05:42.0", .form), ("2026-11-20(금) 18:03", .form), ("2026-11-20 18:03 KST", .form),
        ] as [(String, TimeProblem)])
    func explainsUnreadableTimes(cell: String, problem: TimeProblem) throws {
        let plan = try #require(try Engine.run("시각,품목\n2026-11-20 18:03,키위쥬스\n").plan)
        #expect(plan.timeProblem(in: Array(cell.utf8)) == problem)
    }

    /// The day added after midnight, which `timesAgreeWithPlainReader` compares, does not affect the business day.
    @Test(arguments: [
        ("2026-11-20 05:29", false, "2026-11-19"), ("2026-11-20 05:30", false, "2026-11-20"),
        ("2026-11-20 05:29", true, "2026-11-20"), ("2026년 11월 20일 오전 5:29", true, "2026-11-20"),
        ("0001-01-01 05:29", false, "0001-01-01"), ("9999-12-31 05:29", true, "9999-12-31"),
    ])
    func timesAfterMidnightBelongToTheDayBefore(text: String, addsDay: Bool, day: String) throws {
        let start = try #require(DayStart("05:30"))
        let time = try #require(read(text, TimeReader(dayStart: start, addsDayToDates: addsDay)))
        #expect(time.businessDay(from: start)?.text == day)
    }

    @Test func randomTextsAgreeWithPlainReader() throws {
        let seed: UInt64 = 20_261_120
        print("times: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let pieces = [
            ["2026", "2026", "26", "11", "5"], ["-", "/", ".", ". ", "년 ", "："], ["11", "5", "02", "13"],
            ["월 ", ""], ["20", "29", "5", "2026", "26"], ["", "", ".", "일"], [" ", "T", "", " 오후 ", "\u{202F}"],
            ["18", "6", "03", "1803", "18"], [":03", ":03", ":60", ""], [":05", ":05.5", "", ":05."],
            ["", " PM", "am", "Z"], ["", "", "+09", " -0530", "z"],
        ]
        var readable = 0
        for _ in 0..<5_000 {
            var parts = pieces.map { random.pick($0, else: "") }
            if parts[1] != "년 " { parts[3] = parts[1] }
            let digits = random.pick(["20261120", "２０２６1120", "20260230", "2026112"], else: "")
            let isDigits = random.chance(20)
            let text = (isDigits ? digits : parts[...5].joined()) + (random.chance(80) ? parts[6...].joined() : "")
            let order = random.pick([nil] + DateOrder.allCases, else: nil)
            if try compare(text, order) { readable += 1 }
        }
        #expect(readable > 250)
        // Times with a character left out, doubled, put in or replaced.
        let marks = Array("0135269-/.:,T ZzPM+오후년월일시분초\u{3000}")
        for _ in 0..<5_000 {
            var text = Array(random.pick(Self.spellings + Self.times))
            let at = random.int(0...text.count - 1)
            switch random.int(0...3) {
            case 0: text.remove(at: at)
            case 1: text.insert(text[at], at: at)
            case 2: text.insert(random.pick(marks, else: "0"), at: at)
            default: text[at] = random.pick(marks, else: "0")
            }
            try compare(String(text), random.pick([nil] + DateOrder.allCases, else: nil))
        }
    }
}
