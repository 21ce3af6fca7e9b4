import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Edge cases that random exports rarely reach; the program agrees with the model on each.
@Suite("Edge cases") struct EdgeCaseTests {
    private let comparison: MemoryComparison

    init() throws { comparison = try MemoryComparison() }

    /// Runs inputs in small pieces, or in one of each size, and then their failure.csv if wanted.
    ///
    /// - Returns: the kind of the ambiguous column, if any.
    @discardableResult private func agree(
        _ inputs: [String], runsAgain: Bool = false, inAllPieces: Bool = false,
        _ settle: (inout PlainOptions) -> Void = { _ in }, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String? {
        var options = PlainOptions()
        settle(&options)
        let files = inputs.enumerated().map { RandomCase.Input(path: "\($0).csv", bytes: Array($1.utf8)) }
        let made = RandomCase(seed: 0, inputs: files, options: options)
        let size = [7, 19, 128 * 1_024][(inputs.first?.utf8.count ?? 0) % 3]
        var kind: String?
        for size in inAllPieces ? [1, 7, 40, 128 * 1_024] : [size] {
            let problem = try comparison.problem(
                of: made, threads: 1 + size % 2, chunkBytes: size, runsAgain: runsAgain || inAllPieces
            ) { kind = $1 }
            #expect(problem == nil, "\(inputs.map { $0.suffix(2_000) })", sourceLocation: sourceLocation)
        }
        return kind
    }

    /// An export with a column of these cells beside the item, a row each.
    private func column(_ header: String, _ cells: [String], hasQuantity: Bool = true) -> String {
        let rows = [[hasQuantity ? "수량" : "비고", header]] + cells.map { ["1", $0] }
        return rows.enumerated().map { number, row in
            PlainCSVWriter.record([number == 0 ? "메뉴" : "키위쥬스"] + row) + "\n"
        }.joined()
    }

    // MARK: Headers

    @Test(arguments: PlainRole.allCases) func headerNamesMapToRoles(role: PlainRole) throws {
        let cell = [PlainRole.id: "A7", .action: "취소", .item: "바나나쥬스", .quantity: "2", .time: "2026-11-20"][role]
        for name in role.headerNames + (role == .time ? PlainRole.dateNames : []) {
            for header in [name, " \(name.uppercased()) "] {
                let rest = role == .item ? ["", ""] : [",item", ",바나나쥬스"]
                try agree(["x,\(header)\(rest[0])\nm,\(cell ?? "")\(rest[1])\n"])
            }
        }
    }

    @Test(arguments: [
        // The delimiter of the header, and of ties the first.
        "item\n", "item,a;b\n", "\"item\";\"a,b,c\"\n", "item\tqty\tid\n", "item|a\n", "sep=;\nitem;x,id,y\n",
        "sep=,\r\nitem,x;y;z\n", "\n ;;,\nitem|id\n", "sep=|\nitem\n", "sep=\t\nitem\ta,b,c\n", "item;a,b\n",
        "item|a;b\n", "sep=|\nitem,a,b\n",
        // Blank rows, empty cells at the end, and extras of one name.
        "\n \t\r\n;;,\"\"\r\"\u{3000}\"\nitem,qty,,\n\n키위,1\n,\n딸기,2,, \n딸기,2,\n",
        "메모,item, 메모,메모,\"a,b\",\n1,키위쥬스,2,3,4,\n",
        // success.csv, however it was changed.
        "file,line,id,action,item,quantity,message,재고_딸기,담당자\na.csv,2,A1,order,바나나쥬스,1,좋아요\n",
        "담당자,file,line,id,action,item,quantity,message\n", "file,line,id,action,item,quantity,message\n",
        "메모,quantity,item,action,id,line,file,message\n", "\n File ;LINE;I-D;Action;ITEM;Quan_tity;ｍessage;메뉴;code\n",
        "sep=|\nfile|line|id|action|item|quantity|message|\n",
        // Other reports that are not quite ours, and what has fewer of their columns.
        "담당자,file,line,id,action,item,quantity,code,message,shortage,raw\n",
        "file,line,id,action,item,quantity,code,message,shortage,Raw\n",
        "file;line;id;action;item;quantity;code;message;shortage;raw\n", "\nid,action,item,quantity,code,raw\n",
        "raw\tShortage\tquantity\titem\taction\tid\n", "file,line,id,action,item,quantity,message,shortage\n",
        "fruit,stock\n", "\n재고;과일\n", "Fruit\tSTOCK\t\t\n", "stock,,fruit\n", "과일,stock\n",
        "id,action,item,quantity,code\n", "id,item,quantity,code,message,shortage,raw\n", "과일,재고,수량\n",
        "item,stock\n", "file,line,id,action,item,quantity\n", "file,line,id,action,item,quantity,memo\n",
        // A file of our own, whose id stands twice; below a title its ids may mean anything.
        "id,action,item,quantity\n1,restock,망고,5\n1,restock,망고,5\n",
        // failure.csv, with extras.
        "file,line,id,action,item,quantity,code,message,shortage,raw,메모,\na.csv,3,7,order,키위쥬스,1,insufficient_stock,m,,,x,\n",
    ])
    func headersAgreeWithModel(text: String) throws {
        try agree([text])
        try agree([text]) { $0.delimiter = UInt8(ascii: ";") }
        for title in ["", "2026-11-20 매출\n"] { try agree([title + text]) { $0.findsHeader = true } }
    }

    /// Each delimiter meets an error on the same line, and the one furthest on is reported.
    @Test(arguments: ["\"매장\"|\"강남점\"\n", "\"강남점\"|\"매장\"\n", "\"a\"|b\"\n", "\"a\";\"b\"|\u{0}\n", "\"a\"|\"\u{0}\n"])
    func lastErrorOfATitleIsReported(text: String) throws {
        try agree([text]) { ($0.findsHeader, $0.encoding) = (true, "cp949") }
    }

    @Test func namedColumnsTakePrecedence() throws {
        try agree(["품명,item,판매량,id\n키위쥬스,x,2,7\n"]) {
            $0.columns = [("품 명", .item), ("판매량", .quantity), ("", .id)].map { .init(role: $1, name: $0) }
        }
        try agree(["item,juice,qty,수량\nx,키위쥬스,x,2\n"]) {
            $0.columns = [.init(role: .item, name: "juice"), .init(role: .quantity, name: "수량")]
        }
    }

    @Test(arguments: ["품목,작업\n망고쥬스,\n,\n \t,\n", "품목\n망고쥬스\n\"\"\n  \n", "품목,수량\n망고쥬스,1\n,\n"])
    func emptyRowsAreSkippedEvenIfEmptyCellsHaveAMeaning(text: String) throws {
        try agree([text]) { $0.values = [.init(role: .item, from: "", to: "망고쥬스")] }
    }

    @Test func columnsAreLimited() throws {
        let failure = "file,line,id,action,item,quantity,code,message,shortage,raw"
        for count in [255, 256] {
            let more = String(repeating: ",x", count: count)
            try agree(["\nitem\(more),, \n"])
            try agree(["\(failure)\(more)\n"])
            try agree(["\(failure)\(more),x\n"])
        }
        // All inputs together; the same name counts once.
        func header(_ letter: String, _ count: Int) -> String {
            "item,\((0..<count).map { "\(letter)\($0)" }.joined(separator: ","))\n"
        }
        for other in [header("b", 56), header("b", 57), header("a", 200)] { try agree([header("a", 200), other]) }
    }

    // MARK: Columns that may mean something

    @Test(arguments: [
        [
            "판매량", "", "1", " 1 ", "01", "1.0", "1개", "１", "1 잔", "1컵", "2", "0", "-1", "1.5", "1.000", "x", "1잔입니다",
            "11",
        ],
        [
            "종류", "주문", "취소", "취소완료", "부분", "환불 요청", "반품", "무효 처리", "cancel", "Cancelled", "VOID", "Returned", "결제취소",
            "OrderCancelled", "no-show", "미취소", "No refund", "폐기", "입고", "재고 추가", "실사", "discard", "count", "restock",
            "재고확인", "주문취소", "assert", "ｃａｎｃｅｌ", "", "order", "완료", "카드", "Payment", "counter", "canc", "re-fund",
            "restocked", "2026-11-20", "recall", "assertion", "배달 완료", "입고완료", "취", "취나물", "거절", "거부됨", "실패", "보류",
            "대기", "미결제", "미입금", "노쇼", "On-Hold", "출고", "사용", "소모", "반출", "이동", "Rejected", "declined", "failed",
            "Pending", "unpaid", "waste", "spoiled", "consumed", "Used",
        ],
        [
            "취소 금액", "0", "", " ", "0.00", "₩0", "0₩", "0 $", "$0.00", "-$0.00", "0원", "０", "0개", "00", "0,000", "€ 0",
            "+0", "\\0", "n", "N", "no", "No", "False", "-", "－", "정상", "정 상", "1", "y", "yes", "true", "취소", "$0.01",
            "--", "₩", "none", "2026-11-20", "0x", "정상취소", ".",
        ],
        ["단위", "ea", "", "개", "잔", " 컵", "EA", "pcs", "Cup", "병", "L", "box", "cups", "-", "1"],
        [
            "매장", "포장", "매장", "배달", "홀", "takeaway", "take out", "In-Store", "Dine In", "delivery", "to go", "here",
            "for here", "pick-up", "강남",
        ],
        ["매장", "강남", " 강남", "홍대", "", "매장", "포장", "배달", "홀", "포 장"],
        [
            "비고", "", "일계", "월계", "총합계", "GrandTotal", "합계", "총 계", "소계", "누계", "TOTAL", "Sub-Total", "합계 금액", "총계정",
            "소계산", "totally", "tot",
        ],
        ["비고", "x", "subtotals", "서울", "하늘", "합", "t", "2026", "포장 소계", "(총합계)", "Bar Subtotal:"],
        ["비고", "x", "=== 합계 ===", "▶합계", "₩합계", "<소계>", "~total~", "`누계`", "합계￦", "+ 가+나"],
    ])
    func ambiguousCellsAgreeWithModel(words: [String]) throws {
        for word in words.dropFirst() {
            for cell in Set([Array(word.utf8), Array(word.decomposedStringWithCanonicalMapping.utf8)]) {
                let cell = String(decoding: cell, as: UTF8.self)
                try agree([column(words[0], [words[1], cell], hasQuantity: words[0] != "판매량")])
            }
        }
        for hasQuantity in [false, true] {
            try agree([column(words[0], Array(words[1...]), hasQuantity: hasQuantity)]) { $0.accept = [words[0]] }
        }
    }

    @Test(arguments: [
        "수량 개수 갯수 잔수 판매량 주문량 출고량 판매수 주문수 건수 qty quantity count pcs units sold ea cups",
        "구분 유형 종류 작업 처리 상태 결과 action type kind status event state result",
        "취소 반품 환불 무효 cancelled canceled void voided refund refunded",
        "단위 unit 옵션 사이즈 크기 규격 용량 option size variant variation modifier modifiers volume",
        "매장 지점 점포 location store shop branch",
        // Words of other figures.
        "합계 할인 세액 매출 판매가 순서 정렬 total discount tip net gross money sort rank 번호 코드 전화 연락처 테이블 좌석 순번 우편 나이",
        "년 월 일 시 no number code id sku tel phone table seat seq zip year month day hour cost amount fee tax 가격 단가 금액 수수료",
        // Words that mean nothing.
        "discount account country resize eventful typed shopper restore team each soldier 메모 고객 할인 전화번호 결제수단",
    ])
    func ambiguousHeaderWordsAgreeWithModel(words: String) throws {
        for word in words.split(separator: " ").map(String.init) {
            try expectDoubts("x \(word) y")
            try expectDoubts("[\(word.uppercased().decomposedStringWithCanonicalMapping)1]", all: false)
        }
    }

    @Test(arguments: [
        // Words of money leave actions and cancellations; the point of a price is a variant.
        "취소금액", "Refund amount count", "처리 수수료 단위", "취소 구분 가격", "Price Point Name", "price-point_name",
        "ＰＲＩＣＥ point name",
        "price point name 2", "price point size", "dining size", "unit price", "단위 가격", "수량 단가", "Item Cost per Unit",
        "quantity tax", "옵션금액", "매장 수수료", "store fee", "amount sold", "", "수 령인", "Dining Option", "options",
        // Spelling is that of names, and capitals part words.
        "판매 수_량", "ＱＴＹ 2", "q ty", "Order_Qty#2", "Orderqty", "OrderQty", "RQty", "OrderStatus", "IsVoid", "SOLD QTY",
        "ＯrderＱty", "매장 옵션 단위 취소 상태 수량", "주문수량 단위", "OrderState", "Returned", "잔", "OrderCnt", "용량", "Modifier", "규격",
        "결제상태", "입출고구분", "재고수량", "Store Credit", "Cup Size",
        // Of one word.
        "컵", "판매", "SALES", "컵 판매",
        // Figures alone.
        "RQ", "층수", "메모", "Portion", "테이블", "좌석번호", "주문 시", "Net Sales", "order no", "Zip", "#", "결제금액", "년",
        "Sort Order", "Item ID", "나이", "월", "10시", "3월", "월요일", "Hour 10", "주문번호 3",
    ])
    func ambiguityKindsOfHeadersAgreeWithModel(header: String) throws { try expectDoubts(header) }

    /// The line at which a table is refused shows the kind of ambiguity of a header.
    private func expectDoubts(_ header: String, all: Bool = true) throws {
        let table = "메뉴,비고,\(PlainCSVWriter.cell(header))\n"
        let kinds = "키위쥬스,1,\n망고쥬스,1,0\n바나나쥬스,1,ea\n딸바쥬스,1,취소\n딸바쥬스,1,x\n"
        try agree([table + kinds])
        try agree([table + "키위쥬스,1,개\n망고쥬스,1,잔\n바나나쥬스,1,1\n"])
        guard all else { return }
        try agree([table.replacing("비고", with: "수량") + kinds])
        try agree([table + "키위쥬스,1,3\n망고쥬스,1,5\n"])
    }

    @Test(arguments: [
        // One variant for each item.
        "메뉴,수량,옵션\n키위쥬스,1,L\n망고쥬스,1,S\n키위쥬스,2, L \nkiwi,1,L\n", "메뉴,수량,옵션\n키위쥬스,1,L\n망고쥬스,1,S\n키위 주스,2,\n",
        "메뉴,수량,옵션\n키위쥬스,1,L\nkiwi,x,M\n", "품목,수량,size\n키위,1,L\n키위쥬스,1,S\n", "품목,수량,size\n샌드위치,1,L\n샌드위치,1,S\n",
        "품목,수량,size\n키위,1,L\n딸기,1,S\n딸기,1,M\n키위,1,S\n", "품목,구분,size\n키위쥬스,주문,L\n키위쥬스,뭘까,S\n",
        // A file of one shop; 매장 may also mean "eat in".
        "메뉴,수량,매장\n키위쥬스,1,강남\n망고쥬스,1,강남\n망고쥬스,1,홍대\n", "메뉴,수량,매장\n키위쥬스,1,매장\n망고쥬스,1,매장\n키위쥬스,1,포장\n키위쥬스,1,강남\n",
        "item,Location\nbanana juice,Dine-in\nbanana juice,To Go\nbanana juice,pickup\n",
        // Totals only where the row could be read.
        "메뉴,수량,비고\n키위쥬스,x,합계\n샌드위치,1,합계\n", "품목,수량,금액\n바나나쥬스,1,4000\n총 2건,,8000\n",
        "품목,수량\n바나나쥬스,2\n일계,2\n누계,40\n", "매장,상품,수량\n본점,바나나쥬스,2\n총합계,바나나쥬스,2\n",
        // A repeated header, and rows that do not fit.
        "메뉴,수량,비고\n키위쥬스,1,\n메뉴,수량,\n", "메뉴,수량,비고\n키위쥬스,1,\n 메_뉴,수 량,뭐\n", "메뉴,수량,비고\n메뉴,개수,\n",
        "메뉴,수량,시각\n메뉴,수량,10:00\n", "메뉴,수량,시각\n메뉴,수량,시각\n", "쥬스,수량\n주 스,수량\n", "메뉴,수량\n키위쥬스,1,2\n\n망고쥬스,1,3\n",
        "메뉴,수량\n키위쥬스,1,2\n망고쥬스,1\n", "메뉴,수량\n", "메뉴,수량\n,,\n", "메뉴,주문수량\n키위쥬스,1\n키위쥬스,2,3\n\n키위쥬스,1\n",
        // The program's own files are never ambiguous.
        "file,line,id,action,item,quantity,code,message,shortage,raw,상태,주문수량,비고\na,1,,order,키위쥬스,1,,,,,취소,2,합계\n",
        "id,action,item,quantity\nid,action,item,quantity\n", "id,action,item,quantity\nx\n",
        "time,id,action,item,quantity\n2026-11-20 18:03,1,order,키위쥬스,1\n",
        // In few rows a cell must occur twice; numbers come before words.
        "메뉴,수량,비고\n키위쥬스,1,현금\n키위쥬스,1,노쇼\n키위쥬스,1,현금\n", "메뉴,수량,비고\n키위쥬스,1,현금\n키위쥬스,1,노쇼\n",
        "메뉴,비고,층\n키위쥬스,보류,1\n키위쥬스,보류,2\n", "메뉴,수량,비고,층\n키위쥬스,1,현금,2\n키위쥬스,1,노쇼,2\n키위쥬스,1,현금,2\n",
        // Exports after public bug reports.
        "주문번호,품목\nA1,바나나쥬스 x2\n", "품목,\"수량\n(잔)\"\n바나나쥬스,2\n", "매출 현황; 강남점\n품목,수량\n바나나쥬스,2\n",
        "과일;수량\n딸기;1,000\n", "과일;수량\n딸기;1.000\n", "품목,수량\n바나나쥬스,2\n바나나쥬스,-1\n",
        "시각,품목,수량\n05:42.0,바나나쥬스,1\n", "주문번호,품목,수량\n-,키위쥬스,1\n-,키위쥬스,1\n",
        "주문번호,주문상태,주문시각,상품\nA1,배달완료,2026-11-20 11:00,바나나쥬스\n,,2026-11-20 11:20,키위쥬스\nA2,주문취소,2026-11-20 11:30,바나나쥬스\n",
        "Name,Financial Status,Item\n#1,paid,Kiwi Juice\n#2,voided,Banana Juice\n#2,,Banana Juice\n",
        "Item,Qty,Type\nBanana Juice,1,Cash\n", "fruit,stock\n딸기,5\n",
        "날짜,메뉴,수량\n2026-11-21,바나나쥬스,1\n2026-11-20,바나나쥬스,1\n", "날짜,메뉴,수량\n2026-11-20,바나나쥬스,1\n2026-11-20,바나나쥬스,1\n",
    ])
    func exportsAgreeWithModel(text: String) throws {
        try agree([text], runsAgain: true)
        try agree([text]) { $0.accept = ["비고"] }
        try agree([text]) {
            $0.settledKeys = ["accept", "fill", "ignore"]
            (($0.accept), ($0.fill)) = (["층", "size"], ["Financial Status"])
            $0.ignore = [.init(column: "Financial Status", value: "voided"), .init(column: "수량", value: "-1")]
            $0.decimal = ","
        }
    }

    @Test(arguments: [
        // Ids, totals and tables below the table.
        "주문번호,메뉴명\n1,키위쥬스\n1,없는것\n1,키위쥬스\n", "메모,메뉴명\n,키위쥬스\n합 계,키위쥬스\n", "메모,메뉴명\n합계,\n",
        "메모,메뉴명,수량\nx,키위쥬스,1\n비고,메뉴 명,수량\n", "메뉴명,시각\n키위쥬스,18:00\n메뉴명,시각\n", "메모,메뉴명,수량\n,키위쥬스,2\n총계\n합계,,,,9\n",
        "메뉴명,수량,메모\n키위쥬스,2,\n,2,합계\n", "메뉴명,수량\n키위쥬스,2\n합계,2\n망고쥬스,3\n합계,3\n총계,5\n",
        "메뉴명,수량\n키위쥬스,2\n합계,2\n망고쥬스,3\n합계,4\n", "구분,메뉴명,수량\n,키위쥬스,5\n취소,키위쥬스,-2\n,키위쥬스,\n,키위쥬스,x\n,합계,3개\n",
        "메뉴명,수량\n합계,-0\n", "메뉴명,수량\n키위쥬스,9000000\n합계,\"9,000,000\"\n", "메뉴명,수량\n키위쥬스,5\n망고쥬스\n합계,7\n",
        // Falling times, rows that do not fit, and the program's own files.
        "메뉴명,시각\n키위쥬스,18:02\n키위쥬스,18:01\n", "메뉴명,시각\n키위쥬스,18:02\n키위쥬스,18:01\n키위쥬스,2026-11-20\n",
        "메뉴명,시각\n키위쥬스,18:02\n키위쥬스,18:01\n\"키위쥬스\n", "\n메뉴명,시각\n키위쥬스\n키위쥬스,,\n", "메뉴명,수량\n키위쥬스,1,\n",
        "id,action,item,quantity\nid,action,item\n",
        "time,id,action,item,quantity\n18:02,1,order,kiwi juice,1\n18:01,1,,x,\n",
        "file,line,id,action,item,quantity,code,message,shortage,raw\na,2,1,x,키위쥬스,1,ignored,,,\n",
        // Headers, quotes and what cannot be read.
        "\n\n고객,수량\n", "item,쥬스\n", "item\na\"\0\n", "item\n\"a\"\0\n", "item\n\"\n\0\n", "item,qty,qty\nx\"\n",
        "\"\n", "\n메모;message;quantity;item;action;id;line;FILE\n", "\nid|action|item|quantity|code|raw\n",
        "fruit,stock,\n", "sep=;\r\n\r\n;;\r\nitem,b,c", "\n \"\" ;,\t|\r\"\n\"\nitem\tb", "sep=x\nitem,b",
        "쥬스\nbanana\n", "상품\nbanana\n",
        "item,quantity\n키위쥬스,3\u{3000}잔\n키위쥬스,1.000\n키위쥬스,1,00\n키위쥬스,２\n키위쥬스,\"1,200.0\"\n",
    ])
    func totalsAndSecondTablesAgreeWithModel(text: String) throws {
        try agree([text])
        try agree([text]) { $0.totals = ["합계", "총계"] }
    }

    @Test(arguments: [
        ["주문번호,메뉴명\n1,키위쥬스\n", "item,id\nkiwi juice,1\n"], ["item\na\"\n", "x\n"], ["item\na\"\n", "item\n\n\0\n"],
        ["메모,item,메모\n 1 ,딸기쥬스,2\n", "item,x,메모\n딸기쥬스,3,4\n"],
    ])
    func severalInputsAgreeWithModel(inputs: [String]) throws { try agree(inputs) }

    @Test(arguments: [[], [5], [5, 5, 5], [5, 5, 4, 4, 1], [5, 4, 5], [1, 2, 1]])
    func newestFirstDetectionAgreesWithModel(minutes: [Int]) throws {
        let falling = Array((0...9).reversed())
        for minutes in [minutes] + [[9] + falling + [0], [8] + falling + [0, -1], [8] + falling + [0, 1]] {
            try agree(["시각,item\n" + minutes.map { "10:\(30 + $0),키위쥬스\n" }.joined()])
        }
    }

    @Test func firstRowThenKindDecidesAmongAmbiguities() throws {
        let header = "메뉴,매장,옵션,단위,취소,상태,주문수량,비고\n"
        let (plain, all) = ("키위쥬스,강남,L,잔,,주문,1,\n", "키위쥬스,홍대,S,병,y,환불,2,합계\n")
        let others = ["키위쥬스,강남,L,잔,,주문,1,합계\n", "키위쥬스,강남,M,잔,,주문,1,\n"].map { plain + $0 }
        let doubts: [(column: String, kind: String?)] = [
            ("주문수량", "quantity"), ("상태", "action"), ("취소", "cancellation"), ("단위", "unit"), ("옵션", "variant"),
            ("매장", "location"), ("비고", nil),
        ]
        for rows in [plain] + others {
            for count in 0...7 {
                let kind = try agree([header + rows + all]) { $0.accept = doubts.prefix(count).map(\.column) }
                if rows == plain { #expect(kind == (count < 7 ? doubts[count].kind : nil)) }
            }
        }
    }

    @Test func namedColumnsAreNotAmbiguous() throws {
        let text = "메뉴,상태,주문수량,매장\n키위쥬스,취소,2,강남\n키위쥬스,주문,2,홍대\n키위쥬스,폐기,2,강남\n"
        for parts in [[PlainPart.column("매장"), .column("상태"), .occurrence], [.column("주문 수량")], [.column("상태")]] {
            for role in [PlainRole.id, .quantity, .action] {
                try agree([text]) { $0.columns = [.init(role: role, parts: parts)] }
            }
        }
        try agree([text]) { $0.fill = ["상태"] }
        try agree([text]) {
            $0.ignore = [.init(column: "상태", value: "취소")]
            $0.only = ["강남", "홍대"].map { .init(column: "매장", value: $0) }
            $0.accept = ["주문수량"]
        }
        for text in ["메뉴,수량,구분\n키위쥬스,2,취소\n", "메뉴,수량,주문수량\n키위쥬스,1,2\n", "kiwi,수량\nkiwi,1\nkiwi,수량\n"] {
            try agree([text]) { $0.columns = [.init(role: .quantity, name: ""), .init(role: .action, name: "")] }
            try agree([text]) { $0.columns = [.init(role: .item, name: "kiwi")] }
        }
        try agree(["메뉴,수량,비고\n키위쥬스,1,합계\n"]) { $0.only = [.init(column: "비고", value: "합계")] }
    }

    /// A time without a date is ambiguous beside a date column; the decimal mark is known.
    @Test func settingsCreateAndResolveAmbiguities() throws {
        for header in ["item,time,Date", "item,time,영업일자,판매 날짜", "item,time,updated", "time,id,action,item,quantity"] {
            let cells = header.split(separator: ",").map { $0 == "item" ? "키위쥬스" : $0 == "time" ? "18:03" : "1" }
            for accepted in [[], ["Date"]] {
                try agree([header + "\n" + cells.joined(separator: ",") + "\n"]) {
                    ($0.sequence, $0.accept, $0.settledKeys) = (.time, accepted, ["accept"])
                }
            }
        }
        for decimal in [".", ",", nil] as [Unicode.Scalar?] {
            try agree(["메뉴,판매량\n키위쥬스,1.000\n", "과일,수량\n딸기,\"1.000\"\n딸기,\"1,000\"\n"]) { $0.decimal = decimal }
        }
    }

    @Test(arguments: [12, 13]) func fewDistinctCellsMayMeanNothingWasSold(different: Int) throws {
        let cells = (0..<40).map { $0 == 30 ? "On hold" : "v\($0 % (different - 1))" }
        try agree([column("비고", cells)])
        try agree([column("메모", (1...300).map(String.init) + (different == 12 ? ["끝"] : []), hasQuantity: false)])
    }

    // MARK: Ids and described exports

    @Test(arguments: [
        "-", "--", "null", "NULL", "None", "n/a", "#N/A", "\\N", "없음", "0", "０", " - ", "ｎｕｌｌ", "00", "---", "nul",
        "0-", "n / a", "없 음", "none1", "2.02611E+11", "2E+5", "2.5e+07", "１.５E+10", "1,5E+10", "1E-3", "2.02611E11",
        "E+11", "12E+", "2..5E+3", "2E+5x", "20261120-0001", "ABE+1", "2026-11-20",
    ])
    func idCellsAgreeWithModel(cell: String) throws {
        for cell in [cell, cell.decomposedStringWithCanonicalMapping].map({ PlainCSVWriter.cell($0) }) {
            let text = "id,날짜,포스,item,quantity\n\(cell),2026-11-20,A,딸기,1\n\(cell),2026-11-20,A,딸기,1\n"
            let (id, day) = (PlainPart.column("id"), PlainPart.column("날짜"))
            for parts in [[], [id, .occurrence], [day, id], [day]] {
                try agree([text]) { $0.columns = [.init(role: .id, parts: parts)] }
            }
        }
    }

    @Test func partsOfIDsMayHaveSlashes() throws {
        let cells = ["a", "/", "a/", "/a", "//", "a//", "/a/", "a/a", " / ", "/ /"]
        let rows = cells.flatMap { x in cells.map { y in "딸기,1,\(x),\(y),\(x.count % 2 == 0 ? "/" : "z")\n" } }
        let (x, y, z) = (PlainPart.column("x"), PlainPart.column("y"), PlainPart.column("z"))
        for parts in [[x, y], [x, y, .occurrence], [.occurrence, x, y], [x, y, z], [z, x, y, .occurrence]] {
            try agree(["item,quantity,x,y,z\n" + rows.joined()]) { $0.columns = [.init(role: .id, parts: parts)] }
        }
    }

    @Test func describedExportsAgreeWithModel() throws {
        func described(_ text: String, _ known: [(String, String)], _ more: (inout PlainOptions) -> Void = { _ in })
            throws
        {
            try agree([text]) {
                $0.settledKeys = ["known", "accept", "fill", "only", "ignore"]
                $0.known = known.map { .init(column: $0, value: $1) }
                $0.isDescribed = true
                more(&$0)
            }
        }
        let rows = "키위쥬스,1,모름,견본\n없는것,x,모름,\n,,모름,\n키위쥬스,x,완료,\n키위쥬스,1\n"
        try described("메뉴,수량,상태,비고\n" + rows, [("상태", "완료")]) { $0.ignore = [.init(column: "비고", value: "견본")] }
        let text = "메뉴,수량,상태,포인트\n키위쥬스,1,완료,10\n"
        try described(text, [("상태", "완료")])
        try described(text, [("상태", "완료")]) { $0.accept = ["포인트"] }
        try described(text, [("상태", "완료")]) { $0.fill = ["포인트"] }
        try described(text, [("상태", "완료")]) { $0.only = [.init(column: "포인트", value: "10")] }
        for cell in ["", " ", "x"] { try described("메뉴,,수량\n키위쥬스,,1\n키위쥬스,\(cell),1\n", [("없음", "")]) }
        try described("메뉴,상태,잔\n키위쥬스,취소,2\n", [("상태", "취소"), ("잔", "2")])
        try described("time,id,action,item,quantity\n2026-11-20 18:03,1,order,키위쥬스,1\n", [("quantity", "5")])
    }

    /// Cells still not listed keep their code, listed ones are read; a column that the message does not name was
    /// missing in the row's own input if its cell is empty.
    @Test(arguments: ["쿠폰,앱", "쿠폰,웹", "쿠폰,", ",앱"]) func retryFollowsTheCurrentSettings(cells: String) throws {
        for message in ["'상태' 열의 '쿠폰'", "'구분' 열의 '주문'"] {
            let header = "file,line,id,action,item,quantity,code,message,shortage,raw,상태,채널\n"
            let text = header + "a.csv,2,,order,키위쥬스,1,unknown_value,\(message),,,\(cells)\n"
            try agree([text])
            for known in [
                [("상태", "완료"), ("채널", "앱")], [("상태", "쿠폰"), ("채널", "앱")], [("상태", "쿠폰"), ("채널", "앱"), ("채널", "")],
                [("구분", "판매"), ("상태", "쿠폰"), ("채널", "앱")], [("채널", "앱")],
            ] {
                for ignored in [[], [PlainMatch(column: "상태", value: "쿠폰")]] {
                    for filled in [[], ["상태"]] {
                        try agree([text]) {
                            $0.settledKeys = ["known", "ignore", "fill"]
                            $0.known = known.map { .init(column: $0, value: $1) }
                            ($0.isDescribed, $0.ignore, $0.fill) = (true, ignored, filled)
                        }
                    }
                }
            }
        }
    }

    /// A cell that means more under the header of failure.csv than under its own keeps its code until it is edited.
    @Test func rowsOfFailureFilesKeepTheirCodes() throws {
        var text = "file,line,id,action,item,quantity,code,message,shortage,raw\n"
        let codes = PlainModel.codeOrder + [""]
        let messages = [
            "'키위쥬스'", "'딸기': 쥬스인지 과일인지 알 수 없습니다.", "", "'유자'", "The quantity '1,200' cannot be used.", "'1.0'", "'1'",
        ]
        for names in ["order,키위쥬스", ",딸기", " ,딸기", ",딸기쥬스", ",유자", "restock,딸기", "restock,유자"] {
            for quantity in ["1", "x", "1,200", " 1,200", "1.0", "１．０", "1200"] {
                for (code, message) in codes.flatMap({ code in messages.map { (code, $0) } }) {
                    text += "a.csv,2,,\(names),\(PlainCSVWriter.quoted(quantity)),\(code),\"\(message)\",,\n"
                }
            }
        }
        try agree([text], runsAgain: true)
        try agree([text, "시각,item\n10:01,키위쥬스\n10:00,딸기쥬스\n"]) { $0.sequence = .time }
    }

    // MARK: Rows

    @Test(arguments: [
        // Asserts change nothing and are checked each time.
        ",assert,키위,10\n,order,키위쥬스,1\n,재고확인,키위,10\n,assert,키위,7\n,assert,키위쥬스,1\n,assert,키위,\n,assert,키위,-7\n"
            + ",assert,키위,1000000000000\n,assert,키위,1000000000001\n",
        "A,assert,키위,10\nA,assert,키위,10\n,order,키위쥬스,1\nA,assert,키위,10\nA,assert,키위,7\nA,order,키위쥬스,1\n"
            + "B,assert,키위,8\nB,order,키위쥬스,1\n",
        "A,assert,키위,3\nA,order,키위쥬스,4\n,assert,키위,10\n",
        // Cancels return at most what was served, all or nothing, and raise the stock for deficits.
        "A,order,키위쥬스,2\nA,cancel,키위쥬스,2\nB,cancel,키위쥬스,3\nB,cancel,키위쥬스,1\nB,cancel,키위쥬스,1\n"
            + "B,cancel,키위쥬스,-01\nB,order,키위쥬스,1\n",
        ",order,키위쥬스,3\n,cancel,키위쥬스,3\n,order,키위쥬스,4\n", ",order,키위쥬스,3\n,order,키위쥬스,4\n",
        "A,cancel,키위쥬스,3\nA,order,키위쥬스,4\n", ",order,키위쥬스,3\n,order,키위쥬스,2\n,cancel,키위쥬스,3\n,order,키위쥬스,3\n",
    ])
    func outcomesAgreeWithModel(rows: String) throws {
        try agree(["id,action,item,quantity\n" + rows], runsAgain: true) { $0.columns = [.init(role: .id, name: "id")] }
    }

    @Test(arguments: [
        "-2", "2", "", "－1", "-1.0", " -2 개 ", "-1,000", "--2", "-", "- 2", "2-", "(2)", "+2", "−2", "-0", "0", "-1.5",
        "-개",
    ])
    func onlyCancelsMayHaveASign(quantity: String) throws {
        let cell = PlainCSVWriter.cell(quantity)
        let rows = ["cancel,키위쥬스", "order,키위쥬스", "cancel,키위쥬스", "restock,키위"].map { "\($0),\(cell)\n" }
        try agree(["action,item,quantity\n" + rows.joined()])
    }

    @Test func exportsThatWereOnceMisreadAgreeWithModel() throws {
        // An id of failure.csv was taken as seen although its row, which keeps its code, cannot be read.
        let failed = "file,line,id,action,item,quantity,code,message,shortage,raw\n,,A-1,,키위쥬스,x,already_processed,,,\n"
        for id in ["A-1", "A-2"] { try agree([failed, "주문번호,메뉴명\n\(id),키위쥬스\n"], inAllPieces: true) }
        // A short row beside a composite item was looked at behind its end.
        try agree(["메뉴,크기,수량\n키위,쥬스,1\n키위쥬스\n"], inAllPieces: true) {
            $0.columns = [.init(role: .item, parts: [.column("메뉴"), .column("크기")])]
        }
        // Rows of one time came in the order of chunks, in a file that is newest first, too.
        for last in ["10:03", "10:00"] {
            let times = ["10:02,키위쥬스", "10:01,망고쥬스", "10:01,바나나쥬스", "10:01,키위쥬스", "\(last),망고쥬스"]
            try agree(["시각,item\n" + times.joined(separator: "\n")], inAllPieces: true) { $0.sequence = .time }
        }
        // An ambiguity was met before a cell too long that stands above it.
        let long = String(repeating: "x", count: 65_537)
        try agree(["item,비고\n키위쥬스,\(long)\n망고쥬스,합계\n"], inAllPieces: true)
        // A batch that was refused for the input before it was taken as decoded.
        let again = "시각,id,item\n" + String(repeating: "10:00,R,키위쥬스\n", count: 9)
        try agree(["item,시각\n키위쥬스,10:02\n키위쥬스,10:01\n", again], inAllPieces: true) {
            $0.columns = [.init(role: .id, parts: [.column("id"), .occurrence])]
            $0.fill = ["id"]
        }
        // An unreadable row of a minus was taken off only where `negative` says something, and a cancel that is ignored
        // was never added up.
        for rows in ["모름,키위쥬스,3\n모름,키위쥬스,-1\n,합계,2\n", "판매,키위쥬스,3\n취소,키위쥬스,1\n,합계,4\n,합계,2\n"] {
            try agree(["구분,item,수량\n" + rows], inAllPieces: true) {
                $0.columns = [.init(role: .action, name: "구분")]
                $0.values = [PlainValue(role: .action, from: "판매", to: "order")]
                $0.ignore = [PlainMatch(column: "구분", value: "취소")]
                $0.totals = ["합계"]
            }
        }
        // A column without a name was not looked at where each row has a cell too many.
        try agree(["item,,결제\n키위쥬스,,카드,\n망고쥬스,2호점,카드,\n"], inAllPieces: true) {
            $0.known = [PlainMatch(column: "결제", value: "카드")]
            ($0.isDescribed, $0.dropsTrailing) = (true, true)
        }
        // The direction of an input was not that of its own times, if no row of its kind could be applied.
        let falling = "시각,item,R\n2026-11-20 12:00,모름,R\n2026-11-20 11:00,모름,R\n2026-11-20 10:00,모름,R\n"
        for inputs in [[falling], ["시각,item,R\n10:00,망고쥬스,Q\n", falling.replacing("모름", with: "망고쥬스")]] {
            try agree(inputs, inAllPieces: true) {
                ($0.sequence, $0.accept) = (.time, ["R"])
                $0.columns = [.init(role: .id, parts: [.column("R"), .occurrence])]
            }
        }
        // Rows stood by times of no kind, and which input is newest first was remembered from times of another kind.
        let others = "키위쥬스,x\n2026-11-20,키위쥬스,\n2026-11-19,망고쥬스,\n2026-11-19,키위쥬스,\n"
        for rows in ["10:02,키위쥬스,x\n10:01,망고쥬스,x\n10:03,키위쥬스,x\n", "10:01,키위쥬스,x\n10:02,망고쥬스,x\n2026-11-20," + others] {
            try agree(["시각,item,비고\n" + rows], inAllPieces: true) {
                $0.sequence = .time
                $0.ignore = [PlainMatch(column: "비고", value: "x")]
            }
        }
    }
}
