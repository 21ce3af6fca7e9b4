package import CSV

/// An error that ends a run or another operation, which has then applied nothing.
///
/// The cases contain data; `JuiceReports` turns them into sentences. Each `path` is spelled for messages, each `errno`
/// is the number of a system error, lines count from 1, and runs are given by their numbers.
package enum BatchError: Error, Sendable {
    case usage(RequestError)
    case refused(Refusal)
    /// A required file is missing or unreadable.
    case unreadable(path: String, errno: Int32)
    case badChecksum(path: String, error: ChecksumError)
    /// The inbox at this path, which was used before, no longer exists.
    case missingInbox(path: String)
    case inputOutput(path: String, errno: Int32)
    case changedWhileRead(path: String)
    case cannotCreate(path: String, errno: Int32)
    /// The output folder contains something other than an earlier set of reports.
    case foreignOutput(path: String, entry: String)
    /// The file at the path of an index was not written by this program.
    case foreignIndex(path: String)
    /// The folder for an index is a set of reports, which can no longer be replaced once it contains an index.
    case indexInReports(path: String)
    /// A menu or stock file is invalid.
    case badSetting(path: String, line: Int, error: SettingError)
    /// A file is not the summary.json of a report.
    case badReport(path: String, error: ReportError)
    /// The ledger at this path has no order with a known business day, so that demand cannot be estimated.
    case noDemand(path: String)
    /// A row of a pending delivery is not a restock; `reason` describes the error of an unreadable row.
    case notPendingDelivery(path: String, line: Int, reason: String?)
    case knownInputs([KnownInput])
    /// Another process kept the ledger locked for longer than the caller waits.
    case ledgerBusy(path: String)
    /// An open shift keeps the ledger at this path from being changed; `isRunning` is whether a counter is running it.
    case shiftOpen(ledger: String, OpenShift, isRunning: Bool)
    case badShiftLog(path: String, error: ShiftLogError)
    case badLedger(path: String, error: LedgerError)
    /// The ledger at this path cannot be restored from its backup and inputs, or only up to some run.
    case notRestored(path: String, error: RestoreError)
    case unsoundLedger(path: String, findings: [LedgerFinding])
    /// A run cannot be reversed, because the stock would leave its limits, or more cups would be cancelled than served.
    case irreversible(run: Int, obstacles: [ReversalObstacle<String>], blockingRuns: [Int])
    /// A run failed during or after its commit, and only the next command that uses the ledger finds out whether the
    /// ledger contains it, and then puts its reports in place.
    case commitUnknown(run: Int, ledger: String)
    /// An environment variable or a configuration file, named by `origin`, is invalid.
    case badConfiguration(origin: String, error: ConfigurationError)
    /// The folder of a chain is invalid, because of the file or folder at this path.
    case badChain(path: String, error: ChainError)
    /// An invariant is violated, which is a bug in this program.
    case invariant(String)
    /// The arguments of the command line are not valid text.
    case unreadableArguments
    case interrupted(signal: Int32)

    /// The `errno` of a failed system call; nil for any other error.
    package var systemErrno: Int32? {
        switch self {
        case .unreadable(_, let errno), .inputOutput(_, let errno), .cannotCreate(_, let errno): errno
        default: nil
        }
    }
}

/// An error because of which a checksum file contains no digest for the input.
package enum ChecksumError: Error, Sendable, Equatable {
    /// A line, counted from 1, does not have the format of sha256sum; `line` is 1 for an empty or irregular file.
    case malformed(line: Int)
    /// The file has several lines, and those for the input with this name, if any, have different digests.
    case noSingleDigest(String)
}

/// An error because of which a request cannot be carried out, although the command line is grammatical.
package enum RequestError: Sendable, Equatable {
    /// The argument of `--column` lacks `=`, names no role, or names one for the second time.
    case malformedColumn(String)
    /// No input has a column that an option names, for a role or for another setting.
    case columnNotFound(role: String?, name: String)
    case exportSettings(LocatedSettingError)
    /// The argument of `--expect` is neither `rows=N` nor `quantity=N`, or gives a figure for the second time.
    case malformedExpectation(String)
    /// The columns of this role include `@date`, but the run has no date.
    case noDate(role: String)
    case inputInOutput(input: String, output: String)
    case sameBytes(first: String, second: String)
    case standardInputTwice
    case ledgerIsInput(String)
    /// The ledger, or a file that is kept next to it, is in the output folder or is the output folder.
    case ledgerInOutput(ledger: String, output: String)
    /// `--stock` was given for a ledger that already has a stock.
    case stockOfExistingLedger(String)
    /// The ledger does not contain the run with this number; `last` is the number of its latest run, or 0.
    case noSuchRun(Int, last: Int)
    case alreadyReversed(Int, by: Int)
    case isReversal(Int)
    case hasNoRejectedRows(Int)
    /// The row to close is not rejected or does not exist; `rejected` lists the lines of some rejected rows, by input.
    case notRejected(run: Int, row: String, rejected: [String])
    /// Several inputs have a rejected row on the line to close; `rows` contains an unambiguous name for each.
    case ambiguousRow(run: Int, line: Int, rows: [String])
    /// A row to close, or all of them if `row` is nil, has already been closed by the run `by`.
    case alreadySettled(run: Int, row: String?, by: Int)
    /// The inputs are not those of the run whose reports are to be made again, which may have had none.
    case otherInputs(run: Int)
    /// With the current settings, the result differs from that of the run whose reports are to be made again.
    case otherSettings(run: Int)
    case chain(ChainRequestError)
}

/// An input that a run of a ledger, given by its number, has applied before; the path is as the user gave it.
package typealias KnownInput = (path: String, run: Int)

/// An error in a menu or stock file.
package enum SettingError: Error, Equatable {
    /// The file cannot be read as CSV, or is neither UTF-8 nor CP949.
    case unreadable(CSVError.Kind)
    /// A column that has one of these names is missing or appears twice.
    case missingColumn([String])
    /// A column of money in a menu file has a name under which it is not read.
    case unreadColumn(String)
    case wrongFieldCount(expected: Int, actual: Int)
    /// A name is empty, too long or contains a character that is not allowed.
    case badName(String)
    case badQuantity(String)
    /// A price or a cost is not an amount from 0 to `Money.priceMax` with at most two decimals.
    case badPrice(String)
    /// The juice with this name has two prices, or the fruit two costs.
    case differingPrices(String)
    /// The fruit with this name appears twice in a recipe or in the stock file.
    case repeatedFruit(String)
    /// Two spellings of a juice match as names but differ as cells: the first, with its line from 1, and the other.
    case twoSpellings(String, line: Int, String)
    /// A name means two juices or two fruits.
    case ambiguousName(String)
    case unknownFruit(String)
    /// The menu has no recipes.
    case empty
    /// The menu has more fruits or juices than this number, which is the maximum.
    case tooMany(Int)
}

/// An error in a setting or option about the rows of a POS's exports.
package enum ExportSettingError: Error, Sendable, Equatable {
    /// The text lacks the `=` or `:` between its parts, or the action or item in front of the `:`.
    case noPair(String)
    case blankColumnName(String)
    /// The value to compare with is not empty, but contains no character that counts in a comparison.
    case matchesNothing(String)
    /// A cell is to be read as a name that does not exist; `choices` contains all valid names.
    case unknownReplacement(role: Role, from: String, to: String, choices: [String])
    case conflictingReplacements(role: Role, from: String)
    /// No setting lists the values of this column, by which reports are to break down sales.
    case unlistedColumn(String)
}

/// An error in a setting or option about the rows of a POS's exports, with the setting that contains it.
package struct LocatedSettingError: Error, Sendable, Equatable {
    package let location: ExportSettingLocation
    package let settingError: ExportSettingError

    package init(_ location: ExportSettingLocation, _ settingError: ExportSettingError) {
        (self.location, self.settingError) = (location, settingError)
    }
}

/// A setting about the rows of a POS's exports; the raw value is its key in juice-batch.json.
package enum ExportSettingLocation: String, CaseIterable, Sendable {
    case actionValues = "values.action"
    case itemValues = "values.item"
    case ignore, only, known, accept, fill, totals
    case reportBy = "report.by"

    /// The option that specifies the value.
    package var option: String {
        switch self {
        case .actionValues, .itemValues: "--value"
        case .reportBy: "--report-by"
        default: "--" + rawValue
        }
    }
}

/// An error in the environment or in a configuration file.
package enum ConfigurationError: Sendable, Equatable {
    /// The file is not a JSON object; `line` is that of the first error, or 1 if the file is another JSON value.
    case notJSON(line: Int)
    case unknownKey(String, nearest: String?)
    case badValue(key: String, expected: String)
    case repeatedKey(String)
    case exportSettings(LocatedSettingError)
}

/// An error in the grammar of a command line, with hyphens before options; `suggestion` is what was probably meant.
package enum GrammarError: Error, Sendable, Equatable {
    case unknownCommand(String, suggestion: String?)
    /// The first argument is a file instead of a command; the value contains all arguments.
    case fileForCommand([String])
    case unknownOption(String, suggestion: String?)
    /// An option that takes a value is last, or followed by another option.
    case missingValue(option: String, value: String)
    /// An option that takes no value has one, as in `--option=value`.
    case needlessValue(option: String)
    /// A required argument is missing; `readsInput` is whether it is an input, which may be `-` for standard input.
    case missingArgument(String, readsInput: Bool)
    case missingOption(String, value: String)
    case needlessArgument(String)
    /// The value of an option or argument is invalid; `allowed` contains the valid ones, if they can be listed.
    case badValue(String, of: String, allowed: [String])
}

/// An error in a file that should be the summary.json of a report.
package enum ReportError: Error, Sendable, Equatable {
    case notJSON(line: Int)
    /// The value of a key in summary.json is missing, duplicated or of the wrong type.
    case misses(String)
    case otherSchema(Int)
}
