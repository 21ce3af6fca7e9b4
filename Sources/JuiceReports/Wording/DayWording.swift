internal import JuiceBatch

/// How days are written for people.
struct DayWording {
    let language: MessageLanguage

    private static let korean = ["월", "화", "수", "목", "금", "토", "일"]
    private static let english = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// The day of the week in full: `월요일`, `Monday`.
    func weekday(_ day: CalendarDay) -> String {
        language.pick(ko: Self.korean[day.weekday] + "요일", en: Self.english[day.weekday])
    }

    /// The day of the week as short as can be: `월`, `Mon`.
    func shortWeekday(_ day: CalendarDay) -> String {
        language.pick(ko: Self.korean[day.weekday], en: String(Self.english[day.weekday].prefix(3)))
    }

    /// The date with its day of the week in full: `2026-11-23 월요일`, `Monday 2026-11-23`.
    func fullText(_ day: CalendarDay) -> String {
        language.pick(ko: "\(day.text) \(weekday(day))", en: "\(weekday(day)) \(day.text)")
    }

    /// The date with its day of the week: `2026-11-23 (월)`.
    func text(_ day: CalendarDay) -> String { "\(day.text) (\(shortWeekday(day)))" }
}
