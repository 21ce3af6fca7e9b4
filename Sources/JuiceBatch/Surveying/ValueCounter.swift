internal import CSV

/// Counts the values of a column in bounded memory.
package struct ValueCounter {
    private struct Entry {
        var count: Int
        /// Its place among the values by first appearance.
        let place: Int
    }

    /// Longer cells are counted by their first bytes.
    private static let cellBytesMax = 200
    /// The maximum memory for the values of a column, in bytes.
    private static let bytesMax = 1 << 20

    private var entries: [[UInt8]: Entry] = [:]
    private var bytes = 0
    private var hasMore = false
    private var empty = 0
    private var repeats = 0
    private var above: [UInt8] = []
    private var isRowNumber = true

    /// Nothing has been counted.
    package init() {}

    /// Takes the cell of the next row, trimmed.
    ///
    /// - Parameter row: its place, from 1.
    package mutating func take(_ cell: UnsafeBufferPointer<UInt8>, row: Int) {
        guard !cell.isEmpty else {
            empty += 1
            isRowNumber = false
            above.removeAll(keepingCapacity: true)
            return
        }
        let key = Array(cell.prefix(Self.cellBytesMax))
        if isRowNumber, Int(String(decoding: key, as: UTF8.self)) != row { isRowNumber = false }
        if key == above { repeats += 1 } else { above = key }
        if entries[key] != nil {
            entries[key]?.count += 1
        } else if entries.count < ColumnSurvey.distinctMax, bytes + key.count <= Self.bytesMax {
            entries[key] = Entry(count: 1, place: entries.count)
            bytes += key.count
        } else {
            hasMore = true
        }
    }

    /// Returns the survey of the counted values.
    package func survey(name: String, place: Int) -> ColumnSurvey {
        var survey = ColumnSurvey(name: name, place: place)
        let ordered = entries.sorted { a, b in (-a.value.count, a.value.place) < (-b.value.count, b.value.place) }
        survey.values = ordered.map { ColumnSurvey.Value(String(decoding: $0.key, as: UTF8.self), $0.value.count) }
        survey.hasMoreValues = hasMore
        survey.emptyRows = empty
        survey.repeatsAbove = repeats
        survey.isRowNumber = isRowNumber && !entries.isEmpty
        return survey
    }
}
