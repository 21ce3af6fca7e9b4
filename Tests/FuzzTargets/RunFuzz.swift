import CSV
import JuiceBatch
import JuiceCore
import JuiceInspect
import JuiceReports
import TestSupport

/// A whole run against the plain model; then its failure.csv is run again behind its restock.csv.
///
/// The first byte chooses the options, or the first three choose settings for columns A to E and those that are known by
/// their headers. The next says the size of chunks, and with settings how many threads there are; a line of FF bytes parts
/// two inputs.
final class RunFuzz: FuzzChecker {
    private let comparison: MemoryComparison
    private let hasSettings: Bool

    init(hasSettings: Bool) throws {
        comparison = try MemoryComparison()
        self.hasSettings = hasSettings
    }

    func problem(with bytes: [UInt8]) throws -> String? {
        let count = hasSettings ? 3 : 1
        guard bytes.count > count else { return nil }
        let choice = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        let size = Int(bytes[count])
        let fuzzed = RandomCase(
            seed: 0, inputs: FuzzedInputs.split(Array(bytes.dropFirst(count + 1))),
            options: hasSettings ? Self.settings(choice) : Self.options(choice))
        return try comparison.problem(
            of: fuzzed, threads: hasSettings ? 1 + size % 3 : 1, chunkBytes: 1 + (hasSettings ? size / 3 : size))
    }

    private static func options(_ choice: Int) -> PlainOptions {
        var options = PlainOptions()
        options.excel = choice & 1 == 1
        options.delimiter = [nil, nil, nil, UInt8(ascii: ";")][choice >> 1 & 3]
        options.encoding = [nil, nil, nil, nil, nil, "utf-8", "cp949", "utf-16"][choice >> 3 & 7]
        if choice >> 6 & 3 == 3 { options.columns = [PlainOptions.Column(role: .item, name: "x")] }
        return options
    }

    private static func settings(_ choice: Int) -> PlainOptions {
        var options = PlainOptions()
        let ids: [[PlainPart]?] = [nil, [.column("A"), .occurrence], [.column("A"), .column("B")], [.column("A")]]
        if let parts = ids[choice & 3] { options.columns.append(PlainOptions.Column(role: .id, parts: parts)) }
        let actions: [PlainOptions.Column?] = [
            nil, nil, .init(role: .action, name: "B"), .init(role: .action, name: ""),
        ]
        if let column = actions[choice >> 2 & 3] { options.columns.append(column) }
        let times: [[PlainPart]?] = [nil, nil, [.column("D")], [.column("C"), .column("D")]]
        if let parts = times[choice >> 4 & 3] { options.columns.append(PlainOptions.Column(role: .time, parts: parts)) }
        // A typed column that is missing would test nothing.
        for index in options.columns.indices { options.columns[index].isFinished = true }
        options.settledKeys = ["ignore", "only", "accept", "fill", "known"]
        options.sequence = [nil, .file, .time, .time][choice >> 6 & 3]
        options.negative = [.reject, .cancel, .cancel, .ignore][choice >> 8 & 3]
        options.decimal = [nil, nil, ".", ","][choice >> 10 & 3]
        options.findsHeader = choice >> 12 & 1 == 1
        options.dropsTrailing = choice >> 13 & 1 == 1
        if choice >> 14 & 1 == 1 { options.totals = ["T", "합계"] }
        if choice >> 15 & 1 == 1 { options.fill = ["A", "D"] }
        if choice >> 16 & 1 == 1 { options.ignore = [PlainMatch(column: "E", value: "x")] }
        if choice >> 17 & 1 == 1 { options.only = [PlainMatch(column: "E", value: "y")] }
        if choice >> 18 & 1 == 1 { options.accept = ["E"] }
        if choice >> 19 & 1 == 1 { options.dayStartMinutes = 300 }
        options.dateOrder = [nil, .mdy, .dmy, .ymd][choice >> 20 & 3]
        if choice >> 22 & 1 == 1 {
            options.values = [
                PlainValue(role: .action, from: "z", to: "cancel"), PlainValue(role: .action, from: "n", to: "order"),
                PlainValue(role: .item, from: "i", to: "ignore"),
            ]
        }
        if choice >> 23 & 1 == 1 {
            options.known = [PlainMatch(column: "E", value: "x"), PlainMatch(column: "E", value: "")]
            options.accept += ["A", "B"]
            options.isDescribed = true
        }
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
        let sink = FailedCells.sink()
        do {
            let run = BatchRun(
                settings: try settings.adding(inspection.proposal.adding(inspection.description)), files: files,
                cancellation: CancellationToken())
            let result = try run.run(sinks: [sink])
            guard inspection.after.refusal == nil, result.tally.rows == inspection.after.rows else {
                return "not refused, though \(inspection.after)"
            }
            let failures = sink.value.byFrequency
            if failures.elementsEqual(inspection.after.failures, by: ==) { return nil }
            return "\(failures) for \(inspection.after.failures)"
        } catch BatchError.refused(let refusal) {
            return refusal == inspection.after.refusal ? nil : "\(refusal) for \(inspection.after)"
        }
    }
}
