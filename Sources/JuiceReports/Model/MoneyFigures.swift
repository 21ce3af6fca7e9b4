package import JuiceBatch
package import JuiceCore

/// The money figures of a run, each capped at ±(2^53 − 1) hundredths, or nil if it needs a price that the menu lacks.
package struct MoneyFigures: Sendable {
    /// The totals, as the facts of a chain's run record them.
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
