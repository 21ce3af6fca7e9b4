package import JuiceBatch
internal import Mustache

/// Writes the reports that are made at the end of a run beside the two that grew with it.
package final class ReportWriter {
    private let isBeside: Bool
    /// The page's template, which is read while rows are applied; nil where no page is wanted.
    private let template: Future<MustacheLibrary>?

    /// - Parameters:
    ///   - wanted: which reports are written.
    ///   - threads: how many there may be; with more than one the page has one of its own.
    package init(_ wanted: ReportsWanted = .all, threads: Int) {
        isBeside = threads > 1
        template =
            switch wanted {
            case .all: Future(isBeside: threads > 1) { () throws(BatchError) in try HTMLReport.library() }
            case .few: nil
            }
    }

    /// Stages stock.csv, restock.csv, report.md with its stock.svg, report.html and summary.json; or restock.csv and
    /// summary.json alone.
    package func write(_ model: ReportModel, style: CellStyle, to folder: ReportFolder) throws(BatchError) {
        guard let template else {
            try write(StockReports.restock(model, style: style), "restock.csv", folder)
            try folder.create("summary.json").write(SummaryJSON.render(model))
            return
        }
        let library = try template.value()
        let viewModel = ReportViewModel(model)
        // The page takes as long as all others together.
        let page = Future(isBeside: isBeside) { () throws(BatchError) in try HTMLReport.render(viewModel, library) }
        try write(StockReports.stock(model, style: style), "stock.csv", folder)
        try write(StockReports.restock(model, style: style), "restock.csv", folder)
        try folder.create("report.md").write(MarkdownReport.render(viewModel))
        try folder.create("stock.svg").write(StockImage.render(viewModel))
        try folder.create("summary.json").write(SummaryJSON.render(model))
        try folder.create("report.html").write(page.value())
    }

    private func write(_ bytes: [UInt8], _ name: String, _ folder: ReportFolder) throws(BatchError) {
        try folder.create(name).write(String(decoding: bytes, as: UTF8.self))
    }
}

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
}
