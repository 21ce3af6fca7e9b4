internal import CSV

/// Settings for the rows of a POS's exports, as written and not yet checked against a menu.
package struct RowFilterSettings: Sendable, Equatable {
    /// A cell of the action or the item column, and the meaning that replaces it.
    package struct Reading: Sendable, Equatable {
        package let role: Role
        /// The cell as given; `""` is the empty cell.
        package let from: String
        /// The name of an action, the name of a juice or fruit, or `ignore`.
        package let to: String

        package init(role: Role, from: String, to: String) {
            self.role = role
            self.from = from
            self.to = to
        }
    }

    /// A column and a value of its cells.
    package struct Cell: Sendable, Equatable {
        package let column: String
        /// The cell as given; `""` is the empty cell.
        package let value: String

        package init(column: String, value: String) {
            self.column = column
            self.value = value
        }
    }

    /// The cells of the action and item that are read as something else.
    package var readings: [Reading] = []
    /// The values whose rows are left out.
    package var ignore: [Cell] = []
    /// The values of columns without which rows are left out.
    package var only: [Cell] = []
    /// The values that columns may have.
    package var known: [Cell] = []
    /// Whether the export is described, so that each of its columns must be named by a role or a setting.
    package var isDescribed = false
    /// The columns that are known to have no effect on the stock.
    package var accept: [String] = []
    /// The columns in which an empty cell takes the value of the cell above it.
    package var fill: [String] = []
    /// The words that mark totals rows.
    package var totals: [String] = []
    /// The columns by whose values reports break down sales.
    package var reportBy: [String] = []

    /// Creates rules without any value.
    package init() {}

    /// Checks everything that does not depend on a menu.
    ///
    /// - Throws: The setting that makes no sense, and the reason.
    package func check() throws(Misplaced) {
        for reading in readings {
            guard let place = reading.place else {
                throw Misplaced(.itemValues, .roleOfNoValues(reading.role.rawValue))
            }
            if Self.matchesNothing(reading.from) { throw Misplaced(place, .matchesNothing(reading.from)) }
        }
        for (place, cells) in [(ExportSettingLocation.ignore, ignore), (.only, only), (.known, known)] {
            for cell in cells {
                if trimmedText(cell.column).isEmpty { throw Misplaced(place, .namelessColumn(cell.column)) }
                if Self.matchesNothing(cell.value) { throw Misplaced(place, .matchesNothing(cell.value)) }
            }
        }
        for (place, columns) in [(ExportSettingLocation.accept, accept), (.fill, fill), (.reportBy, reportBy)] {
            for column in columns where trimmedText(column).isEmpty {
                throw Misplaced(place, .namelessColumn(column))
            }
        }
        for word in totals where nameKey(word).isEmpty { throw Misplaced(.totals, .matchesNothing(word)) }
    }

    /// Whether a text is not empty but matches no cell, because it consists of White_Space only.
    private static func matchesNothing(_ text: String) -> Bool { !text.isEmpty && cellKey(text).isEmpty }

    /// An invalid rule and the setting that contains it.
    package struct Misplaced: Error, Sendable, Equatable {
        package let place: ExportSettingLocation
        package let mistake: ExportSettingError

        init(_ place: ExportSettingLocation, _ mistake: ExportSettingError) {
            self.place = place
            self.mistake = mistake
        }
    }
}

extension RowFilterSettings.Reading {
    /// The setting that contains the reading; nil if its role has none.
    package var place: ExportSettingLocation? {
        switch role {
        case .action: .actionValues
        case .item: .itemValues
        case .id, .quantity, .time: nil
        }
    }

    /// Parses `ROLE:FROM=TO`, split at the first `:` and the last `=`.
    package init(_ option: String) throws(ExportSettingError) {
        guard let colon = option.firstIndex(of: ":"), let sign = option.lastIndex(of: "="), colon < sign else {
            throw .noPair(option)
        }
        let word = String(option[..<colon])
        guard let role = Role(rawValue: nameKey(word)) else { throw .roleOfNoValues(word) }
        self.init(
            role: role, from: String(option[option.index(after: colon)..<sign]),
            to: String(option[option.index(after: sign)...]))
        if place == nil { throw .roleOfNoValues(word) }
    }
}

extension RowFilterSettings.Cell {
    /// Parses `COLUMN=VALUE`, split at the first `=`.
    package init(_ option: String) throws(ExportSettingError) {
        guard let sign = option.firstIndex(of: "=") else { throw .noPair(option) }
        self.init(column: String(option[..<sign]), value: String(option[option.index(after: sign)...]))
    }
}
