internal import JuiceBatch
internal import JuiceReports

/// A request for a nightly run.
package struct NightlyRequest: Sendable {
    /// The path of the ledger in the shop's folder.
    package static let ledgerPath = LedgerRequest.shopPath
    /// Names in a shop's folder that show that it was used before.
    static let marks = [ledgerPath, NightlyStateFile.name]
    /// The allowed times that a file must stay unchanged, in seconds.
    package static let settleSecondsAllowed = 0.0...86_400
    /// The allowed numbers of days to keep files.
    package static let keepDaysAllowed = 1...36_500
    /// The allowed numbers of backups to keep.
    package static let keepBackupsAllowed = 0...10_000
    /// The default number of backups to keep, which covers two weeks.
    package static let keepBackupsUsual = 14

    /// The run of each file, but for the file and for where its reports go.
    let run: RunRequest
    /// The language of messages.
    var language: MessageLanguage { run.messageLanguage ?? run.language }
    /// The ledger of all of them.
    let ledger: LedgerRequest
    /// The time that a file must stay unchanged before it is processed, in milliseconds.
    let settleMs: Int
    /// The minimum number of files below which the run needs attention; nil for none.
    package var filesExpected: Int?
    /// The number of days that reports and archived files are kept; nil for all.
    let keepDays: Int?
    /// The number of backups kept of the ledger; 0 makes none and removes none.
    package var keepBackups = keepBackupsUsual
    /// The business day of files whose rows and names have none, `YYYY-MM-DD`; nil for the day on which each was
    /// written.
    var dateOfUndated: String?

    /// - Parameters:
    ///   - run: what holds for each file; how long to wait for the ledger is of its ledger all that counts.
    ///   - settleMs: how long a file must stay as it is before it is taken, in milliseconds.
    ///   - keepDays: how many days of reports and of files that were put away are kept; nil for all.
    package init(run: RunRequest, settleMs: Int, keepDays: Int? = nil) {
        precondition(keepDays.map(Self.keepDaysAllowed.contains) ?? true, "some days are kept, and days can be counted")
        // A night that is killed would apply a file once more, and one that only tries would put it away unread.
        precondition(
            !run.isDryRun && run.ledger?.knownInputs != .applyAgain, "a night puts away what it has applied, once")
        ledger = LedgerRequest(
            path: Self.ledgerPath, waitSeconds: run.ledger?.waitSeconds ?? LedgerRequest.waitSecondsUsual,
            // Each file is a run of its own, and one that is left out would be told of as applied before anyway.
            knownInputs: .refuse)
        var run = run
        run.ledger = ledger
        // One for all files, at the end.
        run.index = .left
        self.run = run
        self.settleMs = settleMs
        self.keepDays = keepDays
    }

    /// The run that applies a file.
    ///
    /// Its business day is the one that is asked for, else that of its rows, else the one in its name, else that of undated
    /// files.
    ///
    /// - Parameters:
    ///   - path: what messages call the file.
    ///   - reports: the folder of its reports.
    ///   - written: the business day on which the file was written; nil where it is not known.
    func run(of path: String, reports: String, written: String? = nil) -> RunRequest {
        var run = run
        run.input.paths = [path]
        run.output = reports
        let name = path.split(separator: "/").last.map(String.init) ?? path
        run.otherDates = OtherDates(named: NamedDate.date(in: name)?.text, given: dateOfUndated, clock: written)
        run.input.dateOtherwise = run.otherDates.day?.date
        return run
    }
}

/// A listener to a nightly run.
package protocol NightlyListener: RunListener {
    /// Receives a line about a file or the run.
    func say(_ line: String) throws
    /// The run of a file, or the settings of all, came to this.
    func failed(_ error: any Error)
}
