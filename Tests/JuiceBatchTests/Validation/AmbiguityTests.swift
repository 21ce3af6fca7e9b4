import Foundation
import JuiceCore
import Testing

@testable import JuiceBatch

@Suite struct AmbiguityTests {
    private func expect(
        _ text: String, _ wanted: String?, options: [String] = [], exportSettings: ExportSettings = ExportSettings(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for size in [nil, 1, 2, 3] {
            let found = try AmbiguityReading.ambiguity(
                text, options, exportSettings: exportSettings, recordsPerBatch: size)
            #expect(found == wanted, "\(text)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: ["", "1", " 1 ", "01", "1.0", "1개", "１", "1 잔", "1컵".decomposedStringWithCanonicalMapping])
    func oneCupIsNoQuantity(cell: String) throws {
        #expect(try AmbiguityReading.ambiguity(column: "판매량", cells: [cell, cell], quantity: false) == nil)
    }

    @Test(arguments: ["2", "0", "-1", "1.5", "1.000", "x", "1잔입니다", "11"])
    func anythingElseMayBeAQuantity(cell: String) throws {
        let found = try AmbiguityReading.ambiguity(column: "판매량", cells: ["1", cell, "2"], quantity: false)
        #expect(found == "3: quantity 판매량=\(cell)")
        #expect(try AmbiguityReading.ambiguity(column: "판매량", cells: ["1", cell, "2"]) == nil)
    }

    @Test func theDecimalMarkIsKnown() throws {
        var exportSettings = ExportSettings()
        exportSettings.decimal = .point
        try expect("메뉴,판매량\n키위쥬스,1.000\n", nil, exportSettings: exportSettings)
        exportSettings.decimal = .comma
        try expect("메뉴,판매량\n키위쥬스,1.000\n", "2: quantity 판매량=1.000", exportSettings: exportSettings)
    }

    @Test(arguments: [
        "취소", "취소완료", "부분", "환불 요청", "반품", "무효 처리", "cancel", "Cancelled", "VOID", "Returned", "결제취소", "OrderCancelled",
        "no-show", "미취소", "No refund", "폐기",
        "입고", "재고 추가", "실사", "discard", "count", "restock", "재고확인", "주문취소", "assert",
        "입고".decomposedStringWithCanonicalMapping,
        "취".decomposedStringWithCanonicalMapping + "소", "ｃａｎｃｅｌ",
    ])
    func otherActionsAreSeen(cell: String) throws {
        let wanted = cell == "부분" ? nil : "3: action 종류=\(cell)"
        #expect(try AmbiguityReading.ambiguity(column: "종류", cells: ["주문", cell]) == wanted)
    }

    @Test(arguments: [
        "", "주문", "order", "완료", "카드", "Payment", "counter", "canc", "re-fund", "restocked", "2026-11-20",
        "recall", "assertion", "배달 완료", "입고완료", "취", "취나물",
    ])
    func otherStatesMeanNothing(cell: String) throws {
        #expect(try AmbiguityReading.ambiguity(column: "상태", cells: [cell, "주문"]) == nil)
    }

    @Test(arguments: [
        "", " ", "0", "0.00", "₩0", "$0.00", "-$0.00", "0원", "０", "0개", "00", "0,000", "€ 0", "+0", "\\0", "n", "N",
        "no", "No",
        "False", "-", "－", "정상", "정 상", "정상".decomposedStringWithCanonicalMapping,
    ])
    func nothingIsTakenBack(cell: String) throws {
        #expect(try AmbiguityReading.ambiguity(column: "Void?", cells: [cell, "0"]) == nil)
    }

    @Test(arguments: ["1", "y", "yes", "true", "취소", "$0.01", "--", "₩", "none", "2026-11-20", "0x", "정상취소", "."])
    func anythingElseMayBeTakenBack(cell: String) throws {
        #expect(try AmbiguityReading.ambiguity(column: "취소 금액", cells: ["0", cell]) == "3: cancellation 취소 금액=\(cell)")
    }

    @Test func unitsOfACupMeanNothing() throws {
        #expect(try AmbiguityReading.ambiguity(column: "단위", cells: ["", "개", "잔", " 컵", "EA", "pcs", "Cup"]) == nil)
        for cell in ["병", "L", "box", "cups", "-", "1"] {
            #expect(try AmbiguityReading.ambiguity(column: "unit", cells: ["ea", cell]) == "3: unit unit=\(cell)")
        }
    }

    @Test func anItemHasOneVariant() throws {
        try expect("메뉴,수량,옵션\n키위쥬스,1,L\n망고쥬스,1,S\n키위 주스,2, L \nkiwi,1,L\n", nil)
        try expect("메뉴,수량,옵션\n키위쥬스,1,L\n망고쥬스,1,S\n키위 주스,2,\n", "4: variant 옵션=")
        try expect("메뉴,수량,옵션\n키위쥬스,1,L\nkiwi,x,M\n", "3: variant 옵션=M")
        try expect("품목,수량,size\n키위,1,L\n키위쥬스,1,S\n", nil)
        try expect("품목,수량,size\n샌드위치,1,L\n샌드위치,1,S\n", nil)
        try expect("품목,수량,size\n키위,1,L\n딸기,1,S\n딸기,1,M\n키위,1,S\n", "4: variant size=M")
    }

    @Test func theItemIsKnownByItsNameWhateverTheActionSays() throws {
        try expect("품목,구분,size\n키위쥬스,주문,L\n키위쥬스,뭘까,S\n", "3: variant size=S")
    }

    @Test func aFileIsOfOneShop() throws {
        try expect("메뉴,수량,매장\n키위쥬스,1,강남\n망고쥬스,1, 강남\n", nil)
        try expect("메뉴,수량,매장\n키위쥬스,1,강남\n망고쥬스,1,강남\n망고쥬스,1,홍대\n", "4: location 매장=홍대")
        try expect("메뉴,수량,매장\n키위쥬스,1,강남\n망고쥬스,1,\n", "3: location 매장=")
        try expect("메뉴,수량,매장\n키위쥬스,1,매장\n망고쥬스,1,포장\n키위쥬스,1,배달\n키위쥬스,1,홀\n키위쥬스,1,포 장\n", nil)
        try expect("메뉴,수량,매장\n키위쥬스,1,매장\n망고쥬스,1,매장\n키위쥬스,1,포장\n키위쥬스,1,강남\n", "5: location 매장=강남")
        try expect("메뉴,수량,매장\n키위쥬스,1,강남\n망고쥬스,1,매장\n", "3: location 매장=매장")
    }

    @Test(arguments: ["합계", "총 계", "소계", "누계", "TOTAL", "Sub-Total", "합계".decomposedStringWithCanonicalMapping])
    func aRowMayBeATotal(cell: String) throws {
        try expect("메뉴,수량,비고\n키위쥬스,1,\n키위쥬스,1,\(cell)\n", "3: row 비고=\(cell)")
        try expect("메뉴,수량,비고\n키위쥬스,1,\n키위쥬스,1,\(cell)\n", nil, exportSettings: .accepting("비고"))
        try expect("메뉴,수량,비고\n키위쥬스,x,\(cell)\n샌드위치,1,\(cell)\n", nil)
    }

    @Test(arguments: ["합계 금액", "총계정", "소계산", "totally", "tot", "subtotals", "", "서울", "하늘", "합", "t", "2026"])
    func otherWordsAreNoTotals(cell: String) throws {
        try expect("메뉴,수량,비고\n키위쥬스,1,\(cell)\n", nil)
    }

    @Test func onlyAcceptExemptsAColumnFromTotals() throws {
        var exportSettings = ExportSettings()
        exportSettings.only = [.init(column: .init(name: "비고", isTyped: false), values: ["합계"])]
        try expect("메뉴,수량,비고\n키위쥬스,1,합계\n", "2: row 비고=합계", exportSettings: exportSettings)
    }

    @Test func theHeaderOnceMoreIsASecondTable() throws {
        try expect("메뉴,수량,비고\n키위쥬스,1,\n메뉴,수량,\n", "3: second_table")
        try expect("메뉴,수량,비고\n키위쥬스,1,\n 메_뉴,수 량,뭐\n", "3: second_table")
        try expect("메뉴,수량,비고\n메뉴,개수,\n", nil)
        try expect("메뉴,수량,시각\n메뉴,수량,10:00\n", nil)
        try expect("메뉴,수량,시각\n메뉴,수량,시각\n", "2: second_table")
        try expect("쥬스,수량\n주 스,수량\n", "2: second_table")
        try expect("kiwi,수량\nkiwi,1\nkiwi,수량\n", "3: second_table", options: ["item=kiwi"])
        try expect("kiwi,수량\nkiwi,수량\n", "2: second_table", options: ["item=kiwi"])
    }

    @Test func noRowOfTheRightWidthIsInDoubt() throws {
        try expect("메뉴,수량\n키위쥬스,1,2\n\n망고쥬스,1,3\n", "1: no_row_fits")
        try expect("메뉴,수량\n키위쥬스,1,2\n망고쥬스,1\n", nil)
        try expect("메뉴,수량\n", nil)
        try expect("메뉴,수량\n,,\n", nil)
    }

    @Test func theFirstRowAndThenTheOrderOfDoubtsDecide() throws {
        let header = "메뉴,매장,옵션,단위,취소,상태,주문수량,비고\n"
        let plain = "키위쥬스,강남,L,잔,,주문,1,\n"
        let all = "키위쥬스,홍대,S,병,y,환불,2,합계\n"
        try expect(header + plain + all, "3: quantity 주문수량=2")
        try expect(header + plain + all, "3: action 상태=환불", exportSettings: .accepting("주문수량"))
        try expect(header + plain + all, "3: cancellation 취소=y", exportSettings: .accepting("주문수량", "상태"))
        let four = ["주문수량", "상태", "취소", "단위"]
        func accepting(_ more: [String]) -> ExportSettings {
            var exportSettings = ExportSettings()
            exportSettings.accept = (four + more).map { .init(name: $0, isTyped: false) }
            return exportSettings
        }
        try expect(header + plain + all, "3: variant 옵션=S", exportSettings: accepting([]))
        try expect(header + plain + all, "3: location 매장=홍대", exportSettings: accepting(["옵션"]))
        try expect(header + plain + all, "3: row 비고=합계", exportSettings: accepting(["옵션", "매장"]))
        try expect(header + plain + "키위쥬스,강남,L,잔,,주문,1,합계\n" + all, "3: row 비고=합계")
        try expect(header + plain + "키위쥬스,강남,M,잔,,주문,1,\n" + all, "3: variant 옵션=M")
    }

    @Test func rowsOfTheWrongWidthShowNothing() throws {
        try expect("메뉴,주문수량\n키위쥬스,1\n키위쥬스,2,3\n\n키위쥬스,1\n", nil)
    }

    @Test func ourOwnFilesAreNeverInDoubt() throws {
        let header = "file,line,id,action,item,quantity,code,message,shortage,raw,상태,주문수량,비고\n"
        try expect(header + "a,1,,order,키위쥬스,1,,,,,취소,2,합계\n", nil)
        try expect("id,action,item,quantity\nid,action,item,quantity\n", nil)
        try expect("id,action,item,quantity\nx\n", nil)
    }

    @Test func timesThatFallTenTimesAsOftenAsTheyRiseAreNewestFirst() {
        func line(_ times: [Int]) -> Int? {
            var steps = TimeSteps<Int>()
            for (index, time) in times.enumerated() { steps.add(time, line: index + 2) }
            return steps.areNewestFirst ? steps.firstFallLine : nil
        }
        #expect(line([]) == nil)
        #expect(line([5]) == nil)
        #expect(line([5, 5, 5]) == nil)
        #expect(line([5, 5, 4, 4, 1]) == 4)
        #expect(line([5, 4, 5]) == nil)
        #expect(line([1, 2, 1]) == nil)
        let falling = Array((0..<10).reversed())
        #expect(line([9] + falling + [0]) == 4)
        #expect(line([8] + falling + [0, -1]) == 4)
        #expect(line([8] + falling + [0, 1]) == nil)
    }
}

@Suite struct AmbiguousColumnTests {
    /// What the headers of an input with an item and no quantity say of a column.
    private func kinds(_ header: String, quantity: Bool = false) throws -> [Ambiguity.Column] {
        let line = "item," + (quantity ? "qty," : "memo,") + "\"\(header)\""
        let plan = try #require(try Engine.run(line + "\n").plan)
        let ambiguous = AmbiguousColumns(
            header: plan.header, columns: plan.columns, options: ColumnOptions(), exportSettings: ExportSettings())
        #expect(ambiguous.columns.allSatisfy { $0.column == 2 })
        return ambiguous.columns.map(\.kind)
    }

    @Test(arguments: [
        (Ambiguity.Column.quantity, "수량 개수 갯수 잔수 판매량 주문량 출고량 판매수 주문수 건수 qty quantity count pcs units sold ea cups"),
        (.action, "구분 유형 종류 작업 처리 상태 action type kind status event"),
        (.cancellation, "취소 반품 환불 무효 cancelled canceled void voided refund refunded"),
        (.unit, "단위 unit"), (.variant, "옵션 사이즈 option size variant"),
        (.location, "매장 지점 점포 location store shop branch"),
    ])
    func everyWordIsKnown(kind: Ambiguity.Column, words: String) throws {
        for word in words.split(separator: " ").map(String.init) {
            for header in ["x \(word) y", "[\(word.uppercased())]", word.decomposedStringWithCanonicalMapping + "1"] {
                #expect(try kinds(header) == [kind], "\(header)")
            }
        }
    }

    @Test(arguments: [
        "discount", "account", "country", "resize", "eventful", "typed", "shopper", "restore", "team", "each",
        "soldier",
        "메모", "고객", "할인", "전화번호", "결제수단", "수 령인", "Dining Option", "options", "unit price", "단위 가격", "수량 단가",
        "Item Cost per Unit", "quantity tax", "옵션금액", "매장 수수료", "store fee", "amount sold", "",
    ])
    func otherWordsMeanNothing(header: String) throws {
        #expect(try kinds(header).isEmpty)
    }

    @Test(
        arguments: [
            // Words of money leave actions and cancellations.
            ("취소금액", [.cancellation]), ("Refund amount count", [.cancellation]), ("처리 수수료 단위", [.action]),
            ("취소 구분 가격", [.action, .cancellation]),
            // The point of a price is a variant.
            ("Price Point Name", [.variant]), ("price-point_name", [.variant]), ("ＰＲＩＣＥ point name", [.variant]),
            ("price point name 2", []), ("price point size", []), ("dining size", []),
            // Spelling is that of names, and capitals part words.
            ("판매 수_량", [.quantity]), ("ＱＴＹ 2", [.quantity]), ("q ty", []), ("Order_Qty#2", [.quantity]),
            ("Orderqty", []), ("OrderQty", [.quantity]), ("RQty", [.quantity]), ("OrderStatus", [.action]),
            ("IsVoid", [.cancellation]), ("SOLD QTY", [.quantity]), ("ＯrderＱty", [.quantity]),
            ("매장 옵션 단위 취소 상태 수량", [.quantity, .action, .cancellation, .unit, .variant, .location]),
        ] as [(String, [Ambiguity.Column])])
    func aHeaderIsInDoubtByItsWords(header: String, kinds: [Ambiguity.Column]) throws {
        #expect(try self.kinds(header) == kinds)
    }

    @Test func aQuantityColumnSettlesQuantities() throws {
        #expect(try kinds("주문수량", quantity: true).isEmpty)
        #expect(try kinds("주문수량 단위", quantity: true) == [.unit])
    }

    private func found(_ header: String, _ options: [String], _ exportSettings: ExportSettings = ExportSettings())
        throws -> [Int]
    {
        let columns = try ColumnOptions(parsing: options)
        let plan = try #require(
            try Engine.run(header + "\n", ReadingOptions(columns: columns, exportSettings: exportSettings)).plan)
        return AmbiguousColumns(
            header: plan.header, columns: plan.columns, options: columns, exportSettings: exportSettings
        )
        .columns.map(\.column)
    }

    @Test func whatIsNamedIsSettled() throws {
        let header = "메뉴,상태,주문수량,매장"
        #expect(try found(header, []) == [2, 1, 3])
        #expect(try found(header, ["quantity=주문 수량"]) == [1, 3])
        #expect(try found(header, ["action=상태"]) == [2, 3])
        #expect(try found(header, ["id=매장+상태+#"]) == [2])
        #expect(try found(header, [], .accepting("상 태")) == [2, 3])
        var exportSettings = ExportSettings()
        exportSettings.ignore = [.init(column: .init(name: "상태", isTyped: true), values: ["취소"])]
        exportSettings.only = [.init(column: .init(name: "매장", isTyped: false), values: ["강남"])]
        #expect(try found(header, [], exportSettings) == [2])
        var filled = ExportSettings()
        filled.fill = [.init(name: "상태", isTyped: false)]
        #expect(try found(header, [], filled) == [2, 1, 3])
    }

    @Test func aRoleThatIsSwitchedOffSettlesNothing() throws {
        #expect(try found("메뉴,수량,구분", ["quantity=", "action="]) == [1, 2])
        #expect(try found("메뉴,수량,주문수량", ["quantity="]) == [1, 2])
    }

    @Test(arguments: [
        "file,line,id,action,item,quantity,code,message,shortage,raw,상태,주문수량", "id,action,item,quantity",
        "time,id,action,item,quantity",
    ])
    func ourOwnFilesAreNeverInDoubt(header: String) throws {
        #expect(try found(header, ["quantity=", "action="]) == [])
    }

    @Test func datesAreLookedForByTheirWord() throws {
        func date(_ header: String, _ exportSettings: ExportSettings = ExportSettings()) throws -> Int? {
            let plan = try #require(try Engine.run(header + "\n", ReadingOptions(exportSettings: exportSettings)).plan)
            return AmbiguousColumns(
                header: plan.header, columns: plan.columns, options: ColumnOptions(), exportSettings: exportSettings
            )
            .date
        }
        #expect(try date("item,time,Date") == 2)
        #expect(try date("item,time,영업일자,판매 날짜") == 2)
        #expect(try date("item,time,updated") == nil)
        #expect(try date("item,time,date", .accepting("date")) == nil)
        #expect(try date("time,id,action,item,quantity") == nil)
    }
}
