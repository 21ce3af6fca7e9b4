/// The times of a run's rows.
package struct RunClock: Sendable, Equatable {
    /// Its orders by the hour of the day.
    package let hours: HourCounts
    /// Its time as an axis; nil where not all rows have a time, times are not all of one kind, or fall.
    package let axis: TimeAxis?
}
