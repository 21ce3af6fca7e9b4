package import JuiceBatch

/// The output of `check --json`: every problem as JSON with a stable order of keys.
package struct CheckJSON: ProblemForm {
    /// The schema that the text says it is of.
    private static let schema = 1
    private static let problemDepth = 2

    private let language: MessageLanguage

    /// - Parameter language: of its texts.
    package init(language: MessageLanguage) {
        self.language = language
    }

    package func text(of problem: FailureDetail) -> String {
        StreamedJSON.element(
            .object([
                ("file", .string(problem.file)), ("line", .number(problem.line)),
                ("class", .string(problem.code.failureClass?.rawValue ?? "")), ("code", .string(problem.code.name)),
                ("text", .string(problem.message)),
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
            ("text", .string(RefusalMessages(language).text(refusal))),
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
