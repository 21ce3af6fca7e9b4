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
}
