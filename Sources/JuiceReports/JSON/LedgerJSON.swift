package import JuiceBatch
internal import JuiceCore

/// The output of `stock --json` and `history --json`.
package enum LedgerJSON {
    /// Renders current stock as JSON.
    ///
    /// - Parameters:
    ///   - cups: the cups that can be made of it.
    ///   - run: the number of the latest run.
    package static func stock(_ stock: [FruitStock], _ cups: [JuiceCups], run: Int) -> String {
        let juices = cups.map { juice in
            JSONValue.object([("juice", .string(juice.juice)), ("cups_possible", .number(juice.cupsPossible))])
        }
        return JSONValue.object([
            ("schema", .number(1)), ("run", .number(run)), ("fruits", fruits(stock)), ("juices", .array(juices)),
        ]).text
    }

    private static func fruits(_ stock: [FruitStock]) -> JSONValue {
        .array(stock.map { .object([("fruit", .string($0.fruit)), ("stock", .number($0.pieces))]) })
    }

    /// Runs as data, in the order given.
    package static func history(_ runs: [RecordedRun], _ ledger: LedgerOrigin) -> String {
        JSONValue.object([
            ("schema", .number(1)), ("made_by", .string(ledger.madeBy)), ("format", .number(ledger.format)),
            ("runs", .array(runs.map(run))),
        ]).text
    }

    private static func run(_ run: RecordedRun) -> JSONValue {
        .object([
            ("run", .number(run.number)),
            ("reverses", run.reverses.map { .number($0) } ?? .null),
            ("reversed_by", run.reversedBy.map { .number($0) } ?? .null),
            ("settles", run.settlement.map(settlement) ?? .null), ("recorded_at", .string(run.recordedAt)),
            ("date", run.date.map { .string($0) } ?? .null), ("kind", .string(run.kind.rawValue)),
            ("rows", .number(run.rows)), ("success", .number(run.success)), ("shortage", .number(run.shortage)),
            ("rejected", .number(run.rejected)), ("skipped", .number(run.skipped)),
            ("cups_served", .number(run.cupsServed)), ("cups_cancelled", .number(run.cupsCancelled)),
            ("reports", .string(word(run.reports))),
            (
                "inputs",
                .array(
                    run.inputs.map {
                        .object([
                            ("file", .string($0.name)), ("sha256", .string($0.sha256)), ("rows", .number($0.rows)),
                        ])
                    })
            ),
            ("fruits", fruits(run.closing)),
        ])
    }

    private static func settlement(_ settlement: RecordedRun.Settlement) -> JSONValue {
        let rows = settlement.rows.map { rows in
            JSONValue.object([("file", .string(rows.input)), ("lines", .string(rows.lines.text))])
        }
        return .object([
            ("run", .number(settlement.run)), ("rows", .array(rows)),
            ("why", settlement.why.map { .string($0) } ?? .null),
        ])
    }

    /// The JSON value for where the reports of a run are.
    static func word(_ state: ReportsState) -> String {
        switch state {
        case .inPlace: "in_place"
        case .staged: "staged"
        case .beside: "beside"
        case .lost: "lost"
        }
    }
}

/// A plan as data with a stable order of keys.
package enum PlanJSON {
    /// Renders a plan as the text of plan.json.
    package static func render(_ model: PlanModel) -> String {
        let shop: [(String, JSONValue)] = model.shop.map { [("shop", .string($0))] } ?? []
        return JSONValue.object(
            [("schema", .number(1))] + shop + [("run", .number(model.lastRun))] + members(model.plan, model.currency)
        )
        .text
    }

    /// The members of a plan's object, in plan.json and elsewhere.
    static func members(_ plan: BuyingPlan, _ currency: String) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [
            ("for", plan.days.first.map { .string($0.date.text) } ?? .null), ("days", .number(plan.days.count)),
            ("cover", .string(plan.cover.rawValue)), ("basis", .array(plan.days.map(day))),
            ("fruits", .array(plan.lines.filter(\.isKnown).map { line($0, hasMoney: plan.hasMoney) })),
            ("unknown", .array(plan.lines.filter { !$0.isKnown }.map { .string($0.fruit) })),
        ]
        if plan.hasMoney {
            members += [("currency", .string(currency)), ("cost", amount(plan.cost))]
        }
        return members
    }

    private static func day(_ day: BuyingPlan.Day) -> JSONValue {
        .object([
            ("date", .string(day.date.text)), ("same_weekday", .bool(day.likeness == .weekday)),
            (
                "from",
                .array(day.basis.map { .object([("date", .string($0.date.text))]) })
            ),
        ])
    }

    private static func line(_ line: BuyingPlan.Line, hasMoney: Bool) -> JSONValue {
        let members: [(String, JSONValue)] = [
            ("fruit", .string(line.fruit)), ("needs", .numbers(line.needs)), ("need", .number(line.need)),
            ("stock", .number(line.stock)), ("ordered", .number(line.ordered)), ("buy", .number(line.buy)),
        ]
        return .object(members + (hasMoney ? [("cost", amount(line.cost))] : []))
    }

    private static func amount(_ money: Money?) -> JSONValue { money.map { .string($0.digits) } ?? .null }
}
