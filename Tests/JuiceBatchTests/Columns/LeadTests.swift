import JuiceBatch
import Testing

/// What may stand above a header.
@Suite struct LeadTests {
    @Test func everyReturnAboveTheHeaderIsALine() throws {
        let lead = String(repeating: "\r", count: 70_000)
        #expect(Engine.refusal(lead + "a,b\r") == "70001: no_item_column")
        let outcome = try Engine.run(lead + "item\r딸기쥬스\r")
        #expect(outcome.rows.map(\.line) == [70_002])
        #expect(outcome.result.tally.inputs[0].blank == 70_000)
    }

    @Test(arguments: [1, 3, 1024]) func delimitersAndQuotesAloneAreBlankWhateverTheDelimiter(chunkBytes: Int) throws {
        let outcome = try Engine.run(
            ";;,|\"\"\n\n\"\";\"\"|\nitem,quantity\n바나나,1\n", ReadingOptions(chunkBytes: chunkBytes))
        #expect(outcome.rows.map(\.line) == [5])
        #expect(outcome.result.tally.inputs[0].blank == 3)
    }

    @Test(arguments: [
        ("11월 매출\n\n,\n번호,메뉴명,수량\n1,딸기쥬스,1\n", 4 as Int?), ("11월 매출\n품명,수량\n딸기쥬스,1\n", nil),
        // A category is no header, even if it is called as one.
        ("11월 매출\n분류,품명,수량\n쥬스,딸기쥬스,1\n쥬스,키위쥬스,2\n", nil),
    ])
    func aTitleNamesTheLineOfTheHeader(text: String, line: Int?) throws {
        do {
            _ = try Engine.run(text)
            Issue.record("a title was taken for a header")
        } catch BatchError.refused(let refusal) {
            #expect(refusal.reason == .noItemColumn(header: ["11월 매출"], likelyLine: line))
        }
    }
}
