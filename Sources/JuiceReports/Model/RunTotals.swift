package import JuiceBatch
package import JuiceCore

/// The counts and sums of the runs in a folder of reports.
package struct RunTotals: Sendable {
    /// The number of runs that can be read, reversed ones included.
    package internal(set) var runs = 0
    /// The number of runs that were reversed; all that follows leaves them out, except `ordersMost`.
    package internal(set) var reversed = 0
    /// The number of runs of each kind.
    package internal(set) var kinds: [RecordedRun.Kind: Int] = [:]
    /// The number of orders of the run that has the most.
    package internal(set) var ordersMost = 0
    /// The number of orders that reached stock.
    package internal(set) var orders = 0
    /// The number of orders that were short of stock.
    package internal(set) var lost = 0
    package internal(set) var rejected = 0
    package internal(set) var cups = 0
    /// The rows that no later run has settled.
    package internal(set) var open = FolderIndexModel.OpenRows()
    /// The sales; nil if those of a run are unknown.
    package internal(set) var sales: Money? = Money(hundredths: 0)
    /// The sign of money; nil of menus without prices.
    package internal(set) var currency: String?
    /// The sums of business days, some of them in parts, in no order.
    package internal(set) var days: [(date: CalendarDay, sums: PeriodFigures.Sums)] = []

    /// Creates the counts and sums of some runs.
    package init(of nights: [FolderIndexModel.NightlyRun] = []) {
        for night in nights { add(night) }
    }

    /// Adds a run to the counts and sums.
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
        // What is in another currency has no place in the sums.
        let money = night.money?.currency == currency ? night.money : nil
        if night.money != nil || night.cups != 0 { sales = Tally.sum(sales, money?.sales) }
        addDays(of: night, money)
    }

    /// Adds the sums of a run by its business days.
    private mutating func addDays(of night: FolderIndexModel.NightlyRun, _ money: FolderIndexModel.RunMoney?) {
        // Orders that were lost are not lost twice.
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
