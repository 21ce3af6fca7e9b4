import Foundation
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Which failed rows of a shop are open, by its ledger and its reports.
@Suite struct OpenRowsTests {
    private static let ledger = LedgerRequest(path: NightRequest.ledgerPath)
    /// 10 of each fruit: the first row is short of stock, the second is rejected.
    private static let orders = "id,item,quantity\nA-1,키위쥬스,6\nA-2,포도쥬스,1\nA-3,망고쥬스,1\n"

    private let given: GivenShop

    init() throws {
        given = try GivenShop(["orders.csv": Self.orders, "goods.csv": "item,quantity\n키위,1\n"])
    }

    private func run(_ path: String, to output: String, date: String? = nil) throws {
        var request = given.request(path, ledger: Self.ledger)
        request.output = "reports/" + output
        request.input.date = date
        _ = try given.shop().run(request, telling: Hearer())
    }

    private func reverse(_ run: Int) throws {
        try given.shop().reverse(run, in: Self.ledger, telling: Hearer()) { _ in }
    }

    /// What `status` counts; index.html has to say the same.
    private func open() throws -> NightIndex.OpenRows {
        let status = try given.shop().status(StatusRequest(.folder(".", ledger: Self.ledger)))
        let open = try #require(status.open)
        _ = try given.shop().index("reports", language: .english)
        let page = String(decoding: given.folder.read("reports/index.html") ?? [], as: UTF8.self)
        #expect(page.contains("\(open.short) row") == (open.short > 0))
        #expect(page.contains("\(open.rejected) row") == (open.rejected > 0))
        return open
    }

    @Test func shortRowsAreOpenUntilARunOfALaterBusinessDayStands() throws {
        try run("orders.csv", to: "2026-11-19/a", date: "2026-11-19")
        #expect(try open() == NightIndex.OpenRows(short: 1, rejected: 1))
        try run("goods.csv", to: "2026-11-19/b", date: "2026-11-19")
        #expect(try open().short == 1)
        try given.folder.write(Array("item,quantity\n망고쥬스,1\n".utf8), to: "next.csv")
        try run("next.csv", to: "2026-11-20/a", date: "2026-11-20")
        #expect(try open() == NightIndex.OpenRows(short: 0, rejected: 1))
        let day = try given.shop().index("reports/2026-11-19", language: .english)
        #expect(String(decoding: given.folder.read(day) ?? [], as: UTF8.self).contains("Still open: 1 row to correct."))
        try reverse(3)
        #expect(try open().short == 1)
    }

    /// A retry that is short again is open for the business day on which it was run.
    @Test func aRetryThatIsShortAgainIsOpenForItsOwnDay() throws {
        try run("orders.csv", to: "a", date: "2026-11-19")
        try run("reports/a/failure.csv", to: "b", date: "2026-11-20")
        #expect(try open() == NightIndex.OpenRows(short: 1, rejected: 1))
    }

    @Test func shortRowsOfARunWithoutABusinessDayStayOpen() throws {
        try run("orders.csv", to: "a")
        try run("goods.csv", to: "b", date: "2026-11-20")
        #expect(try open() == NightIndex.OpenRows(short: 1, rejected: 1))
    }
}
