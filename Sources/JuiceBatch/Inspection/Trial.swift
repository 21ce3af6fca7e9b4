internal import CSV
internal import FlatMemory

/// The predicted result of a run.
package struct TrialOutcome: Sendable, Equatable {
    /// Cells that made rows fail, and in how many rows.
    package struct FailedCell: Sendable, Equatable {
        package let code: OutcomeCode
        /// Trimmed; empty where no cell is to blame.
        package let cell: String
        package let count: Int
    }

    /// The refusal of the run; nil if it is not refused.
    package var refusal: Refusal?
    package var rows = 0
    /// The number of rows by code; only codes that occur, in the order of every report.
    package var codes: [(code: OutcomeCode, count: Int)] = []
    /// The most frequent first.
    package var failures: [FailedCell] = []

    /// Creates an outcome without rows.
    package init() {}

    /// Whether nothing is refused or rejected, and not all is left out.
    package var isGood: Bool {
        if refusal != nil { return false }
        let ignored = codes.first { $0.code == .ignored }?.count ?? 0
        return codes.allSatisfy { $0.code.failureClass != .rejected } && (rows == 0 || ignored < rows)
    }

    package static func == (a: Self, b: Self) -> Bool {
        a.refusal == b.refusal && a.rows == b.rows && a.failures == b.failures
            && a.codes.elementsEqual(b.codes) { $0.code == $1.code && $0.count == $1.count }
    }
}

/// Counts the cells that make rows fail, and keeps nothing else of a run.
package final class TrialSink: OutcomeSink {
    private struct Key: Hashable {
        let code: OutcomeCode
        let cell: [UInt8]
    }

    private struct Counts {
        var byKey: [Key: Int] = [:]
        var order: [Key] = []
    }

    /// The maximum number of different cells for which rows are counted.
    private static let cellsMax = 10_000
    /// Longer cells are not named: no name is as long, and half of one would match nothing.
    private static let cellBytesMax = CellTable.cellBytesMax

    private let counts = LockedValue(Counts())

    package init() {}

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        Renderer(inputs: inputs) { [self] in add($0) }
    }

    package func startOver() throws { counts.withLock { $0 = Counts() } }

    /// The cells, the most frequent first.
    package var failures: [TrialOutcome.FailedCell] {
        counts.withLock { counts in
            let ordered = counts.order.enumerated().sorted { a, b in
                (-counts.byKey[a.element, default: 0], a.offset) < (-counts.byKey[b.element, default: 0], b.offset)
            }
            return ordered.map { _, key in
                TrialOutcome.FailedCell(
                    code: key.code, cell: String(decoding: key.cell, as: UTF8.self),
                    count: counts.byKey[key, default: 0])
            }
        }
    }

    private func add(_ keys: [(code: OutcomeCode, cell: [UInt8])]) {
        counts.withLock { counts in
            for (code, cell) in keys {
                let key = Key(code: code, cell: cell)
                if counts.byKey[key] == nil {
                    guard counts.order.count < Self.cellsMax else { continue }
                    counts.order.append(key)
                }
                counts.byKey[key, default: 0] += 1
            }
        }
    }

    /// A renderer that examines the batches of one worker, and hands its findings over in the order of the rows.
    private final class Renderer: OutcomeRenderer {
        private let inputs: [InputPlan]
        private let deliver: ([(code: OutcomeCode, cell: [UInt8])]) -> Void
        private var found: [(code: OutcomeCode, cell: [UInt8])] = []

        init(inputs: [InputPlan], deliver: @escaping ([(code: OutcomeCode, cell: [UInt8])]) -> Void) {
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
                let column: Int? =
                    switch code {
                    case .unknownAction: columns.action
                    case .unknownItem, .missingAction: columns.item
                    case .invalidQuantity: columns.quantity
                    case .invalidTime: columns.time
                    default: nil
                    }
                let cell = column.map { trimmed(columns.cell(batch.records, row, $0)) }
                let isNamed = cell.map { $0.count <= cellBytesMax } ?? false
                found.append((code, isNamed ? cell.map(Array.init) ?? [] : []))
            }
        }

        func reserve() throws { deliver(found) }

        func write() throws {}

        func finish() throws {}
    }
}
