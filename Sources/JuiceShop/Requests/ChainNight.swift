/// The night of a chain that a run of one of its shops belongs to.
package struct ChainNight: Sendable, Equatable {
    /// `YYYY-MM-DD` (`CalendarDay`).
    package var date: String
    /// Whether the input is the shop's part of an export of the whole chain.
    package var isPart: Bool

    /// A night of this date.
    package init(date: String, isPart: Bool) {
        self.date = date
        self.isPart = isPart
    }
}
