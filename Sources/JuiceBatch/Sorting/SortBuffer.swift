internal import CSV
internal import FlatMemory

/// The rows that one thread collects for sorting.
///
/// Rows are held in memory; beyond a limit, they are written to a file as sorted runs.
package final class SortBuffer {
    private let folder: String
    private let memoryBytes: Int
    private let cancellation: CancellationToken
    /// The rows in memory, in the order in which they were added.
    private var rows: PackedRows
    private var file: SpillFile?
    /// The sorted runs in the file.
    private var spilledRuns: [SpilledRun] = []

    /// The number of bytes written at a time.
    private static let blockBytes = 256 << 10
    /// Room for the row that fills the buffer, so that only very long rows make it grow.
    private static let spareBytes = 2 << 20

    /// Creates an empty buffer.
    ///
    /// - Parameters:
    ///   - folder: The folder whose file system holds the rows that do not fit into memory.
    ///   - memoryBytes: The maximum memory for rows, up to 1 GiB; the last row may exceed it.
    init(folder: String, memoryBytes: Int, cancellation: CancellationToken) {
        precondition(memoryBytes > 0 && memoryBytes <= 1 << 30, "offsets in memory fit into 32 bits")
        self.folder = folder
        self.memoryBytes = memoryBytes
        self.cancellation = cancellation
        // Memory that is never written is not allocated, and growing would hold the rows twice.
        rows = PackedRows(capacity: memoryBytes + Self.spareBytes)
    }

    /// Adds the rows of a batch that has been read and decoded, without blank records.
    ///
    /// - Parameter keys: The position of each record's row among all rows; ignored for a blank record.
    package func append(_ batch: RowBatch, keys: [SortKey]) throws(BatchError) {
        precondition(keys.count == batch.rows.count, "each record has a key")
        for row in 0..<keys.count where batch.rows.codes[row] != DecodedRows.None.row {
            if rows.bytes.count + rows.count * SortedOffsets.bytesPerRow >= memoryBytes { try spill() }
            rows.append(row, of: batch.records, batch.rows, key: keys[row], line: batch.line(of: row))
        }
    }

    /// Returns the runs in the file, and removes them.
    ///
    /// If any rows have been written to the file, the remaining ones are written as well, so that no row stays in
    /// memory.
    func takeSpilledRuns() throws(BatchError) -> [SpilledRun] {
        if file != nil { try spill() }
        defer { (spilledRuns, file) = ([], nil) }
        return spilledRuns
    }

    /// Returns the rows in memory, in order.
    func takeRest() -> MemoryRunCursor {
        var rest = PackedRows()
        swap(&rest, &rows)
        return MemoryRunCursor(rest)
    }

    /// Writes the rows in memory to the file, in order.
    private func spill() throws(BatchError) {
        let file: SpillFile
        if let earlier = self.file { file = earlier } else { file = try SpillFile(in: folder) }
        self.file = file
        let start = file.byteCount
        try Self.write(rows, to: file, cancellation)
        spilledRuns.append(SpilledRun(file: file, range: start..<file.byteCount))
        rows.removeAll()
    }

    private static func write(
        _ rows: borrowing PackedRows, to file: SpillFile, _ cancellation: CancellationToken
    ) throws(BatchError) {
        let order = SortedOffsets(rows)
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

/// The order of packed rows by their keys, as the offset of each row.
///
/// The rows themselves are not moved.
struct SortedOffsets {
    /// The memory for sorting one row, in bytes, in addition to the row; the standard library's sort needs half of it
    /// again.
    static let bytesPerRow = MemoryLayout<Entry>.stride * 3 / 2

    /// The offset of a row, with the parts of its key that are enough to compare most rows.
    private struct Entry {
        let seconds: Int64
        let group: Int32
        let offset: UInt32
    }

    private var entries: [Entry] = []

    /// Sorts some rows, which must take less than 4 GiB.
    init(_ rows: borrowing PackedRows) {
        entries.reserveCapacity(rows.count)
        var offset = 0
        for _ in 0..<rows.count {
            let row = rows.row(at: offset)
            let key = PackedRowHead(row).key
            entries.append(Entry(seconds: key.seconds, group: key.group, offset: UInt32(offset)))
            offset += row.count
        }
        entries.sort { left, right in
            if left.group != right.group { return left.group < right.group }
            if left.seconds != right.seconds { return left.seconds < right.seconds }
            return rows.key(at: Int(left.offset)) < rows.key(at: Int(right.offset))
        }
    }

    /// The number of rows.
    var count: Int { entries.count }

    /// The offset of a row among the bytes, by its index in the order, from 0.
    @inline(__always)
    func offset(_ place: Int) -> Int { Int(entries[place].offset) }
}

/// The position of a row in the order in which rows are applied; unique within a run.
package struct SortKey: Comparable, BitwiseCopyable, Hashable {
    /// The group of inputs that are sorted together, from 0.
    package var group: Int32
    /// The seconds as `RowTime.seconds`.
    package var seconds: Int64
    /// The fraction of the second, 0 … 999,999,999.
    package var nanoseconds: UInt32
    /// The index of the row's input, from 0; of rows with equal times, those of earlier inputs come first.
    package var input: Int32
    /// The row's position in its input; negative if the input is read from its end.
    package var ordinal: Int64

    package static func < (left: SortKey, right: SortKey) -> Bool {
        if left.group != right.group { return left.group < right.group }
        if left.seconds != right.seconds { return left.seconds < right.seconds }
        if left.nanoseconds != right.nanoseconds { return left.nanoseconds < right.nanoseconds }
        if left.input != right.input { return left.input < right.input }
        return left.ordinal < right.ordinal
    }
}
