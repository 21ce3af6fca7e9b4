internal import Glibc
package import JuiceBatch
internal import JuiceLedger
package import JuiceReports

extension Shop {
    /// Creates or updates the index of a folder of reports; returns its path.
    package func index(
        _ folder: String, language: MessageLanguage, closed: ClosedDays = ClosedDays()
    ) throws -> String {
        let index = FolderIndex(shownFolder: folder, environment: environment)
        try index.write((language, closed), durable: true, fromAll: true)
        return index.shownPath
    }

    /// Returns the content of the index of a folder of reports, for all days or those from one to another, if given.
    package func indexContent(
        _ folder: String, from: CalendarDay? = nil, to: CalendarDay? = nil, language: MessageLanguage,
        closed: ClosedDays = ClosedDays()
    ) throws -> FolderIndexModel {
        let index = FolderIndex(shownFolder: folder, environment: environment)
        let content = try index.content(of: index.folder(), (language, closed))
        if from == nil && to == nil { return content }
        let days = PeriodFigures(content.totals).days.map(\.date)
        guard let first = from ?? days.first ?? to, let last = to ?? days.last ?? from else { return content }
        return content.cut(to: first...max(first, last))
    }

    /// Creates or updates the page of a period in the folder of reports, its JSON and CSV; returns the page's path.
    package func writePeriod(_ content: FolderIndexModel, in folder: String) throws -> String {
        guard let period = content.period else { throw BatchError.invariant("a page of a period has no period") }
        let name = "\(period.lowerBound.text)_\(period.upperBound.text)"
        let index = FolderIndex(shownFolder: folder, environment: environment, name: name + ".html")
        try index.write(durable: true) { folder in
            for (ending, text) in [("json", content.periodJSON), ("csv", content.periodCSV)] {
                try folder.replace("\(name).\(ending)", with: text, staging: FolderIndex.staging, isDurable: true)
            }
            return content
        }
        return index.shownPath
    }
}

/// The index.html of a folder of reports, or the page of a period; a file of another program with its name is kept.
struct FolderIndex {
    /// The name of the page while it is being written; a file that a killed process has left is overwritten.
    fileprivate static let staging = ".index.html.new"
    /// The maximum wait for another process that writes a page of the folder, in milliseconds.
    private static let waitMilliseconds: Int32 = 5_000
    /// The number of bytes at the start of a page that contain the generator tag.
    private static let tagBytesMax = 1_024

    /// The folder as its user named it.
    let shownFolder: String
    let environment: Environment
    var name = "index.html"

    /// The page's path in messages.
    var shownPath: String { shownFolder.hasSuffix("/") ? shownFolder + name : "\(shownFolder)/\(name)" }

    /// Whether the page exists; nil if a file of another program has its name.
    private func exists(in folder: OpenFolder) throws(BatchError) -> Bool? {
        guard folder.status(of: FileName(name)) != nil else { return false }
        guard let (file, _) = try folder.file(FileName(name)) else { return nil }
        var block = [UInt8](repeating: 0, count: Self.tagBytesMax)
        let count = try retryOnInterrupt { readBytes(from: file.number, into: &block, at: 0) }
            .orThrow { .unreadable(path: name, errno: $0) }
        return String(decoding: block[..<count], as: UTF8.self).contains(FolderIndexModel.generatorTag) ? true : nil
    }

    /// Creates or replaces the page, from all sets or without older ones, which usually do not change (`OlderReports`).
    func write(_ settings: IndexSettings, durable: Bool, fromAll all: Bool = false) throws {
        try write(durable: durable) { folder in
            let older = all ? nil : try OlderReports(in: folder, environment.cancellation)
            return try content(of: folder, settings, besides: older, isForIndex: true)
        }
    }

    /// Opens the folder of reports; throws `indexInReports` if it is itself a set of reports.
    func folder() throws -> OpenFolder {
        let folder = try OpenFolder(root: environment.path(shownFolder))
        if folder.status(of: "summary.json") != nil { throw BatchError.indexInReports(path: shownFolder) }
        return folder
    }

    /// Creates or replaces the page with content that is made while no other process writes an index of the folder.
    ///
    /// The last process to get the folder's lock sees the reports that all others have put into the folder.
    func write(durable: Bool, _ content: (OpenFolder) throws -> FolderIndexModel) throws {
        let folder = try folder()
        do {
            let lock = try FileLock(on: folder)
            guard try lock.acquire(LOCK_EX, waitMilliseconds: Self.waitMilliseconds, environment.cancellation) else {
                throw BatchError.cannotCreate(path: name, errno: EWOULDBLOCK)
            }
            defer { lock.release() }
            guard try exists(in: folder) != nil else { throw BatchError.foreignIndex(path: shownPath) }
            try folder.replace(name, with: try content(folder).page(), staging: Self.staging, isDurable: durable)
        } catch BatchError.cannotCreate(_, let errno) {
            throw BatchError.cannotCreate(path: shownPath, errno: errno)
        } catch BatchError.inputOutput(_, let errno) {
            throw BatchError.inputOutput(path: shownPath, errno: errno)
        }
    }

    /// Returns the content of the index.
    ///
    /// - Parameters:
    ///   - older: the summary of older sets, which are not read if it is valid.
    ///   - isForIndex: whether the caller holds the folder's lock and lists only the newest runs; the summary of older
    ///     sets is then renewed.
    func content(
        of folder: OpenFolder, _ settings: IndexSettings, besides older: OlderReports? = nil, isForIndex: Bool = false
    ) throws -> FolderIndexModel {
        let view = try shopView(settings.closed, besides: older)
        var index = try ReportIndex(
            of: folder, besides: view.older, followUps: view.followUps, cancellation: environment.cancellation)
        guard index.isValid else { return try self.content(of: folder, settings, isForIndex: isForIndex) }
        var content = try index.content(settings.language)
        if isForIndex, let (run, state) = view.finishedRun,
            view.older.map({ run - $0.lastRun >= OlderReports.addedMin }) ?? true
        {
            index.olderReports(upTo: run, ledger: state)?.write(in: folder)
        }
        guard let status = view.status else { return content }
        let messages = StatusMessages(content.language) { Shop(environment).localTime(of: $0) }
        content.tasks = status.openIssueReasons.map(messages.task)
        content.daysWithoutRun = status.hasLedger ? status.daysWithoutRun : nil
        let files = status.files ?? []
        content.unresolvedFiles = files.count
        for file in files where file.place == .failed {
            let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
            if let day = CalendarDay(inFileName: name) { content.failedFiles[day] = file.path }
        }
        return content
    }

    /// The part of the index's content that comes from the shop's folder and ledger.
    ///
    /// `status` has the unresolved files and, with a readable ledger, the days without a run; nil if the folder does not
    /// belong to a shop. `older` is the summary of older sets unless a change of the ledger affects its totals, and
    /// `followUps` are those of the runs whose sets are read. `finishedRun` is a run whose reports are old enough not to
    /// be read any more, with the ledger's state up to it; nil if there is none.
    private typealias ShopView = (
        status: ShopStatus?, older: OlderReports?, followUps: [RunFollowUp], finishedRun: (run: Int, state: String)?
    )

    /// Reads the shop of the folder of reports: follow-ups, unresolved files, days without a run.
    ///
    /// The folder is the shop's `reports`, or that of a date in it, of which only follow-ups are read, without those of
    /// a valid summary of older sets. An unreadable ledger counts as none.
    private func shopView(_ closed: ClosedDays, besides older: OlderReports?) throws -> ShopView {
        var view: ShopView = (nil, nil, [], nil)
        var (shop, name) = ReportFolder.split(try ReportFolder.resolved(environment.path(shownFolder)))
        let isOfDate = CalendarDay(name) != nil
        if isOfDate { (shop, name) = ReportFolder.split(shop) }
        guard name == ReportSearch.folderName else { return view }
        let root = try OpenFolder(root: shop)
        var status = ShopStatus(.folder(shop), at: environment.now(), maxAgeSeconds: 0)
        do {
            let file = try LedgerFile(LedgerRequest(path: "\(shop)/\(LedgerRequest.shopPath)"), in: environment)
            _ = try file.readIfExists { snapshot in
                if let older, let followUps = try older.followUps(in: snapshot) {
                    (view.older, view.followUps) = (older, followUps)
                } else {
                    view.followUps = try snapshot.followUps()
                }
                if isOfDate { return }
                let finishedRun = try snapshot.lastRun() - OlderReports.newestMin
                if finishedRun > 0 { view.finishedRun = (finishedRun, try snapshot.state(upTo: finishedRun)) }
                try status.addIssues(of: snapshot, closed, in: root, environment)
            }
        } catch {
            if case BatchError.interrupted = error { throw error }
        }
        if isOfDate { return view }
        if status.files == nil {
            status.files = try UnresolvedFileSearch(root: root, environment: environment).files { [] }
        }
        view.status = status
        return view
    }

    // MARK: - Updates after a change, whose result does not depend on them: an error is only reported to the listener

    /// Updates the indexes that count a set: that of its folder and, if that is a date's, that of the folder above,
    /// which is created if so requested.
    static func update(
        around reports: String, in environment: Environment, _ settings: IndexSettings, isDurable: Bool,
        createsIndex: Bool, notifying listener: any RunListener
    ) {
        let folders = folders(around: reports, in: environment)
        for (index, folder) in folders.enumerated() {
            FolderIndex(shownFolder: folder, environment: environment).update(
                settings, isDurable: isDurable, createsIndex: createsIndex && index == folders.count - 1,
                notifying: listener)
        }
    }

    /// Updates the index of the folder, or creates it if so requested.
    func update(
        _ settings: IndexSettings, isDurable: Bool = true, createsIndex: Bool, notifying listener: any RunListener
    ) {
        do {
            if try createsIndex || exists(in: OpenFolder(root: environment.path(shownFolder))) == true {
                try write(settings, durable: isDurable)
            }
        } catch BatchError.foreignIndex(let path) {
            listener.notice(.foreignIndex(path: path))
        } catch BatchError.indexInReports {
            // The folder is itself a set of reports. It gets no index, which is not an error here.
        } catch {
            // An index that cannot be read is no error unless it is to be created.
            if !createsIndex, case BatchError.unreadable = error { return }
            listener.notice(.indexNotWritten(path: shownPath, errno: (error as? BatchError)?.systemErrno))
        }
    }

    /// The folders whose indexes count a set, the innermost first.
    private static func folders(around reports: String, in environment: Environment) -> [String] {
        guard let real = try? ReportFolder.resolved(environment.path(reports)) else { return [] }
        let inner = ReportFolder.split(real).parent
        let (outer, name) = ReportFolder.split(inner)
        let folders = CalendarDay(name) == nil ? [inner] : [inner, outer]
        var shown = reports
        return folders.map { folder in
            shown = ReportFolder.split(shown).parent
            // The path that leads there from the user's path, or else the real path.
            return (try? ReportFolder.resolved(environment.path(shown))) == folder ? shown : folder
        }
    }
}
