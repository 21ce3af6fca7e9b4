import JuiceBatch
import TestSupport
import Testing

/// Shrinkage of the last thirty runs in reports, against a plain count of their rows.
@Suite struct ShrinkageTests {
    /// The movements of each fruit in a run, from its summary.json.
    private struct NightlyRun {
        let number: Int
        let hasOrders: Bool
        let discarded: [Int]
        let counted: [Int]
    }

    private func rows(_ nightlyRun: Int, _ random: inout SeededGenerator) -> String {
        let menu = PlainMenu.builtIn
        var rows: [String] = []
        // Some runs have only counts or discards.
        if random.chance(80) { rows.append("order,\(random.pick(menu.juices.map(\.name))),\(random.int(1...2))") }
        for _ in 0..<random.int(1...6) {
            let fruit = random.pick(menu.fruits.map(\.name))
            switch random.int(1...3) {
            case 1: rows.append("restock,\(fruit),\(random.int(1...30))")
            case 2: rows.append("discard,\(fruit),\(random.int(1...5))")
            default: rows.append("count,\(fruit),\(random.int(0...30))")
            }
        }
        return "action,item,quantity,night\n" + rows.map { "\($0),\(nightlyRun)\n" }.joined()
    }

    /// The plain count: runs, and the discarded, missing and found pieces of each fruit.
    private func plain(_ nightlyRuns: [NightlyRun], without reversed: Set<Int>) -> (nightlyRuns: Int, fruits: [[Int]]) {
        let standing = nightlyRuns.filter { !reversed.contains($0.number) }
        let withOrders = standing.filter(\.hasOrders).suffix(30)
        // The last run always counts; without orders it still leaves room for 29 runs.
        let counted = standing.last?.hasOrders == true ? withOrders : withOrders.suffix(29)
        let first = counted.first?.number ?? standing.last?.number ?? 0
        let inside = standing.filter { $0.number >= first }
        let fruits = (0..<5).map { fruit -> [Int] in
            let discarded: Int = inside.map { $0.discarded[fruit] }.reduce(0, +)
            let differences: [Int] = inside.map { $0.counted[fruit] }
            let missing: Int = differences.filter { $0 < 0 }.reduce(0, -)
            return [discarded, missing, differences.filter { $0 > 0 }.reduce(0, +)]
        }
        return (counted.count, fruits)
    }

    @Test(arguments: [3, 8] as [UInt64])
    func shrinkageCoversTheLastThirtyRuns(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shop = try Shop()
        var (nightlyRuns, reversed, number): ([NightlyRun], Set<Int>, Int) = ([], [], 0)
        for nightlyRun in 1...40 {
            try shop.write(rows(nightlyRun, &random), to: "n.csv")
            let result = try shop.run(["run", "n.csv", "--ledger", "l.sqlite", "--output", "r", "--fail-on", "none"])
            #expect(result.exit == 0, "\(result.errorText)")
            number += 1
            let summary = try ReportSet.read(from: shop.folder, "r").summary
            let fruits = summary["fruits"]?.elements ?? []
            let orders = (summary["juices"]?.elements ?? []).compactMap { $0["orders"]?.int }.reduce(0, +)
            nightlyRuns.append(
                NightlyRun(
                    number: number, hasOrders: orders > 0, discarded: fruits.compactMap { $0["discarded"]?.int },
                    counted: fruits.compactMap { $0["counted"]?.int }))
            try check(summary["shrinkage"], plain(nightlyRuns, without: reversed))
            if random.chance(10), try shop.run(["reverse", "\(number)", "--ledger", "l.sqlite"]).exit == 0 {
                reversed.insert(number)
                number += 1
            }
        }
        #expect(!reversed.isEmpty)
    }

    private func check(_ said: OrderedJSON?, _ plain: (nightlyRuns: Int, fruits: [[Int]])) throws {
        guard plain.fruits.contains(where: { $0[0] > 0 || $0[1] > 0 }) else {
            #expect(said == nil)
            return
        }
        let said = try #require(said)
        #expect(said["nights"]?.int == plain.nightlyRuns)
        let fruits = said["fruits"]?.elements ?? []
        let keys = ["discarded", "missing", "surplus"]
        #expect(fruits.map { fruit in keys.map { fruit[$0]?.int ?? -1 } } == plain.fruits)
        #expect(fruits.map { $0["lost"]?.int } == plain.fruits.map { $0[0] + $0[1] - $0[2] })
    }

    @Test func shrinkageIsShownWithItsCost() throws {
        let shop = try Shop([
            "menu.csv": "juice,fruit,quantity,price,fruit_cost\n키위쥬스,키위,1,4000,200\n딸기쥬스,딸기,1,4000,150.5\n",
            "a.csv": "action,item,quantity\norder,키위쥬스,1\ndiscard,키위,2\ncount,딸기,4\n",
        ])
        try shop.run(["run", "a.csv", "--menu", "menu.csv", "--ledger", "l.sqlite", "--output", "r"])
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
        try shop.run(["run", "a.csv", "--menu", "menu.csv", "--output", "alone"])
        #expect(!shop.text("alone/report.md").contains("사라진 과일"))
        #expect(try ReportSet.read(from: shop.folder, "alone").summary["shrinkage"] == nil)
    }
}
