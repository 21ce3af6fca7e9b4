package import JuiceBatch
package import JuiceCore

/// Keeps the first failures of a run, and who had taken what its lost orders lacked.
///
/// What it keeps needs no lock: it is touched by collectors in their turn, and before and after the workers by whoever
/// started them.
package final class FirstFailuresSink: OutcomeSink, @unchecked Sendable {
    private let menu: Menu
    private let language: MessageLanguage
    /// The first failures of the rows taken so far.
    package private(set) var firstFailures = FirstFailures()
    /// By the fruit's place on the menu, who last took of it.
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

    /// Which failures would still be among the first, a bit for each `OutcomeCode.rawValue`.
    var wantedCodes: UInt32 {
        OutcomeCode.failures.reduce(0) { firstFailures.wants($1) ? $0 | 1 << UInt32($1.rawValue) : $0 }
    }

    /// Takes in what is to be told of a batch, the next in the sequence of all batches.
    func take(_ first: FirstFailures, takers later: [RowPlace?]) {
        firstFailures.add(first, takers: takers)
        for (fruit, taker) in later.enumerated() { takers[fruit] = taker ?? takers[fruit] }
    }
}
