internal import CSV

/// The local time in a row's cell: a time of day, with or without a date.
package struct LocalTimestamp: Hashable, Sendable {
    /// The seconds since 1970-01-01 00:00 by the local clock; a time without a date is on that day, or on the next if
    /// it is before the start of the business day (`DayStart`).
    package let seconds: Int64
    /// Whether the cell contains the date.
    package let hasDate: Bool
    /// The clock's offset from UTC, in seconds; nil if the cell has none.
    package let offset: Int64?

    /// The number of seconds in a day.
    package static let secondsPerDay: Int64 = 86_400

    /// The date; meaningless for a time without one.
    package var day: CalendarDay { CalendarDay(at: seconds) }
    private var secondsOfDay: Int64 { seconds - Int64(day.number) * Self.secondsPerDay }
    /// The hour of the day, 0 … 23.
    package var hour: Int { Int(secondsOfDay / 3_600) }
    /// The time of day as `HH:MM`.
    package var clockText: String { "\(Self.two(Int64(hour))):\(Self.two(secondsOfDay / 60 % 60))" }

    /// The time in ISO 8601: `2026-11-20T18:03:05+09:00`, without the parts that the cell lacks.
    package var isoText: String {
        let clock = "\(clockText):\(Self.two(secondsOfDay % 60))"
        let dated = hasDate ? "\(day.text)T\(clock)" : clock
        guard let offset else { return dated }
        let minutes = abs(offset) / 60
        return "\(dated)\(offset < 0 ? "-" : "+")\(Self.two(minutes / 60)):\(Self.two(minutes % 60))"
    }

    private static func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

/// The order of day, month and year in dates that do not start with a four-digit year.
package enum DateOrder: String, CaseIterable, Sendable {
    /// Month, day, year: `11/20/2026`.
    case mdy
    /// Day, month, year: `20/11/2026`.
    case dmy
    /// Year, month, day: `26/11/20`.
    case ymd
}
