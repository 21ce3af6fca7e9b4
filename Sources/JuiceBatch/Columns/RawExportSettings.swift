/// The settings for a POS's exports as the user wrote them, not yet checked against a menu.
///
/// Each means the same as the property of `ExportSettings` with its name; an optional one is nil if it is not set.
package struct RawExportSettings: Sendable, Equatable {
    /// A cell of the action or of the item, and the name as which it is read.
    package struct ReplacementRule: Sendable, Equatable {
        package let role: Role
        /// The cell as given; `""` is the empty cell.
        package let from: String
        /// The name of an action, the name of a juice or fruit, or `ignore`.
        package let to: String

        package init(role: Role, from: String, to: String) { (self.role, self.from, self.to) = (role, from, to) }
    }

    /// A column and one of the values of its cells.
    package struct Cell: Sendable, Equatable {
        package let column: String
        /// The cell as given; `""` is the empty cell.
        package let value: String

        package init(column: String, value: String) { (self.column, self.value) = (column, value) }
    }

    /// The columns of each role, of which an input need not have all; `none` for a role that the exports lack.
    package var columns: [Role: RoleColumns] = [:]
    /// The cells of the action and the item that are read as something else.
    package var replacements: [ReplacementRule] = []
    package var ignore: [Cell] = []
    package var only: [Cell] = []
    package var known: [Cell] = []
    package var isDescribed = false
    package var accept: [String] = []
    package var fill: [String] = []
    package var totals: [String] = []
    package var reportBy: [String] = []
    package var negative: ExportSettings.Negative?
    package var decimal: DecimalMark?
    package var header: ExportSettings.HeaderPosition?
    package var trailing: ExportSettings.Trailing?
    package var sequence: ExportSettings.RowSequence?
    package var dayStart: DayStart?
    package var dateOrder: DateOrder?
    /// The settings file as shown in messages; empty for settings from elsewhere.
    package var origin = ""

    package init() {}

    /// Parses options of the command line, which are given by the setting to which they belong.
    ///
    /// They are `ROLE:FROM=TO` for `itemValues` (of both roles), `COLUMN=VALUE` for filters and known values, and for
    /// other settings the name of a column or a word.
    package init(_ options: [ExportSettingLocation: [String]]) throws(BatchError) {
        func cells(_ location: ExportSettingLocation) throws(LocatedSettingError) -> [Cell] {
            try (options[location] ?? []).map { option throws(LocatedSettingError) in try Cell(option, of: location) }
        }
        accept = options[.accept] ?? []
        fill = options[.fill] ?? []
        totals = options[.totals] ?? []
        reportBy = options[.reportBy] ?? []
        do throws(LocatedSettingError) {
            replacements = try (options[.itemValues] ?? []).map(ReplacementRule.init)
            ignore = try cells(.ignore)
            only = try cells(.only)
            known = try cells(.known)
            isDescribed = !known.isEmpty
            try check()
        } catch {
            throw .usage(.exportSettings(error))
        }
    }

    /// Checks everything that does not depend on a menu; throws the first invalid setting, and the reason.
    package func check() throws(LocatedSettingError) {
        for rule in replacements where Self.matchesNothing(rule.from) {
            throw LocatedSettingError(rule.location, .matchesNothing(rule.from))
        }
        for (location, cells) in [(ExportSettingLocation.ignore, ignore), (.only, only), (.known, known)] {
            for cell in cells {
                if trimmedText(cell.column).isEmpty {
                    throw LocatedSettingError(location, .blankColumnName(cell.column))
                }
                if Self.matchesNothing(cell.value) { throw LocatedSettingError(location, .matchesNothing(cell.value)) }
            }
        }
        for (location, columns) in [(ExportSettingLocation.accept, accept), (.fill, fill), (.reportBy, reportBy)] {
            for column in columns where trimmedText(column).isEmpty {
                throw LocatedSettingError(location, .blankColumnName(column))
            }
        }
        for word in totals where nameKey(word).isEmpty { throw LocatedSettingError(.totals, .matchesNothing(word)) }
    }

    /// Whether a text is not empty but matches no cell, because it consists of White_Space only.
    private static func matchesNothing(_ text: String) -> Bool { !text.isEmpty && cellKey(text).isEmpty }
}

extension RawExportSettings.ReplacementRule {
    var location: ExportSettingLocation { role == .action ? .actionValues : .itemValues }

    /// Parses `ROLE:FROM=TO`, split at the first `:` and the last `=`.
    package init(_ option: String) throws(LocatedSettingError) {
        guard let colon = option.firstIndex(of: ":"), let sign = option.lastIndex(of: "="), colon < sign,
            let role = Role(rawValue: nameKey(String(option[..<colon]))), role == .action || role == .item
        else { throw LocatedSettingError(.itemValues, .noPair(option)) }
        self.init(
            role: role, from: String(option[option.index(after: colon)..<sign]),
            to: String(option[option.index(after: sign)...]))
    }
}

extension RawExportSettings.Cell {
    /// Parses `COLUMN=VALUE`, split at the first `=`.
    init(_ option: String, of location: ExportSettingLocation) throws(LocatedSettingError) {
        guard let sign = option.firstIndex(of: "=") else { throw LocatedSettingError(location, .noPair(option)) }
        self.init(column: String(option[..<sign]), value: String(option[option.index(after: sign)...]))
    }
}
