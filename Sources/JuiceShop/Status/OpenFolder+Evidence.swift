internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// Evidence in a shop's folder that runs were applied, by which a missing ledger and deleted reports are noticed.
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
            let applied = search.reportSets.first { $0.path.count == 2 && $0.run?.identity != nil }
            if let applied { return "\(ReportSearch.folderName)/\(applied.name)" }
        }
        // There are backups only if the ledger had runs.
        guard case .success(let folder?) = try subfolder(FileName(Self.backups), followsLink: true) else { return nil }
        let databaseStart = Array("SQLite format 3\0".utf8)
        for name in try folder.names().reversed() where name.text.hasSuffix(".sqlite") && !name.isHiddenOrUnfinished {
            guard let file = try folder.file(name) else { continue }
            var start = databaseStart.map { _ in UInt8(0) }
            let path = "\(Self.backups)/\(name.text)"
            _ = try? file.read(into: &start, path: path, cancellation: cancellation)
            if start == databaseStart { return path }
        }
        return nil
    }

    /// The runs, among the newest 31, whose reports were deleted by hand, completely or partly.
    ///
    /// On days before the newest one, a missing folder is not reported, since expired sets are removed completely.
    func deletedReports(
        _ snapshot: LedgerSnapshot, excluding known: [MisplacedReports]
    ) throws -> [MisplacedReports] {
        try checkReadable(FileName(ReportSearch.folderName))
        let knownRuns = Set(known.map(\.run))
        typealias LoggedReports = (run: Int, path: String, day: CalendarDay, names: [FileName], files: [FileName])
        let sets = try snapshot.newestLogged(runsMax: 31).compactMap { run, content -> LoggedReports? in
            // Reports outside the folder of a business day are not checked. Neither are those whose name is not valid
            // text, since the run log does not record it exactly.
            guard let content = RunLog.Content(text: content), let path = content.output,
                case let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init),
                parts.count == 3, parts[0] == ReportSearch.folderName, let day = CalendarDay(parts[1]),
                !parts[2].unicodeScalars.contains("\u{FFFD}")
            else { return nil }
            return (run, path, day, parts.map { FileName($0) }, (content.reports ?? .all).names.map { FileName($0) })
        }
        guard let newest = sets.map(\.day).max() else { return [] }
        let deleted = try sets.filter { set in
            if knownRuns.contains(set.run) { return false }
            guard let day = try folder(set.names[0], set.names[1]) else { return set.day == newest }
            switch try day.subfolder(set.names[2]) {
            case .success(nil): return set.day == newest
            case .failure: return false
            case .success(let folder?): return !set.files.allSatisfy(folder.isFile)
            }
        }
        return deleted.map { MisplacedReports(run: $0.run, state: .missing(target: $0.path)) }
    }
}
