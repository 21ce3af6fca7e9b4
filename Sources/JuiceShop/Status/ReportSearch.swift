internal import JuiceBatch
internal import JuiceReports

/// A search of a folder for sets of reports: in its subfolders, and one level below in subfolders named by a date.
///
/// Nightly runs create folders named by a date. Hidden folders, which are still being written, and symbolic links are
/// skipped.
struct ReportSearch {
    /// The name of the folder of reports, within a shop's folder.
    static let folderName = "reports"
    /// The maximum number of folders that are read; the last ones by name are preferred.
    static let foldersMax = 20_000
    static let summaryBytesMax = 4 << 20
    /// The maximum number of bytes read from all files together.
    private static let bytesMax = 256 << 20

    let cancellation: CancellationToken
    /// The figures of sets from the cache and, after the search, of the sets that were found.
    private(set) var cache: ReportCache
    /// The reports found so far, in no particular order.
    private(set) var reportSets: [IndexedReportSet] = []
    /// The relative address of the buying plan that is last by name; nil if there is none.
    private(set) var plan: String?
    private(set) var foldersUnread = 0
    private var folders = 0
    private var totalBytes = 0
    /// The sets found in the current subfolder; nil if it contains anything else.
    private var cacheableSets: [IndexedReportSet]?

    /// Whether the folders of all older sets in the cache exist; these folders are not searched.
    private(set) var hasOlder = false

    /// Searches a folder for sets of reports, with the known figures of sets, or else those in the cache file.
    init(
        through folder: OpenFolder, _ known: ReportCache? = nil, cancellation: CancellationToken
    ) throws(BatchError) {
        self.cancellation = cancellation
        cache = if let known { known } else { try ReportCache(in: folder, cancellation: cancellation) }
        let older = cache.older?.names ?? []
        var olderCount = older.count
        folders = older.count
        // Folders named by a date are read from the newest to the oldest.
        for name in try folder.names().reversed() where name.bytes.first != UInt8(ascii: ".") {
            try cancellation.check()
            if olderCount > 0, name == older[olderCount - 1] {
                olderCount -= 1
                continue
            }
            if let known = cache.unchanged(name, in: folder), keep(known) {
                cache.keep(name, known)
                continue
            }
            cacheableSets = []
            guard let identity = try search(entry: name, of: folder, path: []), let cacheableSets else { continue }
            cache.add(name, identity, cacheableSets)
        }
        hasOlder = olderCount == 0
    }

    /// Adds the cached sets of a folder without reading them; false if the limits of the search are exceeded.
    private mutating func keep(_ folder: ReportCache.Folder) -> Bool {
        let folders = folders + folder.sets.count + (folder.sets.first?.path.count == 1 ? 0 : 1)
        let totalBytes = folder.sets.reduce(totalBytes) { $0 + ($1.summaryIdentity?.sizeBytes ?? 0) }
        guard folders <= Self.foldersMax, totalBytes < Self.bytesMax else { return false }
        (self.folders, self.totalBytes) = (folders, totalBytes)
        reportSets += folder.sets
        return true
    }

    /// Searches an entry for sets; returns its identity before that, or nil if it is no folder or was left out.
    private mutating func search(
        entry name: FileName, of folder: OpenFolder, path: [FileName]
    ) throws(BatchError) -> FileIdentity? {
        let subfolder = try folder.subfolder(name)
        if case .success(nil) = subfolder { return nil }
        guard folders < Self.foldersMax, totalBytes < Self.bytesMax else {
            foldersUnread += 1
            cacheableSets = nil
            return nil
        }
        folders += 1
        guard case .success(let inner?) = subfolder else {
            reportSets.append(IndexedReportSet(path: path + [name], hasPage: false, figures: nil))
            cacheableSets = nil
            return nil
        }
        let identity = FileIdentity(of: inner.descriptor)
        try search(inner, path: path + [name])
        return identity
    }

    private mutating func search(_ folder: OpenFolder, path: [FileName]) throws(BatchError) {
        if folder.status(of: "summary.json") == nil {
            if path.count == 1, CalendarDay(path[0].text) != nil {
                for name in try folder.names().reversed() where name.bytes.first != UInt8(ascii: ".") {
                    try cancellation.check()
                    _ = try search(entry: name, of: folder, path: path)
                }
                return
            }
            // A buying plan is not the report of a run.
            if folder.status(of: "plan.json") != nil {
                if plan == nil, folder.isFile("plan.html") { plan = IndexedReportSet.address(path) + "/plan.html" }
                cacheableSets = nil
                return
            }
        }
        let (figures, identity) = try figures(in: folder) ?? (nil, nil)
        let set = IndexedReportSet(
            path: path, hasPage: folder.isFile("report.html"), figures: figures, summaryIdentity: identity)
        reportSets.append(set)
        if figures != nil, identity != nil { cacheableSets?.append(set) } else { cacheableSets = nil }
    }

    /// The figures of a set, and the identity of its summary.json before it was read; nil if the limits are exceeded.
    private mutating func figures(
        in folder: OpenFolder
    ) throws(BatchError) -> (figures: RunSummaryFigures?, identity: FileIdentity?)? {
        guard let (file, sizeBytes) = try folder.file("summary.json"), sizeBytes <= Self.summaryBytesMax else {
            return nil
        }
        totalBytes += sizeBytes
        let identity = file.identity
        let bytes = try file.content(sizeBytesMax: Self.summaryBytesMax, cancellation)
        return bytes.map { (try? RunSummaryFigures(of: $0), identity) }
    }
}

/// A set of reports that a search has found; it may be incomplete.
struct IndexedReportSet {
    /// The path relative to the folder of the index: one name, or two in a folder named by a date.
    var path: [FileName]
    var hasPage: Bool
    /// The figures in its summary.json; nil if that file is missing or invalid.
    var figures: RunSummaryFigures?
    /// The identity of its summary.json before that file was read; nil if unknown.
    var summaryIdentity: FileIdentity?
    /// The folder to which the path is relative; nil for the folder of the index.
    var base: OpenFolder?

    /// Whether the set is in a folder named by a date, as the sets of nightly runs are.
    var isNightly: Bool { path.count == 2 }
    var isRetry: Bool { figures?.inputs.contains(where: \.isRetry) == true }
    var name: String { path.map(\.text).joined(separator: "/") }

    /// The address of the set's report.html relative to the folder of the index; nil if there is none.
    var link: String? { hasPage ? Self.address(path) + "/report.html" : nil }

    /// The address of a folder relative to the folder of the index.
    fileprivate static func address(_ path: [FileName]) -> String {
        path.map { Escaping.address($0.bytes) }.joined(separator: "/")
    }

    var hasTextPath: Bool { path.allSatisfy { FileName($0.text) == $0 } }

    /// The path of a file of the set, relative to the folder of the index.
    func file(_ name: String) -> FileName {
        FileName(path.reduce(into: []) { $0 += $1.bytes + [UInt8(ascii: "/")] } + Array(name.utf8))
    }
}

extension IndexedReportSet {
    /// Creates a set in a folder outside the folder of the index; nil if it has no readable summary.json.
    init?(outside folder: OpenFolder, cancellation: CancellationToken) throws(BatchError) {
        let bytes = try folder.readableContent(
            of: "summary.json", sizeBytesMax: ReportSearch.summaryBytesMax, cancellation)
        guard let bytes, let figures = try? RunSummaryFigures(of: bytes) else { return nil }
        self.init(path: [], hasPage: false, figures: figures, base: folder)
    }
}
