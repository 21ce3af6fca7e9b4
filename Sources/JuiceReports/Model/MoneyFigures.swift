internal import JuiceBatch
package import JuiceCore

/// What a run came to in money: exact sums, which stop at 2^53 − 1 hundredths.
///
/// What has no price on the menu is unknown, and so is a sum that it belongs to.
package struct MoneyFigures: Sendable, Equatable {
    /// Of a juice.
    package struct JuiceSums: Sendable, Equatable {
        /// Cups that were served less those that were cancelled.
        package let sales: Money?
        /// Cups that orders were short of.
        package let lostSales: Money?
    }

    /// Of a fruit, by what its pieces cost.
    package struct FruitSums: Sendable, Equatable {
        /// What orders took less what cancels gave back.
        package let used: Money?
        package let discarded: Money?
        /// What counts found more than there should have been; negative where they found less.
        package let counted: Money?
        /// What restock.csv lists.
        package let restock: Money?
    }

    /// The sign of the currency, such as `원`.
    package let currency: String
    /// By the juice's place on the menu.
    package let juices: [JuiceSums]
    /// By the fruit's place on the menu.
    package let fruits: [FruitSums]
    package let sales: Money?
    package let lostSales: Money?
    package let fruitUsed: Money?
    package let discarded: Money?
    package let counted: Money?
    package let restock: Money?
    /// The juices without a price and the fruits without a cost, by their places on the menu.
    package let juicesWithoutPrice: [Int]
    package let fruitsWithoutCost: [Int]

    /// What a run came to; nil where nothing on the menu has a price.
    ///
    /// - Parameter restocks: what restock.csv lists, by the fruit's place on the menu.
    init?(_ menu: Menu, _ tally: Tally, restocks: [Int], currency: String) {
        guard menu.hasMoney else { return nil }
        self.currency = currency
        let (juices, fruits) = (zip(menu.juices, tally.juices), zip(menu.fruits, tally.fruits))
        let sales = juices.map { Self.product(Int128($1.cupsServed) - Int128($1.cupsCancelled), $0.price) }
        let lost = juices.map { Self.product(Int128($1.cupsShort), $0.price) }
        let used = fruits.map { Self.product(Int128($1.used), $0.cost) }
        let discarded = fruits.map { Self.product(Int128($1.discarded), $0.cost) }
        let counted = fruits.map { Self.product(Int128($1.counted), $0.cost) }
        let restock = zip(menu.fruits, restocks).map { Self.product(Int128($1), $0.cost) }
        self.juices = zip(sales, lost).map { JuiceSums(sales: Self.money($0), lostSales: Self.money($1)) }
        self.fruits = menu.fruits.indices.map {
            FruitSums(
                used: Self.money(used[$0]), discarded: Self.money(discarded[$0]), counted: Self.money(counted[$0]),
                restock: Self.money(restock[$0]))
        }
        self.sales = Self.total(sales)
        lostSales = Self.total(lost)
        fruitUsed = Self.total(used)
        self.discarded = Self.total(discarded)
        self.counted = Self.total(counted)
        self.restock = Self.total(restock)
        juicesWithoutPrice = menu.juices.indices.filter { menu.juices[$0].price == nil }
        fruitsWithoutCost = menu.fruits.indices.filter { menu.fruits[$0].cost == nil }
    }

    private static func product(_ count: Int128, _ price: Money?) -> Int128? {
        price.map { count * Int128($0.hundredths) }
    }

    private static func total(_ products: [Int128?]) -> Money? {
        products.contains(nil) ? nil : money(products.compactMap(\.self).reduce(0, +))
    }

    private static func money(_ hundredths: Int128?) -> Money? {
        hundredths.map { Money(hundredths: Tally.clamped($0)) }
    }
}
