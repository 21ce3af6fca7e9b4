/// The result of inspecting exports of an unfamiliar POS: their columns, the proposed settings and the open questions.
package struct Inspection: Sendable {
    /// The findings about an input.
    package struct Input: Sendable {
        package let survey: InputSurvey
        /// The role of each column, with settled and proposed settings.
        package let columns: [ColumnReading]
        /// The repetitions of its ids; nil where no column is like an id.
        package let ids: IDReading?
    }

    package let inputs: [Input]
    /// The settings that are settled or typed.
    package let settled: SettingsProposal
    /// The additional settings that are proposed.
    package let proposal: SettingsProposal
    /// The settings that describe the export besides; empty unless that was asked for.
    package let description: SettingsProposal
    package let questions: [SettingsQuestion]
    /// The predicted result of a run with the inputs as they are.
    package let before: TrialOutcome
    /// The predicted result of a run with the proposed settings.
    package let after: TrialOutcome

    /// Creates an inspection from its findings.
    package init(
        _ found: [InspectedInput], names: NameIndex, settled: SettingsProposal, proposal: SettingsProposal,
        description: SettingsProposal = SettingsProposal(), questions: [SettingsQuestion], before: TrialOutcome,
        after: TrialOutcome
    ) {
        self.settled = settled
        self.proposal = proposal
        self.description = description
        self.questions = questions
        self.before = before
        self.after = after
        inputs = found.map { input in
            let survey = input.survey
            let reader = ColumnReader(survey, settled: settled, proposal: proposal)
            let doubts = ColumnDoubts(survey, settled.adding(proposal), input.found, names: names)
            let columns = survey.columns.indices.map { column in
                var reading = reader.reading(column)
                if reader.isUnnamed(column) { reading.ambiguity = doubts.kind(column, hasQuantity: reader.hasQuantity) }
                return reading
            }
            return Input(survey: survey, columns: columns, ids: reader.ids)
        }
    }

    /// The settled and proposed settings together: the proposed content of juice-batch.json.
    package var whole: SettingsProposal { settled.adding(proposal).adding(description) }
}

/// The role of a column.
package struct ColumnReading: Sendable, Equatable {
    /// The source of a column's role.
    package enum Source: String, Sendable {
        /// The role follows from the header alone.
        case header
        /// A setting or an option.
        case settled
        case proposed
    }

    /// The roles of the column, each with its source; empty for an extra column.
    package var roles: [(role: Role, source: Source)] = []
    /// The keys of settings that name it besides, such as `accept`.
    package var settings: [String] = []
    /// The meaning that the column may have, where it is ambiguous.
    package var ambiguity: Ambiguity.Column?

    package static func == (a: Self, b: Self) -> Bool {
        a.settings == b.settings && a.ambiguity == b.ambiguity && a.roles.elementsEqual(b.roles) { $0 == $1 }
    }
}

/// The repetitions of an input's ids.
package struct IDReading: Sendable, Equatable {
    /// The arrangement of rows with the same id.
    package enum Repeats: String, Sendable {
        case none
        /// Side by side, as the rows of one receipt do.
        case together
        /// Apart, as where numbers start anew.
        case apart
        /// The input has too many ids to tell.
        case unknown
    }

    package let header: String
    /// The number of different ids, as far as they are counted.
    package let distinct: Int
    package let repeats: Repeats
}

/// The reader that finds the roles of columns.
struct ColumnReader {
    let survey: InputSurvey
    let settled: SettingsProposal
    let proposal: SettingsProposal
    private let keys: [String]

    init(_ survey: InputSurvey, settled: SettingsProposal, proposal: SettingsProposal) {
        self.survey = survey
        self.settled = settled
        self.proposal = proposal
        keys = survey.header.map(nameKey)
    }

    /// The role of a column, from 0.
    func reading(_ column: Int) -> ColumnReading {
        var reading = ColumnReading()
        for role in Role.allCases {
            let (columns, source) = columns(of: role)
            if columns.contains(column) { reading.roles.append((role, source)) }
        }
        let rules = settled.adding(proposal).rules
        let named = [
            ("accept", rules.accept), ("fill", rules.fill), ("ignore", rules.ignore.map(\.column)),
            ("only", rules.only.map(\.column)), ("known", rules.known.map(\.column)),
        ]
        let key = keys[column]
        reading.settings = named.filter { $1.contains { nameKey($0) == key } }.map { $0.0 }
        return reading
    }

    /// Whether neither a role nor a setting names a column, so that it may be in doubt.
    func isUnnamed(_ column: Int) -> Bool {
        let reading = reading(column)
        return reading.roles.isEmpty && reading.settings.allSatisfy { $0 == "fill" } && survey.ownFile == nil
    }

    /// Whether neither a role nor a setting names a column, so that an export with it is not described.
    ///
    /// What fills a column describes it.
    func isUndescribed(_ column: Int) -> Bool {
        let reading = reading(column)
        return reading.roles.isEmpty && reading.settings.isEmpty && survey.ownFile == nil
    }

    /// Whether a column holds quantities.
    var hasQuantity: Bool { !columns(of: .quantity).0.isEmpty }

    private func columns(of role: Role) -> ([Int], ColumnReading.Source) {
        for (said, source) in [(settled, ColumnReading.Source.settled), (proposal, .proposed)] {
            guard survey.ownFile == nil, let named = said.columns[role] else { continue }
            if named == RoleColumns.none { return ([], source) }
            let found = named.names.compactMap { name in keys.firstIndex(of: nameKey(name)) }
            if !found.isEmpty { return (found, source) }
        }
        var found = keys.indices.filter { Role.byKey[keys[$0]] == role }
        if role == .time, found.isEmpty { found = keys.indices.filter { Role.dateKeys.contains(keys[$0]) } }
        return (found.count == 1 || role != .time ? found : [], .header)
    }

    /// The repetitions of ids, by the number of a row or a receipt.
    var ids: IDReading? {
        let named = columns(of: .id).0
        let byName = HeaderHints.receipt.lazy.compactMap { keys.firstIndex(of: $0) }.first
        let receipts = named.filter { HeaderHints.receipt.contains(keys[$0]) || Role.byKey[keys[$0]] == .id }
        guard let place = receipts.first ?? (named.count == 1 ? named.first : nil) ?? byName else { return nil }
        let (column, cells) = (survey.columns[place], survey.table.columns[place])
        guard !column.values.isEmpty else { return nil }
        let distinct = cells.distinct
        let repeats: IDReading.Repeats =
            cells.hasMore
            ? cells.hasRepeats ? .apart : .unknown
            : !cells.hasRepeats
                ? .none : cells.repeatsAbove + distinct == cells.counts.dropFirst().reduce(0, +) ? .together : .apart
        return IDReading(header: column.name, distinct: distinct, repeats: repeats)
    }
}
