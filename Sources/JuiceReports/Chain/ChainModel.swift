package import JuiceBatch
package import JuiceCore

/// The result of a chain's nightly run, derived from the facts of its shops and exports regardless of their order.
package struct ChainModel: Localized, Sendable {
    package var language: MessageLanguage
    /// The shops, ordered by the bytes of the name, then of the folder.
    package let shops: [ShopFacts]
    /// The chain's exports, ordered by the bytes of the name, then by digest.
    package let exports: [ExportFacts]
    /// The totals of all shops on this business day.
    package let day: ChainDay
    /// The totals of the day before and of the same weekday a week before, if known.
    package let comparedDays: [ChainDay]
    /// The shops that are not done, or have rejected rows or short orders; the most urgent first.
    ///
    /// They are ordered by state, then by lost sales in `currency`, short orders, and their order in `shops`.
    package let shopsByUrgency: [ShopFacts]
    /// The juices, ordered by the cups that short orders asked for, then by name.
    package let juices: [ChainItem]
    /// The fruits, ordered by the short orders that lacked them, then by name.
    package let fruits: [ChainItem]
    /// The purchases of all shops together, ordered by pieces, then by name.
    package let purchases: [ChainPurchase]

    /// Creates the model of a roll-up; of the `earlier` days, only those in `ChainDay.datesToCompare` are used.
    package init(
        date: String, facts: [ShopFacts], exports: [ExportFacts], earlier: [ChainDay], language: MessageLanguage
    ) {
        self.language = language
        let shops = facts.sorted { $0.isOrdered(before: $1, by: [\.name, \.folder]) }
        self.shops = shops
        self.exports = exports.sorted { $0.isOrdered(before: $1, by: [\.file, \.sha256]) }
        let money = ShopFacts.money(of: shops)
        var (juices, fruits): ([String: ChainItem], [String: ChainItem]) = ([:], [:])
        var purchases: [String: ChainPurchase] = [:]
        for shop in shops {
            juices.add(shop.runs.flatMap { $0.juices.map { ($0.name, $0.cupsServed, $0.cupsShort) } })
            fruits.add(shop.runs.flatMap { $0.fruits.map { ($0.name, $0.used, $0.shortOrders) } })
            let planCurrency = shop.runs.last?.money?.currency
            purchases.add(shop.plan?.lines ?? [], isCostKnown: planCurrency == money.first?.currency)
        }
        day = ChainDay(
            date: date, shops: shops.count, figures: RunFigures(sumOf: shops.flatMap(\.runs)), money: money)
        comparedDays = ChainDay.datesToCompare(with: date).compactMap { date in earlier.first { $0.date == date } }
        let urgentShops = shops.filter { shop in
            let figures = shop.figures
            return shop.state != .done || figures.rejected > 0 || figures.ordersShort > 0
        }.enumerated().map { index, shop in
            let lostSales = money.first.flatMap { shop.lostSales(in: $0.currency) }?.hundredths ?? 0
            return (shop: shop, key: (shop.state.rank, -lostSales, -shop.figures.ordersShort, index))
        }
        shopsByUrgency = urgentShops.sorted { $0.key < $1.key }.map(\.shop)
        self.juices = juices.values.sorted { ($1.shortage, $0.name) < ($0.shortage, $1.name) }
        self.fruits = fruits.values.sorted { ($1.shortage, $0.name) < ($0.shortage, $1.name) }
        self.purchases = purchases.values.sorted { ($1.buy, $0.fruit) < ($0.buy, $1.fruit) }
    }

    /// The exit status of the complete run, in the codes of a chain.
    package var exitStatus: ExitStatus {
        ExitStatus(shops.flatMap(\.exitStatus.reasons) + exports.exitReasons, isOfChain: true)
    }

    /// The days that the shops' plans are for, in ascending order.
    var planDates: [String] { Set(shops.compactMap { $0.plan?.date }).sorted() }
    /// The currency of the chain, which is that of the first shop with prices; nil if no shop has prices.
    var currency: String? { day.money.first?.currency }

    package func count(_ state: ShopRunState) -> Int { shops.count { $0.state == state } }

    /// The number of shops that the purchases do not include.
    var shopsWithoutPlan: Int { shops.count { $0.plan == nil } }

    /// The number of files that the run has processed: those of the shops' own inboxes, and the exports.
    package var fileCount: Int {
        let exported = Set(exports.map(\.file))
        let exportsOfShops = shops.map { shop in
            let applied = shop.runs.filter { $0.exportSHA256 == nil }.map(\.file)
            let others = Set(shop.problems.compactMap(\.file)).subtracting(exported).subtracting(applied)
            return applied.count + others.count
        }
        return exportsOfShops.reduce(exports.count { $0.state != .unread }, +)
    }

    /// Checks that every row of an export is given to a shop or belongs to none, and that every run's figures add up.
    ///
    /// - Throws: `BatchError.invariant` with the figures that do not add up.
    package func check() throws(BatchError) {
        for export in exports where export.state == .done {
            let (rows, assigned) = (export.counts.rows, export.counts.assignedRows)
            guard rows != Tally.sum(assigned, export.rowsWithoutShop) else { continue }
            throw .invariant(
                "\(Escaping.terminal(export.file)): \(rows) rows were read, "
                    + "\(assigned) given to shops + \(export.rowsWithoutShop) left over")
        }
        for shop in shops {
            for run in shop.runs {
                let (rows, success) = (run.figures.rows, run.figures.success)
                let failed = run.figures.codes.reduce(0) { Tally.sum($0, $1.count) }
                guard rows != Tally.sum(success, failed) else { continue }
                throw .invariant(
                    "\(Escaping.terminal(shop.name)): \(Escaping.terminal(run.file)): \(rows) rows were read, "
                        + "\(success) + \(failed) accounted for")
            }
        }
    }
}

/// The totals of a shop's runs.
extension ShopFacts {
    var figures: RunFigures { RunFigures(sumOf: runs) }
    /// The currency of the shop's first run with prices; nil without one.
    var currency: String? { runs.lazy.compactMap(\.money?.currency).first }
    /// The shop's sales; nil if unknown.
    var sales: Money? { currency.flatMap(sales(in:)) }
    /// The shop's lost sales; nil if unknown.
    var lostSales: Money? { currency.flatMap(lostSales(in:)) }

    private func sales(in currency: String) -> Money? { sum(of: \.sales, in: currency) { $0.figures.cupsServed > 0 } }

    fileprivate func lostSales(in currency: String) -> Money? {
        sum(of: \.lostSales, in: currency) { $0.figures.cupsShort > 0 }
    }

    /// The sum of an amount over the shop's runs; nil if a run has another currency, or needs a price that is missing.
    private func sum(
        of amount: (RecordedMoney) -> Money?, in currency: String, needsPrice: (RunFacts) -> Bool
    ) -> Money? {
        let counted = runs.filter { $0.money != nil || needsPrice($0) }
        return Menu.sum(counted.map { (1, $0.money.flatMap { $0.currency == currency ? amount($0) : nil }) })
    }

    /// The totals of shops in the currency of the first one with prices; empty if no shop has prices.
    static func money(of shops: [ShopFacts]) -> [CurrencySums] {
        guard let currency = shops.lazy.compactMap(\.currency).first else { return [] }
        func sum(_ amounts: [Money?]) -> PartialSum {
            let known = amounts.reduce(Int128(0)) { $0 + Int128($1?.hundredths ?? 0) }
            return PartialSum(
                known: Money(hundredths: Tally.clamped(known)), shopsWithoutAmount: amounts.count { $0 == nil })
        }
        return [
            CurrencySums(
                currency: currency, sales: sum(shops.map { $0.sales(in: currency) }),
                lostSales: sum(shops.map { $0.lostSales(in: currency) }))
        ]
    }

    /// The first problem of the shop's run, and the number of further ones; empty if there is none.
    var problem: String {
        problems.first.map { $0.line + (problems.count > 1 ? " (+\(problems.count - 1))" : "") } ?? ""
    }
}

extension JSONRecord {
    /// Whether a record precedes another one: by the bytes of the given texts, or else of the complete record.
    fileprivate func isOrdered(before other: Self, by texts: [(Self) -> String]) -> Bool {
        let pairs = (texts + [{ $0.json.line }]).lazy.map { text in (text(self).utf8, text(other).utf8) }
        return pairs.first { !$0.elementsEqual($1) }.map { $0.lexicographicallyPrecedes($1) } ?? false
    }
}

/// The totals of a chain's business day, as compared with those of other days.
package struct ChainDay: Sendable, Equatable {
    /// The business day as `YYYY-MM-DD`.
    package internal(set) var date: String
    /// The number of shops to be run.
    package internal(set) var shops: Int
    /// The totals of all runs; without outcome codes if they were read from a chain.json.
    package internal(set) var figures: RunFigures
    /// The money totals in the chain's currency; empty if no shop has prices.
    package internal(set) var money: [CurrencySums]

    /// The dates that a nightly run is compared with: the day before, and the same weekday a week before.
    package static func datesToCompare(with date: String) -> [String] {
        guard let day = CalendarDay(date) else { return [] }
        return [1, 7].map { CalendarDay(number: day.number - $0).text }
    }
}

extension ChainDay: JSONRecord {
    /// Reads the totals from the bytes of a chain.json; nil if the bytes are not one.
    package init?(chainJSON bytes: [UInt8]) {
        guard let value = try? JSONReader.value(of: bytes), value["schema"]?.int == ChainModel.jsonSchema else {
            return nil
        }
        self.init(value)
    }

    package static var placeholder: ChainDay { ChainDay(date: "", shops: 0, figures: RunFigures(), money: []) }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("date", &date)
        json.require(CalendarDay(date) != nil)
        json.count("shops", &shops)
        figures.map(&json) { figures, json in json.derived("failure", .number(figures.failure)) }
        json.map("money", &money)
    }
}

/// The JSON form of an amount: the string `Money.digits`; any other spelling of the same amount is refused.
extension Money: JSONConvertible {
    package init?(_ value: JSONValue) {
        guard let text = value.string, let number = Int(text.replacing(".", with: "")) else { return nil }
        let hundredths = Int128(number) * (text.contains(".") ? 1 : 100)
        guard abs(hundredths) <= Tally.sumMax else { return nil }
        self.init(hundredths: Int(hundredths))
        if digits != text { return nil }
    }
    package var json: JSONValue { .string(digits) }
}
