package import JuiceBatch
internal import JuiceCore

/// The output of `status --json`: the state of a shop.
extension ShopStatus {
    /// The status as JSON, with sentences for the reasons; that of a chain contains the statuses of its shops.
    package func json(_ messages: StatusMessages) -> JSONValue {
        var shops: [JSONValue]?
        if case .chain = location { shops = members.map { ["shop": $0.name, "status": $0.status.json(messages)] } }
        return [
            "schema": 1, "at": at, "exit": exitStatus.code,
            "reasons": reasons.map { reason -> JSONValue in
                var shop: String?
                if case .shop(let name, _) = reason { shop = name }
                let (kind, sentence) = messages.described(reason)
                return ["kind": kind, "shop": shop, "text": sentence]
            }, "max_age_seconds": maxAgeSeconds,
            "night": nightlyRun.map(json), "run": lastRun.map(json),
            "later_runs": laterRuns.map { run -> JSONValue in
                [
                    "run": run.number, "recorded_at": run.recordedAt, "reverses": run.reverses,
                    "settles": run.settlement?.run,
                ]
            },
            "open": open.map { ["shortage": $0.short, "rejected": $0.rejected] as JSONValue },
            "tomorrow": nextDayNeeds.map { date, missing -> JSONValue in
                ["date": date.text, "missing": missing.map { ["fruit": $0.fruit, "pieces": $0.pieces] as JSONValue }]
            }, "files": files.map { $0.map(json) },
            "days_without_run": daysWithoutRun.map(\.text),
            "unplaced": misplaced.map { ["run": $0.run, "reports": $0.state.jsonName] as JSONValue },
            "undescribed": undescribed.map { ["file": $0.name, "columns": $0.columns] as JSONValue },
            "counter": shift.map { shift -> JSONValue in
                ["opened_at": shift.openedAt, "age_seconds": ageSeconds(of: shift.openedAt), "date": shift.date]
            },
            "chain_run": chainRun.map { run -> JSONValue in
                ["date": run.date, "state": run.state, "problems": run.problems.map(\.line)]
            },
            "shops": shops,
        ]
    }

    private func json(_ nightlyRun: NightlyState) -> JSONValue {
        [
            "state": nightlyRun.isRunning ? "at_work" : nightlyRun.wasInterrupted ? "cut_short" : "ended",
            "began_at": nightlyRun.beganAt, "ended_at": nightlyRun.endedAt,
            "age_seconds": ageSeconds(of: nightlyRun.lastTime),
            "exit": nightlyRun.exitStatus?.code, "exit_reasons": nightlyRun.status.reasons,
            "files": nightlyRun.files, "repeated": nightlyRun.repeated, "last_good_at": nightlyRun.lastSuccessAt,
        ]
    }

    private func json(_ run: RecordedRun) -> JSONValue {
        [
            "run": run.number, "recorded_at": run.recordedAt, "age_seconds": ageSeconds(of: run.recordedAt),
            "date": run.date, "rows": run.rows, "success": run.success, "shortage": run.shortage,
            "rejected": run.rejected, "skipped": run.skipped,
        ]
    }

    private func json(_ file: UnresolvedFile) -> JSONValue {
        [
            "place": file.place, "path": file.path, "since": file.since, "age_seconds": ageSeconds(of: file.since),
            "exit": file.exit, "code": file.code, "line": file.line, "same_as_run": file.run, "obstacle": file.obstacle,
        ]
    }
}

/// The output of `stock --json`.
extension [FruitStock] {
    /// The text of this stock after a run, with the number of cups that it suffices for, by juice.
    package func json(_ cups: [(juice: String, cupsPossible: Int)], run: Int) -> String {
        let juices = cups.map { ["juice": $0.juice, "cups_possible": $0.cupsPossible] as JSONValue }
        return (["schema": 1, "run": run, "fruits": fruits, "juices": juices] as JSONValue).text
    }

    fileprivate var fruits: [JSONValue] { map { ["fruit": $0.fruit, "stock": $0.pieces] } }
}

/// The output of `history --json`.
extension [RecordedRun] {
    /// The text of these runs, in their order.
    package func json(_ ledger: LedgerOrigin) -> String {
        let members: JSONValue = ["schema": 1, "made_by": ledger.createdBy, "format": ledger.format]
        return (members + ["runs": map(Self.json)]).text
    }

    private static func json(_ run: RecordedRun) -> JSONValue {
        [
            "run": run.number, "reverses": run.reverses, "reversed_by": run.reversedBy,
            "settles": run.settlement.map { settlement -> JSONValue in
                let rows = settlement.rows.map { ["file": $0.name, "lines": $0.lines.text] as JSONValue }
                return ["run": settlement.run, "rows": rows, "why": settlement.reason]
            }, "recorded_at": run.recordedAt, "date": run.date,
            "kind": run.kind.rawValue, "rows": run.rows, "success": run.success, "shortage": run.shortage,
            "rejected": run.rejected, "skipped": run.skipped, "cups_served": run.cupsServed,
            "cups_cancelled": run.cupsCancelled, "reports": run.reports.jsonName,
            "inputs": run.inputs.map { ["file": $0.name, "sha256": $0.sha256, "rows": $0.rows] as JSONValue },
            "fruits": run.closing.fruits,
        ]
    }
}

extension ReportsState {
    fileprivate var jsonName: String {
        switch self {
        case .inPlace: "in_place"
        case .staged: "staged"
        case .beside: "beside"
        case .missing: "lost"
        }
    }
}

extension PlanModel {
    /// The text of plan.json, which is also the output of `plan --json`.
    package var json: String {
        let head: JSONValue = ["schema": 1] + .omittingNulls(["shop": shop]) + ["run": lastRun]
        return (head + plan.json(currency: currency)).text
    }
}

extension BuyingPlan {
    /// The JSON object of the plan, as in plan.json and in summary.json.
    func json(currency: String) -> JSONValue {
        let basis = days.map { day -> JSONValue in
            [
                "date": day.date.text, "same_weekday": day.similarity == .weekday,
                "from": day.basis.map { ["date": $0.date.text] as JSONValue },
            ]
        }
        return [
            "for": days.first?.date.text, "days": days.count, "cover": cover.rawValue, "basis": basis,
            "fruits": lines.filter(\.isKnown).map(json), "unknown": lines.filter { !$0.isKnown }.map(\.fruit),
        ] + (hasMoney ? ["currency": currency, "cost": cost] : [:])
    }

    private func json(_ line: Line) -> JSONValue {
        [
            "fruit": line.fruit, "needs": line.needs, "need": line.need, "stock": line.stock,
            "ordered": line.pending, "buy": line.buy,
        ] + (hasMoney ? ["cost": line.cost] : [:])
    }
}
