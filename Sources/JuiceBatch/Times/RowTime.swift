/// The time of a row, as its cell says it.
package struct RowTime: Equatable, Sendable {
    /// The parts that a cell's time has; only times of one kind can be compared.
    package struct Kind: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// It says the date.
        package static let date = Kind(rawValue: 1)
        /// It says the time of day.
        package static let timeOfDay = Kind(rawValue: 2)
        /// It says how far the clock is off UTC.
        package static let offset = Kind(rawValue: 4)
    }

    /// Seconds since 1970-01-01 00:00 by the clock of the cell, or UTC with an offset; a time without a date is of that
    /// day, a date without a time of day its midnight.
    package let seconds: Int64
    /// The fraction of the second, 0 … 999,999,999; what is finer is cut off.
    package let nanoseconds: UInt32
    package let kind: Kind
    /// The day by the clock of the cell, with the day added that `DayStart` adds; of no meaning without a date.
    let day: CalendarDay
    /// The time of day by the clock of the cell, in seconds from 0; 0 where it says none.
    let secondsOfDay: Int

    /// The time of what a cell says.
    ///
    /// - Parameter offsetSeconds: how far the clock of the cell is ahead of UTC; nil where it does not say so.
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

    /// The day by the clock of the cell; nil where it says no date.
    package var date: CalendarDay? {
        kind.contains(.date) ? day : nil
    }

    /// The business day that the time belongs to; nil where it says no date.
    ///
    /// A date without a time of day is the business day itself.
    package func businessDay(from start: DayStart) -> CalendarDay? {
        guard let date else { return nil }
        let isBefore = kind.contains(.timeOfDay) && secondsOfDay < start.seconds
        return isBefore ? CalendarDay(number: date.number - 1) : date
    }

    /// Whether this time comes before another one of the same kind.
    package func isEarlier(than other: RowTime) -> Bool {
        (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
    }
}
