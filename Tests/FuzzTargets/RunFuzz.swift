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

/// A run whose exports have totals rows, against the plain model.
///
/// The first byte chooses the settings. Each two bytes behind it make a row: an order, a cancel, one that is ignored or of
/// the wrong width, or a totals row whose figure is what the rows above come to, or near it.
final class TotalsFuzz: FuzzChecker {
    private let comparison: MemoryComparison

    init() throws {
        comparison = try MemoryComparison()
    }

    func problem(with bytes: [UInt8]) throws -> String? {
        guard let choice = bytes.first else { return nil }
        var options = PlainOptions()
        options.settledKeys = ["ignore", "totals"]
        options.totals = ["합계", "T"]
        options.negative = [.reject, .cancel, .cancel, .ignore][Int(choice) & 3]
        options.decimal = [nil, ".", ","][Int(choice >> 2 & 3) % 3]
        if choice >> 4 & 1 == 1 { options.ignore = [PlainMatch(column: "E", value: "x")] }
        if choice >> 5 & 1 == 1 { options.findsHeader = true }
        var export = Export()
        let rows = Array(bytes.dropFirst())
        for at in stride(from: 0, to: rows.count - 1, by: 2) { export.add(kind: rows[at], value: rows[at + 1]) }
        var inputs = [RandomCase.Input(path: "0.csv", bytes: Array(export.text.utf8))]
        // The sums of an input begin with it.
        if choice >> 6 & 1 == 1 { inputs.append(RandomCase.Input(path: "1.csv", bytes: Array(export.text.utf8))) }
        return try comparison.problem(
            of: RandomCase(seed: 0, inputs: inputs, options: options), threads: 1 + Int(choice >> 7),
            chunkBytes: 1 + Int(choice) % 61)
    }

    /// An export in the making.
    private struct Export {
        var text = "메뉴,수량,E\n"
        private var sums = [0, 0, 0, 0]

        mutating func add(kind: UInt8, value: UInt8) {
            let quantity = Int(value & 31)
            switch kind & 15 {
            case 0...4: row("키위쥬스", String(quantity), "", adding: [quantity, quantity, quantity, quantity])
            case 5: row("망고쥬스", "", "", adding: [1, 1, 0, 0])
            case 6, 7: row("키위쥬스", "-\(quantity)", "", adding: [-quantity, 0, -quantity, 0])
            case 8: row("바나나쥬스", String(quantity), "x", adding: [0, quantity, 0, quantity])
            case 9: row("없는쥬스", ["1.0", "1,0", "two", "1e3"][quantity & 3], "", adding: [0, 0, 0, 0])
            case 10: text += "키위쥬스,\(quantity),,\(value >> 5 & 1 == 1 ? "y" : "")\n"
            case 11: text += "\n"
            default: total(kind >> 4, value)
            }
        }

        private mutating func row(_ item: String, _ quantity: String, _ extra: String, adding: [Int]) {
            text += "\(item),\(quantity.contains(",") ? "\"\(quantity)\"" : quantity),\(extra)\n"
            for index in sums.indices { sums[index] += adding[index] }
        }

        private mutating func total(_ form: UInt8, _ value: UInt8) {
            var figure = String(sums[Int(value & 3)] + (value >> 2 & 7 == 0 ? 1 : 0))
            if value >> 5 & 3 == 3 { figure = ["", "-", "1,000", "ten"][Int(value & 3)] }
            let cell = figure.contains(",") ? "\"\(figure)\"" : figure
            switch form & 3 {
            case 0: text += "합계,\(cell),\n"
            case 1: text += ",\(cell),T\n"
            case 2: text += "합 계,\(cell)\n"
            default: text += "T,\(cell),x\n"
            }
            if value >> 7 == 1 { sums = [0, 0, 0, 0] }
        }
    }
}

/// The reader of times against a plain one.
///
/// The first byte says the order of dates, and when a day begins.
final class TimesFuzz: FuzzChecker {
    func problem(with bytes: [UInt8]) -> String? {
        let choice = Int(bytes.first ?? 0)
        let cell = Array(bytes.dropFirst())
        // Only valid UTF-8 reaches the reader of times.
        guard PlainEncoding.firstInvalidUTF8(cell) == nil else { return nil }
        let order = choice % 4 == 3 ? nil : DateOrder.allCases[choice % 4]
        let hour = choice / 4 % 24
        guard let start = DayStart(hour < 10 ? "0\(hour):30" : "\(hour):30") else {
            return "no day start at \(hour):30"
        }
        let movesDates = choice >= 96
        let reader = TimeReader(dateOrder: order, dayStart: start, addsDayToDates: movesDates)
        let rules = PlainTime.Rules(dateOrder: order?.rawValue, dayStart: start.minutes, movesDates: movesDates)
        let text = String(decoding: cell, as: UTF8.self)
        let ours = cell.withUnsafeBufferPointer { reader.read($0) }
        let theirs = PlainTime.read(text, rules)
        guard let ours, let theirs else {
            if (ours == nil) == (theirs == nil) { return nil }
            return "'\(text)': \(String(describing: ours)) for \(String(describing: theirs))"
        }
        return isSame(ours, theirs) ? nil : "'\(text)': \(ours) for \(theirs)"
    }

    private func isSame(_ ours: RowTime, _ theirs: PlainTime) -> Bool {
        ours.seconds == Int64(theirs.seconds) && Int(ours.nanoseconds) == theirs.nanoseconds
            && ours.kind.contains(.date) == (theirs.day != nil)
            && ours.kind.contains(.timeOfDay) == (theirs.secondOfDay != nil)
            && ours.kind.contains(.offset) == (theirs.offsetMinutes != nil)
            && isSame(ours.date, theirs.day)
    }

    private func isSame(_ ours: CalendarDay?, _ theirs: Int?) -> Bool {
        guard let ours, let theirs else { return (ours == nil) == (theirs == nil) }
        let (year, month, day) = ours.parts
        // The day after the last one has a year of five digits.
        return PlainTime.day(year, month, day) == theirs || year == 10_000
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
                of: files, settings: settings, settled: SettingsProposal(), cancellation: CancellationToken(),
                nearest: { [nearest] in nearest.nearest(to: $0, action: .order) })
        } catch BatchError.refused {
            return nil
        }
        return try written(inspection, settings) ?? foretold(inspection, settings, files)
    }

    /// Differences after writing an inspection's proposal and reading it back.
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

    /// Whether a run with the proposal ends as predicted.
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
