internal import Glibc
internal import JuiceBatch
package import JuiceReports

/// The parameters of a nightly run of a chain.
package struct ChainRequest: Sendable {
    /// The allowed numbers of shops run at a time.
    package static let jobsAllowed = 1...256

    /// The path of the chain's folder.
    package var folder: String
    /// The business day of the run and of its shops' runs, `YYYY-MM-DD`, unless a file's name says another; nil for
    /// today.
    package var date: String?
    /// Patterns of the names of the shops that are run; none for all.
    package var shops: [String] = []
    /// The number of shops run at a time; nil for one per processor.
    package var jobs: Int?
    /// Whether to accept an export whose name this run has had already.
    package var takesNamesAgain = false
    /// The number of backups kept of each shop's ledger; 0 makes none and removes none.
    package var keepBackups = NightlyRequest.keepBackupsUsual
    /// The minimum number of files of all shops below which the run needs attention; nil for none.
    package var filesExpected: Int?
    /// The number of days that reports and archived files are kept; nil for all.
    package var keepDays: Int?
    /// The reports that each run writes.
    package var reports = ReportsWanted.all
    /// The content of chain.json.
    package var file: ChainFile
    /// The name of the column of exports that names the shop; nil if it is not set.
    package var shopColumn: String?
    /// The expected totals of each export as a whole: `rows=N`, `quantity=N`.
    package var expectations: [String] = []
    /// The run of each file and each part, without its file and the folder of its reports.
    package var run: RunRequest
    /// The run's request for a shop with settings of its own, by the path of its folder; nil for one that has none.
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

    /// A shop has its menu in its folder, whether or not its settings say so.
    static let menuName = "menu.csv"

    /// The run of each file and part of a shop.
    ///
    /// - Parameter folder: the shop's, as an absolute path.
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

/// A listener for notices about a chain as a whole.
struct ChainNotices: NoticeListener {
    private let listener: any ChainListener
    private let name: String

    /// - Parameter path: the chain's folder, which it is called by.
    init(_ listener: any ChainListener, _ path: String) {
        self.listener = listener
        name = ReportFolder.split(path).name
    }

    func notice(_ notice: ShopNotice) { listener.notice(notice, of: name) }
}

/// A listener to a chain's run; several threads call it, one at a time.
package protocol ChainListener: ProgressListener, Sendable {
    /// Reports progress: the number of shops done, and the number of those that need a look.
    func shops(done: Int, of count: Int, withProblems: Int)
    /// Reports a problem that kept a file, an export or a shop's run from being applied; the shop by name, nil for an
    /// export.
    func problem(_ problem: ShopProblem, of shop: String?)
    /// Reports a notice about a shop.
    func notice(_ notice: ShopNotice, of shop: String)
    /// Reports that all shops are done.
    func shopsEnded()
}
