public import FlatMemory

/// Cells that are derived from the cells of a batch's records.
///
/// Each record has the same number of derived cells, in flat storage.
@usableFromInline package struct DerivedCells: ~Copyable {
    @usableFromInline var bytes = ByteBuffer(capacity: 64)
    /// The end of each cell in `bytes`; element 0 is 0.
    @usableFromInline var ends = FixedBuffer<UInt32>(uninitializedCount: 1)
    /// The number of cells of each record.
    @usableFromInline package private(set) var perRecord = 0
    /// The number of finished cells.
    @usableFromInline package private(set) var count = 0

    /// Creates a value without cells.
    package init() {}

    /// Removes all cells, and reserves room for a number of cells in each of a number of records.
    package mutating func prepare(perRecord: Int, records: Int) {
        self.perRecord = perRecord
        count = 0
        bytes.removeAll()
        let needed = perRecord * records + 1
        if needed > ends.count { ends = FixedBuffer(uninitializedCount: needed + needed / 4) }
        ends[0] = 0
    }

    /// Appends bytes to the unfinished cell.
    @inlinable
    package mutating func append(_ part: UnsafeBufferPointer<UInt8>) { bytes.append(part) }

    /// Appends a cell of a `RecordBatch`, or a trimmed part of it, to the unfinished cell.
    @inlinable
    package mutating func append(cell: UnsafeBufferPointer<UInt8>) { bytes.append(padded: cell) }

    /// Appends a byte to the unfinished cell.
    @inlinable
    package mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Appends a non-negative number in decimal digits to the unfinished cell.
    package mutating func append(decimal value: Int) { bytes.append(decimal: value) }

    /// The number of bytes of the unfinished cell.
    @inlinable
    package var openBytes: Int { bytes.count - Int(ends[count]) }

    /// Removes a number of bytes, at most `openBytes`, from the end of the unfinished cell.
    package mutating func dropLast(_ count: Int) {
        precondition(count <= openBytes, "a cell is not shortened beyond its start")
        bytes.count -= count
    }

    /// The content of the unfinished cell, valid until something is appended.
    @inlinable
    package var openCell: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes.bytes[Int(ends[count])...])
    }

    /// Finishes the current cell and starts the next one.
    @inlinable
    package mutating func endCell() {
        precondition(bytes.count <= UInt32.max, "a batch is no longer than its offsets can say")
        advance()
        ends[count] = UInt32(truncatingIfNeeded: bytes.count)
    }

    @usableFromInline
    mutating func advance() { count += 1 }

    /// Cell `index` (from 0) of record `record` (from 0), valid until the cells are replaced.
    @inlinable
    package func cell(_ record: Int, _ index: Int) -> UnsafeBufferPointer<UInt8> {
        let at = record &* perRecord &+ index
        let start = Int(ends[at])
        return UnsafeBufferPointer(start: bytes.base + start, count: Int(ends[at &+ 1]) &- start)
    }
}
