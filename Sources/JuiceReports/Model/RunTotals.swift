package import JuiceBatch
internal import JuiceCore

/// The totals of the runs in a folder of reports: of all runs, and of each business day.
package struct RunTotals: Sendable {
    /// All days of a week from Monday to Sunday, or of a month, and their totals.
    ///
    /// `compared` has the totals of the days whose corresponding day in the previous span has a run too, and of those
    /// earlier days; nil if there are none.
    package typealias Span = (
        days: ClosedRange<CalendarDay>, sums: SalesFigures, compared: (now: SalesFigures, before: SalesFigures)?
    )

    /// The number of readable runs, including reversed ones.
    package let runs: Int
    /// The number of reversed runs; all totals except `runs` leave them out.
    package let reversed: Int
    /// The orders, cups and sales; the sales are nil if those of one run are unknown, and lost sales are not added up.
    package private(set) var sums = SalesFigures()
    package private(set) var rejected = 0
    /// The numbers of failed rows that no later run has applied or closed.
    package internal(set) var open = OpenRows()
    /// The currency sign; nil if the menus have no prices.
    package private(set) var currency: String?
    /// The totals of each business day with a run, oldest first; runs without a day are in none.
    package private(set) var days: [(date: CalendarDay, sums: SalesFigures)] = []
    private var sumsByDay: [CalendarDay: SalesFigures] = [:]
    /// Whether the sales of all days are known.
    package private(set) var hasSales = false

    /// Computes the totals of some runs; amounts are those in the currency of the first one that has any.
    package init(of runs: [RunOverview]) {
        self.runs = runs.count
        reversed = runs.count { $0.reversedBy != nil }
        for run in runs where run.reversedBy == nil {
            rejected = Tally.sum(rejected, run.rejected)
            open.add(run.open)
            currency = currency ?? run.currency
            var all = counted(run.sums, of: run, isIdle: run.sums.cups == 0)
            all.lostSales = Money(hundredths: 0)
            sums.add(all)
            if run.days.isEmpty, let date = run.date {
                add(counted(run.sums, of: run, isIdle: run.sums.orders == 0 && run.sums.cups == 0), on: date)
            }
            for day in run.days { add(counted(day.sums, of: run, isIdle: false), on: day.date) }
        }
        days = sumsByDay.map { (date: $0.key, sums: $0.value) }.sorted { $0.date < $1.date }
        hasSales = currency != nil && days.allSatisfy { $0.sums.sales != nil }
    }

    private mutating func add(_ sums: SalesFigures, on date: CalendarDay) {
        sumsByDay[date, default: SalesFigures()].add(sums)
        sumsByDay[date]?.days = 1
    }

    /// The sums of a run or one of its days as they count in totals; with `isIdle`, no amounts need to be known.
    private func counted(_ sums: SalesFigures, of run: RunOverview, isIdle: Bool) -> SalesFigures {
        let zero = Money(hundredths: 0)
        var sums = sums
        // Amounts in another currency cannot be added.
        if run.currency == nil || run.currency != currency {
            sums.sales = isIdle && run.currency == nil ? zero : nil
            sums.lostSales = nil
        }
        if run.kind == .retry || sums.ordersShort == 0 { sums.lostSales = zero }
        // Short orders that are run again must not be counted twice.
        if run.kind == .retry { (sums.orders, sums.ordersShort) = (0, 0) }
        return sums
    }

    /// The totals of all days.
    package var allDays: SalesFigures { days.reduce(into: SalesFigures()) { $0.add($1.sums) } }

    /// The totals of a day; nil if it has no run.
    package subscript(_ date: CalendarDay) -> SalesFigures? { sumsByDay[date] }

    /// The figure for comparing days: sales in hundredths if all are known, otherwise the number of cups.
    package func figure(_ sums: SalesFigures) -> Int { hasSales ? sums.sales?.hundredths ?? 0 : sums.cups }

    /// The days with the highest and the lowest figure, each the newest of equal ones; nil if all days are equal.
    ///
    /// A day without orders counts only if cancels make its figure negative.
    package var extremeDays: (best: CalendarDay, worst: CalendarDay)? {
        // Of equal elements, the first one is the minimum and the maximum.
        let ranked = days.reversed().filter { $0.sums.orders > 0 || figure($0.sums) < 0 }
            .map { (date: $0.date, figure: figure($0.sums)) }
        guard let best = ranked.max(by: { $0.figure < $1.figure }),
            let worst = ranked.min(by: { $0.figure < $1.figure })
        else { return nil }
        return best.figure == worst.figure ? nil : (best.date, worst.date)
    }

    /// The newest weeks with a run in descending order.
    package func weeks(max: Int = .max) -> [Span] {
        spans(max: max) { day in
            let monday = day.minus(day.weekday)
            return monday...monday.minus(-6)
        } before: {
            $0.minus(7)
        }
    }

    /// The newest months with a run in descending order.
    package func months(max: Int = .max) -> [Span] {
        spans(max: max) { day in
            let first = Self.day(1, inMonthOf: day, plus: 0) ?? day
            let next = Self.day(1, inMonthOf: day, plus: 1)
            return first...(next?.minus(1) ?? first)
        } before: {
            Self.day($0.parts.day, inMonthOf: $0, plus: -1)
        }
    }

    /// The day with a number in the month that is `change` months after another day's; nil if the month has none.
    private static func day(_ dayOfMonth: Int, inMonthOf day: CalendarDay, plus change: Int) -> CalendarDay? {
        let (year, month, _) = day.parts
        let index = year * 12 + month - 1 + change
        return CalendarDay(year: index / 12, month: index % 12 + 1, day: dayOfMonth)
    }

    /// The newest spans with a run, newest first; `before` returns the corresponding day in the previous span, if any.
    private func spans(
        max: Int, span: (CalendarDay) -> ClosedRange<CalendarDay>, before: (CalendarDay) -> CalendarDay?
    ) -> [Span] {
        var spans: [Span] = []
        for (date, sums) in days.reversed() {
            // The days of one span are adjacent in the list.
            if spans.last.map({ date < $0.days.lowerBound }) ?? true {
                if spans.count == max { break }
                spans.append((span(date), SalesFigures(), nil))
            }
            let last = spans.count - 1
            spans[last].sums.add(sums)
            guard let before = before(date).flatMap({ self[$0] }) else { continue }
            var compared = spans[last].compared ?? (SalesFigures(), SalesFigures())
            compared.now.add(sums)
            compared.before.add(before)
            spans[last].compared = compared
        }
        return spans
    }
}
