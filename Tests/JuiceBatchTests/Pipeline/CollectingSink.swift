import CSV
import FlatMemory
import JuiceBatch
import JuiceCore
import Synchronization
import TestSupport
import Testing

/// A row as the pipeline delivered it.
struct CollectedRow: Equatable {
    /// The physical line, from 1.
    var line: Int
    /// The cells as read.
    var cells: [String]
    /// Its outcome.
    var code: OutcomeCode
    /// Its action, if readable.
    var action: Action?
    /// Its quantity, where it is valid.
    var quantity: Int?
}

/// Keeps every row of a run, in the order in which batches were taken.
final class CollectingSink: OutcomeSink {
    private let usedByOrders = Mutex<[CollectedRow]>([])
    private let onTake: @Sendable (Int) -> Void

    /// - Parameter onTake: is called after each batch with the number of rows so far.
    init(onTake: @escaping @Sendable (Int) -> Void = { _ in }) { self.onTake = onTake }

    /// The rows so far.
    var rows: [CollectedRow] { usedByOrders.withLock { $0 } }

    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer { Collector(sink: self) }

    func startOver() throws { usedByOrders.withLock { $0 = [] } }

    fileprivate func add(_ rows: [CollectedRow]) {
        let count = usedByOrders.withLock { usedByOrders in
            usedByOrders += rows
            return usedByOrders.count
        }
        onTake(count)
    }
}

private final class Collector: OutcomeRenderer {
    private let sink: CollectingSink
    private var rows: [CollectedRow] = []

    init(sink: CollectingSink) { self.sink = sink }

    func render(_ batch: RowBatch) throws {
        rows = []
        for row in 0..<batch.rows.count {
            guard let code = OutcomeCode(rawValue: batch.rows.codes[row]) else { continue }
            let quantity = batch.rows.quantities[row]
            rows.append(
                CollectedRow(
                    line: batch.firstLine + batch.records.line(row),
                    cells: batch.records.fields(row).map { String(decoding: $0, as: UTF8.self) }, code: code,
                    action: Action(rawValue: batch.rows.actions[row]),
                    quantity: quantity == DecodedRows.None.quantity ? nil : Int(quantity)))
        }
    }

    func reserve() throws { sink.add(rows) }
}

/// Runs the engine over bytes, without reports.
enum Engine {
    /// The result of a run.
    struct Outcome {
        var rows: [CollectedRow]
        var result: RunResult

        /// The code of each row.
        var codes: [OutcomeCode] { rows.map(\.code) }
        /// The plan by which the only input was read.
        var plan: InputPlan? { result.inputs.first }
    }

    /// Runs inputs with the built-in menu, every fruit opening at 10.
    static func run(
        inputs: [[UInt8]], _ reading: ReadingOptions = ReadingOptions(), threads: Int = 1,
        cancellation: CancellationToken = CancellationToken()
    ) throws -> Outcome {
        let folder = try TemporaryFolder()
        let files = try inputs.enumerated().map { try open($0.element, in: folder, "input\($0.offset + 1).csv") }
        let sink = CollectingSink()
        let settings = try settings(reading, threads: threads)
        let result = try BatchRun(settings: settings, files: files, cancellation: cancellation).run(sink: sink)
        return Outcome(rows: sink.rows, result: result)
    }

    private static let names = Result { try NameIndex(menu: .builtIn) }

    /// Settings with the built-in menu, every fruit opening at 10.
    static func settings(_ reading: ReadingOptions = ReadingOptions(), threads: Int = 1) throws -> RunSettings {
        RunSettings(
            menu: .builtIn, names: try names.get(), opening: FruitStore(menu: .builtIn).stock,
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

    /// The refusal of bytes, as `LINE: code`.
    static func refusal(
        _ bytes: [UInt8], _ reading: ReadingOptions = ReadingOptions(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> String {
        let refusal = refused({ try run(inputs: [bytes], reading).rows.count }, sourceLocation: sourceLocation)
        return refusal.map { "\($0.line): \($0.code)" } ?? "accepted"
    }

    /// The refusal of a text, as `LINE: code`.
    static func refusal(_ text: String, _ reading: ReadingOptions = ReadingOptions()) -> String {
        refusal(Array(text.utf8), reading)
    }
}
