import Foundation
import JuiceBatch
import TestSupport
import Testing

/// What pages are besides their text: whose they are, what folds away, and the one script they may run.
@Suite struct PageTests {
    @Test func theScriptIsTheOneThatThePageAllows() throws {
        let menu = "juice,fruit,quantity\n" + (1...12).map { "j\($0),f\($0),1\n" }.joined()
        let shop = try Shop(["menu.csv": menu, "a.csv": "item\nj1\nj2\n"])
        try shop.run(["run", "a.csv", "--menu", "menu.csv", "--output", "long"])
        try shop.run(["run", "a.csv", "--output", "short"])
        let page = shop.text("long/report.html")
        let start = try #require(page.firstRange(of: "<script>"))
        let end = try #require(page.firstRange(of: "</script>"))
        let script = String(page[start.upperBound..<end.lowerBound])
        let hex = Array(SHA256.hex(of: script))
        let bytes = stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(String(hex[$0...($0 + 1)]), radix: 16) }
        let digest = Data(bytes).base64EncodedString()
        #expect(page.contains("; script-src 'sha256-\(digest)'\">"))
        // A page without long tables has none, and allows none.
        #expect(!shop.text("short/report.html").contains("script"))
    }

    @Test func theShopsNameIsInTheTitles() throws {
        let shop = try Shop([
            "juice-batch.json": #"{"shop": "쥬스나라 <강남점>"}"#, "a.csv": "item,quantity\n키위쥬스,1\n",
        ])
        try shop.run(["run", "a.csv", "--ledger", "l.sqlite", "--date", "2026-11-20", "--output", "r"])
        let page = shop.text("r/report.html")
        #expect(page.contains("<title>쥬스나라 &lt;강남점&gt; 보고서 (2026-11-20)</title>"))
        #expect(
            page.contains(
                #"<h1>쥬스나라 &lt;강남점&gt; 보고서 <time datetime="2026-11-20">2026-11-20 금요일</time></h1>"#))
        #expect(shop.text("r/report.md").hasPrefix("# 쥬스나라 &lt;강남점&gt; 보고서 (2026-11-20 금요일)\n"))
        #expect(try ReportSet.read(from: shop.folder, "r").summary["shop"]?.text == "쥬스나라 <강남점>")
        try shop.run(["plan", "--ledger", "l.sqlite", "--shop", "Kiwi & Co", "--output", "p", "--language", "en"])
        #expect(shop.text("p/plan.md").hasPrefix("# Kiwi &amp; Co – To buy for Saturday 2026-11-21\n"))
        #expect(shop.text("p/plan.json").contains(#""shop": "Kiwi & Co""#))
        let longest = String(repeating: "가", count: 33)
        #expect(try shop.run(["run", "a.csv", "--shop", longest, "--output", "l"]).exit == 0)
        for name in ["", " ", longest + "ab", "a\nb", "a\u{202E}b"] {
            #expect(try shop.run(["run", "a.csv", "--shop", name, "--output", "none"]).exit == 64, "\(name)")
        }
    }

    /// What only some people need is there, and folded away.
    @Test func commandsAndDigestsFoldAway() throws {
        let shop = try Shop(["a.csv": "item,quantity\n키위쥬스,9\n"])
        try shop.run(["run", "a.csv", "--output", "r"])
        let page = shop.text("r/report.html")
        for part in [
            "<details><summary>다시 실행하려면</summary>\n<p>이 폴더에서 실행할 명령입니다.</p>\n<pre><code>juice-batch run restock.csv failure.csv",
            #"<details><summary><h2 id="inputs-title">입력</h2></summary>"#,
        ] { #expect(page.contains(part), "\(part)") }
        let figures = try #require(page.firstRange(of: #"<dl class="figures">"#))
        let todo = try #require(page.firstRange(of: #"<section id="todo""#))
        #expect(figures.lowerBound < todo.lowerBound)
    }

    /// Rows of one item and reason are one line, bars of one length are none, and pieces of different fruits no sum.
    @Test func whatIsTheSameIsSaidOnce() throws {
        let shop = try Shop([
            "a.csv": "item,quantity\n수박쥬스,1\n수박쥬스,2\n키위쥬스,9\n", "b.csv": "item,quantity\n수박쥬스,1\n망고쥬스,9\n",
        ])
        try shop.run(["run", "a.csv", "b.csv", "--output", "two"])
        let report = shop.text("two/report.md")
        #expect(shop.text("two/report.html").contains(#"<td class="t">a.csv:2, 3, b.csv:2</td>"#))
        #expect(report.contains("| 키위 | 1 | 17개 |\n| 망고 | 1 | 17개 |"))
        #expect(!shop.text("two/report.html").contains("class=\"bar\"") && !report.contains("| **합계** | **50**"))
        // A rest is drawn where it is a part of the whole: of ten orders, one is lost.
        try shop.write("item\n" + String(repeating: "키위쥬스\n", count: 4) + "망고쥬스\n", to: "c.csv")
        try shop.run(["run", "c.csv", "--output", "one"])
        #expect(shop.text("one/report.html").contains(#"<rect class="gone" x="750" width="250" height="10"/>"#))
        #expect(shop.text("one/report.md").contains("| 5 | 키위쥬스 | 1 | 키위 2개 | 4 |"))
    }

    /// The last runs are drawn by day, a day without a run as a gap; without dates they are numbers.
    @Test func theLastRunsAreDrawnByDay() throws {
        let shop = try Shop(["a.csv": "item\n바나나쥬스\n", "b.csv": "item\n바나나쥬스\n바나나쥬스\n"])
        func page(_ input: String, _ date: String?) throws -> String {
            let dates = date.map { ["--date", "2026-11-\($0)"] } ?? []
            try shop.run(["run", input, "--ledger", "l.sqlite", "--again", "--output", "r"] + dates)
            return shop.text("r/report.html")
        }
        _ = try page("a.csv", "18")
        let dated = try page("b.csv", "20")
        #expect(dated.contains(#"aria-label="만든 잔, 2026-11-18 (수) – 2026-11-20 (금): 0 – 2""#))
        #expect(
            dated.contains(
                #"<g><title>2026-11-19 (목): 실행이 없는 날</title><rect class="gap" x="11" y="0" width="8" height="1000"/></g>"#
            ))
        #expect(dated.contains(#"<rect class="cups" x="1" y="500" width="8" height="500"/>"#))
        #expect(try page("a.csv", nil).contains("만든 잔, #1 – #3: 0 – 2"))
    }
}
