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

extension PlainRun {
    /// `days` of summary.json: of each business day what its orders came to; nil without a ledger, and unless there are
    /// several.
    var daySummary: OrderedJSON? {
        guard number != nil else { return nil }
        let retries = Set(inputs.filter { $0.ownKind == .failure }.map(\.file))
        let rows = outcomes.filter { $0.gotAsFarAsStock && !retries.contains($0.row.file) }
        func day(_ outcome: PlainOutcome) -> Int? {
            guard let time = outcome.row.time, let day = time.day else { return nil }
            return time.secondOfDay.map { $0 < options.dayStartMinutes * 60 } ?? false ? day - 1 : day
        }
        let days = Set(rows.compactMap(day)).sorted()
        guard days.count > 1, let newest = days.last else { return nil }
        return .array(
            days.map { number in
                let here = rows.filter { (day($0) ?? newest) == number }
                let orders = here.filter { $0.action == .order }
                let served = orders.filter { $0.code == nil }
                let net = menu.juices.indices.map { juice in
                    here.filter { $0.item == juice && $0.code == nil }.reduce(Int128(0)) { sum, row in
                        let cups = Int128(row.quantity ?? 0)
                        return row.action == .order ? sum + cups : row.action == .cancel ? sum - cups : sum
                    }
                }
                let sales = menu.hasMoney ? PlainMoney.sum(net, at: menu.juices.map(\.price)) : nil
                let cups = served.reduce(Int128(0)) { $0 + Int128($1.quantity ?? 0) }
                return .object([
                    ("date", .string(PlainTime.date(number))), ("orders_served", .number(served.count)),
                    ("orders_lost", .number(orders.count - served.count)),
                    ("cups_served", .number(Int(min(cups, Int128(PlainModel.sumLimit))))),
                    ("sales", PlainMoney.json(sales)),
                ])
            })
    }
}
