package import JuiceCore

/// The figures of one business day, in a run whose rows belong to several days.
package struct RunDay: Sendable, Equatable {
    package let date: CalendarDay
    package internal(set) var figures: Figures

    /// The orders, cups and lost pieces of a day; cups by the juice's index on the menu.
    package struct Figures: Sendable, Equatable {
        /// The number of orders that reached stock.
        package internal(set) var orders = 0
        /// The number of those orders that were short of stock.
        package internal(set) var ordersShort = 0
        /// The cups that were served, including those that were cancelled later.
        package internal(set) var cupsServed: [Int]
        /// The cups served minus the cups cancelled.
        package internal(set) var netCups: [Int]
        /// The cups of short orders.
        package internal(set) var shortCups: [Int]
        /// The part of `shortCups` that is no demand, because an id counts once.
        package internal(set) var repeatedCups: [Int]
        /// The pieces that discards took and counts found missing, net of surplus, by the fruit's index on the menu.
        package internal(set) var lostPieces: [Int]

        init(_ menu: Menu) {
            cupsServed = Array(repeating: 0, count: menu.juices.count)
            netCups = cupsServed
            shortCups = cupsServed
            repeatedCups = cupsServed
            lostPieces = Array(repeating: 0, count: menu.fruits.count)
        }

        mutating func merge(_ other: Figures) {
            orders += other.orders
            ordersShort += other.ordersShort
            for juice in netCups.indices {
                addClamped(other.cupsServed[juice], to: &cupsServed[juice])
                addClamped(other.netCups[juice], to: &netCups[juice])
                addClamped(other.shortCups[juice], to: &shortCups[juice])
                addClamped(other.repeatedCups[juice], to: &repeatedCups[juice])
            }
            for fruit in lostPieces.indices { addClamped(other.lostPieces[fruit], to: &lostPieces[fruit]) }
        }
    }

    /// The figures for ledger and reports; an amount is nil if it needs a price that is missing, or the menu has none.
    package func dayFigures(_ menu: Menu) -> DayFigures {
        DayFigures(
            date: date, served: figures.orders - figures.ordersShort, short: figures.ordersShort,
            cupsServed: Tally.clamped(figures.cupsServed.reduce(0) { $0 + Int128($1) }),
            sales: menu.hasMoney ? menu.price(ofCups: figures.netCups) : nil,
            lostSales: menu.hasMoney ? menu.price(ofCups: figures.shortCups) : nil,
            fruitCost: menu.hasMoney ? fruitCost(menu) : nil)
    }

    /// The cost of the fruit used, discarded and missing at counts; nil if a cost that is needed is missing.
    private func fruitCost(_ menu: Menu) -> Money? {
        let pieces = zip(menu.pieces(ofCups: figures.netCups), figures.lostPieces).map { $0 + Int128($1) }
        return Menu.sum(zip(pieces, menu.fruits.map(\.cost)))
    }

    /// The pieces of each fruit that were asked for, at least 0, by the fruit's index on the menu.
    package func demand(_ menu: Menu) -> [Int] {
        let cups = figures.netCups.indices.map {
            figures.netCups[$0] + figures.shortCups[$0] - figures.repeatedCups[$0]
        }
        return menu.pieces(ofCups: cups).map { Tally.clamped(max(0, $0)) }
    }
}

extension Menu {
    /// The price of cups of each juice, by the juice's index; nil if a price that is needed is missing.
    package func price(ofCups cups: [Int]) -> Money? { Self.sum(zip(cups.map { Int128($0) }, juices.map(\.price))) }

    /// The pieces of each fruit that some cups of each juice take, by the indices on the menu.
    fileprivate func pieces(ofCups cups: [Int]) -> [Int128] {
        var pieces = [Int128](repeating: 0, count: fruits.count)
        for (juice, cups) in zip(juices, cups) {
            for part in juice.recipe.ingredients { pieces[part.fruit] += Int128(cups) * Int128(part.quantity) }
        }
        return pieces
    }

    /// The sum of numbers of items, each multiplied by the price of one; nil if a price that is needed is missing.
    fileprivate static func sum(_ items: some Sequence<(Int128, Money?)>) -> Money? {
        var sum: Int128 = 0
        for (count, price) in items where count != 0 {
            guard let price else { return nil }
            sum += count * Int128(price.hundredths)
        }
        return Money(hundredths: Tally.clamped(sum))
    }
}

/// Counts the orders, cups and lost pieces of each business day of a run.
struct DayCounts {
    /// The figures by the number of the day; nil is the key for rows without a date.
    private var figures: [Int?: RunDay.Figures] = [:]
    /// The day of the latest row, whose figures are in `current`.
    private var day: Int??
    private var current: RunDay.Figures
    /// The figures of a day without orders.
    private let none: RunDay.Figures

    init(_ menu: Menu) {
        none = RunDay.Figures(menu)
        current = none
    }

    /// Adds a row that was applied or short of stock, by the number of its business day; nil without a date.
    @inline(__always) mutating func add(_ instruction: Instruction, isDone: Bool, day: Int?) {
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

    /// Adds cups that were counted as short and are no demand, because an id counts once.
    mutating func addRepeated(_ cups: Int, juice: Int, day: Int?) {
        setDay(day)
        addClamped(cups, to: &current.repeatedCups[juice])
    }

    /// Adds pieces that a discard took or a count found missing; negative for a surplus.
    mutating func addLost(_ pieces: Int, fruit: Int, day: Int?) {
        setDay(day)
        addClamped(pieces, to: &current.lostPieces[fruit])
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
