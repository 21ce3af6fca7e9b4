package import JuiceCore

/// The figures of a business day, summed over all of its runs that were not reversed.
package struct DayFigures: Sendable, Equatable {
    package let date: CalendarDay
    /// Orders that were served, those of retries aside.
    package let served: Int
    /// Orders that stock did not suffice for, likewise.
    package let short: Int
    package let cupsServed: Int
    /// nil where the menu had no prices, or one was missing.
    package let sales: Money?

    package init(date: CalendarDay, served: Int, short: Int, cupsServed: Int, sales: Money?) {
        self.date = date
        self.served = served
        self.short = short
        self.cupsServed = cupsServed
        self.sales = sales
    }
}
