package import JuiceCore

/// The orders, cups and sales of a run, a business day, or several days; sums are limited to `Tally.sumMax`.
package struct SalesFigures: Sendable, Equatable {
    /// The number of business days with a run, in totals of days.
    package var days: Int
    /// The number of orders that were checked against stock.
    package var orders: Int
    /// The number of those orders that were short of stock.
    package var ordersShort: Int
    /// The number of cups served.
    package var cups: Int
    /// The price of the cups served minus that of the cups cancelled; nil if a price is missing, or without prices.
    package var sales: Money?
    /// The price of the cups in short orders; nil if a price is missing, or if the menu has no prices.
    package var lostSales: Money?

    /// Creates figures; the default for each is zero.
    package init(
        days: Int = 0, orders: Int = 0, ordersShort: Int = 0, cups: Int = 0, sales: Money? = Money(hundredths: 0),
        lostSales: Money? = Money(hundredths: 0)
    ) {
        (self.days, self.orders, self.ordersShort, self.cups) = (days, orders, ordersShort, cups)
        (self.sales, self.lostSales) = (sales, lostSales)
    }

    /// The number of orders that were served.
    package var ordersServed: Int { orders - ordersShort }

    /// Adds other figures; a sum of amounts of which one is unknown is unknown.
    package mutating func add(_ other: SalesFigures) {
        days += other.days
        orders = Tally.sum(orders, other.orders)
        ordersShort = Tally.sum(ordersShort, other.ordersShort)
        cups = Tally.sum(cups, other.cups)
        (sales, lostSales) = (Tally.sum(sales, other.sales), Tally.sum(lostSales, other.lostSales))
    }
}

/// The figures of a business day, of one run or of all of its runs.
package struct DayFigures: Sendable, Equatable {
    package let date: CalendarDay
    /// The orders, without those of retries, and the cups and sales.
    package var sums: SalesFigures
    /// The cost of the fruit used, discarded and missing at counts; nil if a cost was missing or is not recorded.
    package var fruitCost: Money?

    package init(date: CalendarDay, sums: SalesFigures, fruitCost: Money? = nil) {
        (self.date, self.sums, self.fruitCost) = (date, sums, fruitCost)
    }
}

/// The figures of a run that applied inputs, for lists of many runs.
package struct RunOverview: Sendable {
    /// The run's number in its ledger, and the numbers of its rows; nil if no ledger has recorded it.
    package var identity: RunIdentity?
    /// The business day, the newest one if the run has several; nil if unknown.
    package var date: CalendarDay?
    package var kind: RecordedRun.Kind
    /// The number of the run that reversed this one; nil if none did.
    package var reversedBy: Int?
    /// The orders, with those of retries, the cups and the sales; without a currency, the amounts are nil.
    package var sums: SalesFigures
    package var rejected: Int
    /// The numbers of failed rows that no later run has applied or closed.
    package var open = OpenRows()
    /// The figures of each business day, oldest first; empty unless the run's rows belong to several days.
    package var days: [DayFigures] = []
    /// The currency sign; nil if the menu had neither prices nor costs.
    package var currency: String?

    /// Creates the figures of a run that was not reversed and has no open rows.
    package init(
        date: CalendarDay? = nil, kind: RecordedRun.Kind = .nothing, sums: SalesFigures = SalesFigures(),
        rejected: Int = 0, currency: String? = nil
    ) {
        (self.date, self.kind, self.sums, self.rejected) = (date, kind, sums, rejected)
        self.currency = currency
    }
}
