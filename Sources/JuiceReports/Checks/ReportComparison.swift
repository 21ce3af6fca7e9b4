package import JuiceBatch
internal import JuiceCore

/// The figures of two runs side by side, read from their summary.json files.
package struct ReportComparison: Sendable {
    /// A figure by its key in summary.json; nil for a run that has no such juice, fruit or action.
    struct Figure: Sendable {
        let key: String
        let first: Int?
        let second: Int?

        var change: Int? { first.flatMap { first in second.map { $0 - first } } }
        var isSame: Bool { change == 0 }
    }

    /// A juice, a fruit or an action that occurs in at least one run.
    typealias Item = (name: String, figures: [Figure])

    private let first: ReportSummary
    private let second: ReportSummary

    package init(_ first: ReportSummary, _ second: ReportSummary) { (self.first, self.second) = (first, second) }

    private var rows: [Figure] { Self.figures(first.rows, second.rows) }

    /// The outcome codes that occur in one of the runs; a code that does not occur in the other counts as 0 there.
    private var codes: [Figure] {
        let codes = Self.figures(first.codes, second.codes, absent: 0)
        let known = OutcomeCode.failures.compactMap { code in codes.first { $0.key == code.name } }
        return known + codes.filter { figure in !known.contains { $0.key == figure.key } }
    }

    /// The order figures, each summed over all juices.
    var orders: [Figure] { Self.figures(first.allJuices, second.allJuices) }
    private var actions: [Item] { Self.items(first.actions, second.actions) }
    private var juices: [Item] { Self.items(first.juices, second.juices) }
    private var fruits: [Item] { Self.items(first.fruits, second.fruits) }

    private var isSame: Bool {
        (rows + codes + orders + (actions + juices + fruits).flatMap(\.figures)).allSatisfy(\.isSame)
    }

    /// The figures in the order of the first run, then those that only the second run has.
    private static func figures(
        _ first: [ReportSummary.Figure], _ second: [ReportSummary.Figure], absent: Int? = nil
    ) -> [Figure] {
        union(first.map(\.key), second.map(\.key)).map { key in
            Figure(
                key: key, first: first.first { $0.key == key }?.value ?? absent,
                second: second.first { $0.key == key }?.value ?? absent)
        }
    }

    private static func items(_ first: [ReportSummary.Item], _ second: [ReportSummary.Item]) -> [Item] {
        let firsts = Dictionary(uniqueKeysWithValues: first)
        let seconds = Dictionary(uniqueKeysWithValues: second)
        return union(first.map(\.name), second.map(\.name)).map { name in
            (name, figures(firsts[name] ?? [], seconds[name] ?? []))
        }
    }

    private static func union(_ first: [String], _ second: [String]) -> [String] {
        let known = Set(first)
        return first + second.filter { !known.contains($0) }
    }

    /// The output of `diff --json`: every figure of both runs; `reports` are the sets as the user named them.
    package func json(reports: (first: String, second: String)) -> String {
        let paths = [(reports.first, first.date), (reports.second, second.date)]
        let value: JSONValue = [
            "schema": 1, "same": isSame,
            "reports": paths.map { ["report": $0, "date": $1] as JSONValue }, "rows": figures(rows),
            "codes": figures(codes), "orders": figures(orders),
            "actions": JSONValue.object(actions.map { ($0.name, figures($0.figures)) }),
            "juices": juices.map { ["juice": $0.name] + figures($0.figures) },
            "fruits": fruits.map { ["fruit": $0.name] + figures($0.figures) },
        ]
        return value.text
    }

    private func figures(_ figures: [Figure]) -> JSONValue {
        .object(figures.map { ($0.key, ["first": $0.first, "second": $0.second, "change": $0.change]) })
    }

    /// Renders some of the figures as lines, each with a line end; `reports` are the sets as the user named them.
    package func text(
        reports: (first: String, second: String), _ language: MessageLanguage, on screen: TerminalStyle
    ) -> String {
        let names: [[TerminalStyle.Cell]] = [
            ["1", .init(reports.first, .strong), .init(first.date ?? "")],
            ["2", .init(reports.second, .strong), .init(second.date ?? "")],
        ]
        let rowNames = language.pick(ko: "모두|성공|실패", en: "All|Success|Failure").split(separator: "|").map(String.init)
        let hasCancels = orders.contains { $0.key == "cancelled" && ($0.first != 0 || $0.second != 0) }
        let juiceKeys = ["served", "short"] + (hasCancels ? ["cancelled"] : [])
        let juiceHeaders = language.pick(ko: "쥬스|만듦 |못 만듦 |취소 ", en: "Juice|Served |Short |Cancelled ")
        let fruitHeaders = language.pick(ko: "과일|마감 |못 만든 주문 ", en: "Fruit|Closing |Short orders ")
        func figures(_ items: [Item], _ keys: [String]) -> [Item] {
            items.map { ($0.name, $0.figures.filter { keys.contains($0.key) }) }
        }
        let conclusion =
            isSame
            ? language.pick(ko: "두 보고서의 숫자가 모두 같습니다.", en: "All figures of the two reports are the same.")
            : language.pick(ko: "두 보고서의 숫자가 다릅니다.", en: "The figures of the two reports differ.")
        let parts = [
            screen.table(language.pick(ko: "|보고서|날짜", en: "|Report|Date"), rows: names),
            screen.folded(conclusion) + "\n",
            table(
                language.pick(ko: "행|", en: "Rows|"),
                zip(rowNames, rows).map { ($0, [$1]) } + codes.map { ("  " + $0.key, [$0]) }, language, screen),
            table(juiceHeaders, figures([(rowNames[0], orders)] + juices, juiceKeys), language, screen),
            table(fruitHeaders, figures(fruits, ["closing", "lost_orders"]), language, screen),
        ]
        return parts.joined(separator: "\n")
    }

    /// A table with three columns for each figure of an item: the first run, the second run, and the change.
    ///
    /// `headers` are those of the items and of the figures, separated by `|`; surplus headers of figures are left out.
    private func table(
        _ headers: String, _ items: [Item], _ language: MessageLanguage, _ screen: TerminalStyle
    ) -> String {
        let changeTitle = language.pick(ko: "차이", en: "Change")
        let titles = headers.split(separator: "|", omittingEmptySubsequences: false)
        let columns = titles.dropFirst().prefix(items.first?.figures.count ?? titles.count).map {
            "|#\($0)1|#\($0)2|#\(changeTitle)"
        }
        let rows = items.map { item -> [TerminalStyle.Cell] in
            [.init(item.name, item.figures.allSatisfy { $0.isSame } ? nil : .strong)]
                + item.figures.flatMap { figure -> [TerminalStyle.Cell] in
                    [figure.first, figure.second].map { .init($0.map(grouped) ?? "–") } + [change(figure, language)]
                }
        }
        return screen.table(titles[0] + columns.joined(), rows: rows)
    }

    private func change(_ figure: Figure, _ language: MessageLanguage) -> TerminalStyle.Cell {
        guard let change = figure.change else {
            let index = figure.first == nil ? 2 : 1
            return .init(language.pick(ko: "\(index)에만 있음", en: "only in \(index)"), .notable)
        }
        return change == 0 ? "" : .init((change > 0 ? "+" : "") + grouped(change), .strong)
    }
}

/// The figures of a run from its summary.json, for comparing two runs.
package struct ReportSummary: Sendable {
    /// A number with its key in summary.json.
    typealias Figure = (key: String, value: Int)

    typealias Item = (name: String, figures: [Figure])

    static let juiceKeys = ["orders", "served", "short", "cups_served", "cups_short", "cancelled", "cups_cancelled"]
    static let fruitKeys = [
        "opening", "restocked", "discarded", "counted", "used", "closing", "lost_orders", "peak_deficit",
    ]

    let date: String?
    let rows: [Figure]
    let codes: [Figure]
    let actions: [Item]
    let juices: [Item]
    let fruits: [Item]

    /// Reads the bytes of a summary.json; unknown keys are ignored.
    package init(of bytes: [UInt8]) throws(ReportError) {
        let root = try JSONValue(ofSummary: bytes)
        date = try root.optionalText("date")
        rows = try root.figures(["rows", "success", "failure"])
        let codes = try root.readObject("codes")
        self.codes = try codes.figures(codes.keys)
        let actions = try root.readObject("actions")
        self.actions = try actions.keys.map { name throws(ReportError) in
            (name, try actions.readObject(name).figures(["success", "failure"]))
        }
        juices = try root.items("juices", named: "juice", Self.juiceKeys)
        fruits = try root.items("fruits", named: "fruit", Self.fruitKeys)
    }

    /// The totals of all juices, capped like the sums of a run.
    var allJuices: [Figure] {
        Self.juiceKeys.enumerated().map { index, key in
            (key, juices.reduce(0) { Tally.sum($0, $1.figures[index].value) })
        }
    }
}

/// Access to an object in a summary.json; an error names the key that is missing or has another type.
extension JSONValue {
    /// Reads the bytes of a whole summary.json, and throws `otherSchema` if another version wrote it.
    init(ofSummary bytes: [UInt8]) throws(ReportError) {
        let json = Result { () throws(JSONParseError) in try JSONReader.value(of: bytes) }
        self = try json.mapError { ReportError.notJSON(line: $0.line) }.get().asObject("schema")
        let schema = try readNumber("schema")
        guard schema == ReportModel.summarySchema else { throw .otherSchema(schema) }
    }

    /// The keys of an object in the order of the file.
    var keys: [String] { members?.map(\.0) ?? [] }

    /// Returns an object without repeated keys, which has a name in error messages.
    private func asObject(_ name: String) throws(ReportError) -> JSONValue {
        guard uniqueMembers != nil else { throw .misses(name) }
        return self
    }

    func readNumber(_ key: String) throws(ReportError) -> Int {
        guard let value = self[key]?.int, abs(Int128(value)) <= Tally.sumMax else { throw .misses(key) }
        return value
    }

    func readText(_ key: String) throws(ReportError) -> String {
        guard let text = self[key]?.string else { throw .misses(key) }
        return text
    }

    func money(_ key: String) -> Money? { self[key].flatMap { Money($0) } }

    func optionalText(_ key: String) throws(ReportError) -> String? { self[key] == nil ? nil : try readText(key) }

    func readObject(_ key: String) throws(ReportError) -> JSONValue { try (self[key] ?? .null).asObject(key) }

    func figures(_ keys: [String]) throws(ReportError) -> [ReportSummary.Figure] {
        try keys.map { key throws(ReportError) in (key, try readNumber(key)) }
    }

    /// The objects in a list; empty if there is no such list.
    func objects(_ list: String) -> [JSONValue] { self[list]?.elements?.filter { $0.uniqueMembers != nil } ?? [] }

    func items(_ key: String, named nameKey: String, _ keys: [String]) throws(ReportError) -> [ReportSummary.Item] {
        guard let values = self[key]?.elements else { throw .misses(key) }
        let items = try values.map { value throws(ReportError) in
            let object = try value.asObject(key)
            return (name: try object.readText(nameKey), figures: try object.figures(keys))
        }
        guard Set(items.map(\.name)).count == items.count else { throw .misses(key) }
        return items
    }
}
