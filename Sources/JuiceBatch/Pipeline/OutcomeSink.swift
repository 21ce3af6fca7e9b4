/// The consumer of applied batches, which renders reports or lists problems.
///
/// Each worker has a renderer of its own. For each batch `render` is called in parallel, `reserve` in the order of
/// the rows, and `write` in parallel again.
package protocol OutcomeRenderer: AnyObject {
    /// Renders the outcomes of a batch.
    func render(_ batch: RowBatch) throws
    /// Reserves the batch's place in the sequence of all batches.
    func reserve() throws
    /// Writes the rendered batch to its place; a busy file may be left to the next call.
    func write() throws
    /// Writes what earlier calls have left.
    func finish() throws
}

/// The calls that a renderer without a file leaves out.
extension OutcomeRenderer {
    package func write() throws {}
    package func finish() throws {}
}

/// Makes the renderers of a run.
package protocol OutcomeSink: AnyObject, Sendable {
    /// A renderer for one worker.
    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer
    /// Discards all batches, since the inputs are read once more in another encoding.
    func startOver() throws
}

/// A sink that passes every batch to several sinks, in their order.
package final class TeeSink: OutcomeSink {
    private let sinks: [any OutcomeSink]

    /// Creates a sink that passes outcomes on to all of some sinks.
    package init(_ sinks: [any OutcomeSink]) {
        self.sinks = sinks
    }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        TeeRenderer(try sinks.map { try $0.makeRenderer(inputs: inputs) })
    }

    package func startOver() throws {
        for sink in sinks { try sink.startOver() }
    }
}

private final class TeeRenderer: OutcomeRenderer {
    private let renderers: [any OutcomeRenderer]

    init(_ renderers: [any OutcomeRenderer]) {
        self.renderers = renderers
    }

    func render(_ batch: RowBatch) throws {
        for renderer in renderers { try renderer.render(batch) }
    }

    func reserve() throws {
        for renderer in renderers { try renderer.reserve() }
    }

    func write() throws {
        for renderer in renderers { try renderer.write() }
    }

    func finish() throws {
        for renderer in renderers { try renderer.finish() }
    }
}
