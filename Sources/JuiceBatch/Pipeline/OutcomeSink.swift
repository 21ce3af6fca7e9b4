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
