import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

@Suite struct BooksTests {
    private let ledger = LedgerRequest(path: "shop.sqlite")

    private func shopWithARun() throws -> GivenShop {
        let given = try GivenShop()
        _ = try given.shop().run(given.request(ledger: ledger), telling: Hearer())
        return given
    }

    @Test func aReversalIsARunAtTheGivenTime() throws {
        let given = try shopWithARun()
        let opening = [10, 10, 10, 10, 10]
        #expect(try given.shop().stock(of: ledger).stock.map(\.pieces) == [10, 10, 10, 4, 7])
        var told: [Int] = []
        let by = try given.shop().reverse(1, in: ledger, telling: Hearer()) { told.append($0) }
        #expect(by == 2 && told == [2])
        let (stock, last) = try given.shop().stock(of: ledger)
        #expect(stock.map(\.pieces) == opening && last == 2)
        let runs = try given.runs()
        #expect(runs.map(\.reverses) == [1, nil] && runs.map(\.reversedBy) == [nil, 2])
        #expect(runs.map(\.recordedAt) == [GivenShop.now, GivenShop.now])
        #expect(try given.shop().verify(ledger, telling: Hearer()).runs == 2)
    }

    @Test func aReversalThatCannotBeToldOrIsToEndIsNotDone() throws {
        let given = try shopWithARun()
        #expect(throws: ProgramError.self) {
            try given.shop().reverse(1, in: ledger, telling: Hearer()) { _ in throw ProgramError(description: "?") }
        }
        #expect(throws: BatchError.self) {
            try given.shop().reverse(1, in: ledger, telling: Hearer()) { _ in given.cancellation.request(signal: 2) }
        }
        #expect(try given.runs().map(\.number) == [1])
    }

    @Test func aLedgerThatIsNotThereIsNotMade() throws {
        let given = try GivenShop()
        let shop = given.shop()
        let asks: [() throws -> Void] = [
            { _ = try shop.history(of: ledger) }, { _ = try shop.stock(of: ledger) },
            { _ = try shop.verify(ledger, telling: Hearer()) },
            { try shop.reverse(1, in: ledger, telling: Hearer()) { _ in } },
        ]
        for ask in asks {
            let error = #expect(throws: BatchError.self) { try ask() }
            #expect(error.map { ExitReason(of: $0) } == .unreadable)
        }
        #expect(!given.folder.holds("shop.sqlite"))
    }
}

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
