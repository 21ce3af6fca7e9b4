/// The night of a chain that a run of one of its shops belongs to.
package struct ChainNight: Sendable, Equatable {
    /// `YYYY-MM-DD` (`CalendarDay`).
    package var date: String
    /// The SHA-256 in hex of the export of the whole chain that the input is the shop's part of; nil for a file of its own.
    package var exportSHA256: String?

    /// A night of this date.
    package init(date: String, exportSHA256: String?) {
        self.date = date
        self.exportSHA256 = exportSHA256
    }
}
