/// A deliberately plain ledger: stock by name, ids and inputs in dictionaries, and every run with what it changed.
package struct PlainLedger {
    /// An input with at least one row that succeeded.
    package struct Input {
        var bytes: [UInt8]
        /// The header's record, and those of all rows of data.
        var records: [[String]]
    }

    package struct Run {
        /// By fruit, in the form in which names match: closing less opening.
        var changes: [String: Int]
        var ids: [[UInt8]: String]
        var inputs: [Input]
        /// By juice, in the form in which names match: cups served less those cancelled.
        var cups: [String: Int]
        var isReversal = false
        var isReversed = false
    }

    /// In the order in which they were recorded; run N is at N − 1.
    package private(set) var runs: [Run] = []
    /// Pieces by fruit, in the form in which names match.
    package private(set) var stock: [String: Int] = [:]

    package init() {}

    package var usedIDs: [[UInt8]: String] {
        runs.filter { !$0.isReversed }.reduce(into: [:]) { $0.merge($1.ids) { first, _ in first } }
    }

    /// Whether a run that was not reversed has applied these bytes.
    package func knows(_ bytes: [UInt8]) -> Bool {
        runs.contains { !$0.isReversed && $0.inputs.contains { $0.bytes == bytes } }
    }

    /// The inputs that any of the last 100 runs applied.
    var recentInputs: [Input] { runs.suffix(100).filter { !$0.isReversed }.flatMap(\.inputs) }

    /// By juice, in the form in which names match: cups served less those cancelled, of all runs that stand.
    var cups: [String: Int] {
        runs.filter { !$0.isReversed }.reduce(into: [:]) { $0.merge($1.cups) { $0 + $1 } }
    }

    /// The opening stock of a run, by the fruit's number on its menu; nil for the first run.
    func opening(menu: PlainMenu) -> [Int]? {
        runs.isEmpty ? nil : menu.fruits.map { stock[PlainText.matchable($0.name)] ?? 0 }
    }

    package mutating func record(_ run: PlainRun, inputs: [[UInt8]]) {
        let fruits = run.menu.fruits.map { PlainText.matchable($0.name) }
        let changes = Dictionary(uniqueKeysWithValues: zip(fruits, zip(run.stock, run.opening).map { $0 - $1 }))
        stock.merge(zip(fruits, run.stock)) { $1 }
        let before = usedIDs
        // Asserts change nothing: they make no input known.
        let applied = zip(run.inputs, inputs).filter { input, _ in
            run.successes.contains { $0.row.file == input.file && $0.action != .assert }
        }
        runs.append(
            Run(
                changes: changes, ids: run.usedIDs.filter { before[$0.key] == nil },
                inputs: applied.map { Input(bytes: $0.1, records: $0.0.records) }, cups: run.ownCups))
    }

    /// Reverses run `number`, and returns the exit status.
    package mutating func reverse(_ number: Int) -> Int {
        guard runs.indices.contains(number - 1) else { return 64 }
        let run = runs[number - 1]
        if run.isReversal || run.isReversed { return 64 }
        let after = stock.merging(run.changes.mapValues { -$0 }, uniquingKeysWith: +)
        guard after.values.allSatisfy({ (0...PlainModel.stockLimit).contains($0) }) else { return 65 }
        stock = after
        runs[number - 1].isReversed = true
        runs.append(Run(changes: run.changes.mapValues { -$0 }, ids: [:], inputs: [], cups: [:], isReversal: true))
        return 0
    }
}
