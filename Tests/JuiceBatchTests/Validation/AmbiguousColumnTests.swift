import Foundation
import JuiceBatch
import JuiceCore
import Testing

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

    @Test func wordsOfMoneyLeaveActionsAndCancellations() throws {
        #expect(try kinds("취소금액") == [.cancellation])
        #expect(try kinds("Refund amount count") == [.cancellation])
        #expect(try kinds("처리 수수료 단위") == [.action])
        #expect(try kinds("취소 구분 가격") == [.action, .cancellation])
    }

    @Test func aPricePointIsAVariant() throws {
        for header in ["Price Point Name", "price-point_name", "ＰＲＩＣＥ point name"] {
            #expect(try kinds(header) == [.variant])
        }
        #expect(try kinds("price point name 2").isEmpty)
        #expect(try kinds("price point size").isEmpty)
        #expect(try kinds("dining size").isEmpty)
    }

    @Test func spellingIsThatOfNames() throws {
        #expect(try kinds("판매 수_량") == [.quantity])
        #expect(try kinds("ＱＴＹ 2") == [.quantity])
        #expect(try kinds("q ty").isEmpty)
        #expect(try kinds("Order_Qty#2") == [.quantity])
        #expect(try kinds("Orderqty").isEmpty)
    }

    @Test func capitalsPartWords() throws {
        #expect(try kinds("OrderQty") == [.quantity])
        #expect(try kinds("RQty") == [.quantity])
        #expect(try kinds("OrderStatus") == [.action])
        #expect(try kinds("IsVoid") == [.cancellation])
        #expect(try kinds("SOLD QTY") == [.quantity])
        #expect(try kinds("ＯrderＱty") == [.quantity])
    }

    @Test func severalDoubtsStandInTheirOrder() throws {
        #expect(try kinds("매장 옵션 단위 취소 상태 수량") == [.quantity, .action, .cancellation, .unit, .variant, .location])
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
