/// The quantities above a totals row.
struct PlainTotals {
    private struct Part {
        var quantity: Int
        /// One way in which it may count, or both.
        var isCancel: [Bool]
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
        var isCancel = [false]
        if number.isNegative || outcome.action == .cancel {
            // A till takes off what has a sign in front, whatever we read the row as.
            isCancel = [true]
        } else if isIgnored && outcome.wouldCancel(options) {
            // It is in no action, and the till may have meant it as one all the same.
            isCancel = [false, true]
        }
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
        var sums: [Int] = []
        for parts in [all, sinceTotals] {
            for (withIgnored, isTakenOff) in [(true, true), (true, false), (false, true), (false, false)] {
                let counted = parts.filter { withIgnored || !$0.isIgnored }
                sums.append(sum(counted, isTakenOff) { $0.isCancel.first })
                sums.append(sum(counted, isTakenOff) { $0.isCancel.last })
            }
        }
        return sums
    }

    private func sum(_ parts: [Part], _ isTakenOff: Bool, isCancel: (Part) -> Bool?) -> Int {
        parts.reduce(0) { sum, part in
            let sign = isCancel(part) == true ? (isTakenOff ? -1 : 0) : 1
            return min(max(sum + sign * part.quantity, -PlainModel.sumLimit), PlainModel.sumLimit)
        }
    }
}
