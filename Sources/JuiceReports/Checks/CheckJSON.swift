package import JuiceBatch

/// The output of `check --json`: every problem as JSON with a stable order of keys.
package struct CheckJSON: ProblemFormatter {
    /// The schema that the text says it is of.
    private static let schema = 1
    private static let problemDepth = 2

    private let language: MessageLanguage

    /// - Parameter language: of its texts.
    package init(language: MessageLanguage) {
        self.language = language
    }

    package func text(of problem: CheckProblem, path: String) -> String {
        let row = problem.row
        let shortage = problem.shortage.map { fruit, pieces in
            JSONValue.object([("fruit", .string(fruit)), ("pieces", .number(pieces))])
        }
        return StreamedJSON.element(
            .object([
                ("file", .string(row.file)), ("line", .number(row.line)),
                ("class", .string(row.code.failureClass?.rawValue ?? "")), ("code", .string(row.code.name)),
                ("text", .string(row.message)), ("id", .string(problem.id)), ("item", .string(row.item)),
                ("quantity", problem.quantity.map { .number($0) } ?? .null), ("shortage", .array(shortage)),
            ]), depth: Self.problemDepth)
    }

    /// The JSON around the problems of the inputs that were read.
    ///
    /// - Parameter exit: the exit code.
    package func frame(_ tally: Tally, _ inputs: [ReportModel.Input], exit: Int) -> StreamedJSON {
        let totals = JSONValue.object([
            ("rows", .number(tally.rows)), ("success", .number(tally.success)), ("failure", .number(tally.failure)),
            ("rejected", .number(tally.count(.rejected))), ("shortage", .number(tally.count(.shortage))),
            ("skipped", .number(tally.count(.skipped))),
        ])
        return StreamedJSON(
            document(
                exit: exit, refusals: [], inputs: inputs.map(SummaryJSON.input), totals: totals,
                codes: SummaryJSON.codes(tally)))
    }

    /// The whole text where an input was refused: of no row is anything known then.
    ///
    /// - Parameter exit: the exit code.
    package func text(_ refusal: Refusal, exit: Int) -> String {
        let place = JSONValue.object([
            ("file", .string(refusal.file)), ("line", .number(refusal.line)), ("code", .string(refusal.code)),
            ("text", .string(language.text(refusal))),
        ])
        return document(exit: exit, refusals: [place], inputs: [], totals: .null, codes: .object([])).text
    }

    private func document(
        exit: Int, refusals: [JSONValue], inputs: [JSONValue], totals: JSONValue, codes: JSONValue
    ) -> JSONValue {
        .object([
            ("schema", .number(Self.schema)), ("exit", .number(exit)), ("refusals", .array(refusals)),
            ("inputs", .array(inputs)), ("totals", totals), ("codes", codes), ("problems", .array([])),
        ])
    }
}

/// A JSON text whose last list is too long for memory: what stands before and behind its elements.
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
