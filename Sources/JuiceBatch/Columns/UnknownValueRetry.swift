internal import CSV
internal import FlatMemory

/// A check of the rows of a failure.csv that an earlier run rejected as `unknownValue`, with the settings of this run.
///
/// A failure.csv has the extra columns of all inputs of its run, so an empty cell may come from an input without that
/// column. The row's message names the columns whose cells were unknown; empty cells of other columns are not checked.
/// If the message was edited and names no column, or names one that was removed from the file, the row stays unknown
/// unless all of its cells are listed. If it names a filled column whose cell is empty, the value came from a row above
/// and only the message contains it.
struct UnknownValueRetry: Sendable {
    /// A column of the failure.csv whose values a setting lists.
    private struct Check: Sendable {
        /// The setting: `known`, `ignore` or `only`.
        let setting: ExportSettingLocation
        /// The role of the column; nil for an extra column.
        let role: Role?
        /// The column of failure.csv, named as the file writes an extra column or the setting that of a role, with the
        /// values that the setting lists, in any form that failure.csv may have.
        let cells: KnownCells
        /// The values that the setting lists, without the canonical names that `cells` adds.
        let values: [String]
        /// Whether the original cell may be in a row's message only: for an extra column that is filled from above, and
        /// for the known and ignored values of a role.
        let mayBeInMessage: Bool

        /// The name of the column, as messages quote it.
        var quotedName: String { quoted(cells.name) }

        /// Whether only a row's message has the original cell, because that of failure.csv is canonical or was filled.
        func isInMessage(_ message: String, _ cell: String) -> Bool {
            mayBeInMessage && (role != nil || cell.isEmpty) && message.contains(quotedName)
        }

        /// The original cell as a message shows it in an option, as in `--known status=paid`; nil without one.
        func cell(in message: String) -> String? {
            let found = message.firstRange(of: " \(cells.name)=") ?? message.firstRange(of: "'\(cells.name)=")
            guard let rest = found.map({ message[$0.upperBound...] }), let end = rest.firstIndex(of: "`") else {
                return nil
            }
            let cell = rest[..<end]
            return String(cell.last == "'" ? cell.dropLast() : cell)
        }
    }

    private let checks: [Check]
    private let isDescribed: Bool
    /// The names, as messages quote them, of extra columns that no setting names.
    private let unnamed: [String]
    /// The names, as messages quote them, of columns with known values that the failure.csv lacks.
    private let missing: [String]
    /// The columns of roles that have replacements, with the replacements by `cellKey`.
    private let replacements: [(column: Int, values: [String: String])]

    /// Creates the checks for a failure.csv, for whose columns `options` names roles.
    init(_ exportSettings: ExportSettings, _ columns: ColumnLayout, options: ColumnOptions) {
        isDescribed = exportSettings.isDescribed
        let extras = columns.extras.map { (column: $0.column, name: String(decoding: $0.extra.name, as: UTF8.self)) }
        /// The columns that a setting means by a name: extra columns, or else the column of a role.
        func found(_ name: String) -> [(column: Int, role: Role?, name: String)] {
            let key = nameKey(name)
            let named = extras.filter { nameKey($0.name) == key }
            if !named.isEmpty { return named.map { ($0.column, nil, $0.name) } }
            guard let role = options.role(ofHeader: key), let column = columns.sources[role]?.first else { return [] }
            return [(column, role, name)]
        }
        let filled = Set(exportSettings.fill.map { nameKey($0.name) })
        func checks(_ lists: [ExportSettings.Column], _ setting: ExportSettingLocation) -> [Check] {
            lists.flatMap { list in
                found(list.name).map { column, role, name in
                    // Failure.csv has the cells of roles in their canonical forms. A row got past `only` before, by any
                    // spelling, and spellings of one action mean the same; the other lists are of single spellings.
                    let hasAnySpelling = setting == .only || setting == .ignore && role == .action
                    let names = role.flatMap { hasAnySpelling ? exportSettings.canonicalNames[$0] : nil } ?? [:]
                    let mayBeInMessage = role == nil ? filled.contains(nameKey(name)) : setting != .only
                    return Check(
                        setting: setting, role: role,
                        cells: KnownCells(
                            column: column, name: name,
                            matcher: NameMatcher(
                                list.values + list.values.compactMap { names[cellKey($0)] }, by: cellKey, context: 0)),
                        values: list.values, mayBeInMessage: mayBeInMessage)
                }
            }
        }
        self.checks =
            checks(exportSettings.ignore, .ignore) + checks(exportSettings.only, .only)
            + checks(exportSettings.known, .known)
        missing = exportSettings.known.map(\.name).filter { found($0).isEmpty }.map(quoted)
        let named = Set((options.columns.values.flatMap(\.names) + exportSettings.columns.map(\.name)).map(nameKey))
        replacements = exportSettings.values.compactMap { role, values in
            columns.sources[role]?.first.map { ($0, values) }
        }
        unnamed = extras.map(\.name).filter { !named.contains(nameKey($0)) }.map(quoted)
    }

    /// Checks a row whose code in failure.csv is `unknownValue` with the settings of this run.
    ///
    /// - Returns: `unknownValue` if a cell is still unknown, or `ignored` if the settings leave the row out; nil if the
    ///   row can be read again.
    func code(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> OutcomeCode? {
        guard isDescribed else { return .unknownValue }
        let message = text(records, row, columns, columns.message ?? 0)
        if missing.contains(where: message.contains) { return .unknownValue }
        if !namesColumns(message), !missing.isEmpty || hasEmptyCell(records, row, columns) { return .unknownValue }
        for check in checks where check.setting != .known {
            let leavesOutListed = check.setting == .ignore
            if isListed(check, message, records, row, columns) == leavesOutListed { return .ignored }
        }
        if unnamed.contains(where: message.contains) || !unknownCells(records, row, columns).isEmpty {
            return .unknownValue
        }
        return isReadAsIgnored(records, row, columns) ? .ignored : nil
    }

    private func namesColumns(_ message: String) -> Bool {
        unnamed.contains(where: message.contains) || checks.contains { message.contains($0.quotedName) }
    }

    /// Whether the cell of a role, whose canonical name settings need not list, was known in the row's original input,
    /// because the message names only other columns.
    private func wasKnown(_ check: Check, _ message: String) -> Bool {
        check.role != nil && !message.contains(check.quotedName) && namesColumns(message)
    }

    /// Whether a row has an empty cell in an extra column for which settings list known values, but not the empty one.
    private func hasEmptyCell(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> Bool {
        checks.contains { check in
            let cell = columns.cell(records, row, check.cells.column)
            return check.setting == .known && check.role == nil && trimmed(cell).isEmpty && !check.cells.contains(cell)
        }
    }

    /// Whether the listed values include the cell that the column had in the row's original input; nil for an empty
    /// extra cell that the row's message does not name.
    private func isListed(
        _ check: Check, _ message: String, _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout
    ) -> Bool? {
        let cell = columns.cell(records, row, check.cells.column)
        let text = trimmedText(cell)
        if text.isEmpty && check.role == nil && !message.contains(check.quotedName) { return nil }
        let isInMessage = check.isInMessage(message, text)
        if !isInMessage || check.setting == .known && check.role != nil, check.cells.contains(cell) { return true }
        guard isInMessage else { return false }
        guard let original = check.cell(in: message) else {
            return check.values.contains { message.contains(quoted($0)) }
        }
        return Array(original.utf8).withView { check.cells.contains($0) }
    }

    /// Whether the settings leave out rows with the action or the item of this row.
    private func isReadAsIgnored(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> Bool {
        replacements.contains { column, values in
            let text = text(records, row, columns, column)
            let key = cellKey(text)
            return (!key.isEmpty || text.isEmpty) && values[key] == ExportSettings.ignoredWord
        }
    }

    /// The cells of a row that are still unknown, each with its column's name.
    func unknownCells(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout
    ) -> [(column: String, cell: String)] {
        let message = text(records, row, columns, columns.message ?? 0)
        return checks.filter { $0.setting == .known }.compactMap { check in
            guard isListed(check, message, records, row, columns) == false, !wasKnown(check, message) else {
                return nil
            }
            let text = text(records, row, columns, check.cells.column)
            let original = check.isInMessage(message, text) ? check.cell(in: message) : nil
            return (check.cells.name, original ?? text)
        }
    }

    /// The message of a row if only the message contains a value, which came from a row above or which the POS spelled
    /// in another way; nil for any other row.
    func message(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> String? {
        let message = text(records, row, columns, columns.message ?? 0)
        let isNeeded = checks.contains { $0.isInMessage(message, text(records, row, columns, $0.cells.column)) }
        return isNeeded ? message : nil
    }

    private func text(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout, _ column: Int
    ) -> String {
        trimmedText(columns.cell(records, row, column))
    }
}

extension ColumnOptions {
    /// The role of a column whose name has this key (`nameKey`), by options or by its name; nil if it has none.
    fileprivate func role(ofHeader key: String) -> Role? {
        Role.allCases.first { role in
            guard let name = columns[role]?.singleName else {
                return columns[role] == nil && Role.byKey[key] == role
            }
            return nameKey(name) == key
        }
    }
}
