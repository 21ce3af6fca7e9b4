internal import JuiceBatch

/// The period for which a shop keeps the files of its nightly runs.
struct KeepingRule {
    /// Folders of days before this one are old; nil where none is.
    let firstKept: CalendarDay?

    /// Counts from the day behind that of the latest night before today, so that a shop that was closed for a season, or
    /// a clock that is wrong for a night, costs nothing, and the latest night always stays.
    ///
    /// - Parameters:
    ///   - days: how many are kept.
    ///   - nights: the days that folders are called by.
    init(days: Int, today: CalendarDay, nights: [CalendarDay]) {
        let latest = nights.filter { $0 < today }.max()
        firstKept = latest.map { CalendarDay(number: $0.number + 1 - days) }
    }

    /// Whether a folder is called by a day that is old.
    func isOld(_ name: FileName) -> Bool {
        guard let firstKept, let day = CalendarDay(name.text), day.text == name.text else { return false }
        return day < firstKept
    }
}
