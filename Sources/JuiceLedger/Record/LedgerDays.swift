internal import GRDB
package import JuiceBatch
internal import JuiceCore

extension LedgerSnapshot {
    /// The business days of all runs that stand.
    ///
    /// - Parameter run: as it was before this one.
    package func businessDays(before run: Int = .max) throws -> BusinessDays {
        BusinessDays(try datedRuns(before: run).map(\.day))
    }

    /// The runs that stand and have a business day, and whether an order of each got as far as stock.
    ///
    /// - Parameter run: as it was before this one.
    func datedRuns(before run: Int) throws -> [(day: BusinessDays.Run, hasOrders: Bool)] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT number, coalesce(business.date, run.date) AS day, source, coalesce(orders, 0) AS orders
                FROM run LEFT JOIN business ON business.run = number WHERE day IS NOT NULL AND \(Self.standing)
                """, arguments: ["end": run]
        ).map { row in
            let text: String = try row.decode(forColumn: "day")
            guard let date = CalendarDay(text) else { throw LedgerCorruption(text: "the date of a run") }
            let source: String? = try row.decode(forColumn: "source")
            let day = BusinessDays.Run(
                number: try row.decode(forColumn: "number"), date: date,
                isFromClock: source == BusinessDay.Source.clock.rawValue)
            let orders: Int = try row.decode(forColumn: "orders")
            return (day, orders > 0)
        }
    }

    /// The figures of the days of the latest runs, the newest first.
    ///
    /// - Parameter run: as it was before this one.
    package func dayFigures(before run: Int = .max) throws -> [DayFigures] {
        let end = min(run, try lastRun() + 1)
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT coalesce(business.date, run.date) AS day, orders, short, cups_served, sales
                FROM run JOIN business ON business.run = number LEFT JOIN money ON money.run = number
                WHERE day IS NOT NULL AND number >= :start AND \(Self.standing)
                """, arguments: ["start": end - Self.latestRunsMax, "end": end])
        var days: [CalendarDay: DayFigures] = [:]
        for row in rows {
            let text: String = try row.decode(forColumn: "day")
            guard let date = CalendarDay(text) else { throw LedgerCorruption(text: "the date of a run") }
            let figures = try figures(row, date)
            days[date] = days[date]?.adding(figures) ?? figures
        }
        return days.values.sorted { $0.date > $1.date }
    }

    /// The figures of a run.
    private func figures(_ row: Row, _ date: CalendarDay) throws -> DayFigures {
        let orders: Int = try row.decode(forColumn: "orders")
        let short: Int = try row.decode(forColumn: "short")
        let cups: Int = try row.decode(forColumn: "cups_served")
        let sales: Int? = try row.decode(forColumn: "sales")
        guard [orders, short, cups].allSatisfy({ (0...Tally.sumMax).contains($0) }),
            (-Tally.sumMax...Tally.sumMax).contains(sales ?? 0)
        else { throw LedgerCorruption(text: "the figures of a day") }
        return DayFigures(
            date: date, served: orders - short, short: short, cupsServed: cups,
            sales: sales.map { Money(hundredths: $0) })
    }
}

extension DayFigures {
    /// Returns the sum of two days' figures.
    fileprivate func adding(_ other: DayFigures) -> DayFigures {
        func sum(_ one: Int, _ two: Int) -> Int { Tally.clamped(Int128(one) + Int128(two)) }
        let sales = sales.flatMap { one in other.sales.map { Money(hundredths: sum(one.hundredths, $0.hundredths)) } }
        return DayFigures(
            date: date, served: sum(served, other.served), short: sum(short, other.short),
            cupsServed: sum(cupsServed, other.cupsServed), sales: sales)
    }
}
