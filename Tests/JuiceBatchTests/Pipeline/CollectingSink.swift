import CSV
import FlatMemory
import JuiceBatch
import JuiceCore
import Synchronization
import TestSupport
import Testing

/// A row as the pipeline delivered it; action and quantity where they could be read.
struct CollectedRow: Equatable {
    var line: Int
    var cells: [String]
    var code: OutcomeCode
    var action: Action?
    var quantity: Int?
}

/// Keeps every row of a run, in the order in which batches were taken.
final class CollectingSink: OutcomeSink {
    private let taken = Mutex<(rows: [CollectedRow], restarts: Int)>(([], 0))
    private let onTake: @Sendable (Int) -> Void

    /// - Parameter onTake: is called after each batch with the number of rows so far.
    init(onTake: @escaping @Sendable (Int) -> Void = { _ in }) { self.onTake = onTake }

    var rows: [CollectedRow] { taken.withLock { $0.rows } }
    var restarts: Int { taken.withLock { $0.restarts } }

    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer { Collector(sink: self) }

    func startOver() throws { taken.withLock { $0 = ([], $0.restarts + 1) } }

    private final class Collector: OutcomeRenderer {
        private let sink: CollectingSink
        private var rows: [CollectedRow] = []

        init(sink: CollectingSink) { self.sink = sink }

        func render(_ batch: RowBatch) throws {
            rows = (0..<batch.rows.count).compactMap { row in
                guard let code = OutcomeCode(rawValue: batch.rows.codes[row]) else { return nil }
                let quantity = batch.rows.quantities[row]
                return CollectedRow(
                    line: batch.firstLine + batch.records.line(row),
                    cells: batch.records.fields(row).map { String(decoding: $0, as: UTF8.self) }, code: code,
                    action: Action(rawValue: batch.rows.actions[row]),
                    quantity: quantity == DecodedRows.noQuantity ? nil : quantity)
            }
        }

        func reserve() throws {
            let count = sink.taken.withLock { taken in
                taken.rows += rows
                return taken.rows.count
            }
            sink.onTake(count)
        }
    }
}

/// Runs the engine over bytes, without reports.
enum Engine {
    struct Outcome {
        var rows: [CollectedRow]
        var result: RunResult
        var restarts: Int

        var codes: [OutcomeCode] { rows.map(\.code) }
        /// The plan by which the only input was read.
        var plan: InputPlan? { result.inputs.first }
    }

    /// The header of failure.csv, which has a column of ids and rows that keep their code.
    static let failureHeader = "file,line,id,action,item,quantity,code,message,shortage,raw\n"

    /// Runs inputs with the built-in menu, every fruit opening at 10.
    static func run(
        inputs: [[UInt8]], _ reading: ReadingOptions = ReadingOptions(), threads: Int = 1
    ) throws -> Outcome {
        let folder = try TemporaryFolder()
        return try run(
            inputs.enumerated().map { try open($0.element, in: folder, "input\($0.offset + 1).csv") }, reading,
            threads: threads)
    }

    static func run(_ files: [InputFile], _ reading: ReadingOptions, threads: Int = 1) throws -> Outcome {
        let sink = CollectingSink()
        let run = BatchRun(
            settings: try settings(reading, threads: threads), files: files, cancellation: CancellationToken())
        let result = try run.run(sinks: [sink])
        return Outcome(rows: sink.rows, result: result, restarts: sink.restarts)
    }

    static func settings(_ reading: ReadingOptions = ReadingOptions(), threads: Int = 1) throws -> RunSettings {
        RunSettings(
            menu: .builtIn, names: try NameIndex(menu: .builtIn), opening: FruitStore(menu: .builtIn).stock,
            reading: reading, threads: threads, hashSeed: HashSeed(low: 1, high: 2))
    }

    /// Writes bytes to a file and opens it as an input.
    static func open(
        _ bytes: [UInt8], in folder: TemporaryFolder, _ name: String = "a.csv",
        cancellation: CancellationToken = CancellationToken()
    ) throws -> InputFile {
        try InputFile(
            path: folder.write(bytes, to: name), name: name, spillFolder: folder.path, cancellation: cancellation)
    }

    static func run(_ text: String, _ reading: ReadingOptions = ReadingOptions(), threads: Int = 1) throws -> Outcome {
        try run(inputs: [Array(text.utf8)], reading, threads: threads)
    }

    /// The refusal of an input; nil and a test failure if there is none.
    static func refused<Value>(
        _ body: () throws -> Value, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Refusal? {
        do {
            Issue.record("accepted: \(try body())", sourceLocation: sourceLocation)
        } catch BatchError.refused(let refusal) {
            return refusal
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
        }
        return nil
    }

    /// The error of an operation as text; `none` if it has none.
    static func error<Value>(_ body: () throws -> Value) -> String {
        do {
            _ = try body()
            return "none"
        } catch { return "\(error)" }
    }

    /// The refusal of bytes, as `LINE: code`.
    static func refusal(_ bytes: [UInt8], _ reading: ReadingOptions = ReadingOptions()) -> String {
        refused { try run(inputs: [bytes], reading).rows.count }.map { "\($0.line): \($0.code)" } ?? "accepted"
    }

    static func refusal(_ text: String, _ reading: ReadingOptions = ReadingOptions()) -> String {
        refusal(Array(text.utf8), reading)
    }
}
