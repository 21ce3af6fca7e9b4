import JuiceBatch
import JuiceCore
import Testing

/// A cell is one that a setting names, however either is spelled.
@Suite struct NameMatchingTests {
    @Test(arguments: [
        ("Thé", "The\u{301}"), ("The\u{301}", "Thé"), ("thé vert", "THE\u{301}-VERT"), ("ｃａｆé", "CAFE\u{301}"),
        ("취소", "\u{110E}\u{1171}\u{1109}\u{1169}"), ("취소", "취 소"), ("가", "\u{1100}\u{1161}"),
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
}
