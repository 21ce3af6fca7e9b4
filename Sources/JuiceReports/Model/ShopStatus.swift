package import JuiceBatch

/// The state of a shop or a chain: its last nightly run, and what needs attention.
package struct ShopStatus: Sendable {
    /// The real path of a shop's folder, of a chain's folder, or of a ledger without a shop's folder.
    package enum Location: Sendable, Equatable {
        case folder(String)
        case chain(String)
        case ledger(String)
    }

    /// The last run of a chain, with its date, `YYYY-MM-DD`, as it concerns one shop or the chain itself.
    ///
    /// `state` is the result of the shop, and nil for the chain; `problems` are those with files that were not applied.
    /// `rowsWithoutShop`, 0 for a shop, are rows that belong to no open shop and were not exported again.
    package typealias ChainRun = (date: String, state: ShopRunState?, problems: [ShopProblem], rowsWithoutShop: Int)

    package let location: Location
    /// The UTC time at which the status was determined, such as `2026-11-20T18:30:00Z`.
    package let at: String
    /// The maximum age in seconds of the last nightly run or, for a ledger alone, of its last run.
    package let maxAgeSeconds: Int
    /// The last nightly run; nil if none is recorded, and for a ledger alone.
    package var nightlyRun: NightlyState?
    /// The last run of the chain, for a chain or one of its shops; nil for other shops, and if none is recorded.
    package var chainRun: ChainRun?
    /// The first business day on which the shop of a chain is closed, `YYYY-MM-DD`; nil if it is not closed.
    package var closedSince: String?
    /// The open shops of a chain with their status, by name; empty for a shop.
    package var members: [(name: String, status: ShopStatus)] = []
    /// Whether there is a ledger that has been written to.
    package var hasLedger = false
    /// Whether files or reports show that runs were applied to a ledger; determined only if the ledger has no runs.
    package var showsRuns = false
    /// The latest run that applied inputs; nil if there is none.
    package var lastRun: RecordedRun?
    /// The later runs that have no inputs, in their order: each reversed a run or closed rejected rows.
    package var laterRuns: [RecordedRun] = []
    /// The number of failed rows that no later run has settled; nil if there is no folder of reports.
    package var open: OpenRows?
    /// The business days of recent runs.
    package var businessDays = BusinessDays()
    /// The next day and the fruits with less stock than it needs, with the missing pieces; nil without a business day.
    package var nextDayNeeds: (date: CalendarDay, missing: [FruitStock])?
    /// The files in failed/, in repeated/, and in the inbox for more than a day; nil for a ledger alone, or if unknown.
    package var files: [UnresolvedFile]?
    /// The open business days without a run between others, oldest first.
    package var daysWithoutRun: [CalendarDay] = []
    /// The runs whose reports are not in place.
    package var misplaced: [MisplacedReports] = []
    /// The inputs of the last nightly run, or run, with the number of their columns that no setting mentions.
    package var undescribed: [(name: String, columns: Int)] = []
    /// The open shift of the counter; nil if there is none.
    package var shift: OpenShift?
    /// The reasons why the shop needs attention, the most urgent first.
    package var reasons: [StatusReason] = []

    /// Creates a status without any findings.
    package init(_ location: Location, at timestamp: String, maxAgeSeconds: Int) {
        self.location = location
        at = timestamp
        self.maxAgeSeconds = maxAgeSeconds
    }

    /// The reasons that follow from unresolved files and from business days without a run.
    package var openIssueReasons: [StatusReason] {
        let places = UnresolvedFile.Place.allCases.map { place in (files ?? []).filter { $0.place == place } }
        return places.filter { !$0.isEmpty }.map(StatusReason.filesUnresolved)
            + (daysWithoutRun.isEmpty ? [] : [.daysWithoutRun(daysWithoutRun)])
    }

    /// The files that need attention, for a chain in all of its shops; nil if unknown for one of them.
    package var unresolvedFiles: [UnresolvedFile]? {
        members.reduce(files) { files, member in files.flatMap { group in member.status.files.map { group + $0 } } }
    }

    /// The number of a chain's shops by the result of their last run, the most urgent one first.
    var stateCounts: [(state: ShopRunState, count: Int)] {
        ShopRunState.allCases.map { state in (state, members.count { $0.status.chainRun?.state == state }) }
    }

    /// The exit status of the command `status`; in the codes of a chain if one of its shops is unreadable.
    package var exitStatus: ExitStatus {
        if reasons.isEmpty { return .done }
        let unreadable = reasons.compactMap(\.unreadable)
        return ExitStatus([.statusReasons] + unreadable, isOfChain: !unreadable.isEmpty)
    }

    /// The age of a UTC time in seconds; negative for a later time, nil if the text is not a time.
    package func ageSeconds(of timestamp: String) -> Int? {
        utcSeconds(of: at).flatMap { now in utcSeconds(of: timestamp).map { now - $0 } }
    }
}

/// The result of a shop's nightly run, in order of decreasing urgency.
package enum ShopRunState: String, Sendable, CaseIterable {
    /// The run failed for a reason apart from its files: a full disk, a damaged ledger, another active process.
    case failed
    /// The shop has not been run, or the export that it needs was refused.
    case notRun = "not_run"
    /// A file was refused, or the settings, the menu or the ledger are invalid.
    case refused
    /// The shop was run, and there were no files.
    case missing
    /// All files were applied, and some rows were rejected or a file was a repeated one.
    case rejected
    case done

    /// Derives the state of a shop from the exit status of its nightly run.
    package init(of status: ExitStatus) {
        self =
            switch ExitStatus(status.reasons, isOfChain: true).code {
            case 70, 74: .failed
            case 65, 78: .refused
            case 4, 6: .rejected
            default: .done
            }
    }

    /// The index in `allCases`: 0 is the most urgent state.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The state in one or two words.
    package func word(in language: MessageLanguage) -> String {
        switch self {
        case .failed: language.pick(ko: "실행 실패", en: "failed")
        case .refused: language.pick(ko: "거절", en: "refused")
        case .notRun: language.pick(ko: "실행 안 함", en: "not run")
        case .missing: language.pick(ko: "파일 없음", en: "no file")
        case .rejected: language.pick(ko: "고칠 것 있음", en: "to correct")
        case .done: language.pick(ko: "끝남", en: "done")
        }
    }
}

/// A problem that kept a file or the shop's run from being applied.
package struct ShopProblem: Sendable, Equatable {
    /// The name of the file; nil if no file is concerned.
    package var file: String?
    /// The reason for the exit status; nil if the problem is only a notice.
    package var reason: ExitReason?
    /// The message, on one line.
    package var text: String

    /// The message, preceded by the name of the file unless it already contains the name.
    package var line: String { (file.map { text.contains($0) ? "" : $0 + ": " } ?? "") + text }

    package init(file: String?, _ reason: ExitReason?, text: String) {
        self.file = file
        self.reason = reason
        self.text = text
    }
}

/// A reason why a shop needs attention; times are in UTC.
package indirect enum StatusReason: Sendable, Equatable {
    /// The ledger is missing, although runs were applied to it.
    case ledgerMissing
    /// The latest record has this time, in the future or invalid, so the clock is wrong or was wrong.
    case clockWrong(String)
    case noNightlyRun
    /// No run has applied inputs to the ledger.
    case noRun
    case nightlyRunLate(ageSeconds: Int)
    case runLate(ageSeconds: Int)
    case nightlyRunInterrupted(beganAt: String)
    /// The last nightly run had fewer files than expected; their number is nil if it is unknown.
    case filesMissing(files: Int?)
    case nightlyRunFailed(ExitStatus)
    /// The last run of the chain could not apply some files; the sentences, at least one, state why.
    case chainProblems([String])
    /// The chain's last nightly run did not include the shop; the date is that of the run.
    case shopNotRun(date: String)
    /// The last run of the chain had rows in exports that belong to no open shop.
    case rowsWithoutShop(Int)
    /// The status of a shop of the chain is unknown because of an error; the text describes it in a sentence.
    case shopUnreadable(ExitReason, String)
    case shop(String, StatusReason)
    /// At least one file is unresolved; all of these files are in the same folder.
    case filesUnresolved([UnresolvedFile])
    /// Business days between others have no run; at least one is listed, oldest first.
    case daysWithoutRun([CalendarDay])
    /// The counter has been open for more than a day.
    case counterOpen(since: String)
    /// Runs have business days that are derived from file times only and are long after the newest other day.
    case businessDayAhead(BusinessDays)
    case reportsMisplaced([MisplacedReports])
    /// Rejected rows, given by their number, were neither corrected nor closed.
    case rowsRejected(Int)
    /// Orders and discards, given by their number, were short of stock, and no later run has settled them.
    case rowsShort(Int)
    /// The stock of some fruits is below the need of the next day; each has the number of missing pieces.
    case stockBelowNeed(date: CalendarDay, [FruitStock])

    /// The error that makes the status of a shop of the chain unknown; nil for any other reason.
    var unreadable: ExitReason? {
        if case .shopUnreadable(let error, _) = self { return error }
        if case .shop(_, let reason) = self { return reason.unreadable }
        return nil
    }
}

/// A file in a shop's folder that was not applied and needs attention.
package struct UnresolvedFile: Sendable, Equatable {
    /// The folder of an unresolved file, the most urgent one first; one in inbox/ has been there for over a day.
    package enum Place: String, Sendable, CaseIterable {
        case failed
        case repeated
        case inbox

        var reasonKind: String { self == .inbox ? "files_waiting" : "files_\(rawValue)" }
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

    package var place: Place
    /// The file's path relative to the shop's folder, as text.
    package var path: String
    /// The UTC time at which the file was moved to its folder; for an entry of the inbox, its last change.
    package var since: String
    /// The exit code with which a file in failed/ was refused; nil if it is not recorded.
    package var exit: Int?
    /// The code of the refusal of a file in failed/, or a similar word; nil if it is not recorded.
    package var code: String?
    /// The line, from 1, at which a file in failed/ was refused; nil if there is none.
    package var line: Int?
    /// The first sentence of the message about the file, in the language of that time; nil if it is not recorded.
    package var sentence: String?
    /// The run that applied the content of a file in repeated/; nil if it is not recorded.
    package var run: Int?
    /// The reason why an entry of the inbox is not processed; nil for other files.
    package var obstacle: Obstacle?

    /// Creates a file for which no reason is recorded.
    package init(in place: Place, path: String = "", since: String = "") {
        self.place = place
        self.path = path
        self.since = since
    }
}
