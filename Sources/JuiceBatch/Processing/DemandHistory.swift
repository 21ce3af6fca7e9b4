/// The demand for each fruit by business day, limited to the days that plans need.
package struct DemandHistory: Sendable, Equatable {
    /// A business day on which at least one order reached the stock.
    package struct Day: Sendable, Equatable {
        package let date: CalendarDay
        /// The pieces of each fruit that were asked for, whether served or not, by the key of its name (`nameKey`).
        ///
        /// Fruits that were on no menu that day are missing.
        package internal(set) var demand: [String: Int]

        package init(_ date: CalendarDay, demand: [String: Int]) {
            self.date = date
            self.demand = demand
        }
    }

    /// The days, newest first, without those of runs whose date is ahead of the others (`BusinessDays.ahead`).
    package var days: [Day] { allDays.filter { !businessDays.isAhead($0.date) } }
    private var allDays: [Day] = []
    /// The business days of all runs, including those without orders.
    package private(set) var businessDays: BusinessDays

    /// The newest business day of the runs that have not been reversed; nil if none of them has one.
    package var newestDay: CalendarDay? { businessDays.newest }

    /// Creates a history from days of demand and the business days of runs.
    ///
    /// - Parameters:
    ///   - days: The days in any order; several with the same date are merged.
    ///   - businessDays: The business days of all runs, including those of `days`.
    package init(_ days: [Day] = [], businessDays: BusinessDays) {
        self.businessDays = businessDays
        for day in days { add(day) }
    }

    /// Creates a history of runs whose days are certain.
    package init(_ days: [Day] = []) {
        let runs = days.enumerated().map { index, day in
            BusinessDays.Run(number: index + 1, date: day.date, isFromClock: false)
        }
        self.init(days, businessDays: BusinessDays(runs))
    }

    /// Adds the demand of one run.
    ///
    /// - Parameter day: The demand; nil if no order reached the stock.
    package mutating func add(_ run: BusinessDays.Run, _ day: Day?) {
        businessDays = businessDays.adding(run)
        if let day { add(day) }
    }

    /// Whether at least one order reached the stock on a day.
    package func counts(_ date: CalendarDay) -> Bool { allDays.contains { $0.date == date } }

    private mutating func add(_ day: Day) {
        let index = allDays.firstIndex { $0.date <= day.date } ?? allDays.count
        guard allDays.indices.contains(index), allDays[index].date == day.date else {
            return allDays.insert(day, at: index)
        }
        allDays[index].demand.merge(day.demand) { min($0 + $1, Tally.sumMax) }
    }

    /// The likeness of the days that a day's need is derived from.
    package enum Likeness: Sendable, Equatable {
        /// The days have the same weekday as the planned day.
        case weekday
        /// The days are workdays or weekend days (Saturday, Sunday), as the planned day is.
        case kind
        /// The most recent days, whatever their weekday.
        case any

        /// The maximum number of days.
        package var daysMax: Int {
            switch self {
            case .weekday: 4
            case .kind: 7
            case .any: 14
            }
        }

        fileprivate func holds(_ date: CalendarDay, _ other: CalendarDay) -> Bool {
            switch self {
            case .weekday: date.weekday == other.weekday
            case .kind: date.isOfWeekend == other.isOfWeekend
            case .any: true
            }
        }
    }

    /// The days from which the need on a day is derived, newest first.
    ///
    /// These are the days with the same weekday, otherwise those of the same kind (workday or weekend), otherwise the
    /// most recent ones.
    package func days(like date: CalendarDay) -> (days: [Day], likeness: Likeness) {
        for likeness in [Likeness.weekday, .kind] {
            let alike = days.lazy.filter { likeness.holds($0.date, date) }.prefix(likeness.daysMax)
            if !alike.isEmpty { return (Array(alike), likeness) }
        }
        return (Array(days.prefix(Likeness.any.daysMax)), .any)
    }

    /// The dates that a plan may need, out of some dates, and whether older dates would add nothing.
    package static func needed(of dates: [CalendarDay]) -> (dates: Set<CalendarDay>, isComplete: Bool) {
        var needed: Set<CalendarDay> = []
        var (all, kinds, weekdays) = (0, [0, 0], [Int](repeating: 0, count: 7))
        var last: CalendarDay?
        for date in dates.sorted(by: >) where date != last {
            last = date
            let kind = date.isOfWeekend ? 1 : 0
            if all < Likeness.any.daysMax || kinds[kind] < Likeness.kind.daysMax
                || weekdays[date.weekday] < Likeness.weekday.daysMax
            {
                needed.insert(date)
            }
            all += 1
            kinds[kind] += 1
            weekdays[date.weekday] += 1
        }
        let isComplete =
            all >= Likeness.any.daysMax && kinds.allSatisfy { $0 >= Likeness.kind.daysMax }
            && weekdays.allSatisfy { $0 >= Likeness.weekday.daysMax }
        return (needed, isComplete)
    }
}
