/// Takes in the rows of all inputs, to sort them.
final class SortingSink: OutcomeSink, @unchecked Sendable {
    private let sorter: RowSorter
    private let threads: Int
    /// The inputs, from 0, that are newest first.
    private let isNewestFirst: @Sendable (Int) -> Bool
    // Touched before the threads start that fill them, and when they have ended.
    private var buffers: [SortBuffer] = []

    /// - Parameter threads: how many renderers will be made.
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

    /// The rows in order, when all have been taken in.
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

    // Which row was taken in first makes no difference.
    func take() throws {}
    func write() throws {}
    func finish() throws {}
}
