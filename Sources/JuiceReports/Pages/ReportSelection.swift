package import JuiceBatch

/// The set of reports that a run writes, with names from `ReportFolder.names`, so that one set can replace another.
package enum ReportSelection: String, Sendable, CaseIterable {
    case all
    /// The reports that a chain needs from a shop's run: failures, restocks and all figures; the others can be rebuilt.
    case few

    package var names: Set<String> {
        switch self {
        case .all: ReportFolder.names
        case .few: ["failure.csv", "restock.csv", "summary.json"]
        }
    }

    /// Stages the reports that are written at the end of a run.
    package func write(_ model: ReportModel, style: CellStyle, to folder: ReportFolder) throws(BatchError) {
        try folder.create("restock.csv").write(model.restockCSV(style).span, at: 0)
        try folder.create("summary.json").write(model.summaryJSON)
        switch self {
        case .few: break
        case .all:
            let viewModel = ReportViewModel(model)
            try folder.create("stock.csv").write(model.stockCSV(style).span, at: 0)
            try folder.create("report.md").write(viewModel.markdown())
            try folder.create("stock.svg").write(viewModel.stockImage())
            try folder.create("report.html").write(viewModel.htmlPage())
        }
    }
}
