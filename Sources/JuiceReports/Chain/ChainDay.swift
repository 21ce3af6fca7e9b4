internal import JuiceBatch
internal import JuiceCore

/// The sums of a chain's night, as another night's roll-up shows them beside its own.
package struct ChainDay: Sendable, Equatable {
    /// The business day as `YYYY-MM-DD`.
    package let date: String
    /// The shops that were to be run.
    package let shops: Int
    package let rows: Int
    package let success: Int
    package let ordersServed: Int
    package let ordersShort: Int
    package let cupsServed: Int
    package let cupsShort: Int
    /// The sums of money by currency; empty where no shop knows a price.
    package let money: [CurrencySums]

    package var failure: Int { rows - success }

    /// The nights that one is compared with: that of the day before, and that of the same weekday a week before.
    package static func datesToCompare(with date: String) -> [String] {
        guard let day = CalendarDay(date) else { return [] }
        return [1, 7].map { CalendarDay(number: day.number - $0).text }
    }

    init(date: String, shops: Int, _ figures: ChainFigures, money: [CurrencySums]) {
        self.date = date
        self.shops = shops
        rows = figures.rows
        success = figures.success
        ordersServed = figures.ordersServed
        ordersShort = figures.ordersShort
        cupsServed = figures.cupsServed
        cupsShort = figures.cupsShort
        self.money = money
    }

    /// Reads the figures of a business day from the bytes of a chain.json; nil if the bytes are no such file.
    package init?(chainJSON bytes: [UInt8]) {
        let keys = JSONSelection.keys(["schema"] + ChainJSON.sumKeys)
        guard let value = try? JSONReader.value(of: bytes, selecting: keys), value["schema"]?.int == ChainJSON.schema
        else { return nil }
        self.init(value)
    }

    /// Sums as `ChainJSON.sums` writes them.
    init?(_ value: JSONValue) {
        guard let date = value["date"]?.string, CalendarDay(date) != nil, let shops = value["shops"]?.int,
            let rows = value["rows"]?.int, let success = value["success"]?.int,
            let ordersServed = value["orders_served"]?.int, let ordersShort = value["orders_short"]?.int,
            let cupsServed = value["cups_served"]?.int, let cupsShort = value["cups_short"]?.int,
            let money = value["money"]?.all({ CurrencySums($0) })
        else { return nil }
        // No sum of ours is larger, and none of what is told of it may overflow.
        guard
            [shops, rows, success, ordersServed, ordersShort, cupsServed, cupsShort]
                .allSatisfy({ (0...Tally.sumMax).contains($0) })
        else { return nil }
        self.date = date
        self.shops = shops
        self.rows = rows
        self.success = success
        self.ordersServed = ordersServed
        self.ordersShort = ordersShort
        self.cupsServed = cupsServed
        self.cupsShort = cupsShort
        self.money = money
    }
}

extension CurrencySums {
    /// The sums as a JSON object.
    var json: JSONValue {
        .object([
            ("currency", .string(currency)), ("sales", ChainJSON.amount(sales.total)),
            ("sales_known", ChainJSON.amount(sales.known)), ("sales_unknown_shops", .number(sales.shopsUnknown)),
            ("lost_sales", ChainJSON.amount(lostSales.total)),
            ("lost_sales_known", ChainJSON.amount(lostSales.known)),
            ("lost_sales_unknown_shops", .number(lostSales.shopsUnknown)),
        ])
    }

    fileprivate init?(_ value: JSONValue) {
        guard let currency = value["currency"]?.string, let sales = PartialSum(value, "sales"),
            let lostSales = PartialSum(value, "lost_sales")
        else { return nil }
        self.init(currency: currency, sales: sales, lostSales: lostSales)
    }
}

extension PartialSum {
    fileprivate init?(_ value: JSONValue, _ key: String) {
        guard let known = value[key + "_known"]?.string.flatMap({ Self.money($0) }),
            let shopsUnknown = value[key + "_unknown_shops"]?.int
        else { return nil }
        self.init(known: known, shopsUnknown: shopsUnknown)
    }

    /// An amount as `Money.digits` writes it.
    private static func money(_ digits: String) -> Money? {
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count > 1 ? parts[1] : "00"
        guard parts.count <= 2, decimals.count == 2, let hundredths = Int(parts[0] + decimals),
            abs(Int128(hundredths)) <= Tally.sumMax
        else { return nil }
        return Money(hundredths: hundredths)
    }
}
