internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// A summary of the older report sets of a shop, which the index counts without listing them.
///
/// The figures of old sets do not change, so that a run need not read the reports of years. The summary is valid as
/// long as the folders of the sets exist and their runs are neither reversed nor settled. A change within a set shows
/// when the index is next made from all sets.
struct OlderReports {
    /// The minimum and the maximum number of latest runs of the ledger whose reports are read each time.
    static let (newestMin, newestMax) = (FolderIndexModel.listedRunsMax, FolderIndexModel.listedRunsMax + 31)

    /// A set that is read each time, or a run without reports in the folder.
    struct RecentSet: Hashable {
        /// The path of the set; empty for a run whose reports are not in the folder.
        var path = ""
        /// The number of the set's run; 0 if unknown.
        var run = 0
        /// Whether the set may settle rows of another set, or reverses an older run.
        var isDecisive = false
    }

    var lastRun = 0
    /// The ledger's state up to that run (`LedgerSnapshot.state`).
    var ledger = ""
    /// The names of the older sets' folders, in byte order.
    var names: [FileName] = []
    var runs = RunTotals()
    var newestDay = CalendarDay(number: 0)
    /// The shop's name in the newest of the older sets that has one.
    var shop: String?
    /// The sets that were not older ones then, and the runs without a set that came later or may have open rows.
    var recentSets: Set<RecentSet> = []

    /// The follow-ups of the runs whose reports are read; nil if a change of the ledger affects the older totals.
    func followUps(in snapshot: LedgerSnapshot) throws -> [RunFollowUp]? {
        guard try snapshot.lastRun() - lastRun <= Self.newestMax, try snapshot.state(upTo: lastRun) == ledger else {
            return nil
        }
        return try snapshot.followUps(after: lastRun, and: recentSets.map(\.run))
    }

    /// Whether no set was added or removed that may affect the totals.
    ///
    /// - Parameters:
    ///   - sets: all other sets and the runs without one, as in `recentSets`. A run without one may have put its
    ///     reports into the folder of an older set.
    ///   - newest: the day of the last run in the list, which no run in the list precedes; nil if the list has room.
    func isValid(beside sets: [RecentSet], lastOfList newest: CalendarDay?) -> Bool {
        guard let newest, newest > newestDay else { return false }
        return sets.allSatisfy { $0.run > lastRun && !$0.isDecisive && !$0.path.isEmpty || recentSets.contains($0) }
            && recentSets.filter(\.isDecisive).isSubset(of: sets)
    }
}

extension OlderReports {
    mutating func map(_ fields: inout StoredFields) {
        fields.map(&lastRun)
        fields.map(&ledger)
        fields.map(&newestDay)
        var (shop, sets) = (self.shop ?? "", recentSets.sorted { $0.path < $1.path })
        fields.map(&shop)
        self.shop = shop.isEmpty ? nil : shop
        fields.list(&sets, RecentSet()) { fields, set in
            fields.map(&set.path)
            fields.map(&set.run)
            fields.map(&set.isDecisive)
        }
        recentSets = Set(sets)
        fields.list(&names, FileName([])) { $0.map(&$1) }
        runs.map(&fields)
    }
}
