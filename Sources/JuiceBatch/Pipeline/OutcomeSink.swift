/// What becomes of applied batches: the reports, or a list of problems.
///
/// Each worker has a renderer of its own. The calls of one batch come in this order: `render` beside other
/// workers, `take` in turn, in the order of the rows, `write` beside other workers again.
package protocol OutcomeRenderer: AnyObject {
    /// Turns the outcomes of a batch into what is to be kept of them.
    func render(_ batch: RowBatch) throws
    /// Takes the batch's place in the sequence of all batches.
    func take() throws
    /// Writes what was rendered to its place; what others are in the way of may be left to the next rendering.
    func write() throws
    /// Writes what was left.
    func finish() throws
}

/// Makes the renderers of a run.
package protocol OutcomeSink: AnyObject, Sendable {
    /// A renderer for one worker.
    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer
    /// Forgets everything taken so far, since the inputs are read once more in another encoding.
    func startOver() throws
}
