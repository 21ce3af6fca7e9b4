/// Gives every batch to several sinks, in their order.
package final class JoinedSink: OutcomeSink {
    private let sinks: [any OutcomeSink]

    /// A sink for each of these.
    package init(_ sinks: [any OutcomeSink]) {
        self.sinks = sinks
    }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        JoinedRenderer(try sinks.map { try $0.makeRenderer(inputs: inputs) })
    }

    package func startOver() throws {
        for sink in sinks { try sink.startOver() }
    }
}

private final class JoinedRenderer: OutcomeRenderer {
    private let renderers: [any OutcomeRenderer]

    init(_ renderers: [any OutcomeRenderer]) {
        self.renderers = renderers
    }

    func render(_ batch: RowBatch) throws {
        for renderer in renderers { try renderer.render(batch) }
    }

    func take() throws {
        for renderer in renderers { try renderer.take() }
    }

    func write() throws {
        for renderer in renderers { try renderer.write() }
    }

    func finish() throws {
        for renderer in renderers { try renderer.finish() }
    }
}
