package import JuiceBatch

/// A reason why a shop needs attention.
package indirect enum StatusReason: Sendable, Equatable {
    /// Runs were applied, but the ledger is missing.
    case ledgerMissing
    /// The latest record has a future time, given in UTC: a clock was or is wrong.
    case clockBack(String)
    /// No nightly run is recorded for the folder.
    case noNight
    /// No run has applied inputs to the ledger.
    case noRun
    /// The last nightly run is too old; its age is in seconds.
    case nightLate(ageSeconds: Int)
    /// The last run is too old; its age is in seconds.
    case runLate(ageSeconds: Int)
    /// A nightly run that began at this UTC time was interrupted.
    case nightCutShort(beganAt: String)
    /// The last nightly run had fewer files than expected.
    case filesMissing(files: Int?)
    /// The last nightly run failed; the status contains all of its reasons.
    case nightFailed(ExitStatus)
    /// The last run of the chain could not apply some files; the sentences, at least one, state why.
    case chainProblems([String])
    /// The last run of the chain, for a date, has not run the shop.
    case shopNotRun(date: String)
    /// The last run of the chain had rows in exports that belong to no open shop.
    case rowsWithoutShop(Int)
    /// The state of a shop of the chain is unknown because of an error, which is also given as a sentence.
    case shopUnreadable(ExitReason, String)
    /// A shop of the chain, given by its name, has a reason of its own.
    case shop(String, StatusReason)
    /// Files in failed/ are unresolved; at least one is listed.
    case filesFailed([UnresolvedFile])
    /// Files in repeated/ are unresolved; at least one is listed.
    case filesRepeated([UnresolvedFile])
    /// Entries have been in the inbox for more than a day; at least one is listed.
    case filesWaiting([UnresolvedFile])
    /// Business days between others have no run; at least one is listed, oldest first.
    case daysWithoutRun([CalendarDay])
    /// The counter has been open for more than a day, since this UTC time.
    case counterOpen(since: String)
    /// Runs have business days that are derived from file times only and are long after the newest other day.
    case businessDayAhead(BusinessDays.Ahead)
    /// Reports of some runs are not in their place.
    case reportsUnplaced([UnplacedReports])
    /// Rejected rows, given by their number, were neither corrected nor closed.
    case rowsRejected(Int)
    /// Orders and discards, given by their number, were short of stock, and no later run has settled them.
    case rowsShort(Int)
    /// The stock of some fruits is below the need of the next day; each has the number of missing pieces.
    case stockBelowNeed(date: CalendarDay, [FruitStock])

    /// The error that makes the state of a shop of the chain unknown; nil for any other reason.
    var unreadable: ExitReason? {
        switch self {
        case .shopUnreadable(let error, _): error
        case .shop(_, let reason): reason.unreadable
        case .ledgerMissing, .clockBack, .noNight, .noRun, .nightLate, .runLate, .nightCutShort, .filesMissing,
            .nightFailed, .chainProblems, .shopNotRun, .rowsWithoutShop, .filesFailed, .filesRepeated, .filesWaiting,
            .daysWithoutRun, .counterOpen, .businessDayAhead, .reportsUnplaced, .rowsRejected, .rowsShort,
            .stockBelowNeed:
            nil
        }
    }

    /// The name of the kind of reason in JSON.
    package var kind: String {
        switch self {
        case .ledgerMissing: "ledger_missing"
        case .clockBack: "clock_back"
        case .noNight: "no_night"
        case .noRun: "no_run"
        case .nightLate: "night_late"
        case .runLate: "run_late"
        case .nightCutShort: "night_cut_short"
        case .filesMissing: "files_missing"
        case .nightFailed: "night_failed"
        case .chainProblems: "chain_problems"
        case .shopNotRun: "shop_not_run"
        case .rowsWithoutShop: "rows_without_shop"
        case .shopUnreadable: "shop_unreadable"
        case .shop(_, let reason): reason.kind
        case .filesFailed: "files_failed"
        case .filesRepeated: "files_repeated"
        case .filesWaiting: "files_waiting"
        case .daysWithoutRun: "days_without_run"
        case .counterOpen: "counter_open"
        case .businessDayAhead: "business_day_ahead"
        case .reportsUnplaced: "reports_unplaced"
        case .rowsRejected: "rows_rejected"
        case .rowsShort: "rows_short"
        case .stockBelowNeed: "stock_below_need"
        }
    }
}

/// A file in a shop's folder that was not applied and needs attention.
package struct UnresolvedFile: Sendable, Equatable {
    /// The reason why a file was moved to failed/.
    package struct Cause: Sendable, Equatable {
        /// The exit code for the file.
        package let exit: Int
        /// The code of the refusal, or a similar word; nil if there is none.
        package let code: String?
        /// The line of the refusal, from 1; nil if there is none.
        package let line: Int?

        package init(exit: Int, code: String?, line: Int? = nil) {
            self.exit = exit
            self.code = code
            self.line = line
        }
    }

    /// The reason why an entry of an inbox is not processed.
    package enum Obstacle: String, Sendable, CaseIterable {
        /// The file name indicates that the file is still being written.
        case unfinished
        /// The entry is a folder, a link or another entry that is not a regular file.
        case noFile = "no_file"
        /// The entry is a checksum without its file.
        case checksumAlone = "checksum_alone"
        /// The reason is not apparent; no nightly run has processed the entry.
        case waiting
    }

    /// The folder of an unresolved file, and the known reason.
    package enum Place: Sendable, Equatable {
        /// The file is in failed/; the cause is nil if it is not recorded.
        case failed(Cause?)
        /// The file is in repeated/; the run that applied the same content is nil if it is not recorded.
        case repeated(run: Int?)
        /// The file has been in inbox/ for more than a day.
        case inbox(Obstacle)

        package var name: String {
            switch self {
            case .failed: "failed"
            case .repeated: "repeated"
            case .inbox: "inbox"
            }
        }

        /// The names of all folders.
        package static let names = ["failed", "repeated", "inbox"]
    }

    package let place: Place
    /// The file's path relative to the shop's folder, as text.
    package let path: String
    /// The UTC time at which the file was moved to its folder; for an entry of the inbox, its last change.
    package let since: String

    package init(_ place: Place, path: String, since: String) {
        self.place = place
        self.path = path
        self.since = since
    }
}
