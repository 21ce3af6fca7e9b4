internal import CSV
internal import FlatMemory

/// A sorter for any number of rows; rows beyond a limit of memory are stored in unnamed files.
///
/// Each thread fills a `SortBuffer` of its own with rows in any order; the rows of all are then read back in order.
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
    ///   - folder: a folder on the file system for what does not fit into memory.
    ///   - memoryBytes: the maximum memory for the rows of all buffers.
    ///   - readBytes: the number of bytes of each run held while runs are merged.
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

    /// A buffer for one of `count` threads.
    package func makeBuffer(oneOf count: Int) -> SortBuffer {
        SortBuffer(folder: folder, memoryBytes: max(1, memoryBytes / count), cancellation: cancellation)
    }

    /// The rows of all buffers in order; the buffers are empty afterwards.
    package func sorted(_ buffers: [SortBuffer]) throws -> SortedRows {
        let runs = try buffers.flatMap { try $0.takeSpilledRuns() }
        let spilled: [any RunCursor] = runs.map { SpilledRunCursor($0, blockBytes: readBytes) }
        return try SortedRows(spilled + buffers.map { $0.takeRest() }, cancellation: cancellation)
    }
}

/// The order of several sorted sources in a merge: a tournament tree of their first keys.
///
/// The caller owns the sources: it takes an element of the first one and passes the key that follows there. Each step
/// takes about log2(number of sources) comparisons. Of equal keys that of the earlier source comes first.
package struct MergeOrder<Key: Comparable & BitwiseCopyable>: ~Copyable {
    /// The key that each source stands at, which means nothing where it has none left.
    private let keys: FixedBuffer<Key>
    private let isDrained: FixedBuffer<Bool>
    /// The loser of each match; the players of match `i` come from the matches, or are the sources, `2i` and `2i + 1`.
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
        // All matches from the last to the first: sources stand behind the matches, as leaves of a tree.
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
    /// - Parameter key: does not come before the key it follows.
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

/// The merged rows of several runs that are each in order.
package struct SortedRows: ~Copyable {
    private let cursors: [any RunCursor]
    /// The row at which each cursor stands.
    private let heads: FixedBuffer<UnsafeBufferPointer<UInt8>>
    private var order: MergeOrder<SortKey>
    private let cancellation: CancellationToken

    /// The rows of some cursors, each before its first row.
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

    /// Fills `rows` with the next ones in order.
    ///
    /// - Parameter byteCount: how many bytes are enough; there are fewer only at the end.
    /// - Returns: whether there were any.
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
