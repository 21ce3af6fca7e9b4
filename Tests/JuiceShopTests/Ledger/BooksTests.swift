import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

@Suite struct BooksTests {
    private let ledger = LedgerRequest(path: "shop.sqlite")

    private func shopWithARun() throws -> GivenShop {
        let given = try GivenShop()
        try given.run(ledger: ledger)
        return given
    }

    @Test func reversalIsARunAtTheGivenTime() throws {
        let given = try shopWithARun()
        let opening = [10, 10, 10, 10, 10]
        #expect(try given.shop().stock(of: ledger).stock.map(\.pieces) == [10, 10, 10, 4, 7])
        var told: [Int] = []
        let by = try given.shop().reverse(1, in: ledger, telling: Hearer()) { told.append($0.by) }
        #expect(by == 2 && told == [2])
        let (stock, last) = try given.shop().stock(of: ledger)
        #expect(stock.map(\.pieces) == opening && last == 2)
        let runs = try given.runs()
        #expect(runs.map(\.reverses) == [1, nil] && runs.map(\.reversedBy) == [nil, 2])
        #expect(runs.map(\.recordedAt) == [GivenShop.now, GivenShop.now])
        #expect(try given.shop().verify(ledger, telling: Hearer()).runs == 2)
    }

    @Test func failedOrCancelledReversalChangesNothing() throws {
        let given = try shopWithARun()
        #expect(throws: ProgramError.self) {
            try given.shop().reverse(1, in: ledger, telling: Hearer()) { _ in throw ProgramError(description: "?") }
        }
        #expect(throws: BatchError.self) {
            try given.shop().reverse(1, in: ledger, telling: Hearer()) { _ in given.cancellation.request(signal: 2) }
        }
        #expect(try given.runs().map(\.number) == [1])
    }
}
