internal import CSV
internal import FlatMemory
package import JuiceBatch
package import JuiceCore
internal import Synchronization

/// The money figures of a run, each capped at ±(2^53 − 1) hundredths, or nil if it needs a price that the menu lacks.
package struct MoneyFigures: Sendable {
    /// The totals, which a ledger stores.
    package let recorded: RecordedMoney
    /// The sales and lost sales of each juice, by its index on the menu.
    package let juices: [(sales: Money?, lostSales: Money?)]
    /// The cost of each fruit, by its index on the menu; the parts have the meaning of the totals.
    package let fruits: [(used: Money?, discarded: Money?, counted: Money?, restock: Money?)]
    /// The cost of the restocks listed in restock.csv.
    package let restock: Money?
    /// The indices on the menu of the juices whose missing price a sum needs.
    package let juicesWithoutPrice: [Int]
    /// The indices on the menu of the fruits whose missing cost a sum needs.
    package let fruitsWithoutCost: [Int]

    /// Computes the money figures of a run, with the restocks of restock.csv by fruit; nil if the menu has neither
    /// prices nor costs.
    init?(_ menu: Menu, _ tally: Tally, restocks: [Int], currency: String) {
        guard menu.hasMoney else { return nil }
        let (juices, fruits) = (zip(menu.juices, tally.juices), zip(menu.fruits, tally.fruits))
        let sales: [Item] = juices.map { ($1.cupsServed - $1.cupsCancelled, $0.price) }
        let lostAmounts: [Item] = juices.map { ($1.cupsShort, $0.price) }
        let used: [Item] = fruits.map { ($1.used, $0.cost) }
        let discarded: [Item] = fruits.map { ($1.discarded, $0.cost) }
        let counted: [Item] = fruits.map { ($1.counted, $0.cost) }
        let restock: [Item] = zip(menu.fruits, restocks).map { ($1, $0.cost) }
        self.juices = zip(sales, lostAmounts).map { (Self.amount($0), Self.amount($1)) }
        self.fruits = menu.fruits.indices.map {
            (Self.amount(used[$0]), Self.amount(discarded[$0]), Self.amount(counted[$0]), Self.amount(restock[$0]))
        }
        recorded = RecordedMoney(
            currency: currency, sales: Self.sum(sales), lostSales: Self.sum(lostAmounts), fruitUsed: Self.sum(used),
            discarded: Self.sum(discarded), counted: Self.sum(counted))
        self.restock = Self.sum(restock)
        juicesWithoutPrice = Self.indicesWithoutPrice(in: [sales, lostAmounts])
        fruitsWithoutCost = Self.indicesWithoutPrice(in: [used, discarded, counted, restock])
    }

    /// An amount of money as a number of items and the price of one, which is nil if it is missing.
    typealias Item = (count: Int, price: Money?)

    /// The price of a number of items; nil without a price.
    static func amount(_ item: Item) -> Money? {
        item.price.map { Money(hundredths: Tally.clamped(Int128(item.count) * Int128($0.hundredths))) }
    }

    /// The price of all items; nil if a needed price is missing.
    private static func sum(_ items: [Item]) -> Money? { Menu.sum(items.map { (Int128($0.count), $0.price) }) }

    /// The indices at which one of the lists, all of the same length, lacks the price of items whose number is not 0.
    private static func indicesWithoutPrice(in lists: [[Item]]) -> [Int] {
        (lists.first ?? []).indices.filter { index in
            lists.contains { $0[index].price == nil && $0[index].count != 0 }
        }
    }
}

extension DayFigures {
    /// Sales minus the cost of fruit; nil if one of them is unknown.
    var profit: Money? { Menu.sum(zip([1, -1], [sums.sales, fruitCost])) }

    /// The average sales per order, rounded to hundredths, or to whole units if the sales are whole amounts in 원; nil
    /// without orders or sales.
    func salesPerOrder(in currency: String) -> Money? {
        guard let sales = sums.sales, sums.ordersServed > 0 else { return nil }
        let unit = currency == MoneyFormat.usualSign && sales.hundredths % 100 == 0 ? 100 : 1
        let (sum, parts) = (Int128(sales.hundredths), Int128(sums.ordersServed) * Int128(unit))
        return Money(hundredths: Int((sum * 2 + parts) / (parts * 2)) * unit)
    }
}

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
