package import JuiceBatch
package import JuiceCore

/// Collects the first failures of a run, and the rows that had taken what its lost orders lacked.
///
/// Its state needs no lock: while workers run, one collector at a time uses it, in the order of batches; before and
/// after that, only the thread that starts the workers does.
package final class FirstFailuresSink: OutcomeSink, @unchecked Sendable {
    private let menu: Menu
    private let language: MessageLanguage
    /// The first failures of the rows taken so far.
    package private(set) var firstFailures = FirstFailures()
    /// The row that last took of each fruit, by the fruit's index on the menu.
    private var takers: [RowPlace?]

    /// - Parameter language: of the messages.
    package init(menu: Menu, language: MessageLanguage) {
        self.menu = menu
        self.language = language
        takers = Array(repeating: nil, count: menu.fruits.count)
    }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        FirstFailuresCollector(sink: self, menu: menu, language: language, inputs: inputs)
    }

    package func startOver() throws {
        firstFailures = FirstFailures()
        takers = Array(repeating: nil, count: menu.fruits.count)
    }

    /// The failures that would still be among the first, one bit for each `OutcomeCode.rawValue`.
    var wantedCodes: UInt32 {
        OutcomeCode.failures.reduce(0) { firstFailures.wants($1) ? $0 | 1 << UInt32($1.rawValue) : $0 }
    }

    /// Takes in what is to be told of a batch, the next in the sequence of all batches.
    func take(_ first: FirstFailures, takers later: [RowPlace?]) {
        firstFailures.add(first, takers: takers)
        for (fruit, taker) in later.enumerated() { takers[fruit] = taker ?? takers[fruit] }
    }
}
