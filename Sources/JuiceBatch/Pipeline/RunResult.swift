internal import JuiceCore

/// The figures of a run, and the plans of its inputs, once all rows are applied.
package struct RunResult {
    package let inputs: [InputPlan]
    package let inputSummaries: [InputSummary]
    package let tally: Tally
    package let timeline: StockTimeline
    /// The orders of each hour of the day; nil if no input has a time column.
    package let hours: HourCounts?
    /// The time axis of the run; nil if some rows have no time, or if times differ in form or decrease.
    package let axis: TimeAxis?
    /// The restocks that would have saved lost orders if they had come in time; nil if no order was lost.
    package let whatIf: WhatIfResult?
    /// The ids that rows of this run have used, ordered by key; empty without `RunSettings.idHistory`.
    package let usedIDs: [UsedID]
    /// The newest times of rows that were checked against stock; empty without `RunSettings.newestBefore`.
    package let newest: Watermarks
    /// The newest business day among the dates of the rows; nil if they have none.
    package let businessDay: CalendarDay?
    /// The figures of each business day, in date order; empty unless the rows have dates of several days.
    package let days: [RunDay]
    /// The line numbers of each input's rejected rows; nil without `RunSettings.idHistory`.
    package let rejectedLines: [LineNumbers]?
    /// The ids of rejected and short rows, in the order of inputs and lines; empty without `RunSettings.idHistory`.
    package let failedIDs: [FailedID]

    /// Checks conditions that must hold after every run, in release builds too.
    func checkInvariants() throws(BatchError) {
        guard tally.rows == tally.success + tally.failure else {
            throw .invariant("\(tally.rows) rows were read, \(tally.success) + \(tally.failure) accounted for")
        }
        if let lines = rejectedLines?.reduce(0, { $0 + $1.count }), lines != tally.count(.rejected) {
            throw .invariant("\(lines) lines of \(tally.count(.rejected)) rejected rows are known")
        }
        for (index, fruit) in tally.fruits.enumerated() {
            guard (0...FruitStore.stockMax).contains(fruit.closing) else {
                throw .invariant("stock of fruit \(index) is \(fruit.closing)")
            }
            let sums = [fruit.restocked, fruit.discarded, fruit.counted, fruit.used]
            if sums.contains(where: { abs($0) == Tally.sumMax }) { continue }
            guard fruit.opening + fruit.restocked - fruit.discarded + fruit.counted - fruit.used == fruit.closing else {
                throw .invariant("the movements of fruit \(index) do not add up to its closing stock")
            }
        }
    }
}

extension ExportSettings {
    /// Checks the row count and the quantity that the user expects of the run of inputs with these plans.
    func checkExpectations(rows: Int, _ inputSummaries: [InputSummary], of plans: [InputPlan]) throws(BatchError) {
        let quantity = inputSummaries.reduce(0) { $0 &+ $1.orderedQuantity }
        for (figure, expected, actual) in [("rows", expectedRows, rows), ("quantity", expectedQuantity, quantity)] {
            guard let expected, expected != actual else { continue }
            let mismatch = Refusal.TotalMismatch.expectation(
                figure: figure, expected: expected, actual: actual, inputs: plans.map(\.name))
            throw .refused(Refusal(file: "run", line: 0, reason: .totalMismatch(mismatch)))
        }
    }
}
