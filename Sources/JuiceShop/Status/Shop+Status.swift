internal import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
package import JuiceReports

/// Collects the state of a shop from its folder, ledger and reports.
struct StatusSearch {
    let request: StatusRequest
    let environment: Environment
    /// The state of a shop of a chain, without its ledger and reports; nil for a shop that belongs to no chain.
    var known: ShopStatus?

    /// Returns the complete state of the shop after a nightly run that has just ended; nil to read its record.
    func status(after nightlyRun: NightlyState? = nil) throws -> ShopStatus {
        var status = try nightlyRuns(after: nightlyRun)
        let folder = try request.folder.map { try OpenFolder(root: environment.path($0)) }
        // A nightly run has already verified the ledger.
        try readLedger(in: folder, isVerified: nightlyRun != nil, into: &status)
        if status.files == nil, let folder {
            status.files = try UnresolvedFileSearch(root: folder, environment: environment).files { [] }
        }
        if status.lastRun == nil, let folder {
            // As in a nightly run, a ledger without runs counts as missing if there is evidence of runs.
            status.showsRuns = try folder.evidenceOfRuns(environment.cancellation) != nil
            if status.showsRuns { status.hasLedger = false }
        }
        status.reasons = status.reasons(failOn: request.failOn)
        return status
    }

    /// Returns the part of the state that needs neither the ledger nor the reports.
    func nightlyRuns(after nightlyRun: NightlyState? = nil) throws -> ShopStatus {
        if let known { return known }
        let real = try ReportFolder.resolved(environment.path(request.folder ?? request.ledger.path))
        var status = ShopStatus(
            request.folder == nil ? .ledger(real) : .folder(real), at: environment.now(),
            maxAgeSeconds: request.maxAgeSeconds)
        guard let path = request.folder else { return status }
        let folder = try OpenFolder(root: environment.path(path))
        status.nightlyRun =
            try nightlyRun ?? folder.lastNightlyRun { FileLock.isNightlyRunActive(in: environment.path(path)) }
        return status
    }

    /// Adds the state of the ledger, if there is one, and verifies it unless that has just been done.
    private func readLedger(in folder: OpenFolder?, isVerified: Bool, into status: inout ShopStatus) throws {
        let file = try LedgerFile(request.ledger, in: environment)
        // A ledger that the request names must exist.
        if request.folder != nil, try file.isBlank() { return }
        let identity = file.identity
        let ledger = try file.open(.read)
        try ledger.refuseHardLinks()
        if request.folder != nil, try ledger.isNew() { return }
        let menu = try environment.menu(at: request.menu).menu
        try ledger.read { snapshot in
            try file.runLog.check(snapshot)
            // With this identity before opening and within the transaction, SQLite reads the verified content.
            let verified = status.nightlyRun?.verifiedLedger
            let isKnown = verified != nil && verified == identity && verified == file.identity
            if !isVerified && !isKnown { _ = try snapshot.verify() }
            let runs = try snapshot.runsSinceInputs()
            (status.lastRun, status.laterRuns) = (runs.last, runs.dropLast().reversed())
            status.misplaced = try snapshot.misplacedReports()
            if let folder {
                status.misplaced += try folder.deletedReports(snapshot, excluding: status.misplaced)
            }
            status.shift = try snapshot.shift()
            status.undescribed = try snapshot.undescribedInputs(since: status.nightlyRun?.beganAt)
            try status.addIssues(of: snapshot, request.closed, in: folder, environment)
            let stock = try snapshot.opening(menu: menu, given: menu.fruits.map { _ in 0 }, isGiven: false)
            let plan = BuyingPlan(try snapshot.demandHistory(menu: menu), menu: menu, stock: stock)
            if let plan, let day = plan.days.first {
                let missing = plan.lines.filter { $0.buy > 0 }.map { FruitStock(fruit: $0.fruit, pieces: $0.buy) }
                status.nextDayNeeds = (day.date, missing)
            }
            status.open = try snapshot.openRows().values.reduce(into: OpenRows()) { $0.add($1) }
        }
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

/// The rules by which a shop or chain needs attention.
extension ShopStatus {
    /// The number of seconds by which a recorded time may be in the future, since clocks differ.
    private static let skewSecondsMax = 300

    /// Adds the issues that a ledger shows: days without a run and, given the shop's folder, unresolved files.
    mutating func addIssues(
        of snapshot: LedgerSnapshot, _ closed: ClosedDays, in folder: OpenFolder?, _ environment: Environment
    ) throws {
        let last = environment.latestBusinessDayAllowed
        let today = CalendarDay(environment.today)
        businessDays = try snapshot.businessDays(back: ClosedDays.windowDays, from: last)
        let days = businessDays.dates(upTo: last)
        // A run that was reversed because its day had been mistyped is not missing on a day to come.
        let reversed = try snapshot.reversedDays(since: days.max()?.minus(ClosedDays.windowDays))
            .filter { day in today.map { day <= $0 } ?? false }
        daysWithoutRun = closed.daysWithoutRun(between: days, reversed: reversed)
        hasLedger = true
        files = try folder.map {
            try UnresolvedFileSearch(root: $0, environment: environment).files(snapshot.unreversedInputs)
        }
    }

    /// The reasons for attention, the most urgent first; `failOn` selects rows that need it, too.
    package func reasons(failOn: FailOn) -> [StatusReason] {
        var reasons: [StatusReason] = []
        if !hasLedger && showsRuns { reasons.append(.ledgerMissing) }
        switch location {
        case .folder, .chain: reasons += reasonsOfNightlyRun
        case .ledger: reasons += reasonsOfLastRun
        }
        reasons += openIssueReasons
        if let shift, let age = ageSeconds(of: shift.openedAt), age > maxAgeSeconds {
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

    private var reasonsOfNightlyRun: [StatusReason] {
        // A closed shop is not expected to have runs.
        if closedSince != nil { return [] }
        guard let nightlyRun else { return [.noNightlyRun] }
        guard let age = ageSeconds(of: nightlyRun.lastTime), age >= -Self.skewSecondsMax else {
            return [.clockWrong(nightlyRun.lastTime)]
        }
        var reasons: [StatusReason] = []
        if age > maxAgeSeconds { reasons.append(.nightlyRunLate(ageSeconds: age)) }
        if nightlyRun.wasInterrupted { reasons.append(.nightlyRunInterrupted(beganAt: nightlyRun.beganAt)) }
        if let run = chainRun {
            var problems = run.problems
            switch run.state {
            case .notRun: reasons.append(.shopNotRun(date: run.date))
            case .missing:
                reasons.append(.filesMissing(files: 0))
                problems = []
            case nil, .failed, .refused, .rejected, .done:
                problems.removeAll { $0.reason.map(isResolved) ?? true }
            }
            if !problems.isEmpty { reasons.append(.chainProblems(problems.map(\.line))) }
        }
        // The exit status of a chain's run as a whole says nothing about a single shop.
        let ended = chainRun?.state == nil ? nightlyRun.exitStatus : nil
        let causes = (ended?.reasons ?? []).filter { !isResolved($0) }
        if causes.contains(where: { $0 != .filesMissing && !NightlyState.isMinor($0) }) {
            reasons.append(.nightlyRunFailed(ended ?? .done))
        }
        if causes.contains(.filesMissing) { reasons.append(.filesMissing(files: nightlyRun.files)) }
        if let timestamp = recordedAhead { reasons.append(.clockWrong(timestamp)) }
        return reasons
    }

    /// The time of the ledger's last run if it is in the future or no valid time; nil otherwise.
    private var recordedAhead: String? {
        guard let run = laterRuns.last ?? lastRun else { return nil }
        if let age = ageSeconds(of: run.recordedAt), age >= -Self.skewSecondsMax { return nil }
        return run.recordedAt
    }

    /// Whether a reason only reports refused files, and none of those is left.
    private func isResolved(_ reason: ExitReason) -> Bool {
        let ofFiles: [ExitReason] = [.inputRefused, .tooManyRejected, .earlierRefused, .inputOutgrown]
        guard ofFiles.contains(reason), let files = unresolvedFiles else { return false }
        return !files.contains { $0.place == .failed }
    }

    /// The reasons that follow from the last run of a ledger alone.
    private var reasonsOfLastRun: [StatusReason] {
        guard let run = lastRun else { return [.noRun] }
        if let timestamp = recordedAhead { return [.clockWrong(timestamp)] }
        return ageSeconds(of: run.recordedAt).map { $0 > maxAgeSeconds ? [.runLate(ageSeconds: $0)] : [] }
            ?? [.clockWrong(run.recordedAt)]
    }
}
