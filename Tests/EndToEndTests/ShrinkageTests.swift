import TestSupport
import Testing

/// Shrinkage of the last thirty runs in reports.
@Suite struct ShrinkageTests {
    /// Runs without orders do not count, runs that were reversed not at all, and the last run always counts.
    @Test func shrinkageCoversTheLastThirtyRuns() throws {
        let shop = try Shop()
        func shrinkage(_ rows: String, _ number: Int) throws -> String {
            try shop.write("action,item,quantity,night\n" + rows.replacing("\n", with: ",\(number)\n"), to: "n.csv")
            let result = try shop.run("run n.csv --ledger l.sqlite --output r --fail-on none")
            #expect(result.exit == 0, "\(result.errorText)")
            let found = try ReportSet.read(from: shop.folder, "r").summary["shrinkage"]
            let kiwi = found?["fruits"]?.elements[3]
            let figures = ["discarded", "missing", "surplus", "lost"].compactMap { kiwi?[$0]?.int }
            return ([found?["nights"]?.int ?? 0] + figures).map(String.init).joined(separator: " ")
        }
        // Each run discards as many kiwis as its number says.
        func rows(_ number: Int) -> String {
            "restock,키위,\(number)\ndiscard,키위,\(number)\norder,망고쥬스,1\nrestock,망고,3\n"
        }
        #expect(try shrinkage("restock,키위,1\n", 0) == "0")
        for number in 1...32 {
            let first = max(1, number - 29)
            let discarded = (first...number).reduce(0, +)
            let wanted = "\(number - first + 1) \(discarded) 0 0 \(discarded)"
            #expect(try shrinkage(rows(number), number) == wanted)
        }
        // Runs 3 to 32 discard 525 kiwis; 11 are left. A run without orders leaves room for 29 others.
        #expect(try shrinkage("count,키위,4\n", 33) == "29 522 7 0 529")
        #expect(try shrinkage("count,키위,6\n", 34) == "29 522 7 2 527")
        #expect(try shop.run("reverse 35 --ledger l.sqlite").exit == 0)
        #expect(try shrinkage(rows(35), 35) == "30 557 7 0 564")
    }

    @Test func shrinkageIsShownWithItsCost() throws {
        let shop = try Shop([
            "menu.csv": "juice,fruit,quantity,price,fruit_cost\n키위쥬스,키위,1,4000,200\n딸기쥬스,딸기,1,4000,150.5\n",
            "a.csv": "action,item,quantity\norder,키위쥬스,1\ndiscard,키위,2\ncount,딸기,4\n",
        ])
        try shop.run("run a.csv --menu menu.csv --ledger l.sqlite --output r")
        let report = shop.text("r/report.md")
        #expect(
            report.contains(
                """
                | 과일 | 버린 것 | 실사에서 모자란 것 | 잃은 것 | 금액 |
                | --- | ---: | ---: | ---: | ---: |
                | 딸기 | 0 | 6 | 6 | 903원 |
                | 키위 | 2 | 0 | 2 | 400원 |
                | **합계** | **–** | **–** | **–** | **1,303원** |
                """))
        #expect(report.contains("이번 실행에서 팔지 못하고 사라진 과일입니다."))
        #expect(shop.text("r/report.html").contains(#"<h2 id="vanished-title">사라진 과일</h2>"#))
        // Without a ledger earlier runs are unknown, and this one is in the fruit table.
        try shop.run("run a.csv --menu menu.csv --output alone")
        #expect(!shop.text("alone/report.md").contains("사라진 과일"))
        #expect(try ReportSet.read(from: shop.folder, "alone").summary["shrinkage"] == nil)
    }
}
