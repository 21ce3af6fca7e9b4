internal import JuiceBatch
package import JuiceReports

/// The rules by which a shop or chain needs attention.
extension ShopStatus {
    /// The number of seconds by which a recorded time may be in the future, since clocks differ.
    private static let skewSecondsMax = 300

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
            return [.clockBack(nightlyRun.lastTime)]
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
        return !files.contains { $0.place == .failed }
    }

    /// The reasons that follow from the last run of a ledger alone.
    private var reasonsOfLastRun: [StatusReason] {
        guard let run = lastRun else { return [.noRun] }
        if let timestamp = recordedAhead { return [.clockBack(timestamp)] }
        return ageSeconds(of: run.recordedAt).map { $0 > maxAgeSeconds ? [.runLate(ageSeconds: $0)] : [] }
            ?? [.clockBack(run.recordedAt)]
    }
}
