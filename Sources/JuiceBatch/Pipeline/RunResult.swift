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

/// Applies rows one at a time as they arrive, with the same outcomes as one run over all of them, and no reports.
package final class LiveRun {
    /// A row and its outcome.
    package struct Row: Sendable {
        package let code: OutcomeCode
        /// The row's instruction; nil if it could not be read.
        package let instruction: Instruction?
        /// The missing fruits and numbers of pieces, if stock did not suffice; fruits by their index on the menu.
        package let shortages: [(fruit: Int, pieces: Int)]
        /// The change in the fruit's stock, in pieces; 0 for an instruction about a juice.
        package let change: Int
        package let cells: [[UInt8]]
    }

    private let plan: InputPlan
    private var worker: Worker
    private var processor: BatchProcessor

    /// Creates a run without rows or ids of earlier runs; `file` begins with the header of the rows.
    package init(_ settings: RunSettings, header file: InputFile) throws {
        var settings = settings
        (settings.idHistory, settings.earlierInputs, settings.newestBefore) = (nil, nil, nil)
        let reading = try HeaderReader(file: file, options: settings.reading).read(.utf8)
        let plan = try reading.result.mapError { BatchError.refused($0) }.get()
        self.plan = plan
        worker = Worker(settings: settings, plans: [plan])
        processor = BatchProcessor(settings, [plan], checksIDs: false)
    }

    /// Applies a record, in UTF-8 with its line end; nil if the bytes are not one readable record, or it is blank.
    package func apply(_ record: [UInt8]) throws -> Row? {
        worker.raw.removeAll()
        worker.raw.append(record)
        let chunk = ChunkReader.Chunk(end: .record, quoteCount: record.count { $0 == Ascii.quote })
        let chunkError = try worker.parse(chunk, [plan])
        let batch = worker.batch
        guard chunkError == nil, batch.rows.count == 1, !batch.records.isBlank(0) else { return nil }
        try worker.complete([plan])
        let instruction = batch.rows.codes[0] == OutcomeCode.success.rawValue ? batch.rows.instruction(0) : nil
        let before = processor.stock
        try processor.apply(batch)
        guard let code = OutcomeCode(rawValue: batch.rows.codes[0]) else {
            throw BatchError.invariant("a row came to nothing")
        }
        let short = code == .insufficientStock ? instruction : nil
        let fruit = instruction.flatMap { $0.action.isOfJuice ? nil : $0.item }
        return Row(
            code: code, instruction: instruction,
            shortages: short.map { processor.maker.recipes.shortages(for: $0, stock: before) } ?? [],
            change: fruit.map { processor.stock[$0] - before[$0] } ?? 0, cells: batch.records.fields(0))
    }

    /// The pieces of each fruit, by its index on the menu.
    package var stock: [Int] { processor.stock }
    package var tally: Tally { processor.finalTally() }
}
