package import JuiceBatch
internal import JuiceCore

/// The output of `status --json`: the state of a shop.
package enum StatusJSON {
    /// Renders a status as JSON.
    ///
    /// - Parameter messages: the sentences for the reasons.
    package static func render(_ status: ShopStatus, _ messages: StatusMessages) -> String {
        object(status, messages).text
    }

    private static func object(_ status: ShopStatus, _ messages: StatusMessages) -> JSONValue {
        [
            "schema": 1, "at": status.at, "exit": status.exitStatus.code,
            "reasons": status.reasons.map { reason($0, messages) }, "max_age_seconds": status.maxAgeSeconds,
            "night": status.nightlyRun.map { nightlyRun($0, status) }, "run": status.lastRun.map { run($0, status) },
            "later_runs": status.laterRuns.map(later), "open": status.open.map(open),
            "tomorrow": status.nextDayNeeds.map(nextDayNeeds),
            "files": status.files.map { $0.map { file($0, status) } },
            "days_without_run": status.daysWithoutRun.map(\.text), "unplaced": status.unplaced.map(unplaced),
            "undescribed": status.undescribed.map { ["file": $0.name, "columns": $0.columns] as JSONValue },
            "counter": status.shift.map { counter($0, status) }, "chain_run": status.chainRun.map(chainRun),
            "shops": shops(status, messages),
        ]
    }

    private static func reason(_ reason: StatusReason, _ messages: StatusMessages) -> JSONValue {
        var shop: String?
        if case .shop(let name, _) = reason { shop = name }
        return ["kind": reason.kind, "shop": shop, "text": messages.sentence(reason)]
    }

    private static func chainRun(_ run: ShopStatus.ChainRun) -> JSONValue {
        ["date": run.date, "state": run.state, "problems": run.problems.map(\.line)]
    }

    /// The status of each shop of a chain, in the form of a single shop's status; nil for a shop.
    private static func shops(_ status: ShopStatus, _ messages: StatusMessages) -> [JSONValue]? {
        guard case .chain = status.location else { return nil }
        return status.members.map { ["shop": $0.name, "status": object($0.status, messages)] }
    }

    private static func nightlyRun(_ nightlyRun: ShopStatus.NightlyRun, _ status: ShopStatus) -> JSONValue {
        let record = nightlyRun.record
        return [
            "state": nightlyRun.isRunning ? "at_work" : nightlyRun.wasInterrupted ? "cut_short" : "ended",
            "began_at": record.beganAt, "ended_at": record.endedAt, "age_seconds": status.ageSeconds(of: nightlyRun.at),
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

    private static func nextDayNeeds(_ nextDayNeeds: ShopStatus.NextDayNeeds) -> JSONValue {
        let missing = nextDayNeeds.missing.map { ["fruit": $0.fruit, "pieces": $0.pieces] as JSONValue }
        return ["date": nextDayNeeds.date.text, "missing": missing]
    }

    private static func file(_ file: UnresolvedFile, _ status: ShopStatus) -> JSONValue {
        var (exit, code, line, run, obstacle): (Int?, String?, Int?, Int?, String?)
        switch file.location {
        case .failed(let cause): (exit, code, line) = (cause?.exit, cause?.code, cause?.line)
        case .repeated(let earlier): run = earlier
        case .inbox(let found): obstacle = found.rawValue
        }
        return [
            "place": file.location.name, "path": file.path, "since": file.since,
            "age_seconds": status.ageSeconds(of: file.since), "exit": exit, "code": code, "line": line,
            "same_as_run": run, "obstacle": obstacle,
        ]
    }

    private static func unplaced(_ reports: MisplacedReports) -> JSONValue {
        ["run": reports.run, "reports": LedgerJSON.word(reports.state)]
    }

    private static func counter(_ shift: OpenShift, _ status: ShopStatus) -> JSONValue {
        ["opened_at": shift.openedAt, "age_seconds": status.ageSeconds(of: shift.openedAt), "date": shift.date]
    }
}

/// The output of `stock --json`, `history --json` and `plan --json`.
package enum LedgerJSON {
    /// Renders current stock as JSON.
    ///
    /// - Parameters:
    ///   - cups: the number of cups that the stock suffices for, by juice.
    ///   - run: the number of the latest run.
    package static func stock(
        _ stock: [FruitStock], _ cups: [(juice: String, cupsPossible: Int)], run: Int
    ) -> String {
        let juices = cups.map { ["juice": $0.juice, "cups_possible": $0.cupsPossible] as JSONValue }
        return (["schema": 1, "run": run, "fruits": fruits(stock), "juices": juices] as JSONValue).text
    }

    private static func fruits(_ stock: [FruitStock]) -> [JSONValue] {
        stock.map { ["fruit": $0.fruit, "stock": $0.pieces] }
    }

    /// Renders runs as JSON, in the given order.
    package static func history(_ runs: [RecordedRun], _ ledger: LedgerOrigin) -> String {
        let history: JSONValue = [
            "schema": 1, "made_by": ledger.madeBy, "format": ledger.format, "runs": runs.map(run),
        ]
        return history.text
    }

    private static func run(_ run: RecordedRun) -> JSONValue {
        [
            "run": run.number, "reverses": run.reverses, "reversed_by": run.reversedBy,
            "settles": run.settlement.map(settlement), "recorded_at": run.recordedAt, "date": run.date,
            "kind": run.kind.rawValue, "rows": run.rows, "success": run.success, "shortage": run.shortage,
            "rejected": run.rejected, "skipped": run.skipped, "cups_served": run.cupsServed,
            "cups_cancelled": run.cupsCancelled, "reports": word(run.reports),
            "inputs": run.inputs.map { ["file": $0.name, "sha256": $0.sha256, "rows": $0.rows] as JSONValue },
            "fruits": fruits(run.closing),
        ]
    }

    private static func settlement(_ settlement: RecordedRun.Settlement) -> JSONValue {
        let rows = settlement.rows.map { ["file": $0.input, "lines": $0.lines.text] as JSONValue }
        return ["run": settlement.run, "rows": rows, "why": settlement.why]
    }

    /// The word for the location of a run's reports.
    static func word(_ state: ReportsState) -> String {
        switch state {
        case .inPlace: "in_place"
        case .staged: "staged"
        case .beside: "beside"
        case .lost: "lost"
        }
    }

    /// Renders a plan as the text of plan.json.
    package static func plan(_ model: PlanModel) -> String {
        let head: JSONValue = ["schema": 1] + .present(["shop": model.shop]) + ["run": model.lastRun]
        return (head + plan(model.plan, model.currency)).text
    }

    /// The JSON object of a plan, as in plan.json and in summary.json.
    static func plan(_ plan: BuyingPlan, _ currency: String) -> JSONValue {
        let members: JSONValue = [
            "for": plan.days.first?.date.text, "days": plan.days.count, "cover": plan.cover.rawValue,
            "basis": plan.days.map(day),
            "fruits": plan.lines.filter(\.isKnown).map { line($0, hasMoney: plan.hasMoney) },
            "unknown": plan.lines.filter { !$0.isKnown }.map(\.fruit),
        ]
        return members + (plan.hasMoney ? ["currency": currency, "cost": plan.cost] : [:])
    }

    private static func day(_ day: BuyingPlan.Day) -> JSONValue {
        [
            "date": day.date.text, "same_weekday": day.likeness == .weekday,
            "from": day.basis.map { ["date": $0.date.text] as JSONValue },
        ]
    }

    private static func line(_ line: BuyingPlan.Line, hasMoney: Bool) -> JSONValue {
        let members: JSONValue = [
            "fruit": line.fruit, "needs": line.needs, "need": line.need, "stock": line.stock,
            "ordered": line.ordered, "buy": line.buy,
        ]
        return members + (hasMoney ? ["cost": line.cost] : [:])
    }
}
