internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// Evidence in a shop's folder that runs were applied, by which a missing ledger is noticed.
extension OpenFolder {
    /// The name of the folder of a ledger's backups, within the shop's folder.
    static let backups = "backup"

    /// The path of a file or folder that proves that runs were applied; nil if there is none.
    func evidenceOfRuns(_ cancellation: CancellationToken) throws(BatchError) -> String? {
        for archiveFolder in ["done", "repeated"] {
            guard let folder = try folder(FileName(archiveFolder)) else { continue }
            for name in try folder.names().reversed() {
                if let day = try folder.folder(name), try day.names().contains(where: day.isFile) {
                    return "\(archiveFolder)/\(name.text)"
                }
            }
        }
        if let reports = try folder(FileName(ReportSearch.folderName)) {
            let search = try ReportSearch(through: reports, cancellation: cancellation)
            // Reports outside a folder of a business day may belong to a run by hand with another ledger.
            let applied = search.reportSets.first { $0.isNightly && $0.identity != nil }
            if let applied { return "\(ReportSearch.folderName)/\(applied.name)" }
        }
        // There are backups only if the ledger had runs.
        guard case .success(let folder?) = try subfolder(FileName(Self.backups), followsLink: true) else { return nil }
        let databaseStart = Array("SQLite format 3\0".utf8)
        for name in try folder.names().reversed() where name.text.hasSuffix(".sqlite") && !name.isHiddenOrUnfinished {
            guard let (file, _) = try folder.file(name) else { continue }
            var start = databaseStart.map { _ in UInt8(0) }
            let path = "\(Self.backups)/\(name.text)"
            _ = try? file.read(into: &start, path: path, cancellation: cancellation)
            if start == databaseStart { return path }
        }
        return nil
    }
}

/// Reports of nightly runs that were deleted by hand.
extension OpenFolder {
    /// The reports of a run in the folder of a business day, as the run log states them.
    private typealias LoggedReports = (run: Int, path: String, day: CalendarDay, names: [FileName], files: [FileName])

    /// The maximum number of runs that are checked for deleted reports.
    private static let loggedRunsMax = 31

    /// The reports of a run, given its line in the run log; nil if they are not in the folder of a business day.
    private static func loggedReports(_ run: Int, _ content: String) -> LoggedReports? {
        guard let content = RunLog.Content(text: content), let path = content.output,
            case let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init),
            parts.count == 3, parts[0] == ReportSearch.folderName, let day = CalendarDay(parts[1]),
            // A name that is not valid text is not recorded exactly, so it cannot be checked.
            !parts[2].unicodeScalars.contains("\u{FFFD}")
        else { return nil }
        let files = (content.reports ?? .all).names
        return (run, path, day, parts.map { FileName($0) }, files.map { FileName($0) })
    }

    /// The newest runs whose reports were deleted by hand, completely or partly.
    ///
    /// Before the newest day, only sets that still have files are checked, since expired sets are removed completely.
    func deletedReports(
        _ snapshot: LedgerSnapshot, excluding known: [MisplacedReports]
    ) throws -> [MisplacedReports] {
        try checkReadable(FileName(ReportSearch.folderName))
        let knownRuns = Set(known.map(\.run))
        let sets = try snapshot.newestLogged(runsMax: Self.loggedRunsMax).compactMap {
            Self.loggedReports($0.run, $0.content)
        }
        guard let newest = sets.map(\.day).max() else { return [] }
        return try sets.filter { try !knownRuns.contains($0.run) && isDeleted($0, newestDay: newest) }
            .map { MisplacedReports(run: $0.run, state: .missing(target: $0.path)) }
    }

    private func isDeleted(_ set: LoggedReports, newestDay: CalendarDay) throws(BatchError) -> Bool {
        guard let day = try folder(set.names[0], set.names[1]) else { return set.day == newestDay }
        switch try day.subfolder(set.names[2]) {
        case .success(nil): return set.day == newestDay
        case .failure: return false
        case .success(let folder?): return !set.files.allSatisfy(folder.isFile)
        }
    }
}
