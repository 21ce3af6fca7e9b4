internal import JuiceBatch
internal import JuiceCore

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
            ("date", .string(day.date.text)), ("same_weekday", .bool(day.isOfWeekday)),
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
