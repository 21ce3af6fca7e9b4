internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// The signs in a shop's folder that runs were applied to its ledger, which has to exist then.
struct AppliedEvidence {
    private static let shelves = ["done", "repeated"]
    private static let reports = "reports"

    private let root: OpenFolder
    private let cancellation: CancellationToken

    /// - Parameter root: the shop's folder.
    init(in root: OpenFolder, cancellation: CancellationToken) {
        self.root = root
        self.cancellation = cancellation
    }

    /// The path of the evidence that runs were applied; nil if there is none.
    func path() throws(BatchError) -> String? {
        for shelf in Self.shelves {
            if let path = try filePath(in: shelf) { return path }
        }
        guard case .folder(let reports) = try root.inner(FileName(Self.reports)) else { return nil }
        let search = try ReportSearch(through: reports, cancellation: cancellation)
        // A run by hand may have had another ledger.
        let applied = search.found.first { $0.isOfNight && $0.figures?.mark != nil }
        return applied.map { "\(Self.reports)/\($0.name)" }
    }

    /// The folder of a business day, within an archive folder, that holds a file.
    private func filePath(in shelf: String) throws(BatchError) -> String? {
        guard case .folder(let folder) = try root.inner(FileName(shelf)) else { return nil }
        for name in try folder.names().reversed() {
            guard case .folder(let night) = try folder.inner(name) else { continue }
            for file in try night.names() {
                guard let status = night.status(of: file), status.st_mode & S_IFMT == S_IFREG else { continue }
                return "\(shelf)/\(name.text)"
            }
        }
        return nil
    }
}
