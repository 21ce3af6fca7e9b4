package import JuiceBatch

/// A reason why a shop needs attention.
package indirect enum StatusReason: Sendable, Equatable {
    /// Files were applied to a ledger that is not there any more.
    case ledgerMissing
    /// The latest record is from the future, at this UTC time: a clock was or is wrong.
    case clockBack(String)
    /// No nightly run is on record.
    case noNight
    /// No run is on record.
    case noRun
    /// The last nightly run is too long ago, in seconds.
    case nightLate(ageSeconds: Int)
    /// The last run is longer ago than it may be, in seconds.
    case runLate(ageSeconds: Int)
    /// A nightly run began at this UTC time and never ended.
    case nightCutShort(beganAt: String)
    /// The last nightly run had fewer files than expected.
    case filesMissing(files: Int?)
    /// The last nightly run ended for reasons that are no business as usual; all of its reasons.
    case nightFailed(ExitStatus)
    /// The last run of the chain kept files from being applied, for these reasons as sentences; at least one.
    case chainProblems([String])
    /// The last run of the chain, on a date, did not run the shop.
    case shopNotRun(date: String)
    /// The last run of the chain had rows of exports that name no open shop.
    case rowsWithoutShop(Int)
    /// The state of a shop of the chain is unknown, because of an error such as an unsound ledger; also as a sentence.
    case shopUnreadable(ExitReason, String)
    /// A reason of one shop of the chain, by its name.
    case shop(String, StatusReason)
    /// Files in failed/ that no later run has dealt with; at least one.
    case filesFailed([UnresolvedFile])
    /// Files in repeated/ that no later run has applied; at least one.
    case filesRepeated([UnresolvedFile])
    /// Entries of the inbox that have lain there for more than a day; at least one.
    case filesWaiting([UnresolvedFile])
    /// Business days without a run between others; at least one, the oldest first.
    case daysWithoutRun([CalendarDay])
    /// The counter has been open longer than a day. The moment, in UTC.
    case counterOpen(since: String)
    /// Runs are booked on days that the clock alone says and that are far behind the newest other one.
    case businessDayAhead(BusinessDays.Ahead)
    /// Reports are not where they belong.
    case reportsUnplaced([UnplacedReports])
    /// Rejected rows that no later run has corrected or closed.
    case rowsRejected(Int)
    /// Orders and discards were short of stock, and no later run has settled them.
    case rowsShort(Int)
    /// Fruits of which there is less than the next day needs, each with the pieces that are missing.
    case stockBelowNeed(date: CalendarDay, [FruitStock])

    /// The error for which a shop of the chain could not be read; nil of any other reason.
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

    /// The name of the reason's kind for programs.
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
        /// The exit code that the file caused.
        package let exit: Int
        /// The code of the refusal, or a word of the same form; nil if there is none.
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
        /// The file's name says that it is still being written.
        case unfinished
        /// A folder, a link or another entry that is no regular file.
        case noFile = "no_file"
        /// The checksum has no file.
        case checksumAlone = "checksum_alone"
        /// No obstacle is visible.
        case waiting
    }

    /// The folder of an unresolved file, and the known reason.
    package enum Place: Sendable, Equatable {
        /// The file is in failed/; the cause is nil if none is on record.
        case failed(Cause?)
        /// The file is in repeated/; the run that applied the same content is nil if none is on record.
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
    /// The UTC time at which the file was moved there; for an entry of an inbox, its last change.
    package let since: String

    package init(_ place: Place, path: String, since: String) {
        self.place = place
        self.path = path
        self.since = since
    }
}
