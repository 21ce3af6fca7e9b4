/// The demand for each fruit by business day, as far as plans need it.
package struct DemandHistory: Sendable, Equatable {
    /// A business day on which an order reached stock.
    package struct Day: Sendable, Equatable {
        package let date: CalendarDay
        /// The pieces of each fruit, met or not, by the key of its name (`nameKey`); without fruits that were on no
        /// menu that day.
        package internal(set) var demand: [String: Int]

        package init(_ date: CalendarDay, demand: [String: Int]) {
            self.date = date
            self.demand = demand
        }
    }

    /// The newest first, without those of runs that are ahead (`BusinessDays.ahead`).
    package var days: [Day] { allDays.filter { !businessDays.isAhead($0.date) } }
    private var allDays: [Day] = []
    /// The business days of all runs, orders or none.
    package private(set) var businessDays: BusinessDays

    /// The newest business day of all; nil where no run that stands has one.
    package var newestDay: CalendarDay? { businessDays.newest }

    /// - Parameters:
    ///   - days: in any order, several of one date or one.
    ///   - businessDays: of all runs, those of `days` among them.
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

    /// Adds the demand of a run.
    ///
    /// - Parameter day: the demand; nil where no order reached stock.
    package mutating func add(_ run: BusinessDays.Run, _ day: Day?) {
        businessDays = businessDays.adding(run)
        if let day { add(day) }
    }

    /// Whether an order reached stock on a day.
    package func counts(_ date: CalendarDay) -> Bool { allDays.contains { $0.date == date } }

    private mutating func add(_ day: Day) {
        let index = allDays.firstIndex { $0.date <= day.date } ?? allDays.count
        guard allDays.indices.contains(index), allDays[index].date == day.date else {
            return allDays.insert(day, at: index)
        }
        allDays[index].demand.merge(day.demand) { min($0 + $1, Tally.sumMax) }
    }

    /// The maximum number of days of one weekday that a need is derived from, and the minimum for using them.
    package static let weekdayDaysMax = 4
    package static let weekdayDaysMin = 2
    /// The number of recent days that a need is derived from where its weekday has too few.
    package static let recentDaysMax = 14

    /// The days from which a day's need is derived, the newest first: those of its weekday, or else the last ones of
    /// all.
    package func days(like date: CalendarDay) -> (days: [Day], isWeekday: Bool) {
        let same = days.lazy.filter { $0.date.weekday == date.weekday }.prefix(Self.weekdayDaysMax)
        if same.count >= Self.weekdayDaysMin { return (Array(same), true) }
        return (Array(days.prefix(Self.recentDaysMax)), false)
    }

    /// The subset of some dates that any plan may need; the others are never read.
    package static func needed(of dates: [CalendarDay]) -> Set<CalendarDay> {
        let newest = Set(dates).sorted(by: >)
        var needed = Set(newest.prefix(recentDaysMax))
        for same in Dictionary(grouping: newest, by: \.weekday).values { needed.formUnion(same.prefix(weekdayDaysMax)) }
        return needed
    }
}
