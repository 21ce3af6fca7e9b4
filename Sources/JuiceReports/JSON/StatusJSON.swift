internal import JuiceBatch

/// The output of `status --json`: the state of a shop.
package enum StatusJSON {
    /// Renders a status as JSON.
    ///
    /// - Parameter wording: the sentences for the reasons.
    package static func render(_ status: ShopStatus, _ wording: StatusMessages) -> String {
        object(status, wording).text
    }

    private static func object(_ status: ShopStatus, _ wording: StatusMessages) -> JSONValue {
        [
            "schema": 1, "at": status.at, "exit": status.exitStatus.code,
            "reasons": status.reasons.map { reason($0, wording) }, "max_age_seconds": status.maxAgeSeconds,
            "night": status.night.map { night($0, status) }, "run": status.lastRun.map { run($0, status) },
            "later_runs": status.laterRuns.map(later), "open": status.open.map(open),
            "tomorrow": status.tomorrow.map(tomorrow), "files": status.files.map { $0.map { file($0, status) } },
            "days_without_run": status.daysWithoutRun.map(\.text), "unplaced": status.unplaced.map(unplaced),
            "undescribed": status.undescribed.map { ["file": $0.name, "columns": $0.columns] as JSONValue },
            "counter": status.shift.map { counter($0, status) }, "chain_run": status.chainRun.map(chainRun),
            "shops": shops(status, wording),
        ]
    }

    private static func reason(_ reason: StatusReason, _ wording: StatusMessages) -> JSONValue {
        var shop: String?
        if case .shop(let name, _) = reason { shop = name }
        return ["kind": reason.kind, "shop": shop, "text": wording.sentence(reason)]
    }

    private static func chainRun(_ run: ShopStatus.ChainRun) -> JSONValue {
        ["date": run.date, "state": run.state, "problems": run.problems.map(\.line)]
    }

    /// The status of each shop of a chain, in the form of a single shop's status; nil for a shop.
    private static func shops(_ status: ShopStatus, _ wording: StatusMessages) -> [JSONValue]? {
        guard case .chain = status.place else { return nil }
        return status.members.map { ["shop": $0.name, "status": object($0.status, wording)] }
    }

    private static func night(_ night: ShopStatus.NightlyRun, _ status: ShopStatus) -> JSONValue {
        let record = night.record
        return [
            "state": night.isAtWork ? "at_work" : night.isCutShort ? "cut_short" : "ended",
            "began_at": record.beganAt, "ended_at": record.endedAt, "age_seconds": status.ageSeconds(of: night.at),
            "exit": record.exitStatus?.code, "exit_reasons": (record.exitStatus ?? record.soFar).reasons,
            "files": record.files, "repeated": record.repeated, "last_good_at": record.goodAt,
        ]
    }

    private static func run(_ run: RecordedRun, _ status: ShopStatus) -> JSONValue {
        [
            "run": run.number, "recorded_at": run.recordedAt, "age_seconds": status.ageSeconds(of: run.recordedAt),
            "date": run.date, "rows": run.rows, "success": run.success, "shortage": run.shortage,
            "rejected": run.rejected, "skipped": run.skipped,
        ]
    }

    private static func later(_ run: RecordedRun) -> JSONValue {
        [
            "run": run.number, "recorded_at": run.recordedAt, "reverses": run.reverses,
            "settles": run.settlement?.run,
        ]
    }

    private static func open(_ open: FolderIndexModel.OpenRows) -> JSONValue {
        ["shortage": open.short, "rejected": open.rejected]
    }

    private static func tomorrow(_ tomorrow: ShopStatus.Tomorrow) -> JSONValue {
        let missing = tomorrow.missing.map { ["fruit": $0.fruit, "pieces": $0.pieces] as JSONValue }
        return ["date": tomorrow.date.text, "missing": missing]
    }

    private static func file(_ file: UnresolvedFile, _ status: ShopStatus) -> JSONValue {
        var (exit, code, line, run, obstacle): (Int?, String?, Int?, Int?, String?)
        switch file.place {
        case .failed(let cause): (exit, code, line) = (cause?.exit, cause?.code, cause?.line)
        case .repeated(let earlier): run = earlier
        case .inbox(let found): obstacle = found.rawValue
        }
        return [
            "place": file.place.name, "path": file.path, "since": file.since,
            "age_seconds": status.ageSeconds(of: file.since), "exit": exit, "code": code, "line": line,
            "same_as_run": run, "obstacle": obstacle,
        ]
    }

    private static func unplaced(_ reports: UnplacedReports) -> JSONValue {
        ["run": reports.run, "reports": LedgerJSON.word(reports.state)]
    }

    private static func counter(_ shift: OpenShift, _ status: ShopStatus) -> JSONValue {
        ["opened_at": shift.openedAt, "age_seconds": status.ageSeconds(of: shift.openedAt), "date": shift.date]
    }
}
