package import CSV

/// The ambiguities of an input, collected while its batches are added in order.
package struct InputAmbiguities: Sendable {
    /// An ambiguity and its position.
    package struct Found: Sendable, Equatable {
        /// The physical line, from 1.
        package let line: Int
        /// The record of the batch, from 0; nil for the header's.
        package let row: Int?
        package let ambiguity: Ambiguity

        package init(line: Int, row: Int?, ambiguity: Ambiguity) {
            self.line = line
            self.row = row
            self.ambiguity = ambiguity
        }
    }

    /// The locations that have been seen.
    private struct Locations: Sendable {
        var first: [UInt8]?
        /// Whether there are two different locations.
        var isDifferent = false
        /// Whether any cell is a location rather than one of the words that are not.
        var hasLocation = false
    }

    private let rules: AmbiguityRules
    /// The first cell of each item in each compared column, by the item's number.
    private var variants: [[Int: [UInt8]]]
    /// The locations in each compared column.
    private var locations: [Locations]
    private var hasFittingRow = false
    private var firstMisfitCells: Int?

    /// Creates the state before the first batch.
    package init(_ rules: AmbiguityRules) {
        self.rules = rules
        variants = rules.comparisons.map { _ in [:] }
        locations = rules.comparisons.map { _ in Locations() }
    }

    /// Adds the ambiguities that a scanner found in the next batch.
    ///
    /// - Parameter firstLine: The physical line on which the batch starts, from 1.
    /// - Returns: The ambiguity that is reported: of those in the first row that has any, the one with the lowest rank.
    ///   No further batch may be added after it.
    package mutating func add(_ ambiguities: BatchAmbiguities, _ records: borrowing RecordBatch, firstLine: Int)
        -> Found?
    {
        if !hasFittingRow {
            hasFittingRow = ambiguities.hasFittingRow
            firstMisfitCells = firstMisfitCells ?? ambiguities.firstMisfitCells
        }
        var found = ambiguities.found
        for (index, groups) in ambiguities.groups.enumerated() {
            let comparison = rules.comparisons[index]
            for (number, group) in groups {
                let row =
                    comparison.kind == .location
                    ? addLocations(group, index, records) : addVariant(group, of: number, index, records)
                guard let row else { continue }
                let cell = rules.text(records, row, comparison.column)
                let other = BatchAmbiguities.Found(
                    row: row, ambiguity: rules.ambiguity(comparison.kind, column: comparison.column, cell: cell))
                if other.comesBefore(found) { found = other }
            }
        }
        return found.map { Found(line: firstLine + records.line($0.row), row: $0.row, ambiguity: $0.ambiguity) }
    }

    /// Returns the ambiguity found once all batches have arrived.
    package func atEnd() -> Found? {
        guard !hasFittingRow, let cells = firstMisfitCells else { return nil }
        let ambiguity = Ambiguity.noRowFits(expected: rules.columns.count, found: cells)
        return Found(line: rules.headerLine, row: nil, ambiguity: ambiguity)
    }

    private mutating func addVariant(
        _ group: BatchAmbiguities.Group, of number: Int, _ index: Int, _ records: borrowing RecordBatch
    ) -> Int? {
        let first = cell(group.first, index, records)
        guard let known = variants[index][number] else {
            variants[index][number] = first
            return group.different
        }
        return known == first ? group.different : group.first
    }

    private mutating func addLocations(
        _ group: BatchAmbiguities.Group, _ index: Int, _ records: borrowing RecordBatch
    ) -> Int? {
        let first = cell(group.first, index, records)
        var seen = locations[index]
        // The rows from which on both conditions hold; conditions met by earlier batches hold from the first row.
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

/// The ambiguities of a batch that can be found without earlier batches.
package struct BatchAmbiguities: Sendable, Equatable {
    /// An ambiguity and the record of the batch, from 0, that shows it.
    package struct Found: Sendable, Equatable {
        package let row: Int
        package let ambiguity: Ambiguity

        package init(row: Int, ambiguity: Ambiguity) {
            self.row = row
            self.ambiguity = ambiguity
        }

        /// Whether this ambiguity is reported rather than another: its row comes first, or its kind precedes in their
        /// order.
        func comesBefore(_ other: Found?) -> Bool {
            guard let other else { return true }
            return (row, ambiguity.order) < (other.row, other.ambiguity.order)
        }
    }

    /// The rows of a batch whose cells in one column are compared: the rows of one item, or all rows.
    struct Group: Sendable, Equatable {
        /// The first of its records, from 0.
        let first: Int
        /// The first row whose cell differs from that of `first`.
        var different: Int?
        /// The first row whose cell is none of the words that mean no location; always nil for variants.
        var location: Int?
    }

    /// The first of what single rows show.
    var found: Found?
    /// The groups of each compared column; of variants by the item's number.
    var groups: [[Int: Group]] = []
    /// Whether there is a row that has the right number of cells.
    var hasFittingRow = false
    /// The number of cells in the first row whose number of cells differs from the header's; nil if there is none.
    var firstMisfitCells: Int?
}
