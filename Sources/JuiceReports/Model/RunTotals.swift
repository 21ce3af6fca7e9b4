package import JuiceBatch
package import JuiceCore

/// The totals of the runs in a folder of reports.
package struct RunTotals: Sendable {
    /// The number of readable runs, including reversed ones.
    package internal(set) var runs = 0
    /// The number of reversed runs; all other totals except `ordersMost` leave them out.
    package internal(set) var reversed = 0
    /// The number of runs of each kind.
    package internal(set) var kinds: [RecordedRun.Kind: Int] = [:]
    /// The highest number of orders in one run.
    package internal(set) var ordersMost = 0
    /// The number of orders that were checked against stock.
    package internal(set) var orders = 0
    /// The number of orders that were short of stock.
    package internal(set) var lost = 0
    package internal(set) var rejected = 0
    package internal(set) var cups = 0
    /// The rows that no later run has settled.
    package internal(set) var open = FolderIndexModel.OpenRows()
    /// The sales; nil if those of one run are unknown.
    package internal(set) var sales: Money? = Money(hundredths: 0)
    /// The currency sign; nil if the menus have no prices.
    package internal(set) var currency: String?
    /// The totals of business days in no particular order; a day may occur several times.
    package internal(set) var days: [(date: CalendarDay, sums: PeriodFigures.Sums)] = []

    /// Computes the totals of some runs.
    package init(of nights: [FolderIndexModel.NightlyRun] = []) {
        for night in nights { add(night) }
    }

    /// Adds a run to the totals.
    package mutating func add(_ night: FolderIndexModel.NightlyRun) {
        runs += 1
        ordersMost = max(ordersMost, night.orders)
        guard night.reversedBy == nil else {
            reversed += 1
            return
        }
        kinds[night.kind, default: 0] += 1
        orders = FolderIndexModel.capped(orders, night.orders)
        lost = FolderIndexModel.capped(lost, night.lost)
        rejected = FolderIndexModel.capped(rejected, night.rejected)
        cups = FolderIndexModel.capped(cups, night.cups)
        open.short = FolderIndexModel.capped(open.short, night.open.short)
        open.rejected = FolderIndexModel.capped(open.rejected, night.open.rejected)
        currency = currency ?? night.money?.currency
        // Amounts in another currency cannot be added.
        let money = night.money?.currency == currency ? night.money : nil
        if night.money != nil || night.cups != 0 { sales = Tally.sum(sales, money?.sales) }
        addDays(of: night, money)
    }

    /// Adds the totals of a run to its business days.
    private mutating func addDays(of night: FolderIndexModel.NightlyRun, _ money: FolderIndexModel.RunMoney?) {
        // Short orders that are run again must not be counted twice.
        let isRetry = night.kind == .retry
        let zero = Money(hundredths: 0)
        if night.days.isEmpty {
            guard let date = night.date else { return }
            let isIdle = night.orders == 0 && night.cups == 0 && night.money == nil
            let sums = PeriodFigures.Sums(
                orders: isRetry ? 0 : night.orders, lost: isRetry ? 0 : night.lost, cups: night.cups,
                sales: isIdle ? zero : money?.sales,
                lostSales: isRetry || night.lost == 0 ? zero : money?.lostSales)
            days.append((date, sums))
        }
        for day in night.days {
            let sums = PeriodFigures.Sums(
                orders: isRetry ? 0 : day.orders, lost: isRetry ? 0 : day.lost, cups: day.cups,
                sales: money == nil ? nil : day.sales,
                lostSales: isRetry || day.lost == 0 ? zero : nil)
            days.append((day.date, sums))
        }
    }
}
