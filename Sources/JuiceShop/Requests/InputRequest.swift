package import CSV
package import JuiceBatch

/// Inputs, how to read them, and what they are applied to.
package struct InputRequest: Sendable {
    /// The allowed numbers of threads.
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
    /// The options that describe rows of the POS' exports.
    package var rules = TillOptions()
    /// The settings that describe the POS' exports, apart from `date`, rules and expectations.
    package var till = TillSettings()
    /// The expected totals of the run: `rows=N`, `quantity=N`.
    package var expectations: [String] = []
    /// The settled settings for the POS' exports.
    package var settled = SettledTill()
    /// The date of the run, `YYYY-MM-DD` (`CalendarDay`), for `@date` and the reports' headline; nil for none.
    package var date: String?
    /// The date that `@date` stands for where the request has none, as `YYYY-MM-DD`, since rows cannot tell what they
    /// are read by.
    package var dateOtherwise: String?
    /// The delimiter between cells; nil for the one most frequent in the header.
    package var delimiter: Delimiter?
    /// The encoding of the inputs; nil where their bytes decide.
    package var encoding: EncodingChoice?
    /// The number of worker threads; nil for one per processor.
    ///
    /// The result does not depend on it.
    package var threads: Int?
    /// Bytes that a thread takes at a time; the result does not depend on it.
    package var chunkBytes = 128 * 1024
    /// The rows that give a finished run an exit status other than `done`.
    package var failOn = FailOn.rejected

    /// The date that `@date` stands for in a run that needs it, or else the request's; nil for none.
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

/// The rows that make a finished run fail.
package enum FailOn: String, CaseIterable, Sendable {
    case none
    case rejected
    /// Rejected rows, and those that were short of stock.
    case shortage
}
