internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// Finds evidence in a shop's folder that runs were applied, so that a missing ledger is noticed.
struct AppliedEvidence {
    private static let archiveFolders = ["done", "repeated"]
    /// The name of the folder of backups; only a ledger with runs is backed up.
    static let backups = "backup"
    /// The first bytes of an SQLite file.
    private static let databaseStart = Array("SQLite format 3\0".utf8)

    private let root: OpenFolder
    private let cancellation: CancellationToken

    /// Creates a search in a shop's folder.
    ///
    /// - Parameter root: the shop's folder.
    init(in root: OpenFolder, cancellation: CancellationToken) {
        self.root = root
        self.cancellation = cancellation
    }

    /// The path of a file or folder that proves that runs were applied; nil if there is none.
    func path() throws(BatchError) -> String? {
        for archiveFolder in Self.archiveFolders {
            if let path = try filePath(in: archiveFolder) { return path }
        }
        if case .folder(let reports) = try root.inner(FileName(ReportSearch.folderName)) {
            let search = try ReportSearch(through: reports, cancellation: cancellation)
            // Reports outside a folder of a business day may belong to a run by hand with another ledger.
            let applied = search.found.first { $0.isOfNight && $0.figures?.runIdentity != nil }
            if let applied { return "\(ReportSearch.folderName)/\(applied.name)" }
        }
        return try backupPath()
    }

    /// The path of a backup of the ledger; nil if there is none.
    private func backupPath() throws(BatchError) -> String? {
        guard case .folder(let folder) = try root.inner(FileName(Self.backups), followsLink: true) else { return nil }
        for name in try folder.names().reversed() where name.text.hasSuffix(".sqlite") && !name.isHeldBack {
            guard let (file, _) = try folder.file(name) else { continue }
            var start = Self.databaseStart.map { _ in UInt8(0) }
            let path = "\(Self.backups)/\(name.text)"
            _ = try? file.read(into: &start, path: path, cancellation: cancellation)
            if start == Self.databaseStart { return path }
        }
        return nil
    }

    /// The path of the folder of a business day, within an archive folder, that contains a file; nil if there is none.
    private func filePath(in archiveFolder: String) throws(BatchError) -> String? {
        guard case .folder(let folder) = try root.inner(FileName(archiveFolder)) else { return nil }
        for name in try folder.names().reversed() {
            guard case .folder(let nightlyRun) = try folder.inner(name) else { continue }
            for file in try nightlyRun.names() {
                guard let status = nightlyRun.status(of: file), status.st_mode & S_IFMT == S_IFREG else { continue }
                return "\(archiveFolder)/\(name.text)"
            }
        }
        return nil
    }
}
