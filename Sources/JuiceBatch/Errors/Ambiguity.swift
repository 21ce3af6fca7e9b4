/// An ambiguity in an input that no setting resolves; the program refuses the input instead of guessing.
package enum Ambiguity: Sendable, Equatable {
    /// The possible meaning of a column that neither a setting nor an option names, by its name in JSON.
    package enum Column: String, Sendable {
        /// The column may contain quantities, because the input has no other column for them.
        case quantity
        /// The column may name actions other than orders.
        case action
        /// The column may show which rows were reversed.
        case cancellation
        /// The column may name a unit other than the cup.
        case unit
        /// The column may name the size or variant of an item.
        case variant
        /// The column may name the shop of a row.
        case location
        /// The column may contain the dates of times that have none.
        case date
    }

    /// The position of rows in the input that an earlier input also contains.
    package enum SharedRows: Sendable, Equatable {
        /// The input begins with all rows of the earlier one.
        case start
        /// The input ends with all rows of the earlier one.
        case end
        /// Some consecutive rows, each with a date and time, are in both inputs.
        case stretch
    }

    /// An ambiguous column, by its name in the header, with a cell as evidence.
    ///
    /// `beside` contains the names of the columns to which it may belong: for a variant those of the item, for a date
    /// those of the time.
    case column(Column, header: String, cell: String, beside: [String])
    /// The input has only some columns of a composite: the role, the columns that exist, and those that are missing.
    case tornComposite(role: Role, found: [String], missing: [String])
    /// An id that an earlier row of this run or of an earlier run has; `dates` is the name of a column of dates, if
    /// there is one.
    case id(header: String, id: String, isOfEarlierRun: Bool, dates: String? = nil)
    /// An id that a spreadsheet truncated to scientific notation: the name of its column, and the cell.
    case cutOffID(header: String, id: String)
    /// A row that looks like a total: the name of an extra column and its cell.
    ///
    /// `isTotalIfNamed` is whether the row becomes a totals row if the user names the cell as a word for totals.
    case row(header: String, cell: String, isTotalIfNamed: Bool = true)
    /// Times that mostly fall, so that the rows may be newest first: the name of their column.
    case sequence(header: String)
    /// A row that repeats the header: the name of the item's column, or of its first part.
    case secondTable(item: String)
    /// An input in which no row has the right number of cells: the numbers of cells in the header and in the first row.
    case noRowFits(expected: Int, found: Int)
    /// An input that contains rows of an input that an earlier run applied: that run and input, the number of its rows,
    /// and their position in this input.
    case overlap(run: Int, input: String, rows: Int, SharedRows)

    /// The code of the ambiguity as messages show it.
    package var code: String {
        switch self {
        case .column, .tornComposite: "unclear_column"
        case .id, .cutOffID: "unclear_id"
        case .row: "unclear_row"
        case .sequence: "unclear_sequence"
        case .secondTable: "second_table"
        case .noRowFits: "no_row_fits"
        case .overlap: "overlap"
        }
    }

    /// The rank among several ambiguities of one row, from 0; the lowest is reported.
    package var order: Int {
        switch self {
        case .column(.quantity, _, _, _), .tornComposite: 0
        case .column(.action, _, _, _): 1
        case .column(.cancellation, _, _, _): 2
        case .column(.unit, _, _, _): 3
        case .column(.variant, _, _, _): 4
        case .column(.location, _, _, _), .column(.date, _, _, _): 5
        case .id: 6
        case .cutOffID: 7
        case .row: 8
        case .sequence: 9
        case .secondTable: 10
        case .noRowFits: 11
        case .overlap: 12
        }
    }
}
