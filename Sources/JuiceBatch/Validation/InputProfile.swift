internal import CSV

/// The contents of columns without a role that no setting names, and other content that was not interpreted.
///
/// Totals rows, ignored rows and rows with the wrong number of cells are not included.
package struct InputProfile: Sendable {
    /// The maximum number of different cells that are counted.
    package static let cellsMax = 20
    /// The maximum number of different cells that are listed.
    package static let exampleCellsMax = 12

    /// Whether the different cells of a column, given by the number of rows with each and of all, count as few: at most
    /// `exampleCellsMax` in 20 rows or more, or in fewer rows any number, if one appears twice.
    package static func areFew(_ cells: [Int], of rows: Int) -> Bool {
        rows < 20 ? cells.contains { $0 > 1 } : cells.count <= exampleCellsMax
    }

    /// One of the different cells of a column.
    package struct Cell: Sendable, Equatable {
        /// The trimmed cell, which may be empty.
        package let text: String
        /// The number of rows with the cell.
        package internal(set) var rows: Int
        /// The physical line of the first of them, from 1.
        package let firstLine: Int
    }

    /// A column without a role that no setting names.
    package struct Column: Sendable, Equatable {
        /// The column, from 0.
        package let column: Int
        /// The name in the header, as spelled.
        package let name: String
        /// The different cells in order of first appearance, filled if settings say so; nil for more than `cellsMax`.
        package fileprivate(set) var cells: [Cell]? = []
        /// Whether all cells so far are empty or quantities, ignoring signs; only known if this may be the quantity.
        fileprivate var areQuantities = true
        /// The first cell that is neither empty nor 1; only known while the column may be that of the quantities.
        package fileprivate(set) var firstFigure: Cell?

        /// The different cells, if they are few enough to be listed.
        package var exampleCells: [Cell]? { cells.flatMap { $0.count <= InputProfile.exampleCellsMax ? $0 : nil } }
    }

    /// The columns from the left; empty for files that this program wrote itself.
    package fileprivate(set) var columns: [Column]
    /// The number of rows that were profiled.
    package fileprivate(set) var rows = 0
    /// The number of rows whose quantity was empty and read as 1, where the input has a column of quantities.
    package fileprivate(set) var emptyQuantities = 0
    /// The rows with an earlier time than the row above, of times with dates and unset order; nil if there are none.
    package var earlierRows: NotedRows?
    /// The rows with a time that cannot be read, if rows are applied in file order; nil if there are none.
    package var unreadableTimes: NotedRows?

    /// Rows that the output mentions without refusing them: their number, at least one, and the first line, from 1.
    package typealias NotedRows = (count: Int, firstLine: Int)

    /// The profile of an input without columns and rows.
    package static let none = InputProfile(columns: [])
}

/// Profiles the columns of batches: one profiler for each worker.
struct ColumnProfiler: ~Copyable {
    /// The index of the input whose columns are profiled; nil before the first.
    private var input: Int?
    /// Whether the different cells of each of its profiled columns are counted, because there are not too many.
    private var countsCells: [Bool] = []
    private var mayBeQuantity: [Bool] = []

    /// Adds the contents of the columns of a batch to its findings.
    mutating func profile(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ rules: AmbiguityRules, input: Int,
        _ findings: inout BatchFindings
    ) {
        if self.input != input {
            self.input = input
            countsCells = rules.profiledColumns.map { _ in true }
            mayBeQuantity = rules.profiledColumns.map(\.mayBeQuantity)
        }
        for row in 0..<records.count where AmbiguityRules.shows(rows.code(row)) { findings.rows += 1 }
        for index in countsCells.indices where countsCells[index] || mayBeQuantity[index] {
            var observed = BatchFindings.Column(index: index)
            observe(records, rows, rules, &observed)
            countsCells[index] = countsCells[index] && observed.cells.count <= InputProfile.cellsMax
            mayBeQuantity[index] = mayBeQuantity[index] && observed.areQuantities
            findings.columns.append(observed)
        }
    }

    /// Counts the different cells of a column until there are too many, and checks whether all cells are quantities.
    private func observe(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ rules: AmbiguityRules,
        _ observed: inout BatchFindings.Column
    ) {
        let source = rules.columns.filling(rules.profiledColumns[observed.index].column)
        var countsCells = countsCells[observed.index]
        let mayBeQuantity = mayBeQuantity[observed.index]
        var last = 0
        for row in 0..<records.count where AmbiguityRules.shows(rows.code(row)) {
            if !countsCells && !(mayBeQuantity && observed.areQuantities) { return }
            let cell = rules.columns.cell(records, row, source)
            if countsCells {
                // Most cells are those of the row above.
                func isEqual(_ known: (row: Int, rows: Int)) -> Bool {
                    areSameCells(cell, rules.columns.cell(records, known.row, source))
                }
                let isLast = last < observed.cells.count && isEqual(observed.cells[last])
                if let known = isLast ? last : observed.cells.firstIndex(where: isEqual) {
                    observed.cells[known].rows += 1
                    last = known
                    continue
                }
                last = observed.cells.count
                observed.cells.append((row, 1))
                countsCells = last < InputProfile.cellsMax
            }
            guard mayBeQuantity, observed.areQuantities else { continue }
            let isPlain = !cell.isEmpty && cell.count < 10 && cell.allSatisfy { Ascii.isDigit($0) }
            if isPlain && observed.firstFigure != nil { continue }
            let text = trimmedText(cell)
            if text.isEmpty { continue }
            let figure = AmbiguousCell.figure(text, decimal: rules.exportSettings.decimal)
            observed.areQuantities = figure != nil
            if let figure, figure != 1 { observed.firstFigure = observed.firstFigure ?? row }
        }
    }
}

/// Whether two cells are the same, trimmed.
@inline(__always) func areSameCells(_ a: ByteView, _ b: ByteView) -> Bool {
    if a.count == b.count { return a.elementsEqual(b) || trimmed(a).elementsEqual(trimmed(b)) }
    let (a, b) = (trimmed(a), trimmed(b))
    return a.count == b.count && a.elementsEqual(b)
}

/// The addition of an input's batches to its profile, in their order.
extension InputProfile {
    init(_ rules: AmbiguityRules) {
        self.init(columns: rules.profiledColumns.map { Column(column: $0.column, name: rules.header[$0.column]) })
    }

    /// Adds the next batch, which starts on a physical line from 1.
    ///
    /// - Returns: The columns that with this batch show rows of several shops, each with the first such record, from 0.
    mutating func add(
        _ batch: BatchFindings, _ records: borrowing RecordBatch, _ decoded: borrowing DecodedRows,
        _ rules: AmbiguityRules, firstLine: Int
    ) -> [(row: Int, column: Int)] {
        rows += batch.rows
        emptyQuantities += decoded.emptyQuantities
        let (count, first) = decoded.unreadableTimes
        if count > 0 {
            let earlier = unreadableTimes ?? (0, firstLine + records.line(first))
            unreadableTimes = (earlier.count + count, earlier.firstLine)
        }
        var locations: [(row: Int, column: Int)] = []
        for observed in batch.columns {
            if let row = columns[observed.index].add(observed, records, rules, firstLine: firstLine) {
                locations.append((row, columns[observed.index].column))
            }
        }
        return locations
    }
}

extension InputProfile.Column {
    /// Adds the contents of a batch, and returns the first record with which they show several shops, if any.
    fileprivate mutating func add(
        _ observed: BatchFindings.Column, _ records: borrowing RecordBatch, _ rules: AmbiguityRules, firstLine: Int
    ) -> Int? {
        if !observed.areQuantities { (areQuantities, firstFigure) = (false, nil) }
        if areQuantities, firstFigure == nil, let row = observed.firstFigure {
            firstFigure = InputProfile.Cell(
                text: rules.text(records, row, column), rows: 1, firstLine: firstLine + records.line(row))
        }
        guard var cells else { return nil }
        let isLocation = rules.locationColumns.contains(column)
        var locationRow: Int?
        for cell in observed.cells {
            let text = rules.text(records, cell.row, column)
            if let known = cells.firstIndex(where: { $0.text.utf8.elementsEqual(text.utf8) }) {
                cells[known].rows += cell.rows
            } else {
                let line = firstLine + records.line(cell.row)
                cells.append(InputProfile.Cell(text: text, rows: cell.rows, firstLine: line))
                // Places where a cup was consumed do not name several shops.
                if isLocation, cells.count > 1,
                    cells.count > InputProfile.cellsMax || !cells.allSatisfy({ AmbiguousCell.isPlaceOfUse($0.text) })
                {
                    locationRow = locationRow ?? cell.row
                }
            }
        }
        self.cells = cells.count > InputProfile.cellsMax ? nil : cells
        return locationRow
    }
}
