package import JuiceCore

/// The figures of one business day, in a run whose rows belong to several days.
package struct RunDay: Sendable, Equatable {
    package let date: CalendarDay
    package internal(set) var figures: Figures

    /// The orders, cups and lost pieces of a day; cups by the juice's index on the menu.
    package struct Figures: Sendable, Equatable {
        /// The number of orders that reached stock.
        package internal(set) var orders = 0
        package internal(set) var ordersShort = 0
        /// The cups that were served, including those that were cancelled later.
        package internal(set) var cupsServed: [Int]
        package internal(set) var cupsCancelled: [Int]
        package internal(set) var shortCups: [Int]
        /// The part of `shortCups` that is no demand, because an id counts once.
        package internal(set) var repeatedCups: [Int]
        /// The pieces that discards took and counts found missing, net of surplus, by the fruit's index on the menu.
        package internal(set) var lostPieces: [Int]

        init(_ menu: Menu) {
            cupsServed = Array(repeating: 0, count: menu.juices.count)
            cupsCancelled = cupsServed
            shortCups = cupsServed
            repeatedCups = cupsServed
            lostPieces = Array(repeating: 0, count: menu.fruits.count)
        }

        mutating func merge(_ other: Figures) {
            orders += other.orders
            ordersShort += other.ordersShort
            for list in [\Figures.cupsServed, \.cupsCancelled, \.shortCups, \.repeatedCups, \.lostPieces] {
                for index in self[keyPath: list].indices {
                    addClamped(other[keyPath: list][index], to: &self[keyPath: list][index])
                }
            }
        }

        var netCups: [Int] { zip(cupsServed, cupsCancelled).map { $0 - $1 } }
    }

    /// The figures for ledger and reports; an amount is nil if it needs a price that is missing, or the menu has none.
    package func dayFigures(_ menu: Menu) -> DayFigures {
        let pieces = zip(menu.pieces(ofCups: figures.netCups), figures.lostPieces).map { $0 + Int128($1) }
        let sums = SalesFigures(
            orders: figures.orders, ordersShort: figures.ordersShort,
            cups: Tally.clamped(figures.cupsServed.reduce(0) { $0 + Int128($1) }),
            sales: menu.hasMoney ? menu.price(ofCups: figures.netCups) : nil,
            lostSales: menu.hasMoney ? menu.price(ofCups: figures.shortCups) : nil)
        return DayFigures(
            date: date, sums: sums,
            fruitCost: menu.hasMoney ? Menu.sum(zip(pieces, menu.fruits.map(\.cost))) : nil)
    }

    /// The pieces of each fruit that were asked for, at least 0, by the fruit's index on the menu.
    package func demand(_ menu: Menu) -> [Int] {
        let netCups = figures.netCups
        let cups = netCups.indices.map { netCups[$0] + figures.shortCups[$0] - figures.repeatedCups[$0] }
        return menu.pieces(ofCups: cups).map { Tally.clamped(max(0, $0)) }
    }
}

extension Menu {
    /// The price of cups of each juice, by the juice's index; nil if a price that is needed is missing.
    package func price(ofCups cups: [Int]) -> Money? { Self.sum(zip(cups.map { Int128($0) }, juices.map(\.price))) }

    /// The pieces of each fruit that some cups of each juice take, by the indices on the menu.
    func pieces(ofCups cups: [Int]) -> [Int128] {
        var pieces = [Int128](repeating: 0, count: fruits.count)
        for (juice, cups) in zip(juices, cups) where cups != 0 {
            for part in juice.recipe.ingredients { pieces[part.fruit] += Int128(cups) * Int128(part.quantity) }
        }
        return pieces
    }

    /// The sum of numbers of items, each multiplied by the price of one; nil if a price that is needed is missing.
    package static func sum(_ items: some Sequence<(Int128, Money?)>) -> Money? {
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
    /// The figures of each day, by its number, in order of appearance; nil stands for rows without a date.
    private var days: [(number: Int?, figures: RunDay.Figures)] = []
    /// The index in `days` of each day, and that of the day of the latest row.
    private var indices: [Int?: Int] = [:]
    private var latest = 0
    /// The figures of a day without orders.
    private let none: RunDay.Figures

    init(_ menu: Menu) { none = RunDay.Figures(menu) }

    /// Adds a row that was applied or short of stock, by the number of its business day; nil without a date.
    @inline(__always) mutating func add(_ instruction: Instruction, isDone: Bool, day: Int?) {
        let index = index(of: day)
        guard let sign = instruction.action.cupSign else { return }
        if sign < 0 {
            addClamped(instruction.quantity, to: &days[index].figures.cupsCancelled[instruction.item])
            return
        }
        days[index].figures.orders &+= 1
        if isDone {
            addClamped(instruction.quantity, to: &days[index].figures.cupsServed[instruction.item])
        } else {
            days[index].figures.ordersShort &+= 1
            addClamped(instruction.quantity, to: &days[index].figures.shortCups[instruction.item])
        }
    }

    /// Adds cups that were counted as short and are no demand, because an id counts once.
    mutating func addRepeated(_ cups: Int, juice: Int, dayIndex: Int) {
        addClamped(cups, to: &days[dayIndex].figures.repeatedCups[juice])
    }

    /// Adds pieces that a discard took or a count found missing; negative for a surplus.
    mutating func addLost(_ pieces: Int, fruit: Int, day: Int?) {
        addClamped(pieces, to: &days[index(of: day)].figures.lostPieces[fruit])
    }

    /// The index of a day in order of appearance, by its number; a new day is added.
    @inline(__always) mutating func index(of day: Int?) -> Int {
        if latest < days.count, days[latest].number == day { return latest }
        if indices[day] == nil {
            indices[day] = days.count
            days.append((day, none))
        }
        latest = indices[day] ?? 0
        return latest
    }

    mutating func merge(_ other: DayCounts) {
        for (day, counted) in other.days { days[index(of: day)].figures.merge(counted) }
    }

    /// The days in date order, with rows without a date added to the newest; empty unless there are several days.
    func daysIfSeveral() -> [RunDay] {
        var dated = days.compactMap { day, figures in day.map { RunDay(date: .init(number: $0), figures: figures) } }
        dated.sort { $0.date < $1.date }
        guard dated.count > 1 else { return [] }
        for day in days where day.number == nil { dated[dated.count - 1].figures.merge(day.figures) }
        return dated
    }
}
