package import JuiceBatch

/// The output of `check --json`: every problem as JSON with a stable order of keys.
package struct CheckJSON: ProblemFormatter {
    /// The schema that the text says it is of.
    private static let schema = 1
    private static let problemDepth = 2

    private let language: MessageLanguage

    /// Creates a formatter for the JSON of `check`.
    ///
    /// - Parameter language: of its texts.
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

    /// The JSON around the problems of the inputs that were read.
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

    /// The complete text for a refused input, without figures of rows.
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

/// A JSON text whose last list is too long for memory, as the text before and after its elements.
package struct StreamedJSON {
    /// The text up to the bracket that opens the list.
    let head: String
    /// The text from the bracket that closes a list with elements.
    let tail: String
    private let lineEnd: String

    /// - Parameter frame: has an empty list as the last value of its last object, and of those around it.
    init(_ frame: JSONValue) {
        let text = frame.text
        let end = text.lastIndex(of: "[").map { text.index(after: $0) }
        guard let end, text[end...].first == "]" else { preconditionFailure("there is no list to fill") }
        head = String(text[..<end])
        tail = String(text[end...])
        let line = text[..<end].split(separator: "\n").last ?? ""
        lineEnd = "\n" + line.prefix { $0 == " " }
    }

    /// An element of a list at some depth, on a line of its own, with the comma before it that all but the first need.
    static func element(_ value: JSONValue, depth: Int) -> String {
        ",\n" + String(repeating: "  ", count: depth) + value.line
    }

    /// Gives the whole text in pieces.
    ///
    /// - Parameter elements: those of the list, as `element` makes them.
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
