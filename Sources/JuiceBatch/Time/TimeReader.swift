package import CSV
internal import Foundation

/// Reads the times in the column of one input: `2026-11-20 18:03`, `2026년 11월 20일 오후 6시 3분`, `20261120180305`,
/// `18:03:05`.
///
/// A cell has a date, a time of day or both, in the formats of POS systems and spreadsheets; full-width ASCII is read
/// as ASCII. A two-digit year, and a year that does not come first, need a `DateOrder`.
package struct TimeReader: Sendable {
    private let dateOrder: DateOrder?
    private let dayStartSeconds: Int
    private let addsDayToDates: Bool

    /// Creates a reader for a column; without a `dateOrder`, its dates must start with a four-digit year.
    ///
    /// A time of day before `dayStart` belongs to the following calendar day if the cell has no date, or in any cell if
    /// dates are business days (`addsDayToDates`).
    package init(dateOrder: DateOrder? = nil, dayStart: DayStart = .midnight, addsDayToDates: Bool = false) {
        self.dateOrder = dateOrder
        dayStartSeconds = dayStart.seconds
        self.addsDayToDates = addsDayToDates
    }

    /// Reads a cell of UTF-8; nil if the cell is not a time.
    @inline(__always) package func read(_ cell: ByteView) -> Timestamp? { readPlain(cell) ?? readAny(cell) }
    /// Parses some bytes as a time; nil if they are not exactly one time.
    package func read(_ text: [UInt8]) -> Timestamp? { text.withView { read($0) } }

    /// Whether a business day starts within an hour of the day, 0 … 23, so that minutes determine the day.
    func startsDay(within hour: Int) -> Bool { dayStartSeconds % 3_600 != 0 && dayStartSeconds / 3_600 == hour }

    /// Reads `YYYY-MM-DD HH:MM` and `YYYY-MM-DD HH:MM:SS`, with a space or `T`, faster than byte by byte.
    @inline(__always) private func readPlain(_ cell: ByteView) -> Timestamp? {
        guard cell.count == 16 || cell.count == 19 else { return nil }
        var wrong: UInt8 = 0
        @inline(__always) func digit(_ offset: Int) -> Int {
            let value = cell[offset] &- Ascii.zero
            wrong |= value > 9 ? 1 : 0
            return Int(value)
        }
        @inline(__always) func pair(_ offset: Int) -> Int { digit(offset) &* 10 &+ digit(offset &+ 1) }
        wrong |= (cell[4] ^ Ascii.hyphen) | (cell[7] ^ Ascii.hyphen) | (cell[13] ^ Ascii.colon)
        if cell[10] != Ascii.space && cell[10] != Ascii.upperT { wrong = 1 }
        let (year, month, dayOfMonth) = (pair(0) &* 100 &+ pair(2), pair(5), pair(8))
        let (hour, minute) = (pair(11), pair(14))
        var second = 0
        if cell.count == 19 {
            wrong |= cell[16] ^ Ascii.colon
            second = pair(17)
        }
        guard wrong == 0, hour < 24, minute < 60, second < 60,
            let day = CalendarDay(year: year, month: month, day: dayOfMonth)
        else { return nil }
        let secondsOfDay = hour &* 3_600 &+ minute &* 60 &+ second
        return Timestamp(
            day: day, secondsOfDay: secondsOfDay, nanoseconds: 0, offsetSeconds: nil,
            addsDay: addsDayToDates && secondsOfDay < dayStartSeconds)
    }

    @inline(never) private func readAny(_ cell: ByteView) -> Timestamp? {
        if let time = readFolded(cell) { return time }
        // The letters of Hangul that are separate characters begin with the byte E1, full-width ASCII with EF.
        guard cell.contains(where: { $0 == 0xE1 || $0 == 0xEF }) else { return nil }
        let composed = String(decoding: cell, as: UTF8.self).precomposedStringWithCanonicalMapping
        let folded = String.UnicodeScalarView(composed.unicodeScalars.map(asciiOfFullWidth))
        return String(folded).withView { readFolded($0) }
    }

    /// Reads a cell in which all syllables of Hangul are single characters, and no ASCII is full-width.
    private func readFolded(_ cell: ByteView) -> Timestamp? {
        var text = TimeText(cell)
        let date = text.date(order: dateOrder)
        var clock = date?.clock
        if let date, clock == nil {
            if text.isAtEnd {
                return Timestamp(day: date.day, secondsOfDay: nil, nanoseconds: 0, offsetSeconds: nil, addsDay: false)
            }
            guard text.skip(Ascii.upperT) || text.skipBlanks() > 0 else { return nil }
            // A time of day without separators, such as `1803` or `180305`.
            if date.isUnmarked { clock = text.attempt { $0.clock(digits: $0.digits()) } }
        }
        guard let clock = clock ?? text.clock() else { return nil }
        let hasOffset = !text.isAtEnd
        let offset = hasOffset ? text.offsetSeconds() : nil
        guard text.isAtEnd, hasOffset == (offset != nil) else { return nil }
        return Timestamp(
            day: date?.day, secondsOfDay: clock.seconds, nanoseconds: clock.nanoseconds, offsetSeconds: offset,
            addsDay: (date == nil || addsDayToDates) && clock.seconds < dayStartSeconds)
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

/// The reason why a row's time cannot be read, or cannot be compared with those of other rows.
package enum TimeProblem: Sendable, Hashable {
    case empty
    /// The time has a date, time of day or offset that the other times lack, or lacks one that they have.
    case otherKind
    /// The hour is above 23, as of a shop that counts on after midnight.
    case hourBeyondDay
    /// The time can be read if one of these orders of day, month and year is set.
    case dateOrder([DateOrder])
    /// The cell has none of the known forms of a time.
    case form
}

/// A cell that functions consume from its start, each of them only what it looks for.
struct TimeText {
    /// The value and the number of consecutive digits; with more than 15 digits, the value is meaningless.
    typealias Digits = (value: Int, count: Int)

    private enum Word: String {
        case year = "년"
        case month = "월"
        case day = "일"
        case hour = "시"
        case minute = "분"
        case second = "초"
        case beforeNoon = "오전"
        case afterNoon = "오후"
    }

    private let bytes: ByteView
    private var offset = 0

    init(_ cell: ByteView) { bytes = trimmed(cell) }
    var isAtEnd: Bool { offset == bytes.count }

    /// Consumes what a function finds, and nothing if it returns nil.
    @inline(__always) fileprivate mutating func attempt<Found>(_ find: (inout TimeText) -> Found?) -> Found? {
        var ahead = self
        guard let found = find(&ahead) else { return nil }
        self = ahead
        return found
    }

    mutating func skip(_ character: UInt8) -> Bool {
        guard offset < bytes.count, bytes[offset] == character else { return false }
        offset += 1
        return true
    }

    private mutating func skip(_ word: Word) -> Bool {
        let spelling = word.rawValue.utf8
        guard bytes[offset...].starts(with: spelling) else { return false }
        offset += spelling.count
        return true
    }

    /// Consumes characters with the Unicode property White_Space and returns their number.
    @discardableResult mutating func skipBlanks() -> Int {
        var count = 0
        while skipBlank() { count += 1 }
        return count
    }

    private mutating func skipBlank() -> Bool {
        guard offset < bytes.count else { return false }
        let length = whiteSpaceLength(bytes, at: offset, end: bytes.count)
        offset += length
        return length > 0
    }

    /// Consumes a point with the spaces around it, or only the spaces if there is no point.
    private mutating func skipSpacedPoint() -> Bool {
        skipBlanks()
        guard skip(Ascii.point) else { return false }
        skipBlanks()
        return true
    }

    private mutating func digit() -> UInt8? {
        guard offset < bytes.count, Ascii.isDigit(bytes[offset]) else { return nil }
        offset += 1
        return bytes[offset - 1] - Ascii.zero
    }

    fileprivate mutating func digits() -> Digits {
        var digits: Digits = (0, 0)
        while let digit = digit() { digits = (digits.value &* 10 &+ Int(digit), digits.count + 1) }
        return digits
    }

    /// Consumes an optional fraction and returns its nanoseconds, truncated; nil for a point without digits after it.
    private mutating func fraction() -> UInt32? {
        guard skip(Ascii.point) else { return 0 }
        var value: UInt32 = 0
        var scale: UInt32 = 100_000_000
        let start = offset
        while let digit = digit() {
            value += UInt32(digit) * scale
            scale /= 10
        }
        return offset == start ? nil : value
    }

    /// Consumes AM or PM, in upper or lower case; returns true for PM.
    private mutating func latinPM() -> Bool? {
        attempt { ahead in
            let isPM = ahead.skip(letter: "P")
            return (isPM || ahead.skip(letter: "A")) && ahead.skip(letter: "M") ? isPM : nil
        }
    }

    private mutating func skip(letter: Unicode.Scalar) -> Bool {
        skip(UInt8(ascii: letter)) || skip(UInt8(ascii: letter) | 0x20)
    }

    /// Consumes `Z`, `+09`, `+0900` or `+09:00` with an optional space before it, and returns seconds.
    mutating func offsetSeconds() -> Int? {
        _ = skipBlank()
        if skip(Ascii.upperZ) { return 0 }
        let isPositive = skip(Ascii.plus)
        guard isPositive || skip(Ascii.hyphen) else { return nil }
        var hours = digits()
        var minutes = (value: 0, count: 2)
        if hours.count == 4 {
            minutes.value = hours.value % 100
            hours = (hours.value / 100, 2)
        } else if skip(Ascii.colon) {
            minutes = digits()
        }
        guard hours.count == 2, minutes.count == 2, hours.value <= 23, minutes.value <= 59 else { return nil }
        let seconds = hours.value * 3_600 + minutes.value * 60
        return isPositive ? seconds : -seconds
    }
}

/// Times of day: `18:03`, `오후 6:03:05.25`, `18시 3분`, or `180305` after a date.
extension TimeText {
    /// A time of day in seconds after midnight, with the nanoseconds of its fraction.
    typealias Clock = (seconds: Int, nanoseconds: UInt32)

    /// Consumes `18:03`, `6:03:05.25`, `오후 6:03`, `PM 6:03`, `6:03 PM` or `오후 6시 3분`; nil for any other text.
    mutating func clock() -> Clock? {
        let leadingPM = skip(.beforeNoon) ? false : skip(.afterNoon) ? true : latinPM()
        if leadingPM != nil { skipBlanks() }
        let hour = digits()
        guard (1...2).contains(hour.count) else { return nil }
        if skip(.hour) {
            skipBlanks()
            let minute = digits()
            guard (1...2).contains(minute.count), skip(.minute) else { return nil }
            let second = attempt { ahead in
                ahead.skipBlanks()
                let second = ahead.digits()
                return (1...2).contains(second.count) && ahead.skip(.second) ? second.value : nil
            }
            return Self.seconds(hour.value, minute.value, second ?? 0, isPM: leadingPM).map { ($0, 0) }
        }
        guard skip(Ascii.colon) else { return nil }
        let minute = digits()
        guard minute.count == 2 else { return nil }
        var (second, nanoseconds): Clock = (0, 0)
        if skip(Ascii.colon) {
            let digits = digits()
            guard digits.count == 2, let fraction = fraction() else { return nil }
            (second, nanoseconds) = (digits.value, fraction)
        }
        let trailingPM = attempt { ahead in
            ahead.skipBlanks()
            return ahead.latinPM()
        }
        if leadingPM != nil && trailingPM != nil { return nil }
        return Self.seconds(hour.value, minute.value, second, isPM: leadingPM ?? trailingPM).map { ($0, nanoseconds) }
    }

    /// The time of day for four or six digits, after which a fraction is consumed if they include seconds.
    fileprivate mutating func clock(digits: Digits) -> Clock? {
        guard digits.count == 4 || digits.count == 6 else { return nil }
        let hasSeconds = digits.count == 6
        let value = hasSeconds ? digits.value : digits.value * 100
        guard let seconds = Self.seconds(value / 10_000, value / 100 % 100, value % 100, isPM: nil),
            let nanoseconds = hasSeconds ? fraction() : 0
        else { return nil }
        return (seconds, nanoseconds)
    }

    /// The seconds after midnight of a time with PM (true), AM (false) or neither (nil); nil if there is no such time.
    private static func seconds(_ hour: Int, _ minute: Int, _ second: Int, isPM: Bool?) -> Int? {
        guard (isPM == nil ? 0...23 : 1...12).contains(hour), minute <= 59, second <= 59 else { return nil }
        let hourOfDay = isPM.map { hour % 12 + ($0 ? 12 : 0) } ?? hour
        return hourOfDay * 3_600 + minute * 60 + second
    }
}

/// Dates: `2026-11-20`, `2026. 11. 20.`, `2026년 11월 20일`, `20261120`, or in a `DateOrder`.
extension TimeText {
    /// A date, whether it has no separators, so that a time after it may have none either, and a time joined to it.
    typealias Date = (day: CalendarDay, isUnmarked: Bool, clock: Clock?)

    /// Consumes a date; nil if the text does not begin with one, in which case nothing is consumed.
    mutating func date(order: DateOrder?) -> Date? {
        attempt { ahead in
            let first = ahead.digits()
            switch first.count {
            case 8, 12, 14:
                let clockCount = first.count - 8
                let scale = clockCount == 0 ? 1 : clockCount == 4 ? 10_000 : 1_000_000
                let date = first.value / scale
                guard let day = CalendarDay(year: date / 10_000, month: date / 100 % 100, day: date % 100) else {
                    return nil
                }
                if clockCount == 0 { return (day, true, nil) }
                return ahead.clock(digits: (first.value % scale, clockCount)).map { (day, true, $0) }
            case 1, 2, 4:
                let day = ahead.skip(.year) ? ahead.koreanDay(year: first, order) : ahead.separatedDay(first, order)
                return day.map { ($0, false, nil) }
            default: return nil
            }
        }
    }

    /// Consumes what follows 년 in `2026년 11월 20일`.
    private mutating func koreanDay(year: Digits, _ order: DateOrder?) -> CalendarDay? {
        skipBlanks()
        let month = digits()
        guard skip(.month) else { return nil }
        skipBlanks()
        let day = digits()
        return skip(.day) ? Self.day(year: year, month: month, day: day, order) : nil
    }

    /// Consumes the rest of three numbers with the same separator; a point may have spaces around it.
    private mutating func separatedDay(_ first: Digits, _ order: DateOrder?) -> CalendarDay? {
        for separator in [Ascii.hyphen, Ascii.slash] where skip(separator) {
            let second = digits()
            return skip(separator) ? Self.day(first, second, digits(), order) : nil
        }
        guard skipSpacedPoint() else { return nil }
        let second = digits()
        guard skipSpacedPoint() else { return nil }
        let third = digits()
        _ = skip(Ascii.point)
        return Self.day(first, second, third, order)
    }

    /// The day for three numbers, of which the year is the first if that has four digits, or else as the order says.
    private static func day(_ first: Digits, _ second: Digits, _ third: Digits, _ order: DateOrder?) -> CalendarDay? {
        switch first.count == 4 ? .ymd : order {
        case .ymd: day(year: first, month: second, day: third, order)
        case .mdy: day(year: third, month: first, day: second, order)
        case .dmy: day(year: third, month: second, day: first, order)
        case nil: nil
        }
    }

    /// The day for a year of four digits, or two if a date order is known, and a month and day of one or two.
    private static func day(year: Digits, month: Digits, day: Digits, _ order: DateOrder?) -> CalendarDay? {
        guard year.count == 4 || year.count == 2 && order != nil, (1...2).contains(month.count),
            (1...2).contains(day.count)
        else { return nil }
        return CalendarDay(year: year.count == 2 ? 2_000 + year.value : year.value, month: month.value, day: day.value)
    }
}
