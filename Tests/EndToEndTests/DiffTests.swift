import TestSupport
import Testing

@Suite struct DiffTests {
    private func shop() throws -> Shop {
        let shop = try Shop(["a.csv": "item,quantity\n키위쥬스,1\n딸기쥬스,1\n", "b.csv": "item,quantity\n키위쥬스,2\n"])
        try shop.run(["run", "a.csv", "--output", "first", "--quiet", "--date", "2026-11-20"])
        try shop.run(["run", "b.csv", "--output", "second", "--quiet"])
        return shop
    }

    @Test func showsTwoReportsSideBySide() throws {
        let shop = try shop()
        let result = try shop.run(["diff", "first", "second/summary.json"])
        #expect(result.exit == 0 && result.errors.isEmpty)
        for line in [
            "1  first                2026-11-20\n", "2  second/summary.json\n", "키위           7       4    -3 ",
            "  insufficient_stock  1  0    -1\n", "딸기쥬스           0       0                1          0    -1\n",
        ] {
            #expect(result.outputText.contains(line), "\(result.outputText)")
        }
        #expect(!result.output.contains(0x1B))
        let english = try shop.run(["diff", "first", "first", "--language", "en"])
        #expect(english.outputText.contains("All figures of the two reports are the same."))
    }

    @Test func jsonHasEveryFigureInAStableOrder() throws {
        let shop = try shop()
        let result = try shop.run(["diff", "--json", "first", "second"])
        #expect(result.exit == 0)
        let json = try #require(OrderedJSONParser.parse(result.outputText))
        #expect(
            json.keys == ["schema", "same", "reports", "rows", "codes", "orders", "actions", "juices", "fruits"])
        #expect(json["reports"]?.elements.map { $0["report"]?.text } == ["first", "second"])
        #expect(json["codes"]?["insufficient_stock"]?["change"]?.int == -1)
        let kiwi = try #require(json["fruits"]?.elements.first { $0["fruit"]?.text == "키위" })
        #expect(
            kiwi.keys == [
                "fruit", "opening", "restocked", "discarded", "counted", "used", "closing", "lost_orders",
                "peak_deficit",
            ])
        #expect(kiwi["closing"]?["first"]?.int == 7 && kiwi["closing"]?["second"]?.int == 4)
        #expect(json["orders"]?["served"]?["change"]?.int == 0)
        let same = try shop.shell("\"$0\" run a.csv --dry-run --json | \"$0\" diff --json first /dev/stdin")
        #expect(same.exit == 0)
        #expect(same.outputText.contains("\"same\": true"))
    }
}
