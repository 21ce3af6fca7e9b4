import Foundation
import TestSupport
import Testing

/// Proposals for the exports of the samples, without their settings.
@Suite struct InspectSampleTests {
    private static let samples = [
        ("square-items-2026", 3), ("square-items-24", 2), ("toast-selections", 2), ("loyverse-receipts", 1),
        ("korean-pos", 2), ("toss-pos", 4), ("delivery-app", 3), ("two-tills-and-a-delivery", 0), ("past-midnight", 0),
    ]

    @Test(arguments: samples)
    func runAcceptsTheProposedSettings(sample: String, questionCount: Int) throws {
        let shop = try Shop()
        let folder = ProjectFile.root.appending(path: "samples/" + sample)
        // All files but the settings; the inputs are in the order of the sample's first command.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".csv") }
        for name in names { try shop.folder.write(Array(Data(contentsOf: folder.appending(path: name))), to: name) }
        let command = try ProjectFile.text("samples/\(sample)/command").prefix { $0 != "\n" }
        let inputs = command.split(separator: " ").filter { $0.hasSuffix(".csv") }.joined(separator: " ")
        let stock = names.contains("stock.csv") ? "--stock stock.csv" : ""
        let menu = names.contains("menu.csv") ? "--menu menu.csv" : ""
        let result = try shop.run("inspect \(inputs) \(stock) \(menu) --json --write")
        let found = try #require(OrderedJSONParser.parse(result.outputText), "\(result.errorText)")
        let questions = found["questions"]?.elements ?? []
        #expect(questions.count == questionCount, "\(questions.compactMap { $0["text"]?.text })")
        #expect(result.exit == (questionCount == 0 ? 0 : 4))
        // Without settings, run ends as predicted.
        let run = try shop.run("run \(inputs) \(stock) --output before")
        #expect((run.exit == 0) == (result.exit == 0), "\(run.errorText)")
        #expect((run.exit == 65) == (found["with_proposal"]?["refusal"]?["code"] != nil))
        // With the first answer to each question nothing is open, and the run equals the sample's.
        var whole = try #require(found["settings"])
        for question in questions {
            let answer = try #require(question["answers"]?.elements.first?["settings"])
            whole = Self.joined(whole, answer)
        }
        try shop.write(whole.line, to: "juice-batch.json")
        let settled = try shop.run("inspect \(inputs) \(stock)")
        #expect(settled.exit == 0, "\(settled.outputText)")
        #expect(try shop.run("run \(inputs) \(stock) --output out").exit == 0)
        // Ids of this sample are made otherwise than its settings make them.
        for name in ["stock.csv"] + (sample == "loyverse-receipts" ? [] : ["success.csv", "failure.csv"]) {
            #expect(shop.text("out/" + name) == (try ProjectFile.text("samples/\(sample)/expected/reports/\(name)")))
        }
    }

    /// Two objects in one: what only one of them says, and both lists where both have one.
    private static func joined(_ a: OrderedJSON, _ b: OrderedJSON) -> OrderedJSON {
        switch (a, b) {
        case (.object(let members), .object(let others)):
            let more = others.filter { other in a[other.0] == nil }
            return .object(members.map { key, value in (key, b[key].map { joined(value, $0) } ?? value) } + more)
        case (.array(let values), .array(let others)): return .array(values + others)
        default: return a
        }
    }
}
