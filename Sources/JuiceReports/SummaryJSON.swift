internal import JuiceBatch
internal import JuiceCore

/// summary.json: everything the reports show, as data with a stable order of keys.
package enum SummaryJSON {
    /// The file's content.
    package static func render(_ model: ReportModel) -> String {
        var members: [(String, JSONValue)] = [("schema", .number(1))]
        if let date = model.date { members.append(("date", .string(date))) }
        members += [
            ("inputs", .array(model.inputs.map(input))),
            ("rows", .number(model.tally.rows)),
            ("success", .number(model.tally.success)),
            ("failure", .number(model.tally.failure)),
            ("codes", codes(model)),
            ("actions", actions(model)),
            ("juices", juices(model)),
            ("fruits", fruits(model)),
            ("restock", restock(model)),
            ("first_failures", firstFailures(model)),
        ]
        return JSONValue.object(members).text
    }

    private static func input(_ input: ReportModel.Input) -> JSONValue {
        .object([
            ("file", .string(input.name)), ("rows", .number(input.rows)), ("blank", .number(input.blank)),
            ("bytes", .number(input.bytes)), ("sha256", .string(input.sha256)),
            ("encoding", .string(input.encoding)), ("delimiter", .string(input.delimiter)),
        ])
    }

    private static func codes(_ model: ReportModel) -> JSONValue {
        .object(
            OutcomeCode.failures.filter { model.tally.count($0) > 0 }
                .map { ($0.name, .number(model.tally.count($0))) })
    }

    private static func actions(_ model: ReportModel) -> JSONValue {
        .object(
            Action.allCases.map { action in
                let counts = model.tally.actions[Int(action.rawValue)]
                return (
                    action.name,
                    .object([("success", .number(counts.success)), ("failure", .number(counts.failure))])
                )
            })
    }

    private static func juices(_ model: ReportModel) -> JSONValue {
        .array(
            zip(model.menu.juices, model.tally.juices).map { juice, figures in
                .object([
                    ("juice", .string(juice.name)), ("orders", .number(figures.served + figures.short)),
                    ("served", .number(figures.served)), ("short", .number(figures.short)),
                    ("cups_served", .number(figures.cups_served)), ("cups_short", .number(figures.cups_short)),
                ])
            })
    }

    private static func fruits(_ model: ReportModel) -> JSONValue {
        .array(
            zip(model.menu.fruits, model.tally.fruits).map { fruit, figures in
                .object([
                    ("fruit", .string(fruit.name)), ("opening", .number(figures.opening)),
                    ("restocked", .number(figures.restocked)), ("discarded", .number(figures.discarded)),
                    ("counted", .number(figures.counted)), ("used", .number(figures.used)),
                    ("closing", .number(figures.closing)), ("lost_orders", .number(figures.lostOrders)),
                    ("peak_deficit", .number(figures.peakDeficit)),
                ])
            })
    }

    private static func restock(_ model: ReportModel) -> JSONValue {
        .array(
            zip(model.menu.fruits, model.restocks).filter { $1 > 0 }.map { fruit, need in
                .object([("fruit", .string(fruit.name)), ("quantity", .number(need))])
            })
    }

    private static func firstFailures(_ model: ReportModel) -> JSONValue {
        .array(
            model.first.byCode.joined().map { failure in
                .object([
                    ("code", .string(failure.code.name)), ("file", .string(failure.file)),
                    ("line", .number(failure.line)), ("item", .string(String(failure.item.prefix(100)))),
                    ("message", .string(failure.message)),
                ])
            })
    }
}
