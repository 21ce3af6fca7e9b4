internal import CSV

/// Walks in order through rows that lie in memory in any order.
final class MemoryRunCursor: RunCursor {
    private let rows: PackedRows
    private let order: SortedOffsets
    private var place = 0

    /// A cursor before the first row.
    init(_ rows: consuming PackedRows, span: KeySpan) {
        order = SortedOffsets(rows, span: span)
        self.rows = rows
    }

    func next() -> UnsafeBufferPointer<UInt8>? {
        guard place < order.count else { return nil }
        defer { place += 1 }
        return rows.row(at: order.offset(place))
    }
}
