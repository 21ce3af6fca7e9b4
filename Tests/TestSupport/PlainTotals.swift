/// The quantities above a totals row.
struct PlainTotals {
    private struct Part {
        var quantity: Int
        var isCancel: Bool
        var isIgnored: Bool
    }

    private var all: [Part] = []
    private var sinceTotals: [Part] = []
    private var hasWrongWidth = false

    /// Takes a row's quantity in.
    mutating func add(_ outcome: PlainOutcome, _ options: PlainOptions) {
        if outcome.code == "wrong_field_count" { hasWrongWidth = true }
        let cell = outcome.row.roles[.quantity] ?? ""
        guard let number = PlainNumber.signed(cell, decimal: options.decimal) else { return }
        let isIgnored = outcome.code == "ignored"
        // A sign is read where it means a cancel, and in what is not ours.
        let isCancel = outcome.action == .cancel || (isIgnored && number.isNegative)
        if number.isNegative && !isCancel { return }
        let quantity = min(number.magnitude, PlainModel.sumLimit)
        let part = Part(quantity: quantity, isCancel: isCancel, isIgnored: isIgnored)
        all.append(part)
        sinceTotals.append(part)
    }

    /// True where a totals row's figure is one of the sums above it, or cannot be checked; then the next sum begins.
    mutating func holds(_ figure: String?, _ options: PlainOptions) -> Bool {
        defer { sinceTotals = [] }
        guard let figure, !hasWrongWidth else { return true }
        guard let number = PlainNumber.signed(figure, decimal: options.decimal) else { return false }
        let wanted = number.isNegative ? -number.magnitude : number.magnitude
        return sums.contains(wanted)
    }

    /// With and without ignored rows, with cancels taken off and left out.
    private var sums: [Int] {
        [all, sinceTotals].flatMap { parts in
            [true, false].flatMap { withIgnored in
                [-1, 0].map { sign in
                    parts.filter { withIgnored || !$0.isIgnored }
                        .map { $0.isCancel ? sign * $0.quantity : $0.quantity }
                        .reduce(0) { min(max($0 + $1, -PlainModel.sumLimit), PlainModel.sumLimit) }
                }
            }
        }
    }
}
