internal import JuiceBatch

extension RunContent {
    /// What a run served and cancelled of a juice.
    ///
    /// A run that takes another one back has the other's figures with the opposite sign.
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

        /// How many more can be cancelled behind the run than before it.
        package var net: Int { served - cancelled }

        /// What undoes this.
        package var inverse: Self { Self(juice: juice, served: -served, cancelled: -cancelled) }

        /// Whether the figures are such that sums of them cannot overflow.
        var isWithinLimits: Bool {
            let sums = -Tally.sumMax...Tally.sumMax
            return sums.contains(served) && sums.contains(cancelled)
        }
    }
}
