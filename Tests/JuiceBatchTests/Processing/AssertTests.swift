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

    /// With rows of another kind an input becomes known, with asserts alone it does not.
    @Test func makeNoInputKnown() throws {
        let inputs = ["item,action,quantity\n키위,assert,10\n키위,assert,10\n", "item\n키위쥬스\n"]
        let tally = try Engine.run(inputs: inputs.map { Array($0.utf8) }).result.tally
        #expect(tally.inputs.map(\.success) == [2, 1] && tally.inputs.map(\.changes) == [0, 1])
    }

    @Test func countForNoDeficit() throws {
        let result = try run("A,assert,키위,3\nA,order,키위쥬스,4\n,assert,키위,10\n").result
        #expect(result.tally.fruits[3].peakDeficit == 2 && result.tally.fruits[3].shortageNeed == 12)
    }
}
