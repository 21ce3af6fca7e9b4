package import JuiceBatch

/// The output of `check --json`: every problem as JSON with a stable order of keys.
package struct CheckJSON: ProblemFormatter {
    /// The schema number in the output.
    private static let schema = 1
    private static let problemDepth = 2

    private let language: MessageLanguage

    /// Creates a formatter for the JSON of `check`.
    ///
    /// - Parameter language: the language of the messages.
    package init(language: MessageLanguage) {
        self.language = language
    }

    package func text(of problem: CheckProblem, path: String) -> String {
        let row = problem.row
        let value: JSONValue = [
            "file": row.file, "line": row.line, "class": row.code.failureClass?.rawValue ?? "", "code": row.code.name,
            "text": row.message, "id": problem.id, "item": row.item, "quantity": problem.quantity,
            "shortage": problem.shortage.map { ["fruit": $0, "pieces": $1] as JSONValue },
        ]
        return StreamedJSON.element(value, depth: Self.problemDepth)
    }

    /// The JSON around the problems of inputs that could be read.
    ///
    /// - Parameter exit: the exit code.
    package func frame(_ tally: Tally, _ inputs: [ReportModel.Input], exit: Int) -> StreamedJSON {
        let totals: JSONValue = [
            "rows": tally.rows, "success": tally.success, "failure": tally.failure, "rejected": tally.count(.rejected),
            "shortage": tally.count(.shortage), "skipped": tally.count(.skipped),
        ]
        return StreamedJSON(
            document(
                exit: exit, inputs: inputs.map(SummaryJSON.input), totals: totals, codes: SummaryJSON.codes(tally)))
    }

    /// The complete JSON for a refused input, which has no figures of rows.
    ///
    /// - Parameter exit: the exit code.
    package func text(_ refusal: Refusal, exit: Int) -> String {
        let place: JSONValue = [
            "file": refusal.file, "line": refusal.line, "code": refusal.code, "text": language.text(refusal),
        ]
        return document(exit: exit, refusals: [place]).text
    }

    private func document(
        exit: Int, refusals: [JSONValue] = [], inputs: [JSONValue] = [], totals: JSONValue = .null,
        codes: JSONValue = [:]
    ) -> JSONValue {
        [
            "schema": Self.schema, "exit": exit, "refusals": refusals, "inputs": inputs, "totals": totals,
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
    package func read(elements: TextSpool, _ body: ([UInt8]) throws -> Void) throws {
        try body(Array(head.utf8))
        var isEmpty = true
        try elements.read { piece in
            try body(isEmpty ? Array(piece.dropFirst()) : piece)
            isEmpty = false
        }
        try body(Array(((isEmpty ? "" : lineEnd) + tail).utf8))
    }
}
