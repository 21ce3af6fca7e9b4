import Foundation
import TestSupport
import Testing

/// The JSON Schemas of what the program writes, against what it writes.
@Suite struct PublishedSchemaTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The paths of all files of a name below a folder of the project.
    private static func files(_ name: String, below folder: String) -> [URL] {
        let all = FileManager.default.enumerator(
            at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
        return (all?.allObjects as? [URL] ?? []).filter { $0.lastPathComponent == name }
    }

    @Test(arguments: [
        ("settings", PlainSchema.Published.settings), ("summary", .summary), ("check", .check),
        ("status", .status), ("chain", .chain), ("stock", .stock), ("history", .history), ("plan", .plan),
        ("inspect", .inspect), ("diff", .diff),
    ])
    func theProgramPrintsEach(name: String, schema: PlainSchema.Published) throws {
        let printed = try Shop().run(["config", "--schema-of", name])
        #expect(printed.exit == 0)
        #expect(
            try printed.outputText == String(contentsOf: Self.root.appendingPathComponent(schema.path), encoding: .utf8)
        )
        let wrong = try Shop().run(["config", "--schema-of", name + "s", "--language", "en"])
        #expect(
            wrong.exit == 64
                && wrong.errorText.contains(
                    "--schema-of takes settings, summary, check, status, chain, stock, history, plan, inspect, diff, not"
                ))
    }

    @Test(arguments: [PlainSchema.Published.summary, .check, .status, .chain])
    func eachIsStrictAndDescribed(schema: PlainSchema.Published) throws {
        #expect(try PlainSchema.published(schema).undescribed() == [])
        #expect(
            try PlainSchema.json(schema)["$id"]?.text?.hasPrefix("urn:juice-batch:schema:\(schema.rawValue):") == true)
    }

    /// The output of these commands is as its schema says, and keys that a later version adds are let pass.
    @Test func commandsPrintWhatTheirSchemasSay() throws {
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
                Issue.record("\(words): \(text)")
                continue
            }
            let validator = try PlainSchema.published(schema)
            #expect(try validator.problems(of: .object(members + [("more", .null)])) == [], "\(words)")
            #expect(try validator.problems(of: .object(Array(members.dropFirst()))) != [], "\(words)")
        }
    }

    @Test func whatBothHoldIsTheSame() throws {
        let (summary, check) = (try PlainSchema.json(.summary)["$defs"], try PlainSchema.json(.check)["$defs"])
        for key in check?.keys ?? [] {
            #expect("\(String(describing: summary?[key]))" == "\(String(describing: check?[key]))")
        }
    }

    @Test func everySummaryOfASampleIsAsItSays() throws {
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
    func theSchemaIsStrict(key: String, value: String) throws {
        let schema = try PlainSchema.published(.summary)
        let file = Self.root.appendingPathComponent("samples/quiet-day/expected/reports/summary.json")
        let good = try #require(OrderedJSONParser.parse(String(contentsOf: file, encoding: .utf8)))
        let wrong = try #require(OrderedJSONParser.parse(value))
        #expect(try schema.problems(of: good) == [])
        guard case .object(let members) = good else { return }
        let bad = OrderedJSON.object(members.filter { $0.0 != key } + [(key, wrong)])
        #expect(try schema.problems(of: bad).isEmpty == false)
        let lacking = OrderedJSON.object(members.filter { $0.0 != "rows" })
        #expect(try schema.problems(of: lacking) == ["/rows: is missing"])
    }
}
