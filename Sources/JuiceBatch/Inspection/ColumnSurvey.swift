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

    /// The maximum number of different values that are listed.
    package static let distinctMax = 10_000

    /// The header's name, as it stands.
    package let name: String
    /// The column's place, from 0.
    package let place: Int
    /// The values but the empty one, the most frequent first, and of equally frequent ones the one that came first.
    package var values: [Value] = []
    /// Whether there are more different values than are listed.
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
