internal import CSV
internal import FlatMemory
package import JuiceBatch
package import JuiceCore
internal import Synchronization

/// The orders and cups of a run by the values of a column that the settings list.
package struct SalesByColumn: Sendable, Equatable {
    /// The orders and cups of the rows with one value.
    package struct Value: Sendable, Equatable {
        /// The value as listed in the settings; nil for all rows with other values.
        package let cell: String?
        /// The number of orders that were served.
        package fileprivate(set) var served = 0
        /// The number of cancels that were carried out.
        package fileprivate(set) var cancelled = 0
        /// The cups served minus the cups cancelled, by the juice's index on the menu.
        package fileprivate(set) var cups: [Int]

        /// The number of cups of all juices.
        package var cupsInAll: Int { Tally.clamped(cups.reduce(0) { $0 + Int128($1) }) }

        /// The price of the cups; nil if a needed price is missing.
        package func sales(_ menu: Menu) -> Money? { menu.price(ofCups: cups) }

        fileprivate mutating func add(_ other: Value) {
            served += other.served
            cancelled += other.cancelled
            for juice in cups.indices {
                cups[juice] = Tally.clamped(Int128(cups[juice]) + Int128(other.cups[juice]))
            }
        }
    }

    /// The column's name as written in the settings.
    package let column: String
    /// The listed values in their order, followed by all other rows.
    package fileprivate(set) var values: [Value]

    /// The values with at least one served or cancelled order.
    package var sold: [Value] { values.filter { $0.served + $0.cancelled > 0 } }
}

/// Counts the sales of a run by the values of columns that the settings list.
package final class SalesByColumnSink: OutcomeSink {
    private let none: [SalesByColumn]
    private let counted: Mutex<[SalesByColumn]>

    /// Creates a sink; nil if the settings list no such column.
    package init?(_ exportSettings: ExportSettings, menu: Menu) {
        if exportSettings.reportBy.isEmpty { return nil }
        let cups = Array(repeating: 0, count: menu.juices.count)
        let none = exportSettings.reportBy.map { list in
            let cells: [String?] = list.values + [nil]
            return SalesByColumn(
                column: list.column.name, values: cells.map { SalesByColumn.Value(cell: $0, cups: cups) })
        }
        self.none = none
        counted = Mutex(none)
    }

    /// The figures of the rows processed so far.
    package var figures: [SalesByColumn] { counted.withLock { $0 } }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        Counter(sink: self, inputs: inputs, none: none)
    }

    package func startOver() throws { counted.withLock { $0 = none } }

    /// Adds the figures of a batch.
    private func add(_ batch: [SalesByColumn]) {
        counted.withLock { figures in
            for column in batch.indices {
                for value in batch[column].values.indices {
                    figures[column].values[value].add(batch[column].values[value])
                }
            }
        }
    }

    /// Counts the rows of batches for one worker.
    private final class Counter: OutcomeRenderer {
        private let sink: SalesByColumnSink
        private let inputs: [InputPlan]
        private let none: [SalesByColumn]
        // The figures of the current batch.
        private var counted: [SalesByColumn] = []

        init(sink: SalesByColumnSink, inputs: [InputPlan], none: [SalesByColumn]) {
            self.sink = sink
            self.inputs = inputs
            self.none = none
        }

        func render(_ batch: RowBatch) throws {
            counted = none
            for segment in batch.segments {
                count(batch.records, batch.rows, segment.rows, inputs[segment.input])
            }
        }

        private func count(
            _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ range: Range<Int>, _ plan: InputPlan
        ) {
            for row in range where rows.codes[row] == OutcomeCode.success.rawValue {
                let instruction = rows.instruction(row)
                for column in counted.indices {
                    let last = counted[column].values.count - 1
                    let place = plan.reportedPlace(column, records, row) ?? last
                    counted[column].values[place].add(instruction)
                }
            }
        }

        func reserve() throws { sink.add(counted) }
    }
}

extension SalesByColumn.Value {
    /// Adds a successful order or cancel; other instructions are ignored.
    fileprivate mutating func add(_ instruction: Instruction) {
        switch instruction.action {
        case .order:
            served += 1
            cups[instruction.item] += instruction.quantity
        case .cancel:
            cancelled += 1
            cups[instruction.item] -= instruction.quantity
        case .restock, .discard, .count, .assert: break
        }
    }
}
