internal import CSV
internal import FlatMemory
package import JuiceBatch
package import JuiceCore
internal import Synchronization

/// The orders and cups of a run by the values of one column, which the setting `report.by` lists.
package struct SalesByColumn: Sendable, Equatable {
    /// The orders and cups of the rows with one value.
    package struct Value: Sendable, Equatable {
        /// The value as listed in the settings; nil for all rows with other values.
        package let cell: String?
        package fileprivate(set) var served = 0
        package fileprivate(set) var cancelled = 0
        /// The cups served minus the cups cancelled, by the juice's index on the menu.
        package fileprivate(set) var cups: [Int]

        /// The cups served minus the cups cancelled, of all juices together.
        package var totalCups: Int { Tally.clamped(cups.reduce(0) { $0 + Int128($1) }) }

        /// The price of the cups; nil if the menu lacks a price that it needs.
        package func sales(_ menu: Menu) -> Money? { menu.price(ofCups: cups) }

        fileprivate mutating func add(_ other: Value) {
            served += other.served
            cancelled += other.cancelled
            for juice in cups.indices { cups[juice] = Tally.clamped(Int128(cups[juice]) + Int128(other.cups[juice])) }
        }

        /// Adds a successful order or cancel; other instructions are ignored.
        fileprivate mutating func add(_ instruction: Instruction) {
            guard let sign = instruction.action.cupSign else { return }
            if sign > 0 { served += 1 } else { cancelled += 1 }
            cups[instruction.item] += sign * instruction.quantity
        }
    }

    /// The column's name as written in the settings.
    package let column: String
    /// The listed values in their order, followed by all other rows.
    package fileprivate(set) var values: [Value]

    /// The values with at least one served or cancelled order.
    package var valuesWithOrders: [Value] { values.filter { $0.served + $0.cancelled > 0 } }
}

/// Counts the sales of a run by the values of columns that the settings list.
package final class SalesByColumnSink: OutcomeSink {
    private let zeros: [SalesByColumn]
    private let counted: Mutex<[SalesByColumn]>

    /// Creates a sink; nil if the settings list no such column.
    package init?(_ exportSettings: ExportSettings, menu: Menu) {
        if exportSettings.reportBy.isEmpty { return nil }
        let cups = Array(repeating: 0, count: menu.juices.count)
        zeros = exportSettings.reportBy.map { list in
            let cells: [String?] = list.values + [nil]
            return SalesByColumn(column: list.name, values: cells.map { SalesByColumn.Value(cell: $0, cups: cups) })
        }
        counted = Mutex(zeros)
    }

    /// The figures of the rows processed so far.
    package var figures: [SalesByColumn] { counted.withLock { $0 } }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer { Counter(sink: self, inputs: inputs) }

    package func startOver() throws { counted.withLock { $0 = zeros } }

    private func add(_ batch: [SalesByColumn]) {
        counted.withLock { figures in
            for (column, sales) in batch.enumerated() {
                for (index, value) in sales.values.enumerated() { figures[column].values[index].add(value) }
            }
        }
    }

    private final class Counter: OutcomeRenderer {
        private let sink: SalesByColumnSink
        private let inputs: [InputPlan]
        private var counted: [SalesByColumn] = []
        // Moved out while it is used, because each access to a property of a class is checked.
        private var cache: SpellingCache?

        init(sink: SalesByColumnSink, inputs: [InputPlan]) {
            self.sink = sink
            self.inputs = inputs
        }

        func render(_ batch: RowBatch) throws {
            counted = sink.zeros
            var cache = cache.take() ?? SpellingCache()
            for segment in batch.segments {
                count(batch.records, batch.rows, segment.rows, inputs[segment.input], &cache)
            }
            self.cache = consume cache
        }

        private func count(
            _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ range: Range<Int>, _ plan: InputPlan,
            _ cache: inout SpellingCache
        ) {
            for row in range where rows.codes[row] == OutcomeCode.success.rawValue {
                for column in counted.indices {
                    let index = plan.reportedIndex(column, records, row, &cache) ?? counted[column].values.count - 1
                    counted[column].values[index].add(rows.instruction(row))
                }
            }
        }

        func reserve() throws { sink.add(counted) }
    }
}
