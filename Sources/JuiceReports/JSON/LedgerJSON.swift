package import JuiceBatch
internal import JuiceCore

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
