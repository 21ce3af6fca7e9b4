import TestSupport
import Testing

/// The contract's table of doubts, sentence by sentence.
@Suite("Plain doubts")
struct PlainAmbiguityTests {
    @Test(
        "Columns that may mean something",
        arguments: [
            // No quantity column, and one that may be it.
            ("메뉴명,주문수량\n키위쥬스,1\n키위쥬스,\n키위쥬스,2\n", 4), ("메뉴명,판매 건수\n키위쥬스,x\n", 2),
            ("item,# of cups\nkiwi juice,2.0\n", 2),
            ("item,units sold\nkiwi juice,3\n", 2),
            // Another action.
            ("메뉴명,종류\n키위쥬스,주문\n키위쥬스,폐기\n", 3), ("item,Event Type\nkiwi juice,Payment\nkiwi juice,Refund\n", 3),
            ("메뉴명,처리상태\n키위쥬스,취소됨\n", 2), ("item,status\nkiwi juice,stock count\nkiwi juice,void\n", 3),
            // Cancelled.
            ("메뉴명,취소여부\n키위쥬스,N\n키위쥬스,정상\n키위쥬스,Y\n", 4),
            ("item,Refunded\nkiwi juice,₩0\nkiwi juice,$0.00\nkiwi juice,$3\n", 4),
            ("item,voided amount\nkiwi juice,0원\nkiwi juice,-\nkiwi juice,12\n", 4),
            // Units.
            ("item,unit\nkiwi juice,ea\nkiwi juice,box\n", 3),
            // Sizes of one item.
            ("item,Size\nkiwi juice,L\nmango juice,S\nKiwi Juice,S\n", 4),
            ("메뉴명,Price Point Name\n키위쥬스,L\n키위쥬스,\n", 3),
            // Shops.
            ("메뉴명,매장\n키위쥬스,강남점\n키위쥬스,강남점\n키위쥬스,역삼점\n", 4), ("메뉴명,매장\n키위쥬스,홀\n키위쥬스,포장\n키위쥬스,강남점\n", 4),
            // Rejected rows show it, too.
            ("메뉴명,종류\n없는것,폐기\n", 2),
        ])
    func unclearColumns(text: String, line: Int) {
        #expect(PlainExportSettings().stop(text) == "a.csv:\(line): unclear_column")
    }

    @Test(
        "Columns that are none of our business",
        arguments: [
            "메뉴명,주문수량\n키위쥬스,1\n키위쥬스,\n키위쥬스,1잔\n", "메뉴명,수량,판매량\n키위쥬스,1,5\n", "item,discount\nkiwi juice,5\n",
            "item,unit price\nkiwi juice,box\n", "메뉴명,수량단가\n키위쥬스,4500\n",
            "item,Dining Option Size\nkiwi juice,a\nkiwi juice,b\n",
            "메뉴명,매장\n키위쥬스,홀\n키위쥬스,배달\n", "메뉴명,구분값\n키위쥬스,매장\n키위쥬스,주문\n",
            "item,canceled\nkiwi juice,\nkiwi juice,No\nkiwi juice,FALSE\n",
            "item,size\nkiwi juice,L\nmango juice,S\nkiwi juice, L \n", "메뉴명,종류\n키위쥬스,폐기,x\n키위쥬스,주문\n",
            "item,price point name\nkiwi juice,L\nmango juice,S\n", "item,updated status\nkiwi juice,done\n",
        ])
    func clearColumns(text: String) {
        #expect(PlainExportSettings().stop(text) == nil)
    }

    @Test("What a setting names is clear, what is switched off is not")
    func settledColumns() {
        let text = "메뉴명,종류,수량\n키위쥬스,폐기,2\n"
        #expect(PlainExportSettings().stop(text) == "a.csv:2: unclear_column")
        #expect(PlainExportSettings.with { $0.accept = ["종 류"] }.stop(text) == nil)
        #expect(PlainExportSettings.with { $0.only = [.init(column: "종류", value: "폐기")] }.stop(text) == nil)
        #expect(PlainExportSettings.with { $0.ignore = [.init(column: "종류", value: "판매")] }.stop(text) == nil)
        #expect(PlainExportSettings.with { $0.columns = [.init(role: .action, name: "종류")] }.stop(text) == nil)
        let parts: [PlainPart] = [.column("종류"), .place]
        #expect(PlainExportSettings.with { $0.columns = [.init(role: .id, parts: parts)] }.stop(text) == nil)
        #expect(
            PlainExportSettings.with { $0.columns = [.init(role: .quantity, name: "")] }.stop(text)
                == "a.csv:2: unclear_column")
        let off = PlainExportSettings.with { $0.columns = [.init(role: .quantity, name: "")] }
        #expect(off.stop("메뉴명,수량\n키위쥬스,2\n") == "a.csv:2: unclear_column")
        // An ignored row shows nothing.
        let ignored = PlainExportSettings.with { $0.ignore = [.init(column: "메모", value: "x")] }
        #expect(ignored.stop("메뉴명,종류,메모\n키위쥬스,폐기,x\n") == nil)
    }

    @Test("Ids")
    func ids() throws {
        let text = "주문번호,메뉴명\n1,키위쥬스\n1,없는것\n1,키위쥬스\n"
        #expect(PlainExportSettings().stop(text) == "a.csv:4: unclear_id")
        #expect(PlainExportSettings().stop("주문번호,메뉴명\n1,키위쥬스\n", "item,id\nkiwi juice,1\n") == "b.csv:2: unclear_id")
        #expect(PlainExportSettings.with { $0.columns = [.init(role: .id, name: "주문번호")] }.stop(text) == nil)
        #expect(PlainExportSettings.with { $0.columns = [.init(role: .id, name: "")] }.stop(text) == nil)
        // A file of our own is never doubted, but its rows count.
        let own = "id,action,item,quantity\n1,order,키위쥬스,1\n1,order,키위쥬스,1\n"
        #expect(PlainExportSettings().stop(own) == nil)
        #expect(PlainExportSettings().stop(own, "주문번호,메뉴명\n1,키위쥬스\n") == "b.csv:2: unclear_id")
        #expect(PlainExportSettings().stop("주문번호,메뉴명\n1,키위쥬스\n", own) == nil)
        // An id of an earlier run.
        var exportSettings = PlainExportSettings(ledger: PlainLedger())
        try exportSettings.record("주문번호,메뉴명\n7,키위쥬스\n")
        #expect(exportSettings.stop("주문번호,메뉴명\n7,키위쥬스\n") == "a.csv:2: unclear_id")
        _ = exportSettings.ledger?.reverse(1)
        #expect(exportSettings.stop("주문번호,메뉴명\n7,키위쥬스\n") == nil)
    }

    @Test("Rows that are totals, and a table below the table")
    func rows() {
        let total = "메모,메뉴명\n,키위쥬스\n합 계,키위쥬스\n"
        #expect(PlainExportSettings().stop(total) == "a.csv:3: unclear_row")
        #expect(PlainExportSettings.with { $0.accept = ["메모"] }.stop(total) == nil)
        #expect(
            PlainExportSettings.with { $0.ignore = [.init(column: "메모", value: "x")] }.stop(total)
                == "a.csv:3: unclear_row")
        #expect(PlainExportSettings.with { $0.totals = ["합계"] }.stop(total) == nil)
        #expect(PlainExportSettings().stop("메모,메뉴명\n합계,\n") == nil)
        #expect(PlainExportSettings().stop("메모,메뉴명,수량\nx,키위쥬스,1\n비고,메뉴 명,수량\n") == "a.csv:3: second_table")
        #expect(PlainExportSettings().stop("메뉴명,시각\n키위쥬스,18:00\n메뉴명,18:01\n") == nil)
        #expect(PlainExportSettings().stop("메뉴명,시각\n키위쥬스,18:00\n메뉴명,시각\n") == "a.csv:3: second_table")
    }

    @Test("Times that fall, and rows that do not fit")
    func atTheEnd() {
        let fall = "메뉴명,시각\n키위쥬스,18:02\n키위쥬스,18:02\n키위쥬스,18:01\n키위쥬스,18:00\n"
        #expect(PlainExportSettings().stop(fall) == "a.csv:4: unclear_sequence")
        #expect(PlainExportSettings.with { $0.sequence = .file }.stop(fall) == nil)
        #expect(PlainExportSettings.with { $0.sequence = .time }.stop(fall) == nil)
        #expect(PlainExportSettings().stop(fall + "키위쥬스,\n") == nil)
        #expect(PlainExportSettings().stop(fall + "키위쥬스,18:03\n") == nil)
        #expect(PlainExportSettings().stop(fall + "키위쥬스,2026-11-20\n") == nil)
        #expect(PlainExportSettings().stop(fall + "\"키위쥬스\n") == "a.csv:6: bad_quoting")
        #expect(PlainExportSettings().stop("\n메뉴명,시각\n키위쥬스\n키위쥬스,,\n") == "a.csv:2: no_row_fits")
        #expect(PlainExportSettings().stop("메뉴명,시각\n") == nil)
        #expect(PlainExportSettings().stop("메뉴명,시각\n키위쥬스\n키위쥬스,\n") == nil)
    }

    @Test("What a file of our own says is clear")
    func ownFiles() {
        let failure = "file,line,id,action,item,quantity,code,message,shortage,raw,종류,시각\n"
        let rows = "a,2,1,,키위쥬스,2,,,,,폐기,18:02\na,3,1,,키위쥬스,2,,,,,폐기,18:01\n"
        #expect(PlainExportSettings().stop(failure + rows) == nil)
        #expect(PlainExportSettings().stop("id,action,item,quantity\nid,action,item\n") == nil)
        #expect(PlainExportSettings().stop("id,action,item,quantity\n1,action,item,quantity\n") == nil)
        #expect(
            PlainExportSettings().stop("time,id,action,item,quantity\n18:02,1,order,kiwi juice,1\n18:01,1,,x,\n") == nil
        )
        #expect(
            PlainExportSettings().stop("ID,action,item,quantity\n1,,kiwi juice,\n1,,kiwi juice,\n")
                == "a.csv:3: unclear_id")
    }

    @Test("An export that begins with an earlier one")
    func overlap() throws {
        var exportSettings = PlainExportSettings(ledger: PlainLedger())
        let early = "메뉴명,메모\n키위쥬스,\n\n망고쥬스,\"x\"\n"
        try exportSettings.record(early)
        let late = "메뉴명;메모\n키위쥬스;\n망고쥬스;x\n망고쥬스;y\n"
        #expect(exportSettings.stop(late) == "a.csv:2: overlap")
        #expect(exportSettings.stop("메뉴명,메모\n키위쥬스,\n망고쥬스,y\n") == nil)
        #expect(exportSettings.stop("id,메뉴명,메모\n,키위쥬스,\n,망고쥬스,x\n") == nil)
        exportSettings.options.again = true
        #expect(exportSettings.stop(late) == nil)
        exportSettings.options.again = false
        _ = exportSettings.ledger?.reverse(1)
        #expect(exportSettings.stop(late) == nil)
    }
}
