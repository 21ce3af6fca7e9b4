internal import JuiceBatch
internal import JuiceReports

/// A search of a folder for sets of reports: in its subfolders, and one level below in those named by a date, which
/// nightly runs create; hidden folders, which are still being written, and symbolic links are skipped.
struct ReportSearch {
    /// The name of the folder of reports, within a shop's folder.
    static let folderName = "reports"

    private let cancellation: CancellationToken
    /// The sets found so far, in descending order of their paths.
    private(set) var reportSets: [IndexedReportSet] = []
    /// The relative address of the buying plan that is last by name; nil if there is none.
    private(set) var plan: String?

    /// Searches a folder for sets of reports.
    init(through folder: OpenFolder, cancellation: CancellationToken) throws(BatchError) {
        self.cancellation = cancellation
        // Folders named by a date are read from the newest to the oldest.
        for name in try folder.names().reversed() where !name.isHidden { try search(name, of: folder, path: []) }
    }

    private mutating func search(_ name: FileName, of outer: OpenFolder, path: [FileName]) throws(BatchError) {
        try cancellation.check()
        let path = path + [name]
        let folder: OpenFolder
        switch try outer.subfolder(name) {
        case .success(let inner?): folder = inner
        case .success(nil): return
        case .failure: return reportSets.append(IndexedReportSet(path: path, hasPage: false, nil))
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
                plan = plan ?? Self.planAddress(folder, path)
                return
            }
        }
        let figures = try folder.summaryFigures(cancellation)
        reportSets.append(IndexedReportSet(path: path, hasPage: folder.isFile("report.html"), figures))
    }

    /// The relative address of the buying plan that is last by name, among the newest days and other subfolders; nil if
    /// there is none.
    static func newestPlan(in root: OpenFolder) throws(BatchError) -> String? {
        var daysLeft = FolderIndexModel.listedRunsMax
        for name in try root.names().reversed() where !name.isHidden {
            let isDay = CalendarDay(name.text) != nil
            if isDay { daysLeft -= 1 }
            guard !isDay || daysLeft >= 0, let folder = try root.folder(name) else { continue }
            let inner = isDay ? try folder.names().reversed().filter { !$0.isHidden }.map { [name, $0] } : []
            for path in inner + [[name]] {
                guard let plan = try root.folder(path), plan.status(of: "summary.json") == nil else { continue }
                if let address = planAddress(plan, path) { return address }
            }
        }
        return nil
    }

    private static func planAddress(_ folder: OpenFolder, _ path: [FileName]) -> String? {
        folder.isFile("plan.json") && folder.isFile("plan.html") ? IndexedReportSet.address(path) + "/plan.html" : nil
    }
}

/// A set of reports in a folder, or a run whose reports are not in the folder.
struct IndexedReportSet {
    /// The name of the reports of a run, and their path from the folder of the index; empty if they are elsewhere.
    typealias Location = (name: String, path: [FileName])

    /// The path relative to the folder of the index: one name, or two in a folder named by a date; empty if the reports
    /// are not in the folder.
    let path: [FileName]
    let name: String
    let hasPage: Bool
    /// The figures of the run; nil if they cannot be read.
    var run: FolderIndexModel.Run?
    /// The identity of the run; nil if no ledger has recorded it.
    let identity: RunIdentity?
    /// The figures in summary.json; nil if they were not read.
    var figures: RunSummaryFigures?
}

extension IndexedReportSet {
    /// A set that was found in a folder, with the figures in its summary.json if they can be read.
    init(path: [FileName], hasPage: Bool, _ figures: RunSummaryFigures?) {
        self.init(
            path: path, name: path.map(\.text).joined(separator: "/"), hasPage: hasPage, run: figures?.run,
            identity: figures?.runIdentity, figures: figures)
    }

    /// The number of the set's run; 0 if unknown.
    var runNumber: Int { identity?.number ?? 0 }
    /// The order in which the runs of several sets were applied.
    var order: (Int, Int) { (runNumber, run?.date?.number ?? 0) }
    /// The set in the list of the index.
    var entry: FolderIndexModel.Entry {
        (name, hasPage ? Self.address(path) + "/report.html" : nil, run)
    }

    /// The address of a folder relative to the folder of the index.
    fileprivate static func address(_ path: [FileName]) -> String {
        path.map { Escaping.address($0.bytes) }.joined(separator: "/")
    }
}

extension OpenFolder {
    /// The content of summary.json; nil if it cannot be read.
    func summary(_ cancellation: CancellationToken) throws(BatchError) -> [UInt8]? {
        try readableContent(of: "summary.json", sizeBytesMax: 4 << 20, cancellation)
    }

    /// The figures in summary.json; nil if it cannot be read or is invalid.
    func summaryFigures(_ cancellation: CancellationToken) throws(BatchError) -> RunSummaryFigures? {
        try summary(cancellation).flatMap { try? RunSummaryFigures(of: $0) }
    }
}
