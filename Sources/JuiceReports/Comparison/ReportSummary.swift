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
    /// The keys whose values are 0 in a summary of schema 1.
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

    /// The members of summary.json that are read.
    ///
    /// Most of the file is curves, which a comparison does not need.
    private static let selection: JSONSelection = .members([
        "schema": .all, "date": .all, "rows": .all, "success": .all, "failure": .all, "codes": .all, "actions": .all,
        "juices": .keys(["juice"] + juiceKeys), "fruits": .keys(["fruit"] + fruitKeys), "inputs": .keys(["sha256"]),
    ])

    /// Reads the bytes of a summary.json.
    ///
    /// Keys that it does not know are passed over.
    package init(of bytes: [UInt8]) throws(ReportMistake) {
        let json: JSONValue
        do throws(JSONFault) {
            json = try JSONReader.value(of: bytes, selecting: Self.selection)
        } catch {
            throw .notJSON(line: error.line)
        }
        let root = try SummaryObject(json, name: "schema")
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
        inputs = root.objects("inputs").compactMap { try? $0.text("sha256") }
    }

    /// Orders that stock did not suffice for, all of which failure.csv holds.
    package var ordersShort: Int { allJuices.first { $0.key == "short" }?.value ?? 0 }

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
