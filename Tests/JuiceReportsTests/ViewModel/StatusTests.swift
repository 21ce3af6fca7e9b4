import JuiceReports
import Testing

/// The night in a word: what cost the shop most.
@Suite struct StatusTests {
    private static let made = "order,키위쥬스,1\n"
    private static let lost = "order,키위쥬스,9\n"
    private static let wrong = "order,키위쥬스,x\n"

    @Test(arguments: [
        ("", ReportViewModel.Status.empty, "[OK]"),
        (made + "restock,딸기,90\n", .fine, "[OK]"),
        // Ten strawberries are none of a juice that takes sixteen.
        (made, .low, "[OK]"),
        (made + lost, .short, "[SHORT]"),
        (made + wrong, .rejected, "[REJECTED]"),
        (made + lost + wrong, .rejected, "[REJECTED]"),
        (made + lost + lost + wrong, .short, "[SHORT]"),
        // A discard that was short is no short order.
        (made + "discard,키위,90\n" + wrong, .rejected, "[REJECTED]"),
        (made + "discard,키위,90\n", .short, "[SHORT]"),
    ])
    func whatCostsMoreWeighsMore(rows: String, status: ReportViewModel.Status, word: String) throws {
        let model = try ReportRun.model("action,item,quantity\n" + rows)
        #expect(ReportViewModel.status(model) == status)
        #expect(TerminalSummary.render(model, folder: nil, on: .plain).hasPrefix(word))
    }
}
