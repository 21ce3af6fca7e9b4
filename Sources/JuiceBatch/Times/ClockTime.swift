/// The local time in a row's cell: a time of day, with or without a date.
package struct ClockTime: Hashable, Sendable {
    /// Seconds since 1970-01-01 00:00 by that clock; without a date, of that day or of the one that `DayStart` adds.
    package let seconds: Int64
    /// Whether the cell says the date.
    package let hasDate: Bool
    /// The clock's offset from UTC, in seconds; nil where the cell has none.
    package let offset: Int64?

    /// A time by its parts.
    package init(seconds: Int64, hasDate: Bool, offset: Int64?) {
        self.seconds = seconds
        self.hasDate = hasDate
        self.offset = offset
    }

    /// The number of seconds in a day.
    package static let daySeconds: Int64 = 86_400

    /// Midnight before it, in seconds as above.
    private var midnight: Int64 {
        let rest = seconds % Self.daySeconds
        return seconds - (rest < 0 ? rest + Self.daySeconds : rest)
    }

    /// Its date; of no meaning without one.
    package var day: CalendarDay { CalendarDay(number: Int(midnight / Self.daySeconds)) }

    /// The hour of the day, 0 … 23.
    package var hour: Int { Int((seconds - midnight) / 3_600) }

    /// The time of day as `HH:MM`.
    package var clockText: String {
        "\(Self.two(Int64(hour))):\(Self.two((seconds - midnight) / 60 % 60))"
    }

    /// All of it by ISO 8601: `2026-11-20T18:03:05+09:00`, without what the cell does not say.
    package var isoText: String {
        let clock = "\(clockText):\(Self.two((seconds - midnight) % 60))"
        let dated = hasDate ? "\(day.text)T\(clock)" : clock
        guard let offset else { return dated }
        let minutes = abs(offset) / 60
        return "\(dated)\(offset < 0 ? "-" : "+")\(Self.two(minutes / 60)):\(Self.two(minutes % 60))"
    }

    private static func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

extension RowTime {
    /// The local time in the cell; nil where it has only a date.
    package var clock: ClockTime? {
        guard kind.contains(.timeOfDay) else { return nil }
        return ClockTime(
            seconds: clockSeconds, hasDate: kind.contains(.date),
            offset: kind.contains(.offset) ? clockSeconds - seconds : nil)
    }

    /// The time as `ClockTime.seconds`; midnight for a date alone.
    var clockSeconds: Int64 { Int64(day.number &* 86_400 &+ secondsOfDay) }
}
