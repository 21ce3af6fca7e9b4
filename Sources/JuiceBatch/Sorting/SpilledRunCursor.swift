internal import CSV

/// Walks through a stretch of a file, and holds a block of it at a time.
final class SpilledRunCursor: RunCursor {
    private let run: SpilledRun
    private let blockBytes: Int
    private var block: ByteBuffer
    /// The offset of the next row in the block.
    private var offset = 0
    /// The position up to which the file has been read.
    private var readEnd: Int

    /// A cursor before the first row.
    ///
    /// - Parameter blockBytes: how many bytes to read at a time; more where a row is longer.
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

    /// Reads on from the file; false at the end of the run.
    private func readOn() throws(BatchError) -> Bool {
        block.base.update(from: block.base + offset, count: block.count - offset)
        block.count -= offset
        offset = 0
        guard readEnd < run.range.upperBound else {
            precondition(block.count == 0, "a run ends with a whole row")
            return false
        }
        // Twice as much each time where a row is longer than the block.
        let end = min(readEnd + max(blockBytes - block.count, block.count), run.range.upperBound)
        try run.file.read(readEnd..<end, into: &block)
        readEnd = end
        return true
    }
}
