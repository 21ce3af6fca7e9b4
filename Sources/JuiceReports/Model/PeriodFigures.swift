package import JuiceBatch
package import JuiceCore

/// The totals of each business day of the runs in a folder of reports.
///
/// Reversed runs and runs without a business day are left out.
package struct PeriodFigures: Sendable {
    /// The totals of one or several business days.
    package struct Sums: Sendable, Equatable {
        /// The number of business days with a run.
        package internal(set) var days = 0
        /// The number of orders that were checked against stock, without retries.
        package internal(set) var orders = 0
        /// The number of orders that were short of stock.
        package internal(set) var ordersShort = 0
        package internal(set) var cups = 0
        /// The sales; nil if a price is missing, or if the menu has no prices.
        package internal(set) var sales: Money? = Money(hundredths: 0)
        /// The lost sales of short orders; nil if a price is missing, or if a run over several days has short orders.
        package internal(set) var lostSales: Money? = Money(hundredths: 0)

        fileprivate mutating func add(_ other: Sums) {
            days += other.days
            orders = FolderIndexModel.capped(orders, other.orders)
            ordersShort = FolderIndexModel.capped(ordersShort, other.ordersShort)
            cups = FolderIndexModel.capped(cups, other.cups)
            (sales, lostSales) = (Tally.sum(sales, other.sales), Tally.sum(lostSales, other.lostSales))
        }
    }

    /// A week from Monday to Sunday, or a month.
    package struct Span: Sendable {
        /// The first and the last day, regardless of whether they have runs.
        package let days: ClosedRange<CalendarDay>
        package fileprivate(set) var sums = Sums()
        /// The totals of the days whose counterpart in the previous period has a run, too, and the totals of those
        /// counterparts; nil if there is no such day.
        package fileprivate(set) var compared: (now: Sums, before: Sums)?

        /// Adds the totals of one day of the span.
        ///
        /// - Parameter before: the totals of the corresponding day in the previous span; nil if it has no run.
        fileprivate mutating func add(_ sums: Sums, before: Sums?) {
            self.sums.add(sums)
            guard let before else { return }
            var compared = compared ?? (Sums(), Sums())
            compared.now.add(sums)
            compared.before.add(before)
            self.compared = compared
        }
    }

    /// The totals of each business day with a run, oldest first.
    package let days: [(date: CalendarDay, sums: Sums)]
    /// The currency sign; nil if the menus have no prices.
    package let currency: String?
    /// Whether the sales of all days are known.
    package let hasSales: Bool

    /// Computes the totals of the runs in an index.
    package init(_ index: FolderIndexModel) { self.init(index.totals) }

    /// Computes the totals of the days of some runs.
    init(_ totals: RunTotals) {
        var days: [(date: CalendarDay, sums: Sums)] = []
        days.reserveCapacity(totals.days.count)
        for (date, sums) in totals.days.sorted(by: { $0.date < $1.date }) {
            if days.last?.date != date { days.append((date, Sums(days: 0))) }
            days[days.count - 1].sums.add(sums)
            days[days.count - 1].sums.days = 1
        }
        self.days = days
        currency = totals.currency
        hasSales = currency != nil && days.allSatisfy { $0.sums.sales != nil }
    }

    /// The totals of all days.
    package var all: Sums { days.reduce(into: Sums()) { $0.add($1.sums) } }

    /// The totals of a day; nil if it has no run.
    package subscript(_ date: CalendarDay) -> Sums? {
        var (start, end) = (0, days.count)
        while start < end {
            let middle = (start + end) / 2
            if days[middle].date < date { start = middle + 1 } else { end = middle }
        }
        return start < days.count && days[start].date == date ? days[start].sums : nil
    }

    /// The figure for comparing days: sales in hundredths if all are known, otherwise the number of cups.
    package func figure(_ sums: Sums) -> Int { hasSales ? sums.sales?.hundredths ?? 0 : sums.cups }

    /// The days with the highest and the lowest figure among those with orders; nil if all have the same figure.
    ///
    /// If several days have the same figure, the newest one is returned.
    package var extremeDays: (best: CalendarDay, worst: CalendarDay)? {
        guard let first = days.last(where: { $0.sums.orders > 0 }) else { return nil }
        var (best, worst) = ((first.date, figure(first.sums)), (first.date, figure(first.sums)))
        for day in days.reversed() where day.sums.orders > 0 {
            let figure = figure(day.sums)
            if figure > best.1 { best = (day.date, figure) }
            if figure < worst.1 { worst = (day.date, figure) }
        }
        return best.1 == worst.1 ? nil : (best.0, worst.0)
    }

    /// The weeks with a run, newest first.
    package var weeks: [Span] { weeks(max: .max).spans }

    /// The newest weeks with a run, and the number of all such weeks.
    func weeks(max: Int) -> (spans: [Span], count: Int) {
        spans(max: max) {
            CalendarDay(number: $0.number - $0.weekday)
        } last: {
            CalendarDay(number: $0.number + 6)
        } before: {
            CalendarDay(number: $0.number - 7)
        }
    }

    /// The months with a run, newest first.
    package var months: [Span] { months(max: .max).spans }

    /// The newest months with a run, and the number of all such months.
    func months(max: Int) -> (spans: [Span], count: Int) {
        spans(max: max) {
            Self.month(of: $0, plus: 0) ?? $0
        } last: { first in
            Self.month(of: first, plus: 1).map { CalendarDay(number: $0.number - 1) } ?? first
        } before: { day in
            let (year, month, dayOfMonth) = day.parts
            return month == 1
                ? CalendarDay(year: year - 1, month: 12, day: dayOfMonth)
                : CalendarDay(year: year, month: month - 1, day: dayOfMonth)
        }
    }

    /// The first day of the month of a day, or of a later month.
    private static func month(of day: CalendarDay, plus count: Int) -> CalendarDay? {
        let (year, month, _) = day.parts
        return month + count > 12
            ? CalendarDay(year: year + 1, month: 1, day: 1) : CalendarDay(year: year, month: month + count, day: 1)
    }

    private func spans(
        max: Int, first: (CalendarDay) -> CalendarDay, last: (CalendarDay) -> CalendarDay,
        before: (CalendarDay) -> CalendarDay?
    ) -> (spans: [Span], count: Int) {
        var spans: [Span] = []
        var (start, count): (CalendarDay?, Int) = (nil, 0)
        for (date, sums) in days.reversed() {
            // The days of one span are adjacent in the list.
            if start.map({ date < $0 }) ?? true {
                let first = first(date)
                (start, count) = (first, count + 1)
                if count <= max { spans.append(Span(days: first...Swift.max(first, last(first)))) }
            }
            guard count <= max else { continue }
            spans[count - 1].add(sums, before: before(date).flatMap { self[$0] })
        }
        return (spans, count)
    }
}

extension FolderIndexModel {
    /// Returns the content of the index limited to the business days of a period.
    package func cut(to period: ClosedRange<CalendarDay>) -> FolderIndexModel {
        let counted = entries.compactMap { entry -> Entry? in
            guard var nightlyRun = entry.nightlyRun, let date = nightlyRun.date else { return nil }
            if nightlyRun.days.isEmpty { return period.contains(date) ? entry : nil }
            let days = nightlyRun.days.filter { period.contains($0.date) }
            guard let last = days.last else { return nil }
            if days.count < nightlyRun.days.count {
                nightlyRun.date = last.date
                nightlyRun.orders = days.reduce(0) { Self.capped($0, $1.orders) }
                nightlyRun.ordersShort = days.reduce(0) { Self.capped($0, $1.ordersShort) }
                nightlyRun.cups = days.reduce(0) { Self.capped($0, $1.cups) }
                nightlyRun.days = days
            }
            return Entry(name: entry.name, link: entry.link, nightlyRun: nightlyRun)
        }
        var index = FolderIndexModel(
            language: language, entries: counted, foldersUnread: foldersUnread, filesUnread: filesUnread)
        index.period = period
        (index.shop, index.plan, index.unresolvedFiles) = (shop, plan, unresolvedFiles)
        index.daysWithoutRun = daysWithoutRun?.filter(period.contains)
        // Purchases and missing fruit concern the newest day only.
        let newest = entries.lazy.compactMap { $0.nightlyRun?.reversedBy == nil ? $0.nightlyRun?.date : nil }.first
        if newest.map(period.contains) ?? false { (index.toBuy, index.missing) = (toBuy, missing) }
        return index
    }
}

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
    package internal(set) var ordersShort = 0
    package internal(set) var rejected = 0
    package internal(set) var cups = 0
    /// The open rows: failed rows that no later run has applied or closed.
    package internal(set) var open = FolderIndexModel.OpenRows()
    /// The sales; nil if those of one run are unknown.
    package internal(set) var sales: Money? = Money(hundredths: 0)
    /// The currency sign; nil if the menus have no prices.
    package internal(set) var currency: String?
    /// The totals of business days in no particular order; a day may occur several times.
    package internal(set) var days: [(date: CalendarDay, sums: PeriodFigures.Sums)] = []

    /// Computes the totals of some runs.
    package init(of nightlyRuns: [FolderIndexModel.NightlyRun] = []) {
        for nightlyRun in nightlyRuns { add(nightlyRun) }
    }

    /// Adds a run to the totals.
    package mutating func add(_ nightlyRun: FolderIndexModel.NightlyRun) {
        runs += 1
        ordersMost = max(ordersMost, nightlyRun.orders)
        guard nightlyRun.reversedBy == nil else {
            reversed += 1
            return
        }
        kinds[nightlyRun.kind, default: 0] += 1
        orders = FolderIndexModel.capped(orders, nightlyRun.orders)
        ordersShort = FolderIndexModel.capped(ordersShort, nightlyRun.ordersShort)
        rejected = FolderIndexModel.capped(rejected, nightlyRun.rejected)
        cups = FolderIndexModel.capped(cups, nightlyRun.cups)
        open.short = FolderIndexModel.capped(open.short, nightlyRun.open.short)
        open.rejected = FolderIndexModel.capped(open.rejected, nightlyRun.open.rejected)
        currency = currency ?? nightlyRun.money?.currency
        // Amounts in another currency cannot be added.
        let money = nightlyRun.money?.currency == currency ? nightlyRun.money : nil
        if nightlyRun.money != nil || nightlyRun.cups != 0 { sales = Tally.sum(sales, money?.sales) }
        addDays(of: nightlyRun, money)
    }

    /// Adds the totals of a run to its business days.
    private mutating func addDays(of nightlyRun: FolderIndexModel.NightlyRun, _ money: RunMoney?) {
        // Short orders that are run again must not be counted twice.
        let isRetry = nightlyRun.kind == .retry
        let zero = Money(hundredths: 0)
        if nightlyRun.days.isEmpty {
            guard let date = nightlyRun.date else { return }
            let isIdle = nightlyRun.orders == 0 && nightlyRun.cups == 0 && nightlyRun.money == nil
            let sums = PeriodFigures.Sums(
                orders: isRetry ? 0 : nightlyRun.orders, ordersShort: isRetry ? 0 : nightlyRun.ordersShort,
                cups: nightlyRun.cups,
                sales: isIdle ? zero : money?.sales,
                lostSales: isRetry || nightlyRun.ordersShort == 0 ? zero : money?.lostSales)
            days.append((date, sums))
        }
        for day in nightlyRun.days {
            let sums = PeriodFigures.Sums(
                orders: isRetry ? 0 : day.orders, ordersShort: isRetry ? 0 : day.ordersShort, cups: day.cups,
                sales: money == nil ? nil : day.sales,
                lostSales: isRetry || day.ordersShort == 0 ? zero : nil)
            days.append((day.date, sums))
        }
    }
}
