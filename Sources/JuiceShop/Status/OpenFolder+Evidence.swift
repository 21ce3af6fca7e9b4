internal import JuiceBatch
internal import JuiceReports

/// Evidence in a shop's folder that runs were applied, by which a missing ledger is noticed.
extension OpenFolder {
    /// The name of the folder of a ledger's backups, within the shop's folder.
    static let backups = "backup"
    private static let databaseStart = Array("SQLite format 3\0".utf8)

    /// The path of a file or folder that proves that runs were applied; nil if there is none.
    func evidenceOfRuns(_ cancellation: CancellationToken) throws(BatchError) -> String? {
        for archiveFolder in ["done", "repeated"] {
            if let path = try archivedPath(in: archiveFolder) { return path }
        }
        if let reports = try folder(FileName(ReportSearch.folderName)) {
            let search = try ReportSearch(through: reports, cancellation: cancellation)
            // Reports outside a folder of a business day may belong to a run by hand with another ledger.
            let applied = search.reportSets.first { $0.isNightly && $0.figures?.runIdentity != nil }
            if let applied { return "\(ReportSearch.folderName)/\(applied.name)" }
        }
        return try backupPath(cancellation)
    }

    /// The path of a backup of the ledger, of which there is one only if the ledger had runs; nil if there is none.
    private func backupPath(_ cancellation: CancellationToken) throws(BatchError) -> String? {
        guard case .success(let folder?) = try subfolder(FileName(Self.backups), followsLink: true) else { return nil }
        for name in try folder.names().reversed() where name.text.hasSuffix(".sqlite") && !name.isHiddenOrUnfinished {
            guard let (file, _) = try folder.file(name) else { continue }
            var start = Self.databaseStart.map { _ in UInt8(0) }
            let path = "\(Self.backups)/\(name.text)"
            _ = try? file.read(into: &start, path: path, cancellation: cancellation)
            if start == Self.databaseStart { return path }
        }
        return nil
    }

    /// The path of the folder of a business day, within an archive folder, that contains a file; nil if there is none.
    private func archivedPath(in archiveFolder: String) throws(BatchError) -> String? {
        guard let folder = try folder(FileName(archiveFolder)) else { return nil }
        for name in try folder.names().reversed() {
            guard let day = try folder.folder(name) else { continue }
            if try day.names().contains(where: day.isFile) { return "\(archiveFolder)/\(name.text)" }
        }
        return nil
    }
}
