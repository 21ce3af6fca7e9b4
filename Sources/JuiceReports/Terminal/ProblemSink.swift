internal import CSV
internal import FlatMemory
package import JuiceBatch
package import JuiceCore

/// Lists every failed row of a run as `FILE:LINE: code: text`, in order.
package final class ProblemSink: OutcomeSink {
    private let menu: Menu
    private let language: MessageLanguage
    private let ink: Ink
    private let spool: TextSpool

    /// - Parameter spool: takes the lines; they are to be shown only when the run has ended well.
    package init(menu: Menu, language: MessageLanguage, ink: Ink, spool: TextSpool) {
        self.menu = menu
        self.language = language
        self.ink = ink
        self.spool = spool
    }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        ProblemRenderer(menu: menu, language: language, ink: ink, inputs: inputs, spool: spool)
    }

    package func startOver() throws {
        try spool.removeAll()
    }
}

/// Turns the failures of batches into lines, for one worker.
private final class ProblemRenderer: OutcomeRenderer {
    private let inputs: [InputPlan]
    private let ink: Ink
    private let spool: TextSpool
    private let wording: FailureWording
    private var lines = ""

    init(menu: Menu, language: MessageLanguage, ink: Ink, inputs: [InputPlan], spool: TextSpool) {
        self.inputs = inputs
        self.ink = ink
        self.spool = spool
        wording = FailureWording(menu: menu, language: language)
    }

    func render(_ batch: RowBatch) throws {
        lines = ""
        for row in 0..<batch.rows.count {
            guard let code = OutcomeCode(rawValue: batch.rows.codes[row]), code != .success else { continue }
            let plan = inputs[batch.input(of: row)]
            let message = wording.message(batch.records, batch.rows, row, code, plan)
            lines +=
                FailureDetail(
                    file: plan.name, line: batch.line(of: row), code: code,
                    item: "", message: String(decoding: message, as: UTF8.self)
                ).diagnostic(ink) + "\n"
        }
    }

    func take() throws {
        if !lines.isEmpty { try spool.append(lines) }
    }

    // Everything is written in turn: the order of lines is the order of rows.
    func write() throws {}
    func finish() throws {}
}
