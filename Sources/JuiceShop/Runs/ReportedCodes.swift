internal import JuiceBatch

/// A sink that checks that rows have the outcomes reported before.
final class ReportedCodes: OutcomeSink {
    private struct State {
        var count = 0
        var contradicted: Int?
    }

    private let said: [OutcomeCode]
    private let state = LockedValue(State())

    /// The first row, from 1, that came to something else, or is missing or too many; nil if there is none.
    ///
    /// Only when all rows have been seen.
    var contradicted: Int? {
        state.withLock { $0.contradicted ?? ($0.count == said.count ? nil : $0.count + 1) }
    }

    init(_ said: [OutcomeCode]) {
        self.said = said
    }

    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer { Renderer(self) }

    func startOver() throws { state.withLock { $0 = State() } }

    private func check(_ codes: [OutcomeCode?]) {
        state.withLock { state in
            for code in codes {
                let isSaid = state.count < said.count && said[state.count] == code
                if state.contradicted == nil && !isSaid { state.contradicted = state.count + 1 }
                state.count += 1
            }
        }
    }

    private final class Renderer: OutcomeRenderer {
        private let sink: ReportedCodes
        private var codes: [OutcomeCode?] = []

        init(_ sink: ReportedCodes) {
            self.sink = sink
        }

        func render(_ batch: RowBatch) throws {
            codes = batch.outcomes
        }

        func reserve() throws { sink.check(codes) }
    }
}
