package import CSV

/// The ambiguities of an input, found as its batches arrive in order.
package struct InputDoubts: Sendable {
    /// A doubt, and where it is shown.
    package struct Found: Sendable, Equatable {
        /// The physical line, from 1.
        package let line: Int
        /// The record of the batch, from 0; nil for the header's.
        package let row: Int?
        package let doubt: Doubt

        package init(line: Int, row: Int?, doubt: Doubt) {
            self.line = line
            self.row = row
            self.doubt = doubt
        }
    }

    /// The locations that have been seen.
    private struct Locations: Sendable {
        var first: [UInt8]?
        /// Whether there are two different ones.
        var isDifferent = false
        /// Whether one is none of the words that mean no location.
        var hasLocation = false
    }

    private let rules: DoubtRules
    /// The first cell of each item in each compared column, by the item's number.
    private var variants: [[Int: [UInt8]]]
    /// The locations in each compared column.
    private var locations: [Locations]
    private var hasFittingRow = false
    private var firstMisfitCells: Int?

    /// Nothing has come yet.
    package init(_ rules: DoubtRules) {
        self.rules = rules
        variants = rules.comparisons.map { _ in [:] }
        locations = rules.comparisons.map { _ in Locations() }
    }

    /// Takes what a scanner found in the next batch.
    ///
    /// - Parameter firstLine: the physical line on which the batch starts, from 1.
    /// - Returns: the first doubt, and at its row the first in the order of doubts; nothing may be taken behind it.
    package mutating func take(_ doubts: BatchDoubts, _ records: borrowing RecordBatch, firstLine: Int) -> Found? {
        if !hasFittingRow {
            hasFittingRow = doubts.hasFittingRow
            firstMisfitCells = firstMisfitCells ?? doubts.firstMisfitCells
        }
        var found = doubts.found
        for (index, groups) in doubts.groups.enumerated() {
            let comparison = rules.comparisons[index]
            for (number, group) in groups {
                let row =
                    comparison.kind == .location
                    ? takeLocations(group, index, records) : takeVariant(group, of: number, index, records)
                guard let row else { continue }
                let cell = rules.text(records, row, comparison.column)
                let other = BatchDoubts.Found(
                    row: row, doubt: rules.doubt(comparison.kind, column: comparison.column, cell: cell))
                if other.comesBefore(found) { found = other }
            }
        }
        return found.map { Found(line: firstLine + records.line($0.row), row: $0.row, doubt: $0.doubt) }
    }

    /// Returns the ambiguity found once all batches have arrived.
    package func atEnd() -> Found? {
        guard !hasFittingRow, let cells = firstMisfitCells else { return nil }
        let doubt = Doubt.noRowFits(expected: rules.columns.count, found: cells)
        return Found(line: rules.headerLine, row: nil, doubt: doubt)
    }

    private mutating func takeVariant(
        _ group: BatchDoubts.Group, of number: Int, _ index: Int, _ records: borrowing RecordBatch
    ) -> Int? {
        let first = cell(group.first, index, records)
        guard let known = variants[index][number] else {
            variants[index][number] = first
            return group.different
        }
        return known == first ? group.different : group.first
    }

    private mutating func takeLocations(
        _ group: BatchDoubts.Group, _ index: Int, _ records: borrowing RecordBatch
    ) -> Int? {
        let first = cell(group.first, index, records)
        var seen = locations[index]
        // The rows from which on both hold; those before the batch held before its first.
        var different = seen.isDifferent ? group.first : group.different
        if let known = seen.first, known != first { different = group.first }
        let location = seen.hasLocation ? group.first : group.location
        seen.first = seen.first ?? first
        seen.isDifferent = different != nil
        seen.hasLocation = location != nil
        locations[index] = seen
        guard let different, let location else { return nil }
        return max(different, location)
    }

    private func cell(_ row: Int, _ index: Int, _ records: borrowing RecordBatch) -> [UInt8] {
        Array(trimmed(rules.cell(records, row, rules.comparisons[index].column)))
    }
}
