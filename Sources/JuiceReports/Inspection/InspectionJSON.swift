internal import CSV
package import JuiceBatch

/// The findings of an inspection as JSON with a stable order of keys.
package enum InspectionJSON {
    /// The number of this form of the data.
    private static let schema = 1

    /// All of it, as text.
    ///
    /// - Parameters:
    ///   - settings: what juice-batch.json is to say.
    ///   - language: of the sentences in it.
    package static func render(_ inspection: Inspection, settings: JSONValue, _ language: MessageLanguage) -> String {
        JSONValue.object([
            ("schema", .number(schema)),
            ("inputs", .array(inspection.inputs.map(input))),
            ("as_it_stands", trial(inspection.before, language)),
            ("proposal", ProposalJSON.value(inspection.proposal)),
            ("settings", settings),
            ("with_proposal", trial(inspection.after, language)),
            ("questions", .array(inspection.questions.map { question($0, language) })),
        ]).text
    }

    private static func input(_ input: Inspection.Input) -> JSONValue {
        let survey = input.survey
        return .object([
            ("file", .string(survey.file)), ("encoding", .string(survey.encoding.rawValue)),
            ("delimiter", .string(String(UnicodeScalar(survey.delimiter.rawValue)))),
            ("header_line", .number(survey.headerLine)), ("titles", .number(survey.titles)),
            ("own_file", .bool(survey.ownFile != nil)), ("rows", .number(survey.rows)),
            ("totals", .number(survey.totals)), ("totals_words", .array(survey.totalsWords.map { .string($0) })),
            ("wrong_width", .number(survey.misfits)), ("trailing_cells", .bool(survey.hasTrailingCells)),
            ("cut_short", .bool(survey.isCutShort)),
            ("times", survey.relations.direction.map { times($0, survey) } ?? .null),
            ("ids", input.ids.map(ids) ?? .null),
            ("columns", .array(zip(survey.columns, input.columns).map(column))),
        ])
    }

    private static func times(_ direction: RowRelations.Direction, _ survey: InputSurvey) -> JSONValue {
        .object([
            ("columns", .array(direction.columns.map { .string(survey.header[$0]) })),
            ("rises", .number(direction.rises)), ("falls", .number(direction.falls)),
            ("unreadable", .number(direction.unreadable)), ("first", .string(direction.first)),
            ("last", .string(direction.last)),
        ])
    }

    private static func ids(_ ids: IDReading) -> JSONValue {
        .object([
            ("column", .string(ids.header)), ("distinct", .number(ids.distinct)),
            ("repeats", .string(ids.repeats.rawValue)),
        ])
    }

    private static func column(_ column: ColumnSurvey, _ reading: ColumnReading) -> JSONValue {
        .object([
            ("name", .string(column.name)),
            (
                "roles",
                .array(
                    reading.roles.map { role, source in
                        .object([("role", .string(role.rawValue)), ("source", .string(source.rawValue))])
                    })
            ),
            ("settings", .array(reading.settings.map { .string($0) })),
            ("doubt", reading.doubt.map { .string(name(of: $0)) } ?? .null),
            ("distinct", .number(column.values.count)), ("more", .bool(column.hasMoreValues)),
            ("empty", .number(column.emptyRows)),
            (
                "values",
                .array(
                    column.values.prefix(InspectionText.valuesMax).map {
                        .object([("value", .string($0.text)), ("count", .number($0.count))])
                    })
            ),
        ])
    }

    private static func name(of kind: Doubt.Column) -> String {
        switch kind {
        case .quantity: "quantity"
        case .action: "action"
        case .cancellation: "cancellation"
        case .unit: "unit"
        case .variant: "variant"
        case .location: "location"
        case .date: "date"
        }
    }

    private static func trial(_ trial: TrialOutcome, _ language: MessageLanguage) -> JSONValue {
        let refusal: JSONValue =
            trial.refusal.map { refusal in
                .object([
                    ("file", .string(refusal.file)), ("line", .number(refusal.line)), ("code", .string(refusal.code)),
                    ("text", .string(RefusalMessages(language).text(refusal))),
                ])
            } ?? .null
        return .object([
            ("good", .bool(trial.isGood)), ("refusal", refusal), ("rows", .number(trial.rows)),
            ("codes", .object(trial.codes.map { ($0.code.name, .number($0.count)) })),
            (
                "failures",
                .array(
                    trial.failures.prefix(100).map {
                        .object([
                            ("code", .string($0.code.name)), ("cell", .string($0.cell)), ("count", .number($0.count)),
                        ])
                    })
            ),
        ])
    }

    private static func question(_ question: TillQuestion, _ language: MessageLanguage) -> JSONValue {
        let wording = QuestionWording(language)
        return .object([
            ("text", .string(wording.text(question.subject))),
            (
                "answers",
                .array(
                    question.answers.map {
                        .object([
                            ("text", .string(wording.text($0.meaning))), ("settings", ProposalJSON.value($0.settings)),
                        ])
                    })
            ),
        ])
    }
}
