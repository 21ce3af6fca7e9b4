import CSV
import JuiceBatch
import JuiceCore
import JuiceInspect
import JuiceReports
import TestSupport

/// A whole run against the plain model; then its failure.csv is run again behind its restock.csv.
///
/// The first byte chooses the options, the second the size of chunks; a line of FF bytes parts two inputs.
final class RunFuzz: FuzzChecker {
    private let comparison: MemoryComparison

    init() throws {
        comparison = try MemoryComparison()
    }

    func problem(with bytes: [UInt8]) throws -> String? {
        let choice = Int(bytes.first ?? 0)
        let size = Int(bytes.dropFirst().first ?? 0) + 1
        let fuzzed = RandomCase(
            seed: 0, inputs: FuzzedInputs.split(Array(bytes.dropFirst(2))), options: options(choice))
        return try comparison.problem(of: fuzzed, threads: 1, chunkBytes: size)
    }

    private func options(_ choice: Int) -> PlainOptions {
        var options = PlainOptions()
        options.excel = choice & 1 == 1
        options.delimiter = [nil, nil, nil, UInt8(ascii: ";")][choice >> 1 & 3]
        options.encoding = [nil, nil, nil, nil, nil, "utf-8", "cp949", "utf-16"][choice >> 3 & 7]
        if choice >> 6 & 3 == 3 { options.columns = [PlainOptions.Column(role: .item, name: "x")] }
        return options
    }
}

/// The inputs of a fuzzed run.
enum FuzzedInputs {
    /// One input, or two with a line of FF bytes between them.
    static func split(_ bytes: [UInt8]) -> [RandomCase.Input] {
        for at in bytes.indices.dropLast(3)
        where bytes[at] == 0x0A && bytes[at + 1] == 0xFF && bytes[at + 2] == 0xFF && bytes[at + 3] == 0x0A {
            return [
                RandomCase.Input(path: "0.csv", bytes: Array(bytes[...at])),
                RandomCase.Input(path: "1.csv", bytes: Array(bytes[(at + 4)...])),
            ]
        }
        return [RandomCase.Input(path: "0.csv", bytes: bytes)]
    }
}

/// Exports without settings: every proposal can be written, read back and
/// tried, with the predicted result.
///
/// The first byte is the size of chunks; a line of FF bytes parts two inputs.
final class InspectFuzz: FuzzChecker {
    private let names: NameIndex
    private let folder: TemporaryFolder
    private let nearest = NearestName(menu: .builtIn)

    init() throws {
        names = try NameIndex(menu: .builtIn)
        folder = try .inMemory()
    }

    func problem(with bytes: [UInt8]) throws -> String? {
        let settings = RunSettings(
            menu: .builtIn, names: names, opening: FruitStore(menu: .builtIn).stock,
            reading: ReadingOptions(chunkBytes: Int(bytes.first ?? 0) + 1), threads: 1,
            hashSeed: HashSeed(low: 1, high: 2))
        let files = try FuzzedInputs.split(Array(bytes.dropFirst())).map { input in
            try InputFile(
                path: try folder.write(input.bytes, to: input.path), name: input.path, spillFolder: "/tmp",
                cancellation: CancellationToken())
        }
        let inspection: Inspection
        do {
            inspection = try Inspection(
                of: files, settings: settings, existing: SettingsProposal(), cancellation: CancellationToken(),
                nearest: { [nearest] in nearest.nearest(to: $0, action: .order) })
        } catch BatchError.refused {
            return nil
        }
        return try written(inspection, settings) ?? foretold(inspection, settings, files)
    }

    /// Differences after writing an inspection's proposal and reading it back.
    private func written(_ inspection: Inspection, _ settings: RunSettings) throws -> String? {
        let value = inspection.whole.json()
        let text = value.settingsText
        guard let read = OrderedJSONParser.parse(text) else { return "no JSON: \(text)" }
        for role in Role.allCases {
            guard let wish = inspection.whole.columns[role] else { continue }
            let json = read["columns"]?[role.rawValue]
            let parts = json?.elements.compactMap(\.text) ?? []
            let again = json?.text.map { RoleColumns($0) } ?? RoleColumns(parts: parts)
            guard again == wish else { return "\(wish) is written as \(text)" }
        }
        let rendered = InspectionText.render(inspection, settings: text, .korean, on: .plain)
        guard !rendered.isEmpty else { return "nothing is said" }
        guard OrderedJSONParser.parse(inspection.json(settings: value, .english)) != nil else {
            return "the inspection is no JSON"
        }
        for answer in inspection.questions.flatMap(\.answers) {
            _ = try settings.adding(inspection.proposal.adding(answer.settings))
        }
        return nil
    }

    /// Whether a run with the proposal ends as predicted.
    private func foretold(_ inspection: Inspection, _ settings: RunSettings, _ files: [InputFile]) throws -> String? {
        let sink = TrialSink()
        do {
            let run = BatchRun(
                settings: try settings.adding(inspection.proposal.adding(inspection.description)), files: files,
                cancellation: CancellationToken())
            let result = try run.run(sink: sink)
            guard inspection.after.refusal == nil, result.tally.rows == inspection.after.rows else {
                return "not refused, though \(inspection.after)"
            }
            if sink.failures == inspection.after.failures { return nil }
            return "\(sink.failures) for \(inspection.after.failures)"
        } catch BatchError.refused(let refusal) {
            return refusal == inspection.after.refusal ? nil : "\(refusal) for \(inspection.after)"
        }
    }
}
