internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// Keeps a night from beginning anew where the shop's ledger is gone.
extension NightLedger {
    /// Throws `badLedger` where there is no run on record, and the folder shows that some were.
    func refuseGone() throws {
        // What is wrong with one that is there is found, and told, when the settings are tried.
        guard let lastRun = try? look({ try $0.lastRun() }) ?? 0, lastRun == 0, let evidence = try evidence() else {
            return
        }
        throw BatchError.badLedger(path: file.shownPath, fault: .gone(evidence: evidence))
    }

    /// The same before a file, for little: it may have gone since the night began.
    func refuseGoneMeanwhile() throws {
        if file.isBlank { try refuseGone() }
    }

    /// The path of what shows that runs were applied; nil if nothing does.
    private func evidence() throws(BatchError) -> String? {
        for shelf in [Night.Shelf.done, .repeated] {
            if let path = try fileEvidence(in: shelf.rawValue) { return path }
        }
        guard case .folder(let reports) = try root.inner(FileName(Night.reportsFolder)) else { return nil }
        var search = ReportSearch(interruption: surroundings.interruption)
        try search.look(through: reports)
        // A run by hand may have had another ledger.
        let applied = search.found.first { $0.isOfNight && $0.figures?.mark != nil }
        return applied.map { "\(Night.reportsFolder)/\($0.name)" }
    }

    /// The folder of a night, among those of a shelf, that holds a file.
    private func fileEvidence(in shelf: String) throws(BatchError) -> String? {
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
