internal import CSV

/// A sorted run of rows in a range of a file.
struct SpilledRun {
    let file: SpillFile
    /// The range of the run's bytes in the file, from 0.
    let range: Range<Int>
}

/// A cursor over sorted packed rows.
protocol RunCursor: AnyObject {
    /// Returns the next row; nil if there is none.
    ///
    /// The row is valid until the next call, and `ByteBuffer.slackBytes` after it can be read.
    func next() throws -> UnsafeBufferPointer<UInt8>?
}

/// A cursor that returns rows in memory in sorted order.
final class MemoryRunCursor: RunCursor {
    private let rows: PackedRows
    private let order: SortedOffsets
    private var place = 0

    /// Sorts the rows, and creates a cursor before the first one.
    init(_ rows: consuming PackedRows) {
        order = SortedOffsets(rows)
        self.rows = rows
    }

    func next() -> UnsafeBufferPointer<UInt8>? {
        guard place < order.count else { return nil }
        defer { place += 1 }
        return rows.row(at: order.offset(place))
    }
}

/// A cursor over a range of a file, of which one block is held in memory.
final class SpilledRunCursor: RunCursor {
    private let run: SpilledRun
    private let blockBytes: Int
    private var block: ByteBuffer
    /// The offset of the next row in the block.
    private var offset = 0
    /// The position up to which the file has been read.
    private var readEnd: Int

    /// Creates a cursor before the first row.
    ///
    /// - Parameter blockBytes: The number of bytes to read at once; more are read if a row is longer.
    init(_ run: SpilledRun, blockBytes: Int) {
        self.run = run
        self.blockBytes = blockBytes
        readEnd = run.range.lowerBound
        block = ByteBuffer(capacity: blockBytes)
    }

    func next() throws(BatchError) -> UnsafeBufferPointer<UInt8>? {
        while true {
            if let row = PackedRows.wholeRow(of: block.bytes, at: offset) {
                offset += row.count
                return row
            }
            guard try readOn() else { return nil }
        }
    }

    /// Reads the next block; returns false at the end of the run.
    private func readOn() throws(BatchError) -> Bool {
        block.base.update(from: block.base + offset, count: block.count - offset)
        block.count -= offset
        offset = 0
        guard readEnd < run.range.upperBound else {
            precondition(block.count == 0, "a run ends with a whole row")
            return false
        }
        // The block is doubled as often as necessary if a row is longer.
        let end = min(readEnd + max(blockBytes - block.count, block.count), run.range.upperBound)
        try run.file.read(readEnd..<end, into: &block)
        readEnd = end
        return true
    }
}

/// An unnamed file that holds packed rows in sorted runs.
final class SpillFile {
    private let file: AnonymousFile
    /// The size of the file in bytes.
    private(set) var byteCount = 0

    /// Creates an empty file on the file system of a folder.
    init(in folder: String) throws(BatchError) {
        file = try AnonymousFile(in: folder)
    }

    /// Appends bytes to the file.
    func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(BatchError) {
        byteCount += try file.write(bytes.span, at: byteCount)
    }

    /// Appends bytes of the file to a buffer.
    func read(_ range: Range<Int>, into buffer: inout ByteBuffer) throws(BatchError) {
        try file.read(range, into: &buffer)
    }
}
