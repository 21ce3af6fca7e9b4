/// The output of `diff --json`: every figure of both runs with a stable order of keys.
package enum ComparisonJSON {
    /// - Parameter reports: the two reports as the user named them.
    package static func render(_ comparison: ReportComparison, reports: (first: String, second: String)) -> String {
        JSONValue.object([
            ("schema", .number(1)),
            ("same", .bool(comparison.isSame)),
            (
                "reports",
                .array([
                    report(reports.first, comparison.dates.first), report(reports.second, comparison.dates.second),
                ])
            ),
            ("rows", figures(comparison.rows)),
            ("codes", figures(comparison.codes)),
            ("orders", figures(comparison.orders)),
            ("actions", .object(comparison.actions.map { ($0.name, figures($0.figures)) })),
            ("juices", items(comparison.juices, named: "juice")),
            ("fruits", items(comparison.fruits, named: "fruit")),
        ]).text
    }

    private static func report(_ path: String, _ date: String?) -> JSONValue {
        .object([("report", .string(path)), ("date", date.map { .string($0) } ?? .null)])
    }

    private static func items(_ items: [ReportComparison.Item], named key: String) -> JSONValue {
        .array(
            items.map { item in
                .object([(key, .string(item.name))] + item.figures.map { ($0.key, figure($0)) })
            })
    }

    private static func figures(_ figures: [ReportComparison.Figure]) -> JSONValue {
        .object(figures.map { ($0.key, figure($0)) })
    }

    private static func figure(_ figure: ReportComparison.Figure) -> JSONValue {
        .object([
            ("first", number(figure.first)), ("second", number(figure.second)), ("change", number(figure.change)),
        ])
    }

    private static func number(_ value: Int?) -> JSONValue { value.map { .number($0) } ?? .null }
}
