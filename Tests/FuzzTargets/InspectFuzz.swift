import CSV
import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport

/// Exports of a till that no setting describes: whatever they hold, what is proposed can be written, read back and
/// tried, and comes to what was foretold.
///
/// The first byte is the size of chunks; a line of FF bytes parts two inputs.
final class InspectFuzz: FuzzChecker {
    private let names: NameIndex
    private let folder: MemoryFolder
    private let nearest = NearestName(menu: .builtIn)

    init() throws {
        names = try NameIndex(menu: .builtIn)
        folder = try MemoryFolder()
    }

    func problem(with bytes: [UInt8]) throws -> String? {
        let settings = RunSettings(
            menu: .builtIn, names: names, opening: FruitStore(menu: .builtIn).stock,
            reading: ReadingOptions(chunkBytes: Int(bytes.first ?? 0) + 1), threads: 1,
            hashSeed: HashSeed(low: 1, high: 2))
        let files = try split(Array(bytes.dropFirst())).enumerated().map { place, bytes in
            try InputFile(
                path: try folder.write(bytes, to: "\(place).csv"), name: "\(place).csv", spillFolder: "/tmp",
                cancellation: CancellationToken())
        }
        let inspector = Inspector(
            settings: settings, files: files, settled: SettingsProposal(), cancellation: CancellationToken(),
            nearest: { [nearest] in nearest.nearest(to: $0, action: .order) })
        let inspection: Inspection
        do {
            inspection = try inspector.inspect()
        } catch BatchError.refused {
            return nil
        }
        return try written(inspection, settings) ?? foretold(inspection, settings, files)
    }

    private func split(_ bytes: [UInt8]) -> [[UInt8]] {
        for at in bytes.indices.dropLast(3)
        where bytes[at] == 0x0A && bytes[at + 1] == 0xFF && bytes[at + 2] == 0xFF && bytes[at + 3] == 0x0A {
            return [Array(bytes[...at]), Array(bytes[(at + 4)...])]
        }
        return [bytes]
    }

    /// What is wrong with what is written of an inspection.
    private func written(_ inspection: Inspection, _ settings: RunSettings) throws -> String? {
        let value = ProposalJSON.value(inspection.whole)
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
        guard OrderedJSONParser.parse(InspectionJSON.render(inspection, settings: value, .english)) != nil else {
            return "the inspection is no JSON"
        }
        for answer in inspection.questions.flatMap(\.answers) {
            _ = try settings.adding(inspection.proposal.adding(answer.settings))
        }
        return nil
    }

    /// Whether a run with what is proposed ends as was said.
    private func foretold(_ inspection: Inspection, _ settings: RunSettings, _ files: [InputFile]) throws -> String? {
        let sink = TrialSink()
        do {
            let run = BatchRun(
                settings: try settings.adding(inspection.proposal), files: files, cancellation: CancellationToken())
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
