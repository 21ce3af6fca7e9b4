import JuiceBatch
import JuiceReports
import TestSupport
import Testing

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

    @Test(arguments: 1...12) func chainJSONIsAsItsSchemaSays(seed: UInt64) throws {
        var random = RandomChain(seed: seed)
        let facts = random.facts(
            Int(seed - 1) * 30, trouble: 60, currencies: seed % 2 == 0 ? ["원", "EUR"] : ["원"], hostile: seed % 3 == 0)
        let exports = ExportFacts.State.allCases.map { RandomChain.export("\($0).csv", state: $0) }
        let json = try #require(OrderedJSONParser.parse(ChainJSON.render(model(facts, exports))))
        #expect(try PlainSchema.published(.chain).problems(of: json) == [])
    }

    @Test func tablesAreReadAsWhatTheyAre() throws {
        var random = RandomChain(seed: 8)
        let chain = model(random.facts(30, trouble: 50, hostile: true))
        let text = String(decoding: ChainCSV.shops(chain, style: CellStyle(isForExcel: false)), as: UTF8.self)
        #expect(!text.contains("\r"))
        let rows = PlainCSVReader.read(text).records.map(\.cells)
        #expect(rows.count == 31)
        #expect(rows.allSatisfy { $0.count == 19 })
        #expect(rows.dropFirst().map { $0[0] } == chain.shops.map(\.name))
        let buy = PlainCSVReader.read(
            String(decoding: ChainCSV.buy(chain, style: CellStyle(isForExcel: false)), as: UTF8.self)
        ).records.map(\.cells)
        #expect(buy.allSatisfy { $0.count == 8 })
        // For Excel, too.
        let excel = CellStyle(isForExcel: true)
        for bytes in [ChainCSV.shops(chain, style: excel), ChainCSV.buy(chain, style: excel)] {
            #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]))
            #expect(bytes.firstIndex(of: 0x0A) == bytes.firstIndex(of: 0x0D).map { $0 + 1 })
            #expect(bytes.suffix(2) == [0x0D, 0x0A])
        }
        #expect(buy.count == 1 + chain.shops.compactMap(\.facts.plan).flatMap(\.lines).count)
    }

    @Test(arguments: MessageLanguage.allCases) func thePageIsSoundWhateverNamesAre(language: MessageLanguage) throws {
        var random = RandomChain(seed: 3)
        for (count, trouble) in [(0, 0), (1, 0), (1, 100), (5, 100), (300, 50)] {
            let facts = random.facts(count, trouble: trouble, currencies: ["원", "EUR"], hostile: count != 5)
            let page = try ChainPage.render(model(facts, count == 0 ? [] : [RandomChain.export()], language))
            #expect(PlainMarkup.violations(in: page) == [])
            #expect(!page.contains("<script") && !page.contains("{{") || page.contains("{{title}}"))
            #expect(!page.unicodeScalars.contains("\u{202E}") && !page.unicodeScalars.contains("\u{1B}"))
            #expect(page.prefix(500).contains(ChainPage.mark))
            let text = ChainText.render(model(facts, [RandomChain.export()], language), on: .plain, page: "x\u{1B}")
            #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"))
            #expect(text.split(separator: "\n").count <= 25)
        }
    }

    @Test func aLinkLeadsToTheReportsThatThereAre() throws {
        var random = RandomChain(seed: 6)
        var facts = random.facts(2, trouble: 0)
        facts[0].folder = "강남 #1/?<"
        facts[0].state = .rejected
        facts[1].state = .failed
        facts[1].runs = []
        let page = try ChainPage.render(model(facts))
        let link = #"href="../../%EA%B0%95%EB%82%A8%20%231/%3F%3C/reports/2026-11-23/%EB%B0%A4%201/""#
        #expect(page.contains(link))
        #expect(!page.contains("../../shop2"))
    }

    @Test(arguments: [10_000, 25_000]) func thePageHasItsBound(count: Int) throws {
        var random = RandomChain(seed: 2)
        // Nothing is larger than a grid in which no two neighbours are of one state.
        var facts = random.facts(count, trouble: 0)
        for place in facts.indices {
            facts[place].state = ShopRunState.allCases[place % 5]
        }
        let page = try ChainPage.render(model(facts))
        #expect(page.utf8.count <= HTMLReport.lengthMax)
        #expect(page.contains(count == 10_000 ? "한 칸이 매장 한 곳입니다" : "한 칸이 매장 3곳"))
    }

    /// The map holds each shop once: its squares are as many as there are shops.
    @Test(arguments: [1, 5, 11, 300, 10_000]) func theMapShowsEveryShop(count: Int) throws {
        var random = RandomChain(seed: 1)
        let facts = random.facts(count, trouble: 50)
        let page = try ChainPage.render(model(facts))
        for state in ShopRunState.allCases {
            let shapes = page.matches(of: try Regex("<path fill=\"url\\(#of-\(state.rawValue)\\)\" d=\"([^\"]*)\"/>"))
            let widths = shapes.flatMap { shape in
                (shape.output[1].substring ?? "").split(separator: "M").compactMap { part in
                    part.split(separator: "h").dropFirst().first?.split(separator: "v").first.flatMap { Int($0) }
                }
            }
            #expect(widths.reduce(0, +) == facts.count { $0.state == state })
        }
    }
}
