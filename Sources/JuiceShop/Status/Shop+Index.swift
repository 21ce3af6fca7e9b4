internal import Glibc
package import JuiceBatch
internal import JuiceLedger
package import JuiceReports

extension Shop {
    /// Creates or updates the index of a folder of reports.
    ///
    /// - Parameter closed: days on which the shop is closed.
    /// - Returns: its path.
    package func index(
        _ folder: String, language: MessageLanguage, closed: ClosedDays = ClosedDays()
    ) throws -> String {
        let index = FolderIndex(shownFolder: folder, environment: environment)
        try index.make(language, closed, durable: true, fromAll: true)
        return index.shownPath
    }

    /// The content of the index of a folder of reports, of a period or of all days.
    ///
    /// - Parameters:
    ///   - from: the first day; nil for the oldest one, if `to` is given.
    ///   - to: the last day; nil for the newest one, if `from` is given.
    ///   - closed: days on which the shop is closed.
    package func indexContent(
        _ folder: String, from: CalendarDay? = nil, to: CalendarDay? = nil, language: MessageLanguage,
        closed: ClosedDays = ClosedDays()
    ) throws -> FolderIndexModel {
        let index = FolderIndex(shownFolder: folder, environment: environment)
        let content = try index.content(of: index.folder(), language, closed)
        if from == nil && to == nil { return content }
        let days = PeriodFigures(content).days.map(\.date)
        guard let first = from ?? days.first ?? to, let last = to ?? days.last ?? from else { return content }
        return content.cut(to: first...max(first, last))
    }

    /// Creates or updates the page of a period in the folder of reports, with its figures as JSON and CSV.
    ///
    /// - Parameter content: the index's content, of a period.
    /// - Returns: the page's path.
    package func writePeriod(_ content: FolderIndexModel, in folder: String) throws -> String {
        guard let period = content.period else { throw BatchError.invariant("a page of no period") }
        let name = "\(period.lowerBound.text)_\(period.upperBound.text)"
        let index = FolderIndex(shownFolder: folder, environment: environment, name: name + ".html")
        try index.write(durable: true) { folder in
            for (ending, text) in [("json", PeriodFiles.json(content)), ("csv", PeriodFiles.csv(content))] {
                try folder.replace("\(name).\(ending)", with: text, staging: IndexFile.staging, isDurable: true)
            }
            return content
        }
        return index.shownPath
    }
}

/// The index of a folder, as use cases make it.
struct FolderIndex {
    /// The folder as its user named it.
    let shownFolder: String
    let environment: Environment
    /// The name of the page's file.
    var name = IndexFile.usualName

    /// The page's path in messages.
    var shownPath: String { shownFolder.hasSuffix("/") ? shownFolder + name : "\(shownFolder)/\(name)" }

    /// Whether there is one that this program has made; nil if something else has its name.
    func isThere() throws(BatchError) -> Bool? {
        let folder = try OpenFolder(root: environment.path(shownFolder))
        return switch try IndexFile(in: folder).state() {
        case .nothing: false
        case .ours: true
        case .foreign: nil
        }
    }

    /// Makes it, in the place of an earlier one.
    ///
    /// - Parameters:
    ///   - closed: days on which the shop is closed.
    ///   - durable: whether to wait until the disk has it.
    ///   - all: whether all sets are looked at, older ones too, which as a rule do not change (`OlderReports`).
    func make(_ language: MessageLanguage, _ closed: ClosedDays, durable: Bool, fromAll all: Bool = false) throws {
        try write(durable: durable) { folder in
            let content = all ? nil : try contentBesideOlder(of: folder, language, closed)
            return try content ?? self.content(of: folder, language, closed, isForIndex: true)
        }
    }

    /// Opens the folder of reports.
    ///
    /// - Throws: `indexInReports` if it is itself a set of reports.
    func folder() throws -> OpenFolder {
        let folder = try OpenFolder(root: environment.path(shownFolder))
        if folder.status(of: FileName("summary.json")) != nil {
            throw BatchError.indexInReports(path: shownFolder)
        }
        return folder
    }

    /// Writes the page in the place of an earlier one.
    ///
    /// - Parameters:
    ///   - durable: whether to wait until the disk has it.
    ///   - content: its content, which is made when no other process makes an index of the folder.
    func write(durable: Bool, _ content: (OpenFolder) throws -> FolderIndexModel) throws {
        let folder = try folder()
        let file = IndexFile(in: folder, name: name)
        do {
            try file.inTurn(environment) {
                if case .foreign = try file.state() { throw BatchError.indexNotOurs(path: shownPath) }
                try file.write(try IndexPage.render(try content(folder)), durable: durable)
            }
        } catch BatchError.cannotCreate(_, let errno) {
            throw BatchError.cannotCreate(path: shownPath, errno: errno)
        } catch BatchError.inputOutput(_, let errno) {
            throw BatchError.inputOutput(path: shownPath, errno: errno)
        }
    }

    /// The content of the index.
    ///
    /// - Parameter isForIndex: whether no other process makes an index of the folder meanwhile, and this one lists the newest
    ///   runs only; then the figures of all are kept for the next time.
    func content(
        of folder: OpenFolder, _ language: MessageLanguage, _ closed: ClosedDays, isForIndex: Bool = false
    ) throws -> FolderIndexModel {
        let view = try shopView(closed)
        let index = try ReportIndex(
            of: folder, followUps: view.followUps, cancellation: environment.cancellation)
        let content = try index.content(language, linksMax: isForIndex ? IndexPage.linesMax : .max)
        if isForIndex, let cache = index.cache {
            cache.write(in: folder)
            if let (run, state) = view.settled, let older = index.older(in: content, upTo: run, ledger: state) {
                ReportCache(without: older, of: cache).write(in: folder)
            }
        }
        return adding(view, to: content)
    }

    /// The content of the index without a look at older sets; nil where they have to be looked at.
    ///
    /// No other process may make an index of the folder meanwhile: what is found is kept for the next time.
    private func contentBesideOlder(
        of folder: OpenFolder, _ language: MessageLanguage, _ closed: ClosedDays
    ) throws -> FolderIndexModel? {
        let cache = try ReportCache(
            in: folder, name: ReportCache.newestName, cancellation: environment.cancellation)
        guard let older = cache.older, case let view = try shopView(closed, beside: older), view.olderHold else {
            return nil
        }
        let index = try ReportIndex(
            of: folder, cache, followUps: view.followUps, cancellation: environment.cancellation)
        let content = try index.content(language)
        guard index.olderHold(in: content) else { return nil }
        index.cache?.write(in: folder)
        return adding(view, to: content)
    }

    private func adding(_ view: ShopView, to content: FolderIndexModel) -> FolderIndexModel {
        var content = content
        content.tasks = tasks(of: view.status, content.language)
        content.daysWithoutRun = view.status?.daysWithoutRun
        content.unresolvedFiles = view.status?.files?.count ?? 0
        return content
    }

    /// The state of the shop whose reports the folder holds.
    private struct ShopView {
        /// Unresolved files, and days without a run; nil if the folder is not that of a shop.
        var status: ShopStatus?
        /// The follow-ups of the runs that are looked at.
        var followUps: [RunFollowUp] = []
        /// A run so old that its reports are no longer looked at, and the ledger's state up to it; nil where there is
        /// none.
        var settled: (run: Int, state: String)?
        /// Whether the ledger has not changed what is counted of older sets.
        var olderHold = false
    }

    /// The state of the shop whose reports the folder holds: follow-ups of its runs, unresolved files, and days without
    /// a run.
    ///
    /// An unreadable ledger counts as none.
    ///
    /// The folder is the shop's `reports`, or that of one date in it, where only the runs count.
    ///
    /// - Parameter older: older sets; the follow-ups of their runs are left out if they hold.
    private func shopView(_ closed: ClosedDays, beside older: OlderReports? = nil) throws -> ShopView {
        var view = ShopView()
        var (shop, name) = ReportFolder.split(try ReportFolder.resolved(environment.path(shownFolder)))
        let isOfDate = CalendarDay(name) != nil
        if isOfDate { (shop, name) = ReportFolder.split(shop) }
        guard name == ReportSearch.folderName else { return view }
        let search = UnresolvedFileSearch(
            root: try OpenFolder(root: shop), now: environment.now(), cancellation: environment.cancellation,
            localTimeAt: environment.localTimeAt)
        var status = ShopStatus(.folder(shop), at: environment.now(), maxAgeSeconds: 0)
        do {
            let file = try LedgerFile(LedgerRequest(path: "\(shop)/\(LedgerRequest.shopPath)"), in: environment)
            if try !file.isBlank(), case let ledger = try file.open(.read), try !ledger.isNew() {
                try ledger.read { snapshot in
                    let besideOlder = try older?.followUps(in: snapshot)
                    view.olderHold = besideOlder != nil
                    view.followUps = try besideOlder ?? snapshot.followUps()
                    if isOfDate { return }
                    let settled = try snapshot.lastRun() - OlderReports.newestMin
                    if settled > 0 { view.settled = (settled, try snapshot.state(upTo: settled)) }
                    let last = environment.lastDay
                    let days = try snapshot.businessDays(back: ClosedDays.windowDays, from: last).dates
                    status.daysWithoutRun = closed.daysWithoutRun(between: days, upTo: last)
                    status.files = try search.files(snapshot.standingInputs)
                }
            }
        } catch {
            if case BatchError.interrupted = error { throw error }
        }
        if isOfDate { return view }
        if status.files == nil { status.files = try search.files { [] } }
        view.status = status
        return view
    }

    /// The tasks in the shop apart from open rows, as sentences.
    private func tasks(of status: ShopStatus?, _ language: MessageLanguage) -> [String] {
        guard let status else { return [] }
        let wording = StatusMessages(language) { moment in
            UTCMoment.seconds(of: moment).map { environment.localTimeAt($0) } ?? moment
        }
        return status.standingReasons.map(wording.sentence)
    }
}

/// The update of the index of a folder of reports after a new set.
///
/// The reports stay in place whatever the result: an error is reported and changes nothing.
struct IndexRenewal {
    let environment: Environment
    let language: MessageLanguage
    let closed: ClosedDays
    /// Whether to wait until the disk has it.
    let isDurable: Bool
    let listener: any NoticeListener

    /// Makes the indexes of the folders that a set counts in: the one that it lies in, and where that is called by a
    /// date, the one above.
    ///
    /// - Parameters:
    ///   - reports: the folder of the set, as its user named it.
    ///   - isWanted: whether the folder furthest out gets one if it has none.
    func renew(around reports: String, isWanted: Bool) {
        let folders = Self.folders(around: reports, in: environment)
        for (place, folder) in folders.enumerated() {
            renew(folder, isWanted: isWanted && place == folders.count - 1)
        }
    }

    /// Makes the index of a folder.
    ///
    /// - Parameter isWanted: whether it gets one if it has none.
    func renew(_ folder: String, isWanted: Bool) {
        let index = FolderIndex(shownFolder: folder, environment: environment)
        do {
            guard let isThere = try index.isThere() else {
                if isWanted { throw BatchError.indexNotOurs(path: index.shownPath) }
                return
            }
            if isThere || isWanted { try index.make(language, closed, durable: isDurable) }
        } catch {
            if isWanted || !isUnreadable(error) { tell(error, index) }
        }
    }

    /// Whether an error says that the folder cannot be read.
    private func isUnreadable(_ error: any Error) -> Bool {
        if case BatchError.unreadable = error { true } else { false }
    }

    private func tell(_ error: any Error, _ index: FolderIndex) {
        switch error {
        case BatchError.indexNotOurs(let path): listener.notice(.indexNotOurs(path: path))
        // The folder is itself a set of reports. It gets no index, and that is not an error here.
        case BatchError.indexInReports: break
        case let error as BatchError: listener.notice(.indexLost(path: index.shownPath, errno: error.systemErrno))
        default: listener.notice(.indexLost(path: index.shownPath, errno: nil))
        }
    }

    /// The folders around a set, from within.
    private static func folders(around reports: String, in environment: Environment) -> [String] {
        guard let real = try? ReportFolder.resolved(environment.path(reports)) else { return [] }
        let inner = ReportFolder.split(real).parent
        let (outer, name) = ReportFolder.split(inner)
        let folders = CalendarDay(name) == nil ? [inner] : [inner, outer]
        return folders.enumerated().map { depth, folder in shown(reports, up: depth + 1, real: folder, environment) }
    }

    /// A folder as its user would call it, if that leads there.
    private static func shown(_ reports: String, up levels: Int, real: String, _ environment: Environment) -> String {
        var shown = reports
        for _ in 0..<levels { shown = ReportFolder.split(shown).parent }
        return (try? ReportFolder.resolved(environment.path(shown))) == real ? shown : real
    }
}

extension Shop {
    /// Updates the index of the reports beside a ledger, if it exists, when the ledger has changed what is open.
    func renewIndex(beside file: LedgerFile, _ settings: IndexSettings?, telling listener: any NoticeListener) {
        guard let settings else { return }
        IndexRenewal(
            environment: environment, language: settings.language, closed: settings.closed, isDurable: true,
            listener: listener
        ).renew(file.reportsFolder, isWanted: false)
    }
}
