/// When a row happened, as far as its cell says.
package struct PlainTime: Equatable, Sendable {
    /// What a time says of itself; only times of one kind can be compared.
    package struct Kind: Equatable, Sendable {
        /// True with a date.
        package var hasDate: Bool
        /// True with a time of day.
        package var hasClock: Bool
        /// True with `Z` or an offset.
        package var hasOffset: Bool

        /// A kind by hand.
        package init(hasDate: Bool, hasClock: Bool, hasOffset: Bool) {
            self.hasDate = hasDate
            self.hasClock = hasClock
            self.hasOffset = hasOffset
        }
    }

    /// What it says of itself.
    package var kind: Kind
    /// Seconds from 1970-01-01 00:00, in UTC with an offset; those of the day without a date.
    package var seconds: Int
    /// The digits of the fraction of a second, without zeros at their end.
    package var fraction: String

    /// True when this is earlier than a time of the same kind.
    package func isBefore(_ other: PlainTime) -> Bool {
        if seconds != other.seconds { return seconds < other.seconds }
        return Array(fraction.utf8).lexicographicallyPrecedes(Array(other.fraction.utf8))
    }

    /// The time that a cell shows; nil when it cannot be read.
    ///
    /// - Parameters:
    ///   - dateOrder: what the numbers of a date stand for where the year is not in front with four digits.
    ///   - dayStartMinutes: times before it belong to the day after, without a date and in a business date's.
    ///   - isBusinessDate: true where the date is that of the business day.
    package static func read(
        _ cell: String, dateOrder: PlainOptions.DateOrder? = nil, dayStartMinutes: Int = 0, isBusinessDate: Bool = false
    ) -> PlainTime? {
        var reader = PlainTimeReader(cell)
        guard let found = reader.read(dateOrder: dateOrder) else { return nil }
        var seconds = 0
        if let date = found.date { seconds += daysFrom1970(date) * 86_400 }
        if let clock = found.clock {
            seconds += clock.seconds
            let isMoved = found.date == nil || isBusinessDate
            if isMoved && clock.seconds < dayStartMinutes * 60 { seconds += 86_400 }
        }
        if let offset = found.offsetSeconds { seconds -= offset }
        var fraction = found.clock?.fraction ?? ""
        while fraction.hasSuffix("0") { fraction.removeLast() }
        let kind = Kind(
            hasDate: found.date != nil, hasClock: found.clock != nil, hasOffset: found.offsetSeconds != nil)
        return PlainTime(kind: kind, seconds: seconds, fraction: fraction)
    }

    /// Days of the Gregorian calendar from 1970-01-01, counted one year and one month after the other.
    private static func daysFrom1970(_ date: PlainTimeReader.Date) -> Int {
        var days = 0
        let years = date.year >= 1970 ? 1970..<date.year : date.year..<1970
        for year in years { days += isLeap(year) ? 366 : 365 }
        if date.year < 1970 { days = -days }
        for month in 1..<date.month { days += daysOf(month: month, year: date.year) }
        return days + date.day - 1
    }

    /// True for a year of 366 days.
    static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Number of days of a month, from 1.
    static func daysOf(month: Int, year: Int) -> Int {
        if month == 2 { return isLeap(year) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}
