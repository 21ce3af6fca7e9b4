import TestSupport
import Testing

/// Orders and sales by the cells of a column: `"report": {"by": […]}`.
@Suite struct SalesByColumnTests {
    private static let menu = "juice,fruit,quantity,price\n바나나쥬스,바나나,2,3000\n키위쥬스,키위,3,3500\n"
    private static let settings =
        #"{"menu": "menu.csv", "fail_on": "none", "known": {"결제수단": ["카드", "현금", "간편결제"]}, "report": {"by": ["결제수단"]}}"#
    private static let orders = """
        id,action,item,quantity,결제수단
        1,order,바나나쥬스,1, 카드
        2,order,키위쥬스,2,카드
        3,order,바나나쥬스,1,현금
        4,cancel,바나나쥬스,1,현금
        5,order,바나나쥬스,9,간편결제
        6,restock,바나나,1,카드

        """

    private func shop(_ menu: String = menu, settings: String = settings) throws -> Shop {
        try Shop(["menu.csv": menu, "juice-batch.json": settings, "a.csv": Self.orders])
    }

    @Test func salesAreShownByCell() throws {
        let shop = try shop()
        let result = try shop.run("run a.csv --output out")
        #expect(result.exit == 0 && result.outputText.contains("\n결제수단: 카드 2건 10,000원, 현금 1건 0원\n"))
        let report = shop.text("out/report.md")
        #expect(
            report.contains(
                """
                ## 결제수단별

                | 결제수단 | 만든 주문 | 취소 | 매출 |
                | --- | ---: | ---: | ---: |
                | 카드 | 2 | 0 | 10,000원 |
                | 현금 | 1 | 1 | 0원 |
                | **합계** | **3** | **1** | **10,000원** |

                """))
        let page = shop.text("out/report.html")
        #expect(page.contains(##"<a href="#byColumn">결제수단별</a>"##))
        let cells = #"<td class="n">2</td><td class="n">0</td><td class="n">10,000원</td>"#
        #expect(page.contains(#"<tr><th scope="row">카드</th>"# + cells))
        let by = OrderedJSONParser.parse(shop.text("out/summary.json"))?["by"]?.elements.first?["values"]?.elements
        #expect(by?.map { $0["value"]?.text } == ["카드", "현금", "간편결제", nil])
        #expect(by?.map { $0["cancelled"]?.int } == [0, 1, 0, 0])
    }

    @Test func cupsAreShownWithoutPrices() throws {
        let shop = try shop("juice,fruit,quantity\n바나나쥬스,바나나,2\n키위쥬스,키위,3\n")
        let result = try shop.run("run a.csv --output out --language en")
        #expect(result.outputText.contains("\n결제수단: 카드 2 orders 3 cups, 현금 1 order 0 cups\n"))
        #expect(shop.text("out/report.md").contains("| 카드 | 2 | 0 | 3 |"))
    }

    @Test func salesAreNotGroupedByDefault() throws {
        let shop = try shop(settings: #"{"menu": "menu.csv", "known": {"결제수단": ["카드", "현금", "간편결제"]}}"#)
        try shop.run("run a.csv --output out")
        #expect(!shop.text("out/summary.json").contains("\"by\"") && !shop.text("out/report.html").contains("byColumn"))
        // The option does what the setting does.
        try shop.run(["run", "a.csv", "--output", "typed", "--report-by", "결제 수단"])
        #expect(shop.text("typed/report.md").contains("| 카드 | 2 | 0 | 10,000원 |"))
    }

    @Test func groupingColumnNeedsListedCells() throws {
        let shop = try shop(settings: #"{"menu": "menu.csv", "report": {"by": ["결제수단"]}}"#)
        let settled = try shop.run("run a.csv")
        #expect(settled.exit == 78)
        #expect(settled.errorText.hasPrefix("juice-batch: juice-batch.json: report.by: '결제수단': 이 열로 나누려면"))
        #expect(!shop.folder.holds("reports"))
    }

    /// Inputs without the column and retried rows are counted as well.
    @Test func everyRowIsCounted() throws {
        let shop = try shop()
        try shop.run("run a.csv --output out")
        try shop.write("item,quantity\n키위쥬스,1\n", to: "b.csv")
        try shop.write("fruit,stock\n바나나,20\n키위,9\n", to: "stock.csv")
        let result = try shop.run("run out/failure.csv b.csv --stock stock.csv --output again")
        #expect(result.outputText.contains("\n결제수단: 간편결제 1건 27,000원, 그 밖 1건 3,500원\n"))
    }

    /// On random rows in any order, with merged cells, chunks and threads, the figures equal a
    /// plain count of success.csv.
    @Test(arguments: 1...4) func figuresMatchSuccessRows(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let prices = ["바나나쥬스": 3000, "키위쥬스": 3500]
        var rows = "id,time,action,item,quantity,결제수단,채널\n"
        // Merged cells are filled in file order, which may differ from success.csv: an empty one means the one above.
        var channels = [""]
        for number in 1...400 {
            let action = random.chance(10) ? "cancel" : "order"
            let time = "2026-11-20 \(random.int(10...19)):\(random.int(10...59))"
            let channel = number > 1 && random.chance(60) ? "" : random.pick(["매장", "배달 주문 앱에서 온 것"])
            channels.append(channel.isEmpty ? channels[number - 1] : channel)
            rows += "\(number),\(time),\(action),\(random.pick(prices.keys.sorted())),\(random.int(1...9)),"
            rows += "\(random.pick(["카드", "현금", "간편결제"])),\(channel)\n"
        }
        let shop = try shop(
            settings: """
                {"menu": "menu.csv", "fail_on": "none", "sequence": "\(seed % 2 == 0 ? "time" : "file")", "fill": ["채널"],
                 "known": {"결제수단": ["카드", "현금", "간편결제"], "채널": ["매장", "배달 주문 앱에서 온 것"]},
                 "report": {"by": ["결제수단", "채널"]}, "stock": "stock.csv"}
                """)
        try shop.write(rows, to: "a.csv")
        try shop.write("fruit,stock\n바나나,1500\n키위,1500\n", to: "stock.csv")
        #expect(try shop.run("run a.csv --output out").exit == 0)
        try shop.run("run a.csv --output small --threads 2 --chunk-bytes 700")
        #expect(shop.files("small") == shop.files("out"))

        let success = ReportSet.rows(try #require(shop.folder.read("out/success.csv")))
        let payment = try #require(success[0].firstIndex(of: "결제수단"))
        var plain: [String: [Int]] = [:]
        for row in success.dropFirst() {
            let sign = row[3] == "order" ? 1 : -1
            let cups = try #require(Int(row[5]))
            let figures = [max(0, sign), sign * cups, sign * cups * (prices[row[4]] ?? 0)]
            for cell in [row[payment], channels[Int(row[2]) ?? 0]] {
                plain[cell] = zip(plain[cell] ?? [0, 0, 0], figures).map(+)
            }
        }
        let by = OrderedJSONParser.parse(shop.text("out/summary.json"))?["by"]?.elements ?? []
        #expect(by.map { $0["column"]?.text } == ["결제수단", "채널"] && plain.count == 5)
        for value in by.flatMap({ $0["values"]?.elements ?? [] }) {
            let wanted = plain[value["value"]?.text ?? ""] ?? [0, 0, 0]
            #expect([value["served"]?.int, value["cups"]?.int] == [wanted[0], wanted[1]])
            #expect(value["sales"]?.text == String(wanted[2]))
        }
    }
}
