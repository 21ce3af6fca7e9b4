import Foundation
import JuiceCore
import JuiceReports
import Testing

@testable import JuiceBatch

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("딸기", 4), ("딸기 x", 6), ("é", 1), ("e\u{301}", 1), ("ＡＢ", 4), ("日本", 4), ("─…█", 3),
        ("\u{1F353}", 2), ("\u{2764}\u{FE0F}", 2), ("\u{1F468}\u{200D}\u{1F373}", 2), ("한\u{200B}", 2),
        ("\u{1103}\u{1161}\u{11AF}\u{1100}\u{1175}", 4),
    ])
    func displayWidthCountsColumns(text: String, width: Int) {
        #expect(text.displayWidth == width)
        #expect(text.padded(to: 6) == text + String(repeating: " ", count: 6 - width) && text.padded(to: 0) == text)
    }

    @Test func textsAreCutAndFoldedByColumns() {
        let cut = [8, 7, 6, 1, 0].map { "딸기쥬스".truncated(to: $0) }
        #expect(cut == ["딸기쥬스", "딸기쥬…", "딸기…", "…", ""])
        #expect("주문 3건 모두".folded(to: 8) == ["주문 3건", "모두"])
        #expect("가나다라마 바".folded(to: 4) == ["가나", "다라", "마", "바"])
        #expect("".folded(to: 4) == [""])
        for width in 2...30 {
            let lines = "주문 33건 중 28건을 만들었고 reports/orders".folded(to: width)
            #expect(lines.allSatisfy { $0.displayWidth <= width })
        }
    }
}

@Suite struct EscapingTests {
    @Test func terminalTextHasNoControls() {
        #expect(Escaping.terminal("딸기 쥬스, ok!") == "딸기 쥬스, ok!")
        #expect(Escaping.terminal("a\u{1B}[31m\nb\u{7F}\u{9B}") == "a\\u{1b}[31m\\u{a}b\\u{7f}\\u{9b}")
        #expect(Escaping.terminal("\u{202E}x\u{2066}\u{2028}\u{FEFF}") == "\\u{202e}x\\u{2066}\\u{2028}\\u{feff}")
    }

    @Test(arguments: [
        // What has a meaning in Markdown or HTML, and what begins or ends a block.
        ("a|b <s> & `x` *y*", #"a\|b &lt;s&gt; &amp; \`x\` \*y\*"#), ("_z_ [l](u) ~s~", #"\_z\_ \[l\](u) \~s\~"#),
        ("# 딸기", "\\# 딸기"), ("###### x", "\\###### x"), ("#", "\\#"), ("딸기 #", "딸기 \\#"), ("딸기 ##", "딸기 \\##"),
        ("1. 바나나", #"1\. 바나나"#), ("12) x", #"12\) x"#), ("1.", #"1\."#), ("- x", #"\- x"#), ("+ x", #"\+ x"#),
        ("-", #"\-"#), ("---", #"\---"#), ("- - -", #"\- - -"#), ("> x", "&gt; x"), (" - x", #" \- x"#),
        // No more than needed.
        ("딸기쥬스 16개", "딸기쥬스 16개"), ("orders.csv:19", "orders.csv:19"), ("a:smile: b", #"a\:smile: b"#),
        ("a@b.kr", "a@<!-- -->b.kr"), ("http://x.kr", #"http\://x.kr"#), ("WWW.x.kr www.y.kr", #"WWW\.x.kr www\.y.kr"#),
    ])
    func markdownIsEscapedAsFarAsNeeded(text: String, escaped: String) {
        #expect(Escaping.markdown(text) == escaped)
        #expect(!Escaping.markdown(text + "\n# h").contains("\n"))
    }

    @Test func commandsOfMessagesAreCode() {
        let message = "*'`z`'* `--known a=x|<b>` (`\"a\":[\"x_y\"]`), `z` `--"
        #expect(
            Escaping.markdown(message: message, isCell: true)
                == #"\*'\`z\`'\* `--known a=x\|<b>` (`"a":["x_y"]`), \`z\` \`--"#)
        let page: HTML = "\(message: message)"
        #expect(
            page.text == "*&#39;`z`&#39;* <code>--known a=x|&lt;b&gt;</code> "
                + "(<code>&quot;a&quot;:[&quot;x_y&quot;]</code>), `z` `--")
    }

    @Test(arguments: ["#1", "a.csv#2", "번호+#", "-3개", "+18", "1.5", "2026. 11", "딸기 - 키위", "--date", "#7 #번"])
    func textThatStartsNoBlockIsNotEscaped(text: String) {
        #expect(Escaping.markdown("'\(text)") == "'\(text)")
        if !text.hasPrefix("2026") { #expect(Escaping.markdown(text) == text) }
        #expect(Escaping.markdown("-", isCell: true) == "-")
    }

    /// A combining mark must not hide a special character from escaping.
    @Test(arguments: ["<", ">", "&", "\"", "'"])
    func markupEscapesSignsWithCombiningMarks(sign: String) {
        for mark in ["", "\u{301}", "\u{338}", "\u{FE0F}", "\u{200D}"] {
            let safe = Escaping.escaped("a\(sign)\(mark)b").unicodeScalars
            #expect(safe.count { $0 == "&" } == 1 && !safe.contains { "<>\"'".unicodeScalars.contains($0) }, "\(safe)")
        }
        #expect(Escaping.terminal("딸기\u{202E} e\u{301}") == "딸기\\u{202e} e\u{301}")
        #expect(Escaping.markup("<a href=\"x\">&'") == "&lt;a href=&quot;x&quot;&gt;&amp;&#39;")
    }

    @Test func htmlEscapesInterpolatedText() {
        let (name, none) = ("<b>\u{301}&\u{202E}", nil as HTML?)
        let piece: HTML = "<i>\(name)</i>"
        let page: HTML = "<p title=\"\(name)\">\(piece)\([piece, piece])\(none)\(7)\(raw: "<hr>")</p>"
        let (escaped, safe) = ("&lt;b&gt;\u{301}&amp;\\u{202e}", "<i>&lt;b&gt;\u{301}&amp;\\u{202e}</i>")
        #expect(page.text == "<p title=\"\(escaped)\">\(safe)\(safe)\(safe)7<hr></p>")
        // A literal is HTML, also in a conditional.
        let chosen: HTML = "\(name.isEmpty ? "<p>\(name)</p>" : "<q>\(name)</q>")"
        #expect(chosen.text == "<q>\(escaped)</q>")
    }
}

@Suite struct MoneyFormatTests {
    @Test(arguments: [
        ("원", 450_000, "4,500원"), ("원", -5, "-0.05원"), ("₩", 123_456_700, "₩1,234,567"), ("$", 1_250, "$12.50"),
        ("$", -1_250, "-$12.50"), ("EUR", 1_205, "12.05 EUR"), ("US$", 100, "1 US$"), ("원", 0, "0원"),
        ("원", 1 << 53 - 1, "90,071,992,547,409.91원"),
    ])
    func amountsHaveACurrencySign(sign: String, hundredths: Int, wanted: String) {
        #expect(MoneyFormat(sign: sign).text(Money(hundredths: hundredths)) == wanted)
    }
}

@Suite struct NumberFormatTests {
    @Test(arguments: [
        (0, 300, "0%"), (1, 300, "<1%"), (1, 1_000_000, "<1%"), (5, 1_000, "1%"), (6, 7, "86%"), (1, 2, "50%"),
        (1, 8, "13%"), (199, 200, ">99%"), (999_999, 1_000_000, ">99%"), (7, 7, "100%"), (0, 0, "–"),
        ((1 << 53) - 2, (1 << 53) - 1, ">99%"), (Int.max - 1, Int.max, ">99%"), (Int.max, Int.max, "100%"),
    ])
    func percentNeverRoundsToZeroOrAll(part: Int, whole: Int, text: String) {
        #expect(percent(part, of: whole) == text)
    }
}

@Suite struct ParticleTests {
    /// By how the word ends when it is read aloud, quotes around it or not.
    @Test(arguments: [
        (
            ["를", "가", "는", "와", "로"],
            // Hangul, also in parts; letters that stand alone; digits (영 일 이 삼 …, 십 백 천 만 억 조); Latin letters by their
            // names where a word is spelt, else by its sound; and nothing that is read.
            [
                "딸기", "배쥬스(대)", "\u{1100}\u{1175}", "ㅏ", "2", "14", "105", "9", "1000000000000", "A", "night.csv", "id",
                "quantity", "store", "rows", "order", "", "'…'",
            ]
        ),
        (
            ["을", "이", "은", "과", "로"],
            ["파인애플", "귤", "\u{1103}\u{1161}\u{11AF}", "ㄹ", "1", "7", "8", "１", "R", "URL", "file", "cancel"]
        ),
        (
            ["을", "이", "은", "과", "으로"],
            [
                "한라봉", "'세 잔'", "ㄱ", "0", "3", "6", "1,000", "10000000000000000", "VISA-N", "json", "item", "time",
                "action", "shop", "king",
            ]
        ),
    ])
    func particleFollowsTheLastSyllable(wanted: [String], words: [String]) {
        let particles: [Particle] = [.object, .subject, .topic, .with, .toward]
        for word in words + words.map({ "'\($0)'" }) {
            #expect(particles.map { $0.withParticle(word) } == wanted, "\(word)")
        }
    }

    @Test(arguments: [
        ("홍대", "라는"), ("강남점", "이라는"), ("귤", "이라는"), ("2", "라는"), ("3", "이라는"), ("shop", "이라는"), ("'소계'", "라는"),
    ])
    func copulaIsDroppedAfterAVowel(word: String, ending: String) {
        #expect(Particle.copula.withParticle(word) + "라는" == ending)
    }
}
