internal import CSV
internal import FlatMemory

/// Rows of several runs that are each in order, as one.
package struct SortedRows: ~Copyable {
    private let cursors: [any RunCursor]
    /// The row at which each cursor stands.
    private let heads: FixedBuffer<UnsafeBufferPointer<UInt8>>
    private var order: MergeOrder<SortKey>
    private let interruption: Interruption

    /// The rows of some cursors, each before its first row.
    init(_ cursors: [any RunCursor], interruption: Interruption) throws {
        self.cursors = cursors
        self.interruption = interruption
        heads = FixedBuffer(uninitializedCount: cursors.count)
        var keys: [SortKey?] = []
        for (source, cursor) in cursors.enumerated() {
            let row = try cursor.next()
            if let row { heads[source] = row }
            keys.append(row.map { PackedRowHead.key($0) })
        }
        order = MergeOrder(keys)
    }

    /// Fills `rows` with the next ones in order.
    ///
    /// - Parameter byteCount: how many bytes are enough; there are fewer only at the end.
    /// - Returns: whether there were any.
    package mutating func next(into rows: inout PackedRows, byteCount: Int) throws -> Bool {
        try interruption.check()
        rows.removeAll()
        while rows.bytes.count < byteCount, let source = order.first {
            rows.append(packed: heads[source])
            if let row = try cursors[source].next() {
                heads[source] = row
                order.advanceFirst(to: PackedRowHead.key(row))
            } else {
                order.advanceFirst(to: nil)
            }
        }
        return rows.count > 0
    }
}
