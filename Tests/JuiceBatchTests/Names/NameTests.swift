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
        // A hyphen between digits is significant.
        ("Set 1-2", "set1-2"), ("set１－２", "set1-2"), ("Set 12", "set12"), ("1_2", "1_2"), ("1--2", "12"),
        ("1 - 2", "1-2"), ("a-1", "a1"), ("1-", "1"),
    ])
    func foldsSpellings(spelling: String, key: String) {
        #expect(nameKey(spelling) == key)
        #expect(nameKey(spelling.decomposedStringWithCanonicalMapping) == key)
        #expect(nameKey(key) == key)
    }
}

@Suite struct NameMatchingTests {
    @Test(arguments: [
        ("Thé", "The\u{301}", true), ("thé vert", "THE\u{301}\u{3000}VERT ", true), ("ｃａｆé", "CAFE\u{301}", true),
        ("취소", "\u{110E}\u{1171}\u{1109}\u{1169}", true), ("취 소", " 취  소 ", true), ("가", "\u{1100}\u{1161}", true),
        ("각", "\u{AC00}\u{11A8}", true), ("각", "\u{1100}\u{1161}\u{11A8}", true), ("K", "\u{212A}", true),
        ("a급", "Ａ급", true), ("漢", "\u{FA9A}", true), ("が", "か\u{3099}", true), ("-1", "1", false),
        ("2026-1-12", "2026-11-2", false), ("취소", "취 소", false), ("a-b", "ab", false), ("주스", "쥬스", false),
        ("-", "", false),
    ])
    func settingsMatchCellsInAnySpelling(word: String, cell: String, isMatch: Bool) throws {
        for (word, cell) in [(word, cell), (cell, word)] {
            var reading = ReadingOptions()
            reading.exportSettings.ignore = [.init(name: "종류", isTyped: true, values: [word])]
            reading.exportSettings.accept = [.init(name: "종류", isTyped: true)]
            let codes = try Engine.run("action,item,quantity,종류\norder,키위쥬스,1,\(cell)\n", reading).codes
            #expect(codes == [isMatch ? .ignored : .success])
        }
    }
}

@Suite struct QuantityTests {
    @Test(
        arguments: [
            ("0", 0), ("007", 7), ("12,345,678", 12_345_678), ("3 개", 3), ("２잔", 2), ("4컵", 4), ("  １，２００  ", 1_200),
            ("\u{3000}5\t", 5), ("99999999999999999999999999", 100_000_000_000_000_000), ("2.00 개", 2), ("１．０", 1),
            ("1,200.0000000000", 1_200), ("", nil), ("컵", nil), ("−3", nil), ("1234,567", nil), ("12 345", nil),
            ("3병", nil), ("1,2 00", nil), ("개3", nil), ("२", nil), ("3\u{301}", nil), ("4ｶﾌﾟ", nil), ("1.000,0", nil),
            ("1. 0", nil), ("-1.0", nil),
            // A mark after a leading 0 is no thousands separator.
            ("0,500", nil), ("０，０００", nil), ("00,100", nil),
        ] as [(String, Int?)])
    func readsQuantities(text: String, value: Int?) {
        #expect(parseQuantity(text) == value)
        #expect(parseQuantity(text.decomposedStringWithCanonicalMapping) == value)
    }

    @Test func quantitiesAgreeWithModel() {
        var random = SeededGenerator(seed: 12)
        let pieces = [
            "0", "00", "000", "1", "20", "300", "４", ",", "，", ".", "．", " ", "\u{3000}", "개", "잔", "컵",
            "\u{1100}\u{1162}", "\u{110F}\u{1165}\u{11B8}", "\u{C790}\u{11AB}", "\u{1100}", "-", "²", "①", "٣",
            "\u{301}",
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

/// Moving the border between two adjacent cells changes both; the meaning of a cell does not depend on earlier ones.
@Test func cellBordersMatter() throws {
    let outcome = try Engine.run(
        "item,action,quantity\n키위주스,order,1\n키위주스order,,1\n,order,1\n키위,주스order,1\n키위주스,order,1\n")
    #expect(outcome.codes == [.success, .unknownItem, .missingItem, .unknownAction, .success])
    #expect(outcome.rows.map(\.action) == [.order, nil, .order, nil, .order])
}

@Test(arguments: [15, 16, 17, 31, 32, 33, 64, 200])
func cellsOfAnyLengthAreRead(length: Int) throws {
    func padded(_ cell: String) -> String { cell + String(repeating: " ", count: max(0, length - cell.utf8.count)) }
    let lines = [("order", "딸기쥬스"), ("order", "딸기주"), ("입고", "딸기"), ("orde", "딸기쥬스"), ("폐기", "키위")]
    let rows = lines.map { "\(padded($0)),\(padded($1)),1\n" }.joined()
    let wanted: [OutcomeCode] = [.insufficientStock, .unknownItem, .success, .unknownAction, .success]
    #expect(try Engine.run("action,item,quantity\n" + rows + rows).codes == wanted + wanted)
}
