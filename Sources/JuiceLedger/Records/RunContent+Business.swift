internal import GRDB
package import JuiceBatch
package import JuiceCore

/// Loading and storing of a run's business days, orders and sales.
extension RunContent.Business {
    static func load(_ run: Int, from database: Database) throws -> Self? {
        let business = try database.rows(
            """
            SELECT date, source, named, orders, short, retries, retries_short, currency, sales, lost_sales
            FROM business WHERE run = ?
            """, [run]
        ) {
            Self(
                day: try day($0, $1, named: $2), orders: $3, short: $4, retries: $5, retriesShort: $6, currency: $7,
                sales: ($8 as Int?).map { Money(hundredths: $0) }, lostSales: ($9 as Int?).map { Money(hundredths: $0) }
            )
        }
        guard var business = business.first else { return nil }
        let demands: [(date: String, demand: RunContent.Business.Demand)] = try database.rows(
            "SELECT date, fruit, pieces FROM demand WHERE run = ? ORDER BY fruit", [run]
        ) { ($0, ($1, $2)) }
        let demandsByDay = Dictionary(grouping: demands, by: \.date)
        business.days = try database.rows(
            "SELECT \(DayFigures.columns) FROM run_day WHERE run = ? ORDER BY date", [run]
        ) {
            let figures = try DayFigures(recorded: $0, orders: $1, short: $2, cups: $3, amounts: [$4, $5, $6])
            return (figures, (demandsByDay[$0] ?? []).map(\.demand))
        }
        return business
    }

    private static func day(_ date: String?, _ source: String?, named: String?) throws -> BusinessDay? {
        guard let date, let source else { return nil }
        guard let source = BusinessDay.Source(rawValue: source) else {
            throw LedgerCorruption(text: "the business day of a run")
        }
        return BusinessDay(date: date, source: source, named: named)
    }

    func insert(_ run: Int, into database: Database) throws {
        try database.insert(into: "business", [run] + values)
        for day in days {
            try database.insert(into: "run_day", [run] + Self.values(of: day.figures))
            for demand in day.demands {
                try database.insert(into: "demand", [run, day.figures.date.text, demand.fruit, demand.pieces])
            }
        }
    }
}

extension RunContent {
    /// The business days, orders and sales of a run, from which plans are made; a run without inputs has none.
    package struct Business: Sendable {
        /// The pieces, at least 1, that were asked for of a fruit, by its number (`Tally.FruitFigures.demand`).
        package typealias Demand = (fruit: Int, pieces: Int)

        /// The figures of one business day, and its demands for fruits in the order of the fruits' numbers.
        package typealias Day = (figures: DayFigures, demands: [Demand])

        /// The business day, the newest one if there are several; nil if nothing determines it.
        package var day: BusinessDay?
        /// The number of orders that reached stock, without those of retries.
        package var orders: Int
        /// The number of orders that were short of stock.
        package var short = 0
        /// The number of retried orders that reached stock.
        package var retries = 0
        /// The number of retried orders that were short of stock.
        package var retriesShort = 0
        /// The currency sign; nil if the menu had neither prices nor costs.
        package var currency: String?
        /// The sales; nil if a price was missing.
        package var sales: Money?
        /// The lost sales of short orders; nil if a price was missing.
        package var lostSales: Money?
        /// The business days of the run's rows in order: usually one, and none if nothing determines it.
        package var days: [Day] = []

        /// The values, apart from the days, as the ledger stores them and the run's digest covers them.
        fileprivate var values: RowValues {
            [
                day?.date, day?.source.rawValue, day?.named, orders, short, retries, retriesShort, currency,
                sales?.hundredths, lostSales?.hundredths,
            ]
        }

        private static func values(of day: DayFigures) -> RowValues {
            [day.date.text, day.sums.orders, day.sums.ordersShort, day.sums.cups]
                + [day.sums.sales, day.sums.lostSales, day.fruitCost].map { $0?.hundredths }
        }

        /// All values, in the order in which the run's digest covers them.
        var digestValues: RowValues {
            let days = days.map { day in
                Self.values(of: day.figures) + [day.demands.count]
                    + day.demands.flatMap { [$0.fruit, $0.pieces] as RowValues }
            }
            return ["business"] + values + [days.count] + days.joined()
        }
    }
}
