package import JuiceCore

extension TillSettings {
    /// The word for what is not ours, where a cell could be read as something else.
    package static let ignoredWord = "ignore"

    /// Adds what is said of rows to what is said already, and goes before it where both say what one cell is read as.
    ///
    /// - Parameters:
    ///   - rules: what is said; it has been checked (`TillRules.check`).
    ///   - isTyped: whether it is typed for this run, so that some input has to have its columns.
    ///   - names: the names of what is on the menu.
    /// - Throws: a reading as something that there is not, or as two things.
    package mutating func add(
        _ rules: TillRules, isTyped: Bool, names: NameIndex, menu: Menu
    ) throws(TillRules.Misplaced) {
        try add(rules.readings, names, menu)
        Self.add(rules.ignore, isTyped, to: &ignore)
        Self.add(rules.only, isTyped, to: &only)
        Self.add(rules.accept, isTyped, to: &accept)
        Self.add(rules.fill, isTyped, to: &fill)
        for word in rules.totals where !totals.contains(where: { nameKey($0) == nameKey(word) }) { totals.append(word) }
    }

    private mutating func add(
        _ readings: [TillRules.Reading], _ names: NameIndex, _ menu: Menu
    ) throws(TillRules.Misplaced) {
        var added: [Role: [String: Replacement]] = [:]
        for reading in readings {
            guard let place = reading.place else { preconditionFailure("rules that are checked have readings") }
            guard let replacement = Self.replacement(reading, names) else {
                let choices = Self.choices(reading.role, menu)
                throw TillRules.Misplaced(
                    place,
                    .unknownReading(role: reading.role, from: reading.from, to: reading.to, choices: choices))
            }
            let key = nameKey(reading.from)
            if let other = added[reading.role]?[key], !other.means(replacement) {
                throw TillRules.Misplaced(place, .twoReadings(role: reading.role, from: reading.from))
            }
            added[reading.role, default: [:]][key] = replacement
        }
        for (role, replacements) in added {
            values[role, default: [:]].merge(replacements) { _, added in added }
        }
    }

    private static func replacement(_ reading: TillRules.Reading, _ names: NameIndex) -> Replacement? {
        let to = reading.to
        if nameKey(to) == ignoredWord { return .ignored }
        let isKnown =
            reading.role == .action ? names.action(to) != nil : names.juice(to) != nil || names.fruit(to) != nil
        return isKnown ? .name(to) : nil
    }

    private static func choices(_ role: Role, _ menu: Menu) -> [String] {
        let names =
            role == .action
            ? Action.allCases.map(\.name) : menu.juices.map(\.name) + menu.fruits.map(\.name)
        return names + [ignoredWord]
    }

    private static func add(_ columns: [String], _ isTyped: Bool, to said: inout [Column]) {
        for name in columns {
            let key = nameKey(name)
            if let place = said.firstIndex(where: { nameKey($0.name) == key }) {
                if isTyped { said[place] = Column(name: name, isTyped: true) }
            } else {
                said.append(Column(name: name, isTyped: isTyped))
            }
        }
    }

    private static func add(_ cells: [TillRules.Cell], _ isTyped: Bool, to said: inout [ColumnValues]) {
        for cell in cells {
            let key = nameKey(cell.column)
            guard let place = said.firstIndex(where: { nameKey($0.column.name) == key }) else {
                said.append(
                    ColumnValues(column: Column(name: cell.column, isTyped: isTyped), values: [cell.value]))
                continue
            }
            // Values of one column are alternatives, even if given in several places: a row has to have any one of them.
            let column = isTyped ? Column(name: cell.column, isTyped: true) : said[place].column
            let values = said[place].values
            said[place] = ColumnValues(
                column: column, values: values.contains(cell.value) ? values : values + [cell.value])
        }
    }
}

extension TillSettings.Replacement {
    /// Whether both say the same.
    fileprivate func means(_ other: Self) -> Bool {
        switch (self, other) {
        case (.ignored, .ignored): true
        case (.name(let name), .name(let otherName)): nameKey(name) == nameKey(otherName)
        default: false
        }
    }
}
