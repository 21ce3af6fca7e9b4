package import JuiceBatch
package import JuiceCore

/// The earlier runs of a ledger as the reports show them.
package struct LedgerView: Sendable, Equatable {
    /// The maximum number of past runs that reports show.
    package static let pastMax = 30

    /// The number of this run in the ledger, from 1.
    package var runNumber: Int
    /// The runs before this one, the newest first; at most `pastMax`.
    package var past: [RecordedRun]
    /// The demand of earlier days.
    package var demand: DemandHistory
    /// The figures of earlier days, the newest first.
    package var days: [DayFigures]

    /// The fruit that earlier runs lost without selling it.
    package var shrinkage: Shrinkage

    package init(
        runNumber: Int, past: [RecordedRun], demand: DemandHistory = DemandHistory(), days: [DayFigures] = [],
        shrinkage: Shrinkage = Shrinkage()
    ) {
        self.runNumber = runNumber
        self.past = past
        self.demand = demand
        self.days = days
        self.shrinkage = shrinkage
    }
}

extension RecordedRun {
    /// Closing stock by the fruit's place on a menu; nil for a fruit that the ledger did not know then.
    package func closing(on menu: Menu) -> [Int?] {
        let closing = Dictionary(closing.map { (nameKey($0.fruit), $0.pieces) }) { first, _ in first }
        return menu.fruits.map { $0.value(in: closing) }
    }
}
