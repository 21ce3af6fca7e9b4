import TestSupport
import Testing

/// All formats of a report have the same sentences and figures.
@Suite struct ReportConsistencyTests {
    enum NightlyRun: String, CaseIterable {
        case perfect, short, rejected
        /// The third run of a ledger.
        case ledger

        /// The input, chosen so that no list is truncated and no table cell is empty.
        var input: String {
            switch self {
            case .perfect: "id,action,item,quantity\n1,order,딸바쥬스,1\n2,restock,망고,1500\n3,order,망고쥬스,100\n"
            case .short:
                "id,action,item,quantity\n1,order,딸기쥬스,1\n2,order,키위쥬스,2\n3,discard,바나나,8\n4,order,딸바쥬스,9\n"
                    + "5,count,파인애플,7\n6,discard,망고,90\n7,restock,딸기,30\n8,order,파인애플쥬스,4000\n"
            case .rejected, .ledger:
                "id,action,item,quantity\nA,order,\"<b>굵게</b>|*별* _a_ a@b.kr & 'x'\",1\nB,order,키위쥬스,한 잔\n"
                    + "C,reserve,키위쥬스,1\nD,order,딸기주스,2\nD,order,딸기주스,2\nE,order,키위쥬스,1\nE,order,키위쥬스,2\n"
                    + "F,restock,망고,5\n"
            }
        }
    }

    /// A text or a number of a JSON object, for comparison with a table.
    private func text(_ value: OrderedJSON?) -> String { value?.int.map { String($0) } ?? value?.text ?? "–" }

    /// A cell of a table as a number without commas and the words for pieces.
    private func number(_ cell: String) -> String {
        guard let match = cell.wholeMatch(of: /(-?[0-9][0-9,]*)(개|건)?/) else { return cell }
        return String(match.1.filter { $0 != "," })
    }

    @Test(arguments: NightlyRun.allCases, ["ko", "en"])
    func everyFormatShowsTheSameFigures(nightlyRun: NightlyRun, language: String) throws {
        let shop = try Shop([
            "night.csv": nightlyRun.input, "a.csv": NightlyRun.perfect.input, "b.csv": NightlyRun.short.input,
        ])
        var options = "--output out --language \(language)"
        if nightlyRun == .ledger {
            options += " --ledger shop.sqlite"
            for name in ["a.csv", "b.csv"] { try shop.run("run \(name) --date 2026-11-19 \(options)") }
        }
        let result = try shop.run("run night.csv \(options)" + (nightlyRun == .short ? "" : " --date 2026-11-20"))
        #expect(result.exit == ([.perfect, .short].contains(nightlyRun) ? 0 : 4), "\(result.errorText)")
        let page = PageText(shop.text("out/report.html"))
        #expect(page.viewModel.differences(from: ReportText(markdown: shop.text("out/report.md"))) == [])
        let titles = zip(page.viewModel.parts, page.sections).filter { !["", "figures", "buy", "todo"].contains($1) }
        let contents = titles.enumerated().filter { $0 == 0 || $1.1 != titles[$0 - 1].1 }.map { $0.element.0.heading }
        #expect(page.contents == contents)
        #expect(page.picture == PageText(shop.text("out/stock.svg")).picture)
        let summary = try #require(OrderedJSONParser.parse(shop.text("out/summary.json")))
        expectSameFigures(result.outputText.split(separator: "\n").map(String.init), page, summary)
    }

    private func expectSameFigures(_ lines: [String], _ page: PageText, _ summary: OrderedJSON) {
        let headline = page.viewModel.parts[0].prose.first ?? ""
        #expect(lines.first?.hasSuffix("] " + headline) == true, "\(lines)")
        let words = lines.map { $0.split(separator: #/ {2,}/#).map { number(String($0)) } }
        let juices = (page.parts("juices").first?.tables.first?.dropFirst() ?? []).map { row in
            [0, 2, 3, 4, 1].map { number(row[$0]) }
        }
        for row in juices.count > 1 ? juices.dropLast() : juices[...] {
            #expect(words.contains(row), "\(row) in \(lines)")
        }
        let tally = lines.count > 1 ? lines[1].filter { $0 != "," }.matches(of: /[0-9]+/).map { String($0.output) } : []
        #expect(Array(tally.prefix(3)) == ["rows", "success", "failure"].map { text(summary[$0]) })
        let heads = ["채울 것: ", "To restock: ", "살 것: ", "To buy for "]
        let list = lines.filter { line in heads.contains { line.hasPrefix($0) } }.joined().filter { $0 != "," }
        // Fruit needed only by a retry is not a second list.
        let (needs, key) = summary["plan"].map { ($0["fruits"], "buy") } ?? (summary["restock"], "for_orders")
        for need in needs?.elements ?? [] where need[key]?.int != 0 {
            #expect(list.contains("\(text(need["fruit"])) \(text(need[key]))"), "\(lines)")
        }
    }
}
