internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The index of a folder of reports, made from the folder's content and the follow-ups of the ledger's runs.
struct ReportIndex {
    /// The sets in the folder, and behind them those outside it, which are not listed, of runs that have none in it.
    private var sets: [IndexedReportSet]
    /// The identities that the runs of the sets have in reports.
    private let identities: Set<RunIdentity>
    /// The follow-ups of the ledger's runs, by the identities that the runs have in reports.
    private let followUps: [RunIdentity: RunFollowUp]
    private let root: OpenFolder?
    private let cancellation: CancellationToken
    private let search: ReportSearch?
    /// The summary of older sets, which are not read; nil if all sets are read.
    private let older: OlderReports?
    private var filesUnread = 0

    /// Searches a folder for sets, or only for those that are not older ones; the ledger's follow-ups may be unknown.
    init(
        of root: OpenFolder?, besides older: OlderReports? = nil, followUps: [RunFollowUp],
        outerSets: [IndexedReportSet] = [], cancellation: CancellationToken
    ) throws(BatchError) {
        (self.root, self.older, self.cancellation) = (root, older, cancellation)
        search = try root.map { root throws(BatchError) in
            try ReportSearch(through: root, besides: older?.names ?? [], cancellation: cancellation)
        }
        let followUps = Dictionary(followUps.map { ($0.identity, $0) }) { first, _ in first }
        var sets = search?.reportSets ?? []
        let reversals = sets.reduce(into: followUps.compactMapValues(\.reversedBy)) { all, set in
            all.merge(set.figures?.reversals ?? [:]) { first, _ in first }
        }
        var inputs: [RunIdentity: Set<[String]>] = [:]
        for index in sets.indices {
            guard let figures = sets[index].figures, let identity = figures.runIdentity else { continue }
            // If a run was applied again to a backup of the ledger, its last set by path counts, which is found first.
            let isFirst = inputs[identity, default: []].insert(figures.inputs.map(\.sha256)).inserted
            (sets[index].isSuperseded, sets[index].followUp) = (!isFirst, followUps[identity])
            sets[index].figures?.run.reversedBy = reversals[identity]
        }
        var identities = Set(inputs.keys)
        for var set in outerSets {
            guard let identity = set.identity, let run = followUps[identity], run.reversedBy == nil,
                identities.insert(identity).inserted
            else { continue }
            set.followUp = run
            sets.append(set)
        }
        (self.sets, self.identities, self.followUps) = (sets, identities, followUps)
    }

    /// Determines the open rows of each set that counts.
    private mutating func findOpenRows() throws(BatchError) {
        var search = OpenRowsSearch(sets, in: root, cancellation: cancellation)
        for index in sets.indices where sets[index].isCounted {
            try cancellation.check()
            sets[index].figures?.run.open = try search.open(index)
        }
        filesUnread = search.filesUnread
    }

    /// Returns the open rows of all runs that were not reversed.
    ///
    /// They are taken from the reports or, if those are missing or unreadable, from the ledger. A run without reports
    /// is left out if a later run had a failure.csv as an input, which may have settled its rows.
    mutating func openRows() throws(BatchError) -> FolderIndexModel.OpenRows {
        try findOpenRows()
        var open = older?.runs.open ?? FolderIndexModel.OpenRows()
        for run in sets.compactMap(\.figures?.run) { open.add(run.open) }
        let lastRetry = lastRetry
        for run in withoutReports where run.identity.number >= lastRetry { open.add(run.open) }
        return open
    }

    /// Whether a retry that was not reversed has no reports among the sets, so that it may have settled rows of them.
    var lacksRetry: Bool {
        followUps.values.contains { $0.isRetry && $0.reversedBy == nil && !identities.contains($0.identity) }
    }

    /// Whether `openRows()` leaves out a run that may have open rows, since a later retry may have settled them.
    var isIncomplete: Bool {
        let lastRetry = lastRetry
        return withoutReports.contains { $0.identity.number < lastRetry }
    }

    /// The runs of the ledger that may have open rows, were not reversed, and have no readable reports in the folder.
    private var withoutReports: [RunFollowUp] {
        followUps.values.filter { $0.reversedBy == nil && !identities.contains($0.identity) && $0.open.total > 0 }
    }

    /// The number of the last run that had a failure.csv as an input; 0 if there is none.
    private var lastRetry: Int {
        let retries = followUps.values.filter { $0.isRetry && $0.reversedBy == nil }.map(\.identity.number)
        return (retries + sets.filter(\.isRetry).map(\.runNumber)).max() ?? 0
    }

    /// Returns the content of the index.
    mutating func content(_ language: MessageLanguage) throws(BatchError) -> FolderIndexModel {
        try findOpenRows()
        let entries = sets.filter { !$0.isSuperseded }.map(\.entry)
        var index = FolderIndexModel(language: language, entries: entries, filesUnread: filesUnread)
        index.olderRuns = older?.runs ?? RunTotals()
        index.shop = sets.lazy.compactMap(\.figures?.shop).first ?? older?.shop
        (index.planLink, index.purchases) = (search?.plan, try newestPurchases())
        index.missing = RunSummaryFigures.missing(in: try newestSummaries())
        return index
    }

    /// The purchases that the reports of the last run plan; nil if they have no plan.
    private func newestPurchases() throws(BatchError) -> FolderIndexModel.Purchases? {
        // Runs of another ledger have numbers of their own, so those of the shop's ledger take precedence.
        func order(_ set: IndexedReportSet) -> (Int, Int, Int) {
            (set.followUp == nil ? 0 : 1, set.runNumber, set.date?.number ?? 0)
        }
        let last = sets.filter(\.isCounted).max { order($0) < order($1) }
        guard let last, let bytes = try root?.folder(last.path)?.summary(cancellation) else { return nil }
        return RunSummaryFigures.purchases(in: bytes)
    }

    /// The contents of the readable summary.json files of the newest business day.
    private func newestSummaries() throws(BatchError) -> [[UInt8]] {
        let counted = sets.filter(\.isCounted)
        guard let newest = counted.compactMap(\.date).max() else { return [] }
        var summaries: [[UInt8]] = []
        let setsOfDay = counted.filter { $0.date == newest }.sorted { $0.runNumber < $1.runNumber }
        for set in setsOfDay.suffix(Self.setsOfDayMax) {
            if let bytes = try root?.folder(set.path)?.summary(cancellation) { summaries.append(bytes) }
        }
        return summaries
    }

    /// The maximum number of sets of the newest business day that are read again.
    private static let setsOfDayMax = 20

    /// The sets that satisfy a condition, and whether they are open; none precedes one whose rows it settles.
    func sets(
        where condition: (IndexedReportSet) -> Bool
    ) throws(BatchError) -> [(reports: IndexedReportSet, isOpen: Bool)] {
        var search = OpenRowsSearch(sets, in: root, cancellation: cancellation)
        let selected = sets.indices.filter { sets[$0].figures != nil && condition(sets[$0]) }.sorted {
            let (one, other) = (sets[$0], sets[$1])
            let numbers = [one, other].map { $0.identity?.number ?? .max }
            if one.path.first != other.path.first || numbers[0] == numbers[1] {
                return one.path.lexicographicallyPrecedes(other.path)
            }
            return numbers[0] < numbers[1]
        }
        return try selected.map { index throws(BatchError) in
            try cancellation.check()
            return (sets[index], sets[index].isCounted ? try search.open(index).total > 0 : false)
        }
    }

    /// The currency sign of the newest set that has one.
    private var currency: String? { sets.lazy.compactMap { $0.figures?.run.currency }.first }

    /// Whether the totals of older sets, if they are not read, are valid together with the sets that were found.
    var isValid: Bool {
        guard let search, let older else { return true }
        let currencies = [currency, older.runs.currency].compactMap(\.self)
        return search.hasOlder && currencies.first == currencies.last
            && older.isValid(beside: recentSets(sets, older.lastRun), lastOfList: lastOfList)
    }

    /// The summary of all sets of runs up to a run, including the older ones; nil if there are no new ones to add.
    ///
    /// The open rows of the sets must have been determined.
    func olderReports(upTo lastRun: Int, ledger: String) -> OlderReports? {
        guard let search, filesUnread == 0, let end = lastOfList else { return nil }
        let counts = sets.compactMap(\.identity).reduce(into: [RunIdentity: Int]()) { $0[$1, default: 0] += 1 }
        let currency = currency
        func isOlder(_ set: IndexedReportSet) -> Bool {
            guard let figures = set.figures, let identity = figures.runIdentity, let date = set.date else {
                return false
            }
            let run = figures.run
            return identity.number <= lastRun && counts[identity] == 1 && set.followUp != nil && !set.isRetry
                && figures.reversals.isEmpty && set.hasTextPath && date < end && run.days.isEmpty && run.open.short == 0
                && (run.currency == nil || run.currency == currency)
        }
        var folders = Dictionary(grouping: sets) { $0.path[0] }.filter { name, sets in
            sets.allSatisfy(isOlder) && !search.foldersWithPlan.contains(name)
        }
        // The set with the most open rows is not counted as older, since the index shows it separately.
        let candidates = FolderIndexModel(language: .korean, entries: folders.values.joined().map(\.entry))
        if let most = candidates.entryWithMostOpenRows?.name.split(separator: "/").first {
            folders[FileName(String(most))] = nil
        }
        let added = sets.filter { folders[$0.path[0]] != nil }
        guard let newest = added.compactMap(\.date).max() else { return nil }
        var all = older ?? OlderReports()
        (all.lastRun, all.ledger, all.newestDay) = (lastRun, ledger, max(all.newestDay, newest))
        all.names = (all.names + folders.keys).sorted()
        for run in added.compactMap(\.figures?.run) { all.runs.add(run) }
        all.shop = added.lazy.compactMap { $0.figures?.shop }.first ?? all.shop
        all.recentSets = Set(recentSets(sets.filter { folders[$0.path[0]] == nil }, lastRun))
        return all
    }

    /// Some sets, and the runs without a set that are later than a given run or may have open rows.
    private func recentSets(_ sets: [IndexedReportSet], _ lastRun: Int) -> [OlderReports.RecentSet] {
        let later = followUps.values.filter { $0.identity.number > lastRun && !identities.contains($0.identity) }
        let absent = later + withoutReports.filter { $0.identity.number <= lastRun }
        return absent.map { OlderReports.RecentSet(run: $0.identity.number) }
            + sets.map { set in
                let reversesOlder = set.figures?.reversals.keys.contains { $0.number <= lastRun } ?? false
                return OlderReports.RecentSet(
                    path: set.name, run: set.runNumber, isDecisive: set.isCounted && set.isRetry || reversesOlder)
            }
    }

    /// The business day of the last run that fits into the list of the index; nil if the list is not full.
    private var lastOfList: CalendarDay? {
        let days = sets.filter { !$0.isSuperseded }.compactMap(\.date).sorted(by: >)
        return days.dropFirst(FolderIndexModel.listedRunsMax - 1).first
    }
}
