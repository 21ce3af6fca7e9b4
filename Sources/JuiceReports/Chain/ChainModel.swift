package import JuiceBatch
package import JuiceCore

/// The result of a chain's nightly run, derived from the facts of its shops and exports regardless of their order.
package struct ChainModel: Localized, Sendable {
    /// The business day as `YYYY-MM-DD`.
    package let date: String
    package var language: MessageLanguage
    /// The shops, ordered by the bytes of the name, then of the folder.
    package let shops: [ChainShop]
    /// The chain's exports, ordered by the bytes of the name, then by digest.
    package let exports: [ExportFacts]
    /// The totals of all shops on this business day.
    package let day: ChainDay
    /// The totals of the day before and of the same weekday a week before, if known.
    package let comparedDays: [ChainDay]
    /// The indices in `shops` of the shops that need attention, the most urgent first.
    package let shopsByUrgency: [Int]
    /// The juices, ordered by the cups that short orders asked for, then by name.
    package let juices: [ChainItem]
    /// The fruits, ordered by the short orders that lacked them, then by name.
    package let fruits: [ChainItem]
    /// The purchases of all shops together, ordered by pieces, then by name.
    package let purchases: [ChainPurchase]
    /// The days that the shops' plans are for, in ascending order.
    package let planDates: [String]
    /// The exit status of the complete run, in the codes of a chain.
    package let exitStatus: ExitStatus

    /// Creates the model of a roll-up from facts, and from earlier days, of which `ChainDay.datesToCompare` are used.
    package init(
        date: String, facts: [ShopFacts], exports: [ExportFacts], earlier: [ChainDay], language: MessageLanguage
    ) {
        self.date = date
        self.language = language
        let shops = facts.sorted { $0.isOrdered(before: $1, by: [\.shop, \.folder]) }.map { ChainShop($0) }
        self.shops = shops
        self.exports = exports.sorted { $0.isOrdered(before: $1, by: [\.file, \.sha256]) }
        var (juices, fruits) = (NamedItems<ChainItem>(), NamedItems<ChainItem>())
        var purchases = NamedItems<ChainPurchase>()
        for shop in shops {
            juices.add(shop.facts.runs.flatMap { $0.juices.map { ($0.name, $0.cupsServed, $0.cupsShort) } })
            fruits.add(shop.facts.runs.flatMap { $0.fruits.map { ($0.name, $0.used, $0.shortOrders) } })
            purchases.add(shop.facts.plan?.lines ?? [], currency: shop.planCurrency)
        }
        let money = ChainShop.money(of: shops)
        day = ChainDay(
            date: date, shops: shops.count, figures: ChainFigures(shops.flatMap(\.facts.runs)), money: money)
        comparedDays = ChainDay.datesToCompare(with: date).compactMap { date in earlier.first { $0.date == date } }
        shopsByUrgency = Self.shopsByUrgency(shops, hasOneCurrency: money.count == 1)
        self.juices = juices.items.sorted { ($1.shortage, $0.name) < ($0.shortage, $1.name) }
        self.fruits = fruits.items.sorted { ($1.shortage, $0.name) < ($0.shortage, $1.name) }
        self.purchases = purchases.items.sorted { ($1.buy, $0.fruit) < ($0.buy, $1.fruit) }
        planDates = Set(shops.compactMap { $0.facts.plan?.date }).sorted()
        let reasons = shops.flatMap(\.facts.exitStatus.reasons) + Self.reasons(of: exports)
        exitStatus = ExitStatus(reasons, isOfChain: true)
    }

    /// The reasons that exports cause; rows of no shop count until they are exported again and applied.
    package static func reasons(of exports: [ExportFacts]) -> [ExitReason] {
        exports.compactMap(\.reason) + (rowsWithoutShop(of: exports) > 0 ? [.rowsWithoutShop] : [])
    }

    /// The export that repeats those rows of the export at an index that belong to no shop; nil if there is none.
    ///
    /// If these rows are the same bytes in several exports, each export with these bytes covers one of them.
    private static func coveringExport(_ index: Int, of exports: [ExportFacts]) -> ExportFacts? {
        let coveringExports = exports.filter { $0.covers(exports[index]) }
        let rank = exports[..<index].count {
            $0.rowsWithoutShop > 0 && $0.unknownSHA256 == exports[index].unknownSHA256
        }
        return rank < coveringExports.count ? coveringExports[rank] : nil
    }

    /// The indices of the shops that need attention, ordered by state, lost sales, short orders, and index.
    ///
    /// Lost sales are compared only if there is one currency.
    private static func shopsByUrgency(_ shops: [ChainShop], hasOneCurrency: Bool) -> [Int] {
        let keys = shops.map { shop in
            let lostSales = hasOneCurrency ? shop.lostSales?.hundredths ?? 0 : 0
            return (shop.state.rank, -lostSales, -shop.figures.ordersShort)
        }
        return shops.indices.filter { shops[$0].needsAttention }.sorted { one, other in
            keys[one] == keys[other] ? one < other : keys[one] < keys[other]
        }
    }

    /// The number of shops in a state.
    package func count(_ state: ShopRunState) -> Int { shops.count { $0.state == state } }

    /// The number of shops that the purchases do not include.
    var shopsWithoutPlan: Int { shops.count { $0.facts.plan == nil } }

    /// The number of files that the run has processed: those of the shops' own inboxes, and the exports.
    package var fileCount: Int {
        let exported = Set(exports.map(\.file))
        let exportsOfShops = shops.map { shop in
            let applied = shop.facts.runs.filter { $0.exportSHA256 == nil }.map(\.file)
            let others = Set(shop.facts.problems.compactMap(\.file)).subtracting(exported).subtracting(applied)
            return applied.count + others.count
        }
        return exportsOfShops.reduce(exports.count { $0.state != .unread }, +)
    }

    /// The number of rows in this run's exports that belong to no shop and were not exported again.
    package var rowsWithoutShop: Int { Self.rowsWithoutShop(of: exports) }

    /// The number of rows in the given exports that belong to no shop and were not exported again.
    package static func rowsWithoutShop(of exports: [ExportFacts]) -> Int {
        exports.indices.reduce(0) {
            coveringExport($1, of: exports) == nil ? Tally.sum($0, exports[$1].rowsWithoutShop) : $0
        }
    }

    /// The export that repeats the rows of another one that belong to no shop; nil if there is none.
    func coveringExport(of export: ExportFacts) -> ExportFacts? {
        exports.firstIndex(of: export).flatMap { Self.coveringExport($0, of: exports) }
    }

    /// Checks that every row of an export is given to a shop or belongs to none, and that every run's figures add up.
    ///
    /// - Throws: `BatchError.invariant` with the figures that do not add up.
    package func check() throws(BatchError) {
        for export in exports where !export.addsUp {
            throw .invariant(
                "\(Escaping.terminal(export.file)): \(export.rows) rows were read, "
                    + "\(export.assignedRows) given to shops + \(export.rowsWithoutShop) left over")
        }
        for shop in shops {
            for run in shop.facts.runs {
                let failed = run.codes.reduce(0) { Tally.sum($0, $1.count) }
                guard run.rows != Tally.sum(run.success, failed) else { continue }
                throw .invariant(
                    "\(Escaping.terminal(shop.name)): \(Escaping.terminal(run.file)): \(run.rows) rows were read, "
                        + "\(run.success) + \(failed) accounted for")
            }
        }
    }
}

/// A shop in a chain's roll-up, with the totals of its runs.
///
/// A run without any price that has served or short orders makes the amounts of money unknown in every currency.
package struct ChainShop: Sendable {
    package let facts: ShopFacts
    /// The totals of the shop's runs.
    package let figures: ChainFigures
    /// The amounts by currency in hundredths, in the order of the currencies' first use; nil if a price is missing.
    private var sums: [(currency: String, sales: Int128?, lostSales: Int128?)] = []
    /// Whether the sales are unknown in every currency, since a run without any price served cups.
    private var isSalesUnknown = false
    /// Whether the lost sales are unknown in every currency, since a run without any price had short orders.
    private var isLostSalesUnknown = false

    init(_ facts: ShopFacts) {
        self.facts = facts
        figures = ChainFigures(facts.runs)
        for run in facts.runs {
            guard let money = run.money else {
                if run.cupsServed > 0 { isSalesUnknown = true }
                if run.cupsShort > 0 { isLostSalesUnknown = true }
                continue
            }
            let index = sums.firstIndex { $0.currency == money.currency } ?? sums.endIndex
            if index == sums.endIndex { sums.append((money.currency, 0, 0)) }
            sums[index].sales = Self.sum(sums[index].sales, money.sales)
            sums[index].lostSales = Self.sum(sums[index].lostSales, money.lostSales)
        }
    }

    private static func sum(_ sum: Int128?, _ amount: Money?) -> Int128? {
        guard let sum, let amount else { return nil }
        return sum + Int128(amount.hundredths)
    }

    private static func money(_ sum: Int128?) -> Money? { sum.map { Money(hundredths: Tally.clamped($0)) } }

    /// The currency of the shop; nil if it has none or several.
    package var currency: String? { sums.count == 1 ? sums.first?.currency : nil }
    /// The shop's sales; nil if unknown or in several currencies.
    package var sales: Money? { isSalesUnknown || currency == nil ? nil : Self.money(sums.first?.sales) }
    /// The shop's lost sales; nil if unknown or in several currencies.
    package var lostSales: Money? { isLostSalesUnknown || currency == nil ? nil : Self.money(sums.first?.lostSales) }

    /// The totals of shops by currency, in byte order of the currency signs; empty if no shop has prices.
    static func money(of shops: [ChainShop]) -> [CurrencySums] {
        let currencies = Set(shops.flatMap { $0.sums.map(\.currency) })
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let (noSales, noLostSales) = (shops.count { $0.isSalesUnknown }, shops.count { $0.isLostSalesUnknown })
        return currencies.map { currency in
            var (sales, lostSales) = (Int128(0), Int128(0))
            var (salesUnknown, lostUnknown) = (noSales, noLostSales)
            for shop in shops {
                guard let sums = shop.sums.first(where: { $0.currency == currency }) else { continue }
                sales += sums.sales ?? 0
                lostSales += sums.lostSales ?? 0
                if sums.sales == nil, !shop.isSalesUnknown { salesUnknown += 1 }
                if sums.lostSales == nil, !shop.isLostSalesUnknown { lostUnknown += 1 }
            }
            return CurrencySums(
                currency: currency,
                sales: PartialSum(known: Money(hundredths: Tally.clamped(sales)), shopsWithoutAmount: salesUnknown),
                lostSales: PartialSum(
                    known: Money(hundredths: Tally.clamped(lostSales)), shopsWithoutAmount: lostUnknown))
        }
    }

    package var name: String { facts.shop }
    package var state: ShopRunState { facts.state }

    /// Whether the nightly run is not done, rows were rejected, orders were short, or sales were lost.
    package var needsAttention: Bool {
        state != .done || figures.rejected > 0 || figures.ordersShort > 0 || (lostSales?.hundredths ?? 0) > 0
    }

    /// The currency of the shop's purchases; nil if the shop has no prices.
    package var planCurrency: String? { facts.runs.last?.money?.currency }

    /// The first problem of the shop's run, and the number of further ones; empty if there is none.
    package var problem: String {
        guard let first = facts.problems.first else { return "" }
        let more = facts.problems.count > 1 ? " (+\(facts.problems.count - 1))" : ""
        return first.line + more
    }
}

extension JSONRecord {
    /// Whether a record precedes another one: by the bytes of the given texts, or else of the complete record.
    fileprivate func isOrdered(before other: Self, by texts: [(Self) -> String]) -> Bool {
        for text in texts + [{ $0.json.line }] {
            let (one, two) = (text(self).utf8, text(other).utf8)
            if one.lexicographicallyPrecedes(two) { return true }
            if two.lexicographicallyPrecedes(one) { return false }
        }
        return false
    }
}

/// The totals of a chain's business day, as compared with those of other days.
package struct ChainDay: Sendable, Equatable {
    /// The business day as `YYYY-MM-DD`.
    package internal(set) var date: String
    /// The number of shops to be run.
    package internal(set) var shops: Int
    /// The totals of all runs; without outcome codes and the number of runs if they were read from a chain.json.
    package internal(set) var figures: ChainFigures
    /// The money totals by currency; empty if no shop has prices.
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
        let keys = JSONSelection.keys(["schema"] + Self.blank.members.map(\.0))
        guard let value = try? JSONReader.value(of: bytes, selecting: keys),
            value["schema"]?.int == ChainModel.jsonSchema
        else { return nil }
        self.init(value)
    }

    package static var blank: ChainDay { ChainDay(date: "", shops: 0, figures: ChainFigures([]), money: []) }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("date", &date)
        json.require(CalendarDay(date) != nil)
        json.count("shops", &shops)
        json.count("rows", &figures.rows)
        json.count("success", &figures.success)
        json.derived("failure", .number(figures.failure))
        json.count("orders_served", &figures.ordersServed)
        json.count("orders_short", &figures.ordersShort)
        json.count("cups_served", &figures.cupsServed)
        json.count("cups_short", &figures.cupsShort)
        json.map("money", &money)
    }
}

extension CurrencySums: JSONRecord {
    package static var blank: CurrencySums { CurrencySums(currency: "", sales: PartialSum(), lostSales: PartialSum()) }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("currency", &currency)
        sales.map("sales", &json)
        lostSales.map("lost_sales", &json)
    }
}

extension PartialSum {
    /// Maps the sum to members of the record that contains it; their names begin with `key`.
    fileprivate mutating func map(_ key: String, _ json: inout JSONMapper) {
        json.derived(key, total.json)
        json.map(key + "_known", &known)
        json.count(key + "_unknown_shops", &shopsWithoutAmount)
    }
}

/// The JSON form of an amount: the string `Money.digits`; any other spelling of the same amount is refused.
extension Money: JSONConvertible {
    package init?(_ value: JSONValue) {
        guard let text = value.string else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = Int(parts[0]), let decimals = Int(parts.count == 2 ? parts[1] : "00")
        else { return nil }
        let hundredths = Int128(whole) * 100 + (text.hasPrefix("-") ? -Int128(decimals) : Int128(decimals))
        guard abs(hundredths) <= Tally.sumMax else { return nil }
        self.init(hundredths: Int(hundredths))
        if digits != text { return nil }
    }
    package var json: JSONValue { .string(digits) }
}
