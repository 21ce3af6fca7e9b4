internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The index of a folder of reports, made from the folder's content and the follow-ups of the ledger's runs.
struct ReportIndex {
    private let reportSets: [IndexedReportSet]
    /// The sets outside the folder of the index, which are not listed in it, of runs that have none in it.
    private let outerSets: [IndexedReportSet]
    /// The follow-ups of the ledger's runs, by the identities that the runs have in reports.
    private let followUps: [RunIdentity: RunFollowUp]
    /// The known reversed runs, each with the number of the run that reversed it.
    private let reversals: [RunIdentity: Int]
    /// The indices of sets that neither count nor are listed, since another set is of the same run of the same ledger.
    private let supersededSets: Set<Int>
    /// Whether each set is readable and counts: its run was not reversed, and no other set replaces it.
    private let isCounted: [Bool]
    private let root: OpenFolder?
    private let cancellation: CancellationToken
    private let search: ReportSearch?
    /// The summary of older sets, which are not read; nil if all sets are read.
    private let older: OlderReports?

    /// Searches a folder for sets, or only for those that are not older ones; the ledger's follow-ups may be unknown.
    init(
        of root: OpenFolder?, besides older: OlderReports? = nil, followUps: [RunFollowUp],
        outerSets: [IndexedReportSet] = [], cancellation: CancellationToken
    ) throws(BatchError) {
        self.older = older
        search = try root.map { root throws(BatchError) in
            try ReportSearch(through: root, besides: older?.names ?? [], cancellation: cancellation)
        }
        reportSets = search?.reportSets ?? []
        supersededSets = Self.supersededSets(in: reportSets)
        self.followUps = Dictionary(followUps.map { ($0.identity, $0) }) { first, _ in first }
        var runIdentities = Set(reportSets.compactMap { $0.figures?.runIdentity })
        var outer: [IndexedReportSet] = []
        for set in outerSets {
            guard let identity = set.figures?.runIdentity, let run = self.followUps[identity], run.reversedBy == nil,
                runIdentities.insert(identity).inserted
            else { continue }
            outer.append(set)
        }
        self.outerSets = outer
        let reversals = reportSets.reduce(into: self.followUps.compactMapValues(\.reversedBy)) { all, reports in
            all.merge(reports.figures?.reversals ?? [:]) { first, _ in first }
        }
        let (sets, superseded) = (reportSets, supersededSets)
        isCounted = sets.indices.map { index in
            sets[index].figures != nil && !superseded.contains(index)
                && sets[index].figures?.runIdentity.flatMap { reversals[$0] } == nil
        }
        (self.reversals, self.root, self.cancellation) = (reversals, root, cancellation)
    }

    private func followUp(of reports: IndexedReportSet) -> RunFollowUp? {
        reports.figures?.runIdentity.flatMap { followUps[$0] }
    }

    private func openRowsSearch() -> OpenRowsSearch {
        let sets = zip(reportSets, isCounted).map { reports, isCounted in
            (reports: reports, isCounted: isCounted, followUp: followUp(of: reports))
        }
        let outer = outerSets.map { (reports: $0, isCounted: true, followUp: followUp(of: $0)) }
        return OpenRowsSearch(sets + outer, in: root, cancellation: cancellation)
    }

    /// Returns the open rows of all runs that were not reversed; nil if the totals of older sets are not valid.
    ///
    /// They are taken from the reports or, if those are missing or unreadable, from the ledger. A run without reports
    /// is left out if a later run had a failure.csv as an input, which may have settled its rows.
    func openRows() throws(BatchError) -> FolderIndexModel.OpenRows? {
        let list = try list(.korean)
        if older != nil && !isOlderValid(in: list) { return nil }
        var open = list.totals.open
        var search = openRowsSearch()
        for index in outerSets.indices {
            let rows = try search.open(reportSets.count + index)
            (open.short, open.rejected) = (open.short + rows.short, open.rejected + rows.rejected)
        }
        for run in withoutReports where !isBeforeRetry(run) {
            open.rejected += run.identity.rejected - run.closedCount
            open.short += run.isPastDay ? 0 : run.identity.shortage
        }
        return open
    }

    /// Whether a retry that was not reversed has no reports among the sets, so that it may have settled rows of them.
    var lacksRetry: Bool {
        let known = runIdentities
        return followUps.values.contains { $0.isRetry && $0.reversedBy == nil && !known.contains($0.identity) }
    }

    private var runIdentities: Set<RunIdentity> { Set((reportSets + outerSets).compactMap { $0.figures?.runIdentity }) }

    /// Whether `openRows()` leaves out a run that may have open rows, since a later retry may have settled them.
    var isIncomplete: Bool { withoutReports.contains(where: isBeforeRetry) }

    /// The runs of the ledger that may have open rows, were not reversed, and have no readable reports in the folder.
    private var withoutReports: [RunFollowUp] {
        let runIdentities = runIdentities
        return followUps.values.filter { run in
            run.reversedBy == nil && !runIdentities.contains(run.identity)
                && (run.identity.rejected > run.closedCount || run.identity.shortage > 0 && !run.isPastDay)
        }
    }

    private func isBeforeRetry(_ run: RunFollowUp) -> Bool {
        let retries = (reportSets + outerSets).filter(\.isRetry).compactMap { $0.figures?.runIdentity?.number }
        return retries.contains { $0 > run.identity.number }
            || followUps.values.contains {
                $0.isRetry && $0.reversedBy == nil && $0.identity.number > run.identity.number
            }
    }

    /// The runs of the sets with their open rows, and the totals of older sets.
    private func list(_ language: MessageLanguage) throws(BatchError) -> FolderIndexModel {
        var entries: [FolderIndexModel.Entry] = []
        var search = openRowsSearch()
        for (index, set) in reportSets.enumerated() where !supersededSets.contains(index) {
            try cancellation.check()
            var run = set.figures?.run
            run?.reversedBy = set.figures?.runIdentity.flatMap { reversals[$0] }
            if isCounted[index] { run?.open = try search.open(index) }
            entries.append((set.name, set.link, run))
        }
        var list = FolderIndexModel(language: language, entries: entries, filesUnread: search.filesUnread)
        list.olderRuns = older?.runs ?? RunTotals()
        return list
    }

    /// Returns the content of the index.
    func content(_ language: MessageLanguage) throws(BatchError) -> FolderIndexModel {
        var index = try list(language)
        index.shop = reportSets.lazy.compactMap(\.figures?.shop).first ?? older?.shop
        (index.planLink, index.purchases) = (search?.plan, try newestPurchases())
        index.missing = RunSummaryFigures.missing(in: try newestSummaries())
        return index
    }

    /// The purchases that the reports of the last run plan; nil if they have no plan.
    private func newestPurchases() throws(BatchError) -> FolderIndexModel.Purchases? {
        // Runs of another ledger have numbers of their own, so those of the shop's ledger take precedence.
        func order(_ index: Int) -> (Int, Int, Int) {
            let (reports, figures) = (reportSets[index], reportSets[index].figures)
            let (number, date) = (figures?.runIdentity?.number ?? 0, figures?.run.date?.number ?? 0)
            return (followUp(of: reports) == nil ? 0 : 1, number, date)
        }
        let counted = reportSets.indices.filter { isCounted[$0] }
        guard let last = counted.max(by: { order($0) < order($1) }), let bytes = try summary(of: reportSets[last])
        else { return nil }
        return RunSummaryFigures.purchases(in: bytes)
    }

    /// The contents of the readable summary.json files of the newest business day.
    private func newestSummaries() throws(BatchError) -> [[UInt8]] {
        let dated = reportSets.indices.filter { isCounted[$0] && reportSets[$0].figures?.run.date != nil }
        let newest = dated.compactMap { reportSets[$0].figures?.run.date }.max()
        let sets = dated.filter { reportSets[$0].figures?.run.date == newest }
            .sorted {
                reportSets[$0].figures?.runIdentity?.number ?? 0 < reportSets[$1].figures?.runIdentity?.number ?? 0
            }
        var summaries: [[UInt8]] = []
        for set in sets.suffix(Self.setsOfDayMax) {
            if let bytes = try summary(of: reportSets[set]) { summaries.append(bytes) }
        }
        return summaries
    }

    /// The maximum number of sets of the newest business day that are read again.
    private static let setsOfDayMax = 20

    /// The content of a set's summary.json; nil if it cannot be read.
    private func summary(of reports: IndexedReportSet) throws(BatchError) -> [UInt8]? {
        try root?.folder(reports.path)?.readableContent(
            of: "summary.json", sizeBytesMax: ReportSearch.summaryBytesMax, cancellation)
    }

    /// The sets that satisfy a condition, and whether they are open; none precedes one whose rows it settles.
    func sets(
        where condition: (IndexedReportSet) -> Bool
    ) throws(BatchError) -> [(reports: IndexedReportSet, isOpen: Bool)] {
        var search = openRowsSearch()
        let selected = reportSets.indices.filter { reportSets[$0].figures != nil && condition(reportSets[$0]) }.sorted {
            let (one, other) = (reportSets[$0], reportSets[$1])
            let numbers = [one, other].map { $0.figures?.runIdentity?.number ?? .max }
            if one.path.first != other.path.first || numbers[0] == numbers[1] {
                return one.path.lexicographicallyPrecedes(other.path)
            }
            return numbers[0] < numbers[1]
        }
        var sets: [(reports: IndexedReportSet, isOpen: Bool)] = []
        for index in selected {
            try cancellation.check()
            sets.append((reportSets[index], isCounted[index] ? try search.open(index).total > 0 : false))
        }
        return sets
    }

    /// The indices of sets that another set replaces, since their run was applied again to a backup of the ledger.
    private static func supersededSets(in reportSets: [IndexedReportSet]) -> Set<Int> {
        let identified = reportSets.indices.filter { reportSets[$0].figures?.runIdentity != nil }
        let byIdentity = Dictionary(grouping: identified) { reportSets[$0].figures?.runIdentity }
        return Set(
            byIdentity.values.filter { $0.count > 1 }.flatMap { sets in
                Dictionary(grouping: sets) { reportSets[$0].figures?.inputs.map(\.sha256) }.values
            }.flatMap { duplicates in
                duplicates.sorted { reportSets[$0].path.lexicographicallyPrecedes(reportSets[$1].path) }.dropLast()
            })
    }

    /// The currency sign of the newest set that has one.
    private var currency: String? { reportSets.lazy.compactMap { $0.figures?.run.currency }.first }

    /// Whether the totals of older sets are valid together with the sets that were found.
    func isOlderValid(in content: FolderIndexModel) -> Bool {
        guard let search, let older, search.hasOlder else { return false }
        let currencies = [currency, older.runs.currency].compactMap(\.self)
        guard currencies.first == currencies.last else { return false }
        return older.isValid(
            beside: recentSets(reportSets.indices, older.lastRun), lastOfList: Self.lastOfList(content))
    }

    /// The summary of all sets of runs up to a run, including the older ones; nil if there are no new ones to add.
    func olderReports(in content: FolderIndexModel, upTo lastRun: Int, ledger: String) -> OlderReports? {
        guard let search, content.filesUnread == 0, let end = Self.lastOfList(content) else { return nil }
        var runs: [String: FolderIndexModel.Run] = [:]
        let runIdentities = Dictionary(grouping: reportSets.compactMap { $0.figures?.runIdentity }, by: \.self)
        let currency = currency
        for entry in content.entries {
            guard let run = entry.run, let date = run.date, date < end, run.days.isEmpty, run.open.short == 0,
                run.currency == nil || run.currency == currency
            else { continue }
            runs[entry.name] = run
        }
        func isOlder(_ set: IndexedReportSet) -> Bool {
            guard let figures = set.figures, let runIdentity = figures.runIdentity else { return false }
            return runIdentity.number <= lastRun && runIdentities[runIdentity]?.count == 1
                && followUps[runIdentity] != nil && !set.isRetry
                && figures.reversals.isEmpty && set.hasTextPath && runs[set.name] != nil
        }
        var folders = Dictionary(grouping: reportSets) { $0.path[0] }.filter { name, sets in
            sets.allSatisfy(isOlder) && !search.foldersWithPlan.contains(name)
        }
        // The set with the most open rows is not counted as older, since the index shows it separately.
        let names = Set(folders.values.joined().map(\.name))
        let open = content.entries.filter { names.contains($0.name) && $0.run?.reversedBy == nil }
        let most = open.map { $0.run?.open.rejected ?? 0 }.max()
        if let first = open.first(where: { $0.run?.open.rejected == most })?.name.split(separator: "/").first {
            folders[FileName(String(first))] = nil
        }
        let added = reportSets.filter { folders[$0.path[0]] != nil }
        guard let newest = added.compactMap({ runs[$0.name]?.date }).max() else { return nil }
        var all = older ?? OlderReports()
        (all.lastRun, all.ledger, all.newestDay) = (lastRun, ledger, max(all.newestDay, newest))
        all.names = (all.names + folders.keys).sorted()
        for set in added { if let run = runs[set.name] { all.runs.add(run) } }
        all.shop = added.lazy.compactMap { $0.figures?.shop }.first ?? all.shop
        let recent = reportSets.indices.filter { folders[reportSets[$0].path[0]] == nil }
        all.recentSets = Set(recentSets(recent, lastRun))
        return all
    }

    /// The sets at some indices, and the runs without a set that are later than a given run or may have open rows.
    private func recentSets(_ indices: some Sequence<Int>, _ lastRun: Int) -> [OlderReports.RecentSet] {
        let runIdentities = Set(reportSets.compactMap { $0.figures?.runIdentity })
        let later = followUps.values.filter { $0.identity.number > lastRun && !runIdentities.contains($0.identity) }
        let absent = later + withoutReports.filter { $0.identity.number <= lastRun }
        return absent.map { OlderReports.RecentSet(path: "", run: $0.identity.number, isDecisive: false) }
            + indices.map { index in
                let (reports, figures) = (reportSets[index], reportSets[index].figures)
                let isDecisive =
                    isCounted[index] && reports.isRetry
                    || figures?.reversals.keys.contains { $0.number <= lastRun } ?? false
                return OlderReports.RecentSet(
                    path: reports.name, run: figures?.runIdentity?.number ?? 0, isDecisive: isDecisive)
            }
    }

    /// The business day of the last run that fits into the list of the index; nil if the list is not full.
    private static func lastOfList(_ content: FolderIndexModel) -> CalendarDay? {
        content.entries.count < FolderIndexModel.listedRunsMax
            ? nil : content.entries[FolderIndexModel.listedRunsMax - 1].run?.date
    }
}
