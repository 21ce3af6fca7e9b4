package import JuiceCore

/// The figures of one business day, in a run whose rows belong to several days.
package struct RunDay: Sendable, Equatable {
    package let date: CalendarDay
    package internal(set) var figures: Figures

    /// The orders and cups of a day; cups by the juice's index on the menu.
    package struct Figures: Sendable, Equatable {
        /// The number of orders that reached stock.
        package internal(set) var orders = 0
        /// The number of those orders that were short of stock.
        package internal(set) var ordersShort = 0
        /// The cups that were served, including those that were cancelled later.
        package internal(set) var cupsServed: [Int]
        /// The cups served minus the cups cancelled.
        package internal(set) var netCups: [Int]
        /// The cups of short orders; each id counts once.
        package internal(set) var shortCups: [Int]

        init(juiceCount: Int) {
            cupsServed = Array(repeating: 0, count: juiceCount)
            netCups = cupsServed
            shortCups = cupsServed
        }

        mutating func merge(_ other: Figures) {
            orders += other.orders
            ordersShort += other.ordersShort
            for juice in netCups.indices {
                addClamped(other.cupsServed[juice], to: &cupsServed[juice])
                addClamped(other.netCups[juice], to: &netCups[juice])
                addClamped(other.shortCups[juice], to: &shortCups[juice])
            }
        }
    }

    /// The price of the cups served minus the cups cancelled; nil if a price that is needed is missing.
    package func sales(_ menu: Menu) -> Money? { menu.price(ofCups: figures.netCups) }

    /// The figures in the form in which a ledger and the reports have them.
    package func dayFigures(_ menu: Menu) -> DayFigures {
        DayFigures(
            date: date, served: figures.orders - figures.ordersShort, short: figures.ordersShort,
            cupsServed: Tally.clamped(figures.cupsServed.reduce(0) { $0 + Int128($1) }),
            sales: menu.hasMoney ? sales(menu) : nil)
    }

    /// The pieces of each fruit that were asked for, whether served or not, by the fruit's index on the menu; at least
    /// 0.
    package func demand(_ menu: Menu) -> [Int] {
        var demand = [Int128](repeating: 0, count: menu.fruits.count)
        for (juice, item) in menu.juices.enumerated() {
            let cups = Int128(figures.netCups[juice]) + Int128(figures.shortCups[juice])
            for part in item.recipe.ingredients { demand[part.fruit] += cups * Int128(part.quantity) }
        }
        return demand.map { Tally.clamped(max(0, $0)) }
    }
}

extension Menu {
    /// The price of some cups of each juice, by the juice's index on the menu; nil if a price that is needed is
    /// missing.
    package func price(ofCups cups: [Int]) -> Money? {
        var sum: Int128 = 0
        for (juice, cups) in zip(juices, cups) where cups != 0 {
            guard let price = juice.price else { return nil }
            sum += Int128(cups) * Int128(price.hundredths)
        }
        return Money(hundredths: Tally.clamped(sum))
    }
}

/// Counts the orders and cups of each business day of a run.
struct DayCounts {
    /// The figures by the number of the day; nil is the key for rows without a date.
    private var figures: [Int?: RunDay.Figures] = [:]
    /// The day of the latest row, whose figures are in `current`.
    private var day: Int??
    private var current: RunDay.Figures
    /// The figures of a day without orders.
    private let none: RunDay.Figures

    init(juiceCount: Int) {
        none = RunDay.Figures(juiceCount: juiceCount)
        current = none
    }

    /// Adds a row that was applied or short of stock.
    ///
    /// - Parameter day: The number of its business day; nil if the row has no date.
    @inline(__always)
    mutating func add(_ instruction: Instruction, isDone: Bool, day: Int?) {
        if self.day != .some(day) { setDay(day) }
        switch instruction.action {
        case .order:
            current.orders &+= 1
            if isDone {
                addClamped(instruction.quantity, to: &current.cupsServed[instruction.item])
                addClamped(instruction.quantity, to: &current.netCups[instruction.item])
            } else {
                current.ordersShort &+= 1
                addClamped(instruction.quantity, to: &current.shortCups[instruction.item])
            }
        case .cancel: addClamped(-instruction.quantity, to: &current.netCups[instruction.item])
        case .restock, .discard, .count, .assert: break
        }
    }

    /// Removes cups that were counted as short, because an id counts once.
    mutating func removeShort(_ cups: Int, juice: Int, day: Int?) {
        setDay(day)
        addClamped(-cups, to: &current.shortCups[juice])
    }

    /// Makes a day the one whose figures are in `current`.
    private mutating func setDay(_ day: Int?) {
        storeCurrent()
        self.day = .some(day)
        current = figures[day] ?? none
    }

    /// Stores the figures in `current`, after which no day is current.
    private mutating func storeCurrent() {
        if let day { figures[day] = current }
        day = nil
    }

    /// Adds the counts of other rows of the run.
    mutating func merge(_ other: DayCounts) {
        var other = other
        other.storeCurrent()
        storeCurrent()
        for (day, counted) in other.figures { figures[day, default: none].merge(counted) }
    }

    /// The days in date order, with rows without a date added to the newest; empty unless there are several days.
    func daysIfSeveral() -> [RunDay] {
        var counts = self
        counts.storeCurrent()
        var days = counts.figures.compactMap { number, figures in
            number.map { RunDay(date: CalendarDay(number: $0), figures: figures) }
        }.sorted { $0.date < $1.date }
        guard days.count > 1 else { return [] }
        if let undated = counts.figures[.none] { days[days.count - 1].figures.merge(undated) }
        return days
    }
}
