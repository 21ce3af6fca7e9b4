package import JuiceBatch

/// What a ledger knows of the nights before, as the reports show it.
package struct LedgerView: Sendable, Equatable {
    /// How many nights the reports can want to show.
    package static let pastMax = 30

    /// The number of this run in the ledger, from 1.
    package var runNumber: Int
    /// The runs before this one, the newest first; at most `pastMax`.
    package var past: [PastRun]
    /// What was asked for on earlier days.
    package var demand: DemandHistory
    /// What earlier days came to, the newest first.
    package var days: [DayFigures]

    /// What went without being sold over the nights before.
    package var shrinkage: Shrinkage

    package init(
        runNumber: Int, past: [PastRun], demand: DemandHistory = DemandHistory(), days: [DayFigures] = [],
        shrinkage: Shrinkage = Shrinkage()
    ) {
        self.runNumber = runNumber
        self.past = past
        self.demand = demand
        self.days = days
        self.shrinkage = shrinkage
    }
}
