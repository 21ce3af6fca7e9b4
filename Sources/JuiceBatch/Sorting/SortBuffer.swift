internal import CSV
internal import FlatMemory

/// The rows that one thread sorts: in memory, and beyond a limit in a file, as runs that are each in order.
package final class SortBuffer {
    /// Rows in memory, in the order they came in.
    private struct Content: ~Copyable {
        var rows: PackedRows
        var span = KeySpan()

        /// Appends the rows of a batch from `row` on, until `memoryBytes` are full or there are no more; says where it
        /// stopped.
        mutating func append(
            from first: Int, _ records: borrowing RecordBatch, _ decoded: borrowing DecodedRows, _ keys: [SortKey],
            _ origins: [RowOrigin], firstLine: Int, memoryBytes: Int
        ) -> Int {
            for row in first..<keys.count where decoded.codes[row] != DecodedRows.None.row {
                if rows.bytes.count + rows.count * SortedOffsets.bytesPerRow >= memoryBytes { return row }
                let line = origins.isEmpty ? firstLine + records.line(row) : origins[row].line
                rows.append(row, of: records, decoded, key: keys[row], line: line)
                span.add(keys[row])
            }
            return keys.count
        }
    }

    private let folder: String
    private let memoryBytes: Int
    private let interruption: Interruption
    private var content: Content
    private var file: SpillFile?
    /// The sorted runs in the file.
    private var spilledRuns: [SpilledRun] = []

    /// The number of bytes written at a time.
    private static let blockBytes = 256 << 10
    /// Room for the row that fills the buffer up, so that it grows for the longest ones only.
    private static let spareBytes = 2 << 20

    /// Creates an empty buffer.
    ///
    /// - Parameters:
    ///   - folder: a folder on the file system for what does not fit into memory.
    ///   - memoryBytes: the maximum memory for rows, up to 1 GiB; the last row may exceed it.
    init(folder: String, memoryBytes: Int, interruption: Interruption) {
        precondition(memoryBytes > 0 && memoryBytes <= 1 << 30, "offsets in memory fit into 32 bits")
        self.folder = folder
        self.memoryBytes = memoryBytes
        self.interruption = interruption
        // What is never touched costs nothing, and growing would hold the rows twice.
        content = Content(rows: PackedRows(capacity: memoryBytes + Self.spareBytes))
    }

    /// Adds the rows of a batch that has been read and decoded; blank records are none.
    ///
    /// - Parameter keys: where each record's row stands among all; of no meaning for one that is blank.
    package func append(_ batch: RowBatch, keys: [SortKey]) throws(BatchError) {
        precondition(keys.count == batch.rows.count, "each record has a key")
        var row = 0
        while true {
            row = content.append(
                from: row, batch.records, batch.rows, keys, batch.origins, firstLine: batch.firstLine,
                memoryBytes: memoryBytes)
            if row == keys.count { return }
            try spill()
        }
    }

    /// Hands over what was written to the file: all of it, if memory did not suffice, so that none is held any longer.
    func takeSpilledRuns() throws(BatchError) -> [SpilledRun] {
        if file != nil { try spill() }
        defer { (spilledRuns, file) = ([], nil) }
        return spilledRuns
    }

    /// Hands over what is in memory, in order.
    func takeRest() -> MemoryRunCursor {
        var rest = Content(rows: PackedRows())
        swap(&rest, &content)
        return MemoryRunCursor(rest.rows, span: rest.span)
    }

    /// Writes what is in memory to the file, in order.
    private func spill() throws(BatchError) {
        let file: SpillFile
        if let earlier = self.file { file = earlier } else { file = try SpillFile(in: folder) }
        self.file = file
        let start = file.byteCount
        try Self.write(content.rows, span: content.span, to: file, interruption)
        spilledRuns.append(SpilledRun(file: file, range: start..<file.byteCount))
        content.rows.removeAll()
        content.span = KeySpan()
    }

    private static func write(
        _ rows: borrowing PackedRows, span: KeySpan, to file: SpillFile, _ interruption: Interruption
    ) throws(BatchError) {
        let order = SortedOffsets(rows, span: span)
        var block = PackedRows(capacity: blockBytes)
        for place in 0..<order.count {
            let ahead = place + 12
            if ahead < order.count { rows.prefetch(order.offset(ahead)) }
            block.append(packed: rows.row(at: order.offset(place)))
            guard block.bytes.count >= blockBytes else { continue }
            try interruption.check()
            try file.append(block.bytes.bytes)
            block.removeAll()
        }
        try file.append(block.bytes.bytes)
    }
}
