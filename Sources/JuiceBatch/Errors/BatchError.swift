/// An error that ends a run, or an operation before it; nothing was applied.
///
/// It holds the facts; the reports make the sentence.
package enum BatchError: Error, Sendable {
    /// The command line asks for something that cannot be.
    case usage(UsageMistake)
    /// An input was refused whole.
    case refused(Refusal)
    /// A file that is to be read is missing or unreadable. `path` as given, `errno` as the system said.
    case unreadable(path: String, errno: Int32)
    /// The file beside an input that holds its digest cannot be read as such. `path` is that file's.
    case badChecksum(path: String, mistake: ChecksumError)
    /// The inbox of a folder that was used before is not there. `path` is the inbox's.
    case missingInbox(path: String)
    /// Reading or writing failed.
    case inputOutput(path: String, errno: Int32)
    /// An input changed while it was being read.
    case changedWhileRead(path: String)
    /// The reports cannot be put where they belong.
    case cannotCreate(path: String, errno: Int32)
    /// The output folder holds something that is not an earlier report set.
    case outputNotOurs(path: String, entry: String)
    /// A foreign file has the path of an index.
    case indexNotOurs(path: String)
    /// The folder for an index is itself a set of reports, which could not be replaced any more with an index in it.
    case indexInReports(path: String)
    /// A menu or stock file does not make sense.
    case badSetting(path: String, line: Int, mistake: SettingError)
    /// A file is not the summary.json of a report.
    case badReport(path: String, mistake: ReportError)
    /// The ledger has no order with a known day, so that future demand cannot be estimated. `path` is the ledger's.
    case noDemand(path: String)
    /// A row of a pending delivery is no restock. `line` from 1; `reason` says in words what is wrong with an
    /// unreadable row.
    case notOnItsWay(path: String, line: Int, reason: String?)
    /// Earlier runs of the ledger have applied all inputs, or the named ones.
    case knownInputs([KnownInput])
    /// Another process kept the ledger locked for longer than the caller would wait. `holder` is the process id, nil if
    /// unknown.
    case ledgerBusy(path: String, holder: Int32?)
    /// A shift of the counter is open in the ledger, as its user named it, and keeps it from being changed; `isAtWork` if a
    /// counter is at work on it.
    case shiftOpen(ledger: String, OpenShift, isAtWork: Bool)
    /// The journal of a shift cannot be gone on with. `path` is the journal's.
    case badShiftLog(path: String, fault: ShiftLogError)
    /// The file cannot serve as a ledger.
    case badLedger(path: String, fault: LedgerError)
    /// The ledger cannot be restored, or not any further. `path` is the ledger's, or the backup's that was named.
    case notRestored(path: String, fault: RestoreError)
    /// The ledger's content is inconsistent.
    case unsoundLedger(path: String, findings: [LedgerFinding])
    /// A run cannot be reversed: stock would leave its limits.
    case irreversible(run: Int, obstacles: [ReversalObstacle], inTheWay: [Int])
    /// A run failed during or after its commit, and whether the ledger contains the run cannot be determined now.
    /// The next command that uses the ledger finds out, and puts the run's reports in place if the ledger contains it.
    case inDoubt(run: Int, ledger: String)
    /// The environment or a configuration file does not make sense. `origin` is the variable or the path.
    case badConfiguration(origin: String, mistake: ConfigurationError)
    /// A chain's folder is invalid. `path` is that of the invalid file or folder.
    case badChain(path: String, mistake: ChainError)
    /// An invariant is violated: a bug in this program.
    case invariant(String)
    /// The words of the command line cannot be read.
    case unreadableArguments
    /// A signal asked the run to end. `signal` is its number.
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

/// An error in a checksum file, which does not give an input's digest.
package enum ChecksumError: Error, Sendable, Equatable {
    /// The checksum's name belongs to something other than a regular file, where only such are opened.
    case noFile
    /// A line is not as sha256sum writes it: its number, from 1; of an empty file 1.
    case malformed(line: Int)
    /// The file has several lines, and none names the input.
    case unnamed(String)
    /// Lines that name the input differ.
    case twoDigests(String)
}
