package import CSV

/// Reads the times in the column of one input: `2026-11-20 18:03`, `2026년 11월 20일 오후 6시 3분`, `20261120180305`,
/// `18:03:05`.
///
/// A cell has a date, a time of day or both, in the formats that POS systems and spreadsheets use; full-width ASCII is
/// read as ASCII. Ambiguous times are not accepted: a two-digit year, and a year that does not come first, need a
/// `DateOrder`.
package struct TimeReader: Sendable {
    private let dateOrder: DateOrder?
    private let dayStartSeconds: Int
    private let addsDayToDates: Bool

    /// Creates a reader for a column.
    ///
    /// - Parameters:
    ///   - dateOrder: The order of day, month and year in dates; if nil, these must start with a four-digit year.
    ///   - dayStart: A time of day before it, without a date, belongs to the following calendar day.
    ///   - addsDayToDates: Whether dates are business days, so that `dayStart` also applies to times with a date.
    package init(dateOrder: DateOrder? = nil, dayStart: DayStart = .midnight, addsDayToDates: Bool = false) {
        self.dateOrder = dateOrder
        dayStartSeconds = dayStart.seconds
        self.addsDayToDates = addsDayToDates
    }

    /// Reads a cell of UTF-8; nil if the cell is not a time.
    @inline(__always)
    package func read(_ cell: ByteView) -> Timestamp? { readPlain(cell) ?? readAny(cell) }

    /// Parses some bytes as a time; nil if they are not exactly one time.
    package func read(_ text: [UInt8]) -> Timestamp? { text.withView { read($0) } }

    /// Whether a business day starts within an hour of the day, 0 … 23, so that minutes determine the day.
    func startsDay(within hour: Int) -> Bool { dayStartSeconds % 3_600 != 0 && dayStartSeconds / 3_600 == hour }

    /// Reads `YYYY-MM-DD HH:MM` and `YYYY-MM-DD HH:MM:SS`, with a space or `T`, faster than byte by byte.
    @inline(__always)
    private func readPlain(_ cell: ByteView) -> Timestamp? {
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

    @inline(never)
    private func readAny(_ cell: ByteView) -> Timestamp? {
        var text = TimeText(cell)
        let dated = DateForm.read(&text, order: dateOrder)
        var clock = dated?.clock
        if let dated, clock == nil {
            if text.isAtEnd {
                return Timestamp(
                    day: dated.day, secondsOfDay: nil, nanoseconds: 0, offsetSeconds: nil, addsDay: false)
            }
            guard text.skip(Ascii.upperT) || text.skipBlanks() > 0 else { return nil }
            if dated.isUnmarked { clock = ClockForm.readUnmarked(&text) }
        }
        clock = clock ?? ClockForm.read(&text)
        return clock.flatMap { time($0, of: dated?.day, &text) }
    }

    /// The time for a date and a time of day, which only a fraction and an offset may follow.
    private func time(_ clock: ClockForm, of day: CalendarDay?, _ text: inout TimeText) -> Timestamp? {
        var nanoseconds: UInt32 = 0
        if clock.hasSeconds && text.skip(Ascii.point) {
            guard let fraction = text.fraction() else { return nil }
            nanoseconds = fraction
        }
        guard let hour = clock.hourOfDay(isFollowedByPM: clock.hasColons ? text.trailingPM() : nil) else { return nil }
        var offset: Int?
        if !text.isAtEnd {
            offset = text.offsetSeconds()
            guard offset != nil, text.isAtEnd else { return nil }
        }
        let secondsOfDay = hour * 3_600 + clock.minute * 60 + clock.second
        return Timestamp(
            day: day, secondsOfDay: secondsOfDay, nanoseconds: nanoseconds, offsetSeconds: offset,
            addsDay: (day == nil || addsDayToDates) && secondsOfDay < dayStartSeconds)
    }
}

/// The reason why a row's time cannot be read, or cannot be compared with those of other rows.
package enum TimeProblem: Sendable, Hashable {
    case empty
    /// The time has a date, time of day or offset that the other times lack, or lacks one that they have.
    case otherKind
    /// The time's hour is 24 or more.
    case hourBeyondDay
    /// The time can be read if one of these orders of day, month and year is set.
    case dateOrder([DateOrder])
    /// The time has no known format.
    case form
}

/// A cell consumed from start by functions that consume only what they find, with full-width ASCII read as ASCII.
struct TimeText {
    /// The value and the number of consecutive digits; with more than 15 digits, the value is meaningless.
    typealias Digits = (value: Int, count: Int)

    /// A Korean word in a date, in any composition of its syllables.
    struct Word {
        /// The spellings of each syllable: precomposed, with the last letter separate, and with all letters separate.
        private let syllables: [[[UInt8]]]

        private init(_ syllables: [String]...) {
            self.syllables = syllables.map { $0.map { Array($0.utf8) } }
        }

        static let year = Word(["년", "녀\u{11AB}", "\u{1102}\u{1167}\u{11AB}"])
        static let month = Word(["월", "워\u{11AF}", "\u{110B}\u{116F}\u{11AF}"])
        static let day = Word(["일", "이\u{11AF}", "\u{110B}\u{1175}\u{11AF}"])
        static let hour = Word(["시", "\u{1109}\u{1175}"])
        static let minute = Word(["분", "부\u{11AB}", "\u{1107}\u{116E}\u{11AB}"])
        static let second = Word(["초", "\u{110E}\u{1169}"])
        static let beforeNoon = Word(
            ["오", "\u{110B}\u{1169}"], ["전", "저\u{11AB}", "\u{110C}\u{1165}\u{11AB}"])
        static let afterNoon = Word(["오", "\u{110B}\u{1169}"], ["후", "\u{1112}\u{116E}"])

        /// The number of bytes of the word at a position; 0 if the word is not there.
        fileprivate func length(in bytes: ByteView, at position: Int) -> Int {
            var end = position
            for spellings in syllables {
                guard let found = spellings.first(where: { bytes[end...].starts(with: $0) }) else { return 0 }
                end += found.count
            }
            return end - position
        }
    }

    private let bytes: ByteView
    private var offset = 0

    init(_ cell: ByteView) {
        bytes = trimmed(cell)
    }

    var isAtEnd: Bool { offset == bytes.count }

    /// The next character and its length in bytes; nil if it is not ASCII.
    private var next: (character: UInt8, length: Int)? {
        guard offset < bytes.count else { return nil }
        if bytes[offset] < 0x80 { return (bytes[offset], 1) }
        // U+FF01 … U+FF3F begin with EF BC, U+FF40 … U+FF5E with EF BD.
        guard offset + 2 < bytes.count, bytes[offset] == 0xEF else { return nil }
        let last = bytes[offset + 2]
        return switch bytes[offset + 1] {
        case 0xBC where (0x81...0xBF).contains(last): (last - 0x60, 3)
        case 0xBD where (0x80...0x9E).contains(last): (last - 0x20, 3)
        default: nil
        }
    }

    mutating func skip(_ character: UInt8) -> Bool {
        guard let next, next.character == character else { return false }
        offset += next.length
        return true
    }

    mutating func skip(_ word: Word) -> Bool {
        let length = word.length(in: bytes, at: offset)
        offset += length
        return length > 0
    }

    /// Consumes characters with the Unicode property White_Space and returns their number.
    @discardableResult
    mutating func skipBlanks() -> Int {
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

    /// Consumes a point with the spaces around it.
    mutating func skipSpacedPoint() -> Bool {
        var ahead = self
        ahead.skipBlanks()
        guard ahead.skip(Ascii.point) else { return false }
        ahead.skipBlanks()
        self = ahead
        return true
    }

    mutating func digits() -> Digits {
        var digits: Digits = (0, 0)
        while let next, (Ascii.zero...Ascii.zero + 9).contains(next.character) {
            digits.value = digits.value &* 10 &+ Int(next.character - Ascii.zero)
            digits.count += 1
            offset += next.length
        }
        return digits
    }

    /// Consumes the digits of a fraction and returns nanoseconds, ignoring digits after the ninth; nil without any.
    mutating func fraction() -> UInt32? {
        var value: UInt32 = 0
        var scale: UInt32 = 100_000_000
        let start = offset
        while let next, (Ascii.zero...Ascii.zero + 9).contains(next.character) {
            value += UInt32(next.character - Ascii.zero) * scale
            scale /= 10
            offset += next.length
        }
        return offset == start ? nil : value
    }

    /// Consumes 오전, 오후, AM or PM before a time of day, with the spaces after it; returns true for PM and 오후.
    mutating func leadingPM() -> Bool? {
        let isPM = skip(.beforeNoon) ? false : skip(.afterNoon) ? true : latinPM()
        if isPM != nil { skipBlanks() }
        return isPM
    }

    /// Consumes AM or PM, in upper or lower case, with the spaces before it; returns true for PM.
    mutating func trailingPM() -> Bool? {
        var ahead = self
        ahead.skipBlanks()
        guard let isPM = ahead.latinPM() else { return nil }
        self = ahead
        return isPM
    }

    private mutating func latinPM() -> Bool? {
        var ahead = self
        let isPM = ahead.skip(letter: Ascii.upperP)
        guard isPM || ahead.skip(letter: Ascii.upperA), ahead.skip(letter: Ascii.upperM) else { return nil }
        self = ahead
        return isPM
    }

    private mutating func skip(letter: UInt8) -> Bool { skip(letter) || skip(letter | 0x20) }

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
