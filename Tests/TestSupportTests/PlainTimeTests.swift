import TestSupport
import Testing

/// Spellings of dates and times, worked out by hand.
@Suite("Plain times")
struct PlainTimeTests {
    private static let day = 1_795_132_800  // 2026-11-20 00:00
    private static let evening = day + 18 * 3_600 + 3 * 60

    @Test(
        "Times that can be read",
        arguments: [
            ("2026-11-20", day), ("2026/11/20", day), ("2026.11.20", day), ("2026. 11. 20.", day), ("20261120", day),
            ("2026년 11월 20일", day), ("2026년11월20일", day), ("２０２６－１１－２０", day),
            ("2026-11-20 18:03", evening), ("2026-11-20T18:03", evening), ("2026-11-20  18:03:05", evening + 5),
            ("2026. 11. 20. 오후 6:03", evening), ("2026-11-20 6:03 PM", evening), ("2026-11-20 6:03\u{202F}pm", evening),
            ("20261120 1803", evening), ("20261120T180305", evening + 5), ("202611201803", evening),
            ("20261120180305", evening + 5), ("2026-11-20T18:03Z", evening),
            ("2026-11-20 18:03 +09:00", evening - 32_400),
            ("2026-11-20 18:03+0900", evening - 32_400), ("2026-11-20 18:03-05", evening + 18_000),
            ("2024-02-29", 1_709_164_800), ("2026-1-2", 1_767_312_000),
            ("18:03", 64_980), ("6:03 PM", 64_980), ("오후6:03", 64_980), ("12:00 AM", 0), ("오후 12:30", 45_000),
            ("0:00", 0),
            ("23:59:59", 86_399), (" 9:05 ", 32_700), ("PM 6:03", 64_980), ("18시 03분", 64_980),
            ("2026-11-20 오후 6시 3분", evening), ("2026년 11월 20일 18시 3분 5초", evening + 5),
        ] as [(String, Int)])
    func readable(cell: String, seconds: Int) {
        #expect(PlainTime.read(cell)?.seconds == seconds)
    }

    @Test(
        "What is none",
        arguments: [
            "", "-", "어제", "24:00", "18:60", "18:03:60", "13:00 PM", "0:30 AM", "오전 6:03 PM", "1803", "180305", "6 PM",
            "18시", "PM 18:03", "24시 30분",
            "18:3",
            "2026-11/20", "2026-13-01", "2026-02-29", "2026-11-31", "11/20/2026", "20/11/2026", "26-11-20",
            "26년 11월 20일",
            "2026-11-20 1803", "2026-11-2018:03", "2026-11-20Z", "18:03:", "18:03.5", "18:03:05.",
            "2026-11-20 18:03 +9",
            "2026-11-20 18:03 KST", "2026년 11월", "00000000",
        ])
    func unreadable(cell: String) {
        #expect(PlainTime.read(cell) == nil)
    }

    @Test(
        "The order of a date's numbers",
        arguments: [
            ("11/20/2026", PlainOptions.DateOrder.mdy, true), ("20/11/2026", .dmy, true), ("20/11/26", .dmy, true),
            ("26/11/20", .ymd, true), ("2026-11-20", .mdy, true), ("26년 11월 20일", .dmy, true), ("11-20-26", .mdy, true),
            ("20. 11. 2026.", .dmy, true), ("20/11/2026", .mdy, false), ("11/20/2026", .ymd, false),
            ("26-11-20", .ymd, true), ("11/20/026", .mdy, false),
        ])
    func dateOrder(cell: String, order: PlainOptions.DateOrder, isReadable: Bool) {
        let read = PlainTime.read(cell, PlainTime.Rules(dateOrder: order.rawValue))
        #expect(read?.seconds == (isReadable ? Self.day : nil))
    }

    @Test("Kinds, fractions and the day's start")
    func kinds() throws {
        #expect(PlainTime.read("18:03")?.kind == .init(hasDate: false, hasClock: true, hasOffset: false))
        #expect(PlainTime.read("2026-11-20")?.kind == .init(hasDate: true, hasClock: false, hasOffset: false))
        #expect(PlainTime.read("20261120T1803Z")?.kind == .init(hasDate: true, hasClock: true, hasOffset: true))
        let early = try #require(PlainTime.read("18:03:05.09"))
        let late = try #require(PlainTime.read("18:03:05.1"))
        #expect(early.isBefore(late) && !late.isBefore(early))
        #expect(PlainTime.read("18:03:05.10") == late)
        #expect(PlainTime.read("04:59", PlainTime.Rules(dayStart: 300))?.seconds == 86_400 + 17_940)
        #expect(PlainTime.read("05:00", PlainTime.Rules(dayStart: 300))?.seconds == 18_000)
        #expect(PlainTime.read("2026-11-20 04:59", PlainTime.Rules(dayStart: 300))?.seconds == Self.day + 17_940)
        let business = PlainTime.read("2026-11-20 04:59", PlainTime.Rules(dayStart: 300, movesDates: true))
        #expect(business?.seconds == Self.day + 86_400 + 17_940)
    }
}
