internal import CLinux
package import CSV
internal import FlatMemory

/// The rows that one thread collects for sorting; beyond a limit, they are written to a file as sorted runs.
package final class SortBuffer: OutcomeRenderer {
    private let folder: String
    private let memoryBytes: Int
    private let inputs: [InputPlan]
    /// The inputs, from 0, that list their newest row first.
    private let newestFirst: Set<Int>
    private let cancellation: CancellationToken
    /// The rows in memory, in the order in which they were added.
    private var rows: PackedRows
    private var file: AnonymousFile?
    private var fileEnd = 0
    /// The range of bytes of each sorted run in the file.
    private var spilledRuns: [Range<Int>] = []

    private static let blockBytes = 256 << 10

    /// Creates an empty buffer, whose rows beyond `memoryBytes`, up to 1 GiB, are stored on the folder's file system.
    init(
        folder: String, memoryBytes: Int, inputs: [InputPlan] = [], newestFirst: Set<Int> = [],
        cancellation: CancellationToken
    ) {
        precondition(memoryBytes > 0 && memoryBytes <= 1 << 30, "offsets in memory fit into 32 bits")
        (self.folder, self.memoryBytes, self.cancellation) = (folder, memoryBytes, cancellation)
        (self.inputs, self.newestFirst) = (inputs, newestFirst)
        // The spare bytes hold the row that fills the buffer, so that it never grows; bytes never written take no memory.
        rows = PackedRows(capacity: memoryBytes + (2 << 20))
    }

    /// Adds the rows of a batch of one of the inputs, each with its position among all rows.
    package func render(_ batch: RowBatch) throws {
        let plan = inputs[batch.input]
        let isNewestFirst = newestFirst.contains(batch.input)
        let keys = (0..<batch.rows.count).map { row in
            let ordinal = Int64(batch.firstRecord + row)
            let timestampKey = plan.isTimed ? batch.rows.timestampKeys[row] : .beforeAll
            return SortKey(
                group: Int32(plan.group), seconds: timestampKey.seconds, nanoseconds: timestampKey.nanoseconds,
                input: Int32(batch.input), ordinal: isNewestFirst ? -ordinal : ordinal)
        }
        try append(batch, keys: keys, packedCells: plan.columns.packedCells)
    }

    // The order in which batches are collected does not affect the sorted rows.
    package func reserve() throws {}

    /// Adds the rows of a decoded batch, each with its key; `packedCells` are the cells that are stored.
    ///
    /// Blank records are left out. A row with the wrong number of cells is stored with its own cells.
    package func append(
        _ batch: RowBatch, keys: [SortKey], packedCells: RecordBatch.PackedCells? = nil
    ) throws(BatchError) {
        precondition(keys.count == batch.rows.count, "each record has a key")
        // The standard sort needs half as much memory as the entries.
        let sortBytesPerRow = MemoryLayout<PackedRows.SortEntry>.stride * 3 / 2
        for row in 0..<keys.count where batch.rows.codes[row] != DecodedRows.notARow {
            if rows.bytes.count + rows.count * sortBytesPerRow >= memoryBytes { try spill() }
            let hasOwnCells = batch.rows.codes[row] == OutcomeCode.wrongFieldCount.rawValue
            rows.append(
                row, of: batch.records, batch.rows, key: keys[row], line: batch.line(of: row),
                hasOwnCells ? nil : packedCells)
        }
    }

    /// Removes all rows, and returns cursors over them, each in order.
    ///
    /// If any rows have been written to the file, the others are too; a cursor over a run reads `blockBytes` at once.
    func makeCursors(blockBytes: Int) throws(BatchError) -> [any RunCursor] {
        guard let file else {
            var removed = PackedRows()
            swap(&removed, &rows)
            return [MemoryRunCursor(removed)]
        }
        try spill()
        defer { (spilledRuns, self.file, fileEnd) = ([], nil, 0) }
        return spilledRuns.map { SpilledRunCursor(file, $0, blockBytes: blockBytes) }
    }

    private func spill() throws(BatchError) {
        let file = if let earlier = self.file { earlier } else { try AnonymousFile(in: folder) }
        self.file = file
        let start = fileEnd
        let order = rows.sortedEntries()
        var block = PackedRows(capacity: Self.blockBytes)
        for position in order.indices {
            let ahead = position + prefetchDistance
            if ahead < order.count { rows.prefetch(Int(order[ahead].offset)) }
            block.append(packed: rows.row(at: Int(order[position].offset)))
            guard block.bytes.count >= Self.blockBytes || position == order.count - 1 else { continue }
            try cancellation.check()
            unsafe fileEnd += try file.write(block.bytes.bytes.buffer.span, at: fileEnd)
            block.removeAll()
        }
        spilledRuns.append(start..<fileEnd)
        rows.removeAll()
    }
}

extension PackedRows {
    /// The offset of a row, with the parts of its key that are enough to compare most rows.
    typealias SortEntry = (seconds: Int64, group: Int32, offset: UInt32)

    /// The entries of all rows in the order of their keys; the rows, which must take less than 4 GiB, are not moved.
    func sortedEntries() -> [SortEntry] {
        var entries: [SortEntry] = []
        entries.reserveCapacity(count)
        var offset = 0
        for _ in 0..<count {
            let row = row(at: offset)
            let key = PackedRowHead(row).key
            entries.append((key.seconds, key.group, UInt32(offset)))
            offset += row.count
        }
        entries.sort { left, right in
            if left.group != right.group { return left.group < right.group }
            if left.seconds != right.seconds { return left.seconds < right.seconds }
            return key(at: Int(left.offset)) < key(at: Int(right.offset))
        }
        return entries
    }
}

/// The position of a row in the order in which rows are applied; unique within a run.
package struct SortKey: Comparable, BitwiseCopyable, Hashable {
    /// The group of inputs that are sorted together, from 0.
    package var group: Int32
    /// The seconds as `Timestamp.seconds`.
    package var seconds: Int64
    /// The fraction of the second, 0 … 999,999,999.
    package var nanoseconds: UInt32
    /// The index of the row's input, from 0; of rows with equal times, those of earlier inputs come first.
    package var input: Int32
    /// The row's position in its input; negative if the input is read from its end.
    package var ordinal: Int64

    package static func < (left: SortKey, right: SortKey) -> Bool {
        (left.group, left.seconds, left.nanoseconds, left.input, left.ordinal)
            < (right.group, right.seconds, right.nanoseconds, right.input, right.ordinal)
    }
}

/// The head of a packed row, before its cells: its position in the order, its line, and its decoded values.
struct PackedRowHead: BitwiseCopyable {
    /// The length of the whole row in bytes; the first value, because it is also read alone.
    private var byteCount: UInt32 = 0
    private let code: UInt8
    private let action: UInt8
    private let item: UInt16
    private let quantity: Int
    /// The hash of the row's id; zero for a row that has none.
    private let id: IDHash
    /// Whether the row keeps the code that it has from an earlier run.
    private let keepsCode: Bool
    let line: Int
    let key: SortKey

    init(_ rows: borrowing DecodedRows, _ row: Int, key: SortKey, line: Int) {
        code = rows.codes[row]
        action = rows.actions[row]
        item = rows.items[row]
        quantity = rows.quantities[row]
        id = rows.id(of: row) ?? IDHash.none
        keepsCode = rows.keepsCode(row)
        (self.line, self.key) = (line, key)
    }

    @inline(__always)
    init(_ row: ByteView) { self = unsafe UnsafeRawBufferPointer(row.buffer).loadUnaligned(as: Self.self) }

    static var size: Int { MemoryLayout<Self>.size }

    @inline(__always) func append(to rows: inout DecodedRows) {
        let index = rows.addRow(code: code, id: id.isNone ? nil : id)
        rows.actions[index] = action
        rows.items[index] = item
        rows.quantities[index] = quantity
        if keepsCode { rows.keepCode(rows.outcome(index), row: index) }
    }
}

/// Consecutive packed rows with their keys, each identified by its offset, in memory or in a file of this process.
package struct PackedRows: ~Copyable {
    /// The rows one after the other: the head of each, then its cells.
    private(set) var bytes: ByteBuffer
    package private(set) var count = 0

    /// Creates an empty buffer with room for some bytes.
    package init(capacity: Int = 4096) { bytes = ByteBuffer(capacity: capacity) }

    mutating func removeAll() {
        bytes.removeAll()
        count = 0
    }

    /// Appends a row that is not blank, with its position among all rows and its line in its input, from 1.
    @inline(__always) mutating func append(
        _ row: Int, of records: borrowing RecordBatch, _ decoded: borrowing DecodedRows, key: SortKey, line: Int,
        _ packedCells: RecordBatch.PackedCells?
    ) {
        let start = bytes.count
        let head = PackedRowHead(decoded, row, key: key, line: line)
        bytes.reserve(PackedRowHead.size)
        unsafe UnsafeMutableRawPointer(bytes.base + start).storeBytes(of: head, as: PackedRowHead.self)
        bytes.count += PackedRowHead.size
        records.pack(row, packedCells, into: &bytes)
        unsafe UnsafeMutableRawPointer(bytes.base + start).storeBytes(of: UInt32(bytes.count - start), as: UInt32.self)
        count += 1
    }

    /// Appends a row that is already packed; `ByteBuffer.slackBytes` after it must be readable.
    @inline(__always) mutating func append(packed: ByteView) {
        bytes.append(padded: packed)
        count += 1
    }

    @inline(__always) func row(at offset: Int) -> ByteView {
        guard let row = Self.wholeRow(of: bytes.bytes, at: offset) else { preconditionFailure("no such row") }
        return row
    }

    @inline(__always) func key(at offset: Int) -> SortKey { PackedRowHead(row(at: offset)).key }

    @inline(__always) func prefetch(_ offset: Int) {
        unsafe prefetch_for_writing(bytes.base + offset)
        unsafe prefetch_for_writing(bytes.base + offset + 64)
    }

    /// The packed row at an offset in some bytes; nil if the bytes do not contain all of it.
    @inline(__always) static func wholeRow(of bytes: ByteView, at offset: Int) -> ByteView? {
        let rest = ByteView(rebasing: bytes[offset...])
        guard rest.count >= MemoryLayout<UInt32>.size else { return nil }
        // The head begins with the length of the row.
        let length = unsafe Int(UnsafeRawBufferPointer(rest.buffer).loadUnaligned(as: UInt32.self))
        return length <= rest.count ? ByteView(rebasing: rest[..<length]) : nil
    }

    /// Fills a batch with all packed rows.
    package func unpack(into batch: RowBatch) {
        batch.records.removeAll()
        batch.rows.prepare(count: count)
        batch.rows.count = 0
        batch.rows.hasIDs = false
        batch.origins.removeAll(keepingCapacity: true)
        batch.firstLine = 0
        unpack(into: &batch.records, &batch.rows, &batch.origins)
        precondition(batch.rows.count == count, "every row that was packed is unpacked")
    }

    private func unpack(
        into records: inout RecordBatch, _ decoded: inout DecodedRows, _ origins: inout [RowOrigin]
    ) {
        var offset = 0
        while offset < bytes.count {
            let row = row(at: offset)
            let head = PackedRowHead(row)
            head.append(to: &decoded)
            records.append(packed: ByteView(rebasing: row[PackedRowHead.size...]))
            records.setLine(origins.count, head.line)
            origins.append(RowOrigin(input: Int(head.key.input), line: head.line))
            offset += row.count
        }
    }
}
