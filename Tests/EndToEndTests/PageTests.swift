import Foundation
import TestSupport
import Testing

/// Titles, folded parts and the script of pages.
@Suite struct PageTests {
    @Test func pageScriptMatchesItsContentPolicy() throws {
        let menu = "juice,fruit,quantity\n" + (1...12).map { "j\($0),f\($0),1\n" }.joined()
        let shop = try Shop(["menu.csv": menu, "a.csv": "item\nj1\nj2\n"])
        try shop.run("run a.csv --menu menu.csv --output long")
        try shop.run("run a.csv --output short")
        let page = shop.text("long/report.html")
        let script = try #require(page.firstMatch(of: /<script>(?s:(.*?))<\/script>/)).output.1
        let hash = "base64.b64encode(hashlib.sha256(sys.stdin.buffer.read()).digest()).decode()"
        let digest = try ProgramRunner(program: "/usr/bin/python3").run(
            ["-c", "import base64, hashlib, sys; print(\(hash))"], input: Array(script.utf8))
        #expect(page.contains("; script-src 'sha256-\(digest.outputText.dropLast())'\">"))
        // A page without long tables has none, and allows none.
        #expect(!shop.text("short/report.html").contains("script"))
    }

    @Test func shopNameIsInTheTitles() throws {
        let shop = try Shop(["juice-batch.json": #"{"shop": "쥬스나라 <강남점>"}"#, "a.csv": "item,quantity\n키위쥬스,1\n"])
        try shop.run("run a.csv --ledger l.sqlite --date 2026-11-20 --output r")
        let page = shop.text("r/report.html")
        #expect(page.contains("<title>쥬스나라 &lt;강남점&gt; 보고서 (2026-11-20)</title>"))
        let heading = #"<h1>쥬스나라 &lt;강남점&gt; 보고서 <time datetime="2026-11-20">2026-11-20 금요일</time></h1>"#
        #expect(page.contains(heading))
        #expect(shop.text("r/report.md").hasPrefix("# 쥬스나라 &lt;강남점&gt; 보고서 (2026-11-20 금요일)\n"))
        #expect(try ReportSet.read(from: shop.folder, "r").summary["shop"]?.text == "쥬스나라 <강남점>")
        try shop.run(["plan", "--ledger", "l.sqlite", "--shop", "Kiwi & Co", "--output", "p", "--language", "en"])
        #expect(shop.text("p/plan.md").hasPrefix("# Kiwi &amp; Co – To buy for Saturday 2026-11-21\n"))
        #expect(shop.text("p/plan.json").contains(#""shop": "Kiwi & Co""#))
        let longest = String(repeating: "가", count: 33)
        for (name, exit) in [(longest, 0), (longest + "ab", 64), (" ", 64)] {
            #expect(try shop.run("run a.csv --output l", ["--shop", name]).exit == exit, "\(name)")
        }
    }

    /// Rows of one item and reason share a line, equal bars are omitted, and different fruits have no sum.
    @Test func identicalProblemsAreShownOnce() throws {
        let shop = try Shop([
            "a.csv": "item,quantity\n수박쥬스,1\n수박쥬스,2\n키위쥬스,9\n", "b.csv": "item,quantity\n수박쥬스,1\n망고쥬스,9\n",
        ])
        try shop.run("run a.csv b.csv --output two")
        let (page, report) = (shop.text("two/report.html"), shop.text("two/report.md"))
        #expect(page.contains(#"<td class="t" data-name="행">a.csv:2, 3, b.csv:2</td>"#))
        #expect(report.contains("| 키위 | 1 | 17개 |\n| 망고 | 1 | 17개 |"))
        #expect(!page.contains("class=\"bar\"") && !report.contains("| **합계** | **50**"))
    }

    /// A phone shows three of many fruits to buy, so that the to-do list fits the first screen.
    @Test(arguments: [4, 5]) func longListIsFoldedOnAPhone(count: Int) throws {
        let menu = "juice,fruit,quantity\n" + (1...count).map { "j\($0),f\($0),1\n" }.joined()
        let shop = try Shop(["menu.csv": menu, "a.csv": "item,quantity\n" + (1...count).map { "j\($0),8\n" }.joined()])
        try shop.run("run a.csv --date 2026-11-20 --output r --menu menu.csv --ledger l.sqlite")
        try shop.run("plan --output p --menu menu.csv --ledger l.sqlite")
        let (page, plan) = (shop.text("r/report.html"), shop.text("p/plan.html"))
        let label = #"id="all-items"><label class="fold" for="all-items">그 밖에 2가지 보기</label>"#
        #expect(page.contains(label) == (count == 5) && !plan.contains("class=\"fold\""))
        // The page has them all.
        for text in [page, plan] { #expect(text.components(separatedBy: "<li><label><input type=").count == count + 1) }
    }

    /// The last runs are drawn by day, a day without a run as a gap; without dates they are numbers.
    @Test func lastRunsAreDrawnByDay() throws {
        let shop = try Shop(["a.csv": "item\n바나나쥬스\n", "b.csv": "item\n바나나쥬스\n바나나쥬스\n"])
        func page(_ words: String) throws -> String {
            try shop.run("run \(words) --ledger l.sqlite --again --output r")
            return shop.text("r/report.html")
        }
        _ = try page("a.csv --date 2026-11-18")
        let dated = try page("b.csv --date 2026-11-20")
        #expect(dated.contains(#"aria-label="만든 잔, 2026-11-18 (수) – 2026-11-20 (금): 0 – 2""#))
        let gap = #"<rect class="gap" x="11" y="0" width="8" height="1000"/></g>"#
        #expect(dated.contains("<g><title>2026-11-19 (목): 실행이 없는 날</title>" + gap))
        #expect(dated.contains(#"<rect class="cups" x="1" y="500" width="8" height="500"/>"#))
        #expect(try page("a.csv").contains("만든 잔, #1 – #3: 0 – 2"))
    }
}

/// index.html of a folder of reports, by the program.
@Suite struct IndexTests {
    private let shop: Shop

    init() throws {
        shop = try Shop(["a.csv": "item,quantity\n키위쥬스,3\n키위쥬스,1\n", "b.csv": "item,quantity\n키위쥬스,1\n"])
    }

    @Test func runWithADefaultFolderMakesTheIndex() throws {
        #expect(try shop.run("run a.csv --quiet --language en").exit == 0)
        #expect(shop.text("reports/index.html").contains("<p class=\"headline\">There is 1 report.</p>"))
        try shop.run("run b.csv --quiet --output reports/b")
        #expect(shop.text("reports/index.html").contains("<p class=\"headline\">보고서가 2개 있습니다.</p>"))
        // A pattern makes a folder for each run; a folder that is named explicitly gets nothing else.
        try shop.run("run a.csv --quiet --output mine/a")
        #expect(!shop.folder.holds("mine/index.html"))
        try shop.run("run a.csv --quiet --output kept/{date}/{name} --date 2026-11-20")
        #expect(shop.text("kept/index.html").contains(#"<a href="2026-11-20/a/report.html#up-2">2026-11-20 (금)</a>"#))
        try shop.run("run a.csv --quiet --dry-run")
        #expect(Set(shop.files("reports").keys) == ["a", "b", "index.html"])
    }

    @Test func concurrentRunsLeaveACompleteIndex() throws {
        for number in 0..<8 { try shop.write(shop.text("a.csv"), to: "n\(number).csv") }
        let result = try shop.shell("for i in 0 1 2 3 4 5 6 7; do \"$0\" run n$i.csv --quiet & done; wait")
        #expect(result.errorText == "")
        let page = shop.text("reports/index.html")
        for number in 0..<8 { #expect(page.contains("n\(number)/report.html"), "\(number)") }
        #expect(page.contains("보고서가 8개") && page.hasSuffix("</html>\n"))
        #expect(shop.files("reports").keys.allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func killLeavesACompleteIndex() throws {
        try shop.run("run a.csv --quiet")
        for pause in ["0.005", "0.01", "0.02", "0.03", "0.04"] {
            _ = try shop.shell(
                "timeout -s KILL \(pause) \"$0\" index reports; timeout -s KILL \(pause) \"$0\" run b.csv --quiet")
            let page = shop.text("reports/index.html")
            #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
        }
        #expect(try shop.run("index reports").exit == 0)
        #expect(!shop.folder.holds("reports/.index.html.new"))
    }
}
