import JuiceBatch
import JuiceCore
import Testing

/// Asserts: they change nothing, and are looked at each time.
@Suite struct AssertTests {
    private func run(_ rows: String) throws -> Engine.Outcome {
        try Engine.run("id,action,item,quantity\n" + rows)
    }

    @Test func lookAtStockAsItStands() throws {
        let outcome = try run(
            """
            ,assert,키위,10
            ,order,키위쥬스,1
            ,재고확인,키위,10
            ,assert,키위,7
            ,assert,키위쥬스,1
            ,assert,키위,
            ,assert,키위,-7
            ,assert,키위,1000000000000
            ,assert,키위,1000000000001

            """)
        #expect(
            outcome.codes == [
                .success, .success, .assertionFailed, .success, .unknownItem, .invalidQuantity, .invalidQuantity,
                .assertionFailed, .invalidQuantity,
            ])
        #expect(outcome.rows[7].quantity == 1_000_000_000_000)
        #expect(outcome.result.tally.fruits[3].closing == 7 && outcome.result.tally.assertsHeld == 2)
    }

    @Test func areLookedAtEachTime() throws {
        let outcome = try run(
            """
            A,assert,키위,10
            A,assert,키위,10
            ,order,키위쥬스,1
            A,assert,키위,10
            A,assert,키위,7
            A,order,키위쥬스,1
            B,assert,키위,8
            B,order,키위쥬스,1

            """)
        #expect(
            outcome.codes == [
                .success, .success, .success, .assertionFailed, .idConflict, .idConflict, .assertionFailed, .success,
            ])
    }

    @Test func countForNoDeficit() throws {
        let result = try run("A,assert,키위,3\nA,order,키위쥬스,4\n,assert,키위,10\n").result
        #expect(result.tally.fruits[3].peakDeficit == 2 && result.tally.fruits[3].shortageNeed == 12)
    }
}

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

    @Test func idsTellThemFromTheirOrders() throws {
        let outcome = try run(
            """
            A,order,키위쥬스,2
            A,cancel,키위쥬스,2
            B,cancel,키위쥬스,3
            B,cancel,키위쥬스,1
            B,cancel,키위쥬스,1
            B,cancel,키위쥬스,-01
            B,order,키위쥬스,1

            """)
        #expect(
            outcome.codes == [
                .success, .idConflict, .nothingToCancel, .success, .alreadyProcessed, .alreadyProcessed, .idConflict,
            ])
    }

    @Test(arguments: [
        ("-2", 2), ("2", 2), ("", 1), ("－1", 1), ("-1.0", 1), (" -2 개 ", 2), ("-1,000", 1_000),
    ])
    func mayHaveASign(text: String, cups: Int) throws {
        let rows = try run("1,cancel,키위쥬스,\"\(text)\"\n2,order,키위쥬스,\"\(text)\"\n").rows
        #expect(rows[0].quantity == cups && rows[0].code == .nothingToCancel)
        let hasSign = text.contains("-") || text.contains("－")
        #expect(rows[1].code == (hasSign ? .invalidQuantity : .success))
    }

    @Test(arguments: ["--2", "-", "- 2", "2-", "(2)", "+2", "−2", "-0", "0", "-1.5", "-개"])
    func takeNoOtherSign(text: String) throws {
        #expect(try run("1,cancel,키위쥬스,\(text)\n").codes == [.invalidQuantity])
        #expect(try run("1,restock,키위,-2\n").codes == [.invalidQuantity])
    }

    /// With a cancel in between, the second order needs nothing beforehand; without, it does.
    @Test func raiseTheStockThatDeficitsAreToldOf() throws {
        let result = try run(",order,키위쥬스,3\n,cancel,키위쥬스,3\n,order,키위쥬스,4\n").result
        #expect(result.tally.fruits[3].peakDeficit == 2)
        let none = try run(",order,키위쥬스,3\n,order,키위쥬스,4\n").result
        #expect(none.tally.fruits[3].peakDeficit == 11)
    }

    /// A cancel that is turned away is not played again, and leaves its id's first time to the next.
    @Test func countForNothingWhenTheyAreTurnedAway() throws {
        let result = try run("A,cancel,키위쥬스,3\nA,order,키위쥬스,4\n").result
        #expect(result.tally.fruits[3].peakDeficit == 2 && result.tally.fruits[3].shortageNeed == 12)
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
