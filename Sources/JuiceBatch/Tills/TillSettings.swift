/// What a shop has settled about the exports of its till, or says of them for one run, beside the columns of roles.
///
/// Columns are named, so that all of it holds when a till adds one. Files of our own are read without any of it.
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

    /// What a cell of action or item is read as.
    package enum Replacement: Sendable, Equatable {
        /// The name of an action or of something on the menu.
        case name(String)
        /// The row is not ours.
        case ignored
    }

    /// What becomes of an order of fewer than no cups.
    package enum Negative: String, CaseIterable, Sendable {
        /// It is rejected.
        case reject
        /// It is a cancel of as many cups.
        case cancel
        /// It is ignored.
        case ignore
    }

    /// Where the header stands.
    package enum HeaderPlace: String, CaseIterable, Sendable {
        /// It is the first row that is not blank.
        case first
        /// It is the first record that has the columns that are needed.
        case find
    }

    /// In which order rows are applied.
    package enum Sequence: String, CaseIterable, Sendable {
        /// As they stand.
        case file
        /// In the order of their times.
        case time
    }

    /// How one cell more than there are columns is taken.
    package enum Trailing: String, CaseIterable, Sendable {
        /// As a row of the wrong width.
        case keep
        /// It is none, where all rows of an input have it and it is empty.
        case drop
    }

    /// What cells of action and of item are read as, by their name keys (`nameKey`); `""` is the empty cell.
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
    /// How many rows the run must have.
    package var expectedRows: Int?
    /// What the quantities of orders less those of cancels must come to; may be negative.
    package var expectedQuantity: Int?

    /// Nothing settled.
    package init() {}

    /// All columns that are named, but for those of roles.
    package var columns: [Column] { ignore.map(\.column) + only.map(\.column) + accept + fill }
}
