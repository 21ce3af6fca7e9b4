/// An error in a command line beyond its grammar.
package enum UsageMistake: Sendable, Equatable {
    /// `--column` names a role that does not exist.
    case unknownRole(String)
    /// The argument of `--column` lacks `=`.
    case malformedColumn(String)
    /// `--column` twice for the same role.
    case repeatedRole(String)
    /// No input has a column that an option names; the role, if it names one for a role.
    case columnNowhere(role: String?, name: String)
    /// An option that describes rows of a POS' exports is invalid.
    case till(TillPlace, TillMistake)
    /// `--expect` is neither `rows=N` nor `quantity=N`.
    case malformedExpectation(String)
    /// `--expect` twice for the same figure.
    case repeatedExpectation(String)
    /// The composite of a role has `@date`, and the run has no date.
    case noDate(role: String)
    /// An input lies in the output folder.
    case inputInOutput(input: String, output: String)
    /// Two inputs have the same bytes.
    case sameBytes(first: String, second: String)
    /// Standard input was given twice.
    case standardInputTwice
    /// The ledger is one of the inputs.
    case ledgerIsInput(String)
    /// The ledger, or a file that it keeps beside itself, lies in the output folder, or is it.
    case ledgerInOutput(ledger: String, output: String)
    /// `--stock` for a ledger that has a stock of its own.
    case stockOfExistingLedger(String)
    /// A run to take back that the ledger does not have. `last` is the number of its latest run, 0 for none.
    case noSuchRun(Int, last: Int)
    /// A run to take back that `by` has taken back already.
    case alreadyReversed(Int, by: Int)
    /// A run to take back that itself took back another.
    case isReversal(Int)
    /// A run without a rejected row, of which rows are to be closed.
    case hasNoRejectedRows(Int)
    /// A row to close that is not rejected, or not there. `rejected` has the lines of those that are, by input; not all of
    /// them if there are many.
    case notRejected(run: Int, row: String, rejected: [String])
    /// A row to close by a line on which several inputs have a rejected row. `rows` has what would name each.
    case ambiguousRow(run: Int, line: Int, rows: [String])
    /// A row to close that `by` has closed already; the row is nil where all are.
    case alreadySettled(run: Int, row: String?, by: Int)
    /// A run of which rejected rows are to be closed, and whose rejected rows were run again.
    case rowsRunAgain(Int)
    /// A run whose reports are to be made again, and that has none: it applied no inputs.
    case hasNoReports(Int)
    /// Inputs that are not those of the run whose reports are to be made again.
    case otherInputs(run: Int)
    /// Settings with which the inputs come to something else than they did in the run whose reports are to be made again.
    case otherSettings(run: Int)
    /// The request to a chain is impossible.
    case chain(ChainUse)
}

/// An input that an earlier run of a ledger has applied.
package struct KnownInput: Sendable, Equatable {
    /// The path as the user gave it.
    package let path: String
    /// The number of the run that applied it.
    package let run: Int

    package init(path: String, run: Int) {
        self.path = path
        self.run = run
    }
}
