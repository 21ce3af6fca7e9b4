internal import CSV
internal import FlatMemory
package import JuiceBatch
package import JuiceCore

/// A sink that lists the failed rows of a run in their order, as text or as data.
package final class ProblemSink: OutcomeSink {
    private let menu: Menu
    private let language: MessageLanguage
    private let form: any ProblemFormatter
    private let spillFile: TextSpool

    /// - Parameter spillFile: keeps the problems; they are to be shown only when the run has ended well.
    package init(menu: Menu, language: MessageLanguage, form: any ProblemFormatter, spillFile: TextSpool) {
        self.menu = menu
        self.language = language
        self.form = form
        self.spillFile = spillFile
    }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        ProblemRenderer(menu: menu, language: language, form: form, inputs: inputs, spillFile: spillFile)
    }

    package func startOver() throws {
        try spillFile.removeAll()
    }
}

/// Turns the failures of batches into text, for one worker.
private final class ProblemRenderer: OutcomeRenderer {
    private let inputs: [InputPlan]
    private let form: any ProblemFormatter
    private let spillFile: TextSpool
    private let wording: FailureMessages
    private var problems = ""

    init(menu: Menu, language: MessageLanguage, form: any ProblemFormatter, inputs: [InputPlan], spillFile: TextSpool) {
        self.inputs = inputs
        self.form = form
        self.spillFile = spillFile
        wording = FailureMessages(menu: menu, language: language)
    }

    func render(_ batch: RowBatch) throws {
        problems = ""
        for row in 0..<batch.rows.count {
            guard let code = OutcomeCode(rawValue: batch.rows.codes[row]), code != .success else { continue }
            let plan = inputs[batch.input(of: row)]
            let message = wording.message(batch.records, batch.rows, row, code, plan)
            let problem = FailureDetail(
                file: plan.name, line: batch.line(of: row), code: code, item: "",
                message: String(decoding: message, as: UTF8.self))
            problems += form.text(of: problem, path: plan.file.givenPath ?? plan.name)
        }
    }

    func reserve() throws {
        if !problems.isEmpty { try spillFile.append(problems) }
    }

    // Everything is written in turn: the order of problems is the order of rows.
    func write() throws {}
    func finish() throws {}
}

/// A format in which failed rows are listed.
package protocol ProblemFormatter: Sendable {
    /// The text that stands for a row.
    ///
    /// - Parameter path: the input as the user gave it.
    func text(of problem: FailureDetail, path: String) -> String
}

/// A line of text for a problem: `FILE:LINE: code: text`.
package struct ProblemLine: ProblemFormatter {
    private let ink: ANSIStyle

    /// - Parameter ink: the colours of the place where they are read.
    package init(ink: ANSIStyle) {
        self.ink = ink
    }

    package func text(of problem: FailureDetail, path: String) -> String {
        problem.diagnostic(path: path, ink) + "\n"
    }
}
