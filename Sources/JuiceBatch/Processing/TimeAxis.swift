/// The time axis of a run: the times of each interval of its `StockTimeline`.
///
/// All times are `ClockTime.seconds` by one clock.
package struct TimeAxis: Sendable, Equatable {
    /// The first and the last time of an interval's rows.
    package struct Stretch: Sendable, Equatable {
        package let first: Int64
        package let last: Int64
    }

    /// A period in which a fruit was sold out.
    package struct SoldOut: Sendable, Equatable {
        /// The interval and the time at which the period began or ended.
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
    /// The UTC offset, as in `ClockTime`.
    package let offset: Int64?
    /// The intervals, at least one and as many as the timeline has; their times never decrease.
    package let stretches: [Stretch]
    /// The first periods in which each fruit was sold out, by the fruit's index on the menu.
    package let soldOut: [[SoldOut]]

    /// The time at which the run began.
    package var first: Int64 { stretches.first?.first ?? 0 }
    /// The time at which the run ended, later than `first`.
    package var last: Int64 { stretches.last?.last ?? 0 }

    /// Converts a time on the axis to a `ClockTime` with the kind and offset of all its times.
    package func time(_ seconds: Int64) -> ClockTime { ClockTime(seconds: seconds, hasDate: hasDate, offset: offset) }
}

/// The orders that reached the stock, by the hour of the local time in their cells.
package struct HourCounts: Sendable, Equatable {
    /// The results of the orders in one hour of the day.
    package struct Hour: Sendable, Equatable {
        /// The hour of the day, 0 … 23.
        package let hour: Int
        package internal(set) var served: Int
        package internal(set) var short: Int

        /// Creates the results of an hour; by default there are no orders.
        package init(hour: Int, served: Int = 0, short: Int = 0) {
            self.hour = hour
            self.served = served
            self.short = short
        }
    }

    private var hours = (0..<24).map { Hour(hour: $0) }
    /// The earliest and the latest time of an order, as `ClockTime.seconds`; nil if there are none.
    private var range: ClosedRange<Int64>?
    /// Whether any time has a date.
    ///
    /// `hasUndated` is whether any time has none.
    private var hasDated = false
    private var hasUndated = false

    init() {}

    /// Adds the orders of one hour.
    mutating func add(hour: Int, served: Int, short: Int, hasDate: Bool) {
        hours[hour].served += served
        hours[hour].short += short
        if hasDate { hasDated = true } else { hasUndated = true }
    }

    /// Extends the range by the times of further orders, as `ClockTime.seconds`.
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

    /// Whether all times are within 24 hours, so that each hour of the day occurs only once.
    package var areOfOneDay: Bool {
        guard let range, !(hasDated && hasUndated) else { return range == nil }
        return range.upperBound - range.lowerBound < ClockTime.daySeconds
    }

    /// The hours with orders, in the order of the business day.
    ///
    /// They start with the first order if all times are within 24 hours, otherwise with the hour in which the business
    /// day starts.
    package func ordered(dayStart: DayStart) -> [Hour] {
        guard let range else { return [] }
        let first =
            areOfOneDay
            ? ClockTime(seconds: range.lowerBound, hasDate: hasDated, offset: nil).hour : dayStart.minutes / 60
        return (hours[first...] + hours[..<first]).filter { $0.served + $0.short > 0 }
    }
}
