import JuiceBatch
import JuiceCore
import Testing

/// Rows of failure.csv that keep the code an earlier run gave them.
@Suite struct KeptCodeTests {
    private static let header = "file,line,id,action,item,quantity,code,message,shortage,raw\n"

    @Test(arguments: [OutcomeCode.ignored, .invalidTime, .alreadyProcessed, .idConflict])
    func aCodeIsKept(code: OutcomeCode) throws {
        let kept = "a.csv,2,A,order,키위쥬스,1,\(code.name),,,\n"
        let outcome = try Engine.run(Self.header + kept + "a.csv,3,A,order,키위쥬스,1,,,,\n")
        #expect(outcome.codes == [code, .success])
        // A row that is none of ours is in no action.
        #expect(outcome.rows[0].action == (code == .ignored ? nil : .order))
        #expect(outcome.rows[0].quantity == (code == .ignored ? nil : 1))
    }

    @Test(arguments: [
        OutcomeCode.unknownAction, .missingItem, .unknownItem, .missingAction, .invalidQuantity, .nothingToCancel,
        .stockLimit, .assertionFailed, .insufficientStock,
    ])
    func anyOtherRowIsReadAfresh(code: OutcomeCode) throws {
        #expect(try Engine.run(Self.header + "a.csv,2,,order,키위쥬스,1,\(code.name),,,\n").codes == [.success])
    }
}
