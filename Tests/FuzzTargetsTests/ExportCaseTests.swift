import FuzzTargets
import TestSupport
import Testing

/// Exports on which the program once differed from the plain model, each with its error.
@Suite("Exports that were once misread") struct ExportCaseTests {
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
            $0.columns = [.init(role: .id, parts: [.column("id"), .occurrence])]
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
        Case(
            "a column without a name was not looked at where each row has a cell too many",
            ["item,,결제\n키위쥬스,,카드,\n망고쥬스,2호점,카드,\n"]
        ) {
            $0.known = [PlainMatch(column: "결제", value: "카드")]
            $0.isDescribed = true
            $0.dropsTrailing = true
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
}
