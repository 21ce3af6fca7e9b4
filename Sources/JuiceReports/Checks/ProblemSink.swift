internal import CSV
internal import FlatMemory
package import JuiceBatch
package import JuiceCore

/// A sink that lists the failed rows of a run in their order, in a `ProblemFormat`.
package final class ProblemSink: OutcomeSink {
    fileprivate let menu: Menu
    fileprivate let language: MessageLanguage
    fileprivate let form: ProblemFormat
    fileprivate let spillFile: TemporaryText

    /// Creates a sink for the problems of a run.
    ///
    /// - Parameter spillFile: stores the problems, which are printed only after the run has ended without an error.
    package init(menu: Menu, language: MessageLanguage, form: ProblemFormat, spillFile: TemporaryText) {
        self.menu = menu
        self.language = language
        self.form = form
        self.spillFile = spillFile
    }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        ProblemRenderer(self, inputs: inputs)
    }

    package func startOver() throws { try spillFile.removeAll() }
}

/// Formats the failed rows of batches for one worker.
private final class ProblemRenderer: OutcomeRenderer {
    private let sink: ProblemSink
    private let inputs: [InputPlan]
    private let messages: FailureMessages
    private let recipes: RecipeTable
    private var problems = ""

    init(_ sink: ProblemSink, inputs: [InputPlan]) {
        self.sink = sink
        self.inputs = inputs
        recipes = RecipeTable(menu: sink.menu)
        messages = FailureMessages(menu: sink.menu, language: sink.language)
    }

    func render(_ batch: RowBatch) throws {
        problems = ""
        var stock = batch.opening
        for row in 0..<batch.rows.count {
            guard let code = OutcomeCode(rawValue: batch.rows.codes[row]) else { continue }
            if code == .success {
                recipes.forEachChange(by: batch.rows.instruction(row)) { fruit, change, pieces in
                    stock[fruit] = change.stock(after: stock[fruit], pieces)
                }
                continue
            }
            let plan = inputs[batch.input(of: row)]
            problems += sink.form.text(
                of: problem(batch, row, code, plan, stock), path: plan.file.givenPath ?? plan.name, sink.language)
        }
    }

    /// The problem of a failed row.
    ///
    /// - Parameter stock: the number of pieces of each fruit before the row.
    private func problem(
        _ batch: RowBatch, _ row: Int, _ code: OutcomeCode, _ plan: InputPlan, _ stock: [Int]
    ) -> CheckProblem {
        func cell(_ column: Int?) -> String {
            guard let column, code != .wrongFieldCount else { return "" }
            return String(decoding: trimmed(plan.columns.cell(batch.records, row, column)), as: UTF8.self)
        }
        let message = String(decoding: messages.message(batch.records, batch.rows, row, code, plan), as: UTF8.self)
        let quantity = batch.rows.quantities[row]
        var problem = CheckProblem(
            row: FailureDetail(
                file: plan.name, line: batch.line(of: row), code: code, item: cell(plan.columns.item),
                message: message, terminalMessage: message),
            id: cell(plan.columns.id), quantity: quantity == DecodedRows.None.quantity ? nil : quantity)
        guard code == .insufficientStock else { return problem }
        let instruction = batch.rows.instruction(row)
        problem.name = instruction.action.isOfJuice ? sink.menu.juices[instruction.item].name : nil
        recipes.forEachChange(by: instruction) { fruit, _, need in
            if need > stock[fruit] { problem.shortage.append((sink.menu.fruits[fruit].name, need - stock[fruit])) }
        }
        return problem
    }

    func reserve() throws {
        if !problems.isEmpty { try sink.spillFile.append(problems) }
    }
}

/// A failed row as `check` lists it.
private struct CheckProblem {
    let row: FailureDetail
    /// The row's id; empty if it has none.
    let id: String
    /// The row's quantity; nil if it is not a valid number.
    let quantity: Int?
    /// The juice of a row that is short of stock; nil for any other row.
    var name: String?
    /// The fruits that the row lacks, with the number of missing pieces.
    var shortage: [(fruit: String, pieces: Int)] = []
}

/// A format in which `check` lists failed rows.
package enum ProblemFormat: Sendable {
    /// A problem is a line `FILE:LINE: code: text`, followed by the missing fruits, in the style of a terminal or file.
    case text(TerminalStyle)
    /// All problems are in one JSON text with a stable order of keys.
    case json

    /// The schema number in the JSON text.
    private static let jsonSchema = 1
    private static let problemDepth = 2

    /// The text for a row.
    ///
    /// - Parameter path: the path of the input as the user gave it.
    fileprivate func text(of problem: CheckProblem, path: String, _ language: MessageLanguage) -> String {
        let row = problem.row
        switch self {
        case .text(let screen):
            let short = language.shortage(problem.shortage).map { missing in
                " (" + (problem.name.map { "\($0): " } ?? "") + missing + ")"
            }
            return row.diagnostic(path: path, screen) + Escaping.terminal(short ?? "") + "\n"
        case .json:
            let value: JSONValue = [
                "file": row.file, "line": row.line, "class": row.code.failureClass?.rawValue ?? "",
                "code": row.code.name, "text": row.message, "id": problem.id, "item": row.item,
                "quantity": problem.quantity,
                "shortage": problem.shortage.map { ["fruit": $0, "pieces": $1] as JSONValue },
            ]
            return StreamedJSON.element(value, depth: Self.problemDepth)
        }
    }

    /// The JSON text around the problems of inputs that could be read.
    ///
    /// - Parameter exit: the exit code.
    package static func jsonFrame(_ tally: Tally, _ inputs: [ReportModel.Input], exit: Int) -> StreamedJSON {
        let totals: JSONValue = [
            "rows": tally.rows, "success": tally.success, "failure": tally.failure, "rejected": tally.count(.rejected),
            "shortage": tally.count(.shortage), "skipped": tally.count(.skipped),
        ]
        return StreamedJSON(document(exit: exit, inputs: inputs.map(\.json), totals: totals, codes: tally.codesJSON))
    }

    /// The complete JSON text for a refused input, which has no figures of rows.
    ///
    /// - Parameter exit: the exit code.
    package static func json(_ refusal: Refusal, exit: Int, _ language: MessageLanguage) -> String {
        let location: JSONValue = [
            "file": refusal.file, "line": refusal.line, "code": refusal.code, "text": language.text(refusal),
        ]
        return document(exit: exit, refusals: [location]).text
    }

    private static func document(
        exit: Int, refusals: [JSONValue] = [], inputs: [JSONValue] = [], totals: JSONValue = .null,
        codes: JSONValue = [:]
    ) -> JSONValue {
        [
            "schema": jsonSchema, "exit": exit, "refusals": refusals, "inputs": inputs, "totals": totals,
            "codes": codes, "problems": [JSONValue](),
        ]
    }
}

/// A JSON text whose last list does not fit into memory, as the text before and after the list's elements.
package struct StreamedJSON {
    /// The text up to and including the opening bracket of the list.
    let head: String
    /// The text from the closing bracket of a list that has elements.
    let tail: String
    private let lineEnd: String

    /// Splits a JSON text at its last list.
    ///
    /// - Parameter frame: an object whose last value, or the last value of its innermost last object, is an empty list.
    init(_ frame: JSONValue) {
        let text = frame.text
        let end = text.lastIndex(of: "[").map { text.index(after: $0) }
        guard let end, text[end...].first == "]" else { preconditionFailure("there is no list to fill") }
        head = String(text[..<end])
        tail = String(text[end...])
        let line = text[..<end].split(separator: "\n").last ?? ""
        lineEnd = "\n" + line.prefix { $0 == " " }
    }

    /// An element of a list at a given depth, on its own line after a comma; the first comma must be removed.
    static func element(_ value: JSONValue, depth: Int) -> String {
        ",\n" + String(repeating: "  ", count: depth) + value.line
    }

    /// Passes the complete text to `body` in pieces.
    ///
    /// - Parameter elements: the elements of the list, made by `element`.
    package func read(elements: TemporaryText, _ body: ([UInt8]) throws -> Void) throws {
        try body(Array(head.utf8))
        var isEmpty = true
        try elements.read { piece in
            try body(isEmpty ? Array(piece.dropFirst()) : piece)
            isEmpty = false
        }
        try body(Array(((isEmpty ? "" : lineEnd) + tail).utf8))
    }
}
