import JuiceReports
import Testing

@Suite struct NumberFormatTests {
    /// A share is rounded, but something is never nothing, and less than all never all.
    @Test(arguments: [
        (0, 300, "0%"), (1, 300, "<1%"), (1, 1_000_000, "<1%"), (5, 1_000, "1%"), (6, 7, "86%"), (1, 2, "50%"),
        (1, 8, "13%"), (199, 200, ">99%"), (999_999, 1_000_000, ">99%"), (7, 7, "100%"), (0, 0, "–"),
        ((1 << 53) - 2, (1 << 53) - 1, ">99%"), (Int.max - 1, Int.max, ">99%"), (Int.max, Int.max, "100%"),
    ])
    func aShareIsRoundedButNeverToNothingNorAll(part: Int, whole: Int, text: String) {
        #expect(percent(part, of: whole) == text)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567")])
    func thousandsAreGrouped(value: Int, text: String) {
        #expect(grouped(value) == text)
    }
}
