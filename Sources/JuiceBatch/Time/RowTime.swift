/// The time of a row, as written in its cell.
package struct RowTime: Equatable, Sendable {
    /// The parts that a cell's time has; only times of one kind can be compared.
    package struct Kind: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The cell has a date.
        package static let date = Kind(rawValue: 1)
        /// The cell has a time of day.
        package static let timeOfDay = Kind(rawValue: 2)
        /// The cell has an offset from UTC.
        package static let offset = Kind(rawValue: 4)
    }

    /// Seconds since 1970-01-01 00:00 by the clock of the cell, or UTC with an offset; a time without a date is of that
    /// day, a date without a time of day its midnight.
    package let seconds: Int64
    /// The fraction of the second, 0 … 999,999,999; finer parts are cut off.
    package let nanoseconds: UInt32
    package let kind: Kind
    /// The day by the clock of the cell, with the day added that `DayStart` adds; of no meaning without a date.
    package let day: CalendarDay
    /// The time of day as written in the cell, in seconds from 0; 0 if it has none.
    package let secondsOfDay: Int

    /// The time of what a cell says.
    ///
    /// - Parameter offsetSeconds: how far the clock of the cell is ahead of UTC; nil if it does not say so.
    @inline(__always)
    init(
        day: CalendarDay?, secondsOfDay: Int?, nanoseconds: UInt32, offsetSeconds: Int?, addsDay: Bool
    ) {
        var kind: Kind = day == nil ? [] : .date
        if secondsOfDay != nil { kind.insert(.timeOfDay) }
        if offsetSeconds != nil { kind.insert(.offset) }
        self.kind = kind
        self.day = CalendarDay(number: (day?.number ?? 0) &+ (addsDay ? 1 : 0))
        self.secondsOfDay = secondsOfDay ?? 0
        self.nanoseconds = nanoseconds
        seconds = Int64(self.day.number &* 86_400 &+ self.secondsOfDay &- (offsetSeconds ?? 0))
    }

    /// The day as written in the cell; nil if it has no date.
    package var date: CalendarDay? {
        kind.contains(.date) ? day : nil
    }

    /// Whether this time comes before another one of the same kind.
    package func isEarlier(than other: RowTime) -> Bool {
        (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
    }
}

/// The time of a row in few bytes, or its absence.
struct Timestamp: BitwiseCopyable, Equatable, Sendable {
    /// The seconds as `RowTime.seconds`.
    var seconds: Int64
    let nanoseconds: UInt32
    /// The offset of the cell's clock from UTC; 0 if the cell does not say so.
    private let offsetMinutes: Int16
    /// The hour of the day, 0 … 23; 24 of a date alone.
    let hour: UInt8
    /// `RowTime.Kind.rawValue`, or more than any.
    private let kindNumber: UInt8

    private init(seconds: Int64, nanoseconds: UInt32, offsetMinutes: Int16, hour: UInt8, kindNumber: UInt8) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
        self.offsetMinutes = offsetMinutes
        self.hour = hour
        self.kindNumber = kindNumber
    }

    /// The absence of a time.
    static var none: Timestamp { Timestamp(seconds: 0, nanoseconds: 0, offsetMinutes: 0, hour: 24, kindNumber: 0xFF) }

    /// Creates the value for a time.
    init(_ time: RowTime) {
        self.init(
            seconds: time.seconds, nanoseconds: time.nanoseconds,
            offsetMinutes: Int16(truncatingIfNeeded: (time.clockSeconds - time.seconds) / 60),
            hour: time.kind.contains(.timeOfDay) ? UInt8(truncatingIfNeeded: time.secondsOfDay / 3_600) : 24,
            kindNumber: time.kind.rawValue)
    }

    /// Whether there is no time.
    var isNone: Bool { kindNumber == Self.none.kindNumber }
    /// The kind as in `RowTime`.
    var kind: RowTime.Kind { RowTime.Kind(rawValue: kindNumber) }
    /// The offset of the cell's clock from UTC, in seconds; 0 if the cell does not say so.
    var offset: Int64 { Int64(offsetMinutes) &* 60 }
    /// The seconds as in `ClockTime.seconds`; midnight of a date alone.
    var clockSeconds: Int64 { seconds &+ offset }

    /// The business day that the time belongs to; nil if it says no date.
    ///
    /// A date without a time of day is the business day itself.
    func businessDay(from start: DayStart) -> CalendarDay? {
        guard !isNone, kind.contains(.date) else { return nil }
        let seconds = clockSeconds &- (hour < 24 ? Int64(start.seconds) : 0)
        return CalendarDay(number: Int((seconds >= 0 ? seconds : seconds - 86_399) / 86_400))
    }
}

/// The position of a row in its run's sequence: its own time, or that of the row it is kept with.
struct Moment: BitwiseCopyable, Comparable, Sendable {
    /// The seconds as `RowTime.seconds`.
    let seconds: Int64
    /// The nanoseconds as `RowTime.nanoseconds`.
    let nanoseconds: UInt32

    /// A second before all times; no farther off than it takes, since what lies between costs time in sorting.
    static let secondsBeforeAll: Int64 = -1 << 40

    /// The moment before every time.
    static let beforeAll = Moment(seconds: secondsBeforeAll, nanoseconds: 0)

    static func < (left: Moment, right: Moment) -> Bool {
        left.seconds == right.seconds ? left.nanoseconds < right.nanoseconds : left.seconds < right.seconds
    }
}

extension Moment {
    /// The moment of a time.
    init(_ time: Timestamp) { self.init(seconds: time.seconds, nanoseconds: time.nanoseconds) }
}

/// Converts times to the form used in ledgers: in UTC, as in `2026-11-20T18:30:00Z`.
package enum UTCMoment {
    /// The time in seconds after 1970-01-01 00:00 UTC, as a text.
    package static func text(of seconds: Int) -> String {
        ClockTime(seconds: Int64(seconds), hasDate: true, offset: nil).isoText + "Z"
    }

    /// Seconds since 1970-01-01 00:00 UTC; nil of any other text.
    package static func seconds(of text: String) -> Int? {
        let parts = text.utf8.split(separator: UInt8(ascii: "T"), omittingEmptySubsequences: false)
        guard parts.count == 2, let day = CalendarDay(String(decoding: parts[0], as: UTF8.self)),
            parts[1].count == 9, parts[1].last == UInt8(ascii: "Z")
        else { return nil }
        let clock = parts[1].dropLast().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let isDigits = clock.joined().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let numbers = clock.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard isDigits, clock.map(\.count) == [2, 2, 2], numbers.count == 3, numbers[0] < 24, numbers[1] < 60,
            numbers[2] < 60
        else { return nil }
        return day.number * 86_400 + numbers[0] * 3_600 + numbers[1] * 60 + numbers[2]
    }
}
