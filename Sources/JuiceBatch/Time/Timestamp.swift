internal import CSV

/// The time of a row as given in its cell, or its absence.
package struct Timestamp: BitwiseCopyable, Equatable, Sendable {
    /// The parts that the time in a cell has; only times of one kind can be compared.
    package struct Kind: OptionSet, Hashable, BitwiseCopyable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let date = Kind(rawValue: 1)
        package static let timeOfDay = Kind(rawValue: 2)
        /// The cell has an offset from UTC.
        package static let offset = Kind(rawValue: 4)
    }

    /// The seconds since 1970-01-01 00:00, in UTC if the cell has an offset, otherwise by the local clock.
    ///
    /// A date alone means its midnight, and a time of day alone 1970-01-01, or the next day if it is before `DayStart`.
    package internal(set) var seconds: Int64
    /// The fraction of the second in nanoseconds, 0 … 999,999,999; smaller fractions are truncated.
    package let nanoseconds: UInt32
    private let offsetMinutes: Int16
    /// The hour of the day, 0 … 23; 24 for a date without a time of day.
    let hour: UInt8
    package let kind: Kind

    static var none: Timestamp {
        Timestamp(seconds: 0, nanoseconds: 0, offsetMinutes: 0, hour: 24, kind: Kind(rawValue: 0xFF))
    }

    var isNone: Bool { kind == Self.none.kind }
    /// The offset from UTC in seconds; 0 if the cell has none.
    var offset: Int64 { Int64(offsetMinutes) &* 60 }
    /// The seconds as `seconds`, but always by the local clock.
    var clockSeconds: Int64 { seconds &+ offset }
    /// The day by the local clock, including a day added because of `DayStart`; meaningless without a date.
    package var day: CalendarDay { CalendarDay(at: clockSeconds) }
    /// The time of day as given in the cell, in seconds after midnight; 0 if the cell has none.
    package var secondsOfDay: Int { Int(clockSeconds) - day.number * 86_400 }

    /// Whether the cell has more than a date.
    package var hasTimeOfDay: Bool { kind.contains(.timeOfDay) }
    /// The time of day as `HH:MM`.
    package var clockText: String { "\(twoDigits(secondsOfDay / 3_600)):\(twoDigits(secondsOfDay / 60 % 60))" }

    /// The time in ISO 8601: `2026-11-20T18:03:05+09:00`, without the date and the offset that the cell lacks.
    package var isoText: String {
        let clock = "\(clockText):\(twoDigits(secondsOfDay % 60))"
        let dated = kind.contains(.date) ? "\(day.text)T\(clock)" : clock
        guard kind.contains(.offset) else { return dated }
        let minutes = abs(Int(offsetMinutes))
        return "\(dated)\(offset < 0 ? "-" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }

    /// The business day of the time, for a date without a time of day that date; nil if the time has no date.
    func businessDay(from start: DayStart) -> CalendarDay? {
        guard !isNone, kind.contains(.date) else { return nil }
        // A ledger records no days before the first one.
        return max(CalendarDay(at: clockSeconds &- (hour < 24 ? Int64(start.seconds) : 0)), .first)
    }
}

/// A number below 100 with a leading zero if it has one digit.
private func twoDigits(_ value: Int) -> String { zeroPadded("\(value)", to: 2) }

extension Timestamp {
    package static let secondsPerDay: Int64 = 86_400

    /// Creates a time of day of a kind from its `clockSeconds` and its offset from UTC in seconds.
    init(clockSeconds: Int64, kind: Kind = [.date, .timeOfDay], offset: Int64 = 0) {
        let secondsOfDay = Int(clockSeconds) - CalendarDay(at: clockSeconds).number * 86_400
        self.init(
            seconds: clockSeconds - offset, nanoseconds: 0, offsetMinutes: Int16(truncatingIfNeeded: offset / 60),
            hour: UInt8(secondsOfDay / 3_600), kind: kind)
    }

    /// Creates a time from the parts in a cell, of which the offset from UTC is a whole number of minutes.
    @inline(__always)
    init(day: CalendarDay?, secondsOfDay: Int?, nanoseconds: UInt32, offsetSeconds: Int?, addsDay: Bool) {
        var kind: Kind = day == nil ? [] : .date
        if secondsOfDay != nil { kind.insert(.timeOfDay) }
        if offsetSeconds != nil { kind.insert(.offset) }
        let days = (day?.number ?? 0) &+ (addsDay ? 1 : 0)
        let offset = offsetSeconds ?? 0
        self.init(
            seconds: Int64(days &* 86_400 &+ (secondsOfDay ?? 0) &- offset), nanoseconds: nanoseconds,
            offsetMinutes: Int16(truncatingIfNeeded: offset / 60),
            hour: secondsOfDay.map { UInt8(truncatingIfNeeded: $0 / 3_600) } ?? 24, kind: kind)
    }
}

/// Reads the times of rows one after the other; of a time in the same hour as the last, only minutes and seconds.
///
/// The bytes of a cell must remain valid until the next one has been read.
struct CachingTimeReader {
    private let reader: TimeReader
    private var last = ByteView()
    private var time = Timestamp.none
    /// The time at the full hour before the last time; none if the hour cannot be identified in the cell's bytes.
    private var fullHour = Timestamp.none
    /// The bytes of the last cell before its minutes, and those (`tail`) after its minutes or, if any, its seconds.
    private var head = ByteView()
    private var tail = ByteView()
    private var hasSeconds = false

    init(_ reader: TimeReader) { self.reader = reader }

    /// Reads a cell; returns `none` if the cell is not a time.
    @inline(__always) mutating func read(_ cell: ByteView) -> Timestamp {
        guard cell.count == last.count, !fullHour.isNone, cell.contains(head, at: 0),
            tail.isEmpty || cell.contains(tail, at: cell.count &- tail.count), let seconds = seconds(cell)
        else { return readWhole(cell) }
        var time = fullHour
        time.seconds &+= seconds
        return time
    }

    /// Reads a whole cell, and after another one of the same hour prepares for the next one of that hour.
    @inline(never) private mutating func readWhole(_ cell: ByteView) -> Timestamp {
        if cell.count == last.count, cell.elementsEqual(last) { return time }
        let lastHour = time.hour
        last = cell
        fullHour = .none
        time = .none
        guard let read = reader.read(cell) else { return time }
        time = read
        guard time.hour == lastHour, time.hour < 24, time.nanoseconds == 0, !reader.startsDay(within: Int(time.hour)),
            let colon = firstOffset(of: Ascii.colon, in: cell), colon + 3 <= cell.count
        else { return time }
        hasSeconds = colon + 6 <= cell.count && cell[colon + 3] == Ascii.colon
        head = ByteView(rebasing: cell[...colon])
        tail = ByteView(rebasing: cell[(colon + (hasSeconds ? 6 : 3))...])
        // Without a sign after it, the colon may be that of an offset.
        let signs = [Ascii.plus, Ascii.hyphen, Ascii.upperZ]
        guard !time.kind.contains(.offset) || tail.contains(where: signs.contains) else { return time }
        // The minutes and seconds that were found must agree with the parsed time.
        guard let seconds = seconds(cell), time.secondsOfDay % 3_600 == seconds else { return time }
        fullHour = time
        fullHour.seconds -= seconds
        return time
    }

    /// The seconds since the full hour in a cell of the last cell's length; nil if it has other bytes in their place.
    @inline(__always) private func seconds(_ cell: ByteView) -> Int64? {
        let start = head.count
        guard let minute = sixtieths(cell, at: start) else { return nil }
        if !hasSeconds { return minute &* 60 }
        guard cell[start &+ 2] == Ascii.colon, let second = sixtieths(cell, at: start &+ 3) else { return nil }
        return minute &* 60 &+ second
    }

    /// The number below 60 that two digits represent; nil for any other bytes.
    @inline(__always) private func sixtieths(_ cell: ByteView, at offset: Int) -> Int64? {
        let (tens, ones) = (cell[offset] &- Ascii.zero, cell[offset &+ 1] &- Ascii.zero)
        return tens < 6 && ones < 10 ? Int64(tens) &* 10 &+ Int64(ones) : nil
    }
}

/// The position of a row in its run's sequence: its own time, or that of the row above if it has none.
struct TimestampKey: BitwiseCopyable, Comparable, Sendable {
    let seconds: Int64
    let nanoseconds: UInt32

    /// A moment before all times, no earlier than necessary, because the range affects the time for sorting.
    static let beforeAll = TimestampKey(seconds: -1 << 40, nanoseconds: 0)

    static func < (left: TimestampKey, right: TimestampKey) -> Bool {
        left.seconds == right.seconds ? left.nanoseconds < right.nanoseconds : left.seconds < right.seconds
    }
}

extension TimestampKey {
    init(_ time: Timestamp) { self.init(seconds: time.seconds, nanoseconds: time.nanoseconds) }
}

/// The text of a UTC time as in ledgers, `2026-11-20T18:30:00Z`, for seconds since 1970-01-01 00:00 UTC.
///
/// A time outside of the years 1 to 9999, which a file may have, becomes the first or the last second of them.
package func utcText(of seconds: Int) -> String {
    let fourDigitYears: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
    return Timestamp(clockSeconds: min(max(Int64(seconds), fourDigitYears.lowerBound), fourDigitYears.upperBound))
        .isoText + "Z"
}

/// The seconds since 1970-01-01 00:00 UTC for the text of a time, as `utcText` returns it; nil for any other text.
package func utcSeconds(of text: String) -> Int? {
    let parts = text.utf8.split(separator: UInt8(ascii: "T"), omittingEmptySubsequences: false)
    guard parts.count == 2, let day = CalendarDay(String(decoding: parts[0], as: UTF8.self)),
        parts[1].last == UInt8(ascii: "Z"),
        let clock = numbers(in: parts[1].dropLast(), separator: UInt8(ascii: ":"), widths: [2, 2, 2]),
        clock[0] < 24, clock[1] < 60, clock[2] < 60
    else { return nil }
    return day.number * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
}

/// The newest times with a date, separately for each kind, since only times of one kind can be compared.
package struct Watermarks: Equatable, Sendable {
    /// The newest `Timestamp.seconds`, by `Timestamp.Kind.rawValue`.
    private var seconds = [Int64](repeating: .min, count: 8)

    package init() {}

    /// The kinds of times that exist, in the order of their numbers, each with its newest time in `Timestamp.seconds`.
    package var times: [(kind: Timestamp.Kind, seconds: Int64)] {
        seconds.indices.filter { seconds[$0] != .min }.map { (Timestamp.Kind(rawValue: UInt8($0)), seconds[$0]) }
    }

    /// Adds a time; one without a date has no order and is ignored.
    package mutating func add(_ kind: Timestamp.Kind, seconds newer: Int64) {
        guard kind.contains(.date), Int(kind.rawValue) < seconds.count else { return }
        seconds[Int(kind.rawValue)] = max(seconds[Int(kind.rawValue)], newer)
    }

    mutating func merge(_ others: Watermarks) { for (kind, seconds) in others.times { add(kind, seconds: seconds) } }

    /// The newest of a kind of time, if that is later than a time of the kind; both in `Timestamp.seconds`.
    func newer(than kind: Timestamp.Kind, seconds older: Int64) -> Int64? {
        let index = Int(kind.rawValue)
        return index < seconds.count && older < seconds[index] ? seconds[index] : nil
    }
}

/// The rows that reached the stock and whose times are older than those of rows that an earlier run applied.
package struct LateArrivals: Equatable, Sendable {
    package private(set) var count = 0
    /// The newest time of earlier runs, in `Timestamp.seconds`, than which a row was older; nil without such rows.
    private var newest: Int64?

    package init() {}

    /// Counts a row that is older than a time of an earlier run, in `Timestamp.seconds`.
    package mutating func add(newer: Int64) {
        count += 1
        newest = max(newest ?? newer, newer)
    }

    mutating func merge(_ others: LateArrivals) {
        count += others.count
        if let other = others.newest { newest = max(newest ?? other, other) }
    }

    /// The newest time as `YYYY-MM-DD HH:MM`, or the date alone if the time is midnight; nil if there is none.
    package var newestText: String? {
        newest.map { Timestamp(clockSeconds: $0) }.map { time in
            time.secondsOfDay == 0 ? time.day.text : "\(time.day.text) \(time.clockText)"
        }
    }
}
