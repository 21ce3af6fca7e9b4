internal import Glibc
internal import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
package import JuiceReports

extension Shop {
    /// The local time for a UTC time, such as `2026-11-20 18:30:05`; the given text if it is not a valid time.
    package func localTime(of timestamp: String) -> String {
        utcSeconds(of: timestamp).map { environment.localTimeAt($0) } ?? timestamp
    }
}

/// Collects the state of a shop from its folder, ledger and reports.
struct StatusSearch {
    /// The state of a shop as a member of its chain.
    ///
    /// `nightlyRun` is the last run of the chain, if there was one, and `run` its result for the shop, if the run's
    /// date is known. `menu` is the path of the menu in the shop's folder, which is used even if the settings do not
    /// mention it. `closedSince` is the first business day on which the shop is closed; nil if it is open.
    typealias ChainMembership = (
        nightlyRun: NightlyState?, run: ShopStatus.ChainRun?, menu: String?, closedSince: String?
    )

    let request: StatusRequest
    let environment: Environment
    /// The shop's state in its chain; nil for a shop that belongs to no chain.
    var membership: ChainMembership?

    /// Returns the complete state of the shop.
    ///
    /// - Parameter nightlyRun: the record of a nightly run that has just ended; nil to read it from the shop's folder.
    func status(after nightlyRun: NightlyState? = nil) throws -> ShopStatus {
        var status = try nightlyRuns(after: nightlyRun)
        // A nightly run has already verified the ledger.
        try readLedger(isVerified: nightlyRun != nil, into: &status)
        if !status.hasLedger { status.open = try openRows(nil) }
        if status.files == nil, let folder = try shopFolder() {
            status.files = try UnresolvedFileSearch(in: folder, environment).files { [] }
        }
        if status.lastRun == nil, let folder = try shopFolder() {
            // As in a nightly run, a ledger without runs counts as missing if there is evidence of runs.
            status.showsRuns = try folder.evidenceOfRuns(environment.cancellation) != nil
            if status.showsRuns { status.hasLedger = false }
        }
        status.reasons = status.reasons(failOn: request.failOn)
        return status
    }

    /// Returns the part of the state that needs neither the ledger nor the reports.
    func nightlyRuns(after nightlyRun: NightlyState? = nil) throws -> ShopStatus {
        var status = ShopStatus(
            try location(), at: environment.now(), maxAgeSeconds: request.maxAgeSeconds)
        guard let path = request.folder else { return status }
        if let membership {
            (status.nightlyRun, status.chainRun, status.closedSince) = (
                membership.nightlyRun, membership.run, membership.closedSince
            )
            return status
        }
        let folder = try OpenFolder(root: environment.path(path))
        if let nightlyRun {
            status.nightlyRun = nightlyRun
        } else {
            status.nightlyRun = try folder.lastNightlyRun {
                FileLock.isNightlyRunActive(in: environment.path(path))
            }
        }
        return status
    }

    /// The shop's folder; nil if the request names only a ledger.
    private func shopFolder() throws(BatchError) -> OpenFolder? {
        try request.folder.map { path throws(BatchError) in try OpenFolder(root: environment.path(path)) }
    }

    /// The requested location with its real path.
    private func location() throws(BatchError) -> ShopStatus.Location {
        if let path = request.folder { return .folder(try ReportFolder.resolved(environment.path(path))) }
        return .ledger(try ReportFolder.resolved(environment.path(request.ledger.path)))
    }

    /// Adds the state of the ledger, if there is one.
    ///
    /// - Parameter isVerified: whether the ledger has just been verified, which is not repeated then.
    private func readLedger(isVerified: Bool, into status: inout ShopStatus) throws {
        let file = try LedgerFile(request.ledger, in: environment)
        // A ledger that the request names must exist.
        if request.folder != nil, try file.isBlank() { return }
        let identity = file.identity
        let ledger = try file.open(.read)
        if request.folder != nil, try ledger.isNew() { return }
        let menu = try environment.menu(at: request.menu ?? membership?.menu).menu
        let folder = try shopFolder()
        try ledger.read { snapshot in
            try file.runLog.check(snapshot)
            // If the file had this identity before it was opened and has it within the transaction, SQLite reads the
            // verified content.
            let verified = status.nightlyRun?.verifiedLedger
            let isKnown = verified != nil && verified == identity && verified == file.identity
            if !isVerified && !isKnown { _ = try snapshot.verify() }
            status.hasLedger = true
            let runs = try snapshot.runsSinceInputs()
            (status.lastRun, status.laterRuns) = (runs.last, runs.dropLast().reversed())
            status.misplaced = try snapshot.misplacedReports()
            if let folder {
                status.misplaced += try folder.deletedReports(snapshot, excluding: status.misplaced)
            }
            status.shift = try snapshot.shift()
            status.undescribed = try snapshot.undescribedInputs(since: status.nightlyRun?.beganAt)
            let businessDays = try snapshot.businessDays(back: ClosedDays.windowDays, from: environment.lastDay)
            status.businessDays = businessDays
            status.daysWithoutRun = try request.closed.daysWithoutRun(in: snapshot, businessDays, environment)
            status.files = try folder.map {
                try UnresolvedFileSearch(in: $0, environment).files(snapshot.unreversedInputs)
            }
            status.nextDayNeeds = try nextDayNeeds(snapshot, menu)
            status.open = try openRows(snapshot)
        }
    }

    /// The pieces of fruit that must be bought for the next day; nil if the ledger has no demand to plan from.
    private func nextDayNeeds(
        _ snapshot: LedgerSnapshot, _ menu: Menu
    ) throws -> (date: CalendarDay, missing: [FruitStock])? {
        let stock = try snapshot.opening(menu: menu, given: menu.fruits.map { _ in 0 }, isGiven: false)
        guard let plan = BuyingPlan(try snapshot.demandHistory(menu: menu), menu: menu, stock: stock),
            let day = plan.days.first
        else { return nil }
        return (day.date, plan.lines.filter { $0.buy > 0 }.map { FruitStock(fruit: $0.fruit, pieces: $0.buy) })
    }

    /// The open rows according to the reports and the ledger; nil if there is no folder of reports.
    private func openRows(_ snapshot: LedgerSnapshot?) throws -> FolderIndexModel.OpenRows? {
        let base =
            try request.folder
            ?? ReportFolder.split(ReportFolder.resolved(environment.path(request.ledger.path))).parent
        let reports = try reportsFolder(in: base)
        if let reports, let snapshot, let open = try openRows(in: reports, besideOlder: snapshot) { return open }
        let followUps = try snapshot?.followUps() ?? []
        let index = try ReportIndex(of: reports, followUps: followUps, cancellation: environment.cancellation)
        return reports == nil && (followUps.isEmpty || index.isIncomplete) ? nil : try index.openRows()
    }

    /// Opens the folder of reports within a folder; nil if there is none.
    private func reportsFolder(in folder: String) throws(BatchError) -> OpenFolder? {
        do throws(BatchError) {
            return try OpenFolder(root: environment.path("\(folder)/\(ReportSearch.folderName)"))
        } catch .unreadable(_, let errno) where [ENOENT, ENOTDIR].contains(errno) {
            return nil
        }
    }

    /// The open rows, without reading older sets; nil if they must be read.
    private func openRows(
        in reports: OpenFolder, besideOlder snapshot: LedgerSnapshot
    ) throws -> FolderIndexModel.OpenRows? {
        let cancellation = environment.cancellation
        let cache = try ReportCache(in: reports, name: ReportCache.newestName, cancellation: cancellation)
        guard let followUps = try cache.older?.followUps(in: snapshot) else { return nil }
        return try ReportIndex(of: reports, cache, followUps: followUps, cancellation: cancellation)
            .openRowsWithoutOlder()
    }
}

/// A request for the state of a shop.
package struct StatusRequest: Sendable {
    /// The default for `maxAgeSeconds`: 26 hours.
    package static let maxAgeSecondsUsual = 26 * 3_600

    /// The shop's folder with its nightly runs; nil for a ledger alone, with the folder of reports beside it.
    package var folder: String?
    /// The ledger, which need not exist in a folder.
    package var ledger: LedgerRequest
    /// The menu file; nil for the built-in menu.
    package var menu: String?
    /// The maximum age in seconds of the last nightly run or, for a ledger alone, of its last run.
    package var maxAgeSeconds = maxAgeSecondsUsual
    /// Days on which the shop is closed.
    package var closed = ClosedDays()
    /// The rows that need attention, in addition to problems of nightly runs, ledger and counter.
    package var failOn = FailOn.rejected
    /// The language of messages about the chain that the shop belongs to.
    package var language = MessageLanguage.korean

    /// Creates a request for a folder or a ledger alone, with defaults for everything else.
    package init(folder: String? = nil, ledger: LedgerRequest) {
        self.folder = folder
        self.ledger = ledger
    }
}

extension ClosedDays {
    /// The open days without a run, according to the ledger.
    ///
    /// - Parameter days: the business days that have a run.
    func daysWithoutRun(
        in snapshot: LedgerSnapshot, _ days: BusinessDays, _ environment: Environment
    ) throws -> [CalendarDay] {
        let today = CalendarDay(environment.today)
        // A run that was reversed because its day had been mistyped is not missing on a day to come.
        let reversed = try snapshot.reversedDays(since: days.dates.max()?.minus(Self.windowDays))
            .filter { day in today.map { day <= $0 } ?? false }
        return daysWithoutRun(between: days.dates, reversed: reversed, upTo: environment.lastDay)
    }
}

/// The rules by which a shop or chain needs attention.
extension ShopStatus {
    /// The number of seconds by which a recorded time may be in the future, since clocks differ.
    private static let skewSecondsMax = 300

    /// The reasons for attention, the most urgent first.
    ///
    /// - Parameter failOn: the rows that need attention, in addition to problems of nightly runs, ledger and counter.
    package func reasons(failOn: FailOn) -> [StatusReason] {
        var reasons: [StatusReason] = []
        if !hasLedger && showsRuns { reasons.append(.ledgerMissing) }
        switch location {
        case .folder, .chain: reasons += reasonsOfNightlyRun
        case .ledger: reasons += reasonsOfLastRun
        }
        reasons += openIssueReasons
        if let shift, isLate(shift.openedAt) {
            reasons.append(.counterOpen(since: shift.openedAt))
        }
        if !businessDays.runsDatedAhead.isEmpty { reasons.append(.businessDayAhead(businessDays)) }
        for member in members { reasons += member.status.reasons.map { .shop(member.name, $0) } }
        guard failOn != .none else { return reasons }
        if let rows = chainRun?.rowsWithoutShop, rows > 0 { reasons.append(.rowsWithoutShop(rows)) }
        if !misplaced.isEmpty { reasons.append(.reportsMisplaced(misplaced)) }
        if let open, open.rejected > 0 { reasons.append(.rowsRejected(open.rejected)) }
        guard failOn == .shortage else { return reasons }
        if let open, open.short > 0 { reasons.append(.rowsShort(open.short)) }
        if let nextDayNeeds, !nextDayNeeds.missing.isEmpty {
            reasons.append(.stockBelowNeed(date: nextDayNeeds.date, nextDayNeeds.missing))
        }
        return reasons
    }

    /// The kinds of reasons that concern the chain's run as a whole, and not a single shop.
    static let kindsOfChain: Set<String> = ["no_night", "night_late", "night_cut_short", "clock_back"]

    /// The reasons that follow from the last run of a chain, for the chain itself or for one of its shops.
    private func reasonsOfChainRun(_ run: ChainRun) -> [StatusReason] {
        let open = run.problems.filter { problem in problem.reason.map { !isResolved($0) } ?? false }
        let problems: [StatusReason] = open.isEmpty ? [] : [.chainProblems(open.map(\.line))]
        return switch run.state {
        case .notRun where !run.problems.isEmpty:
            [.shopNotRun(date: run.date), .chainProblems(run.problems.map(\.line))]
        case .notRun: [.shopNotRun(date: run.date)]
        case .missing: [.filesMissing(files: 0)]
        case nil, .failed, .refused, .rejected, .done: problems
        }
    }

    /// The reasons that follow from the last nightly run.
    private var reasonsOfNightlyRun: [StatusReason] {
        // A closed shop is not expected to have runs.
        if closedSince != nil { return [] }
        guard let nightlyRun else { return [.noNightlyRun] }
        guard let age = ageSeconds(of: nightlyRun.lastTime), age >= -Self.skewSecondsMax else {
            return [.clockBack(nightlyRun.lastTime)]
        }
        var reasons: [StatusReason] = []
        if age > maxAgeSeconds { reasons.append(.nightlyRunLate(ageSeconds: age)) }
        if nightlyRun.wasInterrupted { reasons.append(.nightlyRunInterrupted(beganAt: nightlyRun.beganAt)) }
        if let run = chainRun { reasons += reasonsOfChainRun(run) }
        // The exit status of a chain's run as a whole says nothing about a single shop.
        let ended = chainRun?.state == nil ? nightlyRun.exitStatus : nil
        let causes = (ended?.reasons ?? []).filter { !isResolved($0) }
        if causes.contains(where: { $0 != .filesMissing && !NightlyState.isMinor($0) }) {
            reasons.append(.nightlyRunFailed(ended ?? .done))
        }
        if causes.contains(.filesMissing) { reasons.append(.filesMissing(files: nightlyRun.files)) }
        if let timestamp = recordedAhead { reasons.append(.clockBack(timestamp)) }
        return reasons
    }

    /// The time of the ledger's last run if it is in the future; nil otherwise.
    private var recordedAhead: String? {
        guard let run = laterRuns.last ?? lastRun else { return nil }
        let age = ageSeconds(of: run.recordedAt)
        return age.map { $0 >= -Self.skewSecondsMax } ?? false ? nil : run.recordedAt
    }

    /// Whether a reason only reports refused files, and none of those is left.
    private func isResolved(_ reason: ExitReason) -> Bool {
        let ofFiles: [ExitReason] = [.inputRefused, .tooManyRejected, .earlierRefused, .inputOutgrown]
        guard ofFiles.contains(reason), let files = unresolvedFiles else { return false }
        return !files.contains { $0.location.name == "failed" }
    }

    /// The reasons that follow from the last run of a ledger alone.
    private var reasonsOfLastRun: [StatusReason] {
        guard let run = lastRun else { return [.noRun] }
        if let timestamp = recordedAhead { return [.clockBack(timestamp)] }
        return ageSeconds(of: run.recordedAt).map { $0 > maxAgeSeconds ? [.runLate(ageSeconds: $0)] : [] }
            ?? [.clockBack(run.recordedAt)]
    }

    /// Whether a time is longer ago than the maximum age.
    private func isLate(_ timestamp: String) -> Bool {
        ageSeconds(of: timestamp).map { $0 > maxAgeSeconds } ?? false
    }
}
