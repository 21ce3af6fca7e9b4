/// The results of a shop's nightly run: all that a chain's roll-up knows of it.
package struct ShopFacts: Sendable, Equatable {
    /// The business day as `YYYY-MM-DD`.
    package var date: String
    /// The shop's name at the time.
    package var shop: String
    /// Its folder, from the chain's.
    package var folder: String
    package var state: ShopRunState
    /// The exit status of the shop's run, in the codes of a chain.
    package var exitStatus: ExitStatus
    /// Its runs in their order; those that were taken back are not among them.
    package var runs: [RunFacts]
    /// The shop's problems in the order in which they occurred.
    package var problems: [ShopProblem]

    package init(
        date: String, shop: String, folder: String, state: ShopRunState, _ reasons: [ExitReason], runs: [RunFacts],
        problems: [ShopProblem]
    ) {
        self.date = date
        self.shop = shop
        self.folder = folder
        self.state = state
        exitStatus = ExitStatus(reasons, isOfChain: true)
        self.runs = runs
        self.problems = problems
    }

    /// The purchases to make, as planned after the shop's last run; nil without runs, or if that run has no plan.
    package var plan: PlannedPurchase? { runs.last?.plan }
}
