import Foundation
import TestSupport
import Testing

/// The JSON Schema of juice-batch.json agrees with the program.
@Suite struct SchemaTests {
    private static func schema() throws -> PlainSchema { try PlainSchema.published(.settings) }

    /// The error of `config` for a juice-batch.json; nil if it is accepted.
    private func complaint(_ text: String) throws -> String? {
        let result = try Shop(["juice-batch.json": text]).run("config --language en")
        #expect(result.exit == 0 || result.exit == 78, "\(text): \(result.errorText)")
        return result.exit == 0 ? nil : result.errorText
    }

    private func file(_ key: String, _ value: String) -> String {
        let path = key.split(separator: ".")
        return path.map { "{\"\($0)\": " }.joined() + value + String(repeating: "}", count: path.count)
    }

    @Test func schemaListsExactlyTheSettings() throws {
        let lines = try Shop().run("config").outputText.split(separator: "\n").dropFirst()
        let settings = lines.map { String($0.prefix { $0 != " " }) }
        let leaves = try Self.schema().leaves()
        #expect(Set(leaves.keys) == Set(settings).union(["$schema"]))
        for (key, leaf) in leaves where leaf["description"]?.text?.isEmpty ?? true {
            #expect(["anyOf", "additionalProperties", "items"].contains { leaf[$0] != nil }, "\(key)")
        }
    }

    @Test func acceptedValuesMatchTheSchema() throws {
        for (key, schema) in try Self.schema().leaves() {
            let said = try #require(try complaint(file(key, "null")), "\(key)")
            #expect(said.contains("\(key): this value is not valid. Valid values: "), "\(said)")
            let examples = schema["examples"]?.elements ?? []
            let texts = ((schema["enum"]?.elements ?? []) + examples + examples.flatMap(\.elements)).compactMap(\.text)
            let bounds = schema["minimum"].map { "\($0.line)…" + (schema["maximum"]?.line ?? "") }
            let form = ["array": "[\"", "boolean": "true false", "object": "{\"…\": "][schema["type"]?.text ?? ""]
            for value in texts.map({ "\"\($0)\"" }) + [bounds, form].compactMap({ $0 }) {
                #expect(said.contains(value), "\(said)")
            }
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
}

/// The JSON Schemas of the program's output.
@Suite struct PublishedSchemaTests {
    @Test(arguments: [
        ("settings", PlainSchema.Published.settings), ("summary", .summary), ("check", .check),
        ("status", .status), ("chain", .chain), ("stock", .stock), ("history", .history), ("plan", .plan),
        ("inspect", .inspect), ("diff", .diff),
    ])
    func programPrintsEverySchema(name: String, schema: PlainSchema.Published) throws {
        let shop = try Shop()
        #expect(try shop.run("config --schema-of \(name)").outputText == ProjectFile.text(schema.path))
        let wrong = try shop.run("config --schema-of \(name)s --language en")
        let names = "settings, summary, check, status, chain, stock, history, plan, inspect, diff"
        #expect(wrong.exit == 64 && wrong.errorText.contains("--schema-of takes \(names), not"))
    }

    @Test(arguments: [PlainSchema.Published.summary, .check, .status, .chain])
    func schemasAreStrictAndDescribed(schema: PlainSchema.Published) throws {
        #expect(try PlainSchema.published(schema).undescribed() == [])
        let id = try PlainSchema.json(schema)["$id"]?.text ?? ""
        #expect(id.hasPrefix("urn:juice-batch:schema:\(schema.rawValue):"))
    }

    @Test func commandOutputMatchesTheSchemas() throws {
        let shop = try Shop(["a.csv": "시각,품목\n2026-11-20 10:00,키위쥬스\n2026-11-20 11:00,딸기쥬스\n", "b.csv": "품목\n포도\n"])
        let ledger = "--ledger l.sqlite"
        let commands = ["run a.csv -q -o one", "run b.csv -q -o two", "settle 2 --why x", "reverse 3"]
        #expect(try commands.map { try shop.run("\($0) \(ledger)").exit } == [0, 4, 0, 0])
        for (schema, words) in [
            (PlainSchema.Published.stock, "stock \(ledger)"), (.history, "history \(ledger)"),
            (.plan, "plan \(ledger)"), (.inspect, "inspect a.csv"), (.inspect, "inspect b.csv"),
            (.diff, "diff one two"),
        ] {
            let text = try shop.run("\(words) --json").outputText
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
        for key in check?.keys ?? [] { #expect(summary?[key]?.line == check?[key]?.line, "\(key)") }
    }

    @Test(arguments: [("juice-batch.json", PlainSchema.Published.settings, 9), ("summary.json", .summary, 31)])
    func samplesMatchTheSchemas(name: String, schema: PlainSchema.Published, countMin: Int) throws {
        let samples = ProjectFile.root.appending(path: "samples")
        let all = FileManager.default.enumerator(at: samples, includingPropertiesForKeys: nil)?.allObjects as? [URL]
        let files = (all ?? []).filter { $0.lastPathComponent == name }
        #expect(files.count >= countMin)
        for file in files {
            let json = try #require(OrderedJSONParser.parse(String(contentsOf: file, encoding: .utf8)))
            #expect(try PlainSchema.published(schema).problems(of: json) == [], "\(file.path)")
        }
    }

    @Test(
        arguments: [
            ("rows", "-1"), ("rows", "null"), ("rows", nil), ("more", "1"), ("schema", "3"), ("date", "\"today\""),
            ("inputs", "[]"), ("codes", "{\"no_code\": 1}"), ("hindsight", "{\"saved\": 1}"),
        ] as [(String, String?)])
    func summarySchemaIsStrict(key: String, value: String?) throws {
        let file = try ProjectFile.text("samples/quiet-day/expected/reports/summary.json")
        guard case .object(let members)? = OrderedJSONParser.parse(file) else { throw ProgramError(description: file) }
        let wrong = value.flatMap { OrderedJSONParser.parse($0) }.map { [(key, $0)] } ?? []
        let problems = try PlainSchema.published(.summary).problems(of: .object(members.filter { $0.0 != key } + wrong))
        #expect(value == nil ? problems == ["/rows: is missing"] : !problems.isEmpty)
    }
}
