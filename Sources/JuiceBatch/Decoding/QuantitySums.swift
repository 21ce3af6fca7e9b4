/// The sums of rows' quantities, by which totals rows are checked.
///
/// Ignored rows and cancels have separate sums, because a POS may or may not include them in a total.
struct QuantitySums: Equatable {
    private var plain = 0
    private var cancelled = 0
    private var ignoredPlain = 0
    private var ignoredCancelled = 0
    /// The quantity of ignored rows that would have been cancels and have no `-`; a POS may have added or subtracted
    /// it.
    private var ignoredEither = 0

    /// Adds the quantity of one row.
    ///
    /// - Parameters:
    ///   - isNegative: Whether the quantity has a `-` in front.
    ///   - isCancel: Whether the row's action is a cancel, or would be if the row were not ignored.
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

    /// Adds the sums of other rows.
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

    /// The totals that a POS may have computed: with or without ignored rows, with cancels subtracted or not.
    var candidates: [Int] {
        let all = plain &+ ignoredPlain
        let taken = cancelled &+ ignoredCancelled
        return [
            plain, plain &- cancelled, all, all &- taken &- ignoredEither, all &+ ignoredEither,
            all &+ ignoredEither &- taken,
        ]
    }
}

/// A totals row of a batch, with the sums that its figure is checked against.
struct TotalsRow {
    /// The index of the row's record in the batch, from 0.
    let row: Int
    /// The text of the figure; nil if the row has no figure that could be checked.
    let figure: String?
    /// The value of the figure; nil if it is not a number.
    let value: Int?
    /// The sums of the rows above it in the batch.
    let sums: QuantitySums
    /// Whether a row above it in the batch has the code `wrongFieldCount`.
    let isBelowWrongWidth: Bool
}
