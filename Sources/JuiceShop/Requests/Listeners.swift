package import JuiceBatch
package import JuiceReports

/// A receiver of the progress of long operations.
package protocol ProgressListener {
    /// Begins a long operation, whose progress is reported to the result until that is released.
    func beginProgress() -> any RunProgress
}

/// A receiver of a run's progress.
///
/// Several threads call it, one at a time.
package protocol RunProgress: Sendable {
    /// Reports the number of bytes copied from a pipe.
    func update(copiedBytes: Int)
    /// The run is so far; `totalBytes` is the size of all inputs.
    func update(_ progress: Progress, totalBytes: Int)
    /// Reports that all input has been read.
    func clear()
}

/// A listener for notices, which do not change how an operation ends.
package protocol NoticeListener {
    /// Receives a notice for the user.
    func notice(_ notice: ShopNotice)
}

/// A notice for the user or the operator.
package enum ShopNotice: Sendable, Equatable {
    /// An input is left out, since the ledger knows it.
    case leftOut(KnownInput)
    /// All inputs were known to the ledger, so nothing was done.
    case nothingLeft
    /// The run has created its ledger; the path as the user named it.
    case madeLedger(path: String)
    /// Reports of an earlier run could not be put in place.
    case unplaced(UnplacedReports)
    /// A shift that is open keeps its own menu, which is not the one that was asked for.
    case menuKept
    /// The journal of a shift held what no counter has written, so that it was put aside and the shift has ended without
    /// it: its path, the line on which that starts, from 1, and its path now.
    case shiftLogSetAside(shiftLog: String, line: Int, path: String)
    /// The reports have replaced a set of other inputs whose failure.csv held short orders or rejected rows. `reports`
    /// is the folder as the user named it.
    case replaced(reports: String, ordersShort: Int, rowsRejected: Int)
    /// A foreign file has the path of the index, and stays.
    case indexNotOurs(path: String)
    /// The index of a folder of reports could not be made; that does not affect the reports. `path` is the index's,
    /// `errno` as the system said, if it said anything.
    case indexLost(path: String, errno: Int32?)
    /// The run log could not be written; the next command that opens the ledger to change it completes it. `path` is the
    /// log's, `errno` as the system said, if it said anything.
    case runLogIncomplete(path: String, errno: Int32?)
    /// The record of a nightly run could not be written to `path`; its effects remain. `errno` is the system's error,
    /// if there is one.
    case nightUnrecorded(path: String, errno: Int32?)
}

/// A listener for the inputs and rows that the operator has to correct.
package protocol ProblemListener {
    /// An input was refused, and with it the run; its error is thrown all the same.
    func refused(_ input: RefusedInput)
    /// Reports the rows that were rejected or short of stock after all rows were applied; there may be none.
    func rejected(_ rows: RejectedRows)
}

/// A listener to a run.
package protocol RunListener: ProgressListener, NoticeListener, ProblemListener {
    /// Reports that all reports are written, and none is in place yet; if this throws, nothing is applied.
    ///
    /// - Parameter reports: the folder where the reports will be, as the user named it; nil if none are written.
    func applied(_ model: ReportModel, reports: String?) throws
}

/// An input that was refused whole.
package struct RefusedInput: Sendable {
    /// The reason and the position.
    package let refusal: Refusal
    /// The path as the user gave it; nil if it is not a file, or if no single input is concerned.
    package let path: String?
}

/// The rejected rows of a run, and those that were short of stock.
package struct RejectedRows: Sendable {
    /// The first rejected rows.
    package let first: FirstFailures
    /// The tally that contains the rejected rows.
    package let tally: Tally
    /// The path of each input by its name in the reports; standard input has none.
    package let paths: [String: String]
    /// The path of each input as the user gave it, by its name in the reports; none if no user gave one.
    package let givenPaths: [String: String]
    /// The rows that give the run an exit status other than `done`.
    package let failOn: FailOn
    /// Whether failure.csv will list them all.
    package let hasReports: Bool
}
