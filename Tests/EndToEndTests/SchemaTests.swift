import Foundation
import TestSupport
import Testing

/// The JSON Schema of juice-batch.json agrees with the program.
@Suite struct SchemaTests {
    private static func json(_ path: String) throws -> OrderedJSON {
        try #require(OrderedJSONParser.parse(ProjectFile.text(path)))
    }

    private static func schema() throws -> PlainSchema {
        PlainSchema(try json("Sources/juice-batch/Settings/juice-batch.schema.json"))
    }

    /// The error of `config` for a juice-batch.json; nil if it is accepted.
    private func complaint(_ text: String) throws -> String? {
        let result = try Shop(["juice-batch.json": text]).run(["config", "--language", "en"])
        #expect(result.exit == 0 || result.exit == 78, "\(text): \(result.errorText)")
        return result.exit == 0 ? nil : result.errorText
    }

    private func file(_ key: String, _ value: String) -> String {
        let path = key.split(separator: ".")
        return path.map { "{\"\($0)\": " }.joined() + value + String(repeating: "}", count: path.count)
    }

    @Test func schemaListsExactlyTheSettings() throws {
        let lines = try Shop().run(["config"]).outputText.split(separator: "\n").dropFirst()
        let settings = lines.map { String($0.prefix { $0 != " " }) }
        let leaves = try Self.schema().leaves()
        #expect(Set(leaves.keys) == Set(settings).union(["$schema"]))
        #expect(
            leaves.allSatisfy {
                $0.value["description"]?.text?.isEmpty == false || $0.value["anyOf"] != nil
                    || $0.value["additionalProperties"] != nil || $0.value["items"] != nil
            })
    }

    /// The expected value, in the words of the program's messages.
    private func expected(_ schema: OrderedJSON) throws -> String {
        if let choices = schema["enum"] {
            return choices.elements.map { "\"\($0.text ?? "")\"" }.joined(separator: " ")
        }
        if schema["anyOf"] != nil { return "\"…\" [\"…\", …]" }
        switch schema["type"]?.text {
        case "boolean": return "true false"
        case "integer":
            let least = try #require(schema["minimum"]?.int)
            return schema["maximum"]?.int.map { "\(least)…\($0)" } ?? "\(least)…"
        case "string" where schema["examples"] != nil:
            return (schema["examples"]?.elements ?? []).map { "\"\($0.text ?? "")\" " }.joined() + "…"
        case "string": return schema["pattern"] == nil ? "\"…\"" : "\"00:00\"…\"23:59\""
        case "array":
            let examples = schema["examples"]?.elements.first?.elements ?? []
            return "[" + (examples.isEmpty ? "\"…\"" : examples.map { "\"\($0.text ?? "")\"" }.joined(separator: ", "))
                + ", …]"
        default:
            return schema["additionalProperties"]?["type"]?.text == "string"
                ? "{\"…\": \"…\", …}" : "{\"…\": [\"…\", …], …}"
        }
    }

    @Test func acceptedValuesMatchTheSchema() throws {
        for (key, schema) in try Self.schema().leaves() {
            let said = try #require(try complaint(file(key, "null")), "\(key)")
            #expect(
                said.hasSuffix("\(key): this value is not valid. Valid values: \(try expected(schema))\n"), "\(said)")
            for choice in schema["enum"]?.elements ?? [] {
                #expect(try complaint(file(key, "\"\(choice.text ?? "")\"")) == nil)
            }
            if let least = schema["minimum"]?.int {
                #expect(try complaint(file(key, "\(least - 1)")) != nil && complaint(file(key, "\(least)")) == nil)
            }
            if let most = schema["maximum"]?.int {
                #expect(try complaint(file(key, "\(most + 1)")) != nil && complaint(file(key, "\(most)")) == nil)
            }
        }
    }

    /// An editor that uses the schema marks exactly what the program refuses.
    @Test(arguments: [
        "{}", #"{"$schema": "x"}"#, #"{"columns": {}}"#, #"{"values": {}}"#,
        ##"{"columns": {"id": ["A", "#", "@date"]}}"##, #"{"columns": {"time": "A+B", "item": ""}}"#,
        #"{"columns": {"id": []}}"#, #"{"columns": {"id": [1]}}"#, #"{"columns": ["id"]}"#,
        #"{"columns": {"shop": "x"}}"#, #"{"values": {"action": {"a.b\"": "order", "": "ignore"}}}"#,
        #"{"values": {"action": {}}}"#, #"{"values": {"action": {"a": 1}}}"#, #"{"values": {"action": "a"}}"#,
        #"{"values": {"id": {"a": "b"}}}"#, #"{"ignore": {"결제 (부가세 포함).원": ["", "a"]}}"#, #"{"ignore": {}}"#,
        #"{"ignore": {"a": []}}"#, #"{"only": {"a": "b"}}"#, #"{"only": ["a"]}"#, #"{"only": {"a": ["b", null]}}"#,
        #"{"accept": []}"#, #"{"accept": ["a", "b"]}"#, #"{"accept": "a"}"#, #"{"fill": [["a"]]}"#, #"{"fill": [""]}"#,
        #"{"report": {}}"#, #"{"report": {"by": []}}"#, #"{"report": {"by": "a"}}"#, #"{"report": {"per": ["a"]}}"#,
        #"{"report": ["a"]}"#, #"{"report.by": ["a"]}"#, #"{"report": {"by": [1]}}"#, #"{"totals": ["합계"]}"#,
        #"{"totals": [""]}"#, #"{"totals": {}}"#, #"{"negative": "Cancel"}"#, #"{"decimal": "."}"#,
        #"{"decimal": ";"}"#, #"{"header": true}"#, #"{"day_start": "06:00"}"#, #"{"day_start": "6:00"}"#,
        #"{"day_start": "24:00"}"#, #"{"day_start": "23:60"}"#, #"{"day_start": 6}"#, #"{"date_order": "mdy"}"#,
        #"{"sequence": "newest"}"#, #"{"trailing": "drop"}"#, #"{"columns.id": "x"}"#,
        #"{"values.action": {"a": "order"}}"#, #"{"threads": 2.5}"#, #"{"menu": ""}"#, #"{"excel": 1}"#,
        #"{"$schema": 1}"#, #"{"currency": "$"}"#, #"{"currency": ""}"#, #"{"currency": "a b"}"#, #"{"currency": "5"}"#,
        #"{"currency": "열글자까지는됩니다요"}"#, #"{"currency": "열한글자는안됩니다요요"}"#, #"{"expect": {"rows": 1}}"#,
        #"{"date": "2026-11-20"}"#,
    ])
    func programAndSchemaRefuseTheSame(text: String) throws {
        let value = try #require(OrderedJSONParser.parse(text))
        let problems = try Self.schema().problems(of: value)
        #expect(try (complaint(text) == nil) == problems.isEmpty, "\(problems)")
    }

    @Test func sampleSettingsMatchTheSchema() throws {
        let samples = ProjectFile.root.path + "/samples"
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: samples) {
            let path = "samples/\(name)/juice-batch.json"
            guard FileManager.default.fileExists(atPath: ProjectFile.root.path + "/" + path) else { continue }
            #expect(try Self.schema().problems(of: Self.json(path)) == [], "\(name)")
            count += 1
        }
        #expect(count > 0)
    }
}

/// The JSON Schemas of the program's output.
@Suite struct PublishedSchemaTests {
    /// The paths of all files of a name below a folder of the project.
    private static func files(_ name: String, below folder: String) -> [URL] {
        let all = FileManager.default.enumerator(
            at: ProjectFile.root.appending(path: folder), includingPropertiesForKeys: nil)
        return (all?.allObjects as? [URL] ?? []).filter { $0.lastPathComponent == name }
    }

    @Test(arguments: [
        ("settings", PlainSchema.Published.settings), ("summary", .summary), ("check", .check),
        ("status", .status), ("chain", .chain), ("stock", .stock), ("history", .history), ("plan", .plan),
        ("inspect", .inspect), ("diff", .diff),
    ])
    func programPrintsEverySchema(name: String, schema: PlainSchema.Published) throws {
        let printed = try Shop().run(["config", "--schema-of", name])
        #expect(printed.exit == 0)
        #expect(try printed.outputText == ProjectFile.text(schema.path))
        let wrong = try Shop().run(["config", "--schema-of", name + "s", "--language", "en"])
        #expect(
            wrong.exit == 64
                && wrong.errorText.contains(
                    "--schema-of takes settings, summary, check, status, chain, stock, history, plan, inspect, diff, not"
                ))
    }

    @Test(arguments: [PlainSchema.Published.summary, .check, .status, .chain])
    func schemasAreStrictAndDescribed(schema: PlainSchema.Published) throws {
        #expect(try PlainSchema.published(schema).undescribed() == [])
        #expect(
            try PlainSchema.json(schema)["$id"]?.text?.hasPrefix("urn:juice-batch:schema:\(schema.rawValue):") == true)
    }

    /// Command output matches its schema, which allows keys of later versions.
    @Test func commandOutputMatchesTheSchemas() throws {
        let shop = try Shop(["a.csv": "시각,품목\n2026-11-20 10:00,키위쥬스\n2026-11-20 11:00,딸기쥬스\n", "b.csv": "품목\n포도\n"])
        let ledger = ["--ledger", "l.sqlite"]
        #expect(try shop.run(["run", "a.csv", "-q", "-o", "one"] + ledger).exit == 0)
        #expect(try shop.run(["run", "b.csv", "-q", "-o", "two"] + ledger).exit == 4)
        #expect(try shop.run(["settle", "2", "--why", "x"] + ledger).exit == 0)
        #expect(try shop.run(["reverse", "3"] + ledger).exit == 0)
        for (schema, words) in [
            (PlainSchema.Published.stock, ["stock"] + ledger), (.history, ["history"] + ledger),
            (.plan, ["plan"] + ledger), (.inspect, ["inspect", "a.csv"]), (.inspect, ["inspect", "b.csv"]),
            (.diff, ["diff", "one", "two"]),
        ] {
            let text = try shop.run(words + ["--json"]).outputText
            guard case .object(let members)? = OrderedJSONParser.parse(text) else {
                throw ProgramError(description: "\(words): \(text)")
            }
            let validator = try PlainSchema.published(schema)
            #expect(try validator.problems(of: .object(members + [("more", .null)])) == [], "\(words)")
            #expect(try validator.problems(of: .object(Array(members.dropFirst()))) != [], "\(words)")
        }
    }

    @Test func sharedDefinitionsAreEqual() throws {
        let (summary, check) = (try PlainSchema.json(.summary)["$defs"], try PlainSchema.json(.check)["$defs"])
        for key in check?.keys ?? [] {
            #expect("\(String(describing: summary?[key]))" == "\(String(describing: check?[key]))")
        }
    }

    @Test func sampleSummariesMatchTheSchema() throws {
        let schema = try PlainSchema.published(.summary)
        let files = Self.files("summary.json", below: "samples")
        #expect(files.count > 30)
        for file in files {
            let json = try #require(OrderedJSONParser.parse(String(contentsOf: file, encoding: .utf8)))
            #expect(try schema.problems(of: json) == [], "\(file.path)")
        }
    }

    @Test(arguments: [
        ("rows", "-1"), ("rows", "null"), ("more", "1"), ("schema", "3"), ("date", "\"today\""), ("inputs", "[]"),
        ("codes", "{\"no_code\": 1}"), ("hindsight", "{\"saved\": 1}"),
    ])
    func summarySchemaIsStrict(key: String, value: String) throws {
        let schema = try PlainSchema.published(.summary)
        let file = try ProjectFile.text("samples/quiet-day/expected/reports/summary.json")
        let good = try #require(OrderedJSONParser.parse(file))
        let wrong = try #require(OrderedJSONParser.parse(value))
        #expect(try schema.problems(of: good) == [])
        guard case .object(let members) = good else { return }
        let bad = OrderedJSON.object(members.filter { $0.0 != key } + [(key, wrong)])
        #expect(try schema.problems(of: bad).isEmpty == false)
        let lacking = OrderedJSON.object(members.filter { $0.0 != "rows" })
        #expect(try schema.problems(of: lacking) == ["/rows: is missing"])
    }
}
