/// The settings of a shop, or of one run, for the exports of its POS, apart from the columns of roles.
///
/// Columns are referred to by name, so that the settings hold when a POS adds one. Our own files are read without them.
package struct TillSettings: Sendable, Equatable {
    /// A column that a setting or an option names.
    package struct Column: Sendable, Hashable {
        /// The header's name, as it was given.
        package let name: String
        /// Whether it was typed for this run, so that some input has to have it; else it was settled once.
        package let isTyped: Bool

        package init(name: String, isTyped: Bool) {
            self.name = name
            self.isTyped = isTyped
        }
    }

    /// Values of a column, as they were given; they match as names do.
    package struct ColumnValues: Sendable, Equatable {
        package let column: Column
        package let values: [String]

        package init(column: Column, values: [String]) {
            self.column = column
            self.values = values
        }
    }

    /// The replacement for a cell of the action or the item.
    package enum Replacement: Sendable, Equatable {
        /// The name of an action or of something on the menu.
        case name(String)
        /// The row is not ours.
        case ignored
    }

    /// The treatment of an order with a negative quantity.
    package enum Negative: String, CaseIterable, Sendable {
        case reject
        /// It is a cancel of as many cups.
        case cancel
        case ignore
    }

    /// The position of the header.
    package enum HeaderPlace: String, CaseIterable, Sendable {
        /// It is the first row that is not blank.
        case first
        /// It is the first record that has the columns that are needed.
        case find
    }

    /// The order in which rows are applied.
    package enum Sequence: String, CaseIterable, Sendable {
        case file
        /// The rows are applied in the order of their times.
        case time
    }

    /// The treatment of one cell more than there are columns.
    package enum Trailing: String, CaseIterable, Sendable {
        /// The row counts as one of the wrong width.
        case keep
        /// It is none, where all rows of an input have it and it is empty.
        case drop
    }

    /// The replacements for cells of the action and the item, by their name keys (`nameKey`); `""` is the empty cell.
    package var values: [Role: [String: Replacement]] = [:]
    /// Rows with one of these cells are not ours.
    package var ignore: [ColumnValues] = []
    /// Rows without one of these cells are not ours.
    package var only: [ColumnValues] = []
    /// The columns that mean nothing to us.
    package var accept: [Column] = []
    /// The columns in which an empty cell takes the one above it.
    package var fill: [Column] = []
    package var negative = Negative.reject
    /// The decimal mark of quantities; nil if not set.
    package var decimal: DecimalMark?
    package var header = HeaderPlace.first
    package var trailing = Trailing.keep
    /// The words of totals rows, as they were given.
    package var totals: [String] = []
    /// The order in which rows are applied; nil if not set: then as they stand, unless the input makes that ambiguous.
    package var sequence: Sequence?
    package var dayStart = DayStart.midnight
    package var dateOrder: DateOrder?
    /// The date of the run, `YYYY-MM-DD`, for composites with `@date`; nil for none.
    package var date: String?
    /// The expected number of rows of the run.
    package var expectedRows: Int?
    /// The expected quantity of orders less that of cancels; may be negative.
    package var expectedQuantity: Int?

    /// Creates settings of which none is set.
    package init() {}

    /// All columns that are named, but for those of roles.
    package var columns: [Column] { ignore.map(\.column) + only.map(\.column) + accept + fill }
}
