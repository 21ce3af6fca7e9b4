import Foundation
import JuiceCore
import TestSupport
import Testing

@testable import JuiceBatch

@Suite struct NameKeyTests {
    @Test(arguments: [
        ("파인애플 주스", "파인애플쥬스"), ("Strawberry-Banana Juice", "strawberrybananajuice"), ("  딸기_쥬스\u{3000}", "딸기쥬스"),
        ("ＫＩＷＩ", "kiwi"), ("주 스", "쥬스"), ("주주스", "주쥬스"), ("O r\u{A0}d\te-r", "order"), ("", ""), ("-_ ", ""),
        ("ﬁ", "fi"),
    ])
    func foldsSpellings(spelling: String, key: String) {
        #expect(nameKey(spelling) == key)
        #expect(nameKey(spelling.decomposedStringWithCanonicalMapping) == key)
        #expect(nameKey(key) == key)
    }
}

/// Settings match cells in any spelling.
@Suite struct NameMatchingTests {
    @Test(arguments: [
        ("Thé", "The\u{301}"), ("The\u{301}", "Thé"), ("thé vert", "THE\u{301}\u{3000}VERT "), ("ｃａｆé", "CAFE\u{301}"),
        ("취소", "\u{110E}\u{1171}\u{1109}\u{1169}"), ("취 소", " 취  소 "), ("가", "\u{1100}\u{1161}"),
        ("각", "\u{AC00}\u{11A8}"), ("각", "\u{1100}\u{1161}\u{11A8}"), ("K", "\u{212A}"),
        ("a급", "Ａ급"), ("漢", "\u{FA9A}"), ("が", "か\u{3099}"),
    ])
    func settingsMatchCellsInAnySpelling(word: String, cell: String) throws {
        #expect(try codes(word, cell) == [.ignored, .ignored])
    }

    @Test(arguments: [("-1", "1"), ("2026-1-12", "2026-11-2"), ("취소", "취 소"), ("a-b", "ab"), ("주스", "쥬스"), ("-", "")])
    func cellsThatDifferInMoreThanSpellingDoNotMatch(word: String, cell: String) throws {
        #expect(try codes(word, cell) == [.success, .success])
    }

    /// The codes of a row with `cell` if the settings ignore `word`, and the other way round.
    private func codes(_ word: String, _ cell: String) throws -> [OutcomeCode] {
        try [(word, cell), (cell, word)].flatMap { word, cell in
            var reading = ReadingOptions()
            reading.exportSettings.ignore = [.init(column: .init(name: "종류", isTyped: true), values: [word])]
            reading.exportSettings.accept = [.init(name: "종류", isTyped: true)]
            return try Engine.run("action,item,quantity,종류\norder,키위쥬스,1,\(cell)\n", reading).codes
        }
    }

    @Test func hyphenBetweenDigitsIsSignificant() {
        #expect(nameKey("Set 1-2") == nameKey("set１－２") && nameKey("Set 1-2") != nameKey("Set 12"))
        #expect(nameKey("1_2") != nameKey("1-2"))
        #expect(nameKey("1--2") == "12" && nameKey("1 - 2") == "1-2" && nameKey("a-1") == "a1" && nameKey("1-") == "1")
    }
}

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

    @Test(
        arguments: SeededGenerator.badQuantities.filter { Int($0) ?? 0 < 1_000_000_000 && $0.count < 20 } + [
            "", " ", "잔", "컵", " 개", "−3", "1234,567", "12 345", "1,200,00", "3병", "1,2 00", "개3", "²", "३",
            "２\u{3000}０", "3\u{301}", "4ｶﾌﾟ", ".", "1.000,0", "1. 0", "-1.0",
            // A mark after a leading 0 is no thousands separator.
            "0,500", "0,001", "０，０００", "00,100",
        ])
    func refusesInvalidQuantities(text: String) {
        #expect(parseQuantity(text) == nil)
    }

    @Test func quantitiesAgreeWithModel() {
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
        for number in 0..<5_000 {
            let good = random.spelling(ofQuantity: number * 37)
            #expect(parseQuantity(good) == number * 37, "\(good.debugDescription)")
            let bad = random.badQuantity()
            #expect((parseQuantity(bad) ?? .max) > 1_000_000_000, "\(bad.debugDescription)")
        }
    }
}

/// The meaning of a cell does not depend on the cells read before.
@Suite struct SpellingTests {
    /// Moving the border between two adjacent cells changes both.
    @Test func cellBordersMatter() throws {
        let outcome = try Engine.run(
            "item,action,quantity\n키위주스,order,1\n키위주스order,,1\n,order,1\n키위,주스order,1\n키위주스,order,1\n")
        #expect(outcome.codes == [.success, .unknownItem, .missingItem, .unknownAction, .success])
        #expect(outcome.rows.map(\.action) == [.order, nil, .order, nil, .order])
    }

    @Test(arguments: [15, 16, 17, 31, 32, 33, 64, 200])
    func cellsOfAnyLengthAreRead(length: Int) throws {
        func padded(_ cell: String) -> String {
            cell + String(repeating: " ", count: max(0, length - cell.utf8.count))
        }
        let lines = [("order", "딸기쥬스"), ("order", "딸기주"), ("입고", "딸기"), ("orde", "딸기쥬스"), ("폐기", "키위")]
        let rows = lines.map { "\(padded($0)),\(padded($1)),1\n" }.joined()
        let outcome = try Engine.run("action,item,quantity\n" + rows + rows)
        let wanted: [OutcomeCode] = [.insufficientStock, .unknownItem, .success, .unknownAction, .success]
        #expect(Array(outcome.codes.prefix(5)) == wanted)
        #expect(outcome.codes.suffix(5).map(\.failureClass) == wanted.map(\.failureClass))
    }
}
