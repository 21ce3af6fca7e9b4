/// Rows that were sorted.
final class SortedFeed: RowFeed {
    private var rows: SortedRows
    let facts: [InputFacts]
    let readBytes: Int

    /// - Parameters:
    ///   - facts: of each input.
    ///   - readBytes: how many bytes it took to read them.
    init(_ rows: consuming SortedRows, facts: [InputFacts], readBytes: Int) {
        self.rows = rows
        self.facts = facts
        self.readBytes = readBytes
    }

    func next(into packed: inout PackedRows) throws -> Bool {
        try rows.next(into: &packed, byteCount: feedBytes)
    }
}
