internal import CSV

/// A cell that is read from its start to its end, with full-width ASCII taken as ASCII.
///
/// What a function does not find is not read either.
struct TimeText {
    /// A Korean word in a date, however its syllables are composed.
    struct Word {
        /// The spellings of each syllable: whole, with the last letter apart, with all letters apart.
        private let syllables: [[[UInt8]]]

        private init(_ syllables: [String]...) {
            self.syllables = syllables.map { $0.map { Array($0.utf8) } }
        }

        static let year = Word(["년", "녀\u{11AB}", "\u{1102}\u{1167}\u{11AB}"])
        static let month = Word(["월", "워\u{11AF}", "\u{110B}\u{116F}\u{11AF}"])
        static let day = Word(["일", "이\u{11AF}", "\u{110B}\u{1175}\u{11AF}"])
        static let beforeNoon = Word(
            ["오", "\u{110B}\u{1169}"], ["전", "저\u{11AB}", "\u{110C}\u{1165}\u{11AB}"])
        static let afterNoon = Word(["오", "\u{110B}\u{1169}"], ["후", "\u{1112}\u{116E}"])

        /// The number of bytes of the text at a position; 0 if it is not there.
        fileprivate func length(in bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
            var end = place
            for spellings in syllables {
                guard let found = spellings.first(where: { bytes[end...].starts(with: $0) }) else { return 0 }
                end += found.count
            }
            return end - place
        }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var at = 0

    /// The text of a cell without the White_Space around it.
    init(_ cell: UnsafeBufferPointer<UInt8>) {
        bytes = trimmed(cell)
    }

    var isAtEnd: Bool { at == bytes.count }

    /// The character that comes next, and how many bytes it takes up; nil where it is not ASCII.
    private var next: (character: UInt8, length: Int)? {
        guard at < bytes.count else { return nil }
        if bytes[at] < 0x80 { return (bytes[at], 1) }
        // U+FF01 … U+FF3F begin with EF BC, U+FF40 … U+FF5E with EF BD.
        guard at + 2 < bytes.count, bytes[at] == 0xEF else { return nil }
        let last = bytes[at + 2]
        return switch bytes[at + 1] {
        case 0xBC where (0x81...0xBF).contains(last): (last - 0x60, 3)
        case 0xBD where (0x80...0x9E).contains(last): (last - 0x20, 3)
        default: nil
        }
    }

    /// Reads an ASCII character, if it comes next.
    mutating func skip(_ character: UInt8) -> Bool {
        guard let next, next.character == character else { return false }
        at += next.length
        return true
    }

    /// Reads a word, if it comes next.
    mutating func skip(_ word: Word) -> Bool {
        let length = word.length(in: bytes, at: at)
        at += length
        return length > 0
    }

    /// Reads White_Space, and says how many characters it were.
    @discardableResult
    mutating func skipBlanks() -> Int {
        var count = 0
        while skipBlank() { count += 1 }
        return count
    }

    private mutating func skipBlank() -> Bool {
        guard at < bytes.count else { return false }
        let length = whiteSpaceLength(bytes, at: at, end: bytes.count)
        at += length
        return length > 0
    }

    /// Reads a point with the blanks around it.
    mutating func skipSpacedPoint() -> Bool {
        var ahead = self
        ahead.skipBlanks()
        guard ahead.skip(Ascii.point) else { return false }
        ahead.skipBlanks()
        self = ahead
        return true
    }

    /// Reads digits: what they come to, and how many they are.
    ///
    /// Of more than 15 the value means nothing.
    mutating func digits() -> (value: Int, count: Int) {
        var value = 0
        var count = 0
        while let next, (Ascii.zero...Ascii.zero + 9).contains(next.character) {
            value = value &* 10 &+ Int(next.character - Ascii.zero)
            count += 1
            at += next.length
        }
        return (value, count)
    }

    /// Reads the digits of a fraction as nanoseconds, and passes over those behind the ninth; nil where there are none.
    mutating func fraction() -> UInt32? {
        var value: UInt32 = 0
        var scale: UInt32 = 100_000_000
        let start = at
        while let next, (Ascii.zero...Ascii.zero + 9).contains(next.character) {
            value += UInt32(next.character - Ascii.zero) * scale
            scale /= 10
            at += next.length
        }
        return at == start ? nil : value
    }

    /// Reads 오전 or 오후 with the blanks behind it.
    mutating func koreanHalfOfDay() -> HalfOfDay? {
        let half: HalfOfDay? = skip(.beforeNoon) ? .beforeNoon : skip(.afterNoon) ? .afterNoon : nil
        if half != nil { skipBlanks() }
        return half
    }

    /// Reads AM or PM, in capitals or not, with the blanks before it.
    mutating func halfOfDay() -> HalfOfDay? {
        var ahead = self
        ahead.skipBlanks()
        let half: HalfOfDay
        if ahead.skip(letter: Ascii.upperA) {
            half = .beforeNoon
        } else if ahead.skip(letter: Ascii.upperP) {
            half = .afterNoon
        } else {
            return nil
        }
        guard ahead.skip(letter: Ascii.upperM) else { return nil }
        self = ahead
        return half
    }

    private mutating func skip(letter: UInt8) -> Bool {
        skip(letter) || skip(letter | 0x20)
    }

    /// Reads `Z`, `+09`, `+0900` or `+09:00` with a blank before it or none, as seconds; nil where there is none.
    mutating func offsetSeconds() -> Int? {
        _ = skipBlank()
        if skip(Ascii.upperZ) { return 0 }
        let sign: Int
        if skip(Ascii.plus) {
            sign = 1
        } else if skip(Ascii.hyphen) {
            sign = -1
        } else {
            return nil
        }
        var hours = digits()
        var minutes = (value: 0, count: 2)
        if hours.count == 4 {
            minutes.value = hours.value % 100
            hours = (hours.value / 100, 2)
        } else if skip(Ascii.colon) {
            minutes = digits()
        }
        guard hours.count == 2, minutes.count == 2, hours.value <= 23, minutes.value <= 59 else { return nil }
        return sign * (hours.value * 3_600 + minutes.value * 60)
    }
}
