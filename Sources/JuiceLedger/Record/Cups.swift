internal import JuiceBatch

extension RunContent {
    /// The cups of a juice that a run served and cancelled.
    ///
    /// A reversal has the figures of the reversed run with the opposite sign.
    package struct Cups: Sendable, Equatable {
        /// The juice's number in the ledger.
        package var juice: Int
        package var served: Int
        package var cancelled: Int

        package init(juice: Int, served: Int, cancelled: Int) {
            self.juice = juice
            self.served = served
            self.cancelled = cancelled
        }

        /// The change in the number of cups that can be cancelled.
        package var net: Int { served - cancelled }

        /// The figures that undo these.
        package var inverse: Self { Self(juice: juice, served: -served, cancelled: -cancelled) }

        /// Whether the figures are such that sums of them cannot overflow.
        var isWithinLimits: Bool {
            let sums = -Tally.sumMax...Tally.sumMax
            return sums.contains(served) && sums.contains(cancelled)
        }
    }
}
