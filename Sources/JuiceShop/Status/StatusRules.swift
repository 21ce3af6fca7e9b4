internal import JuiceBatch
package import JuiceReports

/// The rules by which a shop or chain needs attention, given its state.
package enum StatusRules {
    /// The number of seconds by which a recorded time may be in the future, since clocks differ.
    private static let skewSecondsMax = 300

    /// The reasons for attention, the most urgent first.
    ///
    /// - Parameter failOn: the rows that need attention, in addition to problems of nightly runs, ledger and counter.
    package static func reasons(of status: ShopStatus, failOn: FailOn) -> [StatusReason] {
        var reasons: [StatusReason] = []
        if !status.hasLedger && status.showsRuns { reasons.append(.ledgerMissing) }
        switch status.location {
        case .folder, .chain: reasons += reasonsOfNightlyRun(status)
        case .ledger: reasons += reasonsOfLastRun(status)
        }
        reasons += status.openIssueReasons
        if let shift = status.shift, isLate(shift.openedAt, status) {
            reasons.append(.counterOpen(since: shift.openedAt))
        }
        if let ahead = status.ahead { reasons.append(.businessDayAhead(ahead)) }
        for member in status.members { reasons += member.status.reasons.map { .shop(member.name, $0) } }
        guard failOn != .none else { return reasons }
        if let rows = status.chainRun?.rowsWithoutShop, rows > 0 { reasons.append(.rowsWithoutShop(rows)) }
        if !status.misplaced.isEmpty { reasons.append(.reportsMisplaced(status.misplaced)) }
        if let open = status.open, open.rejected > 0 { reasons.append(.rowsRejected(open.rejected)) }
        guard failOn == .shortage else { return reasons }
        if let open = status.open, open.short > 0 { reasons.append(.rowsShort(open.short)) }
        if let nextDayNeeds = status.nextDayNeeds, !nextDayNeeds.missing.isEmpty {
            reasons.append(.stockBelowNeed(date: nextDayNeeds.date, nextDayNeeds.missing))
        }
        return reasons
    }

    /// The kinds of reasons that concern the chain's run as a whole, and not a single shop.
    static let ofChain: Set<String> = ["no_night", "night_late", "night_cut_short", "clock_back"]

    /// The reasons that follow from the last run of a chain, for the chain itself or for one of its shops.
    private static func reasonsOfChainRun(_ run: ShopStatus.ChainRun, _ status: ShopStatus) -> [StatusReason] {
        let open = run.problems.filter { problem in problem.reason.map { !isResolved($0, status) } ?? false }
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
    private static func reasonsOfNightlyRun(_ status: ShopStatus) -> [StatusReason] {
        // A closed shop is not expected to have runs.
        if status.closedSince != nil { return [] }
        guard let nightlyRun = status.nightlyRun else { return [.noNightlyRun] }
        guard let age = status.ageSeconds(of: nightlyRun.lastTime), age >= -skewSecondsMax else {
            return [.clockBack(nightlyRun.lastTime)]
        }
        var reasons: [StatusReason] = []
        if age > status.maxAgeSeconds { reasons.append(.nightlyRunLate(ageSeconds: age)) }
        if nightlyRun.wasInterrupted { reasons.append(.nightlyRunInterrupted(beganAt: nightlyRun.record.beganAt)) }
        if let run = status.chainRun { reasons += reasonsOfChainRun(run, status) }
        // The exit status of a chain's run as a whole says nothing about a single shop.
        let ended = status.chainRun?.state == nil ? nightlyRun.record.exitStatus : nil
        let causes = (ended?.reasons ?? []).filter { !isResolved($0, status) }
        if causes.contains(where: { $0 != .filesMissing && !NightlyState.isMinor($0) }) {
            reasons.append(.nightlyRunFailed(ended ?? .done))
        }
        if causes.contains(.filesMissing) { reasons.append(.filesMissing(files: nightlyRun.record.files)) }
        if let timestamp = recordedAhead(status) { reasons.append(.clockBack(timestamp)) }
        return reasons
    }

    /// The time of the ledger's last run if it is in the future; nil otherwise.
    private static func recordedAhead(_ status: ShopStatus) -> String? {
        guard let run = status.laterRuns.last ?? status.lastRun else { return nil }
        let age = status.ageSeconds(of: run.recordedAt)
        return age.map { $0 >= -skewSecondsMax } ?? false ? nil : run.recordedAt
    }

    /// Whether a reason only reports refused files, and none of those is left.
    private static func isResolved(_ reason: ExitReason, _ status: ShopStatus) -> Bool {
        let ofFiles: [ExitReason] = [.inputRefused, .tooManyRejected, .earlierRefused, .inputOutgrown]
        guard ofFiles.contains(reason), let files = status.unresolvedFiles else { return false }
        return !files.contains { $0.location.name == "failed" }
    }

    /// The reasons that follow from the last run of a ledger alone.
    private static func reasonsOfLastRun(_ status: ShopStatus) -> [StatusReason] {
        guard let run = status.lastRun else { return [.noRun] }
        if let timestamp = recordedAhead(status) { return [.clockBack(timestamp)] }
        return status.ageSeconds(of: run.recordedAt).map { $0 > status.maxAgeSeconds ? [.runLate(ageSeconds: $0)] : [] }
            ?? [.clockBack(run.recordedAt)]
    }

    /// Whether a time is longer ago than the maximum age.
    private static func isLate(_ timestamp: String, _ status: ShopStatus) -> Bool {
        status.ageSeconds(of: timestamp).map { $0 > status.maxAgeSeconds } ?? false
    }
}
