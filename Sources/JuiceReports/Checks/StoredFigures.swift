internal import JuiceBatch
internal import JuiceCore

/// The JSON form of the totals of runs, without those of their days.
extension RunTotals: JSONRecord {
    package static var blank: RunTotals { RunTotals() }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("runs", &runs)
        json.map("reversed", &reversed)
        json.map("most_orders", &mostOrders)
        json.map("orders", &sums.orders)
        json.map("orders_short", &sums.ordersShort)
        json.map("cups", &sums.cups)
        json.map("sales", &sums.sales)
        json.map("currency", &currency)
        json.map("rejected", &rejected)
        json.map("open_short", &open.short)
        json.map("open_rejected", &open.rejected)
    }

    /// The totals of the days as numbers, six for each day, which take less time to read than JSON.
    ///
    /// An unknown amount is `Int.min`.
    package var dayNumbers: [Int] {
        get {
            days.flatMap { date, sums in
                [date.number, sums.orders, sums.ordersShort, sums.cups]
                    + [sums.sales, sums.lostSales].map { $0?.hundredths ?? .min }
            }
        }
        set {
            func amount(_ hundredths: Int) -> Money? { hundredths == .min ? nil : Money(hundredths: hundredths) }
            days = stride(from: 0, to: newValue.count - 5, by: 6).map { index in
                let sums = PeriodFigures.Sums(
                    orders: newValue[index + 1], ordersShort: newValue[index + 2], cups: newValue[index + 3],
                    sales: amount(newValue[index + 4]), lostSales: amount(newValue[index + 5]))
                return (CalendarDay(number: newValue[index]), sums)
            }
        }
    }
}
