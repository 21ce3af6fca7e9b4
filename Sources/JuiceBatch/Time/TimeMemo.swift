internal import CSV

/// Reads the times of rows one after the other, and reuses the hour of the previous cell.
///
/// If a cell differs from the previous one only in minutes and seconds, only these are parsed. The bytes of the
/// previous cell must remain valid.
struct TimeMemo {
    private let reader: TimeReader
    private var last = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// The time in the last cell.
    private var time = Timestamp.none
    /// The time at the full hour before the last time; none if the hour cannot be identified in the cell's bytes.
    private var fullHour = Timestamp.none
    /// The offset of the end of the minutes in the last cell, or of the seconds if there are any.
    private var clockEnd = 0
    private var hasSeconds = false
    /// The eight bytes before `clockEnd`, with minutes and seconds set to zero.
    private var clock: UInt64 = 0
    /// The headroom of each byte: 127 minus the maximum difference from the byte in `clock`.
    private var headroom: UInt64 = 0

    /// Creates a memo without a previous cell.
    init(_ reader: TimeReader) {
        self.reader = reader
    }

    /// Reads a cell; returns `none` if the cell is not a time.
    @inline(__always)
    mutating func read(_ cell: UnsafeBufferPointer<UInt8>) -> Timestamp {
        guard cell.count == last.count, !fullHour.isNone else { return readWhole(cell) }
        let distance = clockWord(cell) ^ clock
        guard isClock(distance), isSameBeside(cell) else { return readWhole(cell) }
        var time = fullHour
        time.seconds &+= seconds(distance)
        return time
    }

    /// The eight bytes before the end of a cell's clock, with the last byte highest; bytes before the cell are 0.
    @inline(__always)
    private func clockWord(_ cell: UnsafeBufferPointer<UInt8>) -> UInt64 {
        if clockEnd >= 8 { return word(cell, clockEnd &- 8) }
        var word: UInt64 = 0
        for at in 0..<clockEnd { word = word &>> 8 | UInt64(cell[at]) &<< 56 }
        return word
    }

    /// Whether a cell of the same length equals the last one before and after the bytes of `clockWord`.
    @inline(__always)
    private func isSameBeside(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = clockEnd &- 8
        if start >= 8 {
            // Most starts have 8 … 16 bytes, which overlap here.
            if word(cell, 0) != word(last, 0) || word(cell, start &- 8) != word(last, start &- 8) { return false }
            if start > 16, !isSame(cell, 8, start &- 8) { return false }
        } else if !isSame(cell, 0, start) {
            return false
        }
        return clockEnd == cell.count || isSame(cell, clockEnd, cell.count)
    }

    /// Whether a cell has the same bytes as the last one in a range.
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
        UInt64(littleEndian: UnsafeRawBufferPointer(cell).loadUnaligned(fromByteOffset: at, as: UInt64.self))
    }

    @inline(never)
    private mutating func readWhole(_ cell: UnsafeBufferPointer<UInt8>) -> Timestamp {
        if cell.count == last.count, cell.elementsEqual(last) { return time }
        last = cell
        fullHour = .none
        time = .none
        guard let read = reader.read(cell) else { return time }
        time = Timestamp(read)
        guard time.hour < 24, read.nanoseconds == 0, !reader.startsDay(within: Int(time.hour)) else { return time }
        findMinutes(cell, read)
        return time
    }

    /// Finds the position of minutes and seconds, if they are between separators.
    private mutating func findMinutes(_ cell: UnsafeBufferPointer<UInt8>, _ read: RowTime) {
        clockEnd = clockEnd(cell, hasOffset: read.kind.contains(.offset))
        guard clockEnd >= 3, cell[clockEnd - 3] == Ascii.colon else { return }
        hasSeconds = clockEnd >= 6 && cell[clockEnd - 6] == Ascii.colon
        let word = clockWord(cell)
        clock = word
        headroom = 0x7F7F_7F7F_7F7F_7F7F
        // The tens are at most 5, the ones at most 9.
        for shift in hasSeconds ? [24, 48] : [48] {
            clock = clock & ~(0xFFFF << shift) | 0x3030 << shift
            headroom -= 0x0905 << shift
        }
        let distance = word ^ clock
        let seconds = seconds(distance)
        // The minutes and seconds that were found must agree with the parsed time.
        guard isClock(distance), read.secondsOfDay % 3_600 == seconds else { return }
        fullHour = time
        fullHour.seconds -= seconds
    }

    /// Whether a cell differs from the full hour only in minutes and seconds.
    ///
    /// - Parameter distance: The difference of each byte: for digits from `0`, for other bytes from the last cell.
    @inline(__always)
    private func isClock(_ distance: UInt64) -> Bool {
        (distance &+ headroom | distance) & 0x8080_8080_8080_8080 == 0
    }

    /// The seconds since the full hour, from the same differences.
    @inline(__always)
    private func seconds(_ distance: UInt64) -> Int64 {
        let pairs = distance &* 10 &+ distance &>> 8
        let (middle, end) = (Int64(pairs &>> 24 & 0xFF), Int64(pairs &>> 48 & 0xFF))
        return hasSeconds ? middle &* 60 &+ end : end &* 60
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
