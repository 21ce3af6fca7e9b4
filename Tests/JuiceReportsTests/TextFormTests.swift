import CSV
import Foundation
import JuiceReports
import Testing

@Suite struct TextFormTests {
    @Test func terminalTextHasNoControls() {
        #expect(SafeText.terminal("딸기 쥬스, ok!") == "딸기 쥬스, ok!")
        #expect(SafeText.terminal("a\u{1B}[31m\nb\u{7F}\u{9B}") == "a\\u{1b}[31m\\u{a}b\\u{7f}\\u{9b}")
        #expect(SafeText.terminal("\u{202E}x\u{2066}\u{2028}\u{FEFF}") == "\\u{202e}x\\u{2066}\\u{2028}\\u{feff}")
    }

    @Test func markdownIsEscaped() {
        let text = SafeText.markdown("a|b <script> & `x` *y* _z_ [l](u) ~s~\n# h")
        #expect(text.contains("\\|") && text.contains("&lt;script&gt;") && text.contains("&amp;"))
        #expect(
            text.contains("\\`x\\`") && text.contains("\\*y\\*") && text.contains("\\_z\\_") && text.contains("\\["))
        #expect(!text.contains("\n"))
        #expect(SafeText.markdown("딸기쥬스 16개") == "딸기쥬스 16개")
    }

    @Test func markdownIsEscapedNoMoreThanNeeded() {
        #expect(SafeText.markdown("orders.csv:19") == "orders.csv:19")
        #expect(SafeText.markdown("a:smile: b") == "a\\:smile: b")
        #expect(SafeText.markdown("a@b.kr") == "a@<!-- -->b.kr")
        #expect(SafeText.markdown("http://x.kr") == "http\\://x.kr")
        #expect(SafeText.markdown("WWW.x.kr www.y.kr") == "WWW\\.x.kr www\\.y.kr")
    }

    /// A mark that joins a sign of HTML must not hide it from whoever escapes characters.
    @Test(arguments: ["<", ">", "&", "\"", "'"])
    func pageTextHasNoSignThatCannotBeEscaped(sign: String) {
        for mark in ["\u{301}", "\u{338}", "\u{FE0F}", "\u{200D}"] {
            let safe = SafeText.page("a\(sign)\(mark)b")
            #expect(safe.contains { String($0) == sign }, "\(safe)")
            #expect(!safe.unicodeScalars.contains { String($0) == mark })
            #expect(!SafeText.markup("a\(sign)\(mark)b").contains(sign) || sign == "&")
        }
        #expect(SafeText.page("딸기\u{202E} e\u{301}") == "딸기\\u{202e} e\u{301}")
        #expect(SafeText.markup("<a href=\"x\">&'") == "&lt;a href=&quot;x&quot;&gt;&amp;&#39;")
    }

    @Test func jsonIsEscapedAndOrdered() throws {
        let nasty = "\"\\\n\r\t\u{0}\u{1F}\u{7F}\u{2028}\u{2029}/딸기\u{1F353}"
        let value = JSONValue.object([
            ("z", .string(nasty)), ("a", .array([.number(1), .number(-2), .number(1 << 53 - 1)])), ("e", .array([])),
            ("o", .object([])), ("k\"", .object([("n", .number(0))])),
        ])
        #expect(value.text.contains("\\\"\\\\\\n\\r\\t\\u0000\\u001f"))
        let parsed = try JSONSerialization.jsonObject(with: Data(value.text.utf8))
        let object = try #require(parsed as? [String: NSObject])
        #expect(object["z"] as? String == nasty)
        #expect(object["a"] as? [Int] == [1, -2, 1 << 53 - 1])
        #expect((object["e"] as? [Int])?.isEmpty == true)
        #expect((object["k\""] as? [String: Int]) == ["n": 0])
        let places = ["\"z\"", "\"a\"", "\"e\"", "\"o\"", "\"k\\\"\""].compactMap {
            value.text.range(of: $0)?.lowerBound
        }
        #expect(places.count == 5 && places == places.sorted())
        #expect(value.text.hasSuffix("}\n"))
    }

    private func cell(_ text: String, excel: Bool) -> String {
        String(decoding: CellStyle(isForExcel: excel).cell(text), as: UTF8.self)
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+82", "'+82"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "'\tx"), ("\rx", "\"'\rx\""),
        ("'=x", "''=x"),
        ("''-", "'''-"), ("'x", "'x"), ("", ""), ("'", "'"), ("a=b", "a=b"), ("=\"a\",b", "\"'=\"\"a\"\",b\""),
        (" =x", " =x"),
    ])
    func formulasAreGuarded(text: String, guarded: String) {
        #expect(cell(text, excel: true) == guarded)
        let plain = text.contains(",") || text.contains("\r") ? guarded.replacingOccurrences(of: "'", with: "") : text
        #expect(cell(text, excel: false) == plain)
    }

    @Test func excelFilesHaveMarkAndReturns() {
        let rows = [["fruit", "stock"], ["-딸기", "1"]]
        #expect(CellStyle(isForExcel: true).file(rows) == [0xEF, 0xBB, 0xBF] + Array("fruit,stock\r\n'-딸기,1\r\n".utf8))
        #expect(CellStyle(isForExcel: false).file(rows) == Array("fruit,stock\n-딸기,1\n".utf8))
    }

    @Test func widthIsInColumns() {
        let widths = [
            ("", 0), ("abc", 3), ("딸기", 4), ("딸기 x", 6), ("é", 1), ("e\u{301}", 1), ("ＡＢ", 4), ("日本", 4),
            ("\u{1F353}", 2), ("\u{2764}\u{FE0F}", 2), ("\u{1F468}\u{200D}\u{1F373}", 2), ("─…█", 3), ("한\u{200B}", 2),
        ]
        for (text, width) in widths {
            #expect(DisplayWidth.of(text) == width, "\(text)")
        }
        #expect(DisplayWidth.of("딸기".decomposedStringWithCanonicalMapping) == 4)
        #expect(DisplayWidth.padded("딸기", to: 6) == "딸기  ")
        #expect(DisplayWidth.padded("딸기", to: 3) == "딸기")
    }

    @Test func textsAreCutAndFoldedByColumns() {
        #expect(DisplayWidth.truncated("딸기쥬스", to: 8) == "딸기쥬스")
        #expect(DisplayWidth.truncated("딸기쥬스", to: 7) == "딸기쥬…")
        #expect(DisplayWidth.truncated("딸기쥬스", to: 6) == "딸기…")
        #expect(DisplayWidth.truncated("딸기쥬스", to: 1) == "…")
        #expect(DisplayWidth.truncated("딸기쥬스", to: 0) == "")
        #expect(DisplayWidth.paddedInFront("기", to: 4) == "  기")
        #expect(DisplayWidth.folded("주문 3건 모두", to: 8) == ["주문 3건", "모두"])
        #expect(DisplayWidth.folded("가나다라마 바", to: 4) == ["가나", "다라", "마", "바"])
        #expect(DisplayWidth.folded("", to: 4) == [""])
        for width in 2...30 {
            for line in DisplayWidth.folded("주문 33건 중 28건을 만들었고 reports/orders", to: width) {
                #expect(DisplayWidth.of(line) <= width)
            }
        }
    }
}
