import JuiceReports
import Testing

@Suite struct StockImageTests {
    /// Blank rows and what else is no row is in no curve's width that people read.
    @Test func aCurveEndsAtTheLastRow() throws {
        let model = try ReportRun.model("item,quantity\n키위쥬스,1\n,\n망고쥬스,1\n ,\n")
        let image = StockImage.render(ReportViewModel(model))
        #expect(image.contains(">row 2</text>"))
    }
}
