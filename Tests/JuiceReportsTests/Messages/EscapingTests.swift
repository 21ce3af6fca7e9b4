import Foundation
import JuiceReports
import Testing

@Suite struct EscapingTests {
    @Test func terminalTextHasNoControls() {
        #expect(Escaping.terminal("딸기 쥬스, ok!") == "딸기 쥬스, ok!")
        #expect(Escaping.terminal("a\u{1B}[31m\nb\u{7F}\u{9B}") == "a\\u{1b}[31m\\u{a}b\\u{7f}\\u{9b}")
        #expect(Escaping.terminal("\u{202E}x\u{2066}\u{2028}\u{FEFF}") == "\\u{202e}x\\u{2066}\\u{2028}\\u{feff}")
    }

    @Test func markdownIsEscaped() {
        let text = Escaping.markdown("a|b <script> & `x` *y* _z_ [l](u) ~s~\n# h")
        #expect(text.contains("\\|") && text.contains("&lt;script&gt;") && text.contains("&amp;"))
        #expect(
            text.contains("\\`x\\`") && text.contains("\\*y\\*") && text.contains("\\_z\\_") && text.contains("\\["))
        #expect(!text.contains("\n"))
        #expect(Escaping.markdown("딸기쥬스 16개") == "딸기쥬스 16개")
    }

    @Test(
        arguments: [
            ("# 딸기", "\\# 딸기"), ("###### x", "\\###### x"), ("#", "\\#"), ("딸기 #", "딸기 \\#"), ("딸기 ##", "딸기 \\##"),
            ("1. 바나나", "1\\. 바나나"), ("12) x", "12\\) x"), ("1.", "1\\."), ("- x", "\\- x"), ("+ x", "\\+ x"),
            ("-", "\\-"),
            ("---", "\\---"), ("- - -", "\\- - -"), ("> x", "&gt; x"), (" - x", " \\- x"),
        ])
    func noTextBeginsOrEndsABlock(text: String, escaped: String) {
        #expect(Escaping.markdown(text) == escaped)
    }

    @Test(arguments: ["#1", "a.csv#2", "번호+#", "-3개", "+18", "1.5", "2026. 11", "딸기 - 키위", "--date", "#7 #번"])
    func whatBeginsNoBlockIsLeftAlone(text: String) {
        #expect(Escaping.markdown("'\(text)") == "'\(text)")
        if !text.hasPrefix("2026") { #expect(Escaping.markdown(text) == text) }
        #expect(Escaping.markdown("-", isCell: true) == "-")
    }

    @Test func markdownIsEscapedNoMoreThanNeeded() {
        #expect(Escaping.markdown("orders.csv:19") == "orders.csv:19")
        #expect(Escaping.markdown("a:smile: b") == "a\\:smile: b")
        #expect(Escaping.markdown("a@b.kr") == "a@<!-- -->b.kr")
        #expect(Escaping.markdown("http://x.kr") == "http\\://x.kr")
        #expect(Escaping.markdown("WWW.x.kr www.y.kr") == "WWW\\.x.kr www\\.y.kr")
    }

    /// A mark that joins a sign of HTML into one character must not hide it from escaping.
    @Test(arguments: ["<", ">", "&", "\"", "'"])
    func markupEscapesASignWithWhicheverMarkJoinsIt(sign: String) {
        for mark in ["", "\u{301}", "\u{338}", "\u{FE0F}", "\u{200D}"] {
            let safe = Escaping.escaped("a\(sign)\(mark)b").unicodeScalars
            #expect(safe.count { $0 == "&" } == 1 && !safe.contains { "<>\"'".unicodeScalars.contains($0) }, "\(safe)")
        }
        #expect(Escaping.terminal("딸기\u{202E} e\u{301}") == "딸기\\u{202e} e\u{301}")
        #expect(Escaping.markup("<a href=\"x\">&'") == "&lt;a href=&quot;x&quot;&gt;&amp;&#39;")
    }

    /// The library's own escaping goes by characters, so that a joining mark hides a sign from it.
    @Test func everyTemplateNamesItsEscaping() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let files = FileManager.default.enumerator(at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
        let templates = (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "mustache" }
        #expect(templates.count >= 20)
        for template in templates {
            #expect(try String(contentsOf: template, encoding: .utf8).hasPrefix("{{% CONTENT_TYPE:"), "\(template)")
        }
    }
}
