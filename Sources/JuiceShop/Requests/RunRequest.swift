package import CSV
package import JuiceBatch
package import JuiceReports

/// Further sources of a run's business day, `YYYY-MM-DD`, in order of preference.
package struct OtherDates: Sendable {
    /// The date in the input's name.
    package var named: String?
    /// The date that was asked for undated files.
    package var given: String?
    /// The business day on which the file was written.
    package var clock: String?

    /// The business day that the first of the dates gives; nil where there is none.
    var day: BusinessDay? {
        named.map { BusinessDay(date: $0, source: .name) } ?? given.map { BusinessDay(date: $0, source: .given) }
            ?? clock.map { BusinessDay(date: $0, source: .clock) }
    }
}

/// A request to apply inputs as a run.
package struct RunRequest: Sendable {
    /// The inputs, the menu and the opening stock.
    package var input: InputRequest
    /// The sources of the business day where neither the request nor the rows name it.
    package var otherDates = OtherDates()
    /// The ledger that carries stock, history and used ids; nil for a run without a ledger.
    package var ledger: LedgerRequest?
    /// The folder of the reports; nil for `reports/<first input's name>`.
    package var output: String?
    /// The maximum number of rejected rows, above which nothing is applied; nil for no limit.
    package var maxRejected: Int?
    /// Whether the CSV reports are for Excel: byte order mark, CRLF, formulas made harmless.
    package var isForExcel = false
    /// The shop's name in reports; nil for none.
    package var shop: String?
    /// Days on which the shop is closed, so that no run of them is missing.
    package var closed = ClosedDays()
    /// The limits from which reports mention fruit that is missing or overstocked.
    package var limits = AttentionLimits()
    /// The sign of money in reports, `MoneyFormat.isSign`.
    package var currency = MoneyFormat.usualSign
    /// The language of reports.
    package var language: MessageLanguage
    /// The language of messages on the terminal; that of reports if nil.
    package var messageLanguage: MessageLanguage?
    /// Whether no reports are written and the ledger is unchanged.
    package var isDryRun = false
    /// Whether the run only tests the settings, with an input that is always refused; that refusal is not reported to the
    /// listener.
    var isTrial = false
    /// The treatment of the index in the reports' folder.
    package var index = IndexWish.renewed
    /// The set of reports that is written.
    package var reports = ReportsWanted.all
    /// The words of the command line that change the result, as the run log keeps them.
    package var options: [String] = []
    /// The column of a chain's exports that names the shop; nil for none.
    package private(set) var shopColumn: String?
    /// The run of a chain that this run belongs to; nil for none.
    ///
    /// The ledger keeps the facts of the run, as `RunFacts`.
    package var chainNight: ChainNight?

    /// Sets the column that names the shop.
    ///
    /// Settings that fill the column are dropped: it was filled when the export was split.
    mutating func setShopColumn(_ column: String?) {
        shopColumn = column
        guard let key = column.map(nameKey) else { return }
        input.rules.fill.removeAll { nameKey($0) == key }
        input.settled.rules.fill.removeAll { nameKey($0) == key }
    }

    /// Creates a request for a run without a ledger.
    package init(input: InputRequest, language: MessageLanguage) {
        self.input = input
        self.language = language
    }
}

/// Inputs, how to read them, and what they are applied to.
package struct InputRequest: Sendable {
    /// The allowed numbers of threads.
    package static let threadsAllowed = 1...256

    /// CSV files in the order in which they apply; `-` is standard input.
    package var paths: [String]
    /// The menu file; nil for the built-in menu.
    package var menu: String?
    /// The stock file; nil for the stock of the ledger, or 10 of each fruit.
    package var stock: String?
    /// The column of a role by its header, as in `item=품목`, or a composite, as in `id=주문번호+#`; `item=` switches a
    /// role off.
    package var columns: [String] = []
    /// The options that describe rows of the POS' exports.
    package var rules = ExportOptions()
    /// The settings that describe the POS' exports, apart from `date`, rules and expectations.
    package var exportSettings = ExportSettings()
    /// The expected totals of the run: `rows=N`, `quantity=N`.
    package var expectations: [String] = []
    /// The settled settings for the POS' exports.
    package var settled = ResolvedExportSettings()
    /// The date of the run, `YYYY-MM-DD` (`CalendarDay`), for `@date` and the reports' headline; nil for none.
    package var date: String?
    /// The date for `@date` if the request has none, as `YYYY-MM-DD`, since the ids of rows cannot depend on their own
    /// dates.
    package var dateOtherwise: String?
    /// The delimiter between cells; nil for the one most frequent in the header.
    package var delimiter: Delimiter?
    /// The encoding of the inputs; nil if their bytes decide.
    package var encoding: EncodingChoice?
    /// The number of worker threads; nil for one per processor.
    ///
    /// The result does not depend on it.
    package var threads: Int?
    /// Bytes that a thread takes at a time; the result does not depend on it.
    package var chunkBytes = 128 * 1024
    /// The rows that give a finished run an exit status other than `done`.
    package var failOn = FailOn.rejected

    /// The date that `@date` stands for in a run that needs it, or else the request's; nil for none.
    var readingDate: String? { date ?? (needsDate ? dateOtherwise : nil) }

    /// Whether a column is read with the run's date; columns that cannot be parsed are reported when they are read.
    var needsDate: Bool {
        let options = try? ColumnOptions(parsing: columns, defaults: settled.columns)
        return options?.columns.values.contains { $0.needsDate } ?? false
    }

    /// Inputs that are read as their bytes say, and applied to the built-in menu.
    package init(paths: [String]) {
        self.paths = paths
    }
}

/// The rows that make a finished run fail.
package enum FailOn: String, CaseIterable, Sendable {
    case none
    case rejected
    /// Rejected rows, and those that were short of stock.
    case shortage
}

/// The ledger of a request and how to use it.
package struct LedgerRequest: Sendable {
    /// The path of the ledger of a shop, from the shop's folder.
    static let shopPath = "shop.sqlite"

    /// The allowed times to wait for the ledger, in seconds.
    package static let waitSecondsAllowed = 0...86_400
    /// The default time to wait for the ledger, in seconds.
    package static let waitSecondsUsual = 10

    /// The treatment of inputs that the ledger knows.
    package enum KnownInputs: Sendable {
        /// Known inputs are refused, and so are inputs that are given twice.
        case refuse
        /// Known inputs are skipped if there is any other input.
        case leaveOut
        /// Known inputs and inputs that are given twice are applied again; ids still guard against repetition.
        case applyAgain
    }

    package var path: String
    /// The maximum time to wait for other processes that use the ledger, in seconds.
    package var waitSeconds: Int
    /// The treatment of inputs that the ledger knows.
    package var knownInputs: KnownInputs

    /// Creates a request for a ledger that, by default, refuses known inputs.
    package init(path: String, waitSeconds: Int = waitSecondsUsual, knownInputs: KnownInputs = .refuse) {
        self.path = path
        self.waitSeconds = waitSeconds
        self.knownInputs = knownInputs
    }
}

/// The settings for the POS' exports that a shop has settled once; options that are typed add to them or override them.
package struct ResolvedExportSettings: Sendable, Equatable {
    /// The columns that form the cell of a role; an input need not have them.
    package var columns: [Role: RoleColumns] = [:]
    /// The rules for rows.
    package var rules = RowFilterSettings()
    /// The file that contains the settings, as messages name it.
    package var origin = ""

    /// Creates settings without any value.
    package init() {}
}

/// The treatment of the index in the folder that a run's reports are put into.
package enum IndexWish: Sendable {
    /// The index is created, or updated if there is one.
    case made
    /// The index is updated if there is one.
    case renewed
    /// The index is left unchanged, for the caller to update.
    case left
}

/// The settings for writing the index of a folder of reports.
package struct IndexSettings: Sendable {
    package var language: MessageLanguage
    /// Days on which the shop is closed.
    package var closed: ClosedDays

    package init(language: MessageLanguage, closed: ClosedDays) {
        self.language = language
        self.closed = closed
    }
}

/// The run of a chain that a run of one of its shops belongs to.
package struct ChainNight: Sendable, Equatable {
    /// The shop's part of an export of the whole chain, and how the export was split.
    package struct Partition: Sendable, Equatable {
        /// The SHA-256 of the export in hex.
        package var exportSHA256: String
        /// The names of the shop in the export.
        package var shopNames: [String]
        /// The options of `run` with which the export was read; nil if they are those of the shop's run.
        package var options: [String]?

        /// This part, with its options left out where they are those of the shop's run.
        func besides(_ options: [String]) -> Partition {
            var partition = self
            if partition.options == options { partition.options = nil }
            return partition
        }
    }

    /// The business day as `YYYY-MM-DD` (`CalendarDay`).
    package var date: String
    /// The part of an export that the input is; nil for a file of the shop's own.
    package var partition: Partition?
}

/// Weekdays and dates on which a shop is closed, so that they need no run.
package struct ClosedDays: Sendable, Equatable {
    /// The closed days of the week, from 0 for Monday.
    private let weekdays: Set<Int>
    private let dates: Set<CalendarDay>

    /// The possible words of the setting, for messages.
    package static let expected = "mon tue wed thu fri sat sun YYYY-MM-DD"

    private static let names = [
        ["mon", "monday", "월", "월요일"], ["tue", "tuesday", "화", "화요일"], ["wed", "wednesday", "수", "수요일"],
        ["thu", "thursday", "목", "목요일"], ["fri", "friday", "금", "금요일"], ["sat", "saturday", "토", "토요일"],
        ["sun", "sunday", "일", "일요일"],
    ]

    /// Creates a calendar without closed days.
    package init() {
        weekdays = []
        dates = []
    }

    /// Parses words separated by commas, such as `mon,2026-12-25`; nil if one of them is neither a weekday nor a date.
    package init?(_ text: String) {
        var weekdays: Set<Int> = []
        var dates: Set<CalendarDay> = []
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
        self.weekdays = weekdays
        self.dates = dates
    }

    /// Whether the shop is closed on a day.
    package func contains(_ day: CalendarDay) -> Bool { weekdays.contains(day.weekday) || dates.contains(day) }

    /// The number of days before the newest business day that are examined: four weeks.
    package static let windowDays = 28

    /// The days without a run between others on which the shop is open, the oldest first; only those of the last four weeks
    /// before the newest business day.
    ///
    /// - Parameters:
    ///   - days: the business days that have a run.
    ///   - last: the last of them that counts; nil for all.
    package func daysWithoutRun(between days: Set<CalendarDay>, upTo last: CalendarDay? = nil) -> [CalendarDay] {
        let days = last.map { last in days.filter { $0 <= last } } ?? days
        guard let oldest = days.min(), let newest = days.max() else { return [] }
        return (max(oldest.number, newest.number - Self.windowDays)..<newest.number).map { CalendarDay(number: $0) }
            .filter { !days.contains($0) && !contains($0) }
    }
}
