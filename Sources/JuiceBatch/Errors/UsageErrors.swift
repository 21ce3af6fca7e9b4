package import CSV

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
    case exportSettings(ExportSettingLocation, ExportSettingError)
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
    /// The ledger does not have the run to reverse. `last` is the number of its latest run, 0 for none.
    case noSuchRun(Int, last: Int)
    /// The run to reverse has been reversed by `by` already.
    case alreadyReversed(Int, by: Int)
    /// The run to reverse is a reversal itself.
    case isReversal(Int)
    /// A run without a rejected row, of which rows are to be closed.
    case hasNoRejectedRows(Int)
    /// The row to settle is not rejected, or does not exist. `rejected` has the lines of rejected rows, by input; not
    /// all of them if there are many.
    case notRejected(run: Int, row: String, rejected: [String])
    /// A row to close by a line on which several inputs have a rejected row. `rows` has what would name each.
    case ambiguousRow(run: Int, line: Int, rows: [String])
    /// A row to close that `by` has closed already; the row is nil if all are.
    case alreadySettled(run: Int, row: String?, by: Int)
    /// The run whose rejected rows are to be settled had them run again.
    case rowsRunAgain(Int)
    /// The run whose reports are to be made again has none: it applied no inputs.
    case hasNoReports(Int)
    /// The inputs are not those of the run whose reports are to be made again.
    case otherInputs(run: Int)
    /// The settings give another result than in the run whose reports are to be made again.
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

/// An error in a menu or stock file.
package enum SettingError: Error, Equatable {
    /// The file cannot be read as CSV, or is no UTF-8 or CP949 text.
    case unreadable(CSVError.Kind)
    /// A column that it needs is missing, or is there twice.
    case missingColumn(String)
    /// A row has not as many cells as the header.
    case wrongFieldCount(expected: Int, found: Int)
    /// A name is empty, too long or holds a character that it may not.
    case badName(String)
    /// A quantity that is no whole number within its limits.
    case badQuantity(String)
    /// A price or a cost that is no amount with at most two decimals, from 0 to `Money.priceMax`.
    case badPrice(String)
    /// A juice with two prices, or a fruit with two costs.
    case differingPrices(String)
    /// A fruit twice in a recipe or in the stock file.
    case repeatedFruit(String)
    /// Two spellings of a juice that match as names but differ as cells: the first one and its line, from 1, and the other.
    case twoSpellings(String, line: Int, String)
    /// A name that means two things.
    case ambiguousName(String)
    /// A fruit that is not on the menu.
    case unknownFruit(String)
    /// The menu has no recipes.
    case empty
    /// The menu has more fruits or juices than allowed.
    case tooMany(Int)
}

/// An error in a setting or option about the rows of a POS's exports.
package enum ExportSettingError: Error, Sendable, Equatable {
    /// The text lacks the sign between its two parts.
    case noPair(String)
    /// Cells of this role are not read as something else: it is neither action nor item.
    case roleOfNoValues(String)
    /// The text names no column.
    case namelessColumn(String)
    /// The compared cell is neither empty nor has a character that counts in a name.
    case matchesNothing(String)
    /// A cell is to be read as something that there is not; `choices` are all names that there are.
    case unknownReading(role: Role, from: String, to: String, choices: [String])
    /// A cell is to be read as one thing and as another.
    case twoReadings(role: Role, from: String)
    /// No setting lists the cells of a column by which reports are to divide sales.
    case unlistedColumn(String)
}

/// The setting that describes rows of a POS' exports; the raw value is the key in juice-batch.json.
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
    /// The file is no JSON object; the line, from 1, from which it cannot be read, nil if it is other JSON.
    case notJSON(line: Int?)
    /// A key that is no setting, and the one that comes closest.
    case unknownKey(String, nearest: String?)
    /// A value that its setting does not take, and what it takes.
    case badValue(key: String, expected: String)
    /// A key that stands twice in one object.
    case repeatedKey(String)
    /// A setting for the rows of a POS' exports is invalid.
    case exportSettings(ExportSettingLocation, ExportSettingError)
}

/// An error in the grammar of a command line.
///
/// Options are spelled with their hyphens; `suggestion` is the known word that was probably meant.
package enum GrammarError: Error, Sendable, Equatable {
    /// The first word is no command.
    case unknownCommand(String, suggestion: String?)
    /// The first word is no command but a file; all words.
    case fileForCommand([String])
    /// Options stand in front of the command.
    case optionBeforeCommand(String, command: String?)
    /// An option that no command has.
    case unknownOption(String, suggestion: String?)
    /// An option that only other commands have.
    case optionOfOthers(String, command: String, others: [String])
    /// An option that takes a value is followed by nothing, or by another option.
    case missingValue(option: String, value: String)
    /// `--option=value` of an option that takes none.
    case needlessValue(option: String)
    /// An argument that has to be there, and whether it is an input, for which `-` is standard input.
    case missingArgument(String, readsInput: Bool)
    /// An option that has to be there.
    case missingOption(String, value: String)
    /// The command takes fewer arguments.
    case needlessArgument(String)
    /// A value that an option or an argument does not take, and what it takes as far as that is a list.
    case badValue(String, of: String, allowed: [String])
}

/// An error in a file that should be the summary.json of a report.
package enum ReportError: Error, Sendable, Equatable {
    /// The file is no JSON; `line` from 1.
    case notJSON(line: Int)
    /// The value of this key in a summary.json is missing, duplicate or of another type.
    case misses(String)
    /// The schema is another one than this program's.
    case otherSchema(Int)
}
