import Foundation
import JuiceBatch
import TestSupport
import Testing

@Suite struct QuantityTests {
    @Test(arguments: [
        ("0", 0), ("3", 3), ("007", 7), ("1,200", 1_200), ("12,345,678", 12_345_678), ("3개", 3), ("3 개", 3), ("２잔", 2),
        ("4컵", 4), ("4 컵", 4), ("  １，２００  ", 1_200), ("\u{3000}5\t", 5), ("0000000000000000000000004", 4),
        ("1,000,000,000", 1_000_000_000), ("99999999999999999999999999", 100_000_000_000_000_000),
        ("1.0", 1), ("2.00", 2), ("1,200.0", 1_200), ("1.0000", 1), ("0.0", 0), ("１．０", 1), ("2.0잔", 2), ("2.00 개", 2),
        ("007.0", 7), ("1,200.0000000000", 1_200),
    ])
    func readsQuantities(text: String, value: Int) {
        #expect(parseQuantity(text) == value)
        #expect(parseQuantity(text.decomposedStringWithCanonicalMapping) == value)
    }

    @Test(arguments: [
        "", " ", "개", "잔", "컵", " 개", "-1", "+3", "−3", "1.5", "1,00", "1,0000", ",100", "100,", "1,,000", "1234,567",
        "1 2", "12 345", "둘", "3개 정도", "5개잔", "1e3", "0x10", "1'000", "=1+1", "1,200,00", "½", "3병", "1,2 00", "개3",
        // Neither digits nor blanks of other kinds are taken as ASCII's.
        "2²", "²", "①", "٣", "३", "𝟑", "㏢", "2\u{3000}잔", "2\u{A0}잔", "2  잔", "２\u{3000}０", "3\u{301}", "3\u{200B}",
        "4ｶﾌﾟ",
        // A fraction of three zeros may be a thousand, and a point stands between digits.
        "1.000", "1,200.000", "1.000개", "1.", ".0", ".", "1..0", "1.0.0", "1.01", "1.0,0", "1.000,0", "1,0.0", "1.잔",
        "1.0 0", "1. 0", "-1.0",
    ])
    func refusesWhatIsNone(text: String) {
        #expect(parseQuantity(text) == nil)
    }

    /// The program and the plain model read the same, whatever stands side by side.
    @Test func readsWhatTheModelReads() {
        var random = SeededGenerator(seed: 12)
        let pieces = [
            "0", "00", "000", "1", "20", "300", "４", ",", "，", ".", "．", " ", "\u{3000}", "개", "잔", "컵",
            "\u{1100}\u{1162}",
            "\u{110F}\u{1165}\u{11B8}", "\u{C790}\u{11AB}", "\u{1100}", "-", "²", "①", "٣", "\u{301}",
        ]
        for _ in 0..<20_000 {
            let text = (0..<random.int(0...6)).map { _ in random.pick(pieces) }.joined()
            let wanted = PlainText.quantity(text, in: 0...Int.max).map { min($0, 100_000_000_000_000_000) }
            #expect(parseQuantity(text) == wanted, "\(text.debugDescription)")
        }
        var spelling = RandomSpelling(random: random)
        for number in 0..<5_000 {
            let good = spelling.quantity(number * 37)
            #expect(parseQuantity(good) == number * 37, "\(good.debugDescription)")
            let bad = spelling.badQuantity()
            #expect((parseQuantity(bad) ?? .max) > 1_000_000_000, "\(bad.debugDescription)")
        }
    }
}
