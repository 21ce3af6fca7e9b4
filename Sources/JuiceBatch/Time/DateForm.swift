internal import CSV

/// A date as parsed: `2026-11-20`, `2026. 11. 20.`, `2026년 11월 20일`, `20261120`, or in a `DateOrder`.
struct DateForm {
    let day: CalendarDay
    /// Whether its parts are not separated, so that the time of day after it need not be separated either.
    let isUnmarked: Bool
    /// The time of day that follows the date without a separator; nil if there is none.
    var clock: ClockForm?

    /// Reads a date; nil if the text does not begin with one, in which case nothing is consumed.
    static func read(_ text: inout TimeText, order: DateOrder?) -> DateForm? {
        var ahead = text
        let first = ahead.digits()
        guard let form = read(behind: first, &ahead, order) else { return nil }
        text = ahead
        return form
    }

    private static func read(
        behind first: (value: Int, count: Int), _ text: inout TimeText, _ order: DateOrder?
    ) -> DateForm? {
        switch first.count {
        case 8, 12, 14: return unmarked(first)
        case 1, 2, 4: break
        default: return nil
        }
        let day = text.skip(.year) ? korean(first, &text, order) : marked(first, &text, order)
        return day.map { DateForm(day: $0, isUnmarked: false) }
    }

    /// Creates a date from eight digits, or from twelve or fourteen that include a time of day.
    private static func unmarked(_ digits: (value: Int, count: Int)) -> DateForm? {
        let clockCount = digits.count - 8
        let scale = clockCount == 0 ? 1 : clockCount == 4 ? 10_000 : 1_000_000
        let date = digits.value / scale
        guard let day = CalendarDay(year: date / 10_000, month: date / 100 % 100, day: date % 100) else { return nil }
        guard clockCount > 0 else { return DateForm(day: day, isUnmarked: true) }
        guard let clock = ClockForm(digits: (digits.value % scale, clockCount)) else { return nil }
        return DateForm(day: day, isUnmarked: true, clock: clock)
    }

    /// Reads what follows 년 in `2026년 11월 20일`.
    private static func korean(
        _ year: (value: Int, count: Int), _ text: inout TimeText, _ order: DateOrder?
    ) -> CalendarDay? {
        text.skipBlanks()
        let month = text.digits()
        guard text.skip(.month) else { return nil }
        text.skipBlanks()
        let day = text.digits()
        guard text.skip(.day) else { return nil }
        return self.day(year: year, month: month, day: day, order)
    }

    /// Reads the rest of three numbers with the same separator; a point may have spaces around it.
    private static func marked(
        _ first: (value: Int, count: Int), _ text: inout TimeText, _ order: DateOrder?
    ) -> CalendarDay? {
        for mark in [Ascii.hyphen, Ascii.slash] where text.skip(mark) {
            let second = text.digits()
            guard text.skip(mark) else { return nil }
            return day(first, second, text.digits(), order)
        }
        guard text.skipSpacedPoint() else { return nil }
        let second = text.digits()
        guard text.skipSpacedPoint() else { return nil }
        let third = text.digits()
        _ = text.skip(Ascii.point)
        return day(first, second, third, order)
    }

    /// The day for three numbers.
    ///
    /// The year is the first number if it has four digits; otherwise the order determines it.
    private static func day(
        _ first: (value: Int, count: Int), _ second: (value: Int, count: Int), _ third: (value: Int, count: Int),
        _ order: DateOrder?
    ) -> CalendarDay? {
        if first.count == 4 { return day(year: first, month: second, day: third, order) }
        return switch order {
        case .ymd: day(year: first, month: second, day: third, order)
        case .mdy: day(year: third, month: first, day: second, order)
        case .dmy: day(year: third, month: second, day: first, order)
        case nil: nil
        }
    }

    /// The day if the numbers have valid lengths.
    ///
    /// The year must have four digits, or two if a date order is known; the other parts have one or two.
    private static func day(
        year: (value: Int, count: Int), month: (value: Int, count: Int), day: (value: Int, count: Int),
        _ order: DateOrder?
    ) -> CalendarDay? {
        guard year.count == 4 || year.count == 2 && order != nil, (1...2).contains(month.count),
            (1...2).contains(day.count)
        else { return nil }
        return CalendarDay(
            year: year.count == 2 ? 2_000 + year.value : year.value, month: month.value, day: day.value)
    }
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
