package import JuiceCore

/// The purchases needed so that no fruit sells out on the planned days.
package struct BuyingPlan: Sendable, Equatable {
    /// The rule for a day's need: the largest of the demands on earlier days, or their mean, rounded up.
    package enum Cover: String, Sendable, CaseIterable {
        case max, mean
    }

    /// The days to plan for, and the rule for their needs.
    package struct Scope: Sendable, Equatable {
        /// The allowed number of days of a plan.
        package static let daysAllowed = 1...7

        /// The first day to plan for; nil for the day after the newest business day.
        package let first: CalendarDay?
        package let days: Int
        package let cover: Cover

        package init(first: CalendarDay? = nil, days: Int = 1, cover: Cover = .max) {
            precondition(Self.daysAllowed.contains(days), "The number of days is out of range")
            (self.first, self.days, self.cover) = (first, days, cover)
        }
    }

    /// A day that is planned for.
    package struct Day: Sendable, Equatable {
        package let date: CalendarDay
        /// The earlier days from which its needs are derived, newest first.
        package let basis: [DemandHistory.Day]
        package let similarity: DemandHistory.DaySimilarity
    }

    /// The plan of a fruit, in pieces.
    package struct Line: Sendable, Equatable {
        package let fruit: String
        /// The need on each day, in pieces; empty if no demand is recorded, so that the fruit is not bought.
        package let needs: [Int]
        package let stock: Int
        /// The pieces in pending deliveries.
        package let pending: Int
        package let buy: Int
        /// The cost of the purchase; nil if the menu has no cost for the fruit.
        package let cost: Money?

        package var need: Int { needs.reduce(0) { min($0 + $1, Tally.sumMax) } }
        /// Whether any demand for the fruit is recorded.
        package var isKnown: Bool { !needs.isEmpty }
    }

    package let cover: Cover
    package let days: [Day]
    /// The fruits in the order of the menu.
    package let lines: [Line]
    /// Whether the menu has prices.
    package let hasMoney: Bool

    /// The cost of all purchases; nil if the menu has no prices, or lacks one that is needed.
    package var cost: Money? {
        hasMoney ? lines.filter { $0.buy > 0 }.map(\.cost).reduce(Money(hundredths: 0), Tally.sum) : nil
    }
    /// The names of fruits whose cost is needed and missing.
    package var withoutCost: [String] { lines.filter { $0.buy > 0 && $0.cost == nil }.map(\.fruit) }

    /// Plans purchases from demand and, by the fruit's index, stock and pending deliveries; nil if no order has a day.
    package init?(_ history: DemandHistory, menu: Menu, stock: [Int], pending: [Int]? = nil, _ scope: Scope = Scope()) {
        precondition(stock.count == menu.fruits.count, "a stock for each fruit")
        guard let newest = history.businessDays.newest, !history.days.isEmpty else { return nil }
        let first = scope.first ?? CalendarDay(number: newest.number + 1)
        let days = (0..<scope.days).map { offset in
            let date = CalendarDay(number: first.number + offset)
            let (basis, similarity) = history.days(like: date)
            return Day(date: date, basis: basis, similarity: similarity)
        }
        lines = menu.fruits.indices.map { index in
            let fruit = menu.fruits[index]
            let key = nameKey(fruit.name)
            let isKnown = history.days.contains { $0.demand[key] != nil }
            let needs = isKnown ? days.map { Self.need(of: key, $0.basis, scope.cover) } : []
            let pending = pending?[index] ?? 0
            let need = needs.reduce(Int128(0)) { $0 + Int128($1) }
            let buy = Tally.clamped(max(0, need - Int128(stock[index]) - Int128(pending)))
            return Line(
                fruit: fruit.name, needs: needs, stock: stock[index], pending: pending, buy: buy,
                cost: fruit.cost.map { Money(hundredths: Tally.clamped(Int128(buy) * Int128($0.hundredths))) })
        }
        cover = scope.cover
        self.days = days
        hasMoney = menu.hasMoney
    }

    /// The need of a fruit, by the key of its name, on a day with these earlier days.
    private static func need(of key: String, _ basis: [DemandHistory.Day], _ cover: Cover) -> Int {
        let demands = basis.map { $0.demand[key] ?? 0 }
        let sum = demands.reduce(Int128(0)) { $0 + Int128($1) }
        let count = Int128(max(1, demands.count))
        return switch cover {
        case .max: demands.max() ?? 0
        case .mean: Int((sum + count - 1) / count)
        }
    }
}

/// The fruit lost without being sold, over recent runs (shrinkage in retail terms).
package struct Shrinkage: Sendable, Equatable {
    /// The maximum number of runs that it covers.
    package static let runsMax = 30

    /// The movements of a fruit in pieces, 0 or more each.
    package struct Pieces: Sendable, Equatable {
        package let discarded: Int
        /// The pieces by which counts found less than expected.
        package let missing: Int
        /// The pieces by which counts found more than expected.
        package let surplus: Int

        /// The total loss in pieces; negative if counts found a surplus larger than the loss.
        package var netLoss: Int { Tally.clamped(Int128(discarded) + Int128(missing) - Int128(surplus)) }
    }

    /// The number of runs covered: those in which at least one order reached the stock.
    package var runCount: Int
    private var fruits: [String: Pieces] = [:]

    package init(runCount: Int = 0) { self.runCount = runCount }
    /// The movements of a fruit, by the key of its name (`nameKey`).
    package subscript(name: String) -> Pieces { fruits[name] ?? Pieces(discarded: 0, missing: 0, surplus: 0) }

    /// Adds movements of a fruit; sums are limited to `Tally.sumMax`.
    package mutating func add(discarded: Int, missing: Int, surplus: Int, of name: String) {
        let known = self[name]
        fruits[name] = Pieces(
            discarded: Tally.sum(known.discarded, discarded), missing: Tally.sum(known.missing, missing),
            surplus: Tally.sum(known.surplus, surplus))
    }
}

/// The demand for each fruit by business day, limited to the days that plans need.
package struct DemandHistory: Sendable, Equatable {
    /// A business day on which at least one order reached the stock.
    package struct Day: Sendable, Equatable {
        package let date: CalendarDay
        /// The pieces of each fruit on a menu that day that were asked for, by the key of its name (`nameKey`).
        package internal(set) var demand: [String: Int]

        package init(_ date: CalendarDay, demand: [String: Int]) { (self.date, self.demand) = (date, demand) }
    }

    /// The days, newest first, without those of runs whose date is ahead of the others (`BusinessDays.runsDatedAhead`).
    package var days: [Day] { allDays.filter { !businessDays.isAhead($0.date) } }
    /// All days, newest first, including those that are ahead.
    private var allDays: [Day] = []
    /// The business days of all runs, including those without orders.
    package private(set) var businessDays: BusinessDays

    /// Creates a history from days of demand, in any order and merged by date, and the business days of all runs.
    package init(_ days: [Day] = [], businessDays: BusinessDays = BusinessDays([])) {
        self.businessDays = businessDays
        for day in days { add(day) }
    }

    /// Adds the demand of one run; nil if no order reached the stock.
    package mutating func add(_ run: BusinessDays.Run, _ day: Day?) {
        businessDays = BusinessDays(businessDays.runs + [run])
        if let day { add(day) }
    }

    /// Whether at least one order reached the stock on a day.
    package func hasOrders(on date: CalendarDay) -> Bool { allDays.contains { $0.date == date } }

    private mutating func add(_ day: Day) {
        let index = allDays.firstIndex { $0.date <= day.date } ?? allDays.count
        guard allDays.indices.contains(index), allDays[index].date == day.date else {
            return allDays.insert(day, at: index)
        }
        allDays[index].demand.merge(day.demand) { min($0 + $1, Tally.sumMax) }
    }

    /// The criterion by which earlier days resemble the day whose need is derived from them.
    package enum DaySimilarity: Sendable, Equatable {
        case weekday
        /// The days are workdays, or weekend days (Saturday, Sunday), as the planned day is.
        case kind
        /// No criterion: the days are the most recent ones.
        case any
    }

    private static let weekdaysMax = 4

    /// The days for a day's need, newest first: up to 4 of its weekday, else 7 of its kind, else the latest 14.
    package func days(like date: CalendarDay) -> (days: [Day], similarity: DaySimilarity) {
        let weekdays = days.filter { $0.date.weekday == date.weekday }.prefix(Self.weekdaysMax)
        if !weekdays.isEmpty { return (Array(weekdays), .weekday) }
        let ofKind = days.filter { $0.date.isOnWeekend == date.isOnWeekend }.prefix(7)
        if !ofKind.isEmpty { return (Array(ofKind), .kind) }
        return (Array(days.prefix(14)), .any)
    }

    /// The dates that a plan may need, out of some dates, and whether older dates would add nothing.
    package static func needed(of dates: [CalendarDay]) -> (dates: Set<CalendarDay>, isComplete: Bool) {
        let history = DemandHistory(Set(dates).sorted().map { Day($0, demand: [:]) })
        let bases = (0..<7).map { history.days(like: CalendarDay(number: $0)) }
        let isComplete = bases.allSatisfy { $0.similarity == .weekday && $0.days.count == Self.weekdaysMax }
        return (Set(bases.flatMap { $0.days.map(\.date) }), isComplete)
    }
}
