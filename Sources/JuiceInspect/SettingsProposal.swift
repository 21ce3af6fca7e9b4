package import JuiceBatch

/// Proposed POS settings in the form of juice-batch.json, not yet confirmed by the user.
package struct SettingsProposal: Sendable, Equatable {
    package var columns: [Role: RoleColumns] = [:]
    package var rules = RowFilterSettings()
    /// The proposed treatment of negative quantities; nil if none is proposed.
    package var negative: ExportSettings.Negative?
    package var decimal: DecimalMark?
    package var header: ExportSettings.HeaderPlace?
    package var trailing: ExportSettings.Trailing?
    package var sequence: ExportSettings.Sequence?
    package var dayStart: DayStart?
    package var dateOrder: DateOrder?

    /// Creates an empty proposal.
    package init() {}

    /// Creates a proposal of one setting.
    init<Value>(_ setting: WritableKeyPath<SettingsProposal, Value>, _ value: Value) {
        self[keyPath: setting] = value
    }

    /// Whether the proposal contains no settings.
    package var isEmpty: Bool { self == SettingsProposal() }

    /// The union of both proposals, in which this one takes precedence.
    package func adding(_ other: SettingsProposal) -> SettingsProposal {
        var sum = self
        sum.columns.merge(other.columns) { own, _ in own }
        for reading in other.rules.readings where !sum.says(reading) { sum.rules.readings.append(reading) }
        for cells in [\RowFilterSettings.ignore, \.only, \.known] {
            Self.add(other.rules[keyPath: cells], to: &sum.rules[keyPath: cells])
        }
        for words in [\RowFilterSettings.accept, \.fill, \.totals] {
            Self.add(other.rules[keyPath: words], to: &sum.rules[keyPath: words])
        }
        sum.rules.isDescribed = rules.isDescribed || other.rules.isDescribed
        sum.negative = negative ?? other.negative
        sum.decimal = decimal ?? other.decimal
        sum.header = header ?? other.header
        sum.trailing = trailing ?? other.trailing
        sum.sequence = sequence ?? other.sequence
        sum.dayStart = dayStart ?? other.dayStart
        sum.dateOrder = dateOrder ?? other.dateOrder
        return sum
    }

    private func says(_ reading: RowFilterSettings.Reading) -> Bool {
        rules.readings.contains { $0.role == reading.role && cellKey($0.from) == cellKey(reading.from) }
    }

    private static func add<Element: Equatable>(_ new: [Element], to all: inout [Element]) {
        for element in new where !all.contains(element) { all.append(element) }
    }
}

extension SettingsProposal {
    /// Whether settings can refer to a column with this header, because it is not empty.
    static func isNameable(_ header: String) -> Bool { !trimmedText(header).isEmpty }

    /// A proposal that a column has no effect; empty if the column has no name, because no setting can refer to it.
    static func accepting(_ header: String) -> SettingsProposal {
        SettingsProposal(\.rules.accept, [header].filter(isNameable))
    }

    /// A proposal that leaves out rows with some cells in a column.
    static func ignoring(_ header: String, _ cells: [String]) -> SettingsProposal {
        SettingsProposal(\.rules.ignore, Self.cells(header, cells))
    }

    /// A proposal that leaves out all rows without one of some cells in a column.
    static func keeping(_ header: String, _ cells: [String]) -> SettingsProposal {
        SettingsProposal(\.rules.only, Self.cells(header, cells))
    }

    private static func cells(_ header: String, _ cells: [String]) -> [RowFilterSettings.Cell] {
        cells.filter { isNameable(header) && isSayable($0) }.map { RowFilterSettings.Cell(column: header, value: $0) }
    }

    /// A proposal of the columns of a role; without columns, a proposal that the role has none.
    static func naming(_ role: Role, _ headers: [String]) -> SettingsProposal {
        let columns: RoleColumns =
            switch headers.count {
            case 0: .none
            case 1: .single(headers[0])
            default: .composite(headers.map { .column($0) })
            }
        return SettingsProposal(\.columns, [role: columns])
    }

    /// A proposal of how to read some cells of a role.
    static func reading(_ role: Role, _ readings: [(from: String, to: String)]) -> SettingsProposal {
        var proposal = SettingsProposal()
        for (from, to) in readings where isSayable(from) {
            let reading = RowFilterSettings.Reading(role: role, from: from, to: to)
            if !proposal.says(reading) { proposal.rules.readings.append(reading) }
        }
        return proposal
    }

    /// Whether a setting can refer to a cell: it is empty, or its key (`cellKey`) is not.
    static func isSayable(_ cell: String) -> Bool { cell.isEmpty || !cellKey(cell).isEmpty }
}

extension RunSettings {
    /// The settings of a run with the proposal added; existing settings take precedence.
    package func adding(_ proposal: SettingsProposal) throws(BatchError) -> RunSettings {
        var settings = self
        settings.reading.columns.add(defaults: proposal.columns)
        let (said, plain) = (reading.exportSettings, ExportSettings())
        do throws(RowFilterSettings.Misplaced) {
            try proposal.rules.check()
            try settings.reading.exportSettings.add(proposal.rules, isTyped: false, names: names, menu: menu)
        } catch {
            throw .invariant("a proposal makes no sense: \(error)")
        }
        for (role, values) in said.values {
            settings.reading.exportSettings.values[role, default: [:]].merge(values) { _, said in said }
        }
        func propose<Value: Equatable>(_ setting: WritableKeyPath<ExportSettings, Value>, _ value: Value?) {
            guard let value, said[keyPath: setting] == plain[keyPath: setting] else { return }
            settings.reading.exportSettings[keyPath: setting] = value
        }
        propose(\.negative, proposal.negative)
        propose(\.decimal, proposal.decimal)
        propose(\.header, proposal.header)
        propose(\.trailing, proposal.trailing)
        propose(\.sequence, proposal.sequence)
        propose(\.dayStart, proposal.dayStart)
        propose(\.dateOrder, proposal.dateOrder)
        return settings
    }
}
