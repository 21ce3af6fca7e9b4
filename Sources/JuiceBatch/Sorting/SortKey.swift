/// The position of a row in the order in which rows are applied; unique within a run.
package struct SortKey: Comparable, BitwiseCopyable, Hashable {
    /// The group of inputs that are put in order together, from 0.
    package var group: Int32
    /// The second of `RowTime`.
    package var seconds: Int64
    /// The fraction of the second, 0 … 999,999,999.
    package var nanoseconds: UInt32
    /// The row's input, from 0; of rows of one time, those of earlier inputs come first.
    package var input: Int32
    /// The row's place within its input; below 0 where the input is read from its end.
    package var ordinal: Int64

    package init(group: Int32, seconds: Int64, nanoseconds: UInt32, input: Int32, ordinal: Int64) {
        self.group = group
        self.seconds = seconds
        self.nanoseconds = nanoseconds
        self.input = input
        self.ordinal = ordinal
    }

    package static func < (left: SortKey, right: SortKey) -> Bool {
        if left.group != right.group { return left.group < right.group }
        if left.seconds != right.seconds { return left.seconds < right.seconds }
        if left.nanoseconds != right.nanoseconds { return left.nanoseconds < right.nanoseconds }
        if left.input != right.input { return left.input < right.input }
        return left.ordinal < right.ordinal
    }
}

/// The bounds of the keys of some rows, and whether they are in order, by which sorting skips work.
struct KeySpan {
    /// Parts of keys side by side in one number.
    struct Word {
        fileprivate let least: SIMD8<UInt64>
        fileprivate var masks = SIMD8<UInt64>()
        fileprivate var shifts = SIMD8<UInt64>()
        /// The number of bits of the number in use, 1 … 64.
        fileprivate(set) var bitCount = 0

        /// The number that a key has here.
        @inline(__always)
        func value(of key: SortKey) -> UInt64 {
            (((KeySpan.parts(of: key) &- least) & masks) &<< shifts).wrappedSum()
        }
    }

    private var last: SortKey?
    private var least = SIMD8<Int64>(repeating: .max)
    private var greatest = SIMD8<Int64>(repeating: .min)
    /// Whether each key so far came behind the one before it.
    private(set) var isAscending = true
    /// Whether those of one time did, as they do where no input is read from its end.
    private var tiesAscend = true

    /// Adds the key of the next row.
    @inline(__always)
    mutating func add(_ key: SortKey) {
        let parts = SIMD8<Int64>(truncatingIfNeeded: Self.parts(of: key))
        least = pointwiseMin(least, parts)
        greatest = pointwiseMax(greatest, parts)
        if let last {
            if !(last < key) { isAscending = false }
            if (key.input, key.ordinal) <= (last.input, last.ordinal) { tiesAscend = false }
        }
        last = key
    }

    /// The words by which to sort, the lowest first, with a sort that leaves equal ones in their order.
    var words: [Word] {
        let start = SIMD8<UInt64>(truncatingIfNeeded: least)
        var words: [Word] = []
        for part in (tiesAscend ? Self.firstPartOfTime : 0)..<Self.partCount {
            let spread = UInt64(bitPattern: greatest[part]) &- start[part]
            let bitCount = UInt64.bitWidth - spread.leadingZeroBitCount
            guard bitCount > 0 else { continue }
            var word = Word(least: start)
            if let last = words.last, last.bitCount + bitCount <= UInt64.bitWidth { word = words.removeLast() }
            word.masks[part] = .max
            word.shifts[part] = UInt64(word.bitCount)
            word.bitCount += bitCount
            words.append(word)
        }
        return words
    }

    private static let partCount = 5
    private static let firstPartOfTime = 2

    /// The parts of a key from the lowest to the highest, as the bits of numbers with a sign.
    @inline(__always)
    private static func parts(of key: SortKey) -> SIMD8<UInt64> {
        SIMD8(
            UInt64(bitPattern: key.ordinal), UInt64(bitPattern: Int64(key.input)), UInt64(key.nanoseconds),
            UInt64(bitPattern: key.seconds), UInt64(bitPattern: Int64(key.group)), 0, 0, 0)
    }
}
