/// Proposed POS settings in the form of juice-batch.json, not yet confirmed by the user.
package struct TillProposal: Sendable, Equatable {
    package var columns: [Role: RoleColumns] = [:]
    package var rules = TillRules()
    /// The treatment of negative quantities; nil where nothing is proposed.
    package var negative: TillSettings.Negative?
    package var decimal: DecimalMark?
    package var header: TillSettings.HeaderPlace?
    package var trailing: TillSettings.Trailing?
    package var sequence: TillSettings.Sequence?
    package var dayStart: DayStart?
    package var dateOrder: DateOrder?

    /// Creates an empty proposal.
    package init() {}

    /// Whether nothing is said.
    package var isEmpty: Bool { self == TillProposal() }

    /// Both together; where both say something of the same, what this one says.
    package func adding(_ other: TillProposal) -> TillProposal {
        var sum = self
        sum.columns.merge(other.columns) { own, _ in own }
        for reading in other.rules.readings where !sum.says(reading) { sum.rules.readings.append(reading) }
        Self.add(other.rules.ignore, to: &sum.rules.ignore)
        Self.add(other.rules.only, to: &sum.rules.only)
        Self.add(other.rules.accept, to: &sum.rules.accept)
        Self.add(other.rules.fill, to: &sum.rules.fill)
        Self.add(other.rules.totals, to: &sum.rules.totals)
        sum.negative = negative ?? other.negative
        sum.decimal = decimal ?? other.decimal
        sum.header = header ?? other.header
        sum.trailing = trailing ?? other.trailing
        sum.sequence = sequence ?? other.sequence
        sum.dayStart = dayStart ?? other.dayStart
        sum.dateOrder = dateOrder ?? other.dateOrder
        return sum
    }

    private func says(_ reading: TillRules.Reading) -> Bool {
        rules.readings.contains { $0.role == reading.role && nameKey($0.from) == nameKey(reading.from) }
    }

    private static func add<Element: Equatable>(_ new: [Element], to all: inout [Element]) {
        for element in new where !all.contains(element) { all.append(element) }
    }
}

extension TillProposal {
    /// A proposal that columns mean nothing.
    static func accepting(_ header: String) -> TillProposal {
        var proposal = TillProposal()
        proposal.rules.accept = [header]
        return proposal
    }

    /// One that leaves out rows with some cells in a column.
    static func ignoring(_ header: String, _ cells: [String]) -> TillProposal {
        var proposal = TillProposal()
        proposal.rules.ignore = sayable(cells).map { TillRules.Cell(column: header, value: $0) }
        return proposal
    }

    /// One that leaves out all others.
    static func keeping(_ header: String, _ cells: [String]) -> TillProposal {
        var proposal = TillProposal()
        proposal.rules.only = sayable(cells).map { TillRules.Cell(column: header, value: $0) }
        return proposal
    }

    /// One that names what makes up a role.
    static func naming(_ role: Role, _ headers: [String]) -> TillProposal {
        var proposal = TillProposal()
        proposal.columns[role] = headers.count == 1 ? .single(headers[0]) : .composite(headers.map { .column($0) })
        return proposal
    }

    /// One that reads cells as something else.
    static func reading(_ role: Role, _ readings: [(from: String, to: String)]) -> TillProposal {
        var proposal = TillProposal()
        for (from, to) in readings where isSayable(from) {
            let reading = TillRules.Reading(role: role, from: from, to: to)
            if !proposal.says(reading) { proposal.rules.readings.append(reading) }
        }
        return proposal
    }

    /// Whether a cell can be compared with anything, as names match.
    static func isSayable(_ cell: String) -> Bool { cell.isEmpty || !nameKey(cell).isEmpty }

    private static func sayable(_ cells: [String]) -> [String] { cells.filter(isSayable) }
}
