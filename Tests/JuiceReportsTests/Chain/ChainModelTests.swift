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

    @Test(arguments: 1...20) func sumsCoverAllRuns(seed: UInt64) throws {
        var random = RandomChain(seed: seed)
        let facts = random.facts(Int(seed) * 7, trouble: 50, currencies: seed % 3 == 0 ? ["원", "EUR"] : ["원"])
        let chain = model(facts)
        try chain.check()
        let runs = facts.flatMap(\.runs)
        func sum<Part>(_ parts: [Part], _ figure: (Part) -> Int) -> Int { parts.reduce(0) { $0 + figure($1) } }
        let figures = chain.day.figures
        #expect(
            [figures.rows, figures.success, figures.ordersShort, figures.cupsServed, figures.short, figures.rejected]
                == [
                    sum(runs, \.figures.rows), sum(runs, \.figures.success), sum(runs, \.figures.ordersShort),
                    sum(runs, \.figures.cupsServed), sum(runs, \.figures.ordersShort),
                    sum(runs.flatMap(\.figures.codes).filter { $0.name == "unknown_item" }, \.count),
                ])
        for state in ShopRunState.allCases { #expect(chain.count(state) == facts.count { $0.state == state }) }
        for sums in chain.day.money {
            let isUnknown = runs.contains {
                $0.money.map { $0.sales == nil || $0.currency != sums.currency } ?? ($0.figures.cupsServed > 0)
            }
            let all = sum(runs) { $0.money?.sales?.hundredths ?? 0 }
            #expect(sums.sales.total?.hundredths == (isUnknown ? nil : all))
        }
        for purchase in chain.purchases {
            let lines = facts.compactMap(\.plan).flatMap(\.lines).filter { $0.fruit == purchase.fruit }
            #expect(purchase.buy == sum(lines, \.buy) && purchase.shops == lines.count { $0.buy > 0 })
        }
        for juice in chain.juices {
            let cups = facts.map { sum($0.runs.flatMap(\.juices).filter { $0.name == juice.name }, \.cupsShort) }
            #expect(juice.shortage == sum(cups) { $0 } && juice.shopsWithShortage == cups.count { $0 > 0 })
        }
        for fruit in chain.fruits {
            #expect(fruit.shortage == sum(runs.flatMap(\.fruits).filter { $0.name == fruit.name }, \.shortOrders))
        }
    }

    @Test(arguments: [UInt64(1), 2, 3]) func orderOfFactsDoesNotMatter(seed: UInt64) throws {
        var random = RandomChain(seed: seed)
        let facts = random.facts(40, trouble: 60, currencies: ["원", "EUR"], hostile: seed == 3)
        let exports = [RandomChain.export(), RandomChain.export("또.csv", state: .refused), RandomChain.export("a.csv")]
        func texts(_ facts: [ShopFacts], _ exports: [ExportFacts]) throws -> [String] {
            let model = model(facts, exports)
            let tables = [model.shopsCSV, model.buyCSV].map { $0(CellStyle(isForExcel: false)) }
            return try tables.map { String(decoding: $0, as: UTF8.self) }
                + [model.jsonText, model.page(), model.text(on: .plain, page: "reports/index.html")]
        }
        let first = try texts(facts, exports)
        for _ in 0..<3 { #expect(try texts(random.shuffled(facts), random.shuffled(exports)) == first) }
    }

    private func shop(
        _ name: String, _ state: ShopRunState, _ reasons: [ExitReason] = [], runs: [RunFacts] = []
    ) -> ShopFacts {
        ShopFacts(date: "2026-11-23", shop: name, folder: name, state: state, reasons, runs: runs, problems: [])
    }

    @Test func shopsWithProblemsComeFirst() {
        func short(_ orders: Int, lost: Int) -> [RunFacts] {
            let money = RecordedMoney(currency: "원", sales: Money(hundredths: 0), lostSales: Money(hundredths: lost))
            return [
                RunFacts(
                    figures: RunFigures(counts: ["insufficient_stock": orders], ordersShort: orders), money: money)
            ]
        }
        let facts = [
            shop("a", .done), shop("b", .done, runs: short(9, lost: 5)), shop("c", .done, runs: short(1, lost: 700)),
            shop("d", .done, runs: short(10, lost: 5)), shop("e", .rejected), shop("f", .missing), shop("g", .refused),
            shop("h", .failed), shop("i", .done, runs: short(9, lost: 5)),
            shop("j", .rejected, runs: short(1, lost: 1)),
        ]
        let chain = model(facts)
        #expect(chain.shopsByUrgency.map(\.name) == ["h", "g", "f", "j", "e", "c", "d", "b", "i"])
    }

    @Test func shopsAreSortedByNameBytes() {
        let facts = ["나", "a", "B", "\u{1112}\u{1161}", "가"].map { shop($0, .done) }
        #expect(model(facts).shops.map(\.name) == ["B", "a", "\u{1112}\u{1161}", "가", "나"])
    }

    @Test func textInEnglish() {
        var run = RunFacts(
            figures: RunFigures(
                rows: 13, success: 9,
                counts: ["unknown_item": 1, "already_processed": 1, "insufficient_stock": 2],
                ordersServed: 9, ordersShort: 2, cupsServed: 10, cupsShort: 3))
        run.money = RecordedMoney(
            currency: "원", sales: Money(hundredths: 4_500_000), lostSales: Money(hundredths: 1_350_050))
        let line = PlannedPurchase.Line(fruit: "딸기", need: 200, stock: 4, buy: 196, cost: Money(hundredths: 5_880_000))
        run.plan = PlannedPurchase(date: "2026-11-24", lines: [line])
        var refused = shop("종로, 3가", .refused, [.inputRefused])
        refused.problems = [ShopProblem(file: "종로.csv", .inputRefused, text: "3행의 따옴표가 닫히지 않았습니다")]
        let facts = [
            refused, shop("홍대", .missing, [.shopWithoutFile]), shop("강남", .rejected, [.rowsRejected], runs: [run]),
        ]
        #expect(
            model(facts, [], .english).text(on: .plain, page: nil) == """
                3 shops: 1 refused, 1 with no file, 1 to correct. 2 orders were short of fruit.
                - [refused] 종로, 3가: 종로.csv: 3행의 따옴표가 닫히지 않았습니다
                - [no file] 홍대: no file arrived
                - [to correct] 강남: 1 row to correct · 2 short orders · 13,500.50원 of sales lost
                Orders: 9 served, 2 short · cups: 10 served, 3 short · 13 rows
                Sales 45,000원, lost 13,500.50원
                What to buy for 2026-11-24 (Tue): 딸기 196 (without 2 shops)

                """)
    }

    @Test func inconsistentCountsAreRefused() throws {
        var export = RandomChain.export()
        try model([], [export]).check()
        export.counts.assignedRows += 1
        #expect(throws: BatchError.self) { try model([], [export]).check() }
        export.state = .waiting
        try model([], [export]).check()
        var random = RandomChain(seed: 9)
        var facts = random.facts(3, trouble: 0)
        facts[1].runs[0].figures.rows += 1
        #expect(throws: BatchError.self) { try model(facts).check() }
    }

    @Test func sumsSaturate() {
        var random = RandomChain(seed: 4)
        var facts = random.facts(3, trouble: 0)
        for index in facts.indices {
            facts[index].runs[0].figures.cupsServed = .max
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
        let dates = ["2026-11-22", "2026-11-16"]
        #expect(ChainDay.datesToCompare(with: "2026-11-23") == dates)
        let days = try dates.map { date in
            let chain = ChainModel(
                date: date, facts: random.facts(30, currencies: ["원", "EUR"]), exports: [], earlier: [],
                language: .english)
            let day = try #require(ChainDay(chainJSON: Array(chain.jsonText.utf8)))
            #expect(day.json.line == chain.day.json.line)
            return day
        }
        #expect(model([], earlier: days.reversed()).comparedDays == days)
        for text in ["{}", #"{"schema": 2}"#] { #expect(ChainDay(chainJSON: Array(text.utf8)) == nil) }
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
        #expect([export].exitReasons == [.rowsWithoutShop] && model([], [export]).exports.rowsWithoutShop == 10)
        again.counts = PartitionCounts()
        (again.counts.rows, again.counts.assignedRows, again.counts.unnamedShopRows) = (10, 9, 1)
        again.unknownSHA256 = nil
        #expect(model([], [export, again]).exports.rowsWithoutShop == 11)
        var known = export
        known.unknownSHA256 = again.sha256
        #expect(model([], [again, known]).exports.rowsWithoutShop == 1)
        #expect([known, again].exitReasons == [.rowsWithoutShop])
        again.counts.unnamedShopRows = 0
        #expect([known, again].exitReasons.isEmpty && model([], [known, again]).exports.rowsWithoutShop == 0)
        // Equal remainders of two exports need two later exports.
        #expect([known, known, again].exitReasons == [.rowsWithoutShop])
        #expect(model([], [known, again, known]).exports.rowsWithoutShop == 10)
        #expect([known, known, again, again].exitReasons.isEmpty)
        // A refused export, or one without rows of a shop, resolves nothing.
        again.counts.assignedRows = 0
        #expect([known, again].exitReasons == [.rowsWithoutShop])
        again.counts.assignedRows = 9
        again.state = .refused
        #expect([known, again].exitReasons == [.rowsWithoutShop])
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
