import JuiceReports
import Testing

/// A chain of three shops, with all that is written of its night.
@Suite struct SmallChainTests {
    private func model(_ language: MessageLanguage) -> ChainModel {
        var run = RunFacts(
            file: "강남.csv", inputSHA256: "", exportSHA256: "e0", reports: "reports/2026-11-23/강남",
            ExitStatus(.rowsRejected), rows: 13,
            success: 9,
            codes: [
                (name: "unknown_item", count: 1), (name: "already_processed", count: 1),
                (name: "insufficient_stock", count: 2),
            ],
            ordersServed: 9, ordersShort: 2, cupsServed: 10, cupsShort: 3,
            juices: [RunFacts.Juice(name: "딸기쥬스", cupsServed: 10, cupsShort: 3)],
            fruits: [RunFacts.Fruit(name: "딸기", used: 160, closing: 4, lostOrders: 2)])
        run.money = RunFacts.Sums(currency: "원", sales: 4_500_000, lostSales: 1_350_050)
        run.plan = PlannedPurchase(
            date: "2026-11-24",
            lines: [PlannedPurchase.Line(fruit: "딸기", need: 200, stock: 4, buy: 196, cost: 5_880_000)])
        func shop(_ name: String, _ state: ShopRunState, _ reason: ExitReason, _ runs: [RunFacts] = []) -> ShopFacts {
            ShopFacts(date: "2026-11-23", shop: name, folder: name, state: state, [reason], runs: runs, problems: [])
        }
        var refused = shop("종로, 3가", .refused, .inputRefused)
        refused.problems = [ShopProblem(file: "종로.csv", .inputRefused, text: "3행의 따옴표가 닫히지 않았습니다")]
        return ChainModel(
            date: "2026-11-23",
            facts: [refused, shop("홍대", .missing, .shopWithoutFile), shop("강남", .rejected, .rowsRejected, [run])],
            exports: [], earlier: [], language: language)
    }

    @Test func tables() {
        #expect(
            String(decoding: ChainCSV.shops(model(.korean), style: CellStyle(isForExcel: false)), as: UTF8.self) == """
                shop,folder,state,code,runs,rows,success,failure,short,rejected,skipped,orders_served,orders_short,\
                cups_served,cups_short,sales,lost_sales,currency,problem
                강남,강남,rejected,4,1,13,9,4,2,1,1,9,2,10,3,45000,13500.50,원,
                "종로, 3가","종로, 3가",refused,65,0,0,0,0,0,0,0,0,0,0,0,,,,종로.csv: 3행의 따옴표가 닫히지 않았습니다
                홍대,홍대,missing,4,0,0,0,0,0,0,0,0,0,0,0,,,,

                """)
        #expect(
            String(decoding: ChainCSV.buy(model(.korean), style: CellStyle(isForExcel: false)), as: UTF8.self) == """
                shop,folder,for,fruit,need,stock,buy,cost
                강남,강남,2026-11-24,딸기,200,4,196,58800

                """)
    }

    @Test func textInKorean() {
        #expect(
            ChainText.render(model(.korean), on: .plain, page: "reports/2026-11-23/index.html") == """
                매장 3곳: 거절 1곳, 파일 없음 1곳, 고칠 것 있음 1곳. 재료가 모자라 못 만든 주문이 2건입니다.
                - [거절] 종로, 3가: 종로.csv: 3행의 따옴표가 닫히지 않았습니다
                - [파일 없음] 홍대: 파일이 오지 않았습니다
                - [고칠 것 있음] 강남: 고칠 행 1개 · 못 만든 주문 2건 · 못 판 매출 13,500.50원
                주문: 만듦 9, 못 만듦 2 · 잔: 만듦 10, 못 만듦 3 · 행 13
                매출 45,000원, 못 판 매출 13,500.50원
                2026-11-24 (화)에 쓸 것 사기: 딸기 196
                모든 매장의 보고서: reports/2026-11-23/index.html

                """)
    }

    @Test func textInEnglish() {
        #expect(
            ChainText.render(model(.english), on: .plain, page: nil) == """
                3 shops: 1 refused, 1 with no file, 1 to correct. 2 orders were short of fruit.
                - [refused] 종로, 3가: 종로.csv: 3행의 따옴표가 닫히지 않았습니다
                - [no file] 홍대: no file came
                - [to correct] 강남: 1 row to correct · 2 short orders · 13,500.50원 of sales lost
                Orders: 9 served, 2 short · cups: 10 served, 3 short · 13 rows
                Sales 45,000원, lost 13,500.50원
                What to buy for 2026-11-24 (Tue): 딸기 196

                """)
    }

    @Test func thePageTellsTheSame() throws {
        let page = try ChainPage.render(model(.english))
        for text in [
            "3 shops: 1 refused, 1 with no file, 1 to correct.", "1 shop has not reported", "58,800원",
            #"<a href="../../%EA%B0%95%EB%82%A8/reports/2026-11-23/%EA%B0%95%EB%82%A8/">강남</a>"#,
            "All shops in one picture: refused 1, no file 1, to correct 1",
            #"<path fill="url(#of-refused)" d="M1 0h1v1h-1z"/>"#,
        ] {
            #expect(page.contains(text), "\(text)")
        }
    }
}
