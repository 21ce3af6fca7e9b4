package import CSV
package import JuiceBatch

/// Inputs, how to read them, and what they are applied to.
package struct InputRequest: Sendable {
    /// How many threads can be asked for.
    package static let threadsAllowed = 1...256

    /// CSV files in the order in which they apply; `-` is standard input.
    package var paths: [String]
    /// The menu file; nil for the built-in menu.
    package var menu: String?
    /// The stock file; nil for the stock of the ledger, or 10 of each fruit.
    package var stock: String?
    /// The column of a role by its header, as in `item=품목`, or a composite, as in `id=주문번호+#`; `item=` switches a
    /// role off.
    package var columns: [String] = []
    /// What is typed of the rows of the till's exports.
    package var rules = TillOptions()
    /// What else is said of the till's exports, as far as there is one answer to it; `date`, rules and expectations are
    /// not said here.
    package var till = TillSettings()
    /// What the run is to come to: `rows=N`, `quantity=N`.
    package var expectations: [String] = []
    /// What is settled of the till's exports.
    package var settled = SettledTill()
    /// The date of the run, `YYYY-MM-DD` (`CalendarDay`), for `@date` and the reports' headline; nil for none.
    package var date: String?
    /// What `@date` stands for where the request has no date, `YYYY-MM-DD`: what is read of the rows cannot say what they are
    /// read by.
    package var dateOtherwise: String?
    /// What stands between cells; nil for the one most frequent in the header.
    package var delimiter: Delimiter?
    /// How the inputs are encoded; nil where their bytes decide.
    package var encoding: EncodingChoice?
    /// How many threads work; nil for one a processor.
    ///
    /// The result does not depend on it.
    package var threads: Int?
    /// Bytes that a thread takes at a time; the result does not depend on it.
    package var chunkBytes = 128 * 1024
    /// Which rows make the exit status of a run that is done another one than `done`.
    package var failOn = FailOn.rejected

    /// What `@date` stands for in a run that needs it, or the date of the request; nil for none.
    var readingDate: String? { date ?? (needsDate ? dateOtherwise : nil) }

    /// Whether a column is read with the run's date; what cannot be parsed is told when it is read.
    var needsDate: Bool {
        let options = try? ColumnOptions(parsing: columns, defaults: settled.columns)
        return options?.columns.values.contains { $0.needsDate } ?? false
    }

    /// Inputs that are read as their bytes say, and applied to the built-in menu.
    package init(paths: [String]) {
        self.paths = paths
    }
}

/// What makes a run that is done worth looking at.
package enum FailOn: String, CaseIterable, Sendable {
    /// Nothing.
    case none
    /// Rejected rows.
    case rejected
    /// Rejected rows, and those that were short of stock.
    case shortage
}
