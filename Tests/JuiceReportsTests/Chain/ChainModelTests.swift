import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@testable import JuiceReports

@Suite struct ChainModelTests {
    private func model(
        _ facts: [ShopFacts], _ exports: [ExportFacts] = [], earlier: [ChainDay] = [],
        _ language: MessageLanguage = .korean
    ) -> ChainModel {
        ChainModel(date: "2026-11-23", facts: facts, exports: exports, earlier: earlier, language: language)
    }

    private func all(_ model: ChainModel) throws -> [String] {
        [
            String(decoding: model.shopsCSV(CellStyle(isForExcel: false)), as: UTF8.self),
            String(decoding: model.buyCSV(CellStyle(isForExcel: false)), as: UTF8.self),
            model.jsonText, try model.page(),
            model.text(on: .plain, page: "reports/index.html"),
        ]
    }

    @Test(arguments: 1...20) func sumsCoverAllRuns(seed: UInt64) throws {
        var random = RandomChain(seed: seed)
        let facts = random.facts(Int(seed) * 7, trouble: 50, currencies: seed % 3 == 0 ? ["원", "EUR"] : ["원"])
        let chain = model(facts)
        try chain.check()
        let runs = facts.flatMap(\.runs)
        #expect(chain.day.figures.rows == runs.reduce(0) { $0 + $1.rows })
        #expect(chain.day.figures.success == runs.reduce(0) { $0 + $1.success })
        #expect(chain.day.figures.ordersShort == runs.reduce(0) { $0 + $1.ordersShort })
        #expect(chain.day.figures.cupsServed == runs.reduce(0) { $0 + $1.cupsServed })
        #expect(
            chain.day.figures.rejected
                == runs.flatMap(\.codes).reduce(0) { $0 + ($1.name == "unknown_item" ? $1.count : 0) })
        #expect(chain.day.figures.short == chain.day.figures.ordersShort)
        for state in ShopRunState.allCases {
            #expect(chain.count(state) == facts.count { $0.state == state })
        }
        for sums in chain.day.money {
            let own = runs.compactMap(\.money).filter { $0.currency == sums.currency }
            #expect(
                sums.sales.known.hundredths == own.reduce(0) { $0 + ($1.sales?.hundredths ?? 0) }
                    || sums.sales.total == nil)
            let isUnknown = own.contains { $0.sales == nil } || runs.contains { $0.money == nil && $0.cupsServed > 0 }
            #expect((sums.sales.total == nil) == isUnknown)
        }
        for purchase in chain.purchases {
            let lines = facts.compactMap(\.plan).flatMap(\.lines).filter { $0.fruit == purchase.fruit }
            #expect(purchase.buy == lines.reduce(0) { $0 + $1.buy })
            #expect(purchase.shops == lines.count { $0.buy > 0 })
        }
        for juice in chain.juices {
            let own = runs.flatMap(\.juices).filter { $0.name == juice.name }
            #expect(juice.shortage == own.reduce(0) { $0 + $1.cupsShort })
            #expect(
                juice.shopsWithShortage
                    == facts.count { $0.runs.flatMap(\.juices).contains { $0.name == juice.name && $0.cupsShort > 0 } })
        }
        for fruit in chain.fruits {
            #expect(
                fruit.shortage
                    == runs.flatMap(\.fruits).reduce(0) { $0 + ($1.name == fruit.name ? $1.shortOrders : 0) })
        }
    }

    @Test(arguments: [UInt64(1), 2, 3]) func orderOfFactsDoesNotMatter(seed: UInt64) throws {
        var random = RandomChain(seed: seed)
        let facts = random.facts(40, trouble: 60, currencies: ["원", "EUR"], hostile: seed == 3)
        let exports = [RandomChain.export(), RandomChain.export("또.csv", state: .refused), RandomChain.export("a.csv")]
        let first = try all(model(facts, exports))
        for _ in 0..<3 {
            #expect(try all(model(random.shuffled(facts), random.shuffled(exports))) == first)
        }
    }

    @Test func shopsWithProblemsComeFirst() {
        func shop(_ name: String, _ state: ShopRunState, short: Int = 0, lost: Int? = nil) -> ShopFacts {
            var run = RunFacts(
                file: "a.csv", inputSHA256: "", exportSHA256: nil, reports: "r", exitStatus: .done, rows: short,
                success: 0,
                codes: [(name: "insufficient_stock", count: short)], ordersServed: 0, ordersShort: short,
                cupsServed: 0, cupsShort: short, juices: [], fruits: [])
            run.money = lost.map {
                RecordedMoney(currency: "원", sales: Money(hundredths: 0), lostSales: Money(hundredths: $0))
            }
            return ShopFacts(
                date: "2026-11-23", shop: name, folder: name, state: state, [], runs: [run], problems: [])
        }
        let facts = [
            shop("a", .done), shop("b", .done, short: 9, lost: 5), shop("c", .done, short: 1, lost: 700),
            shop("d", .done, short: 10, lost: 5), shop("e", .rejected), shop("f", .missing), shop("g", .refused),
            shop("h", .failed), shop("i", .done, short: 9, lost: 5), shop("j", .rejected, short: 1, lost: 1),
        ]
        let chain = model(facts)
        #expect(chain.shopsByUrgency.map { chain.shops[$0].name } == ["h", "g", "f", "j", "e", "c", "d", "b", "i"])
    }

    @Test func shopsAreSortedByNameBytes() {
        let names = ["나", "a", "B", "\u{1112}\u{1161}", "가"]
        let facts = names.map {
            ShopFacts(date: "2026-11-23", shop: $0, folder: $0, state: .done, [], runs: [], problems: [])
        }
        #expect(model(facts).shops.map(\.name) == ["B", "a", "\u{1112}\u{1161}", "가", "나"])
    }

    @Test func rowsWithoutAShopAreExit4() {
        #expect(model([], [RandomChain.export()]).exitStatus.code == 4)
        #expect(model([], [RandomChain.export(state: .refused)]).exitStatus.code == 65)
        #expect(model([]).exitStatus.code == 0)
    }

    @Test func inconsistentCountsAreRefused() throws {
        var export = RandomChain.export()
        try model([], [export]).check()
        export.assignedRows += 1
        #expect(throws: BatchError.self) { try model([], [export]).check() }
        export.state = .waiting
        try model([], [export]).check()
        var random = RandomChain(seed: 9)
        var facts = random.facts(3, trouble: 0)
        facts[1].runs[0].rows += 1
        #expect(throws: BatchError.self) { try model(facts).check() }
    }

    @Test func sumsSaturate() {
        var random = RandomChain(seed: 4)
        var facts = random.facts(3, trouble: 0)
        for index in facts.indices {
            facts[index].runs[0].cupsServed = .max
            facts[index].runs[0].money = RecordedMoney(
                currency: "원", sales: Money(hundredths: .max), lostSales: Money(hundredths: .min))
        }
        let chain = model(facts)
        #expect(chain.day.figures.cupsServed == Tally.sumMax)
        #expect(chain.day.money.first?.sales.known.hundredths == Tally.sumMax)
        #expect(chain.day.money.first?.lostSales.known.hundredths == -Tally.sumMax)
        #expect(chain.shops[0].sales?.hundredths == Tally.sumMax)
    }

    @Test func earlierChainReportReadsBack() throws {
        var random = RandomChain(seed: 5)
        let dates = ChainDay.datesToCompare(with: "2026-11-23")
        #expect(dates == ["2026-11-22", "2026-11-16"])
        let days = try dates.map { date in
            let chain = ChainModel(
                date: date, facts: random.facts(30, currencies: ["원", "EUR"]), exports: [], earlier: [],
                language: .english)
            let day = try #require(ChainDay(chainJSON: Array(chain.jsonText.utf8)))
            #expect(day.json.line == chain.day.json.line)
            return day
        }
        #expect(model([], earlier: days.reversed()).comparedDays == days)
        #expect(ChainDay(chainJSON: Array("{}".utf8)) == nil)
        #expect(ChainDay(chainJSON: Array(#"{"schema": 2}"#.utf8)) == nil)
    }

    /// Files may hold anything; none of it may trap.
    @Test(arguments: [
        "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999",
        "1.99999999999999999999999999999999999999", "-1.-9223372036854775808", "9223372036854775807.00", "1.5", "01",
        "+1", "-0.00", "1.00", "1.2.3", "", ".",
    ])
    func malformedAmountIsRefused(text: String) {
        #expect(Money(JSONValue.string(text)) == nil)
    }

    /// Rows that belong to no shop count until they have come again and some were given to a shop.
    @Test func rowsWithoutAShopCountUntilTakenIn() {
        let export = RandomChain.export()
        var again = RandomChain.export("again.csv")
        again.sha256 = String(repeating: "ef", count: 32)
        #expect(ChainModel.reasons(of: [export]) == [.rowsWithoutShop] && model([], [export]).rowsWithoutShop == 10)
        (again.assignedRows, again.unknownShopRows, again.unnamedShopRows, again.wrongFieldCountRows) = (9, 0, 1, 0)
        (again.rows, again.unknownSHA256) = (10, nil)
        #expect(model([], [export, again]).rowsWithoutShop == 11)
        var known = export
        known.unknownSHA256 = again.sha256
        #expect(model([], [again, known]).rowsWithoutShop == 1)
        #expect(ChainModel.reasons(of: [known, again]) == [.rowsWithoutShop])
        again.unnamedShopRows = 0
        #expect(ChainModel.reasons(of: [known, again]).isEmpty && model([], [known, again]).rowsWithoutShop == 0)
        // Equal remainders of two exports need two later exports.
        #expect(ChainModel.reasons(of: [known, known, again]) == [.rowsWithoutShop])
        #expect(model([], [known, again, known]).rowsWithoutShop == 10)
        #expect(ChainModel.reasons(of: [known, known, again, again]).isEmpty)
        // A refused export, or one without rows of a shop, resolves nothing.
        again.assignedRows = 0
        #expect(ChainModel.reasons(of: [known, again]) == [.rowsWithoutShop])
        again.assignedRows = 9
        again.state = .refused
        #expect(ChainModel.reasons(of: [known, again]) == [.rowsWithoutShop])
    }

    @Test func refusedExportHasNoRowsLeftOver() {
        var export = RandomChain.export()
        for state in ExportFacts.State.allCases {
            export.state = state
            #expect(export.rowsWithoutShop == (state == .done || state == .waiting ? 10 : 0))
        }
    }

    @Test(arguments: ExportFacts.State.allCases) func exportFactsRoundTrip(state: ExportFacts.State) throws {
        let export = RandomChain.export(state: state)
        #expect(ExportFacts(try JSONReader.value(of: Array(export.json.line.utf8))) == export)
        guard let members = export.json.members else { return }
        let mayBeNull = ["kept_in", "kept_sha256"] + (export.reason == nil ? ["reason"] : [])
        for index in members.indices where !mayBeNull.contains(members[index].0) {
            var members = members
            members[index].1 = .null
            #expect(ExportFacts(.object(members)) == nil, "\(members[index].0)")
        }
    }
}

/// A chain of three shops.
@Suite struct SmallChainTests {
    private func model(_ language: MessageLanguage) -> ChainModel {
        var run = RunFacts(
            file: "강남.csv", inputSHA256: "", exportSHA256: "e0", reports: "reports/2026-11-23/강남",
            exitStatus: ExitStatus(.rowsRejected), rows: 13,
            success: 9,
            codes: [
                (name: "unknown_item", count: 1), (name: "already_processed", count: 1),
                (name: "insufficient_stock", count: 2),
            ],
            ordersServed: 9, ordersShort: 2, cupsServed: 10, cupsShort: 3,
            juices: [RunFacts.Juice(name: "딸기쥬스", cupsServed: 10, cupsShort: 3)],
            fruits: [RunFacts.Fruit(name: "딸기", used: 160, closing: 4, shortOrders: 2)])
        run.money = RecordedMoney(
            currency: "원", sales: Money(hundredths: 4_500_000), lostSales: Money(hundredths: 1_350_050))
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

    @Test func textInEnglish() {
        #expect(
            model(.english).text(on: .plain, page: nil) == """
                3 shops: 1 refused, 1 with no file, 1 to correct. 2 orders were short of fruit.
                - [refused] 종로, 3가: 종로.csv: 3행의 따옴표가 닫히지 않았습니다
                - [no file] 홍대: no file arrived
                - [to correct] 강남: 1 row to correct · 2 short orders · 13,500.50원 of sales lost
                Orders: 9 served, 2 short · cups: 10 served, 3 short · 13 rows
                Sales 45,000원, lost 13,500.50원
                What to buy for 2026-11-24 (Tue): 딸기 196

                """)
    }

    @Test func pageAgreesWithTheText() throws {
        let page = try model(.english).page()
        for text in [
            "3 shops: 1 refused, 1 with no file, 1 to correct.", "1 shop sent no file", "58,800원",
            #"<a href="../../%EA%B0%95%EB%82%A8/reports/2026-11-23/%EA%B0%95%EB%82%A8/">강남</a>"#,
            "Map of all shops: refused 1, no file 1, to correct 1",
            #"<path fill="url(#of-refused)" d="M1 0h1v1h-1z"/>"#,
        ] {
            #expect(page.contains(text), "\(text)")
        }
    }
}
