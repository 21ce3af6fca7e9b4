internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// Removes the old files of complete runs from a chain's own folder: pages, archived exports, and most of each
/// manifest.
///
/// A manifest keeps the data that identifies a repeated export. All files of a date stay until its run is complete, and
/// its reports stay as long as they contain rows that belong to no shop. Only the chain's own files are removed.
struct ChainRetention {
    private static let pages: Set = ["index.html", "chain.csv", "buy.csv", "chain.json"]
    private static let archive = [NightlyRun.Shelf.done, .repeated].map(\.rawValue)

    let root: OpenFolder
    let keepDays: Int
    /// The current UTC time.
    let now: String
    /// The local date, `YYYY-MM-DD`.
    let today: String
    let cancellation: CancellationToken

    /// Removes the old files of complete runs.
    ///
    /// - Returns: the items that could not be removed, and the errors.
    func removeOld() throws -> [(item: ExpiredReports.Item, error: SystemError)] {
        guard let today = CalendarDay(today),
            let nights = try root.readable(FileName(ChainNightManifest.folderName))
        else { return [] }
        let manifests = ChainManifests(root: root, today: self.today, cancellation: cancellation)
        let recorded = try manifests.dates().map(\.date)
        let reports = try root.readable(FileName(NightlyRun.reportsFolder))
        let days = try (recorded + (reports?.names().map(\.text) ?? [])).compactMap { CalendarDay($0) }
        var contents: [String: ChainNightManifest.Content] = [:]
        for date in recorded { contents[date] = try ChainNightManifest.content(of: date, in: root, cancellation) }
        let complete = contents.filter { ChainNightManifest.isComplete($1, of: $0, in: nights) }
        var removal = Removal(root: root, cancellation: cancellation)
        let files = try expiredFiles(today, days, manifests, complete.values.flatMap(\.exports))
        try removal.removeFiles(files.files)
        try removal.removeFolders(files.emptyFolders)

        let rule = RetentionRule(days: keepDays, today: today, nights: days)
        let exports = contents.values.flatMap { $0.exports.map(\.facts) }
        for date in Set(days.map(\.text)).sorted() where rule.isOld(FileName(date)) {
            guard contents[date] == nil || complete[date] != nil else { continue }
            if let day = try reports?.readable(FileName(date)) {
                try removal.removeFiles(try expiredPages(day, date, complete[date]?.exports ?? [], exports))
            }
            let isKept = ([NightlyRun.reportsFolder] + Self.archive).contains {
                root.status(of: FileName("\($0)/\(date)")) != nil
            }
            if let content = complete[date], !isKept {
                try ChainNightManifest.shorten(content, of: date, in: nights)
            }
        }
        return removal.failures
    }

    /// The old archived files of complete runs, except for those that wait for a decision of the operator.
    private func expiredFiles(
        _ today: CalendarDay, _ days: [CalendarDay], _ manifests: ChainManifests, _ exports: [ChainNightManifest.Export]
    ) throws -> ExpiredReports {
        let search = UnresolvedFileSearch(root: root, now: now, cancellation: cancellation)
        let unresolved = try search.files { try manifests.exportsGivenOut() }
        let putAway = Set(exports.filter(\.isPutAway).map(\.facts.sha256))
        return try ExpiredReports(
            in: root, reports: nil, archive: Self.archive, keepDays: keepDays, today: today, otherDays: days,
            cancellation: cancellation, unresolved: Set(unresolved.map(\.path)), followUps: { [] },
            known: { putAway.intersection($0) })
    }

    /// The pages of a date; empty if its folder contains other files or rows that belong to no shop.
    private func expiredPages(
        _ day: OpenFolder, _ date: String, _ exports: [ChainNightManifest.Export], _ all: [ExportFacts]
    ) throws(BatchError) -> [ExpiredReports.Item] {
        let names = try day.names()
        let taken = exports.map(\.facts).filter { left in all.contains { $0.takesIn(left) } }
        let settled = Self.pages.union(taken.compactMap(\.unknownFile))
        let areOurs = names.allSatisfy { name in
            settled.contains(name.text) && day.status(of: name).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
        }
        guard areOurs else { return [] }
        return names.map { ExpiredReports.Item(path: [FileName(NightlyRun.reportsFolder), FileName(date), $0]) }
    }
}
