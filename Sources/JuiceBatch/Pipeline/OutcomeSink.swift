/// A consumer of applied batches, which renders reports or lists problems.
///
/// Each worker has its own renderer. For each batch `render` is called in parallel, then `reserve` in the order of the
/// rows, then `write` in parallel again.
package protocol OutcomeRenderer: AnyObject {
    /// Renders the outcomes of a batch.
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
    /// Creates the renderer of one worker.
    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer
    /// Discards all batches received so far, because the run starts again from the first row.
    func startOver() throws
}

/// A sink that passes every batch to several sinks, in their order.
package final class TeeSink: OutcomeSink {
    private let sinks: [any OutcomeSink]

    /// Creates a sink that passes every batch to all of these sinks.
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
