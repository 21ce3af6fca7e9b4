package import JuiceBatch

/// Proposed settings for a POS's exports, not yet confirmed by the user.
package typealias SettingsProposal = RawExportSettings

extension SettingsProposal {
    /// Creates a proposal of one setting.
    package init<Value>(_ setting: WritableKeyPath<Self, Value>, _ value: Value) {
        self.init()
        self[keyPath: setting] = value
    }

    /// Whether the proposal contains no settings.
    package var isEmpty: Bool { self == SettingsProposal() }
    /// The columns by whose cells rows are left out.
    var filterColumns: [String] { (ignore + only).map(\.column) }

    /// The union of both proposals, in which this one takes precedence.
    package func adding(_ other: SettingsProposal) -> SettingsProposal {
        var sum = self
        sum.columns.merge(other.columns) { first, _ in first }
        for rule in other.replacements where !sum.contains(rule) { sum.replacements.append(rule) }
        func add<Element: Equatable>(_ list: WritableKeyPath<Self, [Element]>) {
            for element in other[keyPath: list] where !sum[keyPath: list].contains(element) {
                sum[keyPath: list].append(element)
            }
        }
        for cells in [\Self.ignore, \.only, \.known] { add(cells) }
        for words in [\Self.accept, \.fill, \.totals] { add(words) }
        sum.isDescribed = isDescribed || other.isDescribed
        sum.negative = negative ?? other.negative
        sum.decimal = decimal ?? other.decimal
        sum.header = header ?? other.header
        sum.trailing = trailing ?? other.trailing
        sum.sequence = sequence ?? other.sequence
        sum.dayStart = dayStart ?? other.dayStart
        sum.dateOrder = dateOrder ?? other.dateOrder
        return sum
    }

    private func contains(_ rule: ReplacementRule) -> Bool {
        replacements.contains { $0.role == rule.role && cellKey($0.from) == cellKey(rule.from) }
    }

    /// Whether settings can refer to a column with this header, because it is not empty.
    static func isNameable(_ header: String) -> Bool { !trimmedText(header).isEmpty }

    /// A proposal that a column has no effect; empty if the column has no name, because no setting can refer to it.
    package static func accepting(_ header: String) -> SettingsProposal {
        SettingsProposal(\.accept, [header].filter(isNameable))
    }

    /// A proposal to leave out the rows that have one of these cells in a column.
    package static func ignoring(_ header: String, _ cells: [String]) -> SettingsProposal {
        SettingsProposal(\.ignore, Self.cells(header, cells))
    }

    /// A proposal to read only the rows that have one of these cells in a column.
    package static func keeping(_ header: String, _ cells: [String]) -> SettingsProposal {
        SettingsProposal(\.only, Self.cells(header, cells))
    }

    /// The cells of a column with a name; empty for one without a name.
    package static func cells(_ header: String, _ cells: [String]) -> [Cell] {
        isNameable(header) ? cells.map { Cell(column: header, value: $0) } : []
    }

    /// A proposal of the columns of a role; without columns, a proposal that the role has none.
    package static func naming(_ role: Role, _ headers: [String]) -> SettingsProposal {
        SettingsProposal(\.columns, [role: .composite(headers.map { .column($0) })])
    }

    /// A proposal that a role has no column, and that these columns, which may have been the role's, have no effect.
    package static func without(_ role: Role, accepting headers: [String]) -> SettingsProposal {
        headers.reduce(naming(role, [])) { $0.adding(.accepting($1)) }
    }

    static func replacing(_ role: Role, _ cells: [String], as name: String) -> SettingsProposal {
        replacing(role, cells.map { ($0, name) })
    }

    /// A proposal to read cells of the action or the item as something else.
    package static func replacing(_ role: Role, _ cells: [(from: String, to: String)]) -> SettingsProposal {
        var proposal = SettingsProposal()
        for (from, to) in cells {
            let rule = ReplacementRule(role: role, from: from, to: to)
            if !proposal.contains(rule) { proposal.replacements.append(rule) }
        }
        return proposal
    }
}

extension [String] {
    /// Whether the list has a name, ignoring differences such as case and spaces.
    func containsName(_ name: String) -> Bool {
        let key = nameKey(name)
        return contains { nameKey($0) == key }
    }
}

extension RunSettings {
    /// The settings of a run with the proposal added; existing columns of roles and replacements take precedence.
    ///
    /// Other settings with a single value are proposed only if they are not set, or if their default is.
    package func adding(_ proposal: SettingsProposal) throws(BatchError) -> RunSettings {
        var settings = self
        settings.reading.columns.add(defaults: proposal.columns)
        do throws(LocatedSettingError) {
            try proposal.check()
            try settings.reading.exportSettings.add(proposal, isTyped: false, names: names, menu: menu)
        } catch {
            throw .invariant("the proposed settings are not valid: \(error)")
        }
        for (role, values) in reading.exportSettings.values {
            settings.reading.exportSettings.values[role, default: [:]].merge(values) { _, current in current }
        }
        return settings
    }
}

/// A question about a POS's exports that only the user can answer.
package struct SettingsQuestion: Sendable {
    /// The subject of a question, with what the user needs to decide it.
    package enum Subject: Sendable, Equatable {
        /// The meaning of a column, with some of its cells, the most frequent first.
        case column(Ambiguity.Column, header: String, cells: [String])
        /// The one of several columns that contains the quantities.
        case quantityColumns(headers: [String])
        /// The name of an ambiguous column that has no name.
        case namelessColumn
        /// Whether repeated rows are the same order, with an id, their number, and the first one's line, from 1. They
        /// differ at most in payment, tax or delivery.
        case duplicateRows(header: String, id: String, count: Int, line: Int)
        /// Whether to leave out ids that a spreadsheet truncated.
        case cutOffIDs(header: String, example: String)
        /// The meaning of quantities that are not numbers or not allowed, most frequent first.
        case quantities(header: String, cells: [String])
        /// The meaning of names that contain a number of cups.
        case cupsInNames([String])
        /// A last line that counts the rows, and its line number, from 1.
        case countLine(cell: String, line: Int)
        /// The meaning of rows with a word for totals but another figure than the sum above, and one's line, from 1.
        case contradictedTotals(cell: String, line: Int)
        /// Whether a row with an item and, in a column behind it, a word for totals is a total; its line, from 1.
        case totalOfItem(cell: String, line: Int)
        /// The meaning of rows that look like reversed orders although their quantity has no minus sign.
        case reversedRows(header: String, cells: [String])
        /// The meaning of cells of the action column.
        case actionWords(header: String, cells: [String])
        /// The column that names the sold item.
        case itemColumn(headers: [String])
        /// The meaning of names that the menu lacks, the most frequent first.
        case unknownNames([UnknownName])
        /// Whether to leave out rows of other kinds: the kinds of items on the menu, and the others.
        case kinds(header: String, ofShop: [String], others: [String])
        /// The meaning of rows without an item: their number, and the line of the first, from 1.
        case namelessRows(count: Int, line: Int)
        /// Whether rows below a second header belong to the same table; the value is the name of the item's column.
        case secondTable(item: String)
        /// Whether inputs with the same ids come from separate POS terminals; the values name the id's columns.
        case sharedNumbers(headers: [String])
        /// Whether short receipt numbers start again each day, in an export without a date.
        case restartingNumbers(header: String)
        /// The order of day and month in dates.
        case dateOrder(header: String, example: String)
        /// Whether a point or comma in quantities separates thousands.
        case thousands(header: String, example: String)
    }

    /// A name in the item's column that the menu lacks.
    package struct UnknownName: Sendable, Equatable {
        package let name: String
        /// The number of rows with the name.
        package let count: Int
        /// The closest name on the menu; nil if none is close.
        package let nearest: String?
    }

    /// A possible answer to a question, and the settings that result from it.
    package typealias Answer = (meaning: Meaning, settings: SettingsProposal)

    /// The meaning of an answer, which the user chooses by a sentence.
    package enum Meaning: Sendable {
        /// The column has no effect on the stock.
        case meansNothing
        case rowsDoNotCount
        /// Rows with an empty cell belong to the order above.
        case rowsAndThoseBelowDoNotCount
        /// An empty cell has the content of the cell above.
        case isSameAsAbove
        case onlyTheseCount
        /// The variant is a separate product with its own recipe on the menu.
        case separateProducts
        case isQuantity
        case isAction
        /// The fruit of the reversed rows returns to the stock.
        case returnsToStock
        case isItem
        case isOnTheMenu
        /// The names are those of fruits, so that the rows are deliveries.
        case isFruit
        /// The rows have no ids.
        case doWithout
        case sameRowAgain, separateOrders
        case restartsEachDay, neverRestarts
        case isSale
        case monthFirst, dayFirst
        case fraction, thousands
    }

    package let subject: Subject
    package internal(set) var answers: [Answer]

    package init(_ subject: Subject, _ answers: [Answer]) { (self.subject, self.answers) = (subject, answers) }
}
