import JuiceBatch
import Testing

/// Moments as ledgers write them.
@Suite struct UTCMomentTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2026-11-20T18:30:05Z", 1_795_199_405), ("1969-12-31T23:59:59Z", -1),
        ("2024-02-29T23:59:59Z", 1_709_251_199),
    ])
    func isSecondsSince1970(text: String, seconds: Int) {
        #expect(UTCMoment.seconds(of: text) == seconds)
    }

    @Test(arguments: [
        "", "2026-11-20", "2026-11-20 18:30:05", "2026-11-20T18:30:05", "2026-11-20T24:00:00Z", "2026-11-20T18:60:00Z",
        "2026-02-30T00:00:00Z", "2026-11-20T+1:30:05Z", "2026-11-20T18:30:5Z", "2026-11-20T18:30:05ZZ",
        "2026-11-20T183:0:05Z",
    ])
    func isNothingElse(text: String) {
        #expect(UTCMoment.seconds(of: text) == nil)
    }
}
