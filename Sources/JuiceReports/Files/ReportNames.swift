/// The files of a kind of set: a folder with anything else in it is not ours to replace.
package struct ReportNames: Sendable {
    package let names: Set<String>

    /// The reports of a run.
    package static let run = ReportNames(names: [
        "success.csv", "failure.csv", "stock.csv", "restock.csv", "report.md", "report.html", "stock.svg",
        "summary.json",
    ])

    /// The names of the buying plan's files.
    package static let plan = ReportNames(names: ["plan.csv", "plan.json", "plan.md", "plan.html"])
}
