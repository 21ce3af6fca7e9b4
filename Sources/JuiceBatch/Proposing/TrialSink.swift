internal import CSV
internal import FlatMemory

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
    private static let cellBytesMax = 200

    private let counts = Guarded(Counts())

    package init() {}

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        Renderer(inputs: inputs) { [self] in take($0) }
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

    private func take(_ keys: [(code: OutcomeCode, cell: [UInt8])]) {
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

    /// Looks at the batches of one worker; what it finds is taken in turn, so that their order is that of the rows.
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
                let cell = column.map { Array(trimmed(columns.cell(batch.records, row, $0)).prefix(cellBytesMax)) }
                found.append((code, cell ?? []))
            }
        }

        func take() throws { deliver(found) }

        func write() throws {}

        func finish() throws {}
    }
}
