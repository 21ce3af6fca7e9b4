internal import JuiceBatch
internal import JuiceCore

extension RunContent {
    /// The movement of a fruit in a run.
    ///
    /// `opening + restocked − discarded + counted − used + givenBack = closing` unless a sum has stopped at
    /// `Tally.sumMax`; a reversal has the figures of the reversed run with the opposite sign.
    package struct Movement: Sendable, Equatable {
        /// The fruit's number in the ledger.
        package var fruit: Int
        package var opening: Int
        package var restocked: Int
        package var discarded: Int
        package var counted: Int
        /// The pieces that orders used.
        package var used: Int
        package var closing: Int
        /// The pieces that cancels gave back.
        package var givenBack = 0

        /// Whether the figures add up.
        package var isSound: Bool {
            let sums = [restocked, discarded, counted, used, givenBack]
            return sums.contains { abs($0) >= Tally.sumMax }
                || opening + restocked - discarded + counted - used + givenBack == closing
        }

        /// Whether all figures are such that sums of them cannot overflow.
        var isWithinLimits: Bool {
            let stock = 0...FruitStore.stockMax
            let sums = -Tally.sumMax...Tally.sumMax
            return stock.contains(opening) && stock.contains(closing)
                && [restocked, discarded, counted, used, givenBack].allSatisfy { sums.contains($0) }
        }

        /// The movement that undoes this one, given the current stock.
        package func inverse(on opening: Int) -> Self {
            Self(
                fruit: fruit, opening: opening, restocked: -restocked, discarded: -discarded, counted: -counted,
                used: -used, closing: opening - (closing - self.opening), givenBack: -givenBack)
        }
    }
}

extension RunContent {
    /// The cups of a juice that a run served and cancelled.
    ///
    /// A reversal has the figures of the reversed run with the opposite sign.
    package struct Cups: Sendable, Equatable {
        /// The juice's number in the ledger.
        package var juice: Int
        package var served: Int
        package var cancelled: Int

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
