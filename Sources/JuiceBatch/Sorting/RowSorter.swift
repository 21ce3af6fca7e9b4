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
        precondition(readBytes > 0, "a run is read by blocks")
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
    package func sorted(_ buffers: [SortBuffer]) throws -> SortedRows {
        let runs = try buffers.flatMap { try $0.takeSpilledRuns() }
        let spilled: [any RunCursor] = runs.map { SpilledRunCursor($0, blockBytes: readBytes) }
        return try SortedRows(spilled + buffers.map { $0.takeRest() }, cancellation: cancellation)
    }
}

/// The order of several sorted sources in a merge, as a tournament tree of their first keys.
///
/// The caller owns the sources: it takes an element from the first source and passes that source's next key. Each step
/// takes about log2(number of sources) comparisons. Of equal keys, that of the earlier source comes first.
package struct MergeOrder<Key: Comparable & BitwiseCopyable>: ~Copyable {
    /// The current key of each source; meaningless for a drained source.
    private let keys: FixedBuffer<Key>
    private let isDrained: FixedBuffer<Bool>
    /// The loser of each match.
    ///
    /// The players of match `i` are the winners of matches `2i` and `2i + 1`, or sources in their place.
    private let losers: FixedBuffer<Int>
    private var winner = 0

    /// Creates the order of sources with these current keys; nil for an empty source.
    package init(_ firstKeys: [Key?]) {
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
            let isLeft = beats(left, right)
            winners[match] = isLeft ? left : right
            losers[match] = isLeft ? right : left
        }
        if count > 1 { winner = winners[1] }
    }

    /// The index of the source whose key comes first, from 0; nil if all are drained.
    package var first: Int? {
        @inline(__always)
        get { keys.count == 0 || isDrained[winner] ? nil : winner }
    }

    /// The current key of a source that is not drained.
    package func key(of source: Int) -> Key {
        precondition(!isDrained[source], "a source that is drained has no key")
        return keys[source]
    }

    /// Sets the next key of the source that came first; nil if it is drained.
    ///
    /// - Parameter key: The next key, which must not come before the previous key of the source.
    @inline(__always)
    package mutating func advanceFirst(to key: Key?) {
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
            if beats(other, best) {
                losers[match] = best
                best = other
            }
            match /= 2
        }
        winner = best
    }

    /// Whether a source comes before another one.
    @inline(__always)
    private func beats(_ source: Int, _ other: Int) -> Bool {
        if isDrained[source] || isDrained[other] { return !isDrained[source] }
        let (key, otherKey) = (keys[source], keys[other])
        if key < otherKey { return true }
        return source < other && key == otherKey
    }
}

/// The rows of several sorted runs, merged in order.
package struct SortedRows: ~Copyable {
    private let cursors: [any RunCursor]
    /// The current row of each cursor.
    private let heads: FixedBuffer<UnsafeBufferPointer<UInt8>>
    private var order: MergeOrder<SortKey>
    private let cancellation: CancellationToken

    /// Creates the merged rows of some cursors, each before its first row.
    init(_ cursors: [any RunCursor], cancellation: CancellationToken) throws {
        self.cursors = cursors
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
    package mutating func next(into rows: inout PackedRows, byteCount: Int) throws -> Bool {
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
