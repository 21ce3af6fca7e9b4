import JuiceBatch
import Testing

/// What only a whole input shows: columns of nothing but figures, and few different cells that say something else than
/// an order.
@Suite struct WholeInputAmbiguityTests {
    private func refusal(_ text: String, _ settings: ExportSettings = ExportSettings()) -> String? {
        var reading = ReadingOptions(exportSettings: settings)
        var found: Set<String?> = []
        for size in [1 << 17, 9] {
            reading.chunkBytes = size
            let refusal = Engine.refusal(text, reading)
            found.insert(refusal.hasPrefix("accepted") ? nil : refusal)
        }
        #expect(found.count == 1, "whatever the size of chunks")
        return found.first ?? nil
    }

    @Test(arguments: ["RQ", "층수", "메모", "Portion"])
    func figuresAloneMayBeQuantities(header: String) {
        #expect(refusal("메뉴,\(header)\n키위쥬스,1\n키위쥬스,3\n키위쥬스,\n") == "3: unclear_column")
        #expect(refusal("메뉴,\(header)\n키위쥬스,1\n키위쥬스,-2\n") == "3: unclear_column")
        // One of them is no figure, all are 1, there is one row, or a column of quantities.
        #expect(refusal("메뉴,\(header)\n키위쥬스,1\n키위쥬스,3\n키위쥬스,많이\n") == nil)
        #expect(refusal("메뉴,\(header)\n키위쥬스,1\n키위쥬스,\n키위쥬스,1\n") == nil)
        #expect(refusal("메뉴,\(header)\n키위쥬스,3\n") == nil)
        #expect(refusal("메뉴,수량,\(header)\n키위쥬스,1,1\n키위쥬스,1,3\n") == nil)
    }

    @Test(arguments: [
        "테이블", "좌석번호", "주문 시", "Net Sales", "order no", "Zip", "#", "결제금액", "년", "Sort Order", "Item ID", "나이",
        "Unit Price",
    ])
    func otherFiguresAreNoQuantities(header: String) {
        #expect(refusal("메뉴,\(header)\n키위쥬스,1\n키위쥬스,3\n키위쥬스,7\n") == nil)
    }

    @Test func figuresOfManyRowsAreReadToTheEnd() {
        let rows = (1...300).map { "키위쥬스,\($0)\n" }.joined()
        #expect(refusal("메뉴,메모\n" + rows) == "3: unclear_column")
        #expect(refusal("메뉴,메모\n" + rows + "키위쥬스,끝\n") == nil)
    }

    @Test func fewDifferentCellsMaySayThatNothingWasSold() {
        // Of few rows one cell has to stand twice.
        #expect(refusal("메뉴,수량,비고\n키위쥬스,1,현금\n키위쥬스,1,노쇼\n키위쥬스,1,현금\n") == "3: unclear_column")
        #expect(refusal("메뉴,수량,비고\n키위쥬스,1,현금\n키위쥬스,1,노쇼\n") == nil)
        func rows(_ different: Int) -> String {
            (0..<40).map { "키위쥬스,1,\($0 == 30 ? "On hold" : "v\($0 % (different - 1))")\n" }.joined()
        }
        #expect(refusal("메뉴,수량,비고\n" + rows(12)) == "32: unclear_column")
        #expect(refusal("메뉴,수량,비고\n" + rows(13)) == nil)
    }

    @Test func aSettingSettlesIt() {
        let text = "메뉴,수량,비고,층\n키위쥬스,1,현금,2\n키위쥬스,1,노쇼,2\n키위쥬스,1,현금,2\n"
        #expect(refusal(text, .accepting("비고")) == nil)
        #expect(refusal(text, .accepting("층")) == "3: unclear_column")
    }

    @Test func figuresComeBeforeWords() {
        #expect(refusal("메뉴,비고,층\n키위쥬스,보류,1\n키위쥬스,보류,2\n") == "3: unclear_column")
        #expect(refusal("메뉴,비고,층\n키위쥬스,보류,1\n키위쥬스,보류,2\n", .accepting("층")) == "2: unclear_column")
    }
}
