import JuiceBatch
import Testing

@Suite struct RowFindingTests {
    @Test func makesIDsOfReceipts() throws {
        #expect(try SurveyedText("영수증번호,품목\nR-1000001,키위쥬스\nR-1000001,망고쥬스\n").proposed(.id) == "영수증번호+#")
        // A short number starts anew each day, and each till counts its own.
        let text = "영업일자,포스번호,영수증번호,품목\n2026-11-20,1,0001,키위쥬스\n2026-11-20,2,0001,키위쥬스\n"
        #expect(try SurveyedText(text).proposed(.id) == "영업일자+포스번호+영수증번호+#")
        // A cancel has the number of its order.
        let cancels = "영수증번호,구분,품목,수량\n1,정상,키위쥬스,1\n1,취소,키위쥬스,-1\n"
        #expect(try SurveyedText(cancels).proposed(.id) == "영수증번호+구분+#")
    }

    @Test func leavesIDsAloneThatAreARowsOwn() throws {
        #expect(try SurveyedText("주문번호,품목\n1,키위쥬스\n2,망고쥬스\n").proposed(.id) == nil)
        let lines = "Order Id,Item Selection Id,Item\n7,900,kiwi juice\n7,901,mango juice\n"
        #expect(try SurveyedText(lines).proposed(.id) == "Item Selection Id")
        // Numbers of rows start anew with each export, and those of customers are no rows'.
        #expect(try SurveyedText("행번호,품목\n1,키위쥬스\n2,망고쥬스\n").proposed(.id) == nil)
        #expect(try SurveyedText("고객번호,품목\n71,키위쥬스\n72,망고쥬스\n").proposed(.id) == nil)
    }

    @Test func readsActions() throws {
        let known = try SurveyedText("구분,품목,수량\n정상,키위쥬스,1\n반품,키위쥬스,-1\n입고,키위,3\n")
        #expect(known.readings == ["action:정상=order", "action:반품=cancel"])
        #expect(known.found.questions.isEmpty)
        let unknown = try SurveyedText("구분,품목\n정상,키위쥬스\n서비스,키위쥬스\n")
        #expect(unknown.readings == ["action:정상=order"])
        #expect(unknown.found.questions.map(\.subject) == [.actionWords(header: "구분", cells: ["서비스"])])
    }

    @Test func takesAColumnForTheActionIfItsWordsGoWithSigns() throws {
        let signs = try SurveyedText("품목,Event Type,Qty\nkiwi juice,Payment,2.0\nkiwi juice,Refund,-1.0\n")
        #expect(signs.proposed(.action) == "Event Type")
        #expect(signs.readings == ["action:Payment=order", "action:Refund=cancel"])
        // Without a sign it is unknown whether these cups were made.
        #expect(try SurveyedText("품목,주문상태,수량\n키위쥬스,완료,1\n망고쥬스,주문취소,1\n").proposed(.action) == nil)
    }

    @Test func takesSignsForCancels() throws {
        #expect(try SurveyedText("품목,수량\n키위쥬스,2\n키위쥬스,-1\n").found.proposal.negative == .cancel)
        #expect(try SurveyedText("품목,수량\n키위쥬스,2\n").found.proposal.negative == nil)
        // The action says it already.
        let told = try SurveyedText("구분,품목,수량\n주문,키위쥬스,2\n취소,키위쥬스,-1\n")
        #expect(told.found.proposal.negative == nil)
    }

    @Test(arguments: ["취소수량", "반품수량", "누적판매량", "VoidedQty", "Discount Qty", "Qty On Hand", "할인건수"])
    func proposesNoOtherCountAsQuantity(header: String) throws {
        #expect(try SurveyedText("품목,\(header)\n키위쥬스,1\n망고쥬스,2\n").found.proposal.columns[.quantity] == nil)
        let beside = try SurveyedText("품목,판매,\(header)\n키위쥬스,1,0\n망고쥬스,2,1\n").found.proposal
        #expect(beside.columns[.quantity]?.text == "판매")
    }

    @Test func readsNewestFirstByTime() throws {
        let newest = try SurveyedText("일시,품목\n2026-11-20 11:00,키위쥬스\n2026-11-20 10:00,키위쥬스\n").found.proposal
        #expect(newest.sequence == .time && newest.columns.isEmpty)
        let oldest = try SurveyedText("일시,품목\n2026-11-20 10:00,키위쥬스\n2026-11-20 11:00,키위쥬스\n").found.proposal
        #expect(oldest.isEmpty)
        // From ten steps back on, the till's exports always are.
        let rows = (10..<21).reversed().map { "2026-11-20 \($0):00,키위쥬스" }
        #expect(try SurveyedText((["일시,품목"] + rows).joined(separator: "\n")).found.proposal.sequence == .newestFirst)
        // Up and down.
        let mixed = ["일시,품목", "2026-11-20 10:00,키위쥬스"] + rows + ["2026-11-20 11:30,키위쥬스", "2026-11-20 10:30,키위쥬스"]
        #expect(try SurveyedText(mixed.joined(separator: "\n")).found.proposal.sequence == .time)
        #expect(try SurveyedText("시각,품목\n10:00,키위쥬스\n11:00,키위쥬스\n10:30,키위쥬스\n").found.proposal.sequence == nil)
    }

    @Test func readsANightByItsBusinessDay() throws {
        let text = "영업일자,시각,품목\n2026-11-20,22:00,키위쥬스\n2026-11-20,23:30,키위쥬스\n2026-11-20,01:20,키위쥬스\n"
        let found = try SurveyedText(text).found.proposal
        #expect(found.columns[.time]?.text == "영업일자+시각")
        #expect(found.dayStart == DayStart("06:00"))
    }

    @Test func takesASizeForAPartOfTheNameIfTheMenuDoes() throws {
        let menu = "juice,fruit,quantity\n키위 L,키위,4\n키위 S,키위,2\n"
        let sizes = "품목,사이즈\n키위,L\n키위,S\n"
        #expect(try SurveyedText(sizes, menu: menu).proposed(.item) == "품목+사이즈")
        #expect(try SurveyedText(sizes).proposed(.item) == nil)
    }

    @Test func fillsMergedCells() throws {
        let merged = try SurveyedText("주문번호,일시,메모,품목\n7,2026-11-20 10:00,얼음,키위쥬스\n,,,망고쥬스\n8,2026-11-20 10:05,,키위쥬스\n")
        #expect(merged.found.proposal.rules.fill == ["주문번호", "일시"])
        #expect(try SurveyedText("주문번호,품목\n7,키위쥬스\n8,망고쥬스\n").found.proposal.rules.fill == [])
    }
}
