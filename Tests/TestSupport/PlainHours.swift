extension PlainRun {
    /// An order that got as far as stock, with when that was by the clock of its cell: seconds, without a date of one and
    /// the same day.
    private struct TimedOrder {
        var seconds: Int
        var hasDate: Bool
        var isServed: Bool

        /// 0 to 23.
        var hour: Int { seconds / 3_600 % 24 }
    }

    private var timedOrders: [TimedOrder] {
        outcomes.filter { $0.action == .order && $0.gotAsFarAsStock }.compactMap { order in
            guard let time = order.row.time, let second = time.secondOfDay else { return nil }
            return TimedOrder(
                seconds: (time.day ?? 0) * 86_400 + second, hasDate: time.day != nil, isServed: order.code == nil)
        }
    }

    /// `hours` of summary.json; nil where no order has a time of day.
    var hourSummary: OrderedJSON? {
        let orders = timedOrders
        let times = orders.map(\.seconds)
        guard let first = times.min(), let last = times.max() else { return nil }
        let isOneDay = Set(orders.map(\.hasDate)).count == 1 && last < first + 24 * 3_600
        let start = isOneDay ? first / 3_600 % 24 : options.dayStartMinutes / 60
        let clock = (0..<24).map { (start + $0) % 24 }
        return .array(
            clock.filter { hour in orders.contains { $0.hour == hour } }.map { hour in
                let here = orders.filter { $0.hour == hour }
                return .object([
                    ("hour", .number(hour)), ("served", .number(here.count { $0.isServed })),
                    ("short", .number(here.count { !$0.isServed })),
                ])
            })
    }
}
