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

    /// The output of a run in each format.
    private struct Output {
        let page: PageText
        let report: ReportText
        let picture: PageText
        let summary: OrderedJSON
        let terminal: String

        init(_ nightlyRun: NightlyRun, _ language: String) throws {
            let shop = try Shop([
                "night.csv": nightlyRun.input, "a.csv": NightlyRun.perfect.input, "b.csv": NightlyRun.short.input,
            ])
            var options = ["--output", "out", "--language", language]
            if nightlyRun == .ledger { options += ["--ledger", "shop.sqlite"] }
            let earlier = nightlyRun == .ledger ? ["a.csv", "b.csv"] : []
            for name in earlier { try shop.run(["run", name, "--date", "2026-11-19"] + options) }
            let dates = nightlyRun == .short ? [] : ["--date", "2026-11-20"]
            let result = try shop.run(["run", "night.csv"] + options + dates)
            #expect(result.exit == ([.perfect, .short].contains(nightlyRun) ? 0 : 4), "\(result.errorText)")
            page = PageText(shop.text("out/report.html"))
            report = ReportText(markdown: shop.text("out/report.md"))
            picture = PageText(shop.text("out/stock.svg"))
            summary = try #require(OrderedJSONParser.parse(shop.text("out/summary.json")))
            terminal = result.outputText
        }

        /// The objects of a list in summary.json, each as the values of some keys.
        func rows(_ list: OrderedJSON?, _ keys: [String]) -> [[String]] {
            (list?.elements ?? []).map { object in keys.map { key in text(object[key]) } }
        }

        func text(_ value: OrderedJSON?) -> String { value?.int.map { String($0) } ?? value?.text ?? "–" }
    }

    /// Rows of a table without the heads of columns, numbers without commas and the words for pieces.
    private func rows(_ part: ReportText.Part?, _ columns: [Int]) -> [[String]] {
        (part?.tables.first?.dropFirst() ?? []).map { row in columns.map { number(row[$0]) ?? row[$0] } }
    }

    private func number(_ cell: String) -> String? {
        guard let match = cell.wholeMatch(of: /(-?[0-9][0-9,]*)(개|건)?/) else { return nil }
        return String(match.1.filter { $0 != "," })
    }

    @Test(arguments: NightlyRun.allCases, ["ko", "en"])
    func everyFormatShowsTheSameFigures(nightlyRun: NightlyRun, language: String) throws {
        let output = try Output(nightlyRun, language)
        let page = output.page
        #expect(page.viewModel.differences(from: output.report) == [])
        let titles = zip(page.viewModel.parts, page.sections).filter { !["", "figures", "buy", "todo"].contains($1) }
        let contents = titles.enumerated().filter { $0 == 0 || $1.1 != titles[$0 - 1].1 }.map { $0.element.0.heading }
        #expect(page.contents == contents)
        #expect(page.picture == output.picture.picture)
        expectTerminal(output)
    }

    private func expectTerminal(_ output: Output) {
        let page = output.page
        let lines = output.terminal.split(separator: "\n").map(String.init)
        let headline = page.viewModel.parts[0].prose.first ?? ""
        #expect(lines.first?.hasSuffix("] " + headline) == true, "\(lines)")
        let words = lines.map { $0.split(separator: #/ {2,}/#).map { number(String($0)) ?? String($0) } }
        let juices = rows(page.parts("juices").first, [0, 2, 3, 4, 1])
        for row in juices.count > 1 ? juices.dropLast() : juices[...] {
            #expect(words.contains(row), "\(row) in \(lines)")
        }
        let tally = lines.count > 1 ? lines[1].filter { $0 != "," }.matches(of: /[0-9]+/).map { String($0.output) } : []
        let totals = ["rows", "success", "failure"].map { output.text(output.summary[$0]) }
        #expect(Array(tally.prefix(3)) == totals)
        let heads = ["채울 것: ", "To restock: ", "살 것: ", "To buy for "]
        let list = lines.filter { line in heads.contains { line.hasPrefix($0) } }.joined().filter { $0 != "," }
        let plan = output.rows(output.summary["plan"]?["fruits"], ["fruit", "buy"])
        // Fruit needed only by a retry is not a second list.
        let needs =
            output.summary["plan"] == nil ? output.rows(output.summary["restock"], ["fruit", "for_orders"]) : plan
        for need in needs where need[1] != "0" {
            #expect(list.contains("\(need[0]) \(need[1])"), "\(lines)")
        }
    }
}
