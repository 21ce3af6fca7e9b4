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
    package internal(set) var firstLine = 1
    /// The stock before its first row, by the fruit's place on the menu.
    package internal(set) var opening: [Int] = []

    /// An empty batch.
    package init() {}
}
