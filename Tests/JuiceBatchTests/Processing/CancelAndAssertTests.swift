import JuiceBatch
import JuiceCore
import Testing

/// Cancels: never more than was served, and all or nothing.
@Suite struct CancelTests {
    private func run(_ rows: String) throws -> Engine.Outcome {
        try Engine.run("id,action,item,quantity\n" + rows)
    }

    /// One fruit that would pass its limit is enough: the other is not given back either.
    @Test func stopAtTheStockLimit() throws {
        let full = String(repeating: ",restock,망고,1000000000\n", count: 999) + ",restock,망고,999999990\n"
        let cancel = ",cancel,망고키위쥬스,1\n"
        let outcome = try run(
            ",order,망고키위쥬스,5\n,restock,망고,10\n" + full + cancel + cancel + ",discard,망고,2\n" + cancel)
        #expect(outcome.codes.suffix(4) == [.stockLimit, .stockLimit, .success, .success])
        #expect(outcome.result.tally.fruits[4].closing == FruitStore.stockMax)
        #expect(outcome.result.tally.fruits[3].closing == 6)
    }

    @Test func endASellOut() throws {
        let result = try run(
            ",order,키위쥬스,3\n,order,망고키위쥬스,1\n,order,키위쥬스,1\n,cancel,키위쥬스,1\n,order,키위쥬스,1\n"
        ).result
        #expect(result.history.soldOutCounts[3] == 2)
        #expect(result.history.levels(of: 3).map(\.isSoldOut) == [false, true, true, true, true])
        #expect(result.history.levels(of: 3).allSatisfy { !$0.isRestocked })
    }

    /// A trial in which an order is not served finds nothing to cancel either.
    @Test func areTriedAgainAsRowsAre() throws {
        let result = try run(
            """
            ,order,키위쥬스,3
            ,order,키위쥬스,2
            ,cancel,키위쥬스,3
            ,order,키위쥬스,3
            ,restock,키위,5

            """
        ).result
        let whatIf = try #require(result.whatIf)
        #expect(whatIf.rows == 4 && whatIf.restocks.map(\.saved) == [1])
    }
}
