internal import JuiceBatch
package import JuiceReports

/// Which of what is known of a shop is a reason to look at it.
package enum StatusRules {
    /// How far a clock may be behind the one that wrote a record, in seconds.
    private static let skewSecondsMax = 300

    /// The reasons, the most urgent first.
    ///
    /// - Parameter failOn: what besides nights, ledger and counter is one.
    package static func reasons(of status: ShopStatus, failOn: FailOn) -> [StatusReason] {
        var reasons: [StatusReason] = []
        if !status.hasLedger && status.showsRuns { reasons.append(.ledgerMissing) }
        switch status.place {
        case .folder: reasons += nights(status)
        case .ledger: reasons += runs(status)
        }
        reasons += status.standingReasons
        if let shift = status.shift, isLate(shift.openedAt, status) {
            reasons.append(.counterOpen(since: shift.openedAt))
        }
        if let ahead = status.ahead { reasons.append(.businessDayAhead(ahead)) }
        guard failOn != .none else { return reasons }
        if !status.unplaced.isEmpty { reasons.append(.reportsUnplaced(status.unplaced)) }
        if let open = status.open, open.rejected > 0 { reasons.append(.rowsRejected(open.rejected)) }
        guard failOn == .shortage else { return reasons }
        if let open = status.open, open.short > 0 { reasons.append(.rowsShort(open.short)) }
        if let tomorrow = status.tomorrow, !tomorrow.missing.isEmpty {
            reasons.append(.stockBelowNeed(date: tomorrow.date, tomorrow.missing))
        }
        return reasons
    }

    private static func nights(_ status: ShopStatus) -> [StatusReason] {
        guard let night = status.night else { return [.noNight] }
        guard let age = status.ageSeconds(of: night.at), age >= -skewSecondsMax else { return [.clockBack(night.at)] }
        var reasons: [StatusReason] = []
        if age > status.maxAgeSeconds { reasons.append(.nightLate(ageSeconds: age)) }
        if night.isCutShort { reasons.append(.nightCutShort(beganAt: night.record.beganAt)) }
        let causes = (night.record.exitStatus?.reasons ?? []).filter { !isDealtWith($0, status) }
        if causes.contains(where: { $0 != .filesMissing && !NightRecord.isGood($0) }) {
            reasons.append(.nightFailed(night.record.exitStatus ?? .done))
        }
        if causes.contains(.filesMissing) { reasons.append(.filesMissing(files: night.record.files)) }
        if let run = status.lastRun, let age = status.ageSeconds(of: run.recordedAt), age < -skewSecondsMax {
            reasons.append(.clockBack(run.recordedAt))
        }
        return reasons
    }

    /// Whether a reason is no more than that files were refused, and none of those is left.
    private static func isDealtWith(_ reason: ExitReason, _ status: ShopStatus) -> Bool {
        let ofFiles: [ExitReason] = [.inputRefused, .tooManyRejected, .earlierRefused, .inputOutgrown]
        guard ofFiles.contains(reason), let files = status.files else { return false }
        return !files.contains { $0.place.name == "failed" }
    }

    private static func runs(_ status: ShopStatus) -> [StatusReason] {
        guard let run = status.lastRun else { return [.noRun] }
        guard let age = status.ageSeconds(of: run.recordedAt), age >= -skewSecondsMax else {
            return [.clockBack(run.recordedAt)]
        }
        return age > status.maxAgeSeconds ? [.runLate(ageSeconds: age)] : []
    }

    private static func isLate(_ moment: String, _ status: ShopStatus) -> Bool {
        status.ageSeconds(of: moment).map { $0 > status.maxAgeSeconds } ?? false
    }
}
