/// An ambiguity in an input that no setting resolves; the program refuses the input instead of guessing.
package enum Ambiguity: Sendable, Equatable {
    /// The possible meaning of a column that neither a setting nor an option names, by its name in JSON.
    package enum Column: String, Sendable {
        /// Quantities, where the input has no other column for them.
        case quantity
        /// The column may name actions other than orders.
        case action
        /// The column may say which rows were reversed.
        case cancellation
        /// The column may name a unit other than the cup.
        case unit
        /// The column may name the size or variant of an item.
        case variant
        /// The column may name the shop of a row.
        case location
        /// The dates of times that have none.
        case date
    }

    /// The position of the rows that an earlier input also has.
    package enum SharedRows: Sendable, Equatable {
        /// The input begins with all rows of the earlier one.
        case start
        /// The input ends with all rows of the earlier one.
        case end
        /// Some consecutive rows, each with a time and its date, are in both.
        case stretch
    }

    /// A column, by its header's name, and the cell that shows it.
    ///
    /// `beside` are the headers of the columns that it may belong to: of a variant those of the item, of a date those of
    /// the time.
    case column(Column, header: String, cell: String, beside: [String])
    /// The input has only some of a composite's columns: the role, those that exist and those that are missing.
    case tornComposite(role: Role, found: [String], missing: [String])
    /// An earlier row of this run, or of an earlier one, has the same id; `dates` is the header of a column of dates.
    case id(header: String, id: String, isOfEarlierRun: Bool, dates: String? = nil)
    /// An id that a spreadsheet cut off to scientific notation: the header of its column, and the cell.
    case cutOffID(header: String, id: String)
    /// A row that looks like a total: the extra's header and its cell, and whether the row is a totals row once the cell is
    /// named as a word for them.
    case row(header: String, cell: String, isTotalIfNamed: Bool = true)
    /// Times that never rise: the header of their column.
    case sequence(header: String)
    /// A row that is the header once more: the name of the item's column, or of its first.
    case secondTable(item: String)
    /// No row has the right number of cells: the number of the header's columns, and of the first row's cells.
    case noRowFits(expected: Int, found: Int)
    /// The input has rows of an input that this run applied: their position, and the number of that input's rows.
    case overlap(run: Int, input: String, rows: Int, SharedRows)

    /// The code as messages write it.
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

    /// The rank among the ambiguities of one row, from 0.
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
