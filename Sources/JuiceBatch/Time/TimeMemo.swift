internal import CSV

/// Reads the times of rows one after the other: of a cell that says the hour just as the one before it did, only
/// minutes and seconds are read.
///
/// The cell that was read last has to stay where it is.
struct TimeMemo {
    /// The needed part of a row's time.
    struct Time {
        /// The seconds as in `RowTime`.
        var seconds: Int64
        /// The seconds as in `ClockTime.seconds`.
        var clockSeconds: Int64
        let nanoseconds: UInt32
        let kind: RowTime.Kind
        /// The hour of the day, 0 … 23; 24 of a date alone.
        let hour: UInt8

        init(_ time: RowTime) {
            seconds = time.seconds
            clockSeconds = time.clockSeconds
            nanoseconds = time.nanoseconds
            kind = time.kind
            hour = kind.contains(.timeOfDay) ? UInt8(truncatingIfNeeded: time.secondsOfDay / 3_600) : 24
        }
    }

    private let reader: TimeReader
    private var last = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// The time in the last cell.
    private var time: Time?
    /// The same at the full hour.
    private var fullHour: Time?
    /// The start of the minutes in the last cell, and their end, or that of its seconds if it has any.
    private var minuteStart = 0
    private var clockEnd = 0

    /// Creates a memo of no cells.
    init(_ reader: TimeReader) {
        self.reader = reader
    }

    /// Starts anew: the last cell is gone.
    mutating func forget() {
        self = TimeMemo(reader)
    }

    /// Reads a cell; nil for a cell that is no time.
    @inline(__always)
    mutating func read(_ cell: UnsafeBufferPointer<UInt8>) -> Time? {
        if let fullHour, cell.count == last.count, isSameHour(cell) {
            var time = fullHour
            let minute = pair(cell, minuteStart)
            let second = clockEnd - minuteStart == 2 ? 0 : pair(cell, minuteStart &+ 3)
            if minute < 60, second < 60 {
                let seconds = Int64(minute &* 60 &+ second)
                time.seconds &+= seconds
                time.clockSeconds &+= seconds
                return time
            }
        }
        return readWhole(cell)
    }

    /// The number of two digits; more than 99 for anything else.
    @inline(__always)
    private func pair(_ cell: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        let (tens, ones) = (cell[at] &- Ascii.zero, cell[at &+ 1] &- Ascii.zero)
        return tens > 9 || ones > 9 ? 100 : Int(tens) &* 10 &+ Int(ones)
    }

    /// Whether a cell, as long as the last one, differs from it in nothing but minutes and seconds.
    @inline(__always)
    private func isSameHour(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        if minuteStart >= 8 {
            // Most hours stand behind 8 … 16 bytes, which overlap here.
            if word(cell, 0) != word(last, 0) || word(cell, minuteStart &- 8) != word(last, minuteStart &- 8) {
                return false
            }
            if minuteStart > 16, !isSame(cell, 8, minuteStart &- 8) { return false }
        } else if !isSame(cell, 0, minuteStart) {
            return false
        }
        if clockEnd &- minuteStart > 2, cell[minuteStart &+ 2] != Ascii.colon { return false }
        return clockEnd == cell.count || isSame(cell, clockEnd, cell.count)
    }

    /// Whether a cell has the same bytes as the last one from a place to another.
    @inline(__always)
    private func isSame(_ cell: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var at = start
        while at < end {
            if cell[at] != last[at] { return false }
            at &+= 1
        }
        return true
    }

    @inline(__always)
    private func word(_ cell: UnsafeBufferPointer<UInt8>, _ at: Int) -> UInt64 {
        UnsafeRawBufferPointer(cell).loadUnaligned(fromByteOffset: at, as: UInt64.self)
    }

    @inline(never)
    private mutating func readWhole(_ cell: UnsafeBufferPointer<UInt8>) -> Time? {
        if cell.count == last.count, cell.elementsEqual(last) { return time }
        last = cell
        fullHour = nil
        time = nil
        guard let read = reader.read(cell) else { return nil }
        let time = Time(read)
        self.time = time
        guard time.hour < 24, read.nanoseconds == 0, !reader.startsDay(within: Int(time.hour)) else { return time }
        findMinutes(cell, read)
        return time
    }

    /// Finds where minutes and seconds stand, if they stand alone and between marks.
    private mutating func findMinutes(_ cell: UnsafeBufferPointer<UInt8>, _ read: RowTime) {
        let end = clockEnd(cell, hasOffset: read.kind.contains(.offset))
        guard end >= 3, cell[end - 3] == Ascii.colon, pair(cell, end - 2) < 60 else { return }
        let hasSeconds = end >= 6 && cell[end - 6] == Ascii.colon
        let start = hasSeconds ? end - 5 : end - 2
        // What is found has to be what was read.
        let minute = pair(cell, start)
        let second = hasSeconds ? pair(cell, end - 2) : 0
        guard read.secondsOfDay % 3_600 == minute * 60 + second else { return }
        (minuteStart, clockEnd) = (start, end)
        var hour = time
        hour?.seconds -= Int64(minute * 60 + second)
        hour?.clockSeconds -= Int64(minute * 60 + second)
        fullHour = hour
    }

    /// The end of the time of day: before AM or PM, and before an offset.
    private func clockEnd(_ cell: UnsafeBufferPointer<UInt8>, hasOffset: Bool) -> Int {
        var end = cell.count
        if hasOffset {
            guard let sign = cell.lastIndex(where: { [Ascii.plus, Ascii.hyphen, Ascii.upperZ].contains($0) }) else {
                return 0
            }
            end = sign
        }
        while end > 0, !(Ascii.zero...Ascii.zero + 9).contains(cell[end - 1]) { end -= 1 }
        return end
    }
}
