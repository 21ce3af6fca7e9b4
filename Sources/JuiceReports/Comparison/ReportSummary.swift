package import JuiceBatch

/// The figures of a run as its summary.json tells them: what two runs are compared by.
package struct ReportSummary: Sendable, Equatable {
    /// A number and what it counts, by its key in summary.json.
    package struct Figure: Sendable, Equatable {
        package let key: String
        package let value: Int
    }

    /// A juice, a fruit or an action with its figures.
    package struct Item: Sendable, Equatable {
        package let name: String
        package let figures: [Figure]
    }

    /// The schemas of summary.json that it reads: 1 knew no cancels.
    static let schemas = 1...SummaryJSON.schema
    static let rowKeys = ["rows", "success", "failure"]
    static let actionKeys = ["success", "failure"]
    static let juiceKeys = ["orders", "served", "short", "cups_served", "cups_short"] + cancelKeys
    /// Those that are 0 in a summary of schema 1.
    static let cancelKeys = ["cancelled", "cups_cancelled"]
    static let fruitKeys = [
        "opening", "restocked", "discarded", "counted", "used", "closing", "lost_orders", "peak_deficit",
    ]

    /// The date of the headline, if it has one.
    package let date: String?
    package let rows: [Figure]
    package let codes: [Figure]
    package let actions: [Item]
    package let juices: [Item]
    package let fruits: [Item]
    /// The SHA-256 of each input, in hex.
    package let inputs: [String]

    /// Reads the bytes of a summary.json.
    ///
    /// Keys that it does not know are passed over.
    package init(of bytes: [UInt8]) throws(ReportMistake) {
        let json: JSONValue
        do throws(JSONFault) {
            json = try JSONReader.value(of: bytes)
        } catch {
            throw .notJSON(line: error.line)
        }
        let root = try Object(json, name: "schema")
        let schema = try root.number("schema")
        guard Self.schemas.contains(schema) else { throw .otherSchema(schema) }
        let absent = schema == 1 ? Self.cancelKeys : []
        date = try root.optionalText("date")
        rows = try root.figures(Self.rowKeys)
        let codes = try root.object("codes")
        self.codes = try codes.figures(codes.keys)
        let actions = try root.object("actions")
        self.actions = try actions.keys.map { name throws(ReportMistake) in
            Item(name: name, figures: try actions.object(name).figures(Self.actionKeys))
        }
        juices = try root.items("juices", named: "juice", Self.juiceKeys, absent: absent)
        fruits = try root.items("fruits", named: "fruit", Self.fruitKeys)
        inputs = root.texts("inputs", "sha256")
    }

    /// Orders that stock did not suffice for, all of which failure.csv holds.
    package var ordersShort: Int { juices.flatMap(\.figures).filter { $0.key == "short" }.reduce(0) { $0 + $1.value } }

    /// Rows that have to be corrected, likewise.
    package var rowsRejected: Int {
        OutcomeCode.failures.filter { $0.failureClass == .rejected }.reduce(0) { sum, code in
            sum + (codes.first { $0.key == code.name }?.value ?? 0)
        }
    }

    /// All juices together; sums stop where those of a run do.
    package var allJuices: [Figure] {
        Self.juiceKeys.enumerated().map { place, key in
            let sum = juices.reduce(Int128(0)) { $0 + Int128($1.figures[place].value) }
            return Figure(key: key, value: Int(min(max(sum, Int128(-Tally.sumMax)), Int128(Tally.sumMax))))
        }
    }
}

/// An object of summary.json, with the way to it for messages.
private struct Object {
    /// In the order of the file.
    let keys: [String]
    private let members: [String: JSONValue]

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

    func object(_ key: String) throws(ReportMistake) -> Object {
        try Object(member(key), name: key)
    }

    /// - Parameter absent: the keys that count 0 since their schema lacks them.
    func figures(_ keys: [String], absent: [String] = []) throws(ReportMistake) -> [ReportSummary.Figure] {
        try keys.map { key throws(ReportMistake) in
            ReportSummary.Figure(key: key, value: absent.contains(key) ? 0 : try number(key))
        }
    }

    /// A text of each object of a list that has it.
    func texts(_ list: String, _ key: String) -> [String] {
        guard case .array(let values)? = members[list] else { return [] }
        return values.compactMap { try? Object($0, name: list).text(key) }
    }

    func items(
        _ key: String, named nameKey: String, _ keys: [String], absent: [String] = []
    ) throws(ReportMistake) -> [ReportSummary.Item] {
        guard case .array(let values) = try member(key) else { throw .misses(key) }
        let items = try values.map { value throws(ReportMistake) in
            let object = try Object(value, name: key)
            return ReportSummary.Item(name: try object.text(nameKey), figures: try object.figures(keys, absent: absent))
        }
        guard Set(items.map(\.name)).count == items.count else { throw .misses(key) }
        return items
    }
}
