internal import JuiceBatch
package import JuiceCore

/// A sum over shops of which some may not know their part.
package struct PartialSum: Sendable, Equatable {
    /// The sum over the shops that know their amount.
    package let known: Money
    /// The number of shops that need a price for the sum and have none.
    package let shopsUnknown: Int

    /// nil where a shop does not know its part.
    package var total: Money? { shopsUnknown == 0 ? known : nil }
}

/// The sums of some shops in one currency.
package struct CurrencySums: Sendable, Equatable {
    package let currency: String
    package let sales: PartialSum
    package let lostSales: PartialSum
}

/// The money figures of one shop's runs.
///
/// A run without any price makes the shop's sums unknown in each currency, if it served or was short of anything.
package struct ShopMoney: Sendable, Equatable {
    /// The sums in one currency, in hundredths; nil where a price is missing.
    struct Sums: Sendable, Equatable {
        let currency: String
        var sales: Int128? = 0
        var lostSales: Int128? = 0
    }

    /// The sums by currency, in the order in which the runs name the currencies.
    private(set) var sums: [Sums] = []
    /// Whether cups were served, and were short, in a run that has no price at all.
    private(set) var lacksSales = false
    private(set) var lacksLostSales = false

    init(_ runs: [RunFacts]) {
        for run in runs {
            guard let money = run.money else {
                if run.cupsServed > 0 { lacksSales = true }
                if run.cupsShort > 0 { lacksLostSales = true }
                continue
            }
            let place = sums.firstIndex { $0.currency == money.currency } ?? sums.endIndex
            if place == sums.endIndex { sums.append(Sums(currency: money.currency)) }
            sums[place].sales = Self.sum(sums[place].sales, money.sales)
            sums[place].lostSales = Self.sum(sums[place].lostSales, money.lostSales)
        }
    }

    private static func sum(_ sum: Int128?, _ amount: Int?) -> Int128? {
        guard let sum, let amount else { return nil }
        return sum + Int128(amount)
    }

    /// The one currency of the shop; nil where it has none, or its runs have several.
    package var currency: String? { sums.count == 1 ? sums.first?.currency : nil }
    /// nil where it is not known, or is of several currencies.
    package var sales: Money? { lacksSales || currency == nil ? nil : Self.money(sums.first?.sales) }
    /// nil where it is not known, or is of several currencies.
    package var lostSales: Money? { lacksLostSales || currency == nil ? nil : Self.money(sums.first?.lostSales) }

    fileprivate static func money(_ sum: Int128?) -> Money? { sum.map { Money(hundredths: Tally.clamped($0)) } }

    /// The sums of shops by currency, in the order of the bytes of its sign; none where no shop knows a price.
    static func total(of shops: [ShopMoney]) -> [CurrencySums] {
        let currencies = Set(shops.flatMap { $0.sums.map(\.currency) })
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let (noSales, noLostSales) = (shops.count { $0.lacksSales }, shops.count { $0.lacksLostSales })
        return currencies.map { currency in
            var (sales, lost) = (Int128(0), Int128(0))
            var (salesUnknown, lostUnknown) = (noSales, noLostSales)
            for shop in shops {
                guard let sums = shop.sums.first(where: { $0.currency == currency }) else { continue }
                sales += sums.sales ?? 0
                lost += sums.lostSales ?? 0
                if sums.sales == nil, !shop.lacksSales { salesUnknown += 1 }
                if sums.lostSales == nil, !shop.lacksLostSales { lostUnknown += 1 }
            }
            return CurrencySums(
                currency: currency,
                sales: PartialSum(known: Money(hundredths: Tally.clamped(sales)), shopsUnknown: salesUnknown),
                lostSales: PartialSum(known: Money(hundredths: Tally.clamped(lost)), shopsUnknown: lostUnknown))
        }
    }
}
