/// The sums of rows' quantities, as a POS may have computed them.
///
/// Ignored rows and cancels have sums of their own, since a POS may count them or not.
struct QuantitySums: Equatable {
    private var plain = 0
    private var cancelled = 0
    private var ignoredPlain = 0
    private var ignoredCancelled = 0
    /// The quantity of ignored rows that would have been cancels, without a `-`, which a POS may have added as well.
    private var ignoredEither = 0

    /// Adds a row's quantity.
    ///
    /// - Parameters:
    ///   - isNegative: whether it has a `-` in front.
    ///   - isCancel: whether its action is a cancel, or would be if it were not ignored.
    @inline(__always)
    mutating func add(_ quantity: Int, isNegative: Bool, isCancel: Bool, isIgnored: Bool) {
        switch (isNegative, isCancel, isIgnored) {
        case (false, false, false): plain &+= quantity
        case (_, _, false): cancelled &+= quantity
        case (true, _, true): ignoredCancelled &+= quantity
        case (false, false, true): ignoredPlain &+= quantity
        case (false, true, true): ignoredEither &+= quantity
        }
    }

    /// Adds what other rows come to.
    mutating func add(_ other: QuantitySums) {
        plain &+= other.plain
        cancelled &+= other.cancelled
        ignoredPlain &+= other.ignoredPlain
        ignoredCancelled &+= other.ignoredCancelled
        ignoredEither &+= other.ignoredEither
    }

    /// The sums of the rows since an earlier state.
    func since(_ earlier: QuantitySums) -> QuantitySums {
        var rest = self
        rest.plain &-= earlier.plain
        rest.cancelled &-= earlier.cancelled
        rest.ignoredPlain &-= earlier.ignoredPlain
        rest.ignoredCancelled &-= earlier.ignoredCancelled
        rest.ignoredEither &-= earlier.ignoredEither
        return rest
    }

    /// The possible totals: with or without ignored rows, with cancels subtracted or left out.
    var candidates: [Int] {
        let all = plain &+ ignoredPlain
        let taken = cancelled &+ ignoredCancelled
        return [
            plain, plain &- cancelled, all, all &- taken &- ignoredEither, all &+ ignoredEither,
            all &+ ignoredEither &- taken,
        ]
    }
}

/// A totals row of a batch.
struct TotalsRow {
    /// The row's record, from 0.
    let row: Int
    /// The figure as it stands; nil if the row gives none that could be checked.
    let figure: String?
    /// The value of the figure; nil if it is no number.
    let value: Int?
    /// The sums of the rows above it in the batch.
    let sums: QuantitySums
    /// Whether a row of the batch above it is `wrongFieldCount`.
    let isBelowWrongWidth: Bool
}
