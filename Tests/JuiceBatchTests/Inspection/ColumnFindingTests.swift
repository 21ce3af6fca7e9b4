import JuiceBatch
import Testing

@Suite struct ColumnFindingTests {
    @Test func findsTheItemByWhatStandsInIt() throws {
        // A header that is one for the item, with other things in it.
        let text = try SurveyedText("메뉴,내용,수량\nA,키위쥬스,1\nB,망고쥬스,1\n")
        #expect(text.proposed(.item) == "내용")
        #expect(try SurveyedText("상품명,수량\n사과쥬스,1\n배쥬스,1\n").proposed(.item) == "상품명")
        // What its header says already is not proposed.
        #expect(try SurveyedText("품목,내용,수량\n키위쥬스,키위쥬스,1\n").proposed(.item) == nil)
    }

    @Test func asksForTheItem() throws {
        let found = try SurveyedText("가,나\n1,사과\n2,배\n").found
        #expect(found.questions.map(\.subject) == [.itemColumn(headers: ["가", "나"])])
        #expect(found.proposal.isEmpty)
    }

    @Test func findsQuantities() throws {
        #expect(try SurveyedText("품목,주문수량\n키위쥬스,2\n").proposed(.quantity) == "주문수량")
        // Of two columns one is plainly the quantity, or it is not for us to say.
        #expect(try SurveyedText("품목,주문수량,반품건수\n키위쥬스,2,0\n").proposed(.quantity) == "주문수량")
        #expect(try SurveyedText("품목,주문건수,잔수\n키위쥬스,2,3\n").proposed(.quantity) == nil)
        // A column of words is none.
        #expect(try SurveyedText("품목,주문수량\n키위쥬스,많이\n").proposed(.quantity) == nil)
        #expect(try SurveyedText("품목,수량,주문수량\n키위쥬스,2,2\n").proposed(.quantity) == nil)
    }

    @Test func findsTheMarkBeforeAFraction() throws {
        func found(_ quantities: String...) throws -> (mark: DecimalMark?, questions: [SettingsQuestion.Subject]) {
            let text = try SurveyedText("품목,수량\n" + quantities.map { "키위쥬스,\"\($0)\"\n" }.joined())
            #expect(text.found.proposal.decimal == text.columns.decimal)
            return (text.columns.decimal, text.found.questions.map(\.subject))
        }
        #expect(try found("1", "2.0").mark == nil)
        #expect(try found("1.000", "2.000").mark == .point)
        #expect(try found("1,00", "2,00").mark == .comma)
        #expect(try found("1,000", "2,000", "1,000").mark == nil)
        #expect(try found("1,000", "2,000", "1,000").questions == [.thousands(header: "수량", example: "1,000")])
        #expect(try found("1,000", "2").questions == [])
    }

    @Test func findsTitlesTotalsAndTrailingCells() throws {
        let found = try SurveyedText("일일 매출,,\n품목,수량,비고\n키위쥬스,1,\n합계,1,\n총계,1,\n").found
        #expect(found.proposal.header == .find)
        #expect(found.proposal.rules.totals == ["합계", "총계"])
        #expect(found.proposal.trailing == nil)
        #expect(try SurveyedText("품목,수량\n키위쥬스,1,\n").found.proposal.trailing == .drop)
    }

    @Test func proposesNothingThatIsSettled() throws {
        var settled = SettingsProposal()
        settled.columns = [.item: .single("내용"), .quantity: .none]
        settled.decimal = .point
        settled.header = .find
        settled.rules.totals = ["합계"]
        let text = try SurveyedText("메뉴,내용,주문수량\nA,키위쥬스,1.000\n합계,,1\n", settled: settled)
        #expect(text.found.proposal.isEmpty)
        #expect(text.found.item == 1 && text.found.quantity == nil)
    }

    @Test func looksAtNoFileOfOurOwn() throws {
        let header = "file,line,id,action,item,quantity,code,message,shortage,raw\n"
        let text = try SurveyedText(header + "a.csv,2,1,order,키위쥬스,3,insufficient_stock,,,\n")
        #expect(text.survey.ownFile != nil)
        #expect(text.found.proposal.isEmpty && text.found.questions.isEmpty)
    }
}
