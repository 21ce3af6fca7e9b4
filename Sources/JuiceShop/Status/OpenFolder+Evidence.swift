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
    func deletedReports(
        _ snapshot: LedgerSnapshot, excluding known: [MisplacedReports]
    ) throws -> [MisplacedReports] {
        try checkReadable(FileName(ReportSearch.folderName))
        let knownRuns = Set(known.map(\.run))
        let logged = try snapshot.newestLogged(runsMax: 31).compactMap { LoggedReports(run: $0, content: $1) }
        guard let newest = logged.map(\.day).max() else { return [] }
        let deleted = try logged.filter { try !knownRuns.contains($0.run) && isDeleted($0, newest: newest) }
        return deleted.map { MisplacedReports(run: $0.run, state: .missing(target: $0.path)) }
    }

    /// Whether a run's folder of reports is missing, or lacks one of them; false if it cannot be read.
    private func isDeleted(_ reports: LoggedReports, newest: CalendarDay) throws(BatchError) -> Bool {
        // Expired sets are removed completely, so a missing folder of an earlier day is not reported.
        guard let day = try folder(reports.dayFolder) else { return reports.day == newest }
        switch try day.subfolder(reports.name) {
        case .success(nil): return reports.day == newest
        case .failure: return false
        case .success(let folder?): return !reports.files.allSatisfy(folder.isFile)
        }
    }
}

/// The reports of a run as its line in the run log records them, in the folder of a business day.
private struct LoggedReports {
    let run: Int
    /// The path of the reports relative to the shop's folder: `reports/DATE/NAME`.
    let path: String
    let day: CalendarDay
    let dayFolder: [FileName]
    let name: FileName
    let files: [FileName]

    /// Reads the content of a run's line; nil for reports elsewhere, and for a name that was no valid text, since the
    /// run log does not record it exactly.
    init?(run: Int, content text: String) {
        guard let content = RunLog.Content(text: text), let path = content.output,
            case let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init),
            parts.count == 3, parts[0] == ReportSearch.folderName, let day = CalendarDay(parts[1]),
            !parts[2].unicodeScalars.contains("\u{FFFD}")
        else { return nil }
        (self.run, self.path, self.day) = (run, path, day)
        (dayFolder, name) = (parts[..<2].map { FileName($0) }, FileName(parts[2]))
        files = (content.reports ?? .all).names.map { FileName($0) }
    }
}
