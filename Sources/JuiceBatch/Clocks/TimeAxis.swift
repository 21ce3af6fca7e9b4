/// The time of a run as an axis: for each stretch of its `StockTimeline` when it was.
///
/// All times are as `ClockTime.seconds`, by one clock.
package struct TimeAxis: Sendable, Equatable {
    /// When the rows of a stretch were.
    package struct Stretch: Sendable, Equatable {
        package let first: Int64
        package let last: Int64
    }

    /// From a lost order to what raised stock again.
    package struct SoldOut: Sendable, Equatable {
        /// Where it began or ended, and when.
        package struct Edge: Sendable, Equatable {
            package let row: RowOrigin
            package let seconds: Int64
        }

        package let start: Edge
        /// Nil where it lasted to the end of the run.
        package internal(set) var end: Edge?
    }

    /// Whether times have a date.
    package let hasDate: Bool
    /// As in `ClockTime`.
    package let offset: Int64?
    /// As many as the timeline has, at least one; neither they nor what is in them falls.
    package let stretches: [Stretch]
    /// By the fruit's place on the menu, the first times that it was sold out.
    package let soldOut: [[SoldOut]]

    /// When the run began.
    package var first: Int64 { stretches.first?.first ?? 0 }
    /// When it ended; later than it began.
    package var last: Int64 { stretches.last?.last ?? 0 }

    /// A time on it, with what all of them say.
    package func time(_ seconds: Int64) -> ClockTime { ClockTime(seconds: seconds, hasDate: hasDate, offset: offset) }
}
