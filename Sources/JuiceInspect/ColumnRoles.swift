package import JuiceBatch

/// The role of a column, and where the role comes from.
package struct ColumnReading: Sendable {
    /// The source of a column's role.
    package enum Source: String, Sendable {
        /// The role follows from the header alone.
        case header
        /// The role was set by a setting or an option.
        case settled
        case proposed
    }

    /// The roles of the column, each with its source; empty for an extra column.
    package let roles: [(role: Role, source: Source)]
    /// The keys of other settings that name the column, such as `accept`.
    package let settings: [String]
    /// The meaning that the column may have, if it is ambiguous.
    package internal(set) var ambiguity: Ambiguity.Column?

    /// Whether the column may be ambiguous, because neither a role nor a setting that gives it a meaning names it.
    var isUnnamed: Bool { roles.isEmpty && settings.allSatisfy { $0 == "fill" } }
    /// Whether neither a role nor a setting names it, so that an export with it is not described.
    var isUndescribed: Bool { roles.isEmpty && settings.isEmpty }
}

/// The repetitions of an input's ids: how many distinct ids there are, and how equal ones are arranged.
package struct IDReading: Sendable {
    /// The arrangement of rows with the same id.
    package enum Repeats: String, Sendable {
        case none
        /// Rows with the same id are next to each other, as the rows of one receipt are.
        case together
        /// Rows with the same id are apart, as when the numbering starts again.
        case apart
        /// The input has too many ids to determine the arrangement.
        case unknown
    }

    package let header: String
    /// The number of different ids, up to the counting limit.
    package let distinct: Int
    package let repeats: Repeats

    init(_ column: ExportColumn) {
        (header, distinct) = (column.name, column.distinct)
        guard column.hasRepeats else {
            repeats = column.hasMore ? .unknown : .none
            return
        }
        let codes = column.codes
        let stretches = codes.indices.count { row in
            codes[row] != ExportColumn.empty && (row == 0 || codes[row] != codes[row - 1])
        }
        repeats = !column.hasMore && stretches == distinct ? .together : .apart
    }
}

/// The roles that the columns of an export have by settings and by their headers.
struct ColumnRoles {
    private let export: ExportTable
    private let settled: SettingsProposal
    private let proposal: SettingsProposal

    init(_ export: ExportTable, settled: SettingsProposal, proposal: SettingsProposal = SettingsProposal()) {
        self.export = export
        self.settled = settled
        self.proposal = proposal
    }

    /// The columns of a role, from 0, that the export has.
    func columns(of role: Role) -> (columns: [Int], source: ColumnReading.Source) {
        for (said, source) in [(settled, ColumnReading.Source.settled), (proposal, .proposed)] {
            guard export.ownFile == nil, let named = said.columns[role] else { continue }
            let found = named.names.compactMap(export.column)
            if named == .none || !found.isEmpty { return (found, source) }
        }
        var found = export.columns.indices.filter { Role.byKey[export.columns[$0].key] == role }
        // A column of dates is the time only if there is no other time column; of several, none is used.
        if role == .time, found.isEmpty {
            found = export.columns.indices.filter { Role.dateKeys.contains(export.columns[$0].key) }
        }
        return (role == .time && found.count > 1 ? [] : found, .header)
    }

    /// Whether a column holds quantities.
    var hasQuantity: Bool { !columns(of: .quantity).columns.isEmpty }

    /// The role of a column, from 0.
    func reading(_ column: Int) -> ColumnReading {
        let rules = settled.adding(proposal).rules
        let named = [
            ("accept", rules.accept), ("fill", rules.fill), ("ignore", rules.ignore.map(\.column)),
            ("only", rules.only.map(\.column)), ("known", rules.known.map(\.column)),
        ]
        return ColumnReading(
            roles: Role.allCases.compactMap { role in
                let (columns, source) = columns(of: role)
                return columns.contains(column) ? (role, source) : nil
            },
            settings: named.filter { $1.contains { nameKey($0) == export.columns[column].key } }.map { $0.0 })
    }

    /// The repetitions of ids, by the column of row or receipt numbers; nil if no column looks like an id.
    var ids: IDReading? {
        let named = columns(of: .id).columns
        let receipts = named.filter { column in
            let key = export.columns[column].key
            return HeaderHints.receipt.contains(key) || Role.byKey[key] == .id
        }
        let byName = HeaderHints.receipt.lazy.compactMap(export.column)
        guard let column = receipts.first ?? (named.count == 1 ? named.first : byName.first),
            !export.columns[column].values.isEmpty
        else { return nil }
        return IDReading(export.columns[column])
    }
}
