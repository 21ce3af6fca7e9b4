package import JuiceBatch
internal import Mustache

/// Writes the reports that are made at the end of a run beside the two that grew with it.
package final class ReportWriter {
    private let isBeside: Bool
    /// The page's template, which is read while rows are applied.
    private let template: Background<MustacheLibrary>

    /// - Parameter threads: how many there may be; with more than one the page has one of its own.
    package init(threads: Int) {
        isBeside = threads > 1
        template = Background(isBeside: isBeside) { () throws(BatchError) in try HTMLReport.library() }
    }

    /// Stages stock.csv, restock.csv, report.md with its stock.svg, report.html and summary.json.
    package func write(_ model: ReportModel, style: CellStyle, to folder: ReportFolder) throws(BatchError) {
        let library = try template.value()
        let story = ReportStory(model)
        // The page takes as long as all others together.
        let page = Background(isBeside: isBeside) { () throws(BatchError) in try HTMLReport.render(story, library) }
        try write(StockReports.stock(model, style: style), "stock.csv", folder)
        try write(StockReports.restock(model, style: style), "restock.csv", folder)
        try folder.create("report.md").write(MarkdownReport.render(story))
        try folder.create("stock.svg").write(StockImage.render(story))
        try folder.create("summary.json").write(SummaryJSON.render(model))
        try folder.create("report.html").write(page.value())
    }

    private func write(_ bytes: [UInt8], _ name: String, _ folder: ReportFolder) throws(BatchError) {
        try folder.create(name).write(String(decoding: bytes, as: UTF8.self))
    }
}
