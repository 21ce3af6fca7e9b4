internal import CSV

/// A check of the rows of a failure.csv that an earlier run rejected as `unknownValue`, with the settings of this run.
///
/// A failure.csv has the extra columns of all inputs of its run, so an empty cell may come from an input without that
/// column and is checked only if the row's message names the column. If an edited message names no column of the file,
/// the row stays unknown unless all of its cells are listed. If it names a filled column whose cell is empty, the value
/// came from a row above and only the message contains it.
struct UnknownValueRetry: Sendable {
    /// A column of the failure.csv whose values a setting lists.
    private struct Check: Sendable {
        /// The setting: `known`, `ignore` or `only`.
        let setting: ExportSettingLocation
        /// The role of the column; nil for an extra column.
        let role: Role?
        /// The column of failure.csv, from 0.
        let column: Int
        /// The name of the column as the file writes an extra column or the setting that of a role.
        let name: String
        let values: [String]
        /// The keys (`cellKey`) of these values, in any form that failure.csv may have.
        let keys: Set<String>
        /// Whether the original cell may be in a row's message only: that of a filled extra column, or of a role if the
        /// setting is `known` or `ignore`.
        let mayBeInMessage: Bool

        var quotedName: String { quoted(name) }

        /// Whether only a row's message has the original cell, because that of failure.csv is canonical or was filled.
        func isInMessage(_ message: String, _ cell: String) -> Bool {
            mayBeInMessage && (role != nil || cell.isEmpty) && message.contains(quotedName)
        }

        /// The original cell as a message shows it in an option, as in `--known status=paid`; nil without one.
        func cell(in message: String) -> String? {
            guard let found = message.firstRange(of: " \(name)=") ?? message.firstRange(of: "'\(name)="),
                let end = message[found.upperBound...].firstIndex(of: "`")
            else { return nil }
            let cell = message[found.upperBound..<end]
            return String(cell.last == "'" ? cell.dropLast() : cell)
        }

        func lists(_ cell: String) -> Bool { keys.contains(cellKey(cell)) }

        /// Whether the setting lists the cell that the column had in the row's original input, given that of
        /// failure.csv and the row's message; nil for an empty extra cell that the message does not name.
        func listsOriginal(of cell: String, _ message: String) -> Bool? {
            if cell.isEmpty && role == nil && !message.contains(quotedName) { return nil }
            let isInMessage = isInMessage(message, cell)
            if !isInMessage || setting == .known && role != nil, lists(cell) { return true }
            guard isInMessage else { return false }
            return self.cell(in: message).map(lists) ?? values.contains { message.contains(quoted($0)) }
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
        let extras = columns.extraColumns.map {
            (column: $0.column, name: String(decoding: $0.extra.name, as: UTF8.self))
        }
        /// The columns that a setting means by a name: extra columns, or else the column of a role.
        func found(_ name: String) -> [(column: Int, role: Role?, name: String)] {
            let key = nameKey(name)
            let named = extras.filter { nameKey($0.name) == key }
            if !named.isEmpty { return named.map { ($0.column, nil, $0.name) } }
            let role = Role.allCases.first { role in
                options.columns[role].map { $0.singleName.map(nameKey) == key } ?? (Role.byKey[key] == role)
            }
            guard let role, let column = columns.sources[role]?.first else { return [] }
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
                    let forms = list.values + list.values.compactMap { names[cellKey($0)] }
                    let mayBeInMessage = role == nil ? filled.contains(nameKey(name)) : setting != .only
                    return Check(
                        setting: setting, role: role, column: column, name: name, values: list.values,
                        keys: Set(forms.map(cellKey)), mayBeInMessage: mayBeInMessage)
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

    /// Checks a row whose code in failure.csv is `unknownValue` with the settings of this run; returns that code if a
    /// cell is still unknown, `ignored` if the settings leave the row out, and nil if the row can be read again.
    func code(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> OutcomeCode? {
        guard isDescribed else { return .unknownValue }
        let (message, cells) = texts(records, row, columns)
        if missing.contains(where: message.contains) { return .unknownValue }
        let hasEmptyCell = cells.contains { check, cell in
            check.setting == .known && check.role == nil && cell.isEmpty && !check.lists(cell)
        }
        if !namesColumns(message), !missing.isEmpty || hasEmptyCell { return .unknownValue }
        for (check, cell) in cells where check.setting != .known {
            let leavesOutListed = check.setting == .ignore
            if check.listsOriginal(of: cell, message) == leavesOutListed { return .ignored }
        }
        if unnamed.contains(where: message.contains) || !unknownCells(records, row, columns).isEmpty {
            return .unknownValue
        }
        let isReadAsIgnored = replacements.contains { column, values in
            values[cellKey(trimmedText(columns.cell(records, row, column)))] == ExportSettings.ignoredWord
        }
        return isReadAsIgnored ? .ignored : nil
    }

    private func namesColumns(_ message: String) -> Bool {
        unnamed.contains(where: message.contains) || checks.contains { message.contains($0.quotedName) }
    }

    /// The cells of a row that are still unknown, each with its column's name.
    func unknownCells(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout
    ) -> [(column: String, cell: String)] {
        let (message, cells) = texts(records, row, columns)
        return cells.compactMap { check, cell in
            guard check.setting == .known, check.listsOriginal(of: cell, message) == false else { return nil }
            // The cell of a role is canonical; its original was known if the message names only other columns.
            if check.role != nil, !message.contains(check.quotedName), namesColumns(message) { return nil }
            let original = check.isInMessage(message, cell) ? check.cell(in: message) : nil
            return (check.name, original ?? cell)
        }
    }

    /// The message of a row if only it contains a value, from a row above or in the POS's spelling; nil otherwise.
    func message(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> String? {
        let (message, cells) = texts(records, row, columns)
        return cells.contains { $0.isInMessage(message, $1) } ? message : nil
    }

    private func texts(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout
    ) -> (message: String, cells: [(Check, String)]) {
        (
            trimmedText(columns.cell(records, row, columns.message ?? 0)),
            checks.map { ($0, trimmedText(columns.cell(records, row, $0.column))) }
        )
    }
}
