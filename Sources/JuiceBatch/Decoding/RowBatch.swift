package import CSV

/// A batch on its way through the pipeline: read and decoded by its worker, applied in turn, then rendered.
package final class RowBatch {
    /// Rows of a batch that lie side by side and come from one input.
    package struct Segment: Sendable {
        /// Its records, from 0.
        package let rows: Range<Int>
        /// Its input, from 0.
        package let input: Int
    }

    /// The records as libcsv delivered them.
    package var records = RecordBatch()
    /// The instructions in them, and after applying what became of each.
    package var rows = DecodedRows()
    /// Which input it comes from, from 0; of several, that of its first row.
    package internal(set) var input = 0
    /// The physical line on which the batch starts, from 1; 0 where the records know their own.
    package internal(set) var firstLine = 1
    /// The stock before its first row, by the fruit's place on the menu.
    package internal(set) var opening: [Int] = []
    /// Where its rows come from, if not from one input.
    private var mixed: [Segment] = []

    /// An empty batch.
    package init() {}

    /// Where its rows come from, in their order.
    package var segments: [Segment] {
        mixed.isEmpty ? [Segment(rows: 0..<rows.count, input: input)] : mixed
    }

    /// Says where the rows come from of a batch that was put together from several inputs.
    func setSegments(_ segments: [Segment]) {
        mixed = segments
        input = segments.first?.input ?? 0
    }

    /// The input, from 0, that a row comes from.
    package func input(of row: Int) -> Int {
        if mixed.isEmpty { return input }
        var range = mixed.indices
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            range = mixed[middle].rows.lowerBound <= row ? middle..<range.upperBound : range.lowerBound..<middle
        }
        return mixed[range.lowerBound].input
    }

    /// The physical line, from 1, on which a row starts.
    package func line(of row: Int) -> Int { firstLine + records.line(row) }
}
