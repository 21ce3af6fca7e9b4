import TestSupport
import Testing

/// Every format tells the same night: none has a sentence or a figure that another lacks or has otherwise.
@Suite struct OneStoryTests {
    enum NightlyRun: String, CaseIterable {
        case perfect, short, rejected
        /// The third run of a ledger.
        case ledger

        /// The input; no list of a report is cut for it, and no cell of a table is empty.
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

    /// A run of a night, and what it said.
    private struct Telling {
        let page: PageText
        let report: ReportText
        let picture: PageText
        let summary: OrderedJSON
        let terminal: String

        init(_ night: NightlyRun, _ language: String) throws {
            let shop = try Shop([
                "night.csv": night.input, "a.csv": NightlyRun.perfect.input, "b.csv": NightlyRun.short.input,
            ])
            var options = ["--output", "out", "--language", language]
            if night == .ledger { options += ["--ledger", "shop.sqlite"] }
            let earlier = night == .ledger ? ["a.csv", "b.csv"] : []
            for name in earlier { try shop.run(["run", name, "--date", "2026-11-19"] + options) }
            let dates = night == .short ? [] : ["--date", "2026-11-20"]
            let result = try shop.run(["run", "night.csv"] + options + dates)
            #expect(result.exit == ([.perfect, .short].contains(night) ? 0 : 4), "\(result.errorText)")
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

    /// The rows with the largest number of a column first; equals stay as they are.
    private func mostFirst(_ rows: [[String]], by column: Int) -> [[String]] {
        rows.enumerated().sorted {
            (Int($1.element[column]) ?? 0, $0.offset) < (Int($0.element[column]) ?? 0, $1.offset)
        }.map(\.element)
    }

    /// Rows, and if there are several the sums of their columns.
    private func withTotal(_ rows: [[String]], _ word: String) -> [[String]] {
        guard rows.count > 1 else { return rows }
        let sums = rows[0].indices.dropFirst().map { column in
            String(rows.reduce(0) { $0 + (Int($1[column]) ?? 0) })
        }
        return rows + [[word] + sums]
    }

    private func number(_ cell: String) -> String? {
        guard let match = cell.wholeMatch(of: /(-?[0-9][0-9,]*)(개|건)?/) else { return nil }
        return String(match.1.filter { $0 != "," })
    }

    @Test(arguments: NightlyRun.allCases, ["ko", "en"])
    func everyFormatTellsTheSameNight(night: NightlyRun, language: String) throws {
        let telling = try Telling(night, language)
        let page = telling.page
        #expect(page.viewModel.differences(from: telling.report) == [])
        let titles = zip(page.viewModel.parts, page.sections).filter { !["", "figures", "buy", "todo"].contains($1) }
        let contents = titles.enumerated().filter { $0 == 0 || $1.1 != titles[$0 - 1].1 }.map { $0.element.0.heading }
        #expect(page.contents == contents)
        #expect(page.picture == telling.picture.picture)
        expectFigures(telling)
        expectLosses(telling)
        expectFailures(telling)
        expectTerminal(telling)
    }

    private func expectFigures(_ telling: Telling) {
        let (page, summary) = (telling.page, telling.summary)
        let juices = telling.rows(
            summary["juices"], ["juice", "orders", "served", "short", "cups_served", "cups_short"])
        let total = telling.page.viewModel.parts[0].heading.contains("report") ? "Total" : "합계"
        let ordered = mostFirst(juices.filter { $0[1] != "0" }, by: 3)
        #expect(rows(page.parts("juices").first, [0, 2, 3, 4, 5, 6]) == withTotal(ordered, total))
        let fruits = ["fruit", "opening", "restocked", "discarded", "counted", "used", "closing"]
        // Pieces of several fruits are no sum.
        #expect(rows(page.parts("fruits").first, Array(fruits.indices)) == telling.rows(summary["fruits"], fruits))
        let inputs = ["file", "rows", "blank", "bytes", "encoding", "delimiter", "sha256"]
        #expect(rows(page.parts("inputs").first, Array(inputs.indices)) == telling.rows(summary["inputs"], inputs))
        func sum(_ column: Int) -> String { String(juices.reduce(0) { $0 + (Int($1[column]) ?? 0) }) }
        let skipped = summary["codes"]?["already_processed"]?.int ?? 0
        let short = summary["codes"]?["insufficient_stock"]?.int ?? 0
        let rejected = (summary["failure"]?.int ?? 0) - skipped - short
        let figures = page.parts("figures").first?.tables.first?[1].compactMap { number($0) }
        #expect(figures == [sum(4), sum(2), sum(3)] + (skipped > 0 ? [String(skipped)] : []))
        let correction = page.parts("todo").first?.prose.first {
            $0.contains("failure.csv") && !$0.contains("juice-batch")
        }
        let corrected = correction?.firstMatch(of: #/ ([0-9]+)(개| rows?)/#).map { String($0.1) }
        #expect(corrected == (rejected > 0 ? String(rejected) : nil))
        let needs = telling.rows(summary["restock"], ["fruit", "for_orders"]).filter { $0[1] != "0" }.joined()
        let todo = page.parts("todo").first?.prose.map { number($0) ?? $0 } ?? []
        #expect(Array(todo.drop { $0 != needs.first }.prefix(needs.count)) == Array(needs))
        let plan = telling.rows(summary["plan"]?["fruits"], ["fruit", "buy"]).filter { $0[1] != "0" }
        let buy = page.parts("buy").first?.prose.map { number($0) ?? $0 } ?? []
        for item in plan {
            #expect(buy.firstIndex(of: item[0]).map { buy[$0 + 1] } == item[1], "\(item) in \(buy)")
        }
        let runs = rows(page.parts("trend").first, [0, 1, 3, 4, 5, 6]).dropFirst()
        let keys = ["run", "date", "rows", "cups_served", "shortage", "rejected"]
        #expect(Array(runs) == telling.rows(summary["ledger"]?["past"], keys))
    }

    private func expectLosses(_ telling: Telling) {
        let (parts, summary) = (telling.page.parts("loss"), telling.summary)
        let byFruit = telling.rows(summary["fruits"], ["fruit", "lost_orders", "peak_deficit"])
        let wanting = mostFirst(byFruit.filter { $0[1] != "0" }, by: 1)
        #expect(rows(parts.first, [0, 1, 2]) == wanting)
        let restocks = telling.rows(summary["hindsight"]?["restocks"], ["file", "line", "fruit", "quantity", "saved"])
        let lost = telling.rows(summary["first_lost_orders"], ["file", "line", "id", "juice", "cups"])
        let lists = [restocks, lost].filter { !$0.isEmpty }
        #expect(parts.count == (wanting.isEmpty ? 0 : 1 + lists.count))
        for (part, list) in zip(parts.dropFirst(), lists) {
            // One input needs no name.
            let wanted = list.map { Array($0.dropFirst()) }
            #expect(rows(part, [0, 1, 2, 3]) == wanted)
        }
    }

    private func expectFailures(_ telling: Telling) {
        let codes = telling.summary["codes"]
        let wanted = (codes?.keys ?? []).map { [$0, telling.text(codes?[$0])] }
        let all = telling.rows(telling.summary["first_failures"], ["code", "line", "item", "message"])
        var headings: [[String]] = []
        for part in telling.page.parts("failures").dropFirst() {
            let code = String(part.heading.split(separator: " ").last ?? "")
            let count = part.heading.firstMatch(of: /[0-9]+/).map { String($0.output) } ?? ""
            headings.append([code, count])
            // The rows of an item and reason are one line, and a reason that all of them have stands above.
            let own = all.filter { $0[0] == code }
            var items: [[String]] = []
            for row in own where !items.contains([row[2], row[3]]) { items.append([row[2], row[3]]) }
            let isShort = code == "insufficient_stock"
            let isOneReason = isShort || items.count > 1 && Set(items.map { $0[1] }).count == 1
            let lines = items.map { item in
                let lines = own.filter { Array($0[2...]) == item }.map { $0[1] }
                return [item[0].isEmpty ? "–" : item[0]] + (isOneReason ? [] : [item[1]]) + lines
            }
            let shown = (part.tables.first ?? []).dropFirst().map { row in
                Array(row.dropLast()) + row[row.count - 1].split(separator: ", ").map(String.init)
            }
            #expect(Array(shown) == lines)
            if isOneReason && !isShort { #expect(part.prose.first?.hasPrefix(items[0][1]) == true) }
        }
        #expect(headings == wanted)
    }

    private func expectTerminal(_ telling: Telling) {
        let page = telling.page
        let lines = telling.terminal.split(separator: "\n").map(String.init)
        let headline = page.viewModel.parts[0].prose.first ?? ""
        #expect(lines.first?.hasSuffix("] " + headline) == true, "\(lines)")
        let words = lines.map { $0.split(separator: #/ {2,}/#).map { number(String($0)) ?? String($0) } }
        let juices = rows(page.parts("juices").first, [0, 2, 3, 4, 1])
        for row in juices.count > 1 ? juices.dropLast() : juices[...] {
            #expect(words.contains(row), "\(row) in \(lines)")
        }
        let tally = lines.count > 1 ? lines[1].filter { $0 != "," }.matches(of: /[0-9]+/).map { String($0.output) } : []
        let totals = ["rows", "success", "failure"].map { telling.text(telling.summary[$0]) }
        #expect(Array(tally.prefix(3)) == totals)
        let heads = ["채울 것: ", "To restock: ", "살 것: ", "To buy for "]
        let list = lines.filter { line in heads.contains { line.hasPrefix($0) } }.joined().filter { $0 != "," }
        let plan = telling.rows(telling.summary["plan"]?["fruits"], ["fruit", "buy"])
        // What only a retry would need is no second list.
        let needs =
            telling.summary["plan"] == nil ? telling.rows(telling.summary["restock"], ["fruit", "for_orders"]) : plan
        for need in needs where need[1] != "0" {
            #expect(list.contains("\(need[0]) \(need[1])"), "\(lines)")
        }
    }
}
