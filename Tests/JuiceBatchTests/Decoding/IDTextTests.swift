import Foundation
import JuiceBatch
import Testing

/// Cells of ids that are no ids, and ids that a spreadsheet cut off.
@Suite struct IDTextTests {
    @Test(arguments: [
        "-", "--", "null", "NULL", "None", "n/a", "#N/A", "\\N", "없음", "0", "０", " - ", "ｎｕｌｌ",
        "없음".decomposedStringWithCanonicalMapping,
    ])
    func aPlaceholderIsNoID(cell: String) throws {
        let outcome = try Engine.run("id,item,quantity\n\(cell),딸기,1\n\(cell),딸기,2\n")
        #expect(outcome.codes == [.success, .success])
    }

    @Test(arguments: ["00", "---", "nul", "0-", "n / a", "없 음", "none1"])
    func anythingElseIsAnID(cell: String) {
        #expect(Engine.refusal("id,item,quantity\n\(cell),딸기,1\n\(cell),딸기,2\n") == "3: unclear_id")
    }

    @Test func aCompositeOfPlaceholdersAndDatesIsNoID() throws {
        func codes(_ option: String, _ text: String) throws -> [OutcomeCode] {
            try Engine.run(text, ReadingOptions(columns: ColumnOptions(parsing: [option]))).codes
        }
        let twice = "날짜,번호,item,quantity\n2026-11-20,-,딸기,1\n2026-11-20,-,딸기,1\n"
        #expect(try codes("id=날짜+번호", twice) == [.success, .success])
        #expect(try codes("id=번호+#", twice) == [.success, .success])
        let told = "포스,번호,item,quantity\nA,-,딸기,1\nA,-,딸기,1\n"
        #expect(try codes("id=포스+번호", told) == [.success, .alreadyProcessed])
        // A date alone is an id, as is what only looks like a placeholder once it is joined.
        #expect(try codes("id=날짜", "날짜,item,quantity\n2026-11-20,딸기,1\n2026-11-20,딸기,1\n").last == .alreadyProcessed)
        #expect(try codes("id=a+b", "a,b,item,quantity\nn,a,딸기,1\nn,a,딸기,1\n") == [.success, .alreadyProcessed])
    }

    @Test(arguments: ["2.02611E+11", "2E+5", "2.5e+07", "１.５E+10", "1,5E+10", "1E-3"])
    func aNumberInScientificNotationIsRefused(cell: String) throws {
        let text = "주문번호,메뉴,수량\nA1,키위쥬스,1\n\"\(cell)\",키위쥬스,1\n"
        #expect(Engine.refusal(text) == "3: unclear_id")
        for option in ["id=주문번호", "id=주문번호+#", "id=메뉴+주문번호"] {
            #expect(
                Engine.refusal(text, ReadingOptions(columns: try ColumnOptions(parsing: [option]))) == "3: unclear_id")
        }
        #expect(
            Engine.refusal(text, ReadingOptions(columns: try ColumnOptions(parsing: ["id="]))).hasPrefix("accepted"))
    }

    @Test(arguments: ["2.02611E11", "E+11", "12E+", "2..5E+3", "2E+5x", "20261120-0001", "ABE+1"])
    func otherNumbersAreIDs(cell: String) {
        #expect(Engine.refusal("주문번호,메뉴,수량\n\(cell),키위쥬스,1\n").hasPrefix("accepted"))
    }
}
