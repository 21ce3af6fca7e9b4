internal import CSV

/// Settles what rows of an input depend on in the rows above them, before they are applied: one batch after the other.
///
/// Cells that are filled, places of rows, totals, and doubts that more than one row shows.
struct InputSettler: ~Copyable {
    private let input: Int
    private let plan: InputPlan
    private var maker: CellMaker?
    private var places: PlaceCounter?
    /// What the quantities of all rows so far come to, and of those up to the last totals row.
    private var sums = QuantitySums()
    private var sumsAtTotal = QuantitySums()
    private var isBelowWrongWidth = false
    /// The line, from 1, on which the next batch starts.
    private var line = 1
    /// Whether the figure of a totals row has not been looked at, since a row above it is `wrongFieldCount`.
    private(set) var hasUncheckedTotals = false

    /// A settler for the input at a place among all, from 0.
    init(_ plan: InputPlan, input: Int, seed: HashSeed) {
        self.input = input
        self.plan = plan
        if plan.columns.dependsOnRowsAbove { maker = CellMaker(plan, seed: seed) }
        if plan.columns.idComposite?.hasPlace == true { places = PlaceCounter() }
    }

    /// Makes the cells of a batch that are made of others, where that is not for the worker itself to do.
    mutating func makeCells(_ batch: RowBatch) throws(BatchError) {
        try maker?.make(&batch.records)
    }

    /// Settles a decoded batch.
    ///
    /// - Returns: what comes first of what is wrong with its rows; nil if nothing is.
    mutating func settle(_ batch: RowBatch) throws(BatchError) -> Finding? {
        defer { line += batch.records.lineEnds }
        try number(batch)
        return checkTotals(batch)
    }

    /// Gives the rows of a batch their places among those with the same ids but for them.
    private mutating func number(_ batch: RowBatch) throws(BatchError) {
        guard places != nil else { return }
        let distance = 16
        for row in 0..<batch.rows.count {
            if row + distance < batch.rows.count { places?.prefetch(batch.rows.placeKey(row + distance)) }
            let key = batch.rows.placeKey(row)
            guard key.low | key.high != 0 else { continue }
            batch.rows.setPlace(try places?.next(key) ?? 0, row: row)
        }
    }

    private mutating func checkTotals(_ batch: RowBatch) -> Finding? {
        defer {
            sums.add(batch.rows.sums)
            if batch.rows.hasWrongWidth { isBelowWrongWidth = true }
        }
        for total in batch.rows.totals {
            var above = sums
            above.add(total.sums)
            let since = above.since(sumsAtTotal)
            sumsAtTotal = above
            guard let figure = total.figure else { continue }
            if isBelowWrongWidth || total.isBelowWrongWidth {
                hasUncheckedTotals = true
                continue
            }
            let candidates = above.candidates + since.candidates
            if let value = total.value, candidates.contains(value) { continue }
            return Finding(
                input: input, row: total.row, line: line + batch.records.line(total.row), order: 0,
                reason: .totalMismatch(.row(figure: figure, sums: Set(candidates).sorted())))
        }
        return nil
    }

    /// Ends the input: says what is wrong with its rows together.
    mutating func finish() -> Finding? {
        nil
    }
}
