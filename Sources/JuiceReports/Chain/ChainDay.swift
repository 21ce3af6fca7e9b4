internal import JuiceBatch
package import JuiceCore

/// The totals of a chain's business day, as compared with those of other days.
package struct ChainDay: Sendable, Equatable {
    /// The business day as `YYYY-MM-DD`.
    package private(set) var date: String
    /// The number of shops to be run.
    package private(set) var shops: Int
    package private(set) var rows: Int
    package private(set) var success: Int
    package private(set) var ordersServed: Int
    package private(set) var ordersShort: Int
    package private(set) var cupsServed: Int
    package private(set) var cupsShort: Int
    /// The money totals by currency; empty if no shop has prices.
    package private(set) var money: [CurrencySums]

    package var failure: Int { rows - success }

    /// The dates that a nightly run is compared with: the day before, and the same weekday a week before.
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

    /// Reads the totals from the bytes of a chain.json; nil if the bytes are not one.
    package init?(chainJSON bytes: [UInt8]) {
        let keys = JSONSelection.keys(["schema"] + Self.blank.members.map(\.0))
        guard let value = try? JSONReader.value(of: bytes, selecting: keys), value["schema"]?.int == ChainJSON.schema
        else { return nil }
        self.init(value)
    }
}

extension ChainDay: JSONRecord {
    package static var blank: ChainDay { ChainDay(date: "", shops: 0, ChainFigures(), money: []) }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("date", &date)
        json.require(CalendarDay(date) != nil)
        json.count("shops", &shops)
        json.count("rows", &rows)
        json.count("success", &success)
        json.derived("failure", .number(failure))
        json.count("orders_served", &ordersServed)
        json.count("orders_short", &ordersShort)
        json.count("cups_served", &cupsServed)
        json.count("cups_short", &cupsShort)
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
        json.count(key + "_unknown_shops", &shopsUnknown)
    }
}

/// The JSON form of an amount: a string as in `Money.digits`, and no other form.
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
