internal import CSV

/// Puts rows in the order of their keys, however many there are: beyond some memory they go to nameless files.
///
/// Each thread fills a `SortBuffer` of its own with rows in any order; what they hold is then read back in order.
package struct RowSorter: Sendable {
    /// The default memory for the rows of all threads, in bytes.
    package static let memoryBytesDefault = 64 << 20

    private let folder: String
    private let memoryBytes: Int
    private let fanInMax: Int
    private let readBytes: Int
    private let interruption: Interruption

    /// Creates a sorter without rows.
    ///
    /// - Parameters:
    ///   - folder: a folder on the file system for what does not fit into memory.
    ///   - memoryBytes: the maximum memory for the rows of all buffers.
    ///   - fanInMax: the maximum number of runs merged at once, at least 2; more are merged in several passes.
    ///   - readBytes: the number of bytes of each run held while runs are merged.
    package init(
        folder: String, memoryBytes: Int = memoryBytesDefault, fanInMax: Int = 64, readBytes: Int = 128 << 10,
        interruption: Interruption
    ) {
        precondition(fanInMax >= 2 && readBytes > 0, "a merge has at least two runs")
        self.folder = folder
        self.memoryBytes = memoryBytes
        self.fanInMax = fanInMax
        self.readBytes = readBytes
        self.interruption = interruption
    }

    /// A buffer for one of `count` threads.
    package func makeBuffer(oneOf count: Int) -> SortBuffer {
        SortBuffer(folder: folder, memoryBytes: max(1, memoryBytes / count), interruption: interruption)
    }

    /// The rows of all buffers in order; the buffers hold nothing any more.
    package func sorted(_ buffers: [SortBuffer]) throws -> SortedRows {
        var runs = try buffers.flatMap { try $0.takeSpilledRuns() }
        while runs.count > fanInMax { runs = try merged(runs) }
        return try SortedRows(cursors(runs[...]) + buffers.map { $0.takeRest() }, interruption: interruption)
    }

    /// Merges runs in groups of `fanInMax`, into a file of their own.
    private func merged(_ runs: [SpilledRun]) throws -> [SpilledRun] {
        let file = try SpillFile(in: folder)
        var merged: [SpilledRun] = []
        var block = PackedRows(capacity: readBytes)
        for first in stride(from: 0, to: runs.count, by: fanInMax) {
            let group = runs[first..<min(first + fanInMax, runs.count)]
            var rows = try SortedRows(cursors(group), interruption: interruption)
            let start = file.byteCount
            while try rows.next(into: &block, byteCount: readBytes) { try file.append(block.bytes.bytes) }
            merged.append(SpilledRun(file: file, range: start..<file.byteCount))
        }
        return merged
    }

    private func cursors(_ runs: ArraySlice<SpilledRun>) -> [any RunCursor] {
        runs.map { SpilledRunCursor($0, blockBytes: readBytes) }
    }
}
