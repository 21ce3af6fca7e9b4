/// What was asked for of each fruit, by business day, as far as plans need it.
package struct DemandHistory: Sendable, Equatable {
    /// A business day on which an order got as far as stock.
    package struct Day: Sendable, Equatable {
        package let date: CalendarDay
        /// Pieces of each fruit, met or not, by the key of its name (`nameKey`); of a fruit that was on no menu that day
        /// there is nothing.
        package internal(set) var demand: [String: Int]

        package init(_ date: CalendarDay, demand: [String: Int]) {
            self.date = date
            self.demand = demand
        }
    }

    /// The newest first.
    package private(set) var days: [Day]
    /// The newest business day of all, orders or none; nil where no run that stands has one.
    package private(set) var newestDay: CalendarDay?

    /// - Parameter days: in any order, several of one date or one.
    package init(_ days: [Day] = [], newestDay: CalendarDay? = nil) {
        self.days = []
        self.newestDay = newestDay
        for day in days { add(day) }
    }

    /// Takes what a run was asked for.
    ///
    /// - Parameter day: what it was asked for; nil where no order got as far as stock.
    package mutating func add(run date: CalendarDay, _ day: Day?) {
        newestDay = max(newestDay ?? date, date)
        if let day { add(day) }
    }

    /// Whether an order got as far as stock on a day.
    package func counts(_ date: CalendarDay) -> Bool { days.contains { $0.date == date } }

    private mutating func add(_ day: Day) {
        newestDay = max(newestDay ?? day.date, day.date)
        let place = days.firstIndex { $0.date <= day.date } ?? days.count
        guard days.indices.contains(place), days[place].date == day.date else { return days.insert(day, at: place) }
        days[place].demand.merge(day.demand) { min($0 + $1, Tally.sumMax) }
    }

    /// How many days of one weekday a day's need is taken from, and how few are too few.
    package static let weekdayDaysMax = 4
    package static let weekdayDaysMin = 2
    /// How many days it is taken from where there are too few of its weekday.
    package static let recentDaysMax = 14

    /// The days that say what is needed on a day, the newest first: those of its weekday, or else the last ones of all.
    package func days(like date: CalendarDay) -> (days: [Day], isWeekday: Bool) {
        let same = days.lazy.filter { $0.date.weekday == date.weekday }.prefix(Self.weekdayDaysMax)
        if same.count >= Self.weekdayDaysMin { return (Array(same), true) }
        return (Array(days.prefix(Self.recentDaysMax)), false)
    }

    /// Those of some dates that any plan may need; nothing of the others is ever asked for.
    package static func needed(of dates: [CalendarDay]) -> Set<CalendarDay> {
        let newest = Set(dates).sorted(by: >)
        var needed = Set(newest.prefix(recentDaysMax))
        for same in Dictionary(grouping: newest, by: \.weekday).values { needed.formUnion(same.prefix(weekdayDaysMax)) }
        return needed
    }
}
