/// The stock of each fruit over a run: its lowest and highest level in intervals with equal numbers of records.
///
/// Memory does not grow with the run: as soon as there are `intervalsMax` intervals, each two neighbors are merged, and
/// intervals are twice as long from then on. Orders and discards only lower the stock, so only raises and the ends of
/// intervals are examined, and an order that succeeds costs nothing here.
///
/// A fruit is *sold out* while its stock is less than any recipe uses. This starts with the row that lowered the stock,
/// or, if the opening stock is that low, with the first order that lacked the fruit.
package struct StockTimeline: Sendable {
    /// The stock of one fruit within one interval.
    package struct Level: Sendable, Equatable {
        /// The lowest stock, including that before the interval's first record.
        package fileprivate(set) var low: Int
        package fileprivate(set) var high: Int
        /// The stock after the interval's last record.
        package fileprivate(set) var closing: Int
        package fileprivate(set) var isRestocked = false
        /// Whether the fruit was sold out at some time in the interval.
        package fileprivate(set) var isSoldOut = false
        /// Whether an order was lost for lack of the fruit while it was not sold out.
        package fileprivate(set) var isRefused = false

        fileprivate mutating func merge(_ next: Level) {
            low = min(low, next.low)
            high = max(high, next.high)
            closing = next.closing
            isRestocked = isRestocked || next.isRestocked
            isSoldOut = isSoldOut || next.isSoldOut
            isRefused = isRefused || next.isRefused
        }
    }

    /// The maximum number of intervals; an even number.
    package static let intervalsMax = 400
    /// The maximum number of sold-out periods of a fruit that are recorded; later ones are only counted.
    private static let periodsMax = 20

    /// The number of records so far, including blank rows but not empty lines.
    package private(set) var records = 0
    /// The number of records in an interval; the last one may have fewer.
    package private(set) var recordsPerInterval = 1
    private let fruitCount: Int
    /// The levels of all fruits in the first interval, then those in the second, and so on.
    private var levels: [Level] = []
    /// The levels in the interval that is not complete yet.
    private var current: [Level]
    /// The times of each interval, as in `TimeAxis`, and of the one that is not complete yet; nil if it has none.
    private var times: [ClosedRange<Int64>?] = []
    private var currentTimes: ClosedRange<Int64>?
    /// The changes in the current batch, in order; the caller removes them when it has applied the batch.
    var changes: [SoldOutChange] = []
    /// The periods in which each fruit was sold out, as in `TimeAxis`; empty unless the caller adds the changes.
    private var soldOut: [[TimeAxis.SoldOut]]
    /// The number of times that each fruit was sold out, by its index on the menu.
    package private(set) var soldOutCounts: [Int]
    /// The number of orders that lacked each fruit while it was not sold out.
    package private(set) var refusedCounts: [Int]
    /// The smallest number of pieces of each fruit that a recipe uses.
    private let leastUses: [Int]
    private var states: [State]

    /// A row of a batch, from 0, at which a fruit, by its index, became sold out (`isStart`) or available again.
    typealias SoldOutChange = (row: Int, fruit: Int, isStart: Bool)

    private enum State {
        case available
        /// The opening stock is less than any recipe uses, and no order has needed the fruit yet.
        case notYetNeeded
        case soldOut
    }

    /// Creates an empty timeline from the stock, and the smallest number of pieces of each fruit that a recipe uses.
    init(opening: [Int], leastUses: [Int]) {
        precondition(leastUses.count == opening.count, "a least use for each fruit")
        fruitCount = opening.count
        current = opening.map { Level(low: $0, high: $0, closing: $0) }
        self.leastUses = leastUses
        states = zip(opening, leastUses).map { $0 < $1 ? .notYetNeeded : .available }
        soldOutCounts = Array(repeating: 0, count: opening.count)
        refusedCounts = soldOutCounts
        soldOut = Array(repeating: [], count: opening.count)
    }

    /// The number of complete intervals.
    package var intervals: Int { times.count }

    /// The levels of a fruit in each interval, by the fruit's index on the menu.
    package func levels(of fruit: Int) -> [Level] {
        stride(from: fruit, to: levels.count, by: max(fruitCount, 1)).map { levels[$0] }
    }

    /// The number of records that still belong to the current interval; at least one.
    var room: Int { recordsPerInterval - records % recordsPerInterval }

    /// Records that a row has raised the stock of a fruit, which may be available again.
    mutating func recordRaise(of fruit: Int, from before: Int, to after: Int, isRestock: Bool, row: Int) {
        current[fruit].low = min(current[fruit].low, before)
        current[fruit].high = max(current[fruit].high, after)
        if isRestock { current[fruit].isRestocked = true }
        guard after >= leastUses[fruit] else { return }
        if states[fruit] == .soldOut { addChange(of: fruit, row, isStart: false) }
        states[fruit] = .available
    }

    /// Whether a fruit with this current stock has become sold out and this is not recorded yet.
    func isNewlySoldOut(_ fruit: Int, stock: Int) -> Bool { states[fruit] == .available && stock < leastUses[fruit] }
    func isEnough(_ stock: Int, of fruit: Int) -> Bool { stock >= leastUses[fruit] }

    /// Records that a fruit is sold out from a row on, starting in the current interval.
    mutating func recordSoldOut(_ fruit: Int, row: Int) {
        states[fruit] = .soldOut
        soldOutCounts[fruit] += 1
        current[fruit].isSoldOut = true
        addChange(of: fruit, row, isStart: true)
    }

    /// Adds a change unless it belongs to a period beyond the first `periodsMax` of its fruit.
    private mutating func addChange(of fruit: Int, _ row: Int, isStart: Bool) {
        if soldOutCounts[fruit] <= Self.periodsMax { changes.append((row, fruit, isStart)) }
    }

    /// Adds a change, with the row's origin and time, to the sold-out periods.
    mutating func addPeriodEdge(_ change: SoldOutChange, _ edge: TimeAxis.SoldOut.Edge) {
        if change.isStart {
            soldOut[change.fruit].append(TimeAxis.SoldOut(start: edge))
        } else if let index = soldOut[change.fruit].indices.last {
            soldOut[change.fruit][index].end = edge
        }
    }

    /// Records that an order was lost for lack of a fruit, which may be sold out from this order on.
    mutating func recordShortOrder(of fruit: Int, stock: Int, row: Int) {
        if isEnough(stock, of: fruit) {
            refusedCounts[fruit] += 1
            current[fruit].isRefused = true
        }
        if states[fruit] == .notYetNeeded { recordSoldOut(fruit, row: row) }
    }

    /// Advances by at most `room` records; `stock` is that after them, and `times` are their `DecodedRows.stockTimes`.
    mutating func advance(by count: Int, stock: [Int], times: ClosedRange<Int64>?) {
        precondition(count <= room, "count exceeds the room left in the interval")
        records += count
        currentTimes = Self.joined(currentTimes, times)
        if records % recordsPerInterval == 0 { close(stock) }
    }

    mutating func finish(stock: [Int]) {
        if records % recordsPerInterval != 0 { close(stock) }
    }

    /// Completes the current interval and begins the next one.
    private mutating func close(_ stock: [Int]) {
        for fruit in 0..<fruitCount {
            current[fruit].low = min(current[fruit].low, stock[fruit])
            current[fruit].closing = stock[fruit]
            levels.append(current[fruit])
            current[fruit] = Level(
                low: stock[fruit], high: stock[fruit], closing: stock[fruit], isSoldOut: states[fruit] == .soldOut)
        }
        times.append(currentTimes)
        currentTimes = nil
        guard intervals == Self.intervalsMax else { return }
        for interval in 0..<intervals / 2 {
            for fruit in 0..<fruitCount {
                var level = levels[2 * interval * fruitCount + fruit]
                level.merge(levels[(2 * interval + 1) * fruitCount + fruit])
                levels[interval * fruitCount + fruit] = level
            }
        }
        levels.removeLast(levels.count / 2)
        times = stride(from: 0, to: intervals, by: 2).map { Self.joined(times[$0], times[$0 + 1]) }
        recordsPerInterval *= 2
    }

    private static func joined(_ times: ClosedRange<Int64>?, _ later: ClosedRange<Int64>?) -> ClosedRange<Int64>? {
        guard let times, let later else { return times ?? later }
        return times.lowerBound...max(times.lowerBound, later.upperBound)
    }

    /// Returns the axis of a run's times, which have this form and never decrease; nil if all of them are the same.
    func axis(_ form: TimeOrder.Form) -> TimeAxis? {
        let known = times.compactMap(\.self)
        guard let first = known.first?.lowerBound, let last = known.last?.upperBound, first < last else { return nil }
        var intervals: [ClosedRange<Int64>] = []
        for times in times {
            let open = intervals.last?.upperBound ?? first
            intervals.append(times ?? open...open)
        }
        // Before the first time of the run, the first time is used.
        func resolved(_ edge: TimeAxis.SoldOut.Edge) -> TimeAxis.SoldOut.Edge {
            (row: edge.row, seconds: max(edge.seconds, first))
        }
        return TimeAxis(
            form: form, intervals: intervals,
            soldOut: soldOut.map { all in
                all.map { TimeAxis.SoldOut(start: resolved($0.start), end: $0.end.map(resolved)) }
            })
    }
}

/// The times of each interval of a run's `StockTimeline`, all as `Timestamp.clockSeconds` by one clock.
package struct TimeAxis: Sendable {
    /// A period in which a fruit was sold out; `end` is nil if it lasted to the end of the run.
    package struct SoldOut: Sendable {
        /// The row and the time at which the period began or ended.
        package typealias Edge = (row: RowOrigin, seconds: Int64)

        package let start: Edge
        package internal(set) var end: Edge?
    }

    let form: TimeOrder.Form
    /// The first and last time of the rows in each interval of the timeline, at least one; they never decrease.
    package let intervals: [ClosedRange<Int64>]
    /// The periods in which each fruit was sold out, by the fruit's index on the menu; later ones may be missing.
    package let soldOut: [[SoldOut]]

    /// The time at which the run began.
    package var first: Int64 { intervals.first?.lowerBound ?? 0 }
    /// The time at which the run ended, later than `first`.
    package var last: Int64 { intervals.last?.upperBound ?? 0 }

    /// The time at a position on the axis, with the kind and offset of all its times.
    package func time(_ seconds: Int64) -> Timestamp {
        Timestamp(clockSeconds: seconds, kind: form.kind, offset: form.offset)
    }
}

/// The orders that reached the stock, by the hour of the local time in their cells.
package struct HourCounts: Sendable, Equatable {
    /// The results of the orders in one hour of the day.
    package struct Hour: Sendable, Equatable {
        /// The hour of the day, 0 … 23.
        package let hour: Int
        package internal(set) var served = 0
        package internal(set) var short = 0

        package init(hour: Int) { self.hour = hour }
    }

    private var hours = (0..<24).map { Hour(hour: $0) }
    /// The earliest and the latest time of an order, as `Timestamp.clockSeconds`.
    private var first = Int64.max
    private var last = Int64.min
    private var hasDated = false
    private var hasUndated = false

    /// Adds an order by its time, which may lack a time of day and then does not count.
    @inline(__always) mutating func add(_ time: Timestamp, isServed: Bool) {
        guard time.hour < 24 else { return }
        if isServed { hours[Int(time.hour)].served += 1 } else { hours[Int(time.hour)].short += 1 }
        if time.kind.contains(.date) { hasDated = true } else { hasUndated = true }
        first = min(first, time.clockSeconds)
        last = max(last, time.clockSeconds)
    }

    mutating func merge(_ others: HourCounts) {
        for other in others.hours {
            hours[other.hour].served += other.served
            hours[other.hour].short += other.short
        }
        hasDated = hasDated || others.hasDated
        hasUndated = hasUndated || others.hasUndated
        first = min(first, others.first)
        last = max(last, others.last)
    }

    /// Whether all times are within 24 hours, so that each hour of the day occurs only once.
    package var isWithinOneDay: Bool {
        first > last || !(hasDated && hasUndated) && last - first < Timestamp.secondsPerDay
    }

    /// The hours with orders, from the first order if all are within 24 hours, else from the day's start.
    package func ordered(dayStart: DayStart) -> [Hour] {
        if first > last { return [] }
        let hour = isWithinOneDay ? Int(Timestamp(clockSeconds: first).hour) : dayStart.minutes / 60
        return (hours[hour...] + hours[..<hour]).filter { $0.served + $0.short > 0 }
    }
}
