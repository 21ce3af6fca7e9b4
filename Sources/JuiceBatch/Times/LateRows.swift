/// Rows that got as far as stock and are older than what an earlier run has applied.
package struct LateRows: Equatable, Sendable {
    /// The number of late rows.
    package private(set) var count = 0
    /// The newest of the earlier runs' times that they are older than, in `RowTime.seconds`; nil where there are none.
    private var newest: Int64?

    /// Creates a count of no rows.
    package init() {}

    /// Adds a row to the count.
    ///
    /// - Parameter newer: the time of an earlier run that it is older than.
    package mutating func take(newer: Int64) {
        count += 1
        newest = max(newest ?? newer, newer)
    }

    /// Takes all of others.
    mutating func take(_ others: LateRows) {
        count += others.count
        if let other = others.newest { newest = max(newest ?? other, other) }
    }

    /// The newest of those times as `YYYY-MM-DD HH:MM`, or the date alone where it is its midnight; nil where there are
    /// none.
    package var newestText: String? {
        guard let newest else { return nil }
        let day = (newest >= 0 ? newest : newest - 86_399) / 86_400
        let minute = (newest - day * 86_400) / 60
        let date = CalendarDay(number: Int(day)).text
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return newest == day * 86_400 ? date : "\(date) \(two(minute / 60)):\(two(minute % 60))"
    }
}
