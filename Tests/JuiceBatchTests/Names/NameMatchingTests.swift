import JuiceBatch
import JuiceCore
import Testing

/// A cell is one that a setting names, however either is spelled.
@Suite struct NameMatchingTests {
    @Test(arguments: [
        ("Thé", "The\u{301}"), ("The\u{301}", "Thé"), ("thé vert", "THE\u{301}\u{3000}VERT "), ("ｃａｆé", "CAFE\u{301}"),
        ("취소", "\u{110E}\u{1171}\u{1109}\u{1169}"), ("취 소", " 취  소 "), ("가", "\u{1100}\u{1161}"),
        ("각", "\u{AC00}\u{11A8}"), ("각", "\u{1100}\u{1161}\u{11A8}"), ("K", "\u{212A}"),
        ("a급", "Ａ급"), ("漢", "\u{FA9A}"), ("が", "か\u{3099}"),
    ])
    func aCellIsFoundBySettingsInAnySpelling(word: String, cell: String) throws {
        for (word, cell) in [(word, cell), (cell, word)] {
            var reading = ReadingOptions()
            reading.exportSettings.ignore = [.init(column: .init(name: "종류", isTyped: true), values: [word])]
            let outcome = try Engine.run("action,item,quantity,종류\norder,키위쥬스,1,\(cell)\n", reading)
            #expect(outcome.codes == [.ignored], "\(word) in the settings, \(cell) in the file")
        }
    }

    @Test(arguments: [("-1", "1"), ("2026-1-12", "2026-11-2"), ("취소", "취 소"), ("a-b", "ab"), ("주스", "쥬스"), ("-", "")])
    func cellsThatDifferInMoreAreOthers(word: String, cell: String) throws {
        for (word, cell) in [(word, cell), (cell, word)] {
            var reading = ReadingOptions()
            reading.exportSettings.ignore = [.init(column: .init(name: "종류", isTyped: true), values: [word])]
            reading.exportSettings.accept = [.init(name: "종류", isTyped: true)]
            let outcome = try Engine.run("action,item,quantity,종류\norder,키위쥬스,1,\(cell)\n", reading)
            #expect(outcome.codes == [.success], "\(word) in the settings, \(cell) in the file")
        }
    }

    @Test func aHyphenBetweenDigitsCountsInNames() {
        #expect(nameKey("Set 1-2") == nameKey("set１－２") && nameKey("Set 1-2") != nameKey("Set 12"))
        #expect(nameKey("1_2") != nameKey("1-2"))
        #expect(nameKey("1--2") == "12" && nameKey("1 - 2") == "1-2" && nameKey("a-1") == "a1" && nameKey("1-") == "1")
    }
}
