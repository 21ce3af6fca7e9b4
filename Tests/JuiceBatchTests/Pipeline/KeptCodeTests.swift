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

    private static let fruitNamed = "'딸기': 쥬스인지 과일인지 알 수 없습니다."
    private static let numberNamed = "The quantity '1,200' cannot be used."

    /// What would say more under the header of failure.csv than it did under its own.
    @Test(arguments: [
        ("order,키위쥬스", "1", "missing_action", "'키위쥬스'", OutcomeCode.success),
        (",딸기", "5", "missing_action", fruitNamed, .missingAction),
        (" ,딸기", "x", "missing_action", fruitNamed, .missingAction), (",딸기", "5", "", fruitNamed, .success),
        (",딸기쥬스", "1", "missing_action", fruitNamed, .insufficientStock),
        (",딸기", "5", "missing_action", "", .success),
        (",유자", "5", "missing_action", "'유자'", .unknownItem),
        ("restock,딸기", "\"1,200\"", "invalid_quantity", numberNamed, .invalidQuantity),
        ("restock,딸기", "\" 1,200\"", "invalid_quantity", numberNamed, .invalidQuantity),
        ("restock,딸기", "1.0", "invalid_quantity", "'1.0'", .invalidQuantity),
        ("restock,딸기", "１．０", "invalid_quantity", "'１．０'", .invalidQuantity),
        ("restock,딸기", "1200", "invalid_quantity", numberNamed, .success),
        ("restock,딸기", "\"1,200\"", "", numberNamed, .success),
        ("restock,딸기", "\"1,300\"", "invalid_quantity", numberNamed, .success),
        ("restock,딸기", "12", "invalid_quantity", "'12'", .success),
        ("restock,유자", "\"1,200\"", "invalid_quantity", numberNamed, .unknownItem),
    ])
    func aRowThatNobodyHasTouched(
        names: String, quantity: String, code: String, message: String, outcome: OutcomeCode
    ) throws {
        let row = "a.csv,2,,\(names),\(quantity),\(code),\"\(message)\",,\n"
        let run = try Engine.run(Self.header + row)
        #expect(run.codes == [outcome])
        // What is kept has no meaning, so that it is written again as it came.
        if outcome == .missingAction { #expect(run.rows[0].action == nil) }
        if [.missingAction, .invalidQuantity].contains(outcome) { #expect(run.rows[0].quantity == nil) }
    }
}
