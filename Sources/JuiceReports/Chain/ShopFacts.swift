/// What a shop's night came to: all that a chain's roll-up knows of it.
package struct ShopFacts: Sendable, Equatable {
    package typealias State = ShopRunState
    package typealias Problem = ShopProblem

    /// The night, `YYYY-MM-DD`.
    package var date: String
    /// The shop's name at the time.
    package var shop: String
    /// Its folder, from the chain's.
    package var folder: String
    package var state: State
    /// How its night ended, in the codes of a chain.
    package var exitStatus: ExitStatus
    /// Its runs in their order; those that were taken back are not among them.
    package var runs: [RunFacts]
    /// In the order in which they were met.
    package var problems: [Problem]

    package init(
        date: String, shop: String, folder: String, state: State, _ reasons: [ExitReason], runs: [RunFacts],
        problems: [Problem]
    ) {
        self.date = date
        self.shop = shop
        self.folder = folder
        self.state = state
        exitStatus = ExitStatus(reasons, isOfChain: true)
        self.runs = runs
        self.problems = problems
    }

    /// What to buy as known behind its last run; nil where nobody can tell.
    package var plan: PlannedPurchase? { runs.last?.plan }
}
