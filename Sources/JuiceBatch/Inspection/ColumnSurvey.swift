internal import CSV

/// A profile of the values in one column of an unfamiliar input.
package struct ColumnSurvey: Sendable, Equatable {
    /// A value, trimmed, and in how many rows it stands.
    package struct Value: Sendable, Equatable {
        package let text: String
        package let count: Int

        package init(_ text: String, _ count: Int) {
            self.text = text
            self.count = count
        }
    }

    /// The maximum number of different values whose rows are counted.
    package static let distinctMax = 10_000

    /// The header's name, as it stands.
    package let name: String
    /// The column's place, from 0.
    package let place: Int
    /// The values but the empty one, the most frequent first, and of equally frequent ones the one that came first.
    package var values: [Value] = []
    /// Whether there are more different values than are counted.
    package var hasMoreValues = false
    /// The number of rows in which it is empty.
    package var emptyRows = 0
    /// The number of rows whose value is not empty and equals that of the row above.
    package var repeatsAbove = 0
    /// Whether its values are the numbers of the rows, counted from 1.
    package var isRowNumber = false
}

extension ColumnSurvey {
    /// The number of rows in which it is not empty, as far as their values are counted.
    package var countedRows: Int { values.reduce(0) { $0 + $1.count } }

    /// Whether a value stands in more than one row, as far as values are counted.
    package var hasRepeats: Bool { values.first.map { $0.count > 1 } ?? false }

    /// The share of rows, from 0 to 1, whose value satisfies a condition; 0 where there are no rows.
    func share(_ holds: (String) -> Bool) -> Double {
        let rows = countedRows
        guard rows > 0 else { return 0 }
        return Double(values.reduce(0) { $0 + (holds($1.text) ? $1.count : 0) }) / Double(rows)
    }
}

/// Counts the values of a column in bounded memory.
package struct ValueCounter {
    private struct Entry {
        var count: Int
        /// The rank of the value by first appearance.
        let place: Int
    }

    /// The maximum number of bytes by which a cell is counted.
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

    /// Creates a counter of no values.
    package init() {}

    /// Counts the trimmed cell of the next row.
    ///
    /// - Parameter row: the row's number, from 1.
    package mutating func add(_ cell: UnsafeBufferPointer<UInt8>, row: Int) {
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
