import FuzzTargets
import TestSupport
import Testing

/// Exports of tills that came out otherwise than the plain model says, each with what went wrong.
@Suite("Exports that once came out wrong") struct ExportCaseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var inputs: [String]
        var options: PlainOptions

        init(_ description: String, _ inputs: [String], _ settle: (inout PlainOptions) -> Void) {
            testDescription = description
            self.inputs = inputs
            options = PlainOptions()
            settle(&options)
        }
    }

    @Test(arguments: cases)
    func programAgreesWithModel(wrong: Case) throws {
        let inputs = wrong.inputs.enumerated().map { number, text in
            RandomCase.Input(path: "\(number).csv", bytes: Array(text.utf8))
        }
        let comparison = try MemoryComparison()
        for (threads, chunkBytes) in [(1, 128 * 1_024), (1, 1), (2, 7), (3, 40)] {
            let made = RandomCase(seed: 0, inputs: inputs, options: wrong.options)
            #expect(try comparison.problem(of: made, threads: threads, chunkBytes: chunkBytes) == nil)
        }
    }

    private static let cases = [
        Case("a short row beside a composite item was looked at behind its end", ["메뉴,크기,수량\n키위,쥬스,1\n키위쥬스\n"]) {
            $0.columns = [.init(role: .item, parts: [.column("메뉴"), .column("크기")])]
        },
        Case(
            "rows of one time came in the order of chunks, not of the file",
            ["시각,item\n10:02,키위쥬스\n10:01,망고쥬스\n10:01,바나나쥬스\n10:01,키위쥬스\n10:03,망고쥬스\n"]
        ) { $0.sequence = .time },
        Case(
            "rows of one time in a file that is newest first came in the order of chunks",
            ["시각,item\n10:02,키위쥬스\n10:01,망고쥬스\n10:01,바나나쥬스\n10:01,키위쥬스\n10:00,망고쥬스\n"]
        ) { $0.sequence = .time },
        Case(
            "a doubt was met before a cell too long that stands above it",
            ["item,비고\n키위쥬스,\(String(repeating: "x", count: 65_537))\n망고쥬스,합계\n"]
        ) { _ in },
        Case(
            "a batch that was refused for the input before it was taken as decoded",
            ["item,시각\n키위쥬스,10:02\n키위쥬스,10:01\n", "시각,id,item\n\(String(repeating: "10:00,R,키위쥬스\n", count: 9))"]
        ) {
            $0.columns = [.init(role: .id, parts: [.column("id"), .place])]
            $0.fill = ["id"]
        },
        Case(
            "an unreadable row of a minus was taken off only where negative says something",
            ["구분,item,수량\n모름,키위쥬스,3\n모름,키위쥬스,-1\n,합계,2\n"]
        ) {
            $0.columns = [.init(role: .action, name: "구분")]
            $0.totals = ["합계"]
        },
        Case(
            "a cancel that is ignored was never added up", ["구분,item,수량\n판매,키위쥬스,3\n취소,키위쥬스,1\n,합계,4\n,합계,2\n"]
        ) {
            $0.columns = [.init(role: .action, name: "구분")]
            $0.values = [PlainValue(role: .action, from: "판매", to: "order")]
            $0.ignore = [PlainMatch(column: "구분", value: "취소")]
            $0.totals = ["합계"]
        },
        Case("rows stood by times of no kind", ["시각,item,비고\n10:02,키위쥬스,x\n10:01,망고쥬스,x\n10:03,키위쥬스,x\n"]) {
            $0.sequence = .time
            $0.ignore = [PlainMatch(column: "비고", value: "x")]
        },
        Case(
            "which input is newest first was remembered from times of another kind",
            [
                "시각,item,비고\n10:01,키위쥬스,x\n10:02,망고쥬스,x\n2026-11-20,딸기쥬스,x\n2026-11-20,키위쥬스,\n2026-11-19,망고쥬스,\n2026-11-19,키위쥬스,\n"
            ]
        ) {
            $0.sequence = .time
            $0.ignore = [PlainMatch(column: "비고", value: "x")]
        },
    ]

    /// Texts at the borders of rules, which random exports come to rarely; the model says what each is.
    @Test(arguments: borders) func programAndModelAgreeAtBorders(inputs: [String]) throws {
        let comparison = try MemoryComparison()
        let files = inputs.enumerated().map { RandomCase.Input(path: "\($0).csv", bytes: Array($1.utf8)) }
        var withTotals = PlainOptions()
        withTotals.totals = ["합계", "총계"]
        for options in [PlainOptions(), withTotals] {
            let made = RandomCase(seed: 0, inputs: files, options: options)
            #expect(try comparison.problem(of: made, threads: 2, chunkBytes: 7) == nil)
        }
    }

    private static let borders: [[String]] =
        [
            // Columns that may mean something, and columns that mean nothing.
            "메뉴명,주문수량\n키위쥬스,1\n키위쥬스,\n키위쥬스,2\n", "메뉴명,판매 건수\n키위쥬스,x\n", "item,# of cups\nkiwi juice,2.0\n",
            "메뉴명,종류\n키위쥬스,주문\n키위쥬스,폐기\n", "item,Event Type\nkiwi juice,Payment\nkiwi juice,Refund\n",
            "메뉴명,처리상태\n키위쥬스,취소됨\n", "item,status\nkiwi juice,stock count\nkiwi juice,void\n",
            "메뉴명,취소여부\n키위쥬스,N\n키위쥬스,정상\n키위쥬스,Y\n", "item,Refunded\nkiwi juice,₩0\nkiwi juice,$0.00\nkiwi juice,$3\n",
            "item,voided amount\nkiwi juice,0원\nkiwi juice,-\nkiwi juice,12\n",
            "item,unit\nkiwi juice,ea\nkiwi juice,box\n",
            "item,Size\nkiwi juice,L\nmango juice,S\nKiwi Juice,S\n", "메뉴명,Price Point Name\n키위쥬스,L\n키위쥬스,\n",
            "메뉴명,매장\n키위쥬스,강남점\n키위쥬스,강남점\n키위쥬스,역삼점\n", "메뉴명,매장\n키위쥬스,홀\n키위쥬스,배달\n",
            "메뉴명,종류\n없는것,폐기\n", "메뉴명,주문수량\n키위쥬스,1\n키위쥬스,\n키위쥬스,1잔\n", "메뉴명,수량,판매량\n키위쥬스,1,5\n",
            "item,unit price\nkiwi juice,box\n", "메뉴명,수량단가\n키위쥬스,4500\n", "메뉴명,구분값\n키위쥬스,매장\n키위쥬스,주문\n",
            "item,canceled\nkiwi juice,\nkiwi juice,No\nkiwi juice,FALSE\n", "메뉴명,종류\n키위쥬스,폐기,x\n키위쥬스,주문\n",
            // Ids, totals and tables below the table.
            "주문번호,메뉴명\n1,키위쥬스\n1,없는것\n1,키위쥬스\n", "메모,메뉴명\n,키위쥬스\n합 계,키위쥬스\n", "메모,메뉴명\n합계,\n",
            "메모,메뉴명,수량\nx,키위쥬스,1\n비고,메뉴 명,수량\n", "메뉴명,시각\n키위쥬스,18:00\n메뉴명,시각\n", "메모,메뉴명,수량\n,키위쥬스,2\n총계\n합계,,,,9\n",
            "메뉴명,수량,메모\n키위쥬스,2,\n,2,합계\n", "메뉴명,수량\n키위쥬스,2\n합계,2\n망고쥬스,3\n합계,3\n총계,5\n",
            "메뉴명,수량\n키위쥬스,2\n합계,2\n망고쥬스,3\n합계,4\n", "구분,메뉴명,수량\n,키위쥬스,5\n취소,키위쥬스,-2\n,키위쥬스,\n,키위쥬스,x\n,합계,3개\n",
            "메뉴명,수량\n합계,-0\n", "메뉴명,수량\n키위쥬스,9000000\n합계,\"9,000,000\"\n", "메뉴명,수량\n키위쥬스,5\n망고쥬스\n합계,7\n",
            // Times that fall, rows that do not fit, and files of our own.
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
        ].map { [$0] } + [
            ["주문번호,메뉴명\n1,키위쥬스\n", "item,id\nkiwi juice,1\n"], ["item\na\"\n", "x\n"], ["item\na\"\n", "item\n\n\0\n"],
            ["메모,item,메모\n 1 ,딸기쥬스,2\n", "item,x,메모\n딸기쥬스,3,4\n"],
        ]
}
