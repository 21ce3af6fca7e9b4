package import CSV
package import JuiceBatch
package import JuiceReports

/// A request to apply inputs as a run.
package struct RunRequest: Sendable {
    package var input: InputRequest
    /// The possible business days if neither `input.date` nor the rows have one, in order of preference.
    package var fallbackDays: [BusinessDay] = []
    /// The ledger with stock, history and used ids; nil for a run without a ledger.
    package var ledger: LedgerRequest?
    /// The folder of the reports; nil for `reports/<name of the first input>`.
    package var output: String?
    /// The maximum number of rejected rows, above which nothing is applied; nil for no limit.
    package var maxRejected: Int?
    /// Whether the CSV reports are written for Excel: byte order mark, CRLF, and formulas made harmless.
    package var isForExcel = false
    /// The shop's name in reports; nil for none.
    package var shop: String?
    /// The days on which the shop is closed, which are not reported as days without a run.
    package var closed = ClosedDays()
    /// The limits above which reports mention missing or overstocked fruit.
    package var limits = AttentionLimits()
    /// The sign of money in reports, `MoneyFormat.isValidCurrencySign`.
    package var currency = MoneyFormat.usualSign
    /// The language of reports.
    package var language: MessageLanguage
    /// The language of messages on the terminal; nil for the language of the reports.
    package var messageLanguage: MessageLanguage?
    /// Whether no reports are written and the ledger is unchanged.
    package var isDryRun = false
    /// Whether the index in the folder of the reports is created, updated or left unchanged.
    package var index = IndexPolicy.updateExisting
    /// Whether all reports are written or only some.
    package var reports = ReportSelection.all
    /// The command line arguments that change the result, as recorded in the run log.
    package var options: [String] = []
    /// The column of a chain's exports that names the shop; nil for none.
    package private(set) var shopColumn: String?
    /// The chain's run that this run belongs to, for which the ledger stores `RunFacts`; nil if there is none.
    package var chainRunReference: ChainRunReference?

    /// Sets the shop column of a chain's exports, and drops settings that fill it, since that was done by the split.
    mutating func setShopColumn(_ column: String?) {
        shopColumn = column
        guard let key = column.map(nameKey) else { return }
        input.rules[.fill]?.removeAll { nameKey($0) == key }
        input.fileSettings.fill.removeAll { nameKey($0) == key }
    }

    /// The date in the name of the input; nil if it has none.
    var namedDate: String? { fallbackDays.first { $0.source == .name }?.date }

    /// Creates a request for a run without a ledger.
    package init(input: InputRequest, language: MessageLanguage) { (self.input, self.language) = (input, language) }
}

/// The inputs of a run, the options for reading them, and the menu and stock that they are applied to.
package struct InputRequest: Sendable {
    /// The allowed numbers of worker threads.
    package static let threadsAllowed = 1...256

    /// The paths of the CSV files in the order in which they are applied; `-` is standard input.
    package var paths: [String]
    /// The menu file; nil for the built-in menu.
    package var menu: String?
    /// The text of a menu file that is used instead of `menu`, with the path that messages show; nil for none.
    var recordedMenu: (text: String, path: String)?
    /// The stock file; nil for the stock of the ledger or, without a ledger, 10 pieces of each fruit.
    package var stock: String?
    /// Whether a ledger with a stock is an error, as for a typed stock file; one from the settings is ignored then.
    package var needsNewLedger = false
    /// The columns for roles, by header: `item=품목`, a composite such as `id=주문번호+#`, or `item=` for a role without a
    /// column.
    package var columns: [String] = []
    /// The options that select and transform rows of the POS's exports, in the form that `RawExportSettings` parses.
    package var rules: [ExportSettingLocation: [String]] = [:]
    /// The expected totals of the run: `rows=N`, `quantity=N`.
    package var expectations: [String] = []
    /// The settings for the POS's exports from the settings file, to which typed options are added, and those with a
    /// single value, which typed options have overridden.
    package var fileSettings = RawExportSettings()
    /// The date of the run, `YYYY-MM-DD` (`CalendarDay`), for `@date` and the title of reports; nil for none.
    package var date: String?
    /// The date for `@date`, `YYYY-MM-DD`, if `date` is nil; fixed before rows are read, whose ids may depend on it.
    package var placeholderDate: String?
    /// The delimiter between cells; nil for the one that occurs most often in the header.
    package var delimiter: Delimiter?
    /// The encoding of the inputs; nil to detect it from their bytes.
    package var encoding: EncodingChoice?
    /// The number of worker threads, nil for one per processor; the result does not depend on it.
    package var threads: Int?
    /// The number of bytes that a thread processes at a time; it does not affect the result.
    package var chunkBytes = ReadingOptions.chunkBytesUsual
    /// The rows for which a finished run has an exit status other than `done`.
    package var failOn = FailOn.rejected

    /// The date that `@date` stands for; nil if there is none.
    var readingDate: String? { date ?? (needsDate ? placeholderDate : nil) }

    /// Whether a column uses `@date`; columns that cannot be parsed are reported later.
    var needsDate: Bool {
        let options = try? ColumnOptions(parsing: columns, defaults: fileSettings.columns)
        return options?.columns.values.contains { $0.needsDate } ?? false
    }

    /// Creates a request with detected encodings and the built-in menu.
    package init(paths: [String]) { self.paths = paths }
}

/// The rows for which a finished run has an exit status other than `done`.
package enum FailOn: String, CaseIterable, Sendable {
    case none
    case rejected
    /// Both rejected rows and rows that were short of stock.
    case shortage
}

/// The ledger of a request, and the treatment of inputs that it already contains.
package struct LedgerRequest: Sendable {
    /// The path of a shop's ledger, relative to the shop's folder.
    package static let shopPath = "shop.sqlite"

    /// The allowed times to wait for the ledger, in seconds.
    package static let waitSecondsAllowed = 0...86_400
    /// The default time to wait for the ledger, in seconds.
    package static let waitSecondsUsual = 10

    /// The treatment of inputs that the ledger already contains; the raw values are those of the run log.
    package enum KnownInputs: String, Sendable {
        /// Known inputs are refused, and so is an input that is given twice.
        case refuse
        /// Known inputs are skipped; if no other input remains, nothing is done.
        case exclude = "leave_out"
        /// Known inputs and inputs that are given twice are applied again; rows with used ids are still skipped.
        case applyAgain = "apply_again"
    }

    /// The path of the ledger as the user gave it.
    package var path: String
    /// The maximum time to wait for other processes that use the ledger, in seconds.
    package var waitSeconds: Int
    package var knownInputs: KnownInputs

    package init(path: String, waitSeconds: Int = waitSecondsUsual, knownInputs: KnownInputs = .refuse) {
        (self.path, self.waitSeconds, self.knownInputs) = (path, waitSeconds, knownInputs)
    }
}

/// The treatment of the index in the folder that contains a run's reports.
package enum IndexPolicy: Sendable {
    case createOrUpdate
    case updateExisting
    /// The index is left unchanged; the caller updates it.
    case unchanged
}

/// The language of an index of reports, and the days on which the shop is closed.
package typealias IndexSettings = (language: MessageLanguage, closed: ClosedDays)

/// The chain's run to which a run of one of its shops belongs, with the chain's business day as `YYYY-MM-DD`.
///
/// `partition` is the part of an export that the input is; nil if the input is a file of the shop itself.
package typealias ChainRunReference = (date: String, partition: ExportPartition?)

/// A shop's part of an export of the whole chain.
package struct ExportPartition: Sendable, Equatable {
    /// The SHA-256 of the export in hex.
    package var exportSHA256: String
    /// The names by which rows of the export were assigned to the shop.
    package var shopNames: [String]
    /// The options by which the export was read; nil if they equal the options of the shop's run.
    package var options: [String]?
}

/// The weekdays and dates on which a shop is closed and needs no run.
package struct ClosedDays: Sendable, Equatable {
    /// The closed days of the week, from 0 for Monday.
    private var weekdays: Set<Int> = []
    private var dates: Set<CalendarDay> = []

    /// The form of the setting's value, for messages.
    package static let expected = "mon tue wed thu fri sat sun YYYY-MM-DD"

    private static let names = [
        ["mon", "monday", "월", "월요일"], ["tue", "tuesday", "화", "화요일"], ["wed", "wednesday", "수", "수요일"],
        ["thu", "thursday", "목", "목요일"], ["fri", "friday", "금", "금요일"], ["sat", "saturday", "토", "토요일"],
        ["sun", "sunday", "일", "일요일"],
    ]

    package init() {}

    /// Parses words separated by commas, such as `mon,2026-12-25`; nil if a word is neither a weekday nor a date.
    package init?(_ text: String) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let word = trimmedText(String(part)).lowercased()
            if let weekday = Self.names.firstIndex(where: { $0.contains(word) }) {
                weekdays.insert(weekday)
            } else if let date = CalendarDay(word) {
                dates.insert(date)
            } else {
                return nil
            }
        }
    }

    package func contains(_ day: CalendarDay) -> Bool { weekdays.contains(day.weekday) || dates.contains(day) }

    /// The number of days before the newest business day that are searched for missing runs: four weeks.
    package static let windowDays = 28

    /// The open days without a run, oldest first, within `windowDays` days between business days.
    ///
    /// A newer day whose only run was reversed counts as well.
    package func daysWithoutRun(
        between days: Set<CalendarDay>, reversed: Set<CalendarDay> = []
    ) -> [CalendarDay] {
        guard let oldest = days.min() ?? reversed.min(), let newest = days.union(reversed).max() else { return [] }
        return (max(oldest.number, newest.number - Self.windowDays)...newest.number).map { CalendarDay(number: $0) }
            .filter { !days.contains($0) && !contains($0) }
    }
}

/// A display of a run's progress, which several threads call, one at a time.
package protocol RunProgress: Sendable {
    /// Reports the number of bytes copied from a pipe.
    func update(copiedBytes: Int)
    /// Reports the rows and bytes processed so far; `totalBytes` is the size of all inputs.
    func update(_ progress: Progress, totalBytes: Int)
    /// Reports that all input has been read.
    func clear()
}

/// A listener for progress, notices and problems of an operation, and for a run's result before its commit.
package protocol RunListener {
    /// Begins the progress display of a long operation, which ends when the returned object is released; nil for none.
    func beginProgress() -> (any RunProgress)?
    /// Receives a notice for the user, which does not affect the result.
    func notice(_ notice: ShopNotice)
    /// Reports an input that was refused together with its run; the use case also throws the error.
    ///
    /// The path is the one that the user gave; nil if the input is not a file, or if several inputs are refused.
    func refused(_ refusal: Refusal, path: String?)
    /// Reports the rows that were rejected or short of stock, possibly none, after all rows were applied.
    func rejected(_ rows: RejectedRows)
    /// Reports the result of a run before its commit; if this throws, nothing is applied.
    ///
    /// `reports` is the future folder of the reports, as the user named it; nil if none are written.
    func willCommit(_ model: ReportModel, reports: String?) throws
}

/// Defaults for the events that a listener need not handle.
extension RunListener {
    package func beginProgress() -> (any RunProgress)? { nil }
    package func refused(_ refusal: Refusal, path: String?) {}
    package func rejected(_ rows: RejectedRows) {}
    package func willCommit(_ model: ReportModel, reports: String?) {}
}

/// A listener that passes on notices and progress, and ignores reports about rows.
struct QuietListener: RunListener {
    let listener: any RunListener

    func beginProgress() -> (any RunProgress)? { listener.beginProgress() }
    func notice(_ notice: ShopNotice) { listener.notice(notice) }
}

/// The first rows of a run that were rejected or short of stock, the tally of all its rows, and how they are reported.
///
/// `paths` has the path of each input by its name in the reports, except for standard input, and `givenPaths` the path
/// as the user gave it, if any. The run has an exit status other than `done` for the rows that `failOn` names. With
/// `hasReports`, failure.csv will contain all of these rows.
package typealias RejectedRows = (
    first: FirstFailures, tally: Tally, paths: [String: String], givenPaths: [String: String], failOn: FailOn,
    hasReports: Bool
)
