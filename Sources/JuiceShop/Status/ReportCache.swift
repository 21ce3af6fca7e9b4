internal import JuiceBatch
internal import JuiceReports

/// A hidden file in a folder of reports with the figures of its sets, so that unchanged summary.json files are not read
/// again.
///
/// A folder or a summary.json counts as unchanged if it has the recorded identity, and if its last change was long
/// enough before the recording that a later change must show. In case of doubt, it is read again. The file is written
/// together with the index; if it is missing or damaged, everything is read.
///
/// There are two such files: one of all folders, and one of the newest folders, for runs that update a shop's index.
/// The second one also contains a summary of the other folders (`OlderReports`).
struct ReportCache {
    /// A subfolder of the folder of reports, with all sets in it and, unless it was just read, its stored form.
    typealias Folder = (identity: FileIdentity, sets: [IndexedReportSet], stored: ArraySlice<UInt8>)

    /// The name of the file of all folders, and of the file of the newest folders.
    static let (name, newestName) = (".index.cache", ".index.newest.cache")
    private static let bytesMax = 64 << 20
    /// The first line of a file that this program can read; the digest of the rest follows.
    private static let head = Array("juice-batch index 4 \(BuildInfo.nameAndVersion)\n".utf8)
    private static let digestBytes = 64
    /// The minimum number of folders for which a file is written.
    private static let foldersMin = 16

    private let name: String
    /// The summary of the folders that are not read; nil in the file of all folders.
    private(set) var older: OlderReports?
    private var olderStored: ArraySlice<UInt8> = []
    private var folders: [FileName: Folder] = [:]
    /// The folders found by the latest search, in its order.
    private(set) var latestFolders: [(name: FileName, folder: Folder)] = []
    private var isOutdated = false
    private let beganNs: Int

    /// Reads the cache of a folder of reports; a missing or damaged file counts as empty.
    init(in root: OpenFolder, name: String = Self.name, cancellation: CancellationToken) throws(BatchError) {
        self.name = name
        beganNs = FileIdentity.clockNs()
        let start = Self.head.count + Self.digestBytes
        guard let bytes = try root.readableContent(of: name, sizeBytesMax: Self.bytesMax, cancellation),
            bytes.count >= start, bytes.starts(with: Self.head),
            bytes[Self.head.count..<start].elementsEqual(SHA256.hex(of: bytes[start...]).utf8)
        else { return }
        read(bytes, from: start)
    }

    /// Creates the cache of the newest folders from a search of all, leaving out the older ones.
    init(without older: OlderReports, of all: ReportCache) {
        name = Self.newestName
        self.older = older
        var (fields, stored) = (StoredFields(), older)
        stored.map(&fields)
        olderStored = fields.bytes[...]
        let names = Set(older.names)
        latestFolders = all.latestFolders.filter { !names.contains($0.name) }
        isOutdated = true
        beganNs = all.beganNs
    }

    private mutating func read(_ bytes: [UInt8], from start: Int) {
        var fields = StoredFields(reading: bytes, from: start)
        if name == Self.newestName {
            var older = OlderReports()
            older.map(&fields)
            guard fields.isValid else { return }
            olderStored = bytes[start..<fields.offset]
            self.older = older
        }
        var folders: [FileName: Folder] = [:]
        folders.reserveCapacity(bytes.count / 256)
        while !fields.isAtEnd {
            let start = fields.offset
            var (name, folder): (FileName, Folder) = (FileName([]), (FileIdentity(), [], []))
            Self.map(&name, &folder, &fields)
            guard fields.isValid else { return }
            folder.stored = bytes[start..<fields.offset]
            folders[name] = folder
        }
        self.folders = folders
    }

    /// The stored sets of a folder that has not changed; nil if it has changed or is not stored.
    func unchanged(_ name: FileName, in root: OpenFolder) -> Folder? {
        guard let folder = folders[name], let status = root.status(of: name), FileIdentity(status) == folder.identity
        else { return nil }
        for set in folder.sets {
            guard let status = root.status(of: set.file("summary.json")), FileIdentity(status) == set.summaryIdentity
            else { return nil }
        }
        return folder
    }

    mutating func keep(_ name: FileName, _ folder: Folder) { latestFolders.append((name, folder)) }

    /// Adds a folder that was just read, unless a change since then might not show in its identity before the reading.
    mutating func add(_ name: FileName, _ identity: FileIdentity, _ sets: [IndexedReportSet]) {
        let isUnchanged = ([identity] + sets.compactMap(\.summaryIdentity)).allSatisfy {
            $0.wasUnchanged(before: beganNs)
        }
        // A name that is not valid text cannot be found again by the text in the cache.
        guard isUnchanged, sets.allSatisfy(\.hasTextPath) else { return }
        latestFolders.append((name, (identity, sets, [])))
        isOutdated = true
    }

    /// Writes the file if it is outdated; a failure leaves it unchanged.
    func write(in root: OpenFolder) {
        guard isOutdated || latestFolders.count < folders.count, latestFolders.count >= Self.foldersMin else { return }
        var rest = Array(olderStored)
        rest.reserveCapacity(rest.count + latestFolders.count * 512)
        for (name, folder) in latestFolders {
            if folder.stored.isEmpty { rest += Self.stored(name, folder) } else { rest += folder.stored }
        }
        let bytes = Self.head + Array(SHA256.hex(of: rest[...]).utf8) + rest
        try? root.replace(name, staging: name + ".new", isDurable: false) { write throws(BatchError) in
            try write(bytes.span)
        }
    }

    private static func stored(_ name: FileName, _ folder: Folder) -> [UInt8] {
        var (fields, name, folder) = (StoredFields(), name, folder)
        map(&name, &folder, &fields)
        return fields.bytes
    }

    private static func map(_ name: inout FileName, _ folder: inout Folder, _ fields: inout StoredFields) {
        fields.map(&name)
        fields.map(&folder.identity)
        let blank = IndexedReportSet(path: [name], hasPage: false, figures: nil)
        fields.list(&folder.sets, blank) { fields, set in
            var inner = set.path.count > 1 ? set.path[1] : FileName([])
            var (identity, figures) = (set.summaryIdentity ?? FileIdentity(), set.figures ?? RunSummaryFigures())
            fields.map(&inner)
            fields.map(&identity)
            fields.map(&set.hasPage)
            figures.map(&fields)
            if !inner.bytes.isEmpty { set.path = [set.path[0], inner] }
            (set.figures, set.summaryIdentity) = (figures, identity)
        }
    }
}

extension StoredFields {
    mutating func map(_ name: inout FileName) {
        var bytes = name.bytes
        map(&bytes)
        name = FileName(bytes)
    }

    fileprivate mutating func map(_ identity: inout FileIdentity) {
        var numbers = identity.numbers
        map(&numbers)
        identity = FileIdentity(numbers: numbers)
    }
}
