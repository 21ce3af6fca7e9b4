/// Reads the spellings of dates and times, one scalar after the other.
struct PlainTimeReader {
    /// A date of the calendar.
    struct Date {
        /// With all its digits.
        var year: Int
        /// From 1.
        var month: Int
        /// From 1.
        var day: Int
    }

    /// A time of day.
    struct Clock {
        /// From midnight.
        var seconds: Int
        /// Digits behind the seconds' point.
        var fraction: String
    }

    /// What a cell says.
    struct Found {
        /// The date, if there is one.
        var date: Date?
        /// The time of day, if there is one.
        var clock: Clock?
        /// Seconds east of UTC, if it is said.
        var offsetSeconds: Int?
    }

    private let scalars: [Unicode.Scalar]
    private var index = 0

    /// A reader of a cell.
    init(_ cell: String) {
        scalars = Array(PlainNumber.narrow(PlainText.trimmed(cell)).unicodeScalars)
    }

    /// What the whole cell says; nil when it is neither a date nor a time.
    mutating func read(dateOrder: PlainOptions.DateOrder?) -> Found? {
        if let found = readAll({ $0.clockAndOffset() }) { return found }
        if let date = readAll({ $0.date(dateOrder) }) { return Found(date: date.date) }
        return readAll { reader in
            guard let (date, isCompact) = reader.date(dateOrder) else { return nil }
            let isApart = reader.skipBlanks() > 0 || reader.take("T")
            guard isApart || isCompact else { return nil }
            var compact = reader
            if isCompact, var found = compact.compactClockAndOffset(), compact.index == compact.scalars.count {
                reader = compact
                found.date = date
                return found
            }
            guard isApart, var found = reader.clockAndOffset() else { return nil }
            found.date = date
            return found
        }
    }

    /// What `rule` reads, if it reads everything; else the reader stays where it was.
    private mutating func readAll<Result>(_ rule: (inout PlainTimeReader) -> Result?) -> Result? {
        var copy = self
        guard let result = rule(&copy), copy.index == scalars.count else { return nil }
        self = copy
        return result
    }

    // MARK: Scalars

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    private mutating func takeWord(_ word: String) -> Bool {
        let wanted = Array(word.unicodeScalars)
        guard index + wanted.count <= scalars.count else { return false }
        for (scalar, expected) in zip(scalars[index...], wanted) {
            let isSame = scalar == expected || scalar.properties.lowercaseMapping == String(expected).lowercased()
            guard isSame else { return false }
        }
        index += wanted.count
        return true
    }

    /// The number of blanks that stood here.
    @discardableResult
    private mutating func skipBlanks() -> Int {
        let start = index
        while let scalar = next, scalar.properties.isWhitespace { index += 1 }
        return index - start
    }

    /// A run of ASCII digits of one of these lengths, and its length.
    private mutating func number(_ lengths: ClosedRange<Int>) -> (value: Int, length: Int)? {
        let start = index
        var value = 0
        while let scalar = next, ("0"..."9").contains(scalar), index - start < lengths.upperBound {
            value = value * 10 + Int(scalar.value) - 48
            index += 1
        }
        return lengths.contains(index - start) ? (value, index - start) : nil
    }

    // MARK: Dates

    /// A date, and whether it has no marks.
    private mutating func date(_ order: PlainOptions.DateOrder?) -> (date: Date, isCompact: Bool)? {
        let start = index
        if let date = compactDate() { return (date, true) }
        index = start
        if let date = hangulDate(order) { return (date, false) }
        index = start
        return markedDate(order).map { ($0, false) }
    }

    /// `20261120`.
    private mutating func compactDate() -> Date? {
        guard let year = number(4...4), let month = number(2...2), let day = number(2...2) else { return nil }
        return valid(year.value, month.value, day.value)
    }

    /// `2026년 11월 20일`.
    private mutating func hangulDate(_ order: PlainOptions.DateOrder?) -> Date? {
        guard let year = number(2...4), year.length != 3, takeMark("년") else { return nil }
        if year.length == 2 && order == nil { return nil }
        guard let month = number(1...2), takeMark("월") else { return nil }
        guard let day = number(1...2) else { return nil }
        skipBlanks()
        guard take("일") else { return nil }
        return valid(year.length == 2 ? 2_000 + year.value : year.value, month.value, day.value)
    }

    private mutating func takeMark(_ mark: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard take(mark) else { return false }
        skipBlanks()
        return true
    }

    /// Three numbers with the same mark twice: `2026-11-20`, `2026/11/20`, `2026.11.20`.
    private mutating func markedDate(_ order: PlainOptions.DateOrder?) -> Date? {
        guard let first = number(1...4), let mark = next, ["-", "/", "."].contains(mark) else { return nil }
        guard takeMark(mark), let second = number(1...2) else { return nil }
        guard takeMark(mark), let third = number(1...4) else { return nil }
        if mark == "." {
            let end = index
            skipBlanks()
            if !take(".") { index = end }
        }
        if first.length == 4 && third.length <= 2 { return valid(first.value, second.value, third.value) }
        func year(_ number: (value: Int, length: Int)) -> Int? {
            if number.length == 4 { return number.value }
            return number.length == 2 ? 2_000 + number.value : nil
        }
        switch order {
        case .mdy?: return first.length <= 2 ? year(third).flatMap { valid($0, first.value, second.value) } : nil
        case .dmy?: return first.length <= 2 ? year(third).flatMap { valid($0, second.value, first.value) } : nil
        case .ymd?: return third.length <= 2 ? year(first).flatMap { valid($0, second.value, third.value) } : nil
        case nil: return nil
        }
    }

    private func valid(_ year: Int, _ month: Int, _ day: Int) -> Date? {
        guard year >= 1, (1...12).contains(month) else { return nil }
        guard day >= 1, day <= PlainTime.daysOf(month: month, year: year) else { return nil }
        return Date(year: year, month: month, day: day)
    }

    // MARK: Times of day

    private mutating func clockAndOffset() -> Found? {
        guard let clock = clock() else { return nil }
        return Found(clock: clock, offsetSeconds: offset())
    }

    /// `1803` or `180305`, as it stands behind a date without marks.
    private mutating func compactClockAndOffset() -> Found? {
        guard let hour = number(2...2), let minute = number(2...2), hour.value <= 23, minute.value <= 59 else {
            return nil
        }
        var clock = Clock(seconds: hour.value * 3_600 + minute.value * 60, fraction: "")
        if let scalar = next, ("0"..."9").contains(scalar) {
            guard let second = number(2...2), second.value <= 59 else { return nil }
            clock.seconds += second.value
            guard readFraction(&clock) else { return nil }
        }
        return Found(clock: clock, offsetSeconds: offset())
    }

    private mutating func clock() -> Clock? {
        let half = readHalf(["오전", "오후"])
        if half != nil { skipBlanks() }
        guard let hour = number(1...2), take(":"), let minute = number(2...2), minute.value <= 59 else { return nil }
        var clock = Clock(seconds: minute.value * 60, fraction: "")
        if take(":") {
            guard let second = number(2...2), second.value <= 59 else { return nil }
            clock.seconds += second.value
            guard readFraction(&clock) else { return nil }
        }
        let end = index
        skipBlanks()
        let halfBehind = readHalf(["AM", "PM"])
        if halfBehind == nil { index = end }
        if half != nil && halfBehind != nil { return nil }
        guard let isAfternoon = half ?? halfBehind else {
            clock.seconds += hour.value * 3_600
            return hour.value <= 23 ? clock : nil
        }
        guard (1...12).contains(hour.value) else { return nil }
        clock.seconds += (hour.value % 12 + (isAfternoon ? 12 : 0)) * 3_600
        return clock
    }

    /// True for the second of two words, false for the first.
    private mutating func readHalf(_ words: [String]) -> Bool? {
        for (number, word) in words.enumerated() where takeWord(word) { return number == 1 }
        return nil
    }

    /// False where a point has no digits behind it.
    private mutating func readFraction(_ clock: inout Clock) -> Bool {
        guard take(".") else { return true }
        while let scalar = next, ("0"..."9").contains(scalar) {
            clock.fraction.unicodeScalars.append(scalar)
            index += 1
        }
        return !clock.fraction.isEmpty
    }

    /// `Z`, `+09`, `+0900`, `+09:00`, a blank before them or none.
    private mutating func offset() -> Int? {
        let start = index
        skipBlanks()
        if take("Z") { return 0 }
        let isEast = take("+")
        guard isEast || take("-"), let hours = number(2...2) else {
            index = start
            return nil
        }
        var minutes = 0
        if take(":") {
            guard let read = number(2...2) else { return nil }
            minutes = read.value
        } else if let scalar = next, ("0"..."9").contains(scalar) {
            guard let read = number(2...2) else { return nil }
            minutes = read.value
        }
        guard hours.value <= 23, minutes <= 59 else {
            index = start
            return nil
        }
        return (isEast ? 1 : -1) * (hours.value * 3_600 + minutes * 60)
    }
}
