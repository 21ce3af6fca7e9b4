/// The time of a run as an axis: for each stretch of its `StockTimeline` when it was.
///
/// All times are as `ClockTime.seconds`, by one clock.
package struct TimeAxis: Sendable, Equatable {
    /// The times of a stretch's rows.
    package struct Stretch: Sendable, Equatable {
        package let first: Int64
        package let last: Int64
    }

    /// The period from a lost order to the next addition of stock.
    package struct SoldOut: Sendable, Equatable {
        /// The stretch and the time at which the period began or ended.
        package struct Edge: Sendable, Equatable {
            package let row: RowOrigin
            package let seconds: Int64
        }

        package let start: Edge
        /// The end of the period; nil where it lasted to the end of the run.
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

    /// A time on it, with what all of them say.
    package func time(_ seconds: Int64) -> ClockTime { ClockTime(seconds: seconds, hasDate: hasDate, offset: offset) }
}
