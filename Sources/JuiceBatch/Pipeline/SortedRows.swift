internal import CSV
internal import FlatMemory

/// The rows of several sorted runs, merged in order.
package final class SortedRows {
    let inputSummaries: [InputSummary]
    let readBytes: Int
    private let cursors: [any RunCursor]
    /// The current row of each cursor.
    private let heads: FixedBuffer<ByteView>
    /// The cursors that are not at their end, in descending order of their rows, so that the first one is the last.
    private var order: [Int] = []
    private let cancellation: CancellationToken

    /// Merges the rows of some buffers, which are empty afterwards; of each spilled run, `blockBytes` are in memory.
    init(
        _ buffers: [SortBuffer], _ inputSummaries: [InputSummary] = [], readBytes: Int = 0,
        blockBytes: Int = 128 << 10, cancellation: CancellationToken
    ) throws {
        cursors = try buffers.flatMap { try $0.makeCursors(blockBytes: blockBytes) }
        (self.inputSummaries, self.readBytes, self.cancellation) = (inputSummaries, readBytes, cancellation)
        heads = FixedBuffer(uninitializedCount: cursors.count)
        for source in cursors.indices { try advance(source) }
    }

    /// Moves a cursor that is not in `order` to its next row, and inserts it there, unless it is at its end.
    private func advance(_ source: Int) throws {
        guard let row = try cursors[source].next() else { return }
        heads[source] = row
        let key = PackedRowHead(row).key
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            let other = order[middle]
            if (PackedRowHead(heads[other]).key, other) < (key, source) { high = middle } else { low = middle + 1 }
        }
        order.insert(source, at: low)
    }

    /// Fills `rows` with the next rows, of which `byteCount` bytes are enough; returns false if there are none.
    package func next(into rows: inout PackedRows, byteCount: Int = 128 << 10) throws -> Bool {
        try cancellation.check()
        rows.removeAll()
        while rows.bytes.count < byteCount, let source = order.popLast() {
            rows.append(packed: heads[source])
            try advance(source)
        }
        return rows.count > 0
    }
}

/// A cursor over the rows of a sorted run.
protocol RunCursor: AnyObject {
    /// Returns the next row, with slack bytes after it, valid until the next call; nil if there is none.
    func next() throws -> ByteView?
}

/// A cursor over rows that are all in memory.
final class MemoryRunCursor: RunCursor {
    private let rows: PackedRows
    private let order: [PackedRows.SortEntry]
    private var position = 0

    init(_ rows: consuming PackedRows) {
        order = rows.sortedEntries()
        self.rows = rows
    }

    func next() -> ByteView? {
        guard position < order.count else { return nil }
        defer { position += 1 }
        return rows.row(at: Int(order[position].offset))
    }
}

/// A cursor over a range of a file, of which one block is held in memory.
final class SpilledRunCursor: RunCursor {
    private let file: AnonymousFile
    private let blockBytes: Int
    private var block: ByteBuffer
    private var offset = 0
    /// The bytes of the file that have not been read.
    private var unread: Range<Int>

    init(_ file: AnonymousFile, _ range: Range<Int>, blockBytes: Int) {
        (self.file, self.blockBytes, unread) = (file, blockBytes, range)
        block = ByteBuffer(capacity: blockBytes)
    }

    func next() throws(BatchError) -> ByteView? {
        while true {
            if let row = PackedRows.wholeRow(of: block.bytes, at: offset) {
                offset += row.count
                return row
            }
            block.removeFirst(offset)
            offset = 0
            guard !unread.isEmpty else {
                precondition(block.count == 0, "a run ends with a whole row")
                return nil
            }
            // The block is doubled as often as necessary if a row is longer.
            let next = unread.prefix(max(blockBytes - block.count, block.count))
            try file.read(next, into: &block)
            unread = next.upperBound..<unread.upperBound
        }
    }
}

/// A sink that collects the rows of all inputs for sorting, in a `SortBuffer` for each thread.
final class SortingSink: OutcomeSink, @unchecked Sendable {
    private let settings: RunSettings
    /// The inputs, from 0, that list their newest row first.
    private let newestFirst: Set<Int>
    private let cancellation: CancellationToken
    // Used only before the threads that fill the buffers start and after they have ended.
    private var buffers: [SortBuffer] = []

    init(_ settings: RunSettings, newestFirst: Set<Int>, cancellation: CancellationToken) {
        (self.settings, self.newestFirst, self.cancellation) = (settings, newestFirst, cancellation)
    }

    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        // Ids whose meaning is uncertain are held in memory at the same time, so the rows get half of it.
        let memoryBytes = settings.sortMemoryBytes / (inputs.contains(where: \.hasAmbiguousIDs) ? 2 : 1)
        let buffer = SortBuffer(
            folder: settings.spillFolder, memoryBytes: max(1, memoryBytes / settings.threads), inputs: inputs,
            newestFirst: newestFirst, cancellation: cancellation)
        buffers.append(buffer)
        return buffer
    }

    func startOver() throws { buffers = [] }

    /// Returns all rows in order; call it only after all rows have been collected.
    func sorted(_ inputSummaries: [InputSummary], readBytes: Int) throws -> SortedRows {
        defer { buffers = [] }
        return try SortedRows(buffers, inputSummaries, readBytes: readBytes, cancellation: cancellation)
    }
}
