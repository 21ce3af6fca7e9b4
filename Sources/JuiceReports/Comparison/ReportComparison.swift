internal import JuiceBatch

/// The differences between two runs, from their summaries.
package struct ReportComparison: Sendable {
    /// A figure of both runs.
    package struct Figure: Sendable {
        /// Its key in summary.json.
        package let key: String
        /// The figure of the first run; nil if it has no such juice or fruit.
        package let first: Int?
        /// The figure of the second run; nil if it has no such juice or fruit.
        package let second: Int?

        /// The second figure less the first; nil if one of the runs has no such figure.
        package var change: Int? {
            guard let first, let second else { return nil }
            return second - first
        }

        /// Whether both runs have the figure, and the same.
        package var isSame: Bool { change == 0 }
    }

    /// A juice, a fruit or an action of either run.
    package struct Item: Sendable {
        package let name: String
        package let figures: [Figure]

        package subscript(key: String) -> Figure? { figures.first { $0.key == key } }
        package var isSame: Bool { figures.allSatisfy(\.isSame) }
    }

    package let dates: (first: String?, second: String?)
    package let rows: [Figure]
    /// The codes that either run had; one that did not occur counts 0.
    package let codes: [Figure]
    /// The figures of all juices together.
    package let orders: [Figure]
    package let actions: [Item]
    package let juices: [Item]
    package let fruits: [Item]

    package init(_ first: ReportSummary, _ second: ReportSummary) {
        dates = (first.date, second.date)
        rows = Self.figures(first.rows, second.rows)
        let codes = Self.figures(first.codes, second.codes, absent: 0)
        let known = OutcomeCode.failures.compactMap { code in codes.first { $0.key == code.name } }
        self.codes = known + codes.filter { figure in !known.contains { $0.key == figure.key } }
        orders = Self.figures(first.allJuices, second.allJuices)
        actions = Self.items(first.actions, second.actions)
        juices = Self.items(first.juices, second.juices)
        fruits = Self.items(first.fruits, second.fruits)
    }

    /// Whether all figures are the same.
    package var isSame: Bool {
        (rows + codes + orders).allSatisfy(\.isSame) && (actions + juices + fruits).allSatisfy(\.isSame)
    }

    /// The figures of both, in the first one's order, and then those that only the second has.
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
        let firsts = Dictionary(uniqueKeysWithValues: first.map { ($0.name, $0.figures) })
        let seconds = Dictionary(uniqueKeysWithValues: second.map { ($0.name, $0.figures) })
        return union(first.map(\.name), second.map(\.name)).map { name in
            Item(name: name, figures: figures(firsts[name] ?? [], seconds[name] ?? []))
        }
    }

    private static func union(_ first: [String], _ second: [String]) -> [String] {
        let known = Set(first)
        return first + second.filter { !known.contains($0) }
    }
}
