/// What the quantities of rows come to, as a till may have summed them up.
///
/// Of each, rows that are ignored and cancels stand apart, since tills count them or not.
struct QuantitySums: Equatable {
    private var plain = 0
    private var cancelled = 0
    private var ignoredPlain = 0
    private var ignoredCancelled = 0
    /// Of rows with a `-` in front of their quantity whose action cannot be read: a till takes them off.
    private var doubtful = 0
    private var ignoredDoubtful = 0

    /// Adds the quantity of a row with a `-` in front of it whose action cannot be read.
    mutating func addDoubtful(_ quantity: Int, isIgnored: Bool) {
        if isIgnored { ignoredDoubtful &+= quantity } else { doubtful &+= quantity }
    }

    /// Adds a row's quantity.
    @inline(__always)
    mutating func add(_ quantity: Int, isCancel: Bool, isIgnored: Bool) {
        switch (isCancel, isIgnored) {
        case (false, false): plain &+= quantity
        case (true, false): cancelled &+= quantity
        case (false, true): ignoredPlain &+= quantity
        case (true, true): ignoredCancelled &+= quantity
        }
    }

    /// Adds what other rows come to.
    mutating func add(_ other: QuantitySums) {
        plain &+= other.plain
        cancelled &+= other.cancelled
        ignoredPlain &+= other.ignoredPlain
        ignoredCancelled &+= other.ignoredCancelled
        doubtful &+= other.doubtful
        ignoredDoubtful &+= other.ignoredDoubtful
    }

    /// What the rows since come to.
    func since(_ earlier: QuantitySums) -> QuantitySums {
        var rest = self
        rest.plain &-= earlier.plain
        rest.cancelled &-= earlier.cancelled
        rest.ignoredPlain &-= earlier.ignoredPlain
        rest.ignoredCancelled &-= earlier.ignoredCancelled
        rest.doubtful &-= earlier.doubtful
        rest.ignoredDoubtful &-= earlier.ignoredDoubtful
        return rest
    }

    /// With or without ignored rows, with cancels taken off or left out.
    var candidates: [Int] {
        let all = plain &+ ignoredPlain
        let taken = cancelled &+ ignoredCancelled
        return [
            plain, plain &- cancelled, plain &- cancelled &- doubtful,
            all, all &- taken, all &- taken &- doubtful &- ignoredDoubtful,
        ]
    }
}

/// A totals row of a batch.
struct TotalsRow {
    /// Its record, from 0.
    let row: Int
    /// The figure as it stands; nil where the row gives none that could be checked.
    let figure: String?
    /// What the figure comes to; nil if it is no number.
    let value: Int?
    /// What the rows of the batch above it come to.
    let sums: QuantitySums
    /// Whether a row of the batch above it is `wrongFieldCount`.
    let isBelowWrongWidth: Bool
}
