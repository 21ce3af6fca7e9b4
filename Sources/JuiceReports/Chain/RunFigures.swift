internal import JuiceBatch
package import JuiceCore

/// A sum over shops, in which the amounts of some shops may be unknown.
package struct PartialSum: Sendable, Equatable {
    /// The sum over the shops whose amount is known.
    package internal(set) var known = Money(hundredths: 0)
    /// The number of shops whose amount is unknown, since a price is missing or their currency is another one.
    package internal(set) var shopsWithoutAmount = 0

    /// The total; nil if the amount of a shop is unknown.
    package var total: Money? { shopsWithoutAmount == 0 ? known : nil }

    /// Maps the sum to members of the record that contains it; their names begin with `key`.
    fileprivate mutating func map(_ key: String, _ json: inout JSONMapper) {
        json.derived(key, total.json)
        json.map(key + "_known", &known)
        json.count(key + "_unknown_shops", &shopsWithoutAmount)
    }
}

/// The money totals of some shops in one currency.
package struct CurrencySums: Sendable, Equatable, JSONRecord {
    package internal(set) var currency: String
    package internal(set) var sales: PartialSum
    package internal(set) var lostSales: PartialSum

    package static var placeholder: Self { Self(currency: "", sales: PartialSum(), lostSales: PartialSum()) }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("currency", &currency)
        sales.map("sales", &json)
        lostSales.map("lost_sales", &json)
    }
}

/// The figures of a run, or their totals over several runs, capped at 2^53 − 1.
package struct RunFigures: Sendable, Equatable {
    package var rows = 0
    package var success = 0
    /// The number of failed rows by the name of their outcome code.
    var counts: [String: Int] = [:]
    package var ordersServed = 0
    package var ordersShort = 0
    package var cupsServed = 0
    package var cupsShort = 0

    package var failure: Int { rows - success }
    var orders: Int { Tally.sum(ordersServed, ordersShort) }

    /// The number of failed rows by code that occurred, in the order of `OutcomeCode.failures`, then unknown codes.
    package var codes: [(name: String, count: Int)] {
        get {
            let known = OutcomeCode.failures.map(\.name)
            let others = counts.keys.filter { !known.contains($0) }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            return (known + others).compactMap { name in counts[name].map { (name, $0) } }.filter { $0.count > 0 }
        }
        set { counts = Dictionary(newValue.map { ($0.name, $0.count) }, uniquingKeysWith: Tally.sum) }
    }

    /// The number of failed rows in a class; a code that this version does not know counts as rejected.
    private func count(_ failureClass: OutcomeCode.Class) -> Int {
        counts.reduce(0) { sum, entry in
            let known = OutcomeCode.failures.first { $0.name == entry.key }?.failureClass
            return (known ?? .rejected) == failureClass ? Tally.sum(sum, entry.value) : sum
        }
    }

    /// The number of rows that were short of stock.
    package var short: Int { count(.shortage) }
    /// The number of rejected rows, which need to be corrected.
    package var rejected: Int { count(.rejected) }
    /// The number of rows that were skipped, since they had been applied before or are ignored.
    package var skipped: Int { count(.skipped) }
}

extension RunFigures {
    /// Creates the totals of some runs.
    init(sumOf runs: [RunFacts]) {
        for figures in runs.lazy.map(\.figures) {
            rows = Tally.sum(rows, figures.rows)
            success = Tally.sum(success, figures.success)
            counts.merge(figures.counts, uniquingKeysWith: Tally.sum)
            ordersServed = Tally.sum(ordersServed, figures.ordersServed)
            ordersShort = Tally.sum(ordersShort, figures.ordersShort)
            cupsServed = Tally.sum(cupsServed, figures.cupsServed)
            cupsShort = Tally.sum(cupsShort, figures.cupsShort)
        }
    }

    /// Maps the figures to members of the record that contains them, with those of `mapFailures` behind `success`.
    mutating func map(
        _ json: inout JSONMapper, _ mapFailures: (_ figures: inout RunFigures, _ json: inout JSONMapper) -> Void
    ) {
        json.count("rows", &rows)
        json.count("success", &success)
        mapFailures(&self, &json)
        json.count("orders_served", &ordersServed)
        json.count("orders_short", &ordersShort)
        json.count("cups_served", &cupsServed)
        json.count("cups_short", &cupsShort)
    }
}

/// The totals of a juice or a fruit over all shops of a chain.
package struct ChainItem: Sendable, Equatable {
    /// The item's name as the first shop's menu spells it; equivalent spellings are one name.
    package let name: String
    /// The cups of the juice that were served, or the pieces of the fruit that orders used.
    package fileprivate(set) var used = 0
    /// The cups of the juice that short orders asked for, or the number of orders that lacked the fruit.
    package fileprivate(set) var shortage = 0
    /// The number of shops in which the item was short.
    package fileprivate(set) var shopsWithShortage = 0
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
    /// The cost of the purchase; nil if a shop that buys the fruit has no cost for it in the chain's currency, or if
    /// nothing is bought.
    package fileprivate(set) var cost: Money?
}

/// The totals of juices or fruits by `nameKey`, so that equivalent spellings of a name count as one.
extension [String: ChainItem] {
    /// Adds the items of a shop's runs; a shop that was short of one in two runs counts once.
    mutating func add(_ items: [(name: String, used: Int, shortage: Int)]) {
        var shortItems: Set<String> = []
        for item in items {
            let key = nameKey(item.name)
            var sum = self[key] ?? ChainItem(name: item.name)
            sum.used = Tally.sum(sum.used, item.used)
            sum.shortage = Tally.sum(sum.shortage, item.shortage)
            if item.shortage > 0, shortItems.insert(key).inserted { sum.shopsWithShortage += 1 }
            self[key] = sum
        }
    }
}

/// The purchases of fruits by `nameKey`, so that equivalent spellings of a name count as one.
extension [String: ChainPurchase] {
    /// Adds the lines of a shop's plan; costs in another currency than the chain's are unknown.
    mutating func add(_ lines: [PlannedPurchase.Line], isCostKnown: Bool) {
        for line in lines {
            let key = nameKey(line.fruit)
            var sum = self[key] ?? ChainPurchase(fruit: line.fruit)
            sum.need = Tally.sum(sum.need, line.need)
            sum.stock = Tally.sum(sum.stock, line.stock)
            sum.buy = Tally.sum(sum.buy, line.buy)
            if line.buy > 0 {
                let costBefore = sum.shops == 0 ? Money(hundredths: 0) : sum.cost
                sum.cost = Tally.sum(costBefore, isCostKnown ? line.cost : nil)
                sum.shops += 1
            }
            self[key] = sum
        }
    }
}
