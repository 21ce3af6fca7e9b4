internal import Glibc
internal import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
internal import JuiceReports

extension Shop {
    /// The local time for a UTC time, such as `2026-11-20 18:30:05`; the text itself if it is not a time.
    package func localTime(of moment: String) -> String {
        UTCMoment.seconds(of: moment).map { environment.localTimeAt($0) } ?? moment
    }
}

/// Gathers how a shop stands.
struct StatusSearch {
    /// The facts that a chain has about one of its shops.
    struct ShopInChain {
        /// The last run of the chain; nil if there was none.
        let night: ShopStatus.NightlyRun?
        /// The result of that run for the shop; nil if its date is unknown.
        let run: ShopStatus.ChainRun?
        /// The menu in the shop's folder, which holds whether or not the settings say so; nil if there is none.
        let menu: String?
        /// The first business day on which the shop is closed; nil of an open one.
        let closedSince: String?
    }

    private let request: StatusRequest
    private let environment: Environment
    /// The facts from the shop's chain; nil for a shop on its own.
    var inChain: ShopInChain?

    /// Creates a search that has read nothing yet.
    init(_ request: StatusRequest, in environment: Environment) {
        self.request = request
        self.environment = environment
    }

    /// Gathers the whole status of the shop.
    ///
    /// - Parameter night: the record of a nightly run that has just ended; nil to read the record in the shop's folder.
    func status(after night: NightlyState? = nil) throws -> ShopStatus {
        var status = try nights(after: night)
        // A nightly run has verified the ledger when it began.
        try look(at: ledger, isVerified: night != nil, into: &status)
        if !status.hasLedger { status.open = try openRows(nil) }
        if status.files == nil, let folder = try shopFolder() {
            status.files = try fileSearch(in: folder).files { [] }
        }
        if case .folder(let path, _) = request.place, status.lastRun == nil {
            let folder = try OpenFolder(root: environment.path(path))
            let evidence = AppliedEvidence(in: folder, cancellation: environment.cancellation)
            // As a night sees it: one without runs is none.
            status.showsRuns = try evidence.path() != nil
            if status.showsRuns { status.hasLedger = false }
        }
        status.reasons = StatusRules.reasons(of: status, failOn: request.failOn)
        return status
    }

    private func look(
        for search: UnresolvedFileSearch?, _ snapshot: LedgerSnapshot, into status: inout ShopStatus
    ) throws {
        let last = environment.lastDay
        let businessDays = try snapshot.businessDays(back: ClosedDays.windowDays, from: last)
        status.ahead = businessDays.ahead
        status.daysWithoutRun = request.closed.daysWithoutRun(between: businessDays.dates, upTo: last)
        status.files = try search?.files(snapshot.standingInputs)
    }

    /// Returns the part of the state that needs no ledger and no reports.
    func nights(after night: NightlyState? = nil) throws -> ShopStatus {
        var status = ShopStatus(
            try shownPlace(), at: environment.now(), maxAgeSeconds: request.maxAgeSeconds)
        guard case .folder(let path, _) = request.place else { return status }
        if let inChain {
            (status.night, status.chainRun, status.closedSince) = (inChain.night, inChain.run, inChain.closedSince)
            return status
        }
        let folder = try OpenFolder(root: environment.path(path))
        if let night {
            status.night = ShopStatus.NightlyRun(night, isAtWork: false)
        } else if let record = try NightlyStateFile(in: folder).lastKnown() {
            // The record comes first: a night that ends in between is not one that was cut short.
            let isAtWork = record.endedAt == nil && FileLock.isNightlyRunAtWork(in: environment.path(path))
            let last = NightlyStateFile(in: folder).last() ?? record
            status.night = ShopStatus.NightlyRun(last, isAtWork: isAtWork && last.endedAt == nil)
        }
        return status
    }

    /// The shop's folder; nil of a ledger alone.
    private func shopFolder() throws(BatchError) -> OpenFolder? {
        guard case .folder(let path, _) = request.place else { return nil }
        return try OpenFolder(root: environment.path(path))
    }

    private func fileSearch(in folder: OpenFolder) -> UnresolvedFileSearch {
        UnresolvedFileSearch(
            root: folder, now: environment.now(), cancellation: environment.cancellation,
            localTimeAt: environment.localTimeAt)
    }

    /// A folder in a folder; nil if there is none, or a file of that name.
    private func inner(_ name: String, of folder: String) throws(BatchError) -> OpenFolder? {
        do throws(BatchError) {
            return try OpenFolder(root: environment.path("\(folder)/\(name)"))
        } catch .unreadable(_, let errno) where [ENOENT, ENOTDIR].contains(errno) {
            return nil
        }
    }

    private var ledger: LedgerRequest {
        switch request.place {
        case .folder(_, let ledger), .ledger(let ledger): ledger
        }
    }

    private func shownPlace() throws(BatchError) -> ShopStatus.Place {
        switch request.place {
        case .folder(let path, _): .folder(try ReportFolder.resolved(environment.path(path)))
        case .ledger(let ledger): .ledger(try ReportFolder.resolved(environment.path(ledger.path)))
        }
    }

    private func look(at request: LedgerRequest, isVerified: Bool, into status: inout ShopStatus) throws {
        let file = try LedgerFile(request, in: environment)
        // One that is named has to be there.
        if case .folder = self.request.place, try file.isBlank() { return }
        let identity = file.identity
        let ledger = try file.open(.read)
        if case .folder = self.request.place, try ledger.isNew() { return }
        let menu = try environment.menu(at: self.request.menu ?? inChain?.menu).menu
        let folder = try shopFolder()
        try ledger.read { snapshot in
            try file.runLog.check(snapshot)
            // The same identity before the file was opened and within the transaction: SQLite reads just the verified content.
            let verified = status.night?.record.verifiedLedger
            let isKnown = verified != nil && verified == identity && verified == file.identity
            if !isVerified && !isKnown { _ = try snapshot.verify() }
            status.hasLedger = true
            let runs = try snapshot.runsSinceInputs()
            (status.lastRun, status.laterRuns) = (runs.last, runs.dropLast().reversed())
            status.unplaced = try snapshot.unplacedReports()
            if let folder {
                status.unplaced += try RemovedReports(in: folder).runs(snapshot, besides: status.unplaced)
            }
            status.shift = try snapshot.shift()
            status.undescribed = try snapshot.undescribedInputs(since: status.night?.record.beganAt)
            try look(for: folder.map(fileSearch), snapshot, into: &status)
            status.tomorrow = try tomorrow(snapshot, menu)
            status.open = try openRows(snapshot)
        }
    }

    private func tomorrow(_ snapshot: LedgerSnapshot, _ menu: Menu) throws -> ShopStatus.Tomorrow? {
        let stock = try snapshot.opening(menu: menu, given: menu.fruits.map { _ in 0 }, isAsked: false)
        guard let plan = BuyingPlan(try snapshot.demandHistory(menu: menu), menu: menu, stock: stock),
            let day = plan.days.first
        else { return nil }
        return ShopStatus.Tomorrow(
            date: day.date,
            missing: plan.lines.filter { $0.buy > 0 }.map { FruitStock(fruit: $0.fruit, pieces: $0.buy) })
    }

    /// The open rows according to the reports and the ledger; nil if they are unknown for lack of a folder of reports.
    private func openRows(_ snapshot: LedgerSnapshot?) throws -> FolderIndexModel.OpenRows? {
        let base: String
        switch request.place {
        case .folder(let path, _): base = path
        case .ledger(let ledger):
            base = ReportFolder.split(try ReportFolder.resolved(environment.path(ledger.path))).parent
        }
        let reports = try inner(ReportSearch.folderName, of: base)
        if let reports, let snapshot, let open = try openRows(in: reports, besideOlder: snapshot) { return open }
        let followUps = try snapshot?.followUps() ?? []
        let index = try ReportIndex(of: reports, followUps: followUps, cancellation: environment.cancellation)
        return reports == nil && (followUps.isEmpty || index.isIncomplete) ? nil : try index.openRows()
    }

    /// The open rows without a look at older sets; nil where they have to be looked at.
    private func openRows(
        in reports: OpenFolder, besideOlder snapshot: LedgerSnapshot
    ) throws -> FolderIndexModel.OpenRows? {
        let cancellation = environment.cancellation
        let cache = try ReportCache(in: reports, name: ReportCache.newestName, cancellation: cancellation)
        guard let followUps = try cache.older?.followUps(in: snapshot) else { return nil }
        return try ReportIndex(of: reports, cache, followUps: followUps, cancellation: cancellation)
            .openRowsBesideOlder()
    }
}

/// A request for the status of a shop.
package struct StatusRequest: Sendable {
    /// The location that is examined.
    package enum Place: Sendable {
        /// The folder of nightly runs, with the ledger in it.
        case folder(String, ledger: LedgerRequest)
        /// A ledger, with the folder of reports beside it, if there is one.
        case ledger(LedgerRequest)
    }

    /// The default maximum age of the last nightly run, in seconds: a day and two hours.
    package static let maxAgeSecondsUsual = 26 * 3_600

    package var place: Place
    /// The menu file; nil for the built-in menu.
    package var menu: String?
    /// The maximum age of the last nightly run, or run, in seconds.
    package var maxAgeSeconds = maxAgeSecondsUsual
    /// Days on which the shop is closed.
    package var closed = ClosedDays()
    /// The conditions that need attention, in addition to nightly runs, ledger and counter.
    package var failOn = FailOn.rejected

    /// Creates a request for a location, with defaults for the rest.
    package init(_ place: Place) {
        self.place = place
    }
}
