package import JuiceBatch

/// The set of reports that a run writes.
///
/// Both are sets of `ReportNames.run`: either replaces the other as a whole.
package enum ReportsWanted: Sendable, CaseIterable {
    case all
    /// The reports that a chain needs of a shop's run: failures, restocks and all figures. The others can be made
    /// later.
    case few

    /// The files of such a set.
    package var names: Set<String> {
        switch self {
        case .all: ReportNames.run.names
        case .few: ["failure.csv", "restock.csv", "summary.json"]
        }
    }

    /// Stages the reports that are made at the end of a run beside the two that grew with it: stock.csv, restock.csv,
    /// report.md with its stock.svg, report.html and summary.json; or restock.csv and summary.json alone.
    ///
    /// - Parameter threads: how many there may be; with more than one the page has one of its own.
    package func write(
        _ model: ReportModel, style: CellStyle, threads: Int, to folder: ReportFolder
    ) throws(BatchError) {
        try folder.create("restock.csv").write(text(StockReports.restock(model, style: style)))
        try folder.create("summary.json").write(SummaryJSON.render(model))
        switch self {
        case .few: return
        case .all: break
        }
        let viewModel = ReportViewModel(model)
        // The page takes as long as all others together.
        let page = Future(isBeside: threads > 1) { () throws(BatchError) in try HTMLReport.render(viewModel) }
        try folder.create("stock.csv").write(text(StockReports.stock(model, style: style)))
        try folder.create("report.md").write(MarkdownReport.render(viewModel))
        try folder.create("stock.svg").write(StockImage.render(viewModel))
        try folder.create("report.html").write(page.value())
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
