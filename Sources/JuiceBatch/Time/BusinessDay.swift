internal import CSV

/// The business day of a run and its source.
package struct BusinessDay: Sendable, Equatable {
    /// The source of a run's business day.
    package enum Source: String, Sendable, CaseIterable {
        /// The user gave the day, with `--date` or a setting, or it is that of a shift or a chain's run.
        case given
        /// The day is the newest date of the rows that reached the stock.
        case rows
        case name
        /// The day on which the file was written, by the clock of the device that wrote it.
        case clock
    }

    /// The date as `YYYY-MM-DD`.
    package let date: String
    package let source: Source
    /// The date in the input's name, `YYYY-MM-DD`, if the rows have a different one; otherwise nil.
    package let named: String?

    package init(date: String, source: Source, named: String? = nil) {
        (self.date, self.source, self.named) = (date, source, named)
    }
}

/// The business days of a ledger's runs, with those of files without dates that a wrong clock dated far ahead apart.
package struct BusinessDays: Sendable, Equatable {
    /// A run with its business day.
    package struct Run: Sendable, Equatable {
        /// The run's number in the ledger, from 1.
        package let number: Int
        package let date: CalendarDay
        /// Whether the day comes only from the clock (`BusinessDay.Source.clock`).
        package let isFromClock: Bool

        package init(number: Int, date: CalendarDay, isFromClock: Bool) {
            (self.number, self.date, self.isFromClock) = (number, date, isFromClock)
        }
    }

    package let runs: [Run]
    /// The runs whose business day, taken from the computer's clock, is probably too late, in the ledger's order.
    package let runsDatedAhead: [Run]
    /// The newest business day of the runs that are not ahead; nil if no run has a day.
    package let newest: CalendarDay?

    /// Creates the business days of runs that have not been reversed, in any order.
    package init(_ runs: [Run] = []) {
        self.runs = runs
        (runsDatedAhead, newest) = Self.datedAhead(runs) ?? ([], runs.map(\.date).max())
    }

    /// The days of the runs that are not ahead.
    package var dates: Set<CalendarDay> { Set(runs.lazy.map(\.date).filter { !isAhead($0) }) }

    /// The days of the runs that are not ahead, up to a last one; nil for all.
    package func dates(upTo last: CalendarDay?) -> Set<CalendarDay> {
        dates.filter { day in last.map { day <= $0 } ?? true }
    }

    /// Whether a day is that of a run that is ahead.
    package func isAhead(_ date: CalendarDay) -> Bool { !runsDatedAhead.isEmpty && newest.map { date > $0 } == true }

    /// The runs after a gap of more than seven days whose days come only from the clock, and the newest business day of
    /// all others; nil if there are no such runs.
    ///
    /// If these runs have several days, the shop may have been closed during the gap. They are then ahead only if a run
    /// of the last day before the gap was recorded after one of them, which means that the clock was set back. They are
    /// not if most runs are after the gap and only the clock determined the days before it: an old file arrived late.
    private static func datedAhead(_ runs: [Run]) -> (runs: [Run], newest: CalendarDay?)? {
        let reliable = runs.lazy.filter { !$0.isFromClock }.map(\.date).max() ?? runs.lazy.map(\.date).min()
        guard var before = reliable else { return nil }
        let later = Set(runs.lazy.map(\.date).filter { [before] in $0 > before }).sorted()
        for date in later {
            defer { before = date }
            guard date.number - before.number > 7 else { continue }
            let after = runs.filter { $0.date > before }.sorted { $0.number < $1.number }
            let first = after.first?.number ?? 0
            let past = runs.filter { $0.date <= before }
            let hasEarlierDay =
                past.contains { $0.date == before && $0.number > first }
                && (past.count >= after.count || past.contains { !$0.isFromClock })
            if hasEarlierDay || date == later.last { return (after, before) }
        }
        return nil
    }
}

/// The time of day at which a shop's business day begins; earlier rows belong to the previous day.
package struct DayStart: Equatable, Sendable {
    /// The number of minutes after midnight, 0 … 1,439.
    package let minutes: Int

    package static let midnight = DayStart(minutes: 0)

    /// Creates a start from minutes after midnight, wrapped to one day.
    package init(minutes: Int) {
        precondition(minutes >= 0, "a time of day is not before midnight")
        self.minutes = minutes % 1_440
    }

    /// Parses `HH:MM`, from `00:00` to `23:59`; nil for any other text.
    package init?(_ text: String) {
        guard let parts = numbers(in: text.utf8, separator: Ascii.colon, widths: [2, 2]), parts[0] <= 23, parts[1] <= 59
        else { return nil }
        minutes = parts[0] * 60 + parts[1]
    }

    /// The time as `HH:MM`, which `init(_:)` parses.
    package var text: String { Timestamp(clockSeconds: Int64(seconds)).clockText }
    var seconds: Int { minutes * 60 }
}

/// Parses decimal numbers with fixed numbers of digits, joined by a separator; nil for any other bytes.
func numbers(in bytes: some Collection<UInt8>, separator: UInt8, widths: [Int]) -> [Int]? {
    let parts = bytes.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.count) == widths, parts.joined().allSatisfy(Ascii.isDigit) else { return nil }
    return parts.map { $0.reduce(0) { $0 * 10 + Int($1 - Ascii.zero) } }
}

/// Digits with leading zeros up to a length.
func zeroPadded(_ digits: String, to length: Int) -> String {
    String(repeating: "0", count: max(0, length - digits.count)) + digits
}

/// A day of the Gregorian calendar, which is extended to all earlier dates.
package struct CalendarDay: Comparable, Hashable, Sendable {
    /// The number of days since 1970-01-01; negative for earlier days.
    package let number: Int

    /// The first day that can be parsed, 0001-01-01.
    static let first = CalendarDay(number: -719_162)

    package init(number: Int) { self.number = number }
    /// Creates the day that contains a time, in seconds since 1970-01-01 00:00.
    init(at seconds: Int64) { number = Int((seconds >= 0 ? seconds : seconds &- 86_399) / 86_400) }

    /// Creates a day from a year, 1 … 9,999, a month and a day, each from 1; nil if the calendar has no such day.
    @inline(__always) package init?(year: Int, month: Int, day: Int) {
        guard year >= 1, year <= 9_999, month >= 1, month <= 12, day >= 1, day <= 31 else { return nil }
        if day > 28 && day > Self.dayCount(year: year, month: month) { return nil }
        // Years are counted from March, so that a leap day is the last day of a year.
        let isBeforeMarch = month < 3
        let years = isBeforeMarch ? year &- 1 : year
        let months = isBeforeMarch ? month &+ 9 : month &- 3
        let daysOfYear = (153 &* months &+ 2) / 5 &+ day &- 1
        number = 365 &* years &+ years / 4 &- years / 100 &+ years / 400 &+ daysOfYear &- Self.epoch
    }

    /// Parses a day as `YYYY-MM-DD`; nil for any other text.
    package init?(_ text: String) {
        guard let parts = numbers(in: text.utf8, separator: Ascii.hyphen, widths: [4, 2, 2]) else { return nil }
        self.init(year: parts[0], month: parts[1], day: parts[2])
    }

    /// The number of days from 0000-03-01 to 1970-01-01.
    private static let epoch = 719_468

    private static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The day a number of days before this one.
    package func minus(_ days: Int) -> CalendarDay { CalendarDay(number: number - days) }

    /// The day of the week, from 0 for Monday; 1970-01-01 was a Thursday.
    package var weekday: Int { ((number + 3) % 7 + 7) % 7 }
    package var isOnWeekend: Bool { weekday >= 5 }

    /// The year, month and day; the year before year 1 is 0.
    package var parts: (year: Int, month: Int, day: Int) {
        let days = number + Self.epoch
        // Leap years repeat every 400 years, which have 146,097 days.
        let cycle = days >= 0 ? days / 146_097 : (days - 146_096) / 146_097
        let dayOfCycle = days - cycle * 146_097
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let months = (5 * dayOfYear + 2) / 153
        let month = months < 10 ? months + 3 : months - 9
        let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * months + 2) / 5 + 1)
    }

    /// The day as `YYYY-MM-DD`.
    package var text: String {
        let (year, month, day) = parts
        return [("\(year)", 4), ("\(month)", 2), ("\(day)", 2)].map(zeroPadded).joined(separator: "-")
    }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}
