internal import JuiceBatch
package import JuiceCore

/// A juice over all shops of a chain.
package struct ChainJuice: Sendable, Equatable {
    /// The juice's name as the first shop's menu spells it; equivalent spellings are one name.
    package let name: String
    package fileprivate(set) var cupsServed = 0
    package fileprivate(set) var cupsShort = 0
    /// The number of shops that were short of the juice.
    package fileprivate(set) var shopsShort = 0
}

/// A fruit over all shops of a chain, in pieces.
package struct ChainFruit: Sendable, Equatable {
    /// The fruit's name as the first shop's menu spells it; equivalent spellings are one name.
    package let name: String
    package fileprivate(set) var used = 0
    /// Orders that it was missing for.
    package fileprivate(set) var lostOrders = 0
    /// The number of shops that the fruit was missing in.
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
    /// The cost in hundredths; nil once a shop does not know the fruit's cost.
    fileprivate var hundredths: Int128? = 0
    /// The currency of those that buy it; nil where there is none yet.
    package fileprivate(set) var currency: String?

    /// The cost of the purchase; nil where a shop does not know it, or shops pay in different currencies.
    package var cost: Money? { currency == nil ? nil : hundredths.map { Money(hundredths: Tally.clamped($0)) } }
}

/// Adds up the juices and fruits of shops, one after the other.
struct ChainItems {
    private(set) var juices: [ChainJuice] = []
    private(set) var fruits: [ChainFruit] = []
    private(set) var purchases: [ChainPurchase] = []
    private var juicePlaces = NamePlaces()
    private var fruitPlaces = NamePlaces()
    private var purchasePlaces = NamePlaces()

    mutating func add(_ shop: ChainShop) {
        for run in shop.facts.runs {
            for juice in run.juices { add(juice) }
            for fruit in run.fruits { add(fruit) }
        }
        countShort(shop.facts.runs)
        for line in shop.facts.plan?.lines ?? [] { add(line, shop.planCurrency) }
    }

    private mutating func add(_ juice: RunFacts.Juice) {
        let place = juicePlaces.place(of: juice.name)
        if place == juices.count { juices.append(ChainJuice(name: juice.name)) }
        juices[place].cupsServed = ChainFigures.sum(juices[place].cupsServed, juice.cupsServed)
        juices[place].cupsShort = ChainFigures.sum(juices[place].cupsShort, juice.cupsShort)
    }

    private mutating func add(_ fruit: RunFacts.Fruit) {
        let place = fruitPlaces.place(of: fruit.name)
        if place == fruits.count { fruits.append(ChainFruit(name: fruit.name)) }
        fruits[place].used = ChainFigures.sum(fruits[place].used, fruit.used)
        fruits[place].lostOrders = ChainFigures.sum(fruits[place].lostOrders, fruit.lostOrders)
    }

    /// A shop that was short in two runs counts once.
    private mutating func countShort(_ runs: [RunFacts]) {
        let juices = runs.flatMap(\.juices).filter { $0.cupsShort > 0 }.map { juicePlaces.place(of: $0.name) }
        for place in Set(juices) { self.juices[place].shopsShort += 1 }
        let fruits = runs.flatMap(\.fruits).filter { $0.lostOrders > 0 }.map { fruitPlaces.place(of: $0.name) }
        for place in Set(fruits) { self.fruits[place].shopsShort += 1 }
    }

    private mutating func add(_ line: PlannedPurchase.Line, _ currency: String?) {
        let place = purchasePlaces.place(of: line.fruit)
        if place == purchases.count { purchases.append(ChainPurchase(fruit: line.fruit)) }
        var sum = purchases[place]
        sum.need = ChainFigures.sum(sum.need, line.need)
        sum.stock = ChainFigures.sum(sum.stock, line.stock)
        sum.buy = ChainFigures.sum(sum.buy, line.buy)
        if line.buy > 0 {
            sum.shops += 1
            let isSame = currency != nil && (sum.currency == nil || sum.currency == currency)
            if let cost = line.cost, let known = sum.hundredths, isSame {
                sum.hundredths = known + Int128(cost)
                sum.currency = currency
            } else {
                sum.hundredths = nil
            }
        }
        purchases[place] = sum
    }
}

/// The places of names in a list, in the order in which they come; names match as names match.
private struct NamePlaces {
    private var bySpelling: [String: Int] = [:]
    private var byKey: [String: Int] = [:]

    /// The place of a name; a new one's is behind all others.
    mutating func place(of name: String) -> Int {
        if let place = bySpelling[name] { return place }
        let key = nameKey(name)
        let place = byKey[key] ?? byKey.count
        byKey[key] = place
        bySpelling[name] = place
        return place
    }
}
