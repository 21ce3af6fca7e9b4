internal import FlatMemory

/// Packed rows in the order of their keys: where each begins among their bytes.
///
/// Of a key only what differs from row to row is looked at: the differences to the least one of each part side by side, in
/// as few words as hold them, which are sorted digit by digit from the lowest. Rows themselves stay where they are.
struct SortedOffsets: ~Copyable {
    /// The memory for sorting a row, in bytes, besides the row itself.
    static let bytesPerRow = 2 * MemoryLayout<Entry>.stride

    /// A row and what is sorted by at the time.
    struct Entry: BitwiseCopyable {
        var word: UInt64
        var offset: UInt32
    }

    private var entries: FixedBuffer<Entry>

    /// The order of some rows, which take less than 4 GiB.
    init(_ rows: borrowing PackedRows, span: KeySpan) {
        entries = FixedBuffer(uninitializedCount: rows.count)
        var offset = 0
        for place in 0..<rows.count {
            entries[place] = Entry(word: 0, offset: UInt32(offset))
            offset += rows.row(at: offset).count
        }
        let words = span.isAscending ? [] : span.words
        guard !words.isEmpty else { return }
        var spare = FixedBuffer<Entry>(uninitializedCount: rows.count)
        for word in words {
            for place in 0..<rows.count {
                let entry = entries[unchecked: place]
                let key = PackedRowHead.key(rows.row(at: Int(entry.offset)))
                entries[unchecked: place] = Entry(word: word.value(of: key), offset: entry.offset)
            }
            for shift in stride(from: 0, to: word.bitCount, by: Self.digitBits) {
                Self.sort(entries, by: UInt64(shift), into: spare)
                swap(&entries, &spare)
            }
        }
    }

    /// The number of rows.
    var count: Int { entries.count }

    /// The offset of a row among the bytes, by its index in the order, from 0.
    @inline(__always)
    func offset(_ place: Int) -> Int { Int(entries[place].offset) }

    /// Digits of 11 bits: a few passes, and counts that stay in the cache.
    private static let digitBits = 11

    /// Puts entries in the order of a digit; those that have the same stay in their order.
    private static func sort(
        _ entries: borrowing FixedBuffer<Entry>, by shift: UInt64, into target: borrowing FixedBuffer<Entry>
    ) {
        let mask: UInt64 = 1 << UInt64(digitBits) - 1
        let places = FixedBuffer<UInt32>(repeating: 0, count: 1 << digitBits)
        for place in 0..<entries.count {
            places.update(Int(entries[unchecked: place].word >> shift & mask)) { $0 &+= 1 }
        }
        var next: UInt32 = 0
        for digit in places.indices {
            let count = places[digit]
            places[digit] = next
            next += count
        }
        for place in 0..<entries.count {
            let entry = entries[unchecked: place]
            let digit = Int(entry.word >> shift & mask)
            let to = places[unchecked: digit]
            target[Int(to)] = entry
            places[unchecked: digit] = to &+ 1
        }
    }
}
