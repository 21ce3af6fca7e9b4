import CSV
import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport

/// A whole run against the plain model; then its failure.csv is run again behind its restock.csv.
///
/// The first byte chooses the options, the second the size of chunks; a line of FF bytes parts two inputs.
final class RunFuzz: FuzzChecker {
    private let names: NameIndex

    init() throws {
        names = try NameIndex(menu: .builtIn)
    }

    func problem(with bytes: [UInt8]) throws -> String? {
        let choice = Int(bytes.first ?? 0)
        let size = Int(bytes.dropFirst().first ?? 0) + 1
        let options = options(choice)
        let inputs = split(Array(bytes.dropFirst(2)))
        let named = inputs.enumerated().map { RandomCase.Input(path: "\($0.offset).csv", bytes: $0.element) }
        guard let first = try compare(named, options, stock: nil, chunkBytes: size) else { return nil }
        if let problem = first.problem { return problem }
        guard let reports = first.reports else { return nil }
        let again = [
            RandomCase.Input(path: "restock.csv", bytes: reports.restock),
            RandomCase.Input(path: "failure.csv", bytes: reports.failure),
        ]
        let stock = String(decoding: reports.stock, as: UTF8.self)
        let second = try compare(again, PlainOptions(), stock: stock, chunkBytes: size)
        guard let second else { return BeforeTills.holds ? nil : "failure.csv is refused" }
        if let problem = second.problem { return "again: \(problem)" }
        let left = second.reports?.summary["codes"]?["insufficient_stock"]?.int ?? 0
        return first.promisesRetry && left > 0 ? "\(left) shortages are left" : nil
    }

    private func options(_ choice: Int) -> PlainOptions {
        var options = PlainOptions()
        options.excel = choice & 1 == 1
        options.delimiter = [nil, nil, nil, UInt8(ascii: ";")][choice >> 1 & 3]
        options.encoding = [nil, nil, nil, nil, nil, "utf-8", "cp949", "utf-16"][choice >> 3 & 7]
        if choice >> 6 & 3 == 3 { options.columns = [PlainOptions.Column(role: .item, name: "x")] }
        return options
    }

    private func split(_ bytes: [UInt8]) -> [[UInt8]] {
        for at in bytes.indices.dropLast(3)
        where bytes[at] == 0x0A && bytes[at + 1] == 0xFF && bytes[at + 2] == 0xFF && bytes[at + 3] == 0x0A {
            return [Array(bytes[...at]), Array(bytes[(at + 4)...])]
        }
        return [bytes]
    }

    private struct Comparison {
        var problem: String?
        var reports: ReportSet?
        var promisesRetry = false
    }

    /// Runs the program and the model; nil where both refuse.
    private func compare(
        _ inputs: [RandomCase.Input], _ options: PlainOptions, stock: String?, chunkBytes: Int
    ) throws -> Comparison? {
        let model = PlainModel.run(inputs: inputs.map { ($0.name, $0.bytes) }, stock: stock, options: options)
        if BeforeTills.concerns(model) { return nil }
        let run = MemoryRun(
            settings: try settings(options, model, chunkBytes: chunkBytes), isForExcel: options.excel)
        let outcome: MemoryRun.Outcome
        do {
            outcome = try run.run(inputs.map { ($0.name, $0.bytes) })
        } catch let error as BatchError {
            return problem(error, model).map { Comparison(problem: $0) }
        }
        guard case .done(let wanted) = model else { return Comparison(problem: "done, but the model stops: \(model)") }
        let found = wanted.differences(from: outcome.reports) + CheckedInvariants.violations(in: outcome.reports)
        return Comparison(
            problem: found.isEmpty ? nil : found.joined(separator: "\n"), reports: outcome.reports,
            promisesRetry: wanted.promisesRetry)
    }

    private func settings(
        _ options: PlainOptions, _ model: PlainModel.Result, chunkBytes: Int
    ) throws -> RunSettings {
        var opening = FruitStore(menu: .builtIn).stock
        if case .done(let run) = model { opening = run.opening }
        let columns = try ColumnOptions(parsing: options.columns.map { "\($0.role.rawValue)=\($0.single ?? "")" })
        return RunSettings(
            menu: .builtIn, names: names, opening: opening,
            reading: ReadingOptions(
                columns: columns, delimiter: options.delimiter.flatMap { Delimiter(rawValue: $0) },
                encoding: options.encoding.flatMap { EncodingChoice(rawValue: $0) }, chunkBytes: chunkBytes),
            threads: 1, hashSeed: HashSeed(low: 1, high: 2))
    }

    /// What is wrong with an error, by the model; nil where the model stops for the same reason.
    private func problem(_ error: BatchError, _ model: PlainModel.Result) -> String? {
        guard case .stopped(let exit, let wanted) = model else { return "stops: \(error)" }
        switch error {
        case .usage: return exit == 64 ? nil : "stops: \(error), the model: \(exit) \(wanted as PlainRefusal?)"
        case .refused(let refusal):
            let place = PlainRefusal(file: refusal.file, line: refusal.line, code: refusal.code)
            return place == wanted ? nil : "\(place) for \(wanted as PlainRefusal?)"
        default: return "stops: \(error)"
        }
    }
}
