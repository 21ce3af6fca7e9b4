import CSV
import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport

/// A run over files in memory, with its reports.
final class MemoryRun {
    /// What came of a run.
    struct Outcome {
        var result: RunResult
        var reports: ReportSet
    }

    private let settings: RunSettings
    private let style: CellStyle

    init(settings: RunSettings, isForExcel: Bool = false) {
        self.settings = settings
        style = CellStyle(isForExcel: isForExcel)
    }

    /// Runs inputs, each by the name that the reports give it.
    func run(_ inputs: [(name: String, bytes: [UInt8])]) throws -> Outcome {
        let interruption = Interruption()
        let folder = try MemoryFolder()
        let files = try inputs.map { name, bytes in
            let path = try folder.write(bytes, to: "input-" + name)
            return try InputFile(path: path, name: name, spoolFolder: "/tmp", interruption: interruption)
        }
        let sink = CSVReportSink(
            menu: settings.menu, style: style, language: .korean, success: try folder.create("success.csv"),
            failure: try folder.create("failure.csv"))
        let failures = FirstFailuresSink(menu: settings.menu, language: .korean)
        let result = try BatchRun(settings: settings, files: files, interruption: interruption).run(
            sink: JoinedSink([sink, failures]))
        try sink.checkRows(result.tally)
        let model = ReportModel(
            language: .korean, menu: settings.menu, result: result, first: failures.firstFailures, date: nil)
        let page = MarkdownReport.render(ReportStory(model))
        guard page.utf8.count <= 60_000 else { throw BatchError.invariant("report.md has \(page.utf8.count) bytes") }
        guard let summary = OrderedJSONParser.parse(SummaryJSON.render(model)) else {
            throw BatchError.invariant("summary.json is no JSON")
        }
        let reports = ReportSet(
            success: try folder.read("success.csv"), failure: try folder.read("failure.csv"),
            stock: StockReports.stock(model, style: style), restock: StockReports.restock(model, style: style),
            summary: summary)
        return Outcome(result: result, reports: reports)
    }
}
