package import JuiceBatch

/// The state of a shop: its last nightly run, and the tasks left.
package struct ShopStatus: Sendable {
    /// The location that was examined, by its real path.
    package enum Place: Sendable, Equatable {
        /// A shop's folder with nightly runs.
        case folder(String)
        /// The folder of a chain of shops.
        case chain(String)
        /// A ledger without a shop's folder.
        case ledger(String)
    }

    /// The last nightly run of a folder.
    package struct NightlyRun: Sendable, Equatable {
        package let record: NightlyState
        /// Whether the nightly run is still at work.
        package let isAtWork: Bool

        package init(_ record: NightlyState, isAtWork: Bool) {
            self.record = record
            self.isAtWork = isAtWork
        }

        /// Whether the nightly run began, did not end, and is not at work any more.
        package var isCutShort: Bool { record.endedAt == nil && !isAtWork }
        /// The UTC time of the run's last sign of life.
        package var at: String { record.endedAt ?? record.beganAt }
    }

    /// The result of a chain's last run.
    package struct ChainRun: Sendable, Equatable {
        /// The run's date as `YYYY-MM-DD`.
        package let date: String
        /// The result of the shop; nil for the chain as a whole.
        package let state: ShopRunState?
        /// The problems that kept files from being applied, in the order of their occurrence.
        package let problems: [ShopProblem]
        /// The number of rows of exports that name no open shop, until they have come again; 0 for a shop.
        package let rowsWithoutShop: Int

        package init(
            date: String, state: ShopRunState?, problems: [ShopProblem], rowsWithoutShop: Int = 0
        ) {
            self.date = date
            self.state = state
            self.problems = problems
            self.rowsWithoutShop = rowsWithoutShop
        }
    }

    /// A shop of a chain and its status.
    package struct Member: Sendable {
        package let name: String
        package let status: ShopStatus

        package init(name: String, status: ShopStatus) {
            self.name = name
            self.status = status
        }
    }

    /// The needs of the next day.
    package struct Tomorrow: Sendable, Equatable {
        package let date: CalendarDay
        /// The fruits whose stock is below the need, with the missing pieces, in the order of the menu.
        package let missing: [FruitStock]

        package init(date: CalendarDay, missing: [FruitStock]) {
            self.date = date
            self.missing = missing
        }
    }

    package let place: Place
    /// The UTC time of the examination, such as `2026-11-20T18:30:00Z`.
    package let at: String
    /// The maximum age of the last nightly run, or run, in seconds.
    package let maxAgeSeconds: Int
    /// The last nightly run; nil if none is on record, and for a ledger alone.
    package var night: NightlyRun?
    /// The last run of the chain, for a chain or one of its shops; nil of any other shop, and where none is on record.
    package var chainRun: ChainRun?
    /// The first business day on which the shop of a chain is closed, `YYYY-MM-DD`; nil of a shop that is not.
    package var closedSince: String?
    /// The open shops of a chain, by name; none of a shop.
    package var members: [Member] = []
    /// Whether there is a ledger that has been begun.
    package var hasLedger = false
    /// Whether files or reports show that runs were applied to a ledger; determined only if the ledger has no runs.
    package var showsRuns = false
    /// The latest run that applied inputs; nil if there is none.
    package var lastRun: RecordedRun?
    /// The later runs, in order: each reversed a run or closed rejected rows of one.
    package var laterRuns: [RecordedRun] = []
    /// The rows that no later run has settled; nil if there is no folder of reports.
    package var open: FolderIndexModel.OpenRows?
    /// The runs whose business days are ahead of all others only by their clock; nil if there are none.
    package var ahead: BusinessDays.Ahead?
    /// The needs of the next day; nil if no day is on record.
    package var tomorrow: Tomorrow?
    /// The files that need attention: in failed/, in repeated/, and in the inbox for more than a day; nil for a ledger
    /// alone, or if unknown.
    package var files: [UnresolvedFile]?
    /// The business days without a run between others, the oldest first.
    package var daysWithoutRun: [CalendarDay] = []
    /// The runs whose reports are not in place.
    package var unplaced: [UnplacedReports] = []
    /// The inputs of the last nightly run, or run, that have columns which no setting names.
    package var undescribed: [(name: String, columns: Int)] = []
    /// The shift of the counter that is open; nil if none is.
    package var shift: OpenShift?
    /// The reasons why the shop needs attention, the most urgent first.
    package var reasons: [StatusReason] = []

    /// Creates a status with no facts but the location and the time.
    package init(_ place: Place, at moment: String, maxAgeSeconds: Int) {
        self.place = place
        at = moment
        self.maxAgeSeconds = maxAgeSeconds
    }

    /// The reasons that files which wait for a person, and business days without a run, are.
    package var standingReasons: [StatusReason] {
        func files(in place: String) -> [UnresolvedFile] { (self.files ?? []).filter { $0.place.name == place } }
        let (failed, repeated, waiting) = (files(in: "failed"), files(in: "repeated"), files(in: "inbox"))
        var reasons: [StatusReason] = []
        if !failed.isEmpty { reasons.append(.filesFailed(failed)) }
        if !repeated.isEmpty { reasons.append(.filesRepeated(repeated)) }
        if !waiting.isEmpty { reasons.append(.filesWaiting(waiting)) }
        if !daysWithoutRun.isEmpty { reasons.append(.daysWithoutRun(daysWithoutRun)) }
        return reasons
    }

    /// The files that need attention, for a chain in all its shops; nil if unknown for one of them.
    package var unresolvedFiles: [UnresolvedFile]? {
        members.reduce(files) { files, member in files.flatMap { own in member.status.files.map { own + $0 } } }
    }

    /// The exit status of `status`; a chain's codes for a shop of a chain that cannot be read or whose ledger is
    /// unsound.
    package var exitStatus: ExitStatus {
        if reasons.isEmpty { return .done }
        let unreadable = reasons.compactMap(\.unreadable)
        return ExitStatus([.statusReasons] + unreadable, isOfChain: !unreadable.isEmpty)
    }

    /// The age of a UTC time in seconds; negative for a later time, nil if the text is not a time.
    package func ageSeconds(of moment: String) -> Int? {
        guard let now = UTCMoment.seconds(of: at), let then = UTCMoment.seconds(of: moment) else { return nil }
        return now - then
    }
}

/// The result of a shop's nightly run, ordered from most to least in need of attention.
package enum ShopRunState: String, Sendable, CaseIterable {
    /// The run failed for a reason apart from its files: a full disk, a damaged ledger, another process at work.
    case failed
    /// A file was refused, or its settings, menu or ledger make no sense.
    case refused
    /// The shop has not been run yet, or the export that this shop needs was refused.
    case notRun = "not_run"
    /// The shop was run, and no file had come.
    case missing
    /// All is applied, and some rows were rejected or a file was a repeated one.
    case rejected
    case done

    /// The state of a shop whose nightly run had an exit status.
    package init(of status: ExitStatus) {
        self =
            switch ExitStatus(status.reasons, isOfChain: true).code {
            case 70, 74: .failed
            case 65, 78: .refused
            case 4, 6: .rejected
            default: .done
            }
    }

    /// The place among all states: 0 for the one most in need of attention.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// A word or two for the state.
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

/// A problem that kept a file, or the run, from being applied.
package struct ShopProblem: Sendable, Equatable {
    /// The name of the file; nil if no file is concerned.
    package var file: String?
    /// The reason for the exit status; nil for a mere notice.
    package var reason: ExitReason?
    /// The message, on one line.
    package var text: String

    /// The message with the file's name in front, unless it contains the name.
    package var line: String { (file.map { text.contains($0) ? "" : $0 + ": " } ?? "") + text }

    package init(file: String?, _ reason: ExitReason?, text: String) {
        self.file = file
        self.reason = reason
        self.text = text
    }
}
