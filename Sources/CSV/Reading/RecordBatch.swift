public import FlatMemory

/// Some thousands of records in flat storage: all cells one after the other, and where each of them ends.
///
/// It is filled by `RecordParser` and used again for the next chunk; nothing is allocated a record.
@usableFromInline package struct RecordBatch: ~Copyable {
    /// The cells, unquoted, without anything between them.
    @usableFromInline var bytes: ByteBuffer
    /// The end of each cell in `bytes`; element 0 is 0, so cell `i` is `ends[i] ..< ends[i + 1]`.
    @usableFromInline var ends: FixedBuffer<UInt32>
    /// The first cell of each record; one element more than there are records.
    @usableFromInline var firsts: FixedBuffer<UInt32>
    /// The physical line on which each record starts, from 0 within the chunk.
    @usableFromInline var lines: FixedBuffer<UInt32>
    private var capacity: Int
    /// The number of records in the batch; empty lines are none.
    package internal(set) var count = 0
    /// The number of physical lines that ended in the chunk.
    package internal(set) var lineEnds = 0
    /// The number of cells of the record that broke off; 0 if none did.
    package internal(set) var openFieldCount = 0
    /// Whether a record with bytes that are not ASCII has come so near a limit that it might have passed it in another
    /// encoding.
    package internal(set) var isNearLimit = false
    /// The number of empty lines in the chunk.
    package internal(set) var emptyLines = 0
    /// Cells derived from cells of the records, such as filled-in ones; empty unless a caller has derived any.
    @usableFromInline package var made = MadeCells()
    /// Row ids composed of several cells of a record; empty unless a caller has composed any.
    @usableFromInline package var madeIDs = MadeCells()

    /// Creates an empty batch.
    package init() {
        capacity = 1024
        bytes = ByteBuffer(capacity: capacity)
        ends = FixedBuffer(uninitializedCount: capacity + 2)
        firsts = FixedBuffer(uninitializedCount: capacity + 2)
        lines = FixedBuffer(uninitializedCount: capacity + 2)
    }

    /// Empties the batch and makes room for a chunk of `rawCount` bytes.
    ///
    /// A byte holds at most one cell and one record, so nothing has to be checked while it fills; memory that is
    /// never touched costs none.
    mutating func prepare(rawCount: Int) {
        count = 0
        lineEnds = 0
        emptyLines = 0
        isNearLimit = false
        openFieldCount = 0
        bytes.removeAll()
        bytes.reserve(rawCount + 1)
        guard rawCount > capacity || rawCount < capacity / 8 else { return }
        capacity = rawCount
        // Given back first, so that a long chunk is not held twice.
        ends = FixedBuffer(uninitializedCount: 0)
        firsts = FixedBuffer(uninitializedCount: 0)
        lines = FixedBuffer(uninitializedCount: 0)
        ends = FixedBuffer(uninitializedCount: capacity + 2)
        firsts = FixedBuffer(uninitializedCount: capacity + 2)
        lines = FixedBuffer(uninitializedCount: capacity + 2)
    }

    /// Empties the batch, and counts the lines of a chunk that holds no records for it.
    package mutating func skip(_ chunk: UnsafeBufferPointer<UInt8>) {
        count = 0
        emptyLines = 0
        isNearLimit = false
        openFieldCount = 0
        lineEnds = countLineEnds(chunk)
    }

    /// The number of cells of record `row` (from 0); at least one.
    @inlinable
    package func fieldCount(_ row: Int) -> Int {
        Int(firsts[unchecked: row + 1] &- firsts[unchecked: row])
    }

    /// The line on which record `row` starts, from 0 within the chunk.
    @inlinable
    package func line(_ row: Int) -> Int {
        Int(lines[unchecked: row])
    }

    /// Cell `field` (from 0) of record `row` (from 0), valid until the batch is filled again.
    @inlinable
    package func field(_ row: Int, _ field: Int) -> UnsafeBufferPointer<UInt8> {
        let index = Int(firsts[unchecked: row]) &+ field
        let start = Int(ends[unchecked: index])
        return UnsafeBufferPointer(start: bytes.base + start, count: Int(ends[unchecked: index &+ 1]) &- start)
    }

    /// The number of bytes of the cells of record `row` (from 0) together.
    @inlinable
    package func byteCount(_ row: Int) -> Int {
        Int(ends[unchecked: Int(firsts[unchecked: row + 1])] &- ends[unchecked: Int(firsts[unchecked: row])])
    }

    /// Whether every cell of record `row` (from 0) is empty after trimming.
    package func isBlank(_ row: Int) -> Bool {
        for field in 0..<fieldCount(row) where !trimmed(self.field(row, field)).isEmpty { return false }
        return true
    }

    /// A copy of the whole cells of the record that broke off.
    package var openFields: [[UInt8]] {
        let first = Int(firsts[count])
        return (first..<(first + openFieldCount)).map { cell in
            Array(UnsafeBufferPointer(start: bytes.base, count: bytes.count)[Int(ends[cell])..<Int(ends[cell + 1])])
        }
    }

    /// A copy of the cells of record `row` (from 0).
    package func fields(_ row: Int) -> [[UInt8]] {
        precondition(row >= 0 && row < count, "no such record")
        return (0..<fieldCount(row)).map { Array(field(row, $0)) }
    }
}
