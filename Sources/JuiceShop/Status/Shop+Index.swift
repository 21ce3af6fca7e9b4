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
        try index.write(durable: true) { try index.content(of: $0, (language, closed)) }
        return index.shownPath
    }

    /// Returns the content of the index of a folder of reports, for all days or those from one to another, if given.
    package func indexContent(
        _ folder: String, from: CalendarDay? = nil, to: CalendarDay? = nil, language: MessageLanguage,
        closed: ClosedDays = ClosedDays()
    ) throws -> FolderIndexModel {
        let index = FolderIndex(shownFolder: folder, environment: environment)
        if from == nil && to == nil { return try index.content(of: index.folder(), (language, closed)) }
        let content = try index.content(of: index.folder(), (language, closed), daysMax: nil)
        let days = content.totals.days.map(\.date)
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

    /// The folder as its user named it.
    let shownFolder: String
    let environment: Environment
    var name = "index.html"
    /// The ledger of the runs; nil for the one in the folder of the shop to which the reports belong.
    var ledger: LedgerFile?

    /// The page's path in messages.
    var shownPath: String { shownFolder.hasSuffix("/") ? shownFolder + name : "\(shownFolder)/\(name)" }

    /// Whether the page exists; nil if a file of another program has its name.
    private func exists(in folder: OpenFolder) throws(BatchError) -> Bool? {
        guard folder.status(of: FileName(name)) != nil else { return false }
        guard let file = try folder.file(FileName(name)) else { return nil }
        // The generator tag is at the start of a page.
        var block = [UInt8](repeating: 0, count: 1_024)
        let count = try retryOnInterrupt { readBytes(from: file.number, into: &block, at: 0) }
            .orThrow { .unreadable(path: name, errno: $0) }
        return String(decoding: block[..<count], as: UTF8.self).contains(FolderIndexModel.generatorTag) ? true : nil
    }

    /// The time for which a run waits for the lock of the index; others hold it only while they read sets of reports.
    private static let lockWaitMs: Int32 = 5_000

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
            guard try lock.acquire(LOCK_EX, waitMilliseconds: Self.lockWaitMs, environment.cancellation) else {
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

    /// Returns the content of the index: from the ledger for a shop's reports, otherwise from the sets in the folder.
    ///
    /// It covers the newest `daysMax` days of a ledger's runs; all if that is nil. An unreadable ledger counts as none.
    func content(
        of root: OpenFolder, _ settings: IndexSettings, daysMax: Int? = FolderIndexModel.daysMax
    ) throws -> FolderIndexModel {
        let path = try ReportFolder.resolved(environment.path(shownFolder))
        let shop = try Self.shop(ofReports: path).map { try OpenFolder(root: $0) }
        var issues = ShopStatus(.folder(path), at: environment.now(), maxAgeSeconds: 0)
        let recorded = try readLedger(of: path) { file, snapshot in
            if let shop { try issues.addIssues(of: snapshot, settings.closed, in: shop, environment) }
            let cancellation = environment.cancellation
            guard file.reportsFolder == path else {
                return try ReportIndex(readingSetsIn: root, of: snapshot, cancellation: cancellation)
            }
            let parent = ReportFolder.split(path).parent
            return try ReportIndex(
                of: root, snapshot, daysMax: daysMax, upTo: environment.latestBusinessDayAllowed,
                cancellation: cancellation
            ) { runs in
                // The run log states the paths of reports as their users gave them.
                try snapshot.loggedOutputs(of: runs).mapValues { output in
                    let found = ["\(parent)/\(output)", environment.path(output)].lazy.compactMap { resolvedPath($0) }
                        .first { $0.hasPrefix(path + "/") }
                    guard let found else { return (output, []) }
                    let name = found.dropFirst(path.utf8.count + 1)
                    return (String(name), name.split(separator: "/").map { FileName(String($0)) })
                }
            }
        }
        let index = try recorded ?? ReportIndex(readingSetsIn: root, of: nil, cancellation: environment.cancellation)
        var content = try index.content(settings.language)
        content.tracksOpenRows = recorded != nil
        guard let shop else { return content }
        if issues.files == nil {
            issues.files = try UnresolvedFileSearch(root: shop, environment: environment).files { [] }
        }
        let messages = StatusMessages(content.language) { Shop(environment).localTime(of: $0) }
        content.tasks = issues.openIssueReasons.map(messages.task)
        content.daysWithoutRun = issues.hasLedger ? issues.daysWithoutRun : nil
        let files = issues.files ?? []
        content.unresolvedFiles = files.count
        for file in files where file.place == .failed {
            let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
            if let day = CalendarDay(inFileName: name) { content.failedFiles[day] = file.path }
        }
        return content
    }

    /// Reads the ledger of the runs whose reports are in a folder; nil if there is none that can be read.
    private func readLedger(
        of folder: String, _ body: (LedgerFile, LedgerSnapshot) throws -> ReportIndex
    ) throws -> ReportIndex? {
        let (parent, name) = ReportFolder.split(folder)
        let shop = Self.shop(ofReports: CalendarDay(name) == nil ? folder : parent)
        do {
            guard let file = try ledger ?? shop.map(ledger(in:)) else { return nil }
            return try file.readIfExists { try body(file, $0) }
        } catch {
            if case BatchError.interrupted = error { throw error }
            return nil
        }
    }

    /// The ledger in a shop's folder: shop.sqlite or, if that is missing, the only other one with a run log.
    private func ledger(in folder: String) throws -> LedgerFile {
        var name = LedgerRequest.shopPath
        if access("\(folder)/\(name)", F_OK) != 0 {
            let ending = RunLog.path(beside: "")
            let logs = try OpenFolder(root: folder).names().map(\.text).filter { $0.hasSuffix(ending) }
            if logs.count == 1 { name = String(logs[0].dropLast(ending.count)) }
        }
        return try LedgerFile(LedgerRequest(path: "\(folder)/\(name)"), in: environment)
    }

    /// The folder of the shop to which a folder of reports belongs; nil for a folder with another name.
    private static func shop(ofReports folder: String) -> String? {
        let (parent, name) = ReportFolder.split(folder)
        return name == ReportSearch.folderName ? parent : nil
    }

    // MARK: - Updates after a change, whose result does not depend on them: an error is only reported to the listener

    /// Updates the indexes that count a set of reports: of its folder and, if a date names that, of the folder above.
    ///
    /// `createsIndex` is whether the index of the outermost of these folders is created if it is missing.
    static func update(
        around reports: String, in environment: Environment, _ settings: IndexSettings, isDurable: Bool,
        createsIndex: Bool, ledger: LedgerFile?, notifying listener: any RunListener
    ) {
        guard let real = try? ReportFolder.resolved(environment.path(reports)) else { return }
        let inner = ReportFolder.split(real).parent
        let (outer, name) = ReportFolder.split(inner)
        let folders = CalendarDay(name) == nil ? [inner] : [inner, outer]
        var shown = reports
        for folder in folders {
            shown = ReportFolder.split(shown).parent
            // The path that leads there from the user's path, or else the real path.
            let isThere = (try? ReportFolder.resolved(environment.path(shown))) == folder
            FolderIndex(shownFolder: isThere ? shown : folder, environment: environment, ledger: ledger).update(
                settings, isDurable: isDurable, createsIndex: createsIndex && folder == folders.last,
                notifying: listener)
        }
    }

    /// Updates the index of the folder, or creates it if so requested.
    func update(
        _ settings: IndexSettings, isDurable: Bool = true, createsIndex: Bool, notifying listener: any RunListener
    ) {
        do {
            if try createsIndex || exists(in: OpenFolder(root: environment.path(shownFolder))) == true {
                try write(durable: isDurable) { try content(of: $0, settings) }
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
}
