internal import Glibc
internal import JuiceBatch
package import JuiceReports

/// The parameters of a nightly run of a chain.
package struct ChainRequest: Sendable {
    /// The allowed numbers of shops run at a time.
    package static let jobsAllowed = 1...256

    /// The path of the chain's folder.
    package var folder: String
    /// The business day of the run, `YYYY-MM-DD`, used for each file whose name does not contain a date; nil for today.
    package var date: String?
    /// Shell patterns for the names of the shops to run; empty for all shops.
    package var shops: [String] = []
    /// The number of shops run at a time; nil for one per processor.
    package var jobs: Int?
    /// Whether to accept an export whose name an earlier export of this run had.
    package var takesNamesAgain = false
    /// The number of backups kept of each shop's ledger; 0 makes none and removes none.
    package var keepBackups = NightlyRequest.keepBackupsUsual
    /// The minimum number of files of all shops below which the run needs attention; nil for none.
    package var filesExpected: Int?
    /// The number of days that reports and archived files are kept; nil for all.
    package var keepDays: Int?
    /// The set of reports that each run writes.
    package var reports = ReportsWanted.all
    /// The content of chain.json.
    package var file: ChainFile
    /// The name of the column of exports that names the shop; nil if it is not set.
    package var shopColumn: String?
    /// The expected totals of each export as a whole: `rows=N`, `quantity=N`.
    package var expectations: [String] = []
    /// The request for the run of each file and each part, without its input and the folder of its reports.
    package var run: RunRequest
    /// Returns the run request of a shop that has settings of its own, given its absolute path; nil if it has none.
    package var ownRun: @Sendable (_ folder: String) throws -> RunRequest?

    /// Creates a request for the run of all shops.
    package init(
        folder: String, file: ChainFile, run: RunRequest,
        ownRun: @escaping @Sendable (_ folder: String) throws -> RunRequest?
    ) {
        self.folder = folder
        self.file = file
        self.run = run
        self.ownRun = ownRun
        shopColumn = file.shopColumn
    }

    /// The name of the menu file in a shop's folder, which is used even if the settings do not mention it.
    static let menuName = "menu.csv"

    /// The request for the run of each file and part of a shop.
    ///
    /// - Parameter folder: the absolute path of the shop's folder.
    func run(of folder: String) throws -> RunRequest {
        var run = try ownRun(folder) ?? run
        if run.input.menu == nil, access("\(folder)/\(Self.menuName)", F_OK) == 0 {
            run.input.menu = "\(folder)/\(Self.menuName)"
        }
        run.input.threads = 1
        run.setShopColumn(shopColumn)
        run.reports = reports
        return run
    }
}

/// A notice listener that passes the notices of a chain on under the name of its folder.
struct ChainNotices: NoticeListener {
    private let listener: any ChainListener
    private let name: String

    /// Creates a listener for a chain.
    ///
    /// - Parameter path: the chain's folder, whose last component names the chain in notices.
    init(_ listener: any ChainListener, _ path: String) {
        self.listener = listener
        name = ReportFolder.split(path).name
    }

    func notice(_ notice: ShopNotice) { listener.notice(notice, of: name) }
}

/// A listener for the run of a chain; several threads call it, one at a time.
package protocol ChainListener: ProgressListener, Sendable {
    /// Reports progress: the number of finished shops, and the number of shops with problems.
    func shops(done: Int, of count: Int, withProblems: Int)
    /// Reports a problem that kept a file, an export or a shop's run from being applied.
    ///
    /// - Parameter shop: the shop's name; nil for an export.
    func problem(_ problem: ShopProblem, of shop: String?)
    /// Reports a notice about a shop.
    func notice(_ notice: ShopNotice, of shop: String)
    /// Reports that the runs of all shops have ended.
    func shopsEnded()
}
