internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The index of a folder of reports: from a ledger for the reports beside it, otherwise from the sets in the folder.
struct ReportIndex {
    /// The sets, and the runs of the ledger whose reports are elsewhere, which have no path.
    private var sets: [IndexedReportSet]
    /// The runs of the ledger that are not in `sets`.
    private var olderRuns = (count: 0, open: OpenRows())
    private let root: OpenFolder
    private let cancellation: CancellationToken

    /// Reads the sets in a folder, of which some may be of runs of a ledger.
    init(readingSetsIn root: OpenFolder, of snapshot: LedgerSnapshot?, cancellation: CancellationToken) throws {
        (self.root, self.cancellation) = (root, cancellation)
        let found = try ReportSearch(through: root, cancellation: cancellation).reportSets
        let open = try snapshot?.openRows() ?? [:]
        let known = Dictionary(grouping: try snapshot?.overviews(open) ?? [], by: \.identity).compactMapValues(\.first)
        let reversals = found.reduce(into: [RunIdentity: Int]()) { all, set in
            all.merge(set.figures?.reversals ?? [:]) { first, _ in first }
        }
        var inputs: [RunIdentity: Set<[String]>] = [:]
        let sets = found.compactMap { set -> IndexedReportSet? in
            guard let identity = set.run?.identity, let digests = set.figures?.inputs else { return set }
            // If a run was applied again to a backup of the ledger, its last set by path counts, which is found first.
            guard inputs[identity, default: []].insert(digests).inserted else { return nil }
            var set = set
            set.run?.reversedBy = known[identity]?.reversedBy ?? reversals[identity]
            set.run?.open = known[identity]?.open ?? OpenRows()
            return set
        }
        self.sets = sets.reversed()
    }

    /// Lists the runs of a ledger, newest first, of the newest `daysMax` days up to `last`; of all days if it is nil.
    ///
    /// `locate` returns the names and paths of the reports of some runs, given by their numbers. Unless `daysMax` is
    /// nil, only the newest runs and the one with the most open rows are located, and get a name and a link.
    init(
        of root: OpenFolder, _ snapshot: LedgerSnapshot, daysMax: Int?, upTo last: CalendarDay?,
        cancellation: CancellationToken, locate: ([Int]) throws -> [Int: IndexedReportSet.Location]
    ) throws {
        (self.root, self.cancellation) = (root, cancellation)
        let open = try snapshot.openRows()
        let mostOpen = open.max {
            ($0.value.short, $0.value.rejected, $0.key) < ($1.value.short, $1.value.rejected, $1.key)
        }?.key
        let newest = try snapshot.businessDays(back: 0, from: last).dates(upTo: last).max()
        let since = daysMax.flatMap { newest?.minus($0) }
        let runs = try snapshot.overviews(open, since: since, and: mostOpen).sorted {
            ($0.date?.number ?? .min, $0.number) > ($1.date?.number ?? .min, $1.number)
        }
        let covered = Set(runs.map(\.number))
        olderRuns.count = try snapshot.runCount() - runs.count
        for (run, rows) in open where !covered.contains(run) { olderRuns.open.add(rows) }
        let named = daysMax == nil ? runs[...] : runs.prefix(FolderIndexModel.listedRunsMax)
        let locations = try locate(named.map(\.number) + [mostOpen].compactMap(\.self))
        // If a later run has replaced the reports of an earlier one, the place is that of the later one.
        let owners = Dictionary(
            locations.compactMap { run, place in place.path.isEmpty ? nil : (place.path, run) }, uniquingKeysWith: max)
        sets = runs.map { run in
            var location = locations[run.number] ?? ("", [])
            if owners[location.path] != run.number { location.path = [] }
            let hasPage = !location.path.isEmpty && ((try? root.folder(location.path)?.isFile("report.html")) ?? false)
            return IndexedReportSet(path: location.path, name: location.name, hasPage: hasPage, run: run)
        }
    }

    func content(_ language: MessageLanguage) throws(BatchError) -> FolderIndexModel {
        let entries = sets.map { set -> FolderIndexModel.Entry in
            (set.name, set.hasPage ? IndexedReportSet.address(set.path) + "/report.html" : nil, set.run)
        }
        var index = FolderIndexModel(language: language, entries: entries)
        index.olderRuns = olderRuns
        index.planLink = try ReportSearch.newestPlan(in: root)
        // Reversed runs do not count, nor sets whose figures cannot be read.
        let counted = sets.filter { $0.run.map { $0.reversedBy == nil } ?? false }
        let readable = counted.filter { !$0.path.isEmpty }
        if let last = readable.max(by: { $0.order < $1.order }), let figures = try figures(of: last) {
            index.shop = figures.shop
            index.purchases = figures.purchases
        }
        guard let newest = counted.compactMap(\.run?.date).max() else { return index }
        let setsOfDay = readable.filter { $0.run?.date == newest }.sorted { $0.order < $1.order }
        var summaries: [RunSummaryFigures] = []
        // Reading the summaries of all sets could take long.
        for set in setsOfDay.suffix(20) {
            if let figures = try figures(of: set) { summaries.append(figures) }
        }
        index.missing = RunSummaryFigures.missing(in: summaries)
        return index
    }

    private func figures(of set: IndexedReportSet) throws(BatchError) -> RunSummaryFigures? {
        if let figures = set.figures { return figures }
        return try root.folder(set.path)?.summaryFigures(cancellation)
    }
}

/// A search of a folder for sets of reports: in its subfolders, and one level below in those named by a date.
///
/// Hidden folders, which are still being written, and symbolic links are skipped.
struct ReportSearch {
    /// The name of the folder of reports, within a shop's folder.
    static let folderName = "reports"

    private let cancellation: CancellationToken
    /// The sets found so far, in descending order of their paths.
    private(set) var reportSets: [IndexedReportSet] = []

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
            if folder.status(of: "plan.json") != nil { return }
        }
        let figures = try folder.summaryFigures(cancellation)
        reportSets.append(IndexedReportSet(path: path, hasPage: folder.isFile("report.html"), figures))
    }

    /// The relative address of the buying plan that is last by name among the newest days and other subfolders, if any.
    static func newestPlan(in root: OpenFolder) throws(BatchError) -> String? {
        var daysLeft = FolderIndexModel.listedRunsMax
        for name in try root.names().reversed() where !name.isHidden {
            let isDay = CalendarDay(name.text) != nil
            if isDay { daysLeft -= 1 }
            guard !isDay || daysLeft >= 0, let folder = try root.folder(name) else { continue }
            let inner = isDay ? try folder.names().reversed().filter { !$0.isHidden }.map { [name, $0] } : []
            for path in inner + [[name]] {
                guard let plan = try root.folder(path), plan.status(of: "summary.json") == nil,
                    plan.isFile("plan.json"), plan.isFile("plan.html")
                else { continue }
                return IndexedReportSet.address(path) + "/plan.html"
            }
        }
        return nil
    }
}

/// A set of reports in a folder, or a run whose reports are not in the folder.
struct IndexedReportSet {
    /// The name of the reports of a run, and their path from the folder of the index; empty if they are elsewhere.
    typealias Location = (name: String, path: [FileName])

    /// The path from the folder of the index: one name, or two in a folder named by a date; empty if it is elsewhere.
    let path: [FileName]
    let name: String
    let hasPage: Bool
    /// The figures of the run; nil if they cannot be read.
    var run: RunOverview?
    /// The figures in summary.json; nil if they were not read.
    var figures: RunSummaryFigures?
}

extension IndexedReportSet {
    /// A set that was found in a folder, with the figures in its summary.json if they can be read.
    init(path: [FileName], hasPage: Bool, _ figures: RunSummaryFigures?) {
        self.init(
            path: path, name: path.map(\.text).joined(separator: "/"), hasPage: hasPage, run: figures?.run,
            figures: figures)
    }

    /// The order in which the runs of several sets were applied.
    var order: (Int, Int) { (run?.number ?? 0, run?.date?.number ?? 0) }

    /// The address of a folder relative to the folder of the index.
    fileprivate static func address(_ path: [FileName]) -> String {
        path.map { Escaping.address($0.bytes) }.joined(separator: "/")
    }
}

extension OpenFolder {
    /// The figures in summary.json; nil if it cannot be read or is invalid.
    func summaryFigures(_ cancellation: CancellationToken) throws(BatchError) -> RunSummaryFigures? {
        try readableContent(of: "summary.json", sizeBytesMax: ReportFolder.readBytesMax, cancellation)
            .flatMap { try? RunSummaryFigures(of: $0) }
    }
}

extension RunOverview {
    /// The number of the run in its ledger; 0 if no ledger has recorded it.
    fileprivate var number: Int { identity?.number ?? 0 }
}
