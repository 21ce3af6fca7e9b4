package import JuiceCore

/// The settings for the exports of a shop's POS, from its configuration or for one run, without the columns of roles.
///
/// They name columns, so that a POS may add others. They do not apply to files that this program wrote.
package struct ExportSettings: Sendable, Equatable {
    /// A column that a setting or an option names, other than that of a role.
    package struct Column: Sendable, Equatable {
        /// The column's name, as the user spelled it.
        package fileprivate(set) var name: String
        /// Whether the column was named on the command line, so that some input must have it, not in the configuration.
        package fileprivate(set) var isTyped: Bool
        /// The values that the setting lists for the column, as spelled; cells are compared with them by `cellKey`.
        package fileprivate(set) var values: [String]

        package init(name: String, isTyped: Bool, values: [String] = []) {
            (self.name, self.isTyped, self.values) = (name, isTyped, values)
        }
    }

    /// The treatment of orders with a negative quantity.
    package enum Negative: String, CaseIterable, Sendable {
        case reject
        /// The row is read as a cancel of as many cups.
        case cancel
        case ignore
    }

    /// The position of the header.
    package enum HeaderPosition: String, CaseIterable, Sendable {
        /// The header is the first row that is not blank.
        case first
        /// The header is the first record that contains all required columns.
        case find
    }

    /// The order in which rows are applied.
    package enum RowSequence: String, CaseIterable, Sendable {
        case file
        case time
        /// The order of the times; rows with equal times are applied from the end of an input to its start.
        case newestFirst = "newest-first"

        /// Creates the order from its name in an option (`newest-first`) or in juice-batch.json (`newest_first`).
        package init?(named name: String) { self.init(rawValue: String(name.map { $0 == "_" ? "-" : $0 })) }

        /// The name in juice-batch.json.
        package var settingName: String { rawValue.split(separator: "-").joined(separator: "_") }
        /// Whether rows are applied in the order of their times.
        package var isByTime: Bool { self != .file }
    }

    /// The treatment of a row with one cell more than there are columns.
    package enum Trailing: String, CaseIterable, Sendable {
        /// The row has the wrong number of cells.
        case keep
        /// The cell is ignored if it is empty and every row of the input has it.
        case drop
    }

    /// The names as which cells of the action and the item are read, by the cells' keys (`cellKey`); `""` is the empty
    /// cell, and rows with a cell that is read as `ignoredWord` are left out.
    package var values: [Role: [String: String]] = [:]
    /// Filters on columns: rows with one of the values are left out.
    package var ignore: [Column] = []
    /// Filters on columns: rows without any of the values are left out.
    package var only: [Column] = []
    /// The cells that columns may have; a row with another cell is rejected.
    package var known: [Column] = []
    /// Whether the exports are described, so that a column that no setting names is an error.
    package var isDescribed = false
    /// The columns that are known to have no effect on the stock.
    package var accept: [Column] = []
    /// The columns in which an empty cell takes the value of the cell above it.
    package var fill: [Column] = []
    /// The names in reports of the actions and items that `only` lists, by the keys of the listed values (`cellKey`).
    package private(set) var canonicalNames: [Role: [String: String]] = [:]
    /// The columns by whose values reports break down sales; `known` lists the values.
    package private(set) var reportBy: [Column] = []
    package var negative = Negative.reject
    /// The decimal mark of quantities; nil if not set.
    package var decimal: DecimalMark?
    package var header = HeaderPosition.first
    package var trailing = Trailing.keep
    /// The words that mark totals rows, as given by the user.
    package var totals: [String] = []
    /// The order in which rows are applied; if nil, that of the file, and inputs that may be newest first are refused.
    package var sequence: RowSequence?
    package var dayStart = DayStart.midnight
    package var dateOrder: DateOrder?
    /// The date of the run as `YYYY-MM-DD`, for composites with `@date`; nil if it has none.
    package var date: String?
    /// The number of rows that the user expects of the run.
    package var expectedRows: Int?
    /// The quantity of orders minus that of cancels that the user expects of the run; it may be negative.
    package var expectedQuantity: Int?

    package init() {}

    /// All columns that the settings name, except those of roles.
    package var columns: [Column] { ignore + only + known + accept + fill }

    /// The word in settings by which rows with a certain cell are left out.
    package static let ignoredWord = "ignore"

    /// Adds settings that `RawExportSettings.check` accepts; they override earlier single values and those of the same cell.
    ///
    /// An unknown replacement, two for one cell, or a column of `reportBy` that `known` does not list is an error.
    package mutating func add(
        _ settings: RawExportSettings, isTyped: Bool, names: NameIndex, menu: Menu
    ) throws(LocatedSettingError) {
        try add(settings.replacements, names, menu)
        for cell in settings.ignore { Self.add(cell.column, value: cell.value, isTyped, to: &ignore) }
        for cell in settings.only { Self.add(cell.column, value: cell.value, isTyped, to: &only) }
        for cell in settings.known { Self.add(cell.column, value: cell.value, isTyped, to: &known) }
        isDescribed = isDescribed || settings.isDescribed
        negative = settings.negative ?? negative
        decimal = settings.decimal ?? decimal
        header = settings.header ?? header
        trailing = settings.trailing ?? trailing
        sequence = settings.sequence ?? sequence
        dayStart = settings.dayStart ?? dayStart
        dateOrder = settings.dateOrder ?? dateOrder
        for name in settings.accept { Self.add(name, isTyped, to: &accept) }
        for name in settings.fill { Self.add(name, isTyped, to: &fill) }
        for word in settings.totals where !totals.contains(where: { nameKey($0) == nameKey(word) }) {
            totals.append(word)
        }
        // All of them are found again, because `known` may list further values of their columns.
        let reported = reportBy.map(\.name) + settings.reportBy
        reportBy = []
        for name in reported where !reportBy.contains(where: { nameKey($0.name) == nameKey(name) }) {
            guard let list = known.first(where: { nameKey($0.name) == nameKey(name) }) else {
                throw LocatedSettingError(.reportBy, .unlistedColumn(name))
            }
            reportBy.append(list)
        }
        for value in (only + ignore).flatMap(\.values) {
            canonicalNames[.action, default: [:]][cellKey(value)] = names.action(replaced(value, .action))?.name
            let item = replaced(value, .item)
            canonicalNames[.item, default: [:]][cellKey(value)] =
                names.juice(item).map { menu.juices[$0].name } ?? names.fruit(item).map { menu.fruits[$0].name }
        }
    }

    /// The name as which the settings read a cell of the action or the item; the cell itself if they have none.
    func replaced(_ cell: String, _ role: Role) -> String {
        guard let name = values[role]?[cellKey(cell)], name != Self.ignoredWord else { return cell }
        return name
    }

    private mutating func add(
        _ replacements: [RawExportSettings.ReplacementRule], _ names: NameIndex, _ menu: Menu
    ) throws(LocatedSettingError) {
        var targets: [Role: [String: String]] = [:]
        for rule in replacements {
            let (key, target) = (cellKey(rule.from), nameKey(rule.to))
            let isAction = rule.role == .action
            let isIgnored = target == Self.ignoredWord
            guard isIgnored || (isAction ? names.action(rule.to) != nil : names.isOnMenu(rule.to)) else {
                let items = menu.juices.map(\.name) + menu.fruits.map(\.name)
                let choices = (isAction ? Action.allCases.map(\.name) : items) + [Self.ignoredWord]
                throw LocatedSettingError(
                    rule.location,
                    .unknownReplacement(role: rule.role, from: rule.from, to: rule.to, choices: choices))
            }
            guard targets[rule.role, default: [:]].updateValue(target, forKey: key) ?? target == target else {
                throw LocatedSettingError(
                    rule.location, .conflictingReplacements(role: rule.role, from: rule.from))
            }
            values[rule.role, default: [:]][key] = isIgnored ? Self.ignoredWord : rule.to
        }
    }

    /// Adds a column to a list, or a value to those of the column, and records whether it was typed.
    private static func add(_ name: String, value: String? = nil, _ isTyped: Bool, to list: inout [Column]) {
        let key = nameKey(name)
        let index = list.firstIndex { nameKey($0.name) == key } ?? list.count
        if index == list.count { list.append(Column(name: name, isTyped: isTyped)) }
        if isTyped { (list[index].name, list[index].isTyped) = (name, true) }
        // Values of one column are alternatives, even if they come from several settings: a row needs only one of them.
        if let value, !list[index].values.contains(value) { list[index].values.append(value) }
    }

    /// Parses the figures that the user expects of the run: `rows=N` and `quantity=N`, each at most once.
    package mutating func expect(_ options: [String]) throws(BatchError) {
        for option in options {
            let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[1].hasPrefix("+"), let number = Int(parts[1]) else {
                throw .usage(.malformedExpectation(option))
            }
            switch parts[0] {
            case "rows" where number >= 0 && expectedRows == nil: expectedRows = number
            case "quantity" where expectedQuantity == nil: expectedQuantity = number
            default: throw .usage(.malformedExpectation(option))
            }
        }
    }
}
