internal import JuiceBatch

/// An object of summary.json, with the way to it for messages.
struct SummaryObject {
    /// The keys in the order of the file.
    let keys: [String]
    private let members: [String: JSONValue]

    /// - Parameter name: what a message calls the value if it is no object.
    init(_ value: JSONValue, name: String) throws(ReportMistake) {
        guard case .object(let members) = value else { throw .misses(name) }
        keys = members.map(\.0)
        self.members = Dictionary(members) { first, _ in first }
        // What stands twice could be read either way.
        guard self.members.count == keys.count else { throw .misses(name) }
    }

    private func member(_ key: String) throws(ReportMistake) -> JSONValue {
        guard let value = members[key] else { throw .misses(key) }
        return value
    }

    func number(_ key: String) throws(ReportMistake) -> Int {
        guard case .number(let value) = try member(key), abs(Int128(value)) <= Tally.sumMax else { throw .misses(key) }
        return value
    }

    func text(_ key: String) throws(ReportMistake) -> String {
        guard case .string(let text) = try member(key) else { throw .misses(key) }
        return text
    }

    func optionalText(_ key: String) throws(ReportMistake) -> String? {
        members.keys.contains(key) ? try text(key) : nil
    }

    func object(_ key: String) throws(ReportMistake) -> SummaryObject {
        try SummaryObject(member(key), name: key)
    }

    /// - Parameter absent: the keys that count 0 since their schema lacks them.
    func figures(_ keys: [String], absent: [String] = []) throws(ReportMistake) -> [ReportSummary.Figure] {
        try keys.map { key throws(ReportMistake) in
            ReportSummary.Figure(key: key, value: absent.contains(key) ? 0 : try number(key))
        }
    }

    /// The objects of a list, as far as there are any.
    func objects(_ list: String) -> [SummaryObject] {
        guard case .array(let values)? = members[list] else { return [] }
        return values.compactMap { try? SummaryObject($0, name: list) }
    }

    /// Whether it has a member that is true.
    func isTrue(_ key: String) -> Bool {
        if case .bool(true)? = members[key] { true } else { false }
    }

    func items(
        _ key: String, named nameKey: String, _ keys: [String], absent: [String] = []
    ) throws(ReportMistake) -> [ReportSummary.Item] {
        guard case .array(let values) = try member(key) else { throw .misses(key) }
        let items = try values.map { value throws(ReportMistake) in
            let object = try SummaryObject(value, name: key)
            return ReportSummary.Item(name: try object.text(nameKey), figures: try object.figures(keys, absent: absent))
        }
        guard Set(items.map(\.name)).count == items.count else { throw .misses(key) }
        return items
    }
}
