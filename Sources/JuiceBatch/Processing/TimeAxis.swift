/// The time of a run as an axis: for each stretch of its `StockTimeline` when it was.
///
/// All times are as `ClockTime.seconds`, by one clock.
package struct TimeAxis: Sendable, Equatable {
    /// The times of a stretch's rows.
    package struct Stretch: Sendable, Equatable {
        package let first: Int64
        package let last: Int64
    }

    /// The period from a short order to the next addition of stock.
    package struct SoldOut: Sendable, Equatable {
        /// The stretch and the time at which the period began or ended.
        package struct Edge: Sendable, Equatable {
            package let row: RowOrigin
            package let seconds: Int64
        }

        package let start: Edge
        /// The end of the period; nil if it lasted to the end of the run.
        package internal(set) var end: Edge?
    }

    /// Whether times have a date.
    package let hasDate: Bool
    /// The offset as in `ClockTime`.
    package let offset: Int64?
    /// The stretches, at least one, as many as the timeline has; their times never decrease.
    package let stretches: [Stretch]
    /// The first periods in which each fruit was sold out, by its index on the menu.
    package let soldOut: [[SoldOut]]

    /// The time at which the run began.
    package var first: Int64 { stretches.first?.first ?? 0 }
    /// The time at which the run ended, later than `first`.
    package var last: Int64 { stretches.last?.last ?? 0 }

    /// A time on the axis, with the kind and offset of all its times.
    package func time(_ seconds: Int64) -> ClockTime { ClockTime(seconds: seconds, hasDate: hasDate, offset: offset) }
}

/// The orders that reached stock, by the hour of the local time in their cell.
package struct HourCounts: Sendable, Equatable {
    /// The results of the orders of an hour.
    package struct Hour: Sendable, Equatable {
        /// 0 … 23; from this full hour to the next.
        package let hour: Int
        package internal(set) var served: Int
        package internal(set) var short: Int

        /// Creates an hour, by default without orders.
        package init(hour: Int, served: Int = 0, short: Int = 0) {
            self.hour = hour
            self.served = served
            self.short = short
        }
    }

    private var hours = (0..<24).map { Hour(hour: $0) }
    /// The earliest and the latest of their times, as `ClockTime.seconds`; nil while there are none.
    private var range: ClosedRange<Int64>?
    /// Whether there are times with a date, and times without one.
    private var hasDated = false
    private var hasUndated = false

    init() {}

    /// Adds the orders of one hour.
    mutating func add(hour: Int, served: Int, short: Int, hasDate: Bool) {
        hours[hour].served += served
        hours[hour].short += short
        if hasDate { hasDated = true } else { hasUndated = true }
    }

    /// Adds their times, as `ClockTime.seconds`.
    mutating func add(times: ClosedRange<Int64>) {
        range = range.map { min($0.lowerBound, times.lowerBound)...max($0.upperBound, times.upperBound) } ?? times
    }

    /// Adds the orders of other counts.
    mutating func merge(_ others: HourCounts) {
        for other in others.hours {
            hours[other.hour].served += other.served
            hours[other.hour].short += other.short
        }
        hasDated = hasDated || others.hasDated
        hasUndated = hasUndated || others.hasUndated
        if let range = others.range { add(times: range) }
    }

    /// Whether all times are within 24 hours, so that a time of day is unique.
    package var areOfOneDay: Bool {
        guard let range, !(hasDated && hasUndated) else { return range == nil }
        return range.upperBound - range.lowerBound < ClockTime.daySeconds
    }

    /// The hours with orders, in the order of the business day: from the first order on if all are within 24 hours,
    /// else from the hour in which the day starts.
    package func ordered(dayStart: DayStart) -> [Hour] {
        guard let range else { return [] }
        let first =
            areOfOneDay
            ? ClockTime(seconds: range.lowerBound, hasDate: hasDated, offset: nil).hour : dayStart.minutes / 60
        return (hours[first...] + hours[..<first]).filter { $0.served + $0.short > 0 }
    }
}
