package import JuiceBatch
internal import JuiceCore
package import JuiceReports

/// The result of a check.
package struct CheckOutcome {
    /// The tally of the rows, of which none was applied.
    package let tally: Tally
    /// The first failures, and the values that the settings do not list.
    package let first: FirstFailures
    /// The inputs and the way in which they were read.
    package let inputs: [ReportModel.Input]
    let document: CheckDocument
    /// The exit status that a run of these inputs would have.
    package let exitStatus: ExitStatus

    /// Passes the list of problems to `body` in pieces, which may end within a UTF-8 character.
    package func read(_ body: ([UInt8]) throws -> Void) throws { try document.read(self, body) }
}

/// The error of a check in which an input was refused.
package struct CheckRefusal: Error {
    let input: RefusedInput
    /// The error that other use cases throw for the input.
    package let cause: BatchError
    let document: CheckDocument

    /// The text to print in place of the list of problems; nil if the error's message is sufficient.
    package var text: String? { document.text(input) }
}

/// The format in which `check` lists problems.
package enum CheckForm: Sendable {
    /// Text for a terminal with one line for each problem, in the given style.
    case text(ANSIStyle)
    case json
}

/// The list of problems while it is being written.
struct CheckDocument {
    private let form: CheckForm
    private let language: MessageLanguage
    private let problems: TextSpool

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - language: the language of the problems.
    ///   - folder: the folder for temporary files.
    init(_ form: CheckForm, language: MessageLanguage, folder: String) throws(BatchError) {
        self.form = form
        self.language = language
        problems = try TextSpool(folder: folder)
    }

    /// The sink that adds the problems of rows to the list.
    func sink(menu: Menu) -> any OutcomeSink {
        let form: any ProblemFormatter =
            switch form {
            case .text(let ink): ProblemLine(ink: ink, language: language)
            case .json: json
            }
        return ProblemSink(menu: menu, language: language, form: form, spillFile: problems)
    }

    /// Passes the complete document to `body` in pieces, which may end within a UTF-8 character.
    func read(_ outcome: CheckOutcome, _ body: ([UInt8]) throws -> Void) throws {
        switch form {
        case .text: try problems.read(body)
        case .json:
            try json.frame(outcome.tally, outcome.inputs, exit: outcome.exitStatus.code)
                .read(elements: problems, body)
        }
    }

    /// The complete document for a refused input; nil if the error's message is sufficient.
    func text(_ input: RefusedInput) -> String? {
        let exit = ExitReason.inputRefused.code
        switch form {
        case .text: return nil
        case .json: return json.text(input.refusal, exit: exit)
        }
    }

    private var json: CheckJSON { CheckJSON(language: language) }
}
