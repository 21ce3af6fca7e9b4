internal import CSV
internal import JuiceBatch
package import JuiceInspect

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
        let export = input.export
        return .object([
            ("file", .string(export.file)), ("encoding", .string(export.encoding.rawValue)),
            ("delimiter", .string(String(UnicodeScalar(export.delimiter.rawValue)))),
            ("header_line", .number(export.headerLine)), ("titles", .number(export.titles)),
            ("own_file", .bool(export.ownFile != nil)), ("rows", .number(export.rows)),
            ("totals", .number(export.totals)), ("totals_words", .strings(export.totalsWords.map(\.text))),
            ("wrong_width", .number(export.misfits)), ("trailing_cells", .bool(export.hasTrailingCells)),
            ("cut_short", .bool(export.isCutShort)), ("times", input.times.map { times($0, export) } ?? .null),
            ("ids", input.ids.map(ids) ?? .null),
            ("columns", .array(zip(export.columns, input.columns).map(column))),
        ])
    }

    private static func times(_ times: TimeDirection, _ export: ExportTable) -> JSONValue {
        .object([
            ("columns", .strings(times.columns.map { export.columns[$0].name })), ("rises", .number(times.rises)),
            ("falls", .number(times.falls)), ("unreadable", .number(times.unreadable)),
            ("first", .string(times.first)), ("last", .string(times.last)),
        ])
    }

    private static func ids(_ ids: IDReading) -> JSONValue {
        .object([
            ("column", .string(ids.header)), ("distinct", .number(ids.distinct)),
            ("repeats", .string(ids.repeats.rawValue)),
        ])
    }

    private static func column(_ column: ExportColumn, _ reading: ColumnReading) -> JSONValue {
        let roles = reading.roles.map { role, source in
            JSONValue.object([("role", .string(role.rawValue)), ("source", .string(source.rawValue))])
        }
        let values = column.values.prefix(InspectionText.valuesMax).map { value in
            JSONValue.object([("value", .string(value.text)), ("count", .number(value.count))])
        }
        return .object([
            ("name", .string(column.name)), ("roles", .array(roles)), ("settings", .strings(reading.settings)),
            ("doubt", reading.ambiguity.map { .string($0.rawValue) } ?? .null),
            ("distinct", .number(column.values.count)), ("more", .bool(column.hasMoreValues)),
            ("empty", .number(column.emptyRows)), ("values", .array(values)),
        ])
    }

    private static func trial(_ trial: TrialOutcome, _ language: MessageLanguage) -> JSONValue {
        let refusal = trial.refusal.map { refusal in
            JSONValue.object([
                ("file", .string(refusal.file)), ("line", .number(refusal.line)), ("code", .string(refusal.code)),
                ("text", .string(language.text(refusal, isInspected: true))),
            ])
        }
        let failures = trial.failures.prefix(100).map { failure in
            JSONValue.object([
                ("code", .string(failure.code.name)), ("cell", .string(failure.cell)),
                ("count", .number(failure.count)),
            ])
        }
        return .object([
            ("good", .bool(trial.isGood)), ("refusal", refusal ?? .null), ("rows", .number(trial.rows)),
            ("codes", .object(trial.codes.map { ($0.code.name, .number($0.count)) })), ("failures", .array(failures)),
        ])
    }

    private static func question(_ question: SettingsQuestion, _ language: MessageLanguage) -> JSONValue {
        let answers = question.answers.map { answer in
            JSONValue.object([
                ("text", .string(language.text(answer.meaning))), ("settings", ProposalJSON.value(answer.settings)),
            ])
        }
        return .object([("text", .string(language.text(question.subject))), ("answers", .array(answers))])
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
        let rules = proposal.rules
        let columns = Role.allCases.compactMap { role in proposal.columns[role].map { (role.rawValue, value($0)) } }
        let values = Role.allCases.map { role in
            let readings = rules.readings.filter { $0.role == role }
            return (role.rawValue, JSONValue.object(readings.map { ($0.from, .string($0.to)) }))
        }
        func word<Word: RawRepresentable<String>>(_ word: Word?) -> JSONValue? { word.map { .string($0.rawValue) } }
        let members: [(String, JSONValue?)] = [
            ("header", word(proposal.header)), ("columns", .object(columns)),
            ("values", .object(values.filter { !$0.1.isEmpty })), ("ignore", cells(rules.ignore)),
            ("only", cells(rules.only)), ("known", cells(rules.known)), ("accept", .strings(rules.accept)),
            ("fill", .strings(rules.fill)), ("negative", word(proposal.negative)),
            ("decimal", word(proposal.decimal)), ("trailing", word(proposal.trailing)),
            ("totals", .strings(rules.totals)), ("sequence", proposal.sequence.map { .string($0.settingName) }),
            ("day_start", proposal.dayStart.map { .string($0.text) }), ("date_order", word(proposal.dateOrder)),
            ("menu", menu.map { .string($0) }), ("stock", stock.map { .string($0) }),
        ]
        return .object(
            members.compactMap { key, value in
                // That nothing is known says that the export is described.
                let isSaid = value?.isEmpty == false || key == "known" && rules.isDescribed
                return isSaid ? value.map { (key, $0) } : nil
            })
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

    private static func cells(_ cells: [RowFilterSettings.Cell]) -> JSONValue {
        var values: [(String, JSONValue)] = []
        for column in cells.map(\.column) where !values.contains(where: { $0.0 == column }) {
            values.append((column, .strings(cells.filter { $0.column == column }.map(\.value))))
        }
        return .object(values)
    }
}
