public import FlatMemory

/// The records of one chunk in flat storage: the bytes of all cells, and the end of each cell.
///
/// A batch is reused for the next chunk, so that no record needs an allocation of its own.
@usableFromInline package struct RecordBatch: ~Copyable {
    /// The bytes of all cells, unquoted and without separators.
    @usableFromInline var bytes = ByteBuffer()
    /// The end of each cell in `bytes`; element 0 is 0, so cell `i` is `ends[i] ..< ends[i + 1]`.
    @usableFromInline var ends = FixedBuffer<UInt32>(uninitializedCount: 0)
    /// The index in `ends` of each record's first cell, and after them that of the next record.
    @usableFromInline var firsts = FixedBuffer<UInt32>(uninitializedCount: 0)
    /// The physical line on which each record starts, from 0 within the chunk.
    @usableFromInline var lines = FixedBuffer<UInt32>(uninitializedCount: 0)
    /// The number of bytes of the longest chunk for which there is room.
    private var capacity = 0
    /// The number of records in the batch; empty lines are not records.
    package internal(set) var count = 0
    /// The number of physical lines that ended in the chunk.
    package internal(set) var lineEnds = 0
    /// The number of cells of an incomplete record at the end of the chunk; 0 if there is none.
    package internal(set) var openFieldCount = 0
    /// The number of lines that contain nothing, which are no records.
    package internal(set) var emptyLines = 0
    /// Derived cells of the records, such as forward-filled ones; empty unless the caller has made any.
    @usableFromInline package var derived = DerivedCells()
    /// Row ids composed of several cells of a record; empty unless the caller has made any.
    @usableFromInline package var derivedIDs = DerivedCells()

    package init() { prepare(rawCount: 1024) }

    /// Empties the batch and makes room for `rawCount` bytes, each of which holds at most one cell and one record.
    mutating func prepare(rawCount: Int) {
        resetCounts()
        bytes.removeAll()
        bytes.reserve(rawCount + 1)
        if rawCount > capacity || rawCount < capacity / 8 {
            capacity = rawCount
            // The old storage is freed first, so that a long chunk does not need it twice.
            for newCount in [0, capacity + 2] {
                ends = FixedBuffer(uninitializedCount: newCount)
                firsts = FixedBuffer(uninitializedCount: newCount)
                lines = FixedBuffer(uninitializedCount: newCount)
            }
        }
        ends[0] = 0
        firsts[0] = 0
    }

    /// Empties the batch, and counts the lines of a chunk whose records are not parsed.
    package mutating func skip(_ chunk: ByteView) {
        resetCounts()
        lineEnds = countLineEnds(chunk)
    }

    private mutating func resetCounts() { (count, lineEnds, emptyLines, openFieldCount) = (0, 0, 0, 0) }

    /// The number of cells of record `row` (from 0), at least 1.
    @inlinable
    package func fieldCount(_ row: Int) -> Int { Int(firsts[unchecked: row + 1] &- firsts[unchecked: row]) }
    /// The line on which record `row` starts, from 0 within the chunk.
    @inlinable package func line(_ row: Int) -> Int { Int(lines[unchecked: row]) }

    /// Cell `field` (from 0) of record `row` (from 0), valid until the batch is filled again.
    @inlinable package func field(_ row: Int, _ field: Int) -> ByteView {
        let index = Int(firsts[unchecked: row]) &+ field
        let start = Int(ends[unchecked: index])
        return bytes.bytes(unchecked: start, count: Int(ends[unchecked: index &+ 1]) &- start)
    }

    /// The total number of bytes in the cells of record `row` (from 0).
    @inlinable package func byteCount(_ row: Int) -> Int {
        Int(ends[unchecked: Int(firsts[unchecked: row + 1])] &- ends[unchecked: Int(firsts[unchecked: row])])
    }

    /// Whether every cell of record `row` (from 0) is empty after trimming.
    package func isBlank(_ row: Int) -> Bool {
        for field in 0..<fieldCount(row) where !trimmed(self.field(row, field)).isEmpty { return false }
        return true
    }

    /// Copies of the cells of record `row` (from 0); with `count`, those of the incomplete record at the chunk's end.
    package func fields(_ row: Int) -> [[UInt8]] {
        precondition(row >= 0 && row <= count, "no such record")
        return (0..<(row < count ? fieldCount(row) : openFieldCount)).map { Array(field(row, $0)) }
    }
}

/// Operations that pack records into bytes, and append packed records to a batch.
///
/// A packed record is the number of its cells, their lengths, both as by `ByteBuffer.append(packed:)`, and their bytes.
extension RecordBatch {
    /// Empties the batch so that packed records can be appended.
    package mutating func removeAll() { prepare(rawCount: 0) }

    /// The cells of a packed record: the first ones of its own, then derived ones, and at the end any derived id.
    package typealias PackedCells = (ownCount: Int, derivedCount: Int, hasID: Bool)

    /// Appends record `row` (from 0), packed, to a buffer; by default with all of its own cells and no others.
    package func pack(_ row: Int, _ packedCells: PackedCells? = nil, into target: inout ByteBuffer) {
        precondition(row >= 0 && row < count, "no such record")
        let (ownCount, derivedCount, hasID) = packedCells ?? (fieldCount(row), 0, false)
        precondition(ownCount <= fieldCount(row), "a record has its own cells")
        target.append(packed: ownCount + derivedCount + (hasID ? 1 : 0))
        let first = Int(firsts[unchecked: row])
        for cell in first..<first + ownCount {
            target.append(packed: Int(ends[unchecked: cell + 1] &- ends[unchecked: cell]))
        }
        for cell in 0..<derivedCount { target.append(packed: derived.cell(row, cell).count) }
        if hasID { target.append(packed: derivedIDs.cell(row, 0).count) }
        let start = Int(ends[unchecked: first])
        target.append(padded: bytes.bytes(unchecked: start, count: Int(ends[unchecked: first + ownCount]) - start))
        for cell in 0..<derivedCount { target.append(padded: derived.cell(row, cell)) }
        if hasID { target.append(padded: derivedIDs.cell(row, 0)) }
    }

    /// Appends a packed record, without a line number; `ByteBuffer.slackBytes` after the packed bytes must be readable.
    package mutating func append(packed: ByteView) {
        var head = 0
        let fieldCount = packed.packedNumber(at: &head) ?? 0
        let first = addRecord(fieldCount: fieldCount)
        var end = UInt32(truncatingIfNeeded: bytes.count)
        for field in 0..<fieldCount {
            end += UInt32(truncatingIfNeeded: packed.packedNumber(at: &head) ?? 0)
            ends[unchecked: first + field + 1] = end
        }
        precondition(head + Int(end) - bytes.count == packed.count, "a packed record is as long as its cells")
        bytes.append(padded: ByteView(rebasing: packed[head...]))
    }

    /// Sets the line on which record `row` (from 0) starts, counted like the other lines of the batch.
    package func setLine(_ row: Int, _ line: Int) {
        precondition(row >= 0 && row < count, "no such record")
        lines[row] = UInt32(clamping: line)
    }

    /// Adds a record and makes room for its cells; returns the index of its first cell among all cells.
    @inline(__always) private mutating func addRecord(fieldCount: Int) -> Int {
        precondition(openFieldCount == 0 && bytes.count <= Int(UInt32.max / 2), "Unfinished record, or batch too large")
        let first = Int(firsts[count])
        if first + fieldCount + 1 >= ends.count {
            ends = Self.grown(ends, used: first + 1, by: fieldCount + 1)
        }
        if count + 2 >= firsts.count {
            firsts = Self.grown(firsts, used: count + 1, by: 2)
            lines = Self.grown(lines, used: count, by: 2)
        }
        lines[count] = 0
        count += 1
        firsts[count] = UInt32(truncatingIfNeeded: first + fieldCount)
        return first
    }

    private static func grown(
        _ buffer: borrowing FixedBuffer<UInt32>, used: Int, by extra: Int
    ) -> FixedBuffer<UInt32> {
        let larger = FixedBuffer<UInt32>(uninitializedCount: max(buffer.count * 2, used + extra))
        for index in 0..<used { larger[index] = buffer[index] }
        return larger
    }
}

extension ByteBuffer {
    /// Appends a number from 0 in bytes of seven bits, the lowest first; the highest bit of a byte says that more come.
    @inline(__always) package mutating func append(packed number: Int) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}

extension ByteView {
    /// Reads a number in the form of `ByteBuffer.append(packed:)` at an offset, which is moved behind the number.
    ///
    /// The result is nil if the bytes do not contain all of it, or it has more than eight bytes.
    @inline(__always) package func packedNumber(at offset: inout Int) -> Int? {
        var number = 0
        var shift = 0
        while offset < count, shift < 56 {
            let byte = self[offset]
            offset += 1
            number |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
        return nil
    }
}

/// Cells that are derived from the cells of a batch's records, equally many of each record.
@usableFromInline package struct DerivedCells: ~Copyable {
    /// The bytes of all cells; what is appended belongs to the unfinished cell.
    @usableFromInline package var bytes = ByteBuffer(capacity: 64)
    /// The end of each cell in `bytes`; element 0 is 0.
    @usableFromInline var ends = FixedBuffer<UInt32>(uninitializedCount: 1)
    /// The number of cells of each record.
    @usableFromInline package private(set) var perRecord = 0
    /// The number of finished cells.
    @usableFromInline package internal(set) var count = 0

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

    /// The number of bytes of the unfinished cell.
    @inlinable package var openBytes: Int { bytes.count - Int(ends[count]) }

    /// Removes a number of bytes, at most `openBytes`, from the end of the unfinished cell.
    package mutating func dropLast(_ count: Int) {
        precondition(count <= openBytes, "a cell is not shortened beyond its start")
        bytes.count -= count
    }

    /// The content of the unfinished cell, valid until something is appended.
    @inlinable package var openCell: ByteView { ByteView(rebasing: bytes.bytes[Int(ends[count])...]) }

    /// Finishes the current cell and starts the next one.
    @inlinable package mutating func endCell() {
        precondition(bytes.count <= UInt32.max, "The batch exceeds 4 GiB")
        count += 1
        ends[count] = UInt32(truncatingIfNeeded: bytes.count)
    }

    /// Cell `index` (from 0) of record `record` (from 0), valid until the cells are replaced.
    @inlinable package func cell(_ record: Int, _ index: Int) -> ByteView {
        let at = record &* perRecord &+ index
        let start = Int(ends[at])
        return bytes.bytes(unchecked: start, count: Int(ends[at &+ 1]) &- start)
    }
}
