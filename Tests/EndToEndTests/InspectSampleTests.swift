import Foundation
import TestSupport
import Testing

/// Proposals for the exports of the samples, without their settings.
@Suite struct InspectSampleTests {
    /// A till, whether a person has to decide something about it, and whether its ids are made as its settings make them.
    private struct Till: CustomTestStringConvertible {
        let name: String
        var questions = 0
        var hasSettledIDs = true

        var testDescription: String { name }
    }

    private static let tills = [
        Till(name: "square-items-2026", questions: 3),
        Till(name: "square-items-24", questions: 2),
        Till(name: "toast-selections", questions: 2),
        Till(name: "loyverse-receipts", questions: 1, hasSettledIDs: false),
        Till(name: "korean-pos", questions: 2),
        Till(name: "toss-pos", questions: 4),
        Till(name: "delivery-app", questions: 3),
        Till(name: "two-tills-and-a-delivery"),
        Till(name: "past-midnight"),
    ]

    /// The files of a sample but its settings, in a folder of their own.
    private func shop(of exportSettings: Till) throws -> Shop {
        let shop = try Shop()
        let folder = ProjectFile.root.appending(path: "samples/" + exportSettings.name)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".csv") {
            try shop.folder.write(Array(Data(contentsOf: folder.appendingPathComponent(name))), to: name)
        }
        return shop
    }

    private func expected(_ name: String, of exportSettings: Till) throws -> [UInt8] {
        Array(
            try Data(
                contentsOf: ProjectFile.root.appending(path: "samples/\(exportSettings.name)/expected/reports/\(name)"))
        )
    }

    /// The inputs in the order of the sample's first command.
    private func inputs(of exportSettings: Till) throws -> [String] {
        let line = try ProjectFile.text("samples/\(exportSettings.name)/command").prefix { $0 != "\n" }
        return line.split(separator: " ").map(String.init).filter { $0.hasSuffix(".csv") }
    }

    @Test(arguments: tills)
    private func runAcceptsTheProposedSettings(_ exportSettings: Till) throws {
        let shop = try shop(of: exportSettings)
        let inputs = try inputs(of: exportSettings)
        func options(_ names: [String]) -> [String] {
            names.flatMap { shop.entries.contains($0 + ".csv") ? ["--" + $0, $0 + ".csv"] : [] }
        }
        let stock = options(["stock"])
        let result = try shop.run(["inspect"] + inputs + options(["stock", "menu"]) + ["--json", "--write"])
        let found = try #require(OrderedJSONParser.parse(result.outputText), "\(result.errorText)")
        let questions = found["questions"]?.elements ?? []
        #expect(questions.count == exportSettings.questions, "\(questions.compactMap { $0["text"]?.text })")
        #expect(result.exit == (exportSettings.questions == 0 ? 0 : 4))
        // Without settings, run ends as predicted.
        let run = try shop.run(["run"] + inputs + stock + ["--output", "before"])
        #expect((run.exit == 0) == (result.exit == 0), "\(run.errorText)")
        #expect((run.exit == 65) == (found["with_proposal"]?["refusal"]?["code"] != nil))
        // With the first answer to each question nothing is open, and the run equals the sample's.
        var whole = try #require(found["settings"])
        for question in questions {
            let answer = try #require(question["answers"]?.elements.first?["settings"])
            whole = Self.joined(whole, answer)
        }
        try shop.write(whole.line, to: "juice-batch.json")
        let settled = try shop.run(["inspect"] + inputs + stock)
        #expect(settled.exit == 0, "\(settled.outputText)")
        #expect(try shop.run(["run"] + inputs + stock + ["--output", "out"]).exit == 0)
        #expect(try shop.folder.read("out/stock.csv") == expected("stock.csv", of: exportSettings))
        guard exportSettings.hasSettledIDs else { return }
        #expect(try shop.folder.read("out/success.csv") == expected("success.csv", of: exportSettings))
        #expect(try shop.folder.read("out/failure.csv") == expected("failure.csv", of: exportSettings))
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
