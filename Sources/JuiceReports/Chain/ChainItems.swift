internal import JuiceBatch
package import JuiceCore

/// The figures of a juice over all shops of a chain.
package struct ChainJuice: Sendable, Equatable {
    /// The juice's name as the first shop's menu spells it; equivalent spellings are one name.
    package let name: String
    package fileprivate(set) var cupsServed = 0
    package fileprivate(set) var cupsShort = 0
    /// The number of shops that had short orders for the juice.
    package fileprivate(set) var shopsShort = 0
}

/// The figures of a fruit over all shops of a chain, in pieces.
package struct ChainFruit: Sendable, Equatable {
    /// The fruit's name as the first shop's menu spells it; equivalent spellings are one name.
    package let name: String
    package fileprivate(set) var used = 0
    /// The number of orders that lacked the fruit.
    package fileprivate(set) var lostOrders = 0
    /// The number of shops in which the fruit was short.
    package fileprivate(set) var shopsShort = 0
}

/// The total purchase of a fruit for all shops of a chain.
package struct ChainPurchase: Sendable, Equatable {
    /// The fruit's name as the first shop's menu spells it; equivalent spellings are one name.
    package let fruit: String
    package fileprivate(set) var need = 0
    package fileprivate(set) var stock = 0
    package fileprivate(set) var buy = 0
    /// The number of shops that have to buy the fruit.
    package fileprivate(set) var shops = 0
    /// The cost in hundredths; nil if a shop that buys the fruit has no cost for it.
    fileprivate var hundredths: Int128? = 0
    /// The currency of the shops that buy the fruit; nil if none of them has one.
    package fileprivate(set) var currency: String?

    /// The cost of the purchase; nil if a shop has no cost, or if shops use different currencies.
    package var cost: Money? { currency == nil ? nil : hundredths.map { Money(hundredths: Tally.clamped($0)) } }
}

/// Sums the juices and fruits of the shops that are added.
struct ChainItems {
    /// Items by name in the order in which their names first occur; equivalent spellings count as one name.
    private struct Named<Item> {
        private(set) var items: [Item] = []
        private var bySpelling: [String: Int] = [:]
        private var byKey: [String: Int] = [:]

        /// Changes the item with a name.
        ///
        /// - Parameters:
        ///   - new: the item to add if the name is new.
        ///   - change: receives the item and its index.
        mutating func update(_ name: String, new: @autoclosure () -> Item, _ change: (inout Item, _ place: Int) -> Void)
        {
            if bySpelling[name] == nil {
                let key = nameKey(name)
                let place = byKey[key] ?? items.endIndex
                if place == items.endIndex { items.append(new()) }
                byKey[key] = place
                bySpelling[name] = place
            }
            if let place = bySpelling[name] { change(&items[place], place) }
        }
    }

    private var namedJuices = Named<ChainJuice>()
    private var namedFruits = Named<ChainFruit>()
    private var namedPurchases = Named<ChainPurchase>()

    var juices: [ChainJuice] { namedJuices.items }
    var fruits: [ChainFruit] { namedFruits.items }
    var purchases: [ChainPurchase] { namedPurchases.items }

    mutating func add(_ shop: ChainShop) {
        // A shop that was short of an item in two runs counts once.
        var (shortJuices, shortFruits): (Set<Int>, Set<Int>) = ([], [])
        for juice in shop.facts.runs.flatMap(\.juices) {
            namedJuices.update(juice.name, new: ChainJuice(name: juice.name)) { sum, place in
                sum.cupsServed = Tally.sum(sum.cupsServed, juice.cupsServed)
                sum.cupsShort = Tally.sum(sum.cupsShort, juice.cupsShort)
                if juice.cupsShort > 0, shortJuices.insert(place).inserted { sum.shopsShort += 1 }
            }
        }
        for fruit in shop.facts.runs.flatMap(\.fruits) {
            namedFruits.update(fruit.name, new: ChainFruit(name: fruit.name)) { sum, place in
                sum.used = Tally.sum(sum.used, fruit.used)
                sum.lostOrders = Tally.sum(sum.lostOrders, fruit.lostOrders)
                if fruit.lostOrders > 0, shortFruits.insert(place).inserted { sum.shopsShort += 1 }
            }
        }
        for line in shop.facts.plan?.lines ?? [] {
            namedPurchases.update(line.fruit, new: ChainPurchase(fruit: line.fruit)) { sum, _ in
                sum.add(line, shop.planCurrency)
            }
        }
    }
}

extension ChainPurchase {
    /// Adds a shop's planned purchase of the fruit.
    fileprivate mutating func add(_ line: PlannedPurchase.Line, _ shopCurrency: String?) {
        need = Tally.sum(need, line.need)
        stock = Tally.sum(stock, line.stock)
        buy = Tally.sum(buy, line.buy)
        guard line.buy > 0 else { return }
        shops += 1
        let isSame = shopCurrency != nil && (currency == nil || currency == shopCurrency)
        if let cost = line.cost, let known = hundredths, isSame {
            hundredths = known + Int128(cost)
            currency = shopCurrency
        } else {
            hundredths = nil
        }
    }
}
