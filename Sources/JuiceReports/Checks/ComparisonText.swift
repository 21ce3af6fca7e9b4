/// The output of `diff`: the figures of two runs side by side, and the change of those that differ.
package struct ComparisonText {
    private typealias Item = ReportComparison.Item
    private typealias Figure = ReportComparison.Figure

    /// The keys of a juice's and a fruit's figures in the text; `--json` contains all figures.
    private static let juiceKeys = ["served", "short"]
    /// The keys of a juice's figures if any order was cancelled.
    private static let juiceKeysWithCancels = juiceKeys + ["cancelled"]
    private static let fruitKeys = ["closing", "lost_orders"]
    /// The number of rows above which a table shows only the rows that differ.
    private static let rowsMax = 40
    /// The keys of figures for which more is better.
    private static let welcome: Set<String> = ["success", "served"]
    /// The keys of figures for which more is neither better nor worse; for all other figures, less is better.
    private static let neutral: Set<String> = ["rows", "closing", "cancelled"]

    private let comparison: ReportComparison
    private let language: MessageLanguage
    private let screen: TerminalStyle

    package init(_ comparison: ReportComparison, language: MessageLanguage, on screen: TerminalStyle) {
        self.comparison = comparison
        self.language = language
        self.screen = screen
    }

    /// Renders all lines, each with a line end.
    ///
    /// - Parameter reports: the two sets of reports as the user named them.
    package func render(reports: (first: String, second: String)) -> String {
        [names(reports), screen.folded(verdict) + "\n", rows, juices, fruits].joined(separator: "\n")
    }

    private func names(_ reports: (first: String, second: String)) -> String {
        let rows: [[TextTable.Cell]] = [
            ["1", .init(reports.first, .strong), .init(comparison.dates.first ?? "")],
            ["2", .init(reports.second, .strong), .init(comparison.dates.second ?? "")],
        ]
        return TextTable(language.pick(ko: "|보고서|날짜", en: "|Report|Date"), rows: rows).render(on: screen)
    }

    private var verdict: String {
        if comparison.isSame {
            return language.pick(ko: "두 보고서의 숫자가 모두 같습니다.", en: "All figures of the two reports are the same.")
        }
        let shown =
            comparison.rows + comparison.codes
            + comparison.juices.flatMap { item in juiceKeys.compactMap { item[$0] } }
            + comparison.fruits.flatMap { item in Self.fruitKeys.compactMap { item[$0] } }
        return shown.allSatisfy(\.isSame)
            ? language.pick(
                ko: "아래 숫자는 같고, --json에만 나오는 숫자가 다릅니다.",
                en: "The figures below are the same, but some figures that only --json shows are different.")
            : language.pick(ko: "두 보고서의 숫자가 다릅니다.", en: "The figures of the two reports differ.")
    }

    private var rows: String {
        let names = [
            language.pick(ko: "모두", en: "All"), language.pick(ko: "성공", en: "Success"),
            language.pick(ko: "실패", en: "Failure"),
        ]
        let items =
            zip(names, comparison.rows).map { Item(name: $0, figures: [$1]) }
            + comparison.codes.map { Item(name: "  " + $0.key, figures: [$0]) }
        return table([language.pick(ko: "행", en: "Rows"), ""], items) { item in [item.figures.first] }
    }

    private var juiceKeys: [String] {
        let cancelled = comparison.orders.first { $0.key == "cancelled" }
        let hasCancels = (cancelled?.first ?? 0) != 0 || (cancelled?.second ?? 0) != 0
        return hasCancels ? Self.juiceKeysWithCancels : Self.juiceKeys
    }

    private var juices: String {
        let all = Item(name: language.pick(ko: "모두", en: "All"), figures: comparison.orders)
        let headers = language.pick(ko: "쥬스|만듦 |못 만듦 |취소 ", en: "Juice|Served |Short |Cancelled ")
            .split(separator: "|").map(String.init).prefix(1 + juiceKeys.count)
        return table(Array(headers), [all] + comparison.juices) { item in juiceKeys.map { item[$0] } }
    }

    private var fruits: String {
        let headers = language.pick(ko: "과일|마감 |못 만든 주문 ", en: "Fruit|Closing |Short orders ")
        return table(headers.split(separator: "|").map(String.init), comparison.fruits) { item in
            Self.fruitKeys.map { item[$0] }
        }
    }

    /// A table with three columns for each figure of an item: the first run, the second run, and the change.
    ///
    /// - Parameter headers: the header of the items, then the header of each figure, to which the number of the run is
    ///   added.
    private func table(_ headers: [String], _ all: [Item], figures: (Item) -> [Figure?]) -> String {
        let change = language.pick(ko: "차이", en: "Change")
        let columns = headers.dropFirst().map { "|#\($0)1|#\($0)2|#\(change)" }
        let isSame = all.map { item in figures(item).allSatisfy { $0?.isSame ?? true } }
        let shown = all.indices.filter { all.count <= Self.rowsMax || !isSame[$0] }
        let rows = shown.map { place in
            [TextTable.Cell(all[place].name, isSame[place] ? nil : .strong)] + figures(all[place]).flatMap(cells)
        }
        let left = all.count - shown.count
        let note = language.pick(
            ko: "값이 같은 \(grouped(left))가지는 표시하지 않았습니다.", en: "Not shown: \(grouped(left)) with the same figures.")
        return TextTable(headers[0] + columns.joined(), rows: rows).render(on: screen)
            + (left > 0 ? screen.folded(note) + "\n" : "")
    }

    private func cells(_ figure: Figure?) -> [TextTable.Cell] {
        [
            TextTable.Cell(figure?.first.map(grouped) ?? "–"), TextTable.Cell(figure?.second.map(grouped) ?? "–"),
            change(figure),
        ]
    }

    private func change(_ figure: Figure?) -> TextTable.Cell {
        guard let figure else { return "" }
        guard let change = figure.change else {
            let place = figure.first == nil ? 2 : 1
            return TextTable.Cell(language.pick(ko: "\(place)에만 있음", en: "only in \(place)"), .notable)
        }
        if change == 0 { return "" }
        let isBetter = (change > 0) == Self.welcome.contains(figure.key)
        let colour = Self.neutral.contains(figure.key) ? ANSIStyle.Colour.strong : isBetter ? .good : .bad
        return TextTable.Cell((change > 0 ? "+" : "") + grouped(change), colour)
    }
}
