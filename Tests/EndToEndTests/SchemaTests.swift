import Foundation
import TestSupport
import Testing

/// The JSON Schema of juice-batch.json against the program: what one says, the other says too.
@Suite struct SchemaTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func json(_ path: String) throws -> OrderedJSON {
        let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        return try #require(OrderedJSONParser.parse(text))
    }

    private static func schema() throws -> PlainSchema {
        PlainSchema(try json("Sources/juice-batch/Settings/juice-batch.schema.json"))
    }

    /// What `config` says of a juice-batch.json; nil if it takes it.
    private func complaint(_ text: String) throws -> String? {
        let result = try Shop(["juice-batch.json": text]).run(["config", "--language", "en"])
        #expect(result.exit == 0 || result.exit == 78, "\(text): \(result.errorText)")
        return result.exit == 0 ? nil : result.errorText
    }

    private func file(_ key: String, _ value: String) -> String {
        let path = key.split(separator: ".")
        return path.map { "{\"\($0)\": " }.joined() + value + String(repeating: "}", count: path.count)
    }

    @Test func everySettingIsInItAndNothingElse() throws {
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

    /// What a value has to be, in the words of the program's messages.
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

    @Test func eachValueIsWhatTheSchemaSays() throws {
        for (key, schema) in try Self.schema().leaves() {
            let said = try #require(try complaint(file(key, "null")), "\(key)")
            #expect(said.hasSuffix("\(key): not a valid value. Valid: \(try expected(schema))\n"), "\(said)")
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

    /// An editor underlines what the program refuses, and nothing else.
    @Test(arguments: [
        "{}", #"{"$schema": "x"}"#, #"{"columns": {}}"#, #"{"values": {}}"#,
        ##"{"columns": {"id": ["A", "#", "@date"]}}"##,
        #"{"columns": {"time": "A+B", "item": ""}}"#, #"{"columns": {"id": []}}"#, #"{"columns": {"id": [1]}}"#,
        #"{"columns": ["id"]}"#, #"{"columns": {"shop": "x"}}"#,
        #"{"values": {"action": {"a.b\"": "order", "": "ignore"}}}"#,
        #"{"values": {"action": {}}}"#, #"{"values": {"action": {"a": 1}}}"#, #"{"values": {"action": "a"}}"#,
        #"{"values": {"id": {"a": "b"}}}"#, #"{"ignore": {"결제 (부가세 포함).원": ["", "a"]}}"#, #"{"ignore": {}}"#,
        #"{"ignore": {"a": []}}"#, #"{"only": {"a": "b"}}"#, #"{"only": ["a"]}"#, #"{"only": {"a": ["b", null]}}"#,
        #"{"accept": []}"#, #"{"accept": ["a", "b"]}"#, #"{"accept": "a"}"#, #"{"fill": [["a"]]}"#, #"{"fill": [""]}"#,
        #"{"totals": ["합계"]}"#, #"{"totals": [""]}"#, #"{"totals": {}}"#, #"{"negative": "Cancel"}"#,
        #"{"decimal": "."}"#, #"{"decimal": ";"}"#, #"{"header": true}"#, #"{"day_start": "06:00"}"#,
        #"{"day_start": "6:00"}"#, #"{"day_start": "24:00"}"#, #"{"day_start": "23:60"}"#, #"{"day_start": 6}"#,
        #"{"date_order": "mdy"}"#, #"{"sequence": "newest"}"#, #"{"trailing": "drop"}"#, #"{"columns.id": "x"}"#,
        #"{"values.action": {"a": "order"}}"#, #"{"threads": 2.5}"#, #"{"menu": ""}"#, #"{"excel": 1}"#,
        #"{"$schema": 1}"#, #"{"currency": "$"}"#, #"{"currency": ""}"#, #"{"currency": "a b"}"#, #"{"currency": "5"}"#,
        #"{"currency": "열글자까지는됩니다요"}"#, #"{"currency": "열한글자는안됩니다요요"}"#,
        #"{"expect": {"rows": 1}}"#, #"{"date": "2026-11-20"}"#,
    ])
    func bothRefuseTheSame(text: String) throws {
        let value = try #require(OrderedJSONParser.parse(text))
        let problems = try Self.schema().problems(of: value)
        #expect(try (complaint(text) == nil) == problems.isEmpty, "\(problems)")
    }

    @Test func everySampleIsAsItSays() throws {
        let samples = Self.root.appendingPathComponent("samples").path
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: samples) {
            let path = "samples/\(name)/juice-batch.json"
            guard FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(path).path) else { continue }
            #expect(try Self.schema().problems(of: Self.json(path)) == [], "\(name)")
            count += 1
        }
        #expect(count > 0)
    }
}
