package import JuiceBatch

/// The set of reports that a run writes.
///
/// All of their files are listed in `ReportFolder.names`, so either set can replace the other completely.
package enum ReportSelection: String, Sendable, CaseIterable {
    case all
    /// The reports that a chain needs from a shop's run: failures, restocks and all figures.
    ///
    /// The other reports can be rebuilt later.
    case few

    /// The names of the files in the set.
    package var names: Set<String> {
        switch self {
        case .all: ReportFolder.names
        case .few: ["failure.csv", "restock.csv", "summary.json"]
        }
    }

    /// Stages the reports that are written at the end of a run, beside the CSV files that were written during it.
    ///
    /// These are stock.csv, restock.csv, report.md with its stock.svg, report.html and summary.json, or only
    /// restock.csv and summary.json.
    ///
    /// - Parameter threads: the number of threads to use; with more than one, the page is rendered on a separate
    ///   thread.
    package func write(
        _ model: ReportModel, style: CellStyle, threads: Int, to folder: ReportFolder
    ) throws(BatchError) {
        try folder.create("restock.csv").write(model.restockCSV(style).span, at: 0)
        try folder.create("summary.json").write(model.summaryJSON)
        switch self {
        case .few: return
        case .all: break
        }
        let viewModel = ReportViewModel(model)
        // Rendering the page takes as long as all other reports together.
        let page = Future(usesThread: threads > 1) { () throws(BatchError) in try viewModel.htmlPage() }
        try folder.create("stock.csv").write(model.stockCSV(style).span, at: 0)
        try folder.create("report.md").write(viewModel.markdown())
        try folder.create("stock.svg").write(viewModel.stockImage())
        try folder.create("report.html").write(page.value())
    }
}
