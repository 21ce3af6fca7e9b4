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

/// A time of day as parsed, without fractions of a second: `18:03`, `오후 6:03:05`, `18시 3분`, or `180305` after a date.
struct ClockForm {
    /// The hour as written, 0 … 23.
    private let hour: Int
    let minute: Int
    let second: Int
    /// Whether the time ends with the digits of its seconds, so that a fraction may follow.
    let hasSeconds: Bool
    /// Whether its parts are separated by colons, so that AM or PM may follow.
    let hasColons: Bool
    /// Whether PM (true) or AM (false) precedes the time; nil if neither does.
    private let isPM: Bool?

    private init?(
        hour: Int, minute: Int, second: Int?, hasColons: Bool, isPM: Bool? = nil, mayHaveFraction: Bool = true
    ) {
        guard hour <= 23, minute <= 59, second ?? 0 <= 59 else { return nil }
        (self.hour, self.minute, self.second) = (hour, minute, second ?? 0)
        hasSeconds = second != nil && mayHaveFraction
        (self.hasColons, self.isPM) = (hasColons, isPM)
    }

    /// The hour of the day, 0 … 23, if PM (true), AM (false) or neither (nil) follows the time; nil if AM or PM is
    /// given twice, or the hour is not valid with it.
    func hourOfDay(isFollowedByPM: Bool?) -> Int? {
        if isPM != nil && isFollowedByPM != nil { return nil }
        guard let isPM = isPM ?? isFollowedByPM else { return hour }
        guard (1...12).contains(hour) else { return nil }
        return hour % 12 + (isPM ? 12 : 0)
    }

    /// Reads `18:03`, `6:03:05`, `오후 6:03`, `PM 6:03` or `오후 6시 3분`.
    static func read(_ text: inout TimeText) -> ClockForm? {
        let isPM = text.leadingPM()
        let hour = text.digits()
        guard (1...2).contains(hour.count) else { return nil }
        if text.skip(.hour) { return readKorean(hour: hour.value, isPM, &text) }
        guard text.skip(Ascii.colon) else { return nil }
        let minute = text.digits()
        guard minute.count == 2 else { return nil }
        let second = text.skip(Ascii.colon) ? text.digits() : nil
        guard second?.count ?? 2 == 2 else { return nil }
        return ClockForm(hour: hour.value, minute: minute.value, second: second?.value, hasColons: true, isPM: isPM)
    }

    /// Reads the rest of `18시 3분 5초` after 시.
    private static func readKorean(hour: Int, _ isPM: Bool?, _ text: inout TimeText) -> ClockForm? {
        text.skipBlanks()
        let minute = text.digits()
        guard (1...2).contains(minute.count), text.skip(.minute) else { return nil }
        var ahead = text
        ahead.skipBlanks()
        let second = ahead.digits()
        let hasSecond = (1...2).contains(second.count) && ahead.skip(.second)
        if hasSecond { text = ahead }
        return ClockForm(
            hour: hour, minute: minute.value, second: hasSecond ? second.value : nil, hasColons: false, isPM: isPM,
            mayHaveFraction: false)
    }

    /// Reads `1803` or `180305`; nil for any other text, of which nothing is consumed.
    static func readUnmarked(_ text: inout TimeText) -> ClockForm? {
        var ahead = text
        guard let form = ClockForm(digits: ahead.digits()) else { return nil }
        text = ahead
        return form
    }

    /// Creates a time from four or six digits: hours, minutes and optional seconds.
    init?(digits: TimeText.Digits) {
        let (value, count) = digits
        switch count {
        case 4: self.init(hour: value / 100, minute: value % 100, second: nil, hasColons: false)
        case 6: self.init(hour: value / 10_000, minute: value / 100 % 100, second: value % 100, hasColons: false)
        default: return nil
        }
    }
}

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
        guard let form = read(after: first, &ahead, order) else { return nil }
        text = ahead
        return form
    }

    private static func read(after first: TimeText.Digits, _ text: inout TimeText, _ order: DateOrder?) -> DateForm? {
        switch first.count {
        case 8, 12, 14: return unmarked(first)
        case 1, 2, 4: break
        default: return nil
        }
        let day = text.skip(.year) ? korean(first, &text, order) : separated(first, &text, order)
        return day.map { DateForm(day: $0, isUnmarked: false) }
    }

    /// Creates a date from eight digits, or from twelve or fourteen that include a time of day.
    private static func unmarked(_ digits: TimeText.Digits) -> DateForm? {
        let clockCount = digits.count - 8
        let scale = clockCount == 0 ? 1 : clockCount == 4 ? 10_000 : 1_000_000
        let date = digits.value / scale
        guard let day = CalendarDay(year: date / 10_000, month: date / 100 % 100, day: date % 100) else { return nil }
        guard clockCount > 0 else { return DateForm(day: day, isUnmarked: true) }
        guard let clock = ClockForm(digits: (digits.value % scale, clockCount)) else { return nil }
        return DateForm(day: day, isUnmarked: true, clock: clock)
    }

    /// Reads what follows 년 in `2026년 11월 20일`.
    private static func korean(_ year: TimeText.Digits, _ text: inout TimeText, _ order: DateOrder?) -> CalendarDay? {
        text.skipBlanks()
        let month = text.digits()
        guard text.skip(.month) else { return nil }
        text.skipBlanks()
        let day = text.digits()
        guard text.skip(.day) else { return nil }
        return self.day(year: year, month: month, day: day, order)
    }

    /// Reads the rest of three numbers with the same separator; a point may have spaces around it.
    private static func separated(
        _ first: TimeText.Digits, _ text: inout TimeText, _ order: DateOrder?
    ) -> CalendarDay? {
        for separator in [Ascii.hyphen, Ascii.slash] where text.skip(separator) {
            let second = text.digits()
            guard text.skip(separator) else { return nil }
            return day(first, second, text.digits(), order)
        }
        guard text.skipSpacedPoint() else { return nil }
        let second = text.digits()
        guard text.skipSpacedPoint() else { return nil }
        let third = text.digits()
        _ = text.skip(Ascii.point)
        return day(first, second, third, order)
    }

    /// The day for three numbers, of which the year is the first if that has four digits, or else as the order says.
    private static func day(
        _ first: TimeText.Digits, _ second: TimeText.Digits, _ third: TimeText.Digits, _ order: DateOrder?
    ) -> CalendarDay? {
        if first.count == 4 { return day(year: first, month: second, day: third, order) }
        return switch order {
        case .ymd: day(year: first, month: second, day: third, order)
        case .mdy: day(year: third, month: first, day: second, order)
        case .dmy: day(year: third, month: second, day: first, order)
        case nil: nil
        }
    }

    /// The day for a year of four digits, or two if a date order is known, and a month and day of one or two.
    private static func day(
        year: TimeText.Digits, month: TimeText.Digits, day: TimeText.Digits, _ order: DateOrder?
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
