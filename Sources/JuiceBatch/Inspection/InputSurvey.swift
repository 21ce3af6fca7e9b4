package import CSV

/// A profile of an unfamiliar input: its form and its columns, without an interpretation of what they mean.
package struct InputSurvey: Sendable {
    /// The name in the reports.
    package let file: String
    package let encoding: TextEncoding
    package let delimiter: Delimiter
    /// The line of the header, from 1.
    package let headerLine: Int
    /// The number of title records above the header.
    package let titles: Int
    /// The kind of our own file; nil for any other file.
    package let ownFile: OwnFile?
    /// The names of its columns.
    package let header: [String]
    package var columns: [ColumnSurvey]
    /// Records that are not blank and no totals, below the header.
    package var rows = 0
    /// Records that look like totals, and the words that say so, in order of first appearance.
    package var totals = 0
    package var totalsWords: [String] = []
    /// The number of rows whose number of cells differs from the header's.
    package var misfits = 0
    /// Whether all of them have one cell more, which is empty, and no row has the right number.
    package var hasTrailingCells = false
    /// Whether a fault kept it from being read to its end.
    package var isCutShort = false
    /// The rows that look like totals, as far as they are kept.
    var totalsRows: [TotalsRow] = []
    /// The cells of its rows.
    var table = RowTable.none
    /// Relations between the cells of its rows; empty until `examineRows` has been called.
    package var relations = RowRelations()

    /// A row that looks like a total.
    struct TotalsRow: Sendable {
        let cells: [String]
        /// The column, from 0, of the word that says so.
        let column: Int
        let line: Int
        /// The number of rows of the table that stand above it.
        let rowsAbove: Int

        init(_ records: borrowing RecordBatch, _ row: Int, column: Int, line: Int, rowsAbove: Int) {
            var cells: [String] = []
            for place in 0..<min(records.fieldCount(row), ColumnLayout.countMax) {
                cells.append(String(decoding: trimmed(records.field(row, place)), as: UTF8.self))
            }
            self.cells = cells
            self.column = column
            self.line = line
            self.rowsAbove = rowsAbove
        }

        var word: String { column < cells.count ? cells[column] : "" }
    }

    /// The maximum number of totals rows that are kept.
    private static let totalsRowsMax = 1_000

    /// Adds a row that looks like a total.
    mutating func add(_ total: TotalsRow) {
        totals += 1
        if !totalsWords.contains(total.word) { totalsWords.append(total.word) }
        if totalsRows.count < Self.totalsRowsMax { totalsRows.append(total) }
    }

    /// Determines the relations between the cells of its rows, given the presumed roles of its columns.
    package mutating func examineRows(_ columns: ColumnFindings, names: NameIndex) {
        relations = RowRelations(table, columns.guess, names: names)
    }
}

/// The relations between several cells of a row, over all rows of an input.
package struct RowRelations: Sendable, Equatable {
    /// The rows that have one value in a column.
    package struct Group: Sendable, Equatable {
        package var rows = 0
        /// The number of rows whose quantity has a `-` in front.
        package var negative = 0
        /// The number of rows whose item is on the menu.
        package var known = 0
        /// The number of rows whose item is neither empty nor on the menu.
        package var unknown = 0

        package init(rows: Int = 0, negative: Int = 0, known: Int = 0, unknown: Int = 0) {
            self.rows = rows
            self.negative = negative
            self.known = known
            self.unknown = unknown
        }
    }

    /// The direction in which times run.
    package struct Direction: Sendable, Equatable {
        /// The columns of the times, from 0.
        package var columns: [Int] = []
        package var rises = 0
        package var falls = 0
        package var unreadable = 0
        /// Whether the times have dates.
        package var hasDates = false
        /// The first and the last time, as their cells say them; empty where there is none.
        package var first = ""
        package var last = ""
        /// Times of day that fall from the evening (from 18:00) to the morning while the date stays, and the latest such
        /// morning in minutes behind midnight.
        package var midnights = 0
        package var latestMorningMinutes = 0
    }

    /// The groups by column, from 0, and by trimmed value, of the columns examined for them.
    package var groups: [Int: [String: Group]] = [:]
    /// The direction of times; nil where no column holds any.
    package var direction: Direction?
    /// The number of rows whose item is a juice, and of those for which only the item joined with the cell of a column,
    /// from 0, is.
    package var knownJuices = 0
    package var knownWithVariant: [Int: Int] = [:]
    /// The number of rows whose item is empty though another cell is not, and the line of the first, from 1.
    package var namelessRows = 0
    package var firstNamelessLine = 0
    /// The columns that are empty in some rows with an item that follow one in which they are not, from 0; nil where they
    /// begin with an empty cell.
    package var mergedColumns: [Int] = []
}
