internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// A search of a folder for sets of reports: in its subfolders, and one level below in subfolders named by a date.
///
/// Nightly runs create folders named by a date. Hidden folders, which are still being written, and symbolic links are
/// skipped.
struct ReportSearch {
    /// The name of the folder of reports, within a shop's folder.
    static let folderName = "reports"

    private let cancellation: CancellationToken
    /// The sets found so far, in descending order of their paths.
    private(set) var reportSets: [IndexedReportSet] = []
    /// The relative address of the buying plan that is last by name; nil if there is none.
    private(set) var plan: String?
    /// The subfolders in which there are buying plans.
    private(set) var foldersWithPlan: Set<FileName> = []
    /// Whether the folders of all older sets exist.
    private(set) var hasOlder = false

    /// Searches a folder for sets of reports; the folders of older sets, with these names in byte order, are left out.
    init(
        through folder: OpenFolder, besides older: [FileName] = [], cancellation: CancellationToken
    ) throws(BatchError) {
        self.cancellation = cancellation
        var older = older
        // Folders named by a date are read from the newest to the oldest.
        for name in try folder.names().reversed() where !name.isHidden {
            if name == older.last { older.removeLast() } else { try search(name, of: folder, path: []) }
        }
        hasOlder = older.isEmpty
    }

    private mutating func search(_ name: FileName, of outer: OpenFolder, path: [FileName]) throws(BatchError) {
        try cancellation.check()
        let path = path + [name]
        let folder: OpenFolder
        switch try outer.subfolder(name) {
        case .success(let inner?): folder = inner
        case .success(nil): return
        case .failure: return reportSets.append(IndexedReportSet(path: path, hasPage: false, figures: nil))
        }
        if folder.status(of: "summary.json") == nil {
            if path.count == 1, CalendarDay(path[0].text) != nil {
                for name in try folder.names().reversed() where !name.isHidden {
                    try search(name, of: folder, path: path)
                }
                return
            }
            // A buying plan is not the report of a run.
            if folder.status(of: "plan.json") != nil {
                if plan == nil, folder.isFile("plan.html") { plan = IndexedReportSet.address(path) + "/plan.html" }
                foldersWithPlan.insert(path[0])
                return
            }
        }
        let figures = try folder.summaryFigures(cancellation)
        reportSets.append(IndexedReportSet(path: path, hasPage: folder.isFile("report.html"), figures: figures))
    }
}

/// A set of reports that a search has found; it may be incomplete.
struct IndexedReportSet {
    /// The path relative to the folder of the index: one name, or two in a folder named by a date.
    var path: [FileName]
    var hasPage: Bool
    /// The figures in its summary.json; nil if that file is missing or invalid.
    var figures: RunSummaryFigures?
    /// The folder to which the path is relative; nil for the folder of the index.
    var base: OpenFolder?

    /// The effects of later runs on the set's run; nil if no ledger contains the run.
    var followUp: RunFollowUp?
    /// Whether another set is of the same run of the same ledger, and replaces this one.
    var isSuperseded = false

    /// Whether the set is readable and counts: its run was not reversed, and no other set replaces it.
    var isCounted: Bool { !isSuperseded && figures.map { $0.run.reversedBy == nil } ?? false }
    var identity: RunIdentity? { figures?.runIdentity }
    /// The number of the set's run; 0 if unknown.
    var runNumber: Int { identity?.number ?? 0 }
    /// The business day of the set's run, the newest one if it has several; nil if unknown.
    var date: CalendarDay? { figures?.run.date }
    /// The set in the list of the index.
    var entry: FolderIndexModel.Entry { (name, link, figures?.run) }
    /// Whether the set is in a folder named by a date, as the sets of nightly runs are.
    var isNightly: Bool { path.count == 2 }
    var isRetry: Bool { figures?.inputs.contains(where: \.isRetry) == true }
    var name: String { path.map(\.text).joined(separator: "/") }
    var hasTextPath: Bool { path.allSatisfy { FileName($0.text) == $0 } }

    /// The address of the set's report.html relative to the folder of the index; nil if there is none.
    var link: String? { hasPage ? Self.address(path) + "/report.html" : nil }

    /// The address of a folder relative to the folder of the index.
    fileprivate static func address(_ path: [FileName]) -> String {
        path.map { Escaping.address($0.bytes) }.joined(separator: "/")
    }
}

extension OpenFolder {
    private static let summaryBytesMax = 4 << 20

    /// The content of summary.json; nil if it cannot be read.
    func summary(_ cancellation: CancellationToken) throws(BatchError) -> [UInt8]? {
        try readableContent(of: "summary.json", sizeBytesMax: Self.summaryBytesMax, cancellation)
    }

    /// The figures in summary.json; nil if it cannot be read or is invalid.
    func summaryFigures(_ cancellation: CancellationToken) throws(BatchError) -> RunSummaryFigures? {
        try summary(cancellation).flatMap { try? RunSummaryFigures(of: $0) }
    }
}
