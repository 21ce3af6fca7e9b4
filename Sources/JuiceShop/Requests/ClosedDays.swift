package import JuiceBatch

/// Days on which a shop is closed, so that a business day without a run is none of them: weekdays and dates.
package struct ClosedDays: Sendable, Equatable {
    /// The closed days of the week, from 0 for Monday.
    private let weekdays: Set<Int>
    private let dates: Set<CalendarDay>

    /// The possible words of the setting, for messages.
    package static let expected = "mon tue wed thu fri sat sun YYYY-MM-DD"

    private static let names = [
        ["mon", "monday", "월", "월요일"], ["tue", "tuesday", "화", "화요일"], ["wed", "wednesday", "수", "수요일"],
        ["thu", "thursday", "목", "목요일"], ["fri", "friday", "금", "금요일"], ["sat", "saturday", "토", "토요일"],
        ["sun", "sunday", "일", "일요일"],
    ]

    /// Creates a calendar without closed days.
    package init() {
        weekdays = []
        dates = []
    }

    /// Reads words with commas between them, such as `mon,2026-12-25`; nil where one of them is no weekday and no date.
    package init?(_ text: String) {
        var weekdays: Set<Int> = []
        var dates: Set<CalendarDay> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let word = trimmedText(String(part)).lowercased()
            if let weekday = Self.names.firstIndex(where: { $0.contains(word) }) {
                weekdays.insert(weekday)
            } else if let date = CalendarDay(word) {
                dates.insert(date)
            } else {
                return nil
            }
        }
        self.weekdays = weekdays
        self.dates = dates
    }

    /// Whether the shop is closed on a day.
    package func contains(_ day: CalendarDay) -> Bool { weekdays.contains(day.weekday) || dates.contains(day) }

    /// The number of days before the newest business day that are examined: four weeks.
    package static let windowDays = 28

    /// The days without a run between others on which the shop is open, the oldest first; only those of the last four weeks
    /// before the newest business day.
    ///
    /// - Parameter days: the business days that have a run.
    package func daysWithoutRun(between days: Set<CalendarDay>) -> [CalendarDay] {
        guard let oldest = days.min(), let newest = days.max() else { return [] }
        return (max(oldest.number, newest.number - Self.windowDays)..<newest.number).map { CalendarDay(number: $0) }
            .filter { !days.contains($0) && !contains($0) }
    }
}
