package import CSV

/// Why a run, or what leads to it, cannot go on; nothing has been applied then.
///
/// It holds what happened and where; the sentence for people is made by the reports.
package enum BatchError: Error, Sendable {
    /// The command line asks for something that cannot be.
    case usage(UsageMistake)
    /// An input was refused whole.
    case refused(Refusal)
    /// A file that is to be read is missing or unreadable. `path` as given, `errno` as the system said.
    case unreadable(path: String, errno: Int32)
    /// Reading or writing failed.
    case inputOutput(path: String, errno: Int32)
    /// An input changed while it was read.
    case changedWhileRead(path: String)
    /// The reports cannot be put where they belong.
    case cannotCreate(path: String, errno: Int32)
    /// The output folder holds something that is not an earlier report set.
    case outputNotOurs(path: String, entry: String)
    /// A menu or stock file does not make sense.
    case badSetting(path: String, line: Int, mistake: SettingMistake)
    /// A file is not the summary.json of a report.
    case badReport(path: String, mistake: ReportMistake)
    /// All inputs, or those named, have been applied by earlier runs of the ledger.
    case knownInputs([KnownInput])
    /// Somebody else kept the ledger locked for as long as the caller would wait. `holder` is the process, if it can
    /// be told.
    case ledgerBusy(path: String, holder: Int32?)
    /// The file cannot serve as a ledger.
    case badLedger(path: String, fault: LedgerFault)
    /// What a ledger says does not add up.
    case unsoundLedger(path: String, findings: [LedgerFinding])
    /// A run cannot be taken back: stock would leave its limits.
    case irreversible(run: Int, obstacles: [ReversalObstacle])
    /// A run failed in the very moment of its commit or behind it, and whether the ledger has it cannot be told now.
    /// Whoever uses the ledger next finds out, and puts its reports in place if it has.
    case inDoubt(run: Int, ledger: String)
    /// The environment or a configuration file does not make sense. `origin` is the variable or the path.
    case badConfiguration(origin: String, mistake: ConfigurationMistake)
    /// Something holds that never may: a bug in this program.
    case invariant(String)
    /// A signal asked the run to end. `signal` is its number.
    case interrupted(signal: Int32)
}

/// What is wrong with a command line beyond its grammar.
package enum UsageMistake: Sendable, Equatable {
    /// `--column` names a role that does not exist.
    case unknownRole(String)
    /// `--column` without `=`.
    case malformedColumn(String)
    /// `--column` twice for the same role.
    case repeatedRole(String)
    /// No input has the column that `--column` names.
    case columnNowhere(role: String, name: String)
    /// An input lies in the output folder.
    case inputInOutput(input: String, output: String)
    /// Two inputs have the same bytes.
    case sameBytes(first: String, second: String)
    /// Standard input twice.
    case standardInputTwice
    /// The ledger is one of the inputs.
    case ledgerIsInput(String)
    /// The ledger, or a file that it keeps beside itself, lies in the output folder, or is it.
    case ledgerInOutput(ledger: String, output: String)
    /// The file for the summary is one that the run needs, or lies in the output folder. `use` is what the user calls
    /// that file or folder.
    case summaryTaken(summary: String, use: String)
    /// `--stock` for a ledger that has a stock of its own.
    case stockOfExistingLedger(String)
    /// A run to take back that the ledger does not have. `last` is the number of its latest run, 0 for none.
    case noSuchRun(Int, last: Int)
    /// A run to take back that `by` has taken back already.
    case alreadyReversed(Int, by: Int)
    /// A run to take back that itself took back another.
    case isReversal(Int)
    /// A run whose reports are to be made again, and that has none: it took back another.
    case hasNoReports(Int)
    /// Inputs that are not those of the run whose reports are to be made again.
    case otherInputs(run: Int)
    /// Settings with which the inputs come to something else than they did in the run whose reports are to be made again.
    case otherSettings(run: Int)
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

/// Why a file cannot serve as a ledger.
package enum LedgerFault: Sendable, Equatable {
    /// It is no SQLite database.
    case notADatabase
    /// It is a database of something else.
    case foreign
    /// A later version of this program made it. The version of its format, and the program if it can be told.
    case newer(Int, madeBy: String?)
    /// It says that it is of this version of the format, but has another form: an earlier program made it, before the
    /// format was released, or somebody has changed it.
    case unknownForm(Int)
    /// It has more than one name, so that its journal would not be found by the others. How many.
    case linked(Int)
    /// It is damaged: cut short, or overwritten in part.
    case damaged
    /// It is not there.
    case missing
}

/// Something in a ledger that does not add up.
package enum LedgerFinding: Sendable, Equatable {
    /// SQLite says that the file is damaged, and how.
    case damagedFile(String)
    /// A record names another one that is not there. The table.
    case danglingReference(String)
    /// A run's record is not what it was when it was written, or a run is missing before it.
    case changedRun(Int)
    /// The sum of a fruit's movements is not its stock.
    case wrongStock(fruit: String, stock: Int, sum: Int)
    /// A movement of a run does not start where the one before ended, or does not add up.
    case brokenMovement(run: Int, fruit: String)
    /// The ids that a run used are not those on record.
    case changedIDs(run: Int)
    /// What it says of itself, the seed of ids among it, is not what was written.
    case changedHead
    /// A record contradicts another one, as SQLite says it.
    case contradiction(String)
}

/// Why stock does not allow to take a run back.
package struct ReversalObstacle: Sendable, Equatable {
    package let fruit: String
    /// Pieces that are missing; negative when there would be too many.
    package let missing: Int

    package init(fruit: String, missing: Int) {
        self.fruit = fruit
        self.missing = missing
    }
}

/// What is wrong with the environment or a configuration file.
package enum ConfigurationMistake: Sendable, Equatable {
    /// The file is no JSON object.
    case notJSON
    /// A key that is no setting, and the one that comes closest.
    case unknownKey(String, nearest: String?)
    /// A value that its setting does not take, and what it takes.
    case badValue(key: String, expected: String)
}

/// Why an input is refused, and where.
package struct Refusal: Error, Sendable, Equatable {
    /// The reasons.
    package enum Reason: Sendable, Equatable {
        /// The offset is that of a byte that is not text, from 0; of a quote inside a quoted cell the line (from 1) is
        /// that on which the cell opened.
        case fault(CSVFault.Kind, offset: Int? = nil, openingLine: Int? = nil)
        case noHeader
        /// The header found, and the line that looks more like one (from 1), if any does.
        case noItemColumn(header: [String], likelyLine: Int?)
        /// The role that has two columns, and the header found.
        case duplicateColumn(role: String, header: [String])
        case tooManyColumns(Int)
        case alreadyApplied
    }

    /// The input's name as in the reports.
    package let file: String
    /// The physical line, from 1.
    package let line: Int
    package let reason: Reason
    /// What the file is instead of CSV, where its first bytes tell.
    package private(set) var nature: FileNature?

    package init(file: String, line: Int, reason: Reason) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// A fault of the bytes; its line counts from 1, its offset from 0, both within the file.
    package init(file: String, fault: CSVFault) {
        self.init(
            file: file, line: fault.line,
            reason: .fault(fault.kind, offset: fault.offset, openingLine: fault.openingLine))
    }

    /// The same refusal of a file that is known to be something else than CSV.
    package func named(_ nature: FileNature?) -> Refusal {
        var refusal = self
        refusal.nature = nature
        return refusal
    }

    /// The code as messages write it.
    package var code: String {
        switch reason {
        case .fault(let kind, _, _): kind.rawValue
        case .noHeader: "no_header"
        case .noItemColumn: "no_item_column"
        case .duplicateColumn: "duplicate_column"
        case .tooManyColumns: "too_many_columns"
        case .alreadyApplied: "already_applied"
        }
    }
}

/// What is wrong with a menu or stock file.
package enum SettingMistake: Error, Equatable {
    /// It cannot be read as CSV, or is no UTF-8 or CP949 text.
    case unreadable(CSVFault.Kind)
    /// A column that it needs is missing, or is there twice.
    case missingColumn(String)
    /// A row has not as many cells as the header.
    case wrongFieldCount(expected: Int, found: Int)
    /// A name is empty, too long or holds a character that it may not.
    case badName(String)
    /// A quantity that is no whole number within its limits.
    case badQuantity(String)
    /// A fruit twice in a recipe or in the stock file.
    case repeatedFruit(String)
    /// A name that means two things.
    case ambiguousName(String)
    /// A fruit that is not on the menu.
    case unknownFruit(String)
    /// No recipes at all.
    case empty
    /// More fruits or juices than a menu may have.
    case tooMany(Int)
}

/// Why a file is not the summary.json of a report.
package enum ReportMistake: Error, Sendable, Equatable {
    /// It is no JSON; `line` from 1.
    case notJSON(line: Int)
    /// What a summary.json has under this key is missing, twice there or of another kind.
    case misses(String)
    /// It is of another schema than this program's.
    case otherSchema(Int)
}
