internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// The folder of a chain and its shops, checked before a run begins.
struct ChainFolder {
    let root: OpenFolder
    let file: ChainFile
    /// The folder's path with symbolic links resolved.
    let path: String
    /// All shops including closed ones, in byte order of their names.
    let shops: [ShopEntry]
    private let cancellation: CancellationToken

    /// The names of the folders that a nightly run uses, in the chain's folder and in a shop's.
    private static let runFolders =
        NightlyRun.ArchiveFolder.allCases.map(\.rawValue) + [NightlyRun.inboxFolder, NightlyRun.reportsFolder]

    /// Whether a folder name within the chain's folder is not available for a shop.
    static func isReserved(_ name: String) -> Bool { name.hasPrefix(".") || runFolders.contains(name) }

    init(_ folder: String, file: ChainFile, in environment: Environment) throws(BatchError) {
        root = try OpenFolder(root: environment.path(folder))
        path = try ReportFolder.resolved(environment.path(folder))
        self.file = file
        cancellation = environment.cancellation
        var shops = file.shops
        let listedFolders = Set(shops.map(\.folder))
        for name in try root.names() where !Self.isReserved(name.text) && !listedFolders.contains(name.text) {
            guard let status = root.status(of: name) else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                guard ShopEntry.isName(name.text), name == FileName(name.text) else {
                    throw .badChain(path: path, error: .unusable(name.text))
                }
                shops.append(ShopEntry(name: name.text, folder: name.text))
            case S_IFLNK:
                let target = fileStatus(name.bytes, in: root.descriptor)
                if let target, target.st_mode & S_IFMT == S_IFDIR {
                    throw .badChain(path: path, error: .linked(name.text))
                }
            default: break
            }
        }
        self.shops = shops.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        try check()
    }

    /// Checks that no two shops share a name, a folder or a ledger, and that no folder or ledger of the chain is a
    /// link, so that a run changes nothing outside the chain's folder.
    private func check() throws(BatchError) {
        var byFolder: [String: String] = [:]
        var byName: [String: ShopEntry] = [:]
        for shop in shops {
            if let other = byFolder.updateValue(shop.name, forKey: shop.folder) {
                throw .badChain(path: file.path, error: .sameFolder(shop.folder, shops: [other, shop.name]))
            }
            for name in shop.names {
                let other = byName.updateValue(shop, forKey: nameKey(name))
                guard let other, other.folder != shop.folder else { continue }
                throw .badChain(path: file.path, error: .sameName(name, folders: [other.folder, shop.folder]))
            }
            try refuseNonFolder(shop.folder)
        }
        for name in Self.runFolders.sorted() + [ChainRunManifest.folderName] { try refuseNonFolder(name) }
        // Only a ledger with several hard links can be that of two shops.
        var linkedLedgers: [(ledger: FileIdentity, folder: String)] = []
        for shop in shops {
            for name in Self.runFolders { _ = try statusOfUnlinked("\(shop.folder)/\(name)") }
            guard let status = try statusOfUnlinked("\(shop.folder)/\(LedgerRequest.shopPath)"), status.st_nlink > 1
            else { continue }
            let ledger = FileIdentity(status)
            if let other = linkedLedgers.first(where: { $0.ledger.isSameFile(as: ledger) }) {
                throw .badChain(path: path, error: .sameLedger(folders: [other.folder, shop.folder]))
            }
            linkedLedgers.append((ledger, shop.folder))
        }
    }

    /// Throws `badChain` if a name in the chain's folder belongs to a link or a file.
    func refuseNonFolder(_ name: String) throws(BatchError) {
        guard let status = root.status(of: FileName(name)), status.st_mode & S_IFMT != S_IFDIR else { return }
        throw .badChain(path: path, error: .linked(name))
    }

    /// Checks that the folders of a business day are real folders as well.
    func checkDay(_ date: String) throws(BatchError) {
        for folder in [""] + shops.map({ $0.folder + "/" }) {
            for parent in Self.runFolders where parent != NightlyRun.inboxFolder {
                _ = try statusOfUnlinked("\(folder)\(parent)/\(date)")
            }
        }
    }

    /// The status of a file or folder of a run, nil if there is none; throws `badChain` if it is a link.
    private func statusOfUnlinked(_ subpath: String) throws(BatchError) -> stat? {
        guard let status = root.status(of: FileName(subpath)) else { return nil }
        if status.st_mode & S_IFMT == S_IFLNK { throw .badChain(path: path, error: .linked(subpath)) }
        return status
    }

    /// The shop with a name and, if a date is given, closed on that business day; nil if there is none.
    func shop(named name: String, closedOn date: String? = nil) -> ShopEntry? {
        let key = nameKey(name)
        return shops.first { shop in
            date.map(shop.isClosed) ?? true && shop.names.contains { nameKey($0) == key }
        }
    }

    /// The shops that are open on a business day, or belong to its run, and match one of some shell patterns, if any.
    ///
    /// A pattern that matches only closed shops is not an error.
    func shops(
        on date: String, _ content: ChainRunManifest.Content, matching globs: [String] = []
    ) throws(BatchError) -> [ShopEntry] {
        let open = shops.filter { !$0.isClosed(on: date) || content.has($0.folder) }
        if open.isEmpty { throw .badChain(path: path, error: .noShop) }
        if globs.isEmpty { return open }
        var matching: Set<String> = []
        for glob in globs {
            let found = shops.filter { $0.name == glob || matchesGlob($0.name, glob) }
            if found.isEmpty { throw .usage(.chain(.unknownShop(glob))) }
            matching.formUnion(found.map(\.folder))
        }
        return open.filter { matching.contains($0.folder) }
    }

    /// The recorded content of the nightly run of a business day; empty if it has not begun.
    func recordedContent(of date: String) throws(BatchError) -> ChainRunManifest.Content {
        try ChainRunManifest.content(of: date, in: root, cancellation)
    }

    /// The content of a shop's facts.json for a business day, without following symbolic links; nil if there is none.
    ///
    /// A file that is damaged, or belongs to another shop or day, counts as a failed run.
    func facts(
        of shop: ShopEntry, on date: String, in language: MessageLanguage
    ) throws(BatchError) -> ShopFacts? {
        let names = [shop.folder, NightlyRun.reportsFolder, date].map { FileName($0) }
        guard let day = try root.folder(names), let bytes = try ShopFacts.bytes(in: day, cancellation) else {
            return nil
        }
        if let value = try? JSONReader.value(of: bytes), let facts = ShopFacts(value), facts.date == date,
            facts.folder == shop.folder
        {
            return facts
        }
        let path = "\(shop.folder)/\(NightlyRun.reportsFolder)/\(date)/\(ExpiredReports.facts.text)"
        let problem = ShopProblem(file: nil, .inputOutput, text: language.unreadableFacts(path))
        return ShopFacts(
            date: date, shop: shop.name, folder: shop.folder, state: .failed, [.inputOutput], runs: [],
            problems: [problem])
    }

    /// The result of a shop in the run of a business day: its facts, which are read from its facts.json unless known.
    ///
    /// A shop without facts counts as not run, and so does one without files of its own if there are problems with
    /// exports that may contain rows for it.
    func result(
        of shop: ShopEntry, on date: String, known: ShopFacts? = nil, _ exportProblems: [ShopProblem],
        in language: MessageLanguage
    ) throws -> ShopFacts {
        if var facts = try known ?? facts(of: shop, on: date, in: language),
            facts.state != .missing || exportProblems.isEmpty
        {
            facts.name = shop.name
            return facts
        }
        return ShopFacts(
            date: date, shop: shop.name, folder: shop.folder, state: .notRun,
            exportProblems.isEmpty ? [.shopNotRun] : exportProblems.compactMap(\.reason), runs: [],
            problems: exportProblems)
    }

    private static let pages: Set = ["index.html", "chain.csv", "buy.csv", "chain.json"]

    /// Removes the chain's own files of complete runs that are older than `keepDays` days: pages, archived exports, and
    /// most of each manifest, which keeps the data that identifies a repeated export.
    ///
    /// All files of a date stay until its run is complete, and its reports as long as they contain rows that belong to
    /// no shop. The shops' files are not touched. Returns the items that could not be removed, with their errors.
    func removeOld(
        keepDays: Int, in environment: Environment
    ) throws -> [(item: ExpiredReports.Item, error: SystemError)] {
        guard let today = CalendarDay(environment.today),
            let manifests = try root.readable(FileName(ChainRunManifest.folderName))
        else { return [] }
        let recorded = try runDates().map(\.date)
        let reports = try root.readable(FileName(NightlyRun.reportsFolder))
        let days = try (recorded + (reports?.names().map(\.text) ?? [])).compactMap { CalendarDay($0) }
        var contents: [String: ChainRunManifest.Content] = [:]
        for date in recorded { contents[date] = try recordedContent(of: date) }
        let complete = contents.filter(\.value.isComplete)
        var removal = Removal(root: root, cancellation: cancellation)
        let archived = Set(complete.values.flatMap(\.exports).filter(\.isArchived).map(\.facts.sha256))
        let search = UnresolvedFileSearch(root: root, environment: environment)
        let unresolved = try search.files { try distributedExports() }
        var expired = try ExpiredReports(
            in: root, keepDays: keepDays, today: today, otherDays: days, cancellation: cancellation)
        try expired.findFiles(unresolved: unresolved, isKnown: archived.contains)
        try removal.remove(expired)

        guard let firstDay = CalendarDay.firstKept(keepDays, today: today, days: days) else { return removal.failures }
        let exports = contents.values.flatMap { $0.exports.map(\.facts) }
        for date in Set(days.map(\.text)).sorted() where FileName(date).isDay(before: firstDay) {
            guard contents[date] == nil || complete[date] != nil else { continue }
            if let day = try reports?.readable(FileName(date)) {
                let names = try day.names()
                let expired = (complete[date]?.exports ?? []).map(\.facts).filter { export in
                    exports.contains { $0.covers(export) }
                }
                // Pages stay beside other files, and beside rows that belong to no shop.
                let removable = Self.pages.union(expired.compactMap(\.unknownFile))
                if names.allSatisfy({ removable.contains($0.text) && day.isFile($0) }) {
                    try removal.removeFiles(names.map { [FileName(NightlyRun.reportsFolder), FileName(date), $0] })
                }
            }
            let hasOtherEntries = ExpiredReports.folders.contains {
                root.status(of: FileName("\($0.text)/\(date)")) != nil
            }
            if let content = complete[date], !hasOtherEntries {
                try ChainRunManifest.shorten(content, of: date, in: manifests)
            }
        }
        return removal.failures
    }
}

/// The locks of a chain's folder: one excludes a second run of the whole chain, the other protects single steps.
final class ChainLock {
    private static let runName = ".lock"

    private let run: FileLock
    private let step: FileLock
    private let cancellation: CancellationToken

    /// Acquires the lock of the chain; a shared one lets other processes run other shops at the same time.
    init(in root: OpenFolder, isShared: Bool, _ cancellation: CancellationToken) throws(BatchError) {
        let folder = try OpenFolder(ChainRunManifest.folderName, in: root, followsLink: false)
        self.cancellation = cancellation
        run = try FileLock(opening: Self.runName, in: folder)
        step = try FileLock(opening: ".lock.rollup", in: folder)
        let isLocked = try run.acquire(
            isShared ? LOCK_SH : LOCK_EX, waitMilliseconds: FileLock.nightlyWaitMilliseconds, cancellation)
        guard isLocked else { throw .badChain(path: folder.path, error: .busy) }
    }

    /// Whether another process is running the chain or some of its shops.
    static func isLocked(in folder: String) -> Bool {
        FileLock.isLocked("\(folder)/\(ChainRunManifest.folderName)/\(runName)", conflictingWith: LOCK_EX)
    }

    /// Runs a step under a lock that only one process can hold at a time, such as writing the roll-up.
    func withExclusiveLock<Value>(_ body: () throws -> Value) throws -> Value {
        _ = try step.acquire(LOCK_EX, waitMilliseconds: nil, cancellation)
        defer { step.release() }
        return try body()
    }
}
