/// A consumer of applied batches, which renders reports or lists problems, for one worker.
///
/// For each batch, `render` is called in parallel, `reserve` in the order of the rows, and `write` in parallel again.
package protocol OutcomeRenderer: AnyObject {
    func render(_ batch: RowBatch) throws
    /// Reserves the position of the batch in the output; called in the order of the rows.
    func reserve() throws
    /// Writes the rendered batch at its position; if the file is busy, the batch may be kept until the next call.
    func write() throws
    /// Flushes the batches that earlier calls of `write` have buffered.
    func finish() throws
}

/// Default implementations that do nothing, for renderers that write no file.
extension OutcomeRenderer {
    package func write() throws {}
    package func finish() throws {}
}

/// A factory of the renderers that receive the applied rows of a run.
package protocol OutcomeSink: AnyObject, Sendable {
    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer
    /// Discards all batches received so far, because the run starts again from the first row.
    func startOver() throws
}

/// A sink that folds the batches of a run into a value, in the order of the rows.
package final class FoldSink<Value: Sendable>: OutcomeSink {
    private let initial: Value
    private let current: LockedValue<Value>
    private let add: @Sendable (inout Value, RowBatch, [InputPlan]) -> Void

    /// Creates a sink with the value before the first row, and a function that adds the next batch of the inputs to it.
    package init(_ initial: Value, _ add: @escaping @Sendable (inout Value, RowBatch, [InputPlan]) -> Void) {
        (self.initial, self.add, current) = (initial, add, LockedValue(initial))
    }

    /// The value after the batches added so far.
    package var value: Value { current.withLock { $0 } }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer { Renderer(self, inputs) }

    package func startOver() throws { current.withLock { $0 = initial } }

    private final class Renderer: OutcomeRenderer {
        private let sink: FoldSink
        private let inputs: [InputPlan]
        private var batch: RowBatch?

        init(_ sink: FoldSink, _ inputs: [InputPlan]) { (self.sink, self.inputs) = (sink, inputs) }

        func render(_ batch: RowBatch) throws { self.batch = batch }

        func reserve() throws { if let batch { sink.current.withLock { sink.add(&$0, batch, inputs) } } }
    }
}
