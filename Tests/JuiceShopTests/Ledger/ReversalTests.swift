import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

@Suite struct ReversalTests {
    private let ledger = LedgerRequest(path: "shop.sqlite")

    private func shopWithARun() throws -> TestShop {
        let setup = try TestShop()
        try setup.run(ledger: ledger)
        return setup
    }

    @Test func reversalIsARunAtTheGivenTime() throws {
        let setup = try shopWithARun()
        let opening = [10, 10, 10, 10, 10]
        #expect(try setup.shop().stock(of: ledger).stock.map(\.pieces) == [10, 10, 10, 4, 7])
        var told: [Int] = []
        let by = try setup.shop().reverse(1, in: ledger, notifying: MessageRecorder()) { told.append($0.by) }
        #expect(by == 2 && told == [2])
        let (stock, last) = try setup.shop().stock(of: ledger)
        #expect(stock.map(\.pieces) == opening && last == 2)
        let runs = try setup.runs()
        #expect(runs.map(\.reverses) == [1, nil] && runs.map(\.reversedBy) == [nil, 2])
        #expect(runs.map(\.recordedAt) == [TestShop.now, TestShop.now])
        #expect(try setup.shop().verify(ledger, notifying: MessageRecorder()).runs == 2)
    }

    @Test func failedOrCancelledReversalChangesNothing() throws {
        let setup = try shopWithARun()
        #expect(throws: ProgramError.self) {
            try setup.shop().reverse(1, in: ledger, notifying: MessageRecorder()) { _ in
                throw ProgramError(description: "?")
            }
        }
        #expect(throws: BatchError.self) {
            try setup.shop().reverse(1, in: ledger, notifying: MessageRecorder()) { _ in
                setup.cancellation.request(signal: 2)
            }
        }
        #expect(try setup.runs().map(\.number) == [1])
    }
}
