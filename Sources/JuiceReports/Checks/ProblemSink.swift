internal import CSV
internal import FlatMemory
package import JuiceBatch
package import JuiceCore

/// Lists failed rows of a run in their order, each in a form that somebody can read.
package final class ProblemSink: OutcomeSink {
    private let menu: Menu
    private let language: MessageLanguage
    private let form: any ProblemForm
    private let lists: ProblemLists

    /// - Parameter lists: take the problems; they are to be shown only when the run has ended well.
    package init(menu: Menu, language: MessageLanguage, form: any ProblemForm, lists: ProblemLists) {
        self.menu = menu
        self.language = language
        self.form = form
        self.lists = lists
    }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        ProblemRenderer(menu: menu, language: language, form: form, inputs: inputs, lists: lists)
    }

    package func startOver() throws {
        try lists.removeAll()
    }
}

/// Turns the failures of batches into text, for one worker.
private final class ProblemRenderer: OutcomeRenderer {
    private let inputs: [InputPlan]
    private let form: any ProblemForm
    private let lists: ProblemLists
    private let wording: FailureWording
    private var problems = ProblemLists.Stretch()

    init(menu: Menu, language: MessageLanguage, form: any ProblemForm, inputs: [InputPlan], lists: ProblemLists) {
        self.inputs = inputs
        self.form = form
        self.lists = lists
        wording = FailureWording(menu: menu, language: language)
    }

    func render(_ batch: RowBatch) throws {
        problems = ProblemLists.Stretch()
        for row in 0..<batch.rows.count {
            guard let code = OutcomeCode(rawValue: batch.rows.codes[row]), let list = form.list(of: code) else {
                continue
            }
            guard lists.mayTake(problems.count(in: list), in: list) else {
                problems.addUnseen(to: list)
                continue
            }
            let plan = inputs[batch.input(of: row)]
            let message = wording.message(batch.records, batch.rows, row, code, plan)
            let detail = FailureDetail(
                file: plan.name, line: batch.line(of: row), code: code, item: "",
                message: String(decoding: message, as: UTF8.self))
            problems.add(form.text(of: detail, path: plan.file.path), to: list)
        }
    }

    func take() throws { try lists.append(problems) }

    // Everything is written in turn: the order of problems is the order of rows.
    func write() throws {}
    func finish() throws {}
}
