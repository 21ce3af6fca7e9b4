/// The output of `diff --json`: every figure of both runs with a stable order of keys.
package enum ComparisonJSON {
    /// - Parameter reports: the two reports as the user named them.
    package static func render(_ comparison: ReportComparison, reports: (first: String, second: String)) -> String {
        let paths = [(reports.first, comparison.dates.first), (reports.second, comparison.dates.second)]
        let value: JSONValue = [
            "schema": 1, "same": comparison.isSame,
            "reports": paths.map { ["report": $0, "date": $1] as JSONValue }, "rows": figures(comparison.rows),
            "codes": figures(comparison.codes), "orders": figures(comparison.orders),
            "actions": JSONValue.object(comparison.actions.map { ($0.name, figures($0.figures)) }),
            "juices": comparison.juices.map { ["juice": $0.name] + figures($0.figures) },
            "fruits": comparison.fruits.map { ["fruit": $0.name] + figures($0.figures) },
        ]
        return value.text
    }

    private static func figures(_ figures: [ReportComparison.Figure]) -> JSONValue {
        .object(figures.map { ($0.key, ["first": $0.first, "second": $0.second, "change": $0.change]) })
    }
}
