import JuiceBatch
import JuiceReports
import JuiceShop
import Testing

@Suite struct ComparingTests {
    @Test func twoReportsAreComparedByFolderOrFile() throws {
        let given = try GivenShop(["a.csv": "item\n키위쥬스\n", "b.csv": "item\n키위쥬스\n망고쥬스\n"])
        let shop = given.shop()
        for name in ["a.csv", "b.csv"] { _ = try shop.run(given.request(name), telling: Hearer()) }
        #expect(try shop.compare("reports/a", "reports/a/summary.json").isSame)
        let comparison = try shop.compare("reports/a/", "reports/b")
        #expect(!comparison.isSame)
        #expect(comparison.rows.first?.change == 1)
    }

    @Test(arguments: [("orders.csv", ExitReason.reportRefused), ("nowhere", .unreadable), (".", .unreadable)])
    func whatIsNoReportIsNotCompared(path: String, reason: ExitReason) throws {
        let given = try GivenShop()
        let error = #expect(throws: BatchError.self) { _ = try given.shop().compare(path, path) }
        #expect(error.map { ExitReason(of: $0) } == reason)
    }
}
