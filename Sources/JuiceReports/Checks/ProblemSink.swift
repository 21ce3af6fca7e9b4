internal import CSV
internal import FlatMemory
package import JuiceBatch
package import JuiceCore

/// A sink that lists the failed rows of a run in their order, in a `ProblemFormat`.
package final class ProblemSink: OutcomeSink {
    fileprivate let menu: Menu
    fileprivate let language: MessageLanguage
    fileprivate let form: ProblemFormat
    fileprivate let spillFile: AnonymousFile

    /// Creates a sink that stores the problems in a file, since they are printed only after a run without an error.
    package init(menu: Menu, language: MessageLanguage, form: ProblemFormat, spillFile: AnonymousFile) {
        (self.menu, self.language, self.form, self.spillFile) = (menu, language, form, spillFile)
    }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        ProblemRenderer(self, inputs: inputs)
    }

    package func startOver() throws { try spillFile.removeAll() }
}

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
            } else {
                problems += text(batch, row, code, inputs[batch.input(of: row)], stock)
            }
        }
    }

    /// The text for a failed row; `stock` has the number of pieces of each fruit before the row.
    private func text(
        _ batch: RowBatch, _ row: Int, _ code: OutcomeCode, _ plan: InputPlan, _ stock: [Int]
    ) -> String {
        let failure = FailureDetail(batch, row, code, plan, messages)
        let quantity = batch.rows.quantities[row]
        // The juice of a row that is short of stock, and the fruits that the row lacks.
        var (juice, shortage): (String?, [(fruit: String, pieces: Int)]) = (nil, [])
        if code == .insufficientStock {
            let instruction = batch.rows.instruction(row)
            juice = instruction.action.concernsJuice ? sink.menu.juices[instruction.item].name : nil
            shortage = recipes.shortages(for: instruction, stock: stock).map { (sink.menu.fruits[$0].name, $1) }
        }
        switch sink.form {
        case .text(let screen):
            let short = sink.language.shortage(shortage).map { missing in
                " (" + (juice.map { "\($0): " } ?? "") + missing + ")"
            }
            return failure.diagnostic(path: plan.file.givenPath ?? plan.name, screen) + Escaping.terminal(short ?? "")
                + "\n"
        case .json:
            let column = code == .wrongFieldCount ? nil : plan.columns.id
            let id = column.map { trimmedText(plan.columns.cell(batch.records, row, $0)) }
            let value: JSONValue = [
                "file": plan.name, "line": failure.position.line, "class": code.failureClass?.rawValue ?? "",
                "code": code.name, "text": failure.message, "id": id ?? "", "item": failure.item,
                "quantity": quantity == DecodedRows.noQuantity ? nil : quantity,
                "shortage": shortage.map { ["fruit": $0, "pieces": $1] as JSONValue },
            ]
            // The comma before the first problem is left out when the list is written.
            return ",\n    " + value.line
        }
    }

    func reserve() throws {
        if !problems.isEmpty { try sink.spillFile.append(Array(problems.utf8)[...]) }
    }
}

/// A format in which `check` lists failed rows.
package enum ProblemFormat: Sendable {
    /// A problem is a line `FILE:LINE: code: text`, followed by the missing fruits, in the style of a terminal or file.
    case text(TerminalStyle)
    /// All problems are in one JSON text with a stable order of keys.
    case json

    /// Passes the JSON text for readable inputs to `body` in pieces, with the problems that a `ProblemSink` has stored.
    package static func writeJSON(
        _ tally: Tally, _ inputs: [ReportModel.Input], exit: Int, problems: AnonymousFile,
        _ body: ([UInt8]) throws -> Void
    ) throws {
        let totals: JSONValue = [
            "rows": tally.rows, "success": tally.success, "failure": tally.failure, "rejected": tally.count(.rejected),
            "shortage": tally.count(.shortage), "skipped": tally.count(.skipped),
        ]
        let text = document(exit: exit, inputs: inputs.map(\.json), totals: totals, codes: tally.codesJSON).text
        let end = "]\n}\n"
        precondition(text.hasSuffix("[" + end), "the last member is not an empty list of problems")
        try body(Array(text.utf8.dropLast(end.utf8.count)))
        var isEmpty = true
        try problems.read { piece in
            try body(isEmpty ? Array(piece.dropFirst()) : piece)
            isEmpty = false
        }
        try body(Array(((isEmpty ? "" : "\n  ") + end).utf8))
    }

    /// The complete JSON text for a refused input, which has no figures of rows.
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
            "schema": 1, "exit": exit, "refusals": refusals, "inputs": inputs, "totals": totals,
            "codes": codes, "problems": [JSONValue](),
        ]
    }
}
