internal import JuiceBatch
internal import JuiceCore
package import JuiceReports

/// How `check` lists problems.
package enum CheckForm: Sendable {
    /// For people, a line each, with the colours of the place where they are read.
    case text(Ink)
    /// As data.
    case json
    /// As SARIF 2.1.0.
    case sarif
}

/// The list of problems on its way.
struct CheckDocument {
    private let form: CheckForm
    private let language: MessageLanguage
    private let failOn: FailOn
    private let lists: ProblemLists

    /// An empty list.
    ///
    /// - Parameters:
    ///   - language: of the problems.
    ///   - failOn: which rows make another exit status than `done`.
    ///   - folder: for temporary files.
    init(_ form: CheckForm, language: MessageLanguage, failOn: FailOn, folder: String) throws(BatchError) {
        self.form = form
        self.language = language
        self.failOn = failOn
        lists =
            switch form {
            case .text, .json: try ProblemLists(folder: folder)
            case .sarif: try ProblemLists(count: SarifLog.listCount, lengthMax: SarifLog.rowsMax, folder: folder)
            }
    }

    /// What fills it.
    func sink(menu: Menu) -> any OutcomeSink {
        let problems: any ProblemForm =
            switch form {
            case .text(let ink): ProblemLine(ink: ink)
            case .json: json
            case .sarif: sarif
            }
        return ProblemSink(menu: menu, language: language, form: problems, lists: lists)
    }

    /// Gives the whole of it, in pieces that may end within a character.
    func read(_ outcome: CheckOutcome, _ body: ([UInt8]) throws -> Void) throws {
        switch form {
        case .text: try lists.read(body)
        case .json:
            try json.frame(outcome.tally, outcome.inputs, exit: outcome.exitStatus.code).read(elements: lists, body)
        case .sarif: try sarif.frame(lists, exit: outcome.exitStatus.code).read(elements: lists, body)
        }
    }

    /// The whole of it where an input was refused; nil where an error says as much.
    func text(_ input: RefusedInput) -> String? {
        let exit = ExitReason.inputRefused.code
        switch form {
        case .text: return nil
        case .json: return json.text(input.refusal, exit: exit)
        case .sarif: return sarif.text(input.refusal, path: input.path, exit: exit)
        }
    }

    private var json: CheckJSON { CheckJSON(language: language) }
    private var sarif: SarifLog { SarifLog(language: language, isShortageFatal: failOn == .shortage) }
}
