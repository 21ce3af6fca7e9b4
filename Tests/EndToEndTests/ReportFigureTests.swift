import TestSupport
import Testing

/// Times in reports; `SimulationTests` checks hours against the plain model.
@Suite struct ClockTests {
    private func reports(_ rows: String) throws -> Shop {
        let shop = try Shop(["a.csv": "time,item,quantity\n" + rows])
        #expect(try shop.run("run a.csv --output out --fail-on none --language en").exit == 0)
        return shop
    }

    @Test func timesIncludeTheDayInRunsOfSeveralDays() throws {
        let shop = try reports((20...24).map { "2026-11-\($0) 17:00,딸바쥬스,1\n" }.joined())
        let (html, markdown) = (shop.text("out/report.html"), shop.text("out/report.md"))
        #expect(html.contains(">Nov 20</span>") && html.contains(">Nov 22</span>"))
        #expect(markdown.contains("(from Nov 20 17:00)") && markdown.contains("| 3 | Nov 21 17:00 |"))
    }

    @Test(arguments: [
        // Times that fall, that cannot all be read, or that have no time of day.
        ("18:00,딸기쥬스,1\n19:00,딸기쥬스,1\n18:30,키위쥬스,1\n", true),
        ("18:00,딸기쥬스,1\nsoon,딸기쥬스,1\n19:00,키위쥬스,1\n", true),
        ("2026-11-20,딸기쥬스,1\n2026-11-21,키위쥬스,1\n", false),
    ])
    func curvesFollowRowsWithoutATimeAxis(rows: String, hasHours: Bool) throws {
        let shop = try reports(rows)
        let (html, image) = (shop.text("out/report.html"), shop.text("out/stock.svg"))
        let summary = try ReportSet.read(from: shop.folder, "out").summary
        #expect((summary["hours"] != nil) == hasHours)
        #expect(summary["stock_over_run"]?["clock"] == nil && html.contains("<span>start</span>"))
        #expect(image.contains(">start</text>") && !html.contains("sold_out_times"))
        #expect((summary["first_lost_orders"]?.elements.first?["time"] != nil) == hasHours)
    }
}

/// Money in reports; `SimulationTests` checks sums against the plain model.
@Suite struct MoneyTests {
    private static let menu = "juice,fruit,quantity,price,fruit_cost\n망고쥬스,망고,3,1000000000,0.01\n배쥬스,배,1,,\n"

    @Test func sumsSaturate() throws {
        let lost = String(repeating: "order,망고쥬스,1000000\n", count: 3)
        let rows = "action,item,quantity\n" + lost + "order,망고쥬스,2\ndiscard,망고,1\ncount,망고,1\n"
        let shop = try Shop(["menu.csv": Self.menu, "a.csv": rows])
        #expect(try shop.run("run a.csv --menu menu.csv --output out --fail-on none").exit == 0)
        let found = try ReportSet.read(from: shop.folder, "out").summary
        let (money, juices, mango) = (found["money"], found["juices"]?.elements, found["fruits"]?.elements[0])
        for figures in [money, juices?[0]] {
            #expect(figures?["lost_sales"]?.text == "90071992547409.91" && figures?["sales"]?.text == "2000000000")
        }
        #expect(juices?[1]["sales"]?.text == nil && money?["currency"]?.text == "원")
        let costs = ["cost_used", "cost_discarded", "cost_counted"].map { mango?[$0]?.text }
        #expect(costs == ["0.06", "0.01", "-0.02"])
    }

    @Test func reportsNameTheMissingPrice() throws {
        let shop = try Shop(["menu.csv": Self.menu, "a.csv": "item\n망고쥬스\n배쥬스\n"])
        let result = try shop.run("run a.csv --menu menu.csv --output out --currency ₩")
        #expect(result.exit == 0 && result.outputText.contains("매출 –, 놓친 매출 "))
        for name in ["out/report.html", "out/report.md"] {
            let text = shop.text(name)
            #expect(text.contains("메뉴에 판매가가 없는 쥬스가 있어 매출 합계를 계산할 수 없습니다: 배쥬스."))
            #expect(text.contains("메뉴에 원가가 없는 과일이 있어 재료비를 계산할 수 없습니다: 배."))
            #expect(text.contains("₩1,000,000,000"))
        }
    }
}
