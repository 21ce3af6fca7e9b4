package import JuiceBatch

/// Settings of a till as juice-batch.json says them.
package enum ProposalJSON {
    /// The object, its keys in the order in which the manual lists them.
    ///
    /// - Parameters:
    ///   - menu: the menu's file, which it names as well; nil for none.
    ///   - stock: likewise.
    package static func value(_ proposal: TillProposal, menu: String? = nil, stock: String? = nil) -> JSONValue {
        var members: [(String, JSONValue)] = []
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.append((key, value)) }
        }
        add("header", proposal.header.map { .string($0.rawValue) })
        let columns = Role.allCases.compactMap { role in proposal.columns[role].map { (role.rawValue, value($0)) } }
        add("columns", columns.isEmpty ? nil : .object(columns))
        let values = Role.allCases.compactMap { role -> (String, JSONValue)? in
            let readings = proposal.rules.readings.filter { $0.role == role }
            return readings.isEmpty ? nil : (role.rawValue, .object(readings.map { ($0.from, .string($0.to)) }))
        }
        add("values", values.isEmpty ? nil : .object(values))
        add("ignore", cells(proposal.rules.ignore))
        add("only", cells(proposal.rules.only))
        add("accept", list(proposal.rules.accept))
        add("fill", list(proposal.rules.fill))
        add("negative", proposal.negative.map { .string($0.rawValue) })
        add("decimal", proposal.decimal.map { .string($0.rawValue) })
        add("trailing", proposal.trailing.map { .string($0.rawValue) })
        add("totals", list(proposal.rules.totals))
        add("sequence", proposal.sequence.map { .string($0.rawValue) })
        add("day_start", proposal.dayStart.map { .string($0.text) })
        add("date_order", proposal.dateOrder.map { .string($0.rawValue) })
        add("menu", menu.map { .string($0) })
        add("stock", stock.map { .string($0) })
        return .object(members)
    }

    /// The object with what a file says besides, the key of the file's schema first and the others behind.
    package static func value(_ proposed: JSONValue, besides others: [(String, JSONValue)]) -> JSONValue {
        guard case .object(let members) = proposed else { preconditionFailure("settings are an object") }
        let more = others.filter { other in !members.contains { $0.0 == other.0 } }
        return .object(more.filter { $0.0.hasPrefix("$") } + members + more.filter { !$0.0.hasPrefix("$") })
    }

    /// Settings as people write them, with a line end behind: a list stands on one line.
    package static func text(_ settings: JSONValue) -> String {
        // No string has a line end in it, since JSON writes it otherwise: a line that ends in a bracket opens a list.
        var text = ""
        var isInList = false
        for line in settings.text.split(separator: "\n") {
            let bare = line.drop { $0 == " " }
            if isInList {
                isInList = !bare.hasPrefix("]")
                if isInList, !text.hasSuffix("[") { text += " " }
                text += bare + (isInList ? "" : "\n")
            } else {
                isInList = line.hasSuffix("[")
                text += line + (isInList ? "" : "\n")
            }
        }
        return text
    }

    /// The members of the object on one line, to be copied into another.
    static func members(_ proposal: TillProposal) -> String {
        let words = text(value(proposal)).split(separator: "\n").map { $0.drop { $0 == " " } }
        return words.dropFirst().dropLast().joined(separator: " ")
    }

    private static func value(_ columns: RoleColumns) -> JSONValue {
        switch columns {
        case .none: return .string("")
        case .single(let name):
            let text = RoleColumns.Part.column(name).text
            // A plus in a string stands between parts.
            return text.contains("+") ? .array([.string(text)]) : .string(text)
        case .composite(let parts): return .array(parts.map { .string($0.text) })
        }
    }

    private static func list(_ words: [String]) -> JSONValue? {
        words.isEmpty ? nil : .array(words.map { .string($0) })
    }

    private static func cells(_ cells: [TillRules.Cell]) -> JSONValue? {
        if cells.isEmpty { return nil }
        var columns: [(String, [JSONValue])] = []
        for cell in cells {
            if let place = columns.firstIndex(where: { $0.0 == cell.column }) {
                columns[place].1.append(.string(cell.value))
            } else {
                columns.append((cell.column, [.string(cell.value)]))
            }
        }
        return .object(columns.map { ($0.0, .array($0.1)) })
    }
}
