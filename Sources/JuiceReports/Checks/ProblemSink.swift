internal import CSV
internal import FlatMemory
package import JuiceBatch
package import JuiceCore

/// Lists failed rows of a run in their order, each in a form that people or programs read.
package final class ProblemSink: OutcomeSink {
    private let menu: Menu
    private let language: MessageLanguage
    private let form: any ProblemForm
    private let spool: TextSpool

    /// - Parameter spool: keeps the problems; they are to be shown only when the run has ended well.
    package init(menu: Menu, language: MessageLanguage, form: any ProblemForm, spool: TextSpool) {
        self.menu = menu
        self.language = language
        self.form = form
        self.spool = spool
    }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        ProblemRenderer(menu: menu, language: language, form: form, inputs: inputs, spool: spool)
    }

    package func startOver() throws {
        try spool.removeAll()
    }
}

/// Turns the failures of batches into text, for one worker.
private final class ProblemRenderer: OutcomeRenderer {
    private let inputs: [InputPlan]
    private let form: any ProblemForm
    private let spool: TextSpool
    private let wording: FailureWording
    private var problems = ""

    init(menu: Menu, language: MessageLanguage, form: any ProblemForm, inputs: [InputPlan], spool: TextSpool) {
        self.inputs = inputs
        self.form = form
        self.spool = spool
        wording = FailureWording(menu: menu, language: language)
    }

    func render(_ batch: RowBatch) throws {
        problems = ""
        for row in 0..<batch.rows.count {
            guard let code = OutcomeCode(rawValue: batch.rows.codes[row]), code != .success else { continue }
            let plan = inputs[batch.input(of: row)]
            let message = wording.message(batch.records, batch.rows, row, code, plan)
            problems += form.text(
                of: FailureDetail(
                    file: plan.name, line: batch.line(of: row), code: code, item: "",
                    message: String(decoding: message, as: UTF8.self)))
        }
    }

    func take() throws {
        if !problems.isEmpty { try spool.append(problems) }
    }

    // Everything is written in turn: the order of problems is the order of rows.
    func write() throws {}
    func finish() throws {}
}
