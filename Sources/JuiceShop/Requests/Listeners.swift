package import JuiceBatch
package import JuiceReports

/// A receiver of the progress of long operations.
package protocol ProgressListener {
    /// Begins the progress display of a long operation; the display ends when the result is released.
    func beginProgress() -> any RunProgress
}

/// A display of a run's progress.
///
/// Several threads call it, one at a time.
package protocol RunProgress: Sendable {
    /// Reports the number of bytes copied from a pipe.
    func update(copiedBytes: Int)
    /// Reports the rows and bytes processed so far; `totalBytes` is the size of all inputs.
    func update(_ progress: Progress, totalBytes: Int)
    /// Reports that all input has been read.
    func clear()
}

/// A listener for notices, which do not affect the result of an operation.
package protocol NoticeListener {
    /// Receives a notice for the user.
    func notice(_ notice: ShopNotice)
}

/// A notice for the user or the operator.
package enum ShopNotice: Sendable, Equatable {
    /// An input was skipped because the ledger already contains it.
    case leftOut(KnownInput)
    /// All inputs were known to the ledger, so nothing was done.
    case nothingLeft
    /// The run has created its ledger at `path`, as the user gave it.
    case madeLedger(path: String)
    /// Reports of an earlier run could not be put in place.
    case unplaced(UnplacedReports)
    /// The requested menu differs from that of the open shift, which remains in use.
    case menuKept
    /// The log of a shift has a row that no counter has written, so the log was set aside and the shift ended without
    /// it.
    ///
    /// `line` is the line on which the row starts, from 1; `path` is the new path of the log.
    case shiftLogSetAside(shiftLog: String, line: Int, path: String)
    /// The reports have replaced those of other inputs, whose failure.csv contained short orders or rejected rows.
    ///
    /// `reports` is the folder as the user named it.
    case replaced(reports: String, ordersShort: Int, rowsRejected: Int)
    /// A file of another program has the path of the index, and is kept.
    case indexNotOurs(path: String)
    /// The index of a folder of reports could not be written, which does not affect the reports.
    ///
    /// `path` is the path of the index; `errno` is the system error, if there is one.
    case indexLost(path: String, errno: Int32?)
    /// The run log could not be written; the next command that opens the ledger for writing completes it.
    ///
    /// `path` is the path of the run log; `errno` is the system error, if there is one.
    case runLogIncomplete(path: String, errno: Int32?)
    /// The record of a nightly run could not be written to `path`; what the run has applied remains.
    ///
    /// `errno` is the system error, if there is one.
    case nightUnrecorded(path: String, errno: Int32?)
}

/// A listener for the inputs and rows that the operator has to correct.
package protocol ProblemListener {
    /// Reports an input that was refused together with its run; the use case also throws the error.
    func refused(_ input: RefusedInput)
    /// Reports the rows that were rejected or short of stock, possibly none, after all rows were applied.
    func rejected(_ rows: RejectedRows)
}

/// A listener for the progress, notices and problems of a run, and for its result before the commit.
package protocol RunListener: ProgressListener, NoticeListener, ProblemListener {
    /// Reports the result of a run whose reports are staged and not in place yet; if this throws, nothing is applied.
    ///
    /// - Parameter reports: the future folder of the reports, as the user named it; nil if none are written.
    func applied(_ model: ReportModel, reports: String?) throws
}

/// An input that was refused as a whole.
package struct RefusedInput: Sendable {
    /// The reason and the position in the input.
    package let refusal: Refusal
    /// The path as the user gave it; nil if it is not a file, or if the refusal concerns several inputs.
    package let path: String?
}

/// The rows of a run that were rejected or short of stock.
package struct RejectedRows: Sendable {
    /// The first of these rows.
    package let first: FirstFailures
    /// The tally of the run.
    package let tally: Tally
    /// The path of each input by its name in the reports, except for standard input.
    package let paths: [String: String]
    /// The path of each input as the user gave it, by its name in the reports; empty if no user gave paths.
    package let givenPaths: [String: String]
    /// The rows for which the run has an exit status other than `done`.
    package let failOn: FailOn
    /// Whether failure.csv will contain all of these rows.
    package let hasReports: Bool
}
