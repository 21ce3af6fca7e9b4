internal import CSV
internal import FlatMemory
package import JuiceBatch

/// The predicted result of a run, from a trial run that records nothing.
package struct TrialOutcome: Sendable, Equatable {
    /// A cell that made rows fail, and the number of those rows.
    package struct FailedCell: Sendable, Equatable {
        package let code: OutcomeCode
        /// The trimmed cell; empty if no cell is the cause.
        package let cell: String
        package let count: Int
    }

    /// The refusal of the run; nil if it is not refused.
    package var refusal: Refusal?
    package var rows = 0
    /// The number of rows by code; only codes that occur, in the order of every report.
    package var codes: [(code: OutcomeCode, count: Int)] = []
    /// The cells that made rows fail, most frequent first.
    package var failures: [FailedCell] = []

    /// Creates an outcome without rows.
    package init() {}

    /// Makes a trial run over the inputs, without recording anything.
    ///
    /// - Throws: All errors except the refusal of an input.
    init(
        _ settings: RunSettings, files: [InputFile], cancellation: CancellationToken,
        progress: @escaping @Sendable (Progress) -> Void
    ) throws {
        let sink = TrialSink()
        do {
            let run = BatchRun(settings: settings, files: files, cancellation: cancellation)
            let tally = try run.run(sink: sink, progress: progress).tally
            rows = tally.rows
            codes = OutcomeCode.allCases.map { ($0, tally.count($0)) }.filter { $0.1 > 0 }
            failures = sink.failures
        } catch BatchError.refused(let refusal) {
            self.refusal = refusal
        }
    }

    /// The number of rows with a code.
    func count(_ code: OutcomeCode) -> Int { codes.first { $0.code == code }?.count ?? 0 }

    /// Whether no input is refused, no row is rejected, and at least one row is not ignored.
    package var isGood: Bool {
        refusal == nil && codes.allSatisfy { $0.code.failureClass != .rejected }
            && (rows == 0 || count(.ignored) < rows)
    }

    package static func == (a: Self, b: Self) -> Bool {
        a.refusal == b.refusal && a.rows == b.rows && a.failures == b.failures
            && a.codes.elementsEqual(b.codes) { $0.code == $1.code && $0.count == $1.count }
    }
}

/// Counts the cells that make rows fail; nothing else of the trial run is stored.
package final class TrialSink: OutcomeSink {
    private struct Cell: Hashable {
        let code: OutcomeCode
        let bytes: [UInt8]
    }

    /// The maximum number of different cells for which rows are counted.
    private static let cellsMax = 10_000

    /// The number of rows for each cell, and the cell's position in the order of first appearance.
    private let counts = LockedValue<[Cell: (rows: Int, place: Int)]>([:])

    package init() {}

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        Renderer(inputs: inputs) { [self] in add($0) }
    }

    package func startOver() throws { counts.withLock { $0 = [:] } }

    /// The cells that made rows fail, most frequent first.
    package var failures: [TrialOutcome.FailedCell] {
        let ordered = counts.withLock { $0 }.sorted { a, b in
            (-a.value.rows, a.value.place) < (-b.value.rows, b.value.place)
        }
        return ordered.map { cell, count in
            TrialOutcome.FailedCell(
                code: cell.code, cell: String(decoding: cell.bytes, as: UTF8.self), count: count.rows)
        }
    }

    private func add(_ cells: [Cell]) {
        counts.withLock { counts in
            for cell in cells {
                let place = counts.count
                if place < Self.cellsMax || counts[cell] != nil { counts[cell, default: (0, place)].rows += 1 }
            }
        }
    }

    /// A renderer that examines the batches of one worker, and reports its findings in the order of the rows.
    private final class Renderer: OutcomeRenderer {
        private let inputs: [InputPlan]
        private let deliver: ([Cell]) -> Void
        private var found: [Cell] = []

        init(inputs: [InputPlan], deliver: @escaping ([Cell]) -> Void) {
            self.inputs = inputs
            self.deliver = deliver
        }

        func render(_ batch: RowBatch) throws {
            found = []
            for row in 0..<batch.rows.count {
                guard let code = OutcomeCode(rawValue: batch.rows.codes[row]), code.failureClass == .rejected else {
                    continue
                }
                let columns = inputs[batch.input(of: row)].columns
                let cell = columns.column(rejectedAs: code).map { trimmed(columns.cell(batch.records, row, $0)) }
                // Longer cells are not reported, because no name is as long, and half of one would match nothing.
                let isNamed = cell.map { $0.count <= ExportColumn.cellBytesMax } ?? false
                found.append(Cell(code: code, bytes: isNamed ? cell.map(Array.init) ?? [] : []))
            }
        }

        func reserve() throws { deliver(found) }
    }
}
