package import CSV

/// A batch on its way through the pipeline: read and decoded by its worker, applied in turn, then rendered.
package final class RowBatch {
    /// The records as libcsv delivered them.
    package var records = RecordBatch()
    /// The instructions in them, and after applying what became of each.
    package var rows = DecodedRows()
    /// Which input it comes from, from 0.
    package internal(set) var input = 0
    /// The physical line on which the batch starts, from 1.
    package var firstLine = 1
    /// Where each row comes from, in a batch whose rows were put in order; empty for one that is a stretch of `input`.
    package internal(set) var origins: [RowOrigin] = []
    /// The stock before its first row, by the fruit's place on the menu.
    package internal(set) var opening: [Int] = []

    /// An empty batch.
    package init() {}

    /// Where a row comes from.
    @inline(__always)
    package func origin(of row: Int) -> RowOrigin {
        origins.isEmpty ? RowOrigin(input: input, line: firstLine &+ records.line(row)) : origins[row]
    }
}
