internal import CSV
internal import FlatMemory

/// Sorts any number of rows; rows beyond a memory limit are stored in unnamed files.
///
/// Each thread fills its own `SortBuffer` with rows in any order. The rows of all buffers are then read back in order.
package struct RowSorter: Sendable {
    /// The default memory for the rows of all threads, in bytes.
    package static let memoryBytesDefault = 64 << 20

    private let folder: String
    private let memoryBytes: Int
    private let readBytes: Int
    private let cancellation: CancellationToken

    /// Creates a sorter without rows.
    ///
    /// - Parameters:
    ///   - folder: The folder whose file system holds the rows that do not fit into memory.
    ///   - memoryBytes: The maximum memory for the rows of all buffers.
    ///   - readBytes: The number of bytes of each run that are held in memory while runs are merged.
    package init(
        folder: String, memoryBytes: Int = memoryBytesDefault, readBytes: Int = 128 << 10,
        cancellation: CancellationToken
    ) {
        precondition(readBytes > 0, "readBytes must be positive")
        self.folder = folder
        self.memoryBytes = memoryBytes
        self.readBytes = readBytes
        self.cancellation = cancellation
    }

    /// Creates the buffer of one of `count` threads.
    package func makeBuffer(oneOf count: Int) -> SortBuffer {
        SortBuffer(folder: folder, memoryBytes: max(1, memoryBytes / count), cancellation: cancellation)
    }

    /// Returns the rows of all buffers in order; the buffers are empty afterwards.
    ///
    /// - Parameters:
    ///   - inputSummaries: The summaries of the inputs of the rows.
    ///   - inputBytes: The number of bytes that were read from the inputs.
    package func sorted(_ buffers: [SortBuffer], _ inputSummaries: [InputSummary] = [], inputBytes: Int = 0) throws
        -> SortedRows
    {
        let spilled: [any RunCursor] = try buffers.flatMap { try $0.removeSpilledRuns(blockBytes: readBytes) }
        return try SortedRows(
            spilled + buffers.map { $0.removeRemaining() }, inputSummaries, readBytes: inputBytes,
            cancellation: cancellation)
    }
}

/// The order of several sorted sources in a merge, as a tournament tree of their first keys.
///
/// The caller owns the sources: it takes an element from the first source and passes that source's next key. Each step
/// takes about log2(number of sources) comparisons. Of equal keys, that of the earlier source comes first.
private struct MergeOrder: ~Copyable {
    /// The current key of each source; meaningless for a drained source.
    private let keys: FixedBuffer<SortKey>
    /// Whether each source has no further key.
    private let isDrained: FixedBuffer<Bool>
    /// The loser of each match.
    ///
    /// The players of match `i` are the winners of matches `2i` and `2i + 1`, or sources in their place.
    private let losers: FixedBuffer<Int>
    /// The source whose key comes first.
    private var winner = 0

    /// Creates the order of sources with these current keys; nil for an empty source.
    init(_ firstKeys: [SortKey?]) {
        let count = firstKeys.count
        keys = FixedBuffer(uninitializedCount: count)
        isDrained = FixedBuffer(repeating: true, count: count)
        losers = FixedBuffer(repeating: 0, count: count)
        for (source, key) in firstKeys.enumerated() {
            guard let key else { continue }
            keys[source] = key
            isDrained[source] = false
        }
        // Matches are played from last to first; sources follow the matches as the leaves of the tree.
        var winners = Array(repeating: 0, count: count) + Array(0..<count)
        for match in (1..<max(1, count)).reversed() {
            let (left, right) = (winners[2 * match], winners[2 * match + 1])
            let isLeftSmaller = isSmaller(left, right)
            winners[match] = isLeftSmaller ? left : right
            losers[match] = isLeftSmaller ? right : left
        }
        if count > 1 { winner = winners[1] }
    }

    /// The index of the source whose key comes first, from 0; nil if all are drained.
    var first: Int? {
        @inline(__always)
        get { keys.count == 0 || isDrained[winner] ? nil : winner }
    }

    /// Sets the next key of the source that came first; nil if it is drained.
    ///
    /// - Parameter key: The next key, which must not come before the previous key of the source.
    @inline(__always)
    mutating func advanceFirst(to key: SortKey?) {
        let source = winner
        if let key {
            keys[source] = key
        } else {
            isDrained[source] = true
        }
        var best = source
        var match = (source + keys.count) / 2
        while match > 0 {
            let other = losers[match]
            if isSmaller(other, best) {
                losers[match] = best
                best = other
            }
            match /= 2
        }
        winner = best
    }

    /// Whether a source comes before another one.
    @inline(__always)
    private func isSmaller(_ source: Int, _ other: Int) -> Bool {
        if isDrained[source] || isDrained[other] { return !isDrained[source] }
        let (key, otherKey) = (keys[source], keys[other])
        if key < otherKey { return true }
        return source < other && key == otherKey
    }
}

/// The rows of several sorted runs, merged in order.
package final class SortedRows {
    /// The summaries of the inputs of the rows.
    let inputSummaries: [InputSummary]
    /// The number of bytes that were read from the inputs.
    let readBytes: Int
    private let cursors: [any RunCursor]
    /// The current row of each cursor.
    private let heads: FixedBuffer<ByteView>
    /// The order of the cursors by their current rows.
    private var order: MergeOrder
    private let cancellation: CancellationToken

    /// The default number of bytes of rows that are returned at once.
    package static let stepBytes = 128 << 10

    /// Creates the merged rows of some cursors, each before its first row.
    init(
        _ cursors: [any RunCursor], _ inputSummaries: [InputSummary], readBytes: Int, cancellation: CancellationToken
    ) throws {
        self.cursors = cursors
        self.inputSummaries = inputSummaries
        self.readBytes = readBytes
        self.cancellation = cancellation
        heads = FixedBuffer(uninitializedCount: cursors.count)
        var keys: [SortKey?] = []
        for (source, cursor) in cursors.enumerated() {
            let row = try cursor.next()
            if let row { heads[source] = row }
            keys.append(row.map { PackedRowHead($0).key })
        }
        order = MergeOrder(keys)
    }

    /// Fills `rows` with the next rows in order.
    ///
    /// - Parameter byteCount: The number of bytes that are enough; fewer are returned only at the end.
    /// - Returns: Whether there were any rows.
    package func next(into rows: inout PackedRows, byteCount: Int = stepBytes) throws -> Bool {
        try cancellation.check()
        rows.removeAll()
        while rows.bytes.count < byteCount, let source = order.first {
            rows.append(packed: heads[source])
            if let row = try cursors[source].next() {
                heads[source] = row
                order.advanceFirst(to: PackedRowHead(row).key)
            } else {
                order.advanceFirst(to: nil)
            }
        }
        return rows.count > 0
    }
}

/// A cursor over sorted packed rows.
protocol RunCursor: AnyObject {
    /// Returns the next row; nil if there is none.
    ///
    /// The row is valid until the next call, and `ByteBuffer.slackBytes` after it can be read.
    func next() throws -> ByteView?
}

/// A cursor that returns rows in memory in sorted order.
final class MemoryRunCursor: RunCursor {
    private let rows: PackedRows
    private let order: [PackedRows.SortEntry]
    /// The index of the next row in the order, from 0.
    private var position = 0

    /// Sorts the rows, and creates a cursor before the first one.
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
    /// The offset of the next row in the block.
    private var offset = 0
    /// The bytes of the file that have not been read.
    private var unread: Range<Int>

    /// Creates a cursor before the first row.
    ///
    /// - Parameters:
    ///   - range: The bytes of the rows in the file, from 0.
    ///   - blockBytes: The number of bytes to read at once; more are read if a row is longer.
    init(_ file: AnonymousFile, _ range: Range<Int>, blockBytes: Int) {
        self.file = file
        self.blockBytes = blockBytes
        unread = range
        block = ByteBuffer(capacity: blockBytes)
    }

    func next() throws(BatchError) -> ByteView? {
        while true {
            if let row = PackedRows.wholeRow(of: block.bytes, at: offset) {
                offset += row.count
                return row
            }
            guard try readNext() else { return nil }
        }
    }

    /// Reads the next block; returns false at the end of the run.
    private func readNext() throws(BatchError) -> Bool {
        block.removeFirst(offset)
        offset = 0
        guard !unread.isEmpty else {
            precondition(block.count == 0, "a run ends with a whole row")
            return false
        }
        // The block is doubled as often as necessary if a row is longer.
        let next = unread.prefix(max(blockBytes - block.count, block.count))
        try file.read(next, into: &block)
        unread = next.upperBound..<unread.upperBound
        return true
    }
}

/// A sink that collects the rows of all inputs for sorting.
final class SortingSink: OutcomeSink, @unchecked Sendable {
    private let sorter: RowSorter
    private let threads: Int
    /// The inputs, from 0, that list their newest row first.
    private let newestFirst: Set<Int>
    /// The buffers of all renderers.
    // Used only before the threads that fill them start and after they have ended.
    private var buffers: [SortBuffer] = []

    /// Creates a sink without rows.
    ///
    /// - Parameter threads: The number of renderers that will be made.
    init(_ sorter: RowSorter, threads: Int, newestFirst: Set<Int>) {
        self.sorter = sorter
        self.threads = threads
        self.newestFirst = newestFirst
    }

    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        let buffer = sorter.makeBuffer(oneOf: threads)
        buffers.append(buffer)
        return SortingRenderer(buffer, inputs: inputs, newestFirst: newestFirst)
    }

    func startOver() throws {
        buffers = []
    }

    /// Returns all rows in order; call it only after all rows have been collected.
    ///
    /// - Parameters:
    ///   - inputSummaries: The summaries of the inputs of the rows.
    ///   - readBytes: The number of bytes that were read from the inputs.
    func sorted(_ inputSummaries: [InputSummary], readBytes: Int) throws -> SortedRows {
        defer { buffers = [] }
        return try sorter.sorted(buffers, inputSummaries, inputBytes: readBytes)
    }
}

private final class SortingRenderer: OutcomeRenderer {
    private let buffer: SortBuffer
    private let inputs: [InputPlan]
    /// The inputs, from 0, that list their newest row first.
    private let newestFirst: Set<Int>

    init(_ buffer: SortBuffer, inputs: [InputPlan], newestFirst: Set<Int>) {
        self.buffer = buffer
        self.inputs = inputs
        self.newestFirst = newestFirst
    }

    func render(_ batch: RowBatch) throws {
        let plan = inputs[batch.input]
        batch.flatten(plan.columns)
        try buffer.append(batch, keys: batch.keys(plan, isNewestFirst: newestFirst.contains(batch.input)))
    }

    // The order in which batches are collected does not affect the sorted rows.
    func reserve() throws {}
}

extension RowBatch {
    /// Appends the derived cells of each row to its record, so that records can be stored without the rest of their
    /// batch.
    func flatten(_ columns: ColumnLayout) {
        guard columns.derivedCount > 0 || columns.idComposite != nil else { return }
        var flat = RecordBatch()
        flat.removeAll()
        for row in 0..<rows.count {
            if rows.codes[row] == OutcomeCode.wrongFieldCount.rawValue || rows.codes[row] == DecodedRows.notARow {
                flat.append(row, of: records)
                flat.setLastLine(records.line(row))
            } else {
                flat.append(row, of: records, fieldCount: columns.count)
            }
        }
        flat.copyCounts(of: records)
        records = flat
    }

    /// The sort keys of a batch's rows, whose times must already have been read.
    func keys(_ plan: InputPlan, isNewestFirst: Bool) -> [SortKey] {
        (0..<rows.count).map { row in
            let ordinal = Int64(firstRecord + row)
            let timestampKey = plan.isTimed ? rows.timestampKeys[row] : .beforeAll
            return SortKey(
                group: Int32(plan.group), seconds: timestampKey.seconds, nanoseconds: timestampKey.nanoseconds,
                input: Int32(input), ordinal: isNewestFirst ? -ordinal : ordinal)
        }
    }
}
