import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@testable import JuiceReports

@Suite struct ChainFilesTests {
    private func model(
        _ facts: [ShopFacts], _ exports: [ExportFacts] = [RandomChain.export()], _ language: MessageLanguage = .korean
    ) -> ChainModel {
        var random = RandomChain(seed: 77)
        let earlier = ChainDay.datesToCompare(with: "2026-11-23").map { date in
            ChainModel(date: date, facts: random.facts(20), exports: [], earlier: [], language: language).day
        }
        return ChainModel(date: "2026-11-23", facts: facts, exports: exports, earlier: earlier, language: language)
    }

    @Test(arguments: 1...12) func chainJSONMatchesItsSchema(seed: UInt64) throws {
        var random = RandomChain(seed: seed)
        let facts = random.facts(
            Int(seed - 1) * 30, trouble: 60, currencies: seed % 2 == 0 ? ["원", "EUR"] : ["원"], hostile: seed % 3 == 0)
        let exports = ExportFacts.State.allCases.map { RandomChain.export("\($0).csv", state: $0) }
        let json = try #require(OrderedJSONParser.parse(model(facts, exports).jsonText))
        #expect(try PlainSchema.published(.chain).problems(of: json) == [])
    }

    @Test func chainTablesReadBack() throws {
        var random = RandomChain(seed: 8)
        let chain = model(random.facts(30, trouble: 50, hostile: true))
        func rows(_ table: (CellStyle) -> [UInt8]) -> [[String]] {
            let text = String(decoding: table(CellStyle(isForExcel: false)), as: UTF8.self)
            #expect(!text.contains("\r"))
            // For Excel, too.
            let bytes = table(CellStyle(isForExcel: true))
            #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]) && bytes.suffix(2) == [0x0D, 0x0A])
            #expect(bytes.firstIndex(of: 0x0A) == bytes.firstIndex(of: 0x0D).map { $0 + 1 })
            return PlainCSVReader.read(text).records.map(\.cells)
        }
        let (shops, buy) = (rows(chain.shopsCSV), rows(chain.buyCSV))
        #expect(shops.allSatisfy { $0.count == 19 } && buy.allSatisfy { $0.count == 8 })
        #expect(shops.count == 31 && shops.dropFirst().map { $0[0] } == chain.shops.map(\.name))
        #expect(buy.count == 1 + chain.shops.compactMap(\.plan).flatMap(\.lines).count)
    }

    @Test(arguments: MessageLanguage.allCases) func pageIsValidForHostileNames(language: MessageLanguage) throws {
        var random = RandomChain(seed: 3)
        for (count, trouble) in [(0, 0), (1, 0), (1, 100), (5, 100), (300, 50)] {
            let facts = random.facts(count, trouble: trouble, currencies: ["원", "EUR"], hostile: count != 5)
            let page = try model(facts, count == 0 ? [] : [RandomChain.export()], language).page()
            #expect(PlainMarkup.violations(in: page) == [])
            #expect(!page.contains("<script") && !page.contains("{{") || page.contains("{{title}}"))
            #expect(!page.unicodeScalars.contains("\u{202E}") && !page.unicodeScalars.contains("\u{1B}"))
            #expect(page.prefix(500).contains(ChainModel.generatorTag))
            let text = model(facts, [RandomChain.export()], language).text(on: .plain, page: "x\u{1B}")
            #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"))
            #expect(text.split(separator: "\n").count <= 25)
        }
    }

    @Test func linksPointToExistingReports() throws {
        var random = RandomChain(seed: 6)
        var facts = random.facts(2, trouble: 0)
        facts[0].folder = "강남 #1/?<"
        facts[0].state = .rejected
        facts[1].state = .failed
        facts[1].runs = []
        let page = try model(facts).page()
        let link = #"href="../../%EA%B0%95%EB%82%A8%20%231/%3F%3C/reports/2026-11-23/%EB%B0%A4%201/""#
        #expect(page.contains(link))
        #expect(!page.contains("../../shop2"))
    }

    /// Facts of many shops, of which every 500th has the same figures.
    private func manyFacts(_ count: Int, trouble: Int) -> [ShopFacts] {
        var random = RandomChain(seed: 2)
        let some = random.facts(500, trouble: trouble)
        return (0..<count).map { index in
            var facts = some[index % some.count]
            facts.name = "매장\(String(100_000 + index).dropFirst())"
            return facts
        }
    }

    @Test(arguments: [10_000, 25_000]) func pageSizeIsBounded(count: Int) throws {
        // The worst case: no two neighbours have the same state.
        var facts = manyFacts(count, trouble: 0)
        for index in facts.indices { facts[index].state = ShopRunState.allCases[index % 5] }
        let page = try model(facts).page()
        #expect(page.utf8.count <= HTML.lengthMax)
        #expect(page.contains(count == 10_000 ? "한 칸이 매장 한 곳입니다" : "한 칸에 매장 3곳"))
    }

    @Test(arguments: [1, 5, 11, 300, 10_000]) func mapShowsEveryShop(count: Int) throws {
        let facts = manyFacts(count, trouble: 50)
        let page = try model(facts).page()
        for state in ShopRunState.allCases {
            let shapes = page.matches(of: try Regex("<path fill=\"url\\(#of-\(state.rawValue)\\)\" d=\"([^\"]*)\"/>"))
            let widths = shapes.flatMap { ($0.output[1].substring ?? "").matches(of: /h(\d+)v1/) }
            #expect(widths.reduce(0) { $0 + (Int($1.output.1) ?? 0) } == facts.count { $0.state == state })
        }
    }
}

/// Makes random facts of a chain run.
struct RandomChain {
    private var generator: SeededGenerator
    /// Malicious shop names.
    private static let hostileNames = [
        "<script>alert(1)</script>", "=cmd|' /C calc'!A0", "\"quoted\",\nand broken", "\u{202E}moc.live", "../../etc",
        "강남점\u{1B}[31m", "a&b'c", String(repeating: "가", count: 85), "%2e%2e/#?x", "{{title}}", "\\", "\u{0}",
    ]
    private static let fruits = ["딸기", "바나나", "망고", "키위", "파인애플"]

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// A chain of so many shops.
    ///
    /// - Parameters:
    ///   - trouble: the percentage of shops with a problem.
    ///   - currencies: the shops' own; a shop may have no prices too.
    mutating func facts(_ count: Int, trouble: Int = 20, currencies: [String] = ["원"], hostile: Bool = false)
        -> [ShopFacts]
    {
        (0..<count).map { index in
            let plain = "매장\(String(100_001 + index).dropFirst())"
            let name = hostile ? generator.pick(Self.hostileNames) + (index == 0 ? "" : "\(index)") : plain
            let folder = hostile ? name : "shop\(index + 1)"
            let state = generator.chance(trouble) ? generator.pick(ShopRunState.allCases, else: .done) : .done
            let currency = generator.chance(95) ? generator.pick(currencies) : nil
            let hasRuns = state == .done || state == .rejected || generator.chance(20)
            let runs = hasRuns ? (0..<(generator.chance(90) ? 1 : 3)).map { _ in run(state, currency) } : []
            let reasons: [ShopRunState: ExitReason] = [
                .failed: .inputOutput, .refused: .inputRefused, .missing: .shopWithoutFile, .rejected: .rowsRejected,
            ]
            let short = runs.contains { $0.figures.ordersShort > 0 } ? ExitReason.rowsShort : nil
            let problem = ShopProblem(file: "\(name).csv", reasons[state], text: "<b>3행</b>: 따옴표가 닫히지 않았습니다")
            return ShopFacts(
                date: "2026-11-23", shop: name, folder: folder, state: state,
                (reasons[state] ?? short).map { [$0] } ?? [], runs: runs,
                problems: state == .refused || state == .failed ? [problem, problem] : [])
        }
    }

    private mutating func run(_ state: ShopRunState, _ currency: String?) -> RunFacts {
        let short = generator.chance(30) ? generator.int(1...9) : 0
        let rejected = state == .rejected ? generator.int(1...5) : 0
        let success = generator.int(50...250)
        var run = RunFacts(
            file: "\(generator.int(1...999_999)).csv", inputSHA256: String(repeating: "ab", count: 32),
            exportSHA256: generator.chance(50) ? "e0" : nil, reports: "reports/2026-11-23/밤 1",
            exitStatus: short > 0 ? ExitStatus(.rowsShort) : .done,
            figures: RunFigures(
                rows: success + rejected + short, success: success,
                counts: ["unknown_item": rejected, "insufficient_stock": short], ordersServed: success,
                ordersShort: short, cupsServed: 2 * success, cupsShort: 2 * short))
        run.juices = ["딸기쥬스", "망고쥬스", "키위쥬스", "딸바쥬스"].map {
            RunFacts.Juice(name: $0, cupsServed: success / 2, cupsShort: short / 2)
        }
        run.fruits = Self.fruits.map {
            RunFacts.Fruit(name: $0, used: generator.int(-9...900), shortOrders: short)
        }
        if let currency {
            let sales = generator.chance(97) ? Money(hundredths: generator.int(-100...9_000_000)) : nil
            let lost = generator.chance(97) ? Money(hundredths: short * generator.int(0...9_000)) : nil
            run.money = RecordedMoney(currency: currency, sales: sales, lostSales: lost)
        }
        if generator.chance(90) {
            run.plan = PlannedPurchase(
                date: generator.chance(99) ? "2026-11-24" : "2026-11-25",
                lines: Self.fruits.map {
                    let cost = currency == nil ? nil : Money(hundredths: generator.int(0...500_000))
                    return .init(fruit: $0, need: 100, stock: 10, buy: generator.int(0...90), cost: cost)
                })
        }
        return run
    }

    /// The elements in random order.
    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] { elements.shuffled(using: &generator) }

    /// An export, half of whose rows belong to no shop.
    static func export(_ file: String = "본사.csv", state: ExportFacts.State = .done) -> ExportFacts {
        var export = ExportFacts(
            file: file, sha256: String(repeating: "cd", count: 32), bytes: 12_345, state: state,
            state == .done ? nil : .inputRefused, text: state == .done ? "" : "총계가 맞지 않습니다")
        guard state == .done else { return export }
        export.counts.rows = 20
        export.counts.assignedRows = 10
        export.counts.unknownShopRows = 7
        export.counts.unnamedShopRows = 2
        export.counts.wrongFieldCountRows = 1
        export.counts.unknownNames = [
            PartitionCounts.UnknownName(name: "없는점", rows: 4, line: 17),
            PartitionCounts.UnknownName(name: "<i>", rows: 3, line: 21),
        ]
        export.unknownFile = "unknown-shop.csv"
        return export
    }
}
