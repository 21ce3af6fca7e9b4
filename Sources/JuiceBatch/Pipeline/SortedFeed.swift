internal import CSV
internal import FlatMemory

/// The rows of a run from a sorter, in the order in which they are applied.
final class SortedFeed {
    /// The number of bytes of rows that a worker takes at once.
    private static let stepBytes = 128 << 10

    private var rows: SortedRows
    let facts: [InputFacts]
    let readBytes: Int

    /// - Parameters:
    ///   - facts: The facts about each input.
    ///   - readBytes: The number of bytes that were read from the inputs.
    init(_ rows: consuming SortedRows, facts: [InputFacts], readBytes: Int) {
        self.rows = rows
        self.facts = facts
        self.readBytes = readBytes
    }

    /// Fills `packed` with the next rows; returns false after the last one.
    func next(into packed: inout PackedRows) throws -> Bool {
        try rows.next(into: &packed, byteCount: Self.stepBytes)
    }
}

/// A sink that collects the rows of all inputs for sorting.
final class SortingSink: OutcomeSink, @unchecked Sendable {
    private let sorter: RowSorter
    private let threads: Int
    /// Whether an input, by its index from 0, lists its newest row first.
    private let isNewestFirst: @Sendable (Int) -> Bool
    // Used only before the threads that fill them start and after they have ended.
    private var buffers: [SortBuffer] = []

    /// - Parameter threads: The number of renderers that will be made.
    init(_ sorter: RowSorter, threads: Int, isNewestFirst: @escaping @Sendable (Int) -> Bool) {
        self.sorter = sorter
        self.threads = threads
        self.isNewestFirst = isNewestFirst
    }

    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        let buffer = sorter.makeBuffer(oneOf: threads)
        buffers.append(buffer)
        return SortingRenderer(buffer, inputs: inputs, isNewestFirst: isNewestFirst)
    }

    func startOver() throws {
        buffers = []
    }

    /// Returns all rows in order; call it only after all rows have been collected.
    func sorted() throws -> SortedRows {
        defer { buffers = [] }
        return try sorter.sorted(buffers)
    }
}

private final class SortingRenderer: OutcomeRenderer {
    private let buffer: SortBuffer
    private let inputs: [InputPlan]
    private let isNewestFirst: @Sendable (Int) -> Bool

    init(_ buffer: SortBuffer, inputs: [InputPlan], isNewestFirst: @escaping @Sendable (Int) -> Bool) {
        self.buffer = buffer
        self.inputs = inputs
        self.isNewestFirst = isNewestFirst
    }

    func render(_ batch: RowBatch) throws {
        let plan = inputs[batch.input]
        batch.flatten(plan.columns)
        try buffer.append(batch, keys: batch.keys(plan, isNewestFirst: isNewestFirst(batch.input)))
    }

    // The order in which batches are collected does not affect the sorted rows.
    func reserve() throws {}
}

extension RowBatch {
    /// Appends the derived cells of each row to its record, so that records can be stored without the rest of their batch.
    func flatten(_ columns: ColumnLayout) {
        guard columns.madeCount > 0 || columns.idComposite != nil else { return }
        var flat = RecordBatch()
        flat.removeAll()
        for row in 0..<rows.count {
            if rows.codes[row] == OutcomeCode.wrongFieldCount.rawValue || rows.codes[row] == DecodedRows.None.row {
                flat.append(row, of: records)
                flat.setLastLine(records.line(row))
            } else {
                flat.append(row, of: records, own: columns.count)
            }
        }
        flat.takeCounts(of: records)
        records = flat
    }

    /// The sort keys of a batch's rows, whose times must already have been read.
    func keys(_ plan: InputPlan, isNewestFirst: Bool) -> [SortKey] {
        (0..<rows.count).map { row in
            let ordinal = Int64(firstRecord + row)
            let moment = plan.isTimed ? rows.moment(row) : .beforeAll
            return SortKey(
                group: Int32(plan.group), seconds: moment.seconds, nanoseconds: moment.nanoseconds, input: Int32(input),
                ordinal: isNewestFirst ? -ordinal : ordinal)
        }
    }
}
