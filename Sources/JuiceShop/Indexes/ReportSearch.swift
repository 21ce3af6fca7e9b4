internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// Finds the sets of reports in a folder: in its subfolders, and in the subfolders of those that are named by a date, as
/// nightly runs make them.
///
/// Skips hidden folders, which are still being written, and symbolic links.
struct ReportSearch {
    /// The maximum number of folders read; the last ones by name are preferred.
    static let foldersMax = 20_000
    /// The longest summary.json that is read, in bytes.
    private static let summaryBytesMax = 4 << 20
    /// The maximum number of bytes read of all files.
    private static let bytesMax = 256 << 20

    let interruption: Interruption
    /// The reports found so far, in no order.
    private(set) var found: [FoundReports] = []
    /// The number of folders that were not read.
    private(set) var foldersLeftOut = 0
    private var folders = 0
    private var bytes = 0

    init(interruption: Interruption) {
        self.interruption = interruption
    }

    /// Looks through a folder.
    mutating func look(through folder: OpenFolder) throws(BatchError) {
        try look(through: folder, path: [])
    }

    private mutating func look(through folder: OpenFolder, path: [FileName]) throws(BatchError) {
        // The newest first, where dates are in the names.
        for name in try folder.names().reversed() where name.bytes.first != UInt8(ascii: ".") {
            try interruption.check()
            let inner = try folder.inner(name)
            if case .none = inner { continue }
            guard folders < Self.foldersMax, bytes < Self.bytesMax else {
                foldersLeftOut += 1
                continue
            }
            folders += 1
            switch inner {
            case .none: break
            case .closed: found.append(FoundReports(path: path + [name], hasPage: false, figures: nil))
            case .folder(let inner): try take(inner, path: path + [name])
            }
        }
    }

    private mutating func take(_ folder: OpenFolder, path: [FileName]) throws(BatchError) {
        if folder.status(of: "summary.json") == nil {
            if path.count == 1, CalendarDay(path[0].text) != nil { return try look(through: folder, path: path) }
            // What to buy is no night.
            if folder.status(of: "plan.json") != nil { return }
        }
        let hasPage = folder.status(of: "report.html").map { $0.st_mode & S_IFMT == S_IFREG } ?? false
        found.append(FoundReports(path: path, hasPage: hasPage, figures: try figures(in: folder)))
    }

    private mutating func figures(in folder: OpenFolder) throws(BatchError) -> NightFigures? {
        guard let (file, sizeBytes) = try folder.file("summary.json"), sizeBytes <= Self.summaryBytesMax else {
            return nil
        }
        bytes += sizeBytes
        do throws(BatchError) {
            let content = try SmallFile.read(
                file, path: folder.path, sizeBytesMax: Self.summaryBytesMax, interruption: interruption)
            return try? NightFigures(of: Array(content.bytes))
        } catch {
            if case .interrupted = error { throw error }
            return nil
        }
    }
}

extension OpenFolder {
    /// The status of an entry, without following links; nil if it does not exist.
    fileprivate func status(of name: String) -> stat? { status(of: FileName(name)) }
}
