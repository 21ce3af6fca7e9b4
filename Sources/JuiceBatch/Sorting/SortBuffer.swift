internal import CSV
internal import FlatMemory

/// The rows that one thread sorts: in memory, and beyond a limit in a file, as runs that are each in order.
package final class SortBuffer {
    /// The rows in memory, in the order of their arrival.
    private struct Content: ~Copyable {
        var rows: PackedRows
        var span = KeySpan()

        /// Appends the rows of a batch from `row` on, until `memoryBytes` are full or there are no more; says where it
        /// stopped.
        mutating func append(
            from first: Int, _ records: borrowing RecordBatch, _ decoded: borrowing DecodedRows, _ keys: [SortKey],
            _ origins: [RowOrigin], firstLine: Int, memoryBytes: Int
        ) -> Int {
            for row in first..<keys.count where decoded.codes[row] != DecodedRows.None.row {
                if rows.bytes.count + rows.count * SortedOffsets.bytesPerRow >= memoryBytes { return row }
                let line = origins.isEmpty ? firstLine + records.line(row) : origins[row].line
                rows.append(row, of: records, decoded, key: keys[row], line: line)
                span.add(keys[row])
            }
            return keys.count
        }
    }

    private let folder: String
    private let memoryBytes: Int
    private let cancellation: CancellationToken
    private var content: Content
    private var file: SpillFile?
    /// The sorted runs in the file.
    private var spilledRuns: [SpilledRun] = []

    /// The number of bytes written at a time.
    private static let blockBytes = 256 << 10
    /// Room for the row that fills the buffer up, so that it grows for the longest ones only.
    private static let spareBytes = 2 << 20

    /// Creates an empty buffer.
    ///
    /// - Parameters:
    ///   - folder: a folder on the file system for what does not fit into memory.
    ///   - memoryBytes: the maximum memory for rows, up to 1 GiB; the last row may exceed it.
    init(folder: String, memoryBytes: Int, cancellation: CancellationToken) {
        precondition(memoryBytes > 0 && memoryBytes <= 1 << 30, "offsets in memory fit into 32 bits")
        self.folder = folder
        self.memoryBytes = memoryBytes
        self.cancellation = cancellation
        // What is never touched costs nothing, and growing would hold the rows twice.
        content = Content(rows: PackedRows(capacity: memoryBytes + Self.spareBytes))
    }

    /// Adds the rows of a batch that has been read and decoded; blank records are none.
    ///
    /// - Parameter keys: where each record's row stands among all; of no meaning for one that is blank.
    package func append(_ batch: RowBatch, keys: [SortKey]) throws(BatchError) {
        precondition(keys.count == batch.rows.count, "each record has a key")
        var row = 0
        while true {
            row = content.append(
                from: row, batch.records, batch.rows, keys, batch.origins, firstLine: batch.firstLine,
                memoryBytes: memoryBytes)
            if row == keys.count { return }
            try spill()
        }
    }

    /// Returns the runs written to the file: all rows, if memory did not suffice, so that none is held any longer.
    func takeSpilledRuns() throws(BatchError) -> [SpilledRun] {
        if file != nil { try spill() }
        defer { (spilledRuns, file) = ([], nil) }
        return spilledRuns
    }

    /// Returns the rows in memory, in order.
    func takeRest() -> MemoryRunCursor {
        var rest = Content(rows: PackedRows())
        swap(&rest, &content)
        return MemoryRunCursor(rest.rows, span: rest.span)
    }

    /// Writes the rows in memory to the file, in order.
    private func spill() throws(BatchError) {
        let file: SpillFile
        if let earlier = self.file { file = earlier } else { file = try SpillFile(in: folder) }
        self.file = file
        let start = file.byteCount
        try Self.write(content.rows, span: content.span, to: file, cancellation)
        spilledRuns.append(SpilledRun(file: file, range: start..<file.byteCount))
        content.rows.removeAll()
        content.span = KeySpan()
    }

    private static func write(
        _ rows: borrowing PackedRows, span: KeySpan, to file: SpillFile, _ cancellation: CancellationToken
    ) throws(BatchError) {
        let order = SortedOffsets(rows, span: span)
        var block = PackedRows(capacity: blockBytes)
        for place in 0..<order.count {
            let ahead = place + 12
            if ahead < order.count { rows.prefetch(order.offset(ahead)) }
            block.append(packed: rows.row(at: order.offset(place)))
            guard block.bytes.count >= blockBytes else { continue }
            try cancellation.check()
            try file.append(block.bytes.bytes)
            block.removeAll()
        }
        try file.append(block.bytes.bytes)
    }
}

/// Packed rows in the order of their keys: where each begins among their bytes.
///
/// Of a key only what differs from row to row is looked at: the differences to the least one of each part side by side, in
/// as few words as hold them, which are sorted digit by digit from the lowest. Rows themselves stay where they are.
struct SortedOffsets: ~Copyable {
    /// The memory for sorting a row, in bytes, besides the row itself.
    static let bytesPerRow = 2 * MemoryLayout<Entry>.stride

    /// A row and the key that it is sorted by at the time.
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

    /// Sorts entries by a digit; equal ones stay in their order.
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
