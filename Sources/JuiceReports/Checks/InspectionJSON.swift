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
            ("doubt", reading.ambiguity.map { .string(name(of: $0)) } ?? .null),
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

    private static func name(of kind: Ambiguity.Column) -> String {
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
                    ("text", .string(language.text(refusal, isInspected: true))),
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

    private static func question(_ question: SettingsQuestion, _ language: MessageLanguage) -> JSONValue {
        .object([
            ("text", .string(language.text(question.subject))),
            (
                "answers",
                .array(
                    question.answers.map {
                        .object([
                            ("text", .string(language.text($0.meaning))), ("settings", ProposalJSON.value($0.settings)),
                        ])
                    })
            ),
        ])
    }
}

/// Settings of a till as juice-batch.json says them.
package enum ProposalJSON {
    /// The object, its keys in the order in which the manual lists them.
    ///
    /// - Parameters:
    ///   - menu: the menu's file, which it names as well; nil for none.
    ///   - stock: likewise.
    package static func value(_ proposal: SettingsProposal, menu: String? = nil, stock: String? = nil) -> JSONValue {
        var members: [(String, JSONValue)] = []
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.append((key, value)) }
        }
        add("header", proposal.header.map { .string($0.rawValue) })
        let columns = Role.allCases.compactMap { role in proposal.columns[role].map { (role.rawValue, value($0)) } }
        add("columns", columns.isEmpty ? nil : .object(columns))
        let values = Role.allCases.compactMap { role -> (String, JSONValue)? in
            let readings = proposal.rules.readings.filter { $0.role == role }
            return readings.isEmpty ? nil : (role.rawValue, .object(readings.map { ($0.from, .string($0.to)) }))
        }
        add("values", values.isEmpty ? nil : .object(values))
        add("ignore", cells(proposal.rules.ignore))
        add("only", cells(proposal.rules.only))
        let known = cells(proposal.rules.known) ?? .object([])
        add("known", proposal.rules.isDescribed || !proposal.rules.known.isEmpty ? known : nil)
        add("accept", list(proposal.rules.accept))
        add("fill", list(proposal.rules.fill))
        add("negative", proposal.negative.map { .string($0.rawValue) })
        add("decimal", proposal.decimal.map { .string($0.rawValue) })
        add("trailing", proposal.trailing.map { .string($0.rawValue) })
        add("totals", list(proposal.rules.totals))
        add("sequence", proposal.sequence.map { .string($0.settingName) })
        add("day_start", proposal.dayStart.map { .string($0.text) })
        add("date_order", proposal.dateOrder.map { .string($0.rawValue) })
        add("menu", menu.map { .string($0) })
        add("stock", stock.map { .string($0) })
        return .object(members)
    }

    /// The object with what a file says besides, the key of the file's schema first and the others behind.
    package static func value(_ proposed: JSONValue, besides others: [(String, JSONValue)]) -> JSONValue {
        guard case .object(let members) = proposed else { preconditionFailure("settings are an object") }
        let more = others.filter { other in !members.contains { $0.0 == other.0 } }
        return .object(more.filter { $0.0.hasPrefix("$") } + members + more.filter { !$0.0.hasPrefix("$") })
    }

    /// The members of the object on one line, to be copied into another.
    static func members(_ proposal: SettingsProposal) -> String {
        String(value(proposal).line.dropFirst().dropLast())
    }

    private static func value(_ columns: RoleColumns) -> JSONValue {
        switch columns {
        case .none: return .string("")
        case .single(let name):
            let text = RoleColumns.Part.column(name).text
            // A plus in a string stands between parts.
            return text.contains("+") ? .array([.string(text)]) : .string(text)
        case .composite(let parts): return .array(parts.map { .string($0.text) })
        }
    }

    private static func list(_ words: [String]) -> JSONValue? {
        words.isEmpty ? nil : .array(words.map { .string($0) })
    }

    private static func cells(_ cells: [RowFilterSettings.Cell]) -> JSONValue? {
        if cells.isEmpty { return nil }
        var columns: [(String, [JSONValue])] = []
        for cell in cells {
            if let place = columns.firstIndex(where: { $0.0 == cell.column }) {
                columns[place].1.append(.string(cell.value))
            } else {
                columns.append((cell.column, [.string(cell.value)]))
            }
        }
        return .object(columns.map { ($0.0, .array($0.1)) })
    }
}
