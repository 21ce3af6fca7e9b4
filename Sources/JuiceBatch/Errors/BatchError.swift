/// An error that ends a run or another operation; nothing was applied.
///
/// The cases contain facts; `JuiceReports` turns them into sentences.
package enum BatchError: Error, Sendable {
    /// The request on the command line is impossible.
    case usage(UsageMistake)
    /// A whole input was refused.
    case refused(Refusal)
    /// A required file is missing or unreadable.
    ///
    /// `path` is as the user gave it; `errno` is the system's error number.
    case unreadable(path: String, errno: Int32)
    /// A checksum file next to an input is invalid.
    ///
    /// `path` is that of the checksum file.
    case badChecksum(path: String, mistake: ChecksumError)
    /// A folder that was used before has no inbox any more.
    ///
    /// `path` is that of the inbox.
    case missingInbox(path: String)
    /// Reading or writing failed.
    case inputOutput(path: String, errno: Int32)
    /// An input changed while it was being read.
    case changedWhileRead(path: String)
    /// The reports cannot be written to their folder.
    case cannotCreate(path: String, errno: Int32)
    /// The output folder contains something other than an earlier set of reports.
    case outputNotOurs(path: String, entry: String)
    /// The path of an index belongs to a file that this program did not write.
    case indexNotOurs(path: String)
    /// The folder for an index is a set of reports, which could not be replaced any more if it contained an index.
    case indexInReports(path: String)
    /// A menu or stock file is invalid.
    case badSetting(path: String, line: Int, mistake: SettingError)
    /// A file is not the summary.json of a report.
    case badReport(path: String, mistake: ReportError)
    /// The ledger has no order with a known business day, so that demand cannot be estimated.
    ///
    /// `path` is that of the ledger.
    case noDemand(path: String)
    /// A row of a pending delivery is not a restock.
    ///
    /// `line` counts from 1; `reason` describes the error of an unreadable row.
    case notOnItsWay(path: String, line: Int, reason: String?)
    /// Earlier runs of the ledger have applied all inputs, or the listed ones.
    case knownInputs([KnownInput])
    /// Another process kept the ledger locked for longer than the caller waits.
    ///
    /// `holder` is the process id; nil if unknown.
    case ledgerBusy(path: String, holder: Int32?)
    /// An open shift of the counter keeps the ledger from being changed.
    ///
    /// `ledger` is the path as the user gave it; `isAtWork` is whether a counter is running the shift now.
    case shiftOpen(ledger: String, OpenShift, isAtWork: Bool)
    /// The shift log of a shift cannot be continued.
    ///
    /// `path` is that of the shift log.
    case badShiftLog(path: String, fault: ShiftLogError)
    /// The file cannot serve as a ledger.
    case badLedger(path: String, fault: LedgerError)
    /// The ledger cannot be restored, or only in part.
    ///
    /// `path` is that of the ledger, or of the backup that the user named.
    case notRestored(path: String, fault: RestoreError)
    /// The ledger's content is inconsistent.
    case unsoundLedger(path: String, findings: [LedgerFinding])
    /// A run cannot be reversed, because the stock would leave its limits.
    case irreversible(run: Int, obstacles: [ReversalObstacle], inTheWay: [Int])
    /// A run failed during or after its commit, and it is unknown whether the ledger contains it.
    ///
    /// The next command that uses the ledger finds out, and puts the run's reports in place if the ledger contains it.
    case inDoubt(run: Int, ledger: String)
    /// An environment variable or a configuration file is invalid.
    ///
    /// `origin` is the name of the variable or the path.
    case badConfiguration(origin: String, mistake: ConfigurationError)
    /// A chain's folder is invalid. `path` is that of the invalid file or folder.
    case badChain(path: String, mistake: ChainError)
    /// An invariant is violated, which is a bug in this program.
    case invariant(String)
    /// The arguments of the command line are not valid text.
    case unreadableArguments
    /// A signal asked the program to end.
    ///
    /// `signal` is its number.
    case interrupted(signal: Int32)
}

extension BatchError {
    /// The `errno` of a failed system call; nil for any other error.
    package var systemErrno: Int32? {
        switch self {
        case .unreadable(_, let errno), .inputOutput(_, let errno), .cannotCreate(_, let errno): errno
        default: nil
        }
    }
}

/// An error in a checksum file, so that it contains no digest for the input.
package enum ChecksumError: Error, Sendable, Equatable {
    /// The checksum file's path belongs to something other than a regular file, and only regular files are accepted.
    case noFile
    /// A line does not have the format of sha256sum.
    ///
    /// `line` counts from 1, and is 1 for an empty file.
    case malformed(line: Int)
    /// The file has several lines, and none of them names the input.
    case unnamed(String)
    /// Several lines name the input with different digests.
    case twoDigests(String)
}
