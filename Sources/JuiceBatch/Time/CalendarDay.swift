/// A day of the Gregorian calendar, which is extended to all earlier dates.
package struct CalendarDay: Comparable, Hashable, Sendable {
    /// The number of days since 1970-01-01; negative for earlier days.
    package let number: Int

    /// Creates the day with a number.
    package init(number: Int) {
        self.number = number
    }

    /// Creates a day from year, month and day; nil if the calendar has no such day.
    ///
    /// - Parameters:
    ///   - year: The year, 1 … 9,999; there is no year 0.
    ///   - month: The month, from 1.
    ///   - day: The day of the month, from 1.
    @inline(__always)
    package init?(year: Int, month: Int, day: Int) {
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
        var parts = (0, 0, 0)
        var place = 0
        for byte in text.utf8 {
            let digit = Int(byte) - 0x30
            switch place {
            case 4, 7: if byte != 0x2D { return nil }
            case _ where !(0...9).contains(digit): return nil
            case ..<4: parts.0 = parts.0 * 10 + digit
            case ..<7: parts.1 = parts.1 * 10 + digit
            case ..<10: parts.2 = parts.2 * 10 + digit
            default: return nil
            }
            place += 1
        }
        guard place == 10 else { return nil }
        self.init(year: parts.0, month: parts.1, day: parts.2)
    }

    /// The number of days from 0000-03-01 to 1970-01-01.
    private static let epoch = 719_468

    /// The number of days in a month.
    private static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The day a number of days before this one.
    package func minus(_ days: Int) -> CalendarDay { CalendarDay(number: number - days) }

    /// The day of the week, from 0 for Monday.
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        let days = (number + 3) % 7
        return days < 0 ? days + 7 : days
    }

    /// Whether the day is a Saturday or a Sunday.
    package var isOfWeekend: Bool { weekday >= 5 }

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
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let (year, month, day) = parts
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        left.number < right.number
    }
}
