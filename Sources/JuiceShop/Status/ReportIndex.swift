internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The index of a folder of reports: from a ledger for the reports beside it, otherwise from the sets in the folder.
struct ReportIndex {
    /// The sets, and the runs of the ledger whose reports are elsewhere, which have no path.
    private var sets: [IndexedReportSet]
    /// The totals of the ledger's runs that are not in `sets`.
    private var olderRuns = RunTotals()
    private let plan: String?
    private let root: OpenFolder
    private let cancellation: CancellationToken

    /// Reads the sets in a folder; `runs` are those of a ledger, of which some may have their reports in the folder.
    init(
        readingSetsIn root: OpenFolder, runs: [RunOverview], cancellation: CancellationToken
    ) throws(BatchError) {
        let search = try ReportSearch(through: root, cancellation: cancellation)
        (self.root, self.cancellation, plan) = (root, cancellation, search.plan)
        let runs = Dictionary(runs.map { ($0.identity, $0) }) { first, _ in first }
        let reversals = search.reportSets.reduce(into: runs.compactMapValues(\.reversedBy)) { all, set in
            all.merge(set.figures?.reversals ?? [:]) { first, _ in first }
        }
        var inputs: [RunIdentity: Set<[String]>] = [:]
        sets = search.reportSets.compactMap { set in
            guard let identity = set.identity, let digests = set.figures?.inputs else { return set }
            // If a run was applied again to a backup of the ledger, its last set by path counts, which is found first.
            guard inputs[identity, default: []].insert(digests).inserted else { return nil }
            var set = set
            set.run?.reversedBy = reversals[identity]
            set.run?.open = runs[identity]?.open ?? FolderIndexModel.OpenRows()
            return set
        }
    }

    /// Lists the newest runs of a ledger and the one with the most open rows, and adds up all others.
    ///
    /// - Parameters:
    ///   - root: the folder of reports beside the ledger.
    ///   - countMax: the number of runs to list.
    ///   - locate: returns the names and paths of the reports of some runs, given by their numbers.
    init(
        of root: OpenFolder, runs: [RunOverview], countMax: Int, cancellation: CancellationToken,
        locate: ([Int]) throws -> [Int: IndexedReportSet.Location]
    ) throws {
        (self.root, self.cancellation) = (root, cancellation)
        plan = try ReportSearch.newestPlan(in: root)
        let newestFirst = runs.sorted {
            ($0.day?.number ?? .min, $0.identity.number) > ($1.day?.number ?? .min, $1.identity.number)
        }
        let mostOpen = newestFirst.filter { $0.reversedBy == nil && $0.open.total > 0 }
            .max { ($0.openShort, $0.openRejected) < ($1.openShort, $1.openRejected) }
        let older = newestFirst.dropFirst(countMax)
        let listed = newestFirst.prefix(countMax) + older.filter { $0.identity == mostOpen?.identity }
        olderRuns = RunTotals(currency: newestFirst.lazy.compactMap(\.currency).first)
        for run in older where run.identity != mostOpen?.identity {
            olderRuns.add(FolderIndexModel.Run(run))
        }
        let locations = try locate(listed.map(\.identity.number))
        // If a later run has replaced the reports of an earlier one, the place is that of the later one.
        let owners = Dictionary(
            locations.compactMap { run, place in place.path.isEmpty ? nil : (place.path, run) }, uniquingKeysWith: max)
        sets = listed.map { run in
            var location = locations[run.identity.number] ?? ("", [])
            if owners[location.path] != run.identity.number { location.path = [] }
            let hasPage = !location.path.isEmpty && ((try? root.folder(location.path)?.isFile("report.html")) ?? false)
            return IndexedReportSet(
                path: location.path, name: location.name, hasPage: hasPage, run: FolderIndexModel.Run(run),
                identity: run.identity)
        }
    }

    /// Returns the content of the index.
    func content(_ language: MessageLanguage) throws(BatchError) -> FolderIndexModel {
        var index = FolderIndexModel(language: language, entries: sets.map(\.entry))
        (index.olderRuns, index.planLink) = (olderRuns, plan)
        let counted = sets.filter(\.isCounted)
        index.shop = sets.lazy.compactMap(\.figures?.shop).first
        if let last = counted.max(by: { $0.order < $1.order }), let bytes = try summary(of: last) {
            index.purchases = RunSummaryFigures.purchases(in: bytes)
            index.shop = index.shop ?? RunSummaryFigures.shop(in: bytes)
        }
        guard let newest = counted.compactMap(\.run?.date).max() else { return index }
        let setsOfDay = counted.filter { $0.run?.date == newest }.sorted { $0.runNumber < $1.runNumber }
        var summaries: [[UInt8]] = []
        for set in setsOfDay.suffix(Self.setsOfDayMax) {
            if let bytes = try summary(of: set) { summaries.append(bytes) }
        }
        index.missing = RunSummaryFigures.missing(in: summaries)
        return index
    }

    private func summary(of set: IndexedReportSet) throws(BatchError) -> [UInt8]? {
        set.path.isEmpty ? nil : try root.folder(set.path)?.summary(cancellation)
    }

    /// The maximum number of sets of the newest business day whose summaries are read.
    private static let setsOfDayMax = 20
}

extension RunOverview {
    /// The rows that no later run has applied or closed.
    var open: FolderIndexModel.OpenRows { FolderIndexModel.OpenRows(short: openShort, rejected: openRejected) }
}

extension FolderIndexModel.Run {
    /// The figures of a run in a ledger.
    init(_ run: RunOverview) {
        let sums = PeriodFigures.Sums(
            orders: run.orders, ordersShort: run.ordersShort, cups: run.cupsServed, sales: run.sales,
            lostSales: run.lostSales)
        self.init(
            date: run.day, kind: run.kind, sums: sums, rejected: run.identity.rejected, currency: run.currency)
        (reversedBy, open) = (run.reversedBy, run.open)
        days = run.days.map { day in
            let sums = PeriodFigures.Sums(
                orders: day.served + day.short, ordersShort: day.short, cups: day.cupsServed, sales: day.sales,
                lostSales: day.lostSales)
            return (day.date, sums)
        }
    }
}
