import JuiceBatch
import Testing

@Suite struct ClockTimeTests {
    private func time(_ text: String, _ reader: TimeReader = TimeReader()) -> ClockTime? {
        Array(text.utf8).withUnsafeBufferPointer { reader.read($0) }?.clock
    }

    @Test(arguments: [
        ("2026. 11. 20. 오후 6:03", "2026-11-20T18:03:00"), ("18:03:05.9", "18:03:05"),
        ("2026-11-20T18:03:05+09:00", "2026-11-20T18:03:05+09:00"), ("20261120 0003Z", "2026-11-20T00:03:00+00:00"),
        ("1969-12-31 23:59:59 -05:30", "1969-12-31T23:59:59-05:30"), ("0001-01-01 00:00", "0001-01-01T00:00:00"),
    ])
    func aTimeIsToldByItsOwnClock(cell: String, text: String) {
        #expect(time(cell)?.isoText == text)
    }

    @Test func aDateAloneIsNoTimeOfDay() {
        #expect(time("2026-11-20") == nil && time("soon") == nil)
    }

    @Test func theDayThatIsAddedChangesNoClock() throws {
        let reader = TimeReader(dayStart: try #require(DayStart("05:30")))
        let early = try #require(time("05:29", reader))
        let late = try #require(time("23:00", reader))
        #expect(early.clockText == "05:29" && early.hour == 5 && early.seconds > late.seconds)
    }
}
