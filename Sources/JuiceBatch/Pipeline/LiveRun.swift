internal import CSV
internal import FlatMemory
package import JuiceCore

/// Applies rows one at a time as they arrive, with the same outcomes as one run over all of them.
///
/// Only the header of its input file is read, and no reports are written.
package struct LiveRun: ~Copyable {
    /// A row and its outcome.
    package struct Row: Sendable, Equatable {
        package let code: OutcomeCode
        /// The row's instruction; nil if it could not be read.
        package let instruction: Instruction?
        /// The missing fruits, if stock did not suffice.
        package let lacks: [Shortage]
        /// The change in the fruit's stock, in pieces; 0 for an instruction about a juice.
        package let change: Int
        /// The row's original cells.
        package let cells: [[UInt8]]
    }

    private let plan: InputPlan
    private var worker: Worker
    private var processor: BatchProcessor

    /// Creates a run to which no row has been applied yet.
    ///
    /// - Parameters:
    ///   - settings: The settings of the run; ids of earlier runs are not looked up.
    ///   - file: A file that begins with the header of the rows.
    package init(_ settings: RunSettings, header file: InputFile) throws {
        var settings = settings
        settings.idHistory = nil
        settings.earlierInputs = nil
        settings.newestBefore = nil
        let reading = try HeaderReader(file: file, options: settings.reading).read(.decided(.utf8))
        let plan = try reading.result.mapError { BatchError.refused($0) }.get()
        let worker = try Worker(settings: settings, plans: [plan], ambiguityRules: [], looksUpIDs: false)
        self.plan = plan
        self.worker = worker
        processor = BatchProcessor(
            menu: settings.menu, opening: settings.opening, servedBefore: settings.servedBefore, isRetry: [false],
            doubtsIDs: [false], idsMayRepeat: true)
    }

    /// Applies one record to the stock.
    ///
    /// - Parameter record: The bytes of the record in UTF-8, including the line end.
    /// - Returns: The applied row; nil if the bytes are not exactly one readable record, or if it is blank.
    package mutating func apply(_ record: [UInt8]) throws -> Row? {
        worker.raw.removeAll()
        worker.raw.append(record)
        let quotes = record.count { $0 == Ascii.quote }
        let chunk = ChunkReader.Chunk(end: .record, quoteCount: quotes)
        let fault = try worker.parse(
            ChunkSource.Read(chunk: chunk, input: 0, isFirst: false, isLead: false), [plan])
        let batch = worker.batch
        guard fault == nil, batch.rows.count == 1, !batch.records.isBlank(0) else { return nil }
        try worker.complete([plan])
        let instruction =
            batch.rows.codes[0] == OutcomeCode.success.rawValue ? batch.rows.instruction(0) : nil
        let before = processor.stock
        try processor.apply(batch)
        guard let code = OutcomeCode(rawValue: batch.rows.codes[0]) else {
            throw BatchError.invariant("a row came to nothing")
        }
        let fruit = instruction.flatMap { $0.action.isOfJuice ? nil : $0.item }
        return Row(
            code: code, instruction: instruction,
            lacks: code == .insufficientStock ? instruction.map { processor.lacks(for: $0) } ?? [] : [],
            change: fruit.map { processor.stock[$0] - before[$0] } ?? 0, cells: batch.records.fields(0))
    }

    /// The pieces of each fruit, by its index on the menu.
    package var stock: [Int] { processor.stock }

    /// The number of cups of each juice that stock is enough for, by the juice's index on the menu.
    package var cupsPossible: [Int] { processor.cupsPossible }

    /// The tally of the rows so far.
    package var tally: Tally { processor.finalTally() }
}
