/// The properties of a ledger that tell its origin.
package struct LedgerOrigin: Sendable, Equatable {
    /// The program that made it, by name and version.
    package let madeBy: String
    /// The version of its format.
    package let format: Int

    package init(madeBy: String, format: Int) {
        self.madeBy = madeBy
        self.format = format
    }
}

/// The content that was examined when a ledger was found to be sound.
package struct LedgerExtent: Sendable, Equatable {
    package let runs: Int
    package let fruits: Int
    /// The number of ids in use.
    package let ids: Int
    package let origin: LedgerOrigin
    /// The runs whose reports are not in place, in their order.
    package let unplaced: [UnplacedReports]

    package init(runs: Int, fruits: Int, ids: Int, origin: LedgerOrigin, unplaced: [UnplacedReports]) {
        self.runs = runs
        self.fruits = fruits
        self.ids = ids
        self.origin = origin
        self.unplaced = unplaced
    }
}
