package import JuiceBatch

/// Writes the reports that are made at the end of a run beside the two that grew with it.
package enum ReportSet {
    /// Stages stock.csv, restock.csv, report.md with its stock.svg, report.html and summary.json.
    package static func write(_ model: ReportModel, style: CellStyle, to folder: ReportFolder) throws(BatchError) {
        try write(StockReports.stock(model, style: style), "stock.csv", folder)
        try write(StockReports.restock(model, style: style), "restock.csv", folder)
        try folder.create("report.md").write(MarkdownReport.render(model))
        try folder.create("stock.svg").write(StockImage.render(model))
        try folder.create("report.html").write(HTMLReport.render(model))
        try folder.create("summary.json").write(SummaryJSON.render(model))
    }

    private static func write(_ bytes: [UInt8], _ name: String, _ folder: ReportFolder) throws(BatchError) {
        try folder.create(name).write(String(decoding: bytes, as: UTF8.self))
    }
}
