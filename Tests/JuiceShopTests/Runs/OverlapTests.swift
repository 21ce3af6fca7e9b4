import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Inputs that overlap with those of earlier runs.
@Suite struct OverlapTests {
    private static let header = "item,quantity\n"
    private static let evening = header + "키위쥬스,1\n망고쥬스,1\n"

    private let setup: TestShop

    init() throws {
        setup = try TestShop(["stock.csv": "fruit,stock\n키위,1000\n망고,1000\n바나나,1000\n딸기,1000\n"])
    }

    @discardableResult
    private func run(
        _ text: String, knownInputs: LedgerRequest.KnownInputs = .refuse, change: (inout RunRequest) -> Void = { _ in }
    ) throws -> CompletedRun {
        try setup.write(text, to: "orders.csv")
        var request = setup.request(ledger: LedgerRequest(path: "shop.sqlite", knownInputs: knownInputs))
        change(&request)
        return try setup.apply(request)
    }

    /// The line and the code for which a run is refused; nil if it is not.
    private func refusal(_ text: String, change: (inout RunRequest) -> Void = { _ in }) throws -> String? {
        do {
            try run(text, change: change)
            return nil
        } catch BatchError.refused(let refusal) {
            return "\(refusal.line):\(refusal.code)"
        }
    }

    /// Two inputs, and how the second is refused; nil if it is not.
    private struct Case: Sendable {
        let first: String
        let second: String
        let refusal: String?
        let change: @Sendable (inout RunRequest) -> Void

        init(
            _ first: String, _ second: String, _ refusal: String?,
            change: @escaping @Sendable (inout RunRequest) -> Void = { _ in }
        ) {
            (self.first, self.second, self.refusal, self.change) = (first, second, refusal, change)
        }
    }

    /// A sale a minute.
    private static func sales(_ minutes: ClosedRange<Int>, date: String = "2026-11-20 ") -> String {
        "시각,item,quantity\n" + minutes.map { "\(date)18:\($0 < 10 ? "0" : "")\($0),키위쥬스,1\n" }.joined()
    }

    /// The date in a column of its own, whether settings name it or not.
    private static func dated(_ header: String, _ date: String, _ refusal: String?) -> Case {
        func sales(_ minutes: ClosedRange<Int>) -> String {
            "\(header),시각,item,quantity\n" + minutes.map { "\(date),18:\($0),키위쥬스,1\n" }.joined()
        }
        return Case(sales(10...34), sales(15...40), refusal) {
            $0.input.rules[.accept] = [header]
        }
    }

    /// An empty id column is none, so an input is refused only at its end, since any row may have an id.
    private static func emptyIDs(_ header: String, _ ids: [String], columns: [String]) -> [Case] {
        let rows = "키위쥬스,1,\(ids[0])\n망고쥬스,1,\(ids[1])\n"
        let header = "item,quantity,\(header)\n"
        let later: [(String, String?)] = [
            ("\(rows)바나나쥬스,1,\(ids[2])\n딸기,1,\n", "2:overlap"), ("\(rows)바나나쥬스,1,7\n딸기,1,\n", nil),
            ("딸기,1,\n\(rows)", "3:overlap"),
        ]
        return later.map { later, refusal in
            Case(header + rows, header + later, refusal) { $0.input.columns += columns }
        }
    }

    private static let times = "time,item,quantity\n2026-11-20 12:00,키위쥬스,1\n2026-11-20 11:00,망고쥬스,1\n"
    private static let cases: [Case] = [
        // Line ends, blank rows, quoting and encoding do not matter.
        Case(evening, "\(evening)바나나쥬스,1\n", "2:overlap"), Case(evening, "\n\(evening)\n,\n", "3:overlap"),
        Case(evening, "item,quantity\r\n키위쥬스,\"1\"\r\n망고쥬스,1\r\n딸기,10\r\n", "2:overlap"),
        Case(evening, "\u{FEFF}\(evening)", "2:overlap"),
        // Fewer rows, another order, another header, and other cell borders.
        Case(evening, "\(header)키위쥬스,1\n", nil), Case(evening, "\(header)망고쥬스,1\n키위쥬스,1\n바나나쥬스,1\n", nil),
        Case(evening, "쥬스,quantity\n키위쥬스,1\n망고쥬스,1\n바나나쥬스,1\n", nil),
        Case(evening, "item,quantity,memo\n키위쥬스,1,\n망고쥬스,1,\n바나나쥬스,1,\n", nil),
        // Ids distinguish the rows.
        Case(evening, "item,quantity,id\n키위쥬스,1,\n망고쥬스,1,\n바나나쥬스,1,\n", nil),
        // The earlier input may stand at the end.
        Case(evening, "\(header)바나나쥬스,1\n\n키위쥬스,1\n망고쥬스,1\n", "4:overlap"),
        Case(evening, "\(header)바나나쥬스,1\n키위쥬스,1\n망고쥬스,2\n", nil),
        // An ambiguity of an earlier line comes first.
        Case("item,수량,상태\n키위쥬스,1,\n망고쥬스,1,\n", "item,수량,상태\n키위쥬스,1,\n망고쥬스,1,\n망고쥬스,1,취소\n", "2:overlap"),
        Case("item,수량,상태\n키위쥬스,1,\n망고쥬스,1,\n", "item,수량,상태\n키위쥬스,1,취소\n망고쥬스,1,\n", "2:unclear_column"),
        // The shop's own files may begin alike, and so may inputs without a success.
        Case(
            "id,action,item,quantity\n,restock,딸기,1\n", "id,action,item,quantity\n,restock,딸기,1\n,restock,망고,1\n", nil),
        Case("item,수량\n포도쥬스,1\n", "item,수량\n포도쥬스,1\n키위쥬스,1\n", nil),
        Case(times, "\(times)2026-11-20 10:00,바나나쥬스,1\n", "2:overlap") { $0.input.fileSettings.sequence = .time },
        // Twenty rows with times are an overlap anywhere, nineteen are none.
        Case(sales(5...34), sales(15...40), "2:overlap"), Case(sales(5...34), sales(0...24), "7:overlap"),
        Case(sales(5...34), sales(16...40), nil), Case(sales(5...34, date: ""), sales(10...40, date: ""), nil),
        dated("날짜", "2026-11-20", "2:overlap"), dated("영업일", "2026-11-20", "2:overlap"), dated("날짜", "금", nil),
        dated("비고", "2026-11-20", nil),
    ]

    @Test(
        arguments: cases + emptyIDs("id", ["", " ", "-"], columns: [])
            + emptyIDs("영수증", ["", "", " "], columns: ["id=영수증+item"]))
    private func overlappingInputIsRefused(_ example: Case) throws {
        try run(example.first) { request in
            request.input.stock = "stock.csv"
            example.change(&request)
        }
        #expect(try refusal(example.second, change: example.change) == example.refusal)
        #expect(try setup.runs().count == (example.refusal == nil ? 2 : 1))
    }

    @Test func overlapEndsWithTheReversalOrOnRequest() throws {
        try run(Self.evening)
        let later = Self.evening + "바나나쥬스,1\n"
        #expect(try run(later, knownInputs: .applyAgain).number == 2)
        for run in [2, 1] { try setup.reverse(run) }
        #expect(try refusal(later) == nil)
    }

    @Test func lateRowsAreReported() throws {
        let header = "time,item,quantity\n"
        try run(header + "2026-11-20 12:00,키위쥬스,1\n2026-11-20 12:30,망고쥬스,1\n")
        let late = try run(header + "2026-11-20 12:10,바나나쥬스,1\n2026-11-20 12:20,포도쥬스,1\n2026-11-20 12:40,바나나쥬스,1\n")
        #expect(late.model.tally.lateRows.count == 1 && late.model.tally.lateRows.newestText == "2026-11-20 12:30")
        try setup.reverse(2)
        let next = try run(header + "2026-11-20 12:31,바나나쥬스,1\n")
        #expect(next.model.tally.lateRows.count == 0 && next.model.tally.lateRows.newestText == nil)
    }

    @Test func rowsWithKnownIDsAreReported() throws {
        let inputs = ["1,키위쥬스,1\n2,키위쥬스,1\n", "3,키위쥬스,1\n", "1,키위쥬스,1\n3,망고쥬스,1\n2,키위쥬스,1\n4,바나나쥬스,1\n4,바나나쥬스,1\n"]
        let last = try inputs.map { rows in try run("번호,item,quantity\n" + rows) { $0.input.columns = ["id=번호"] } }.last
        let runs = try #require(last).model.tally.earlierIDs.runs
        #expect(runs.map(\.run) == [2, 1])
        #expect(runs.map(\.counts.same) == [0, 2] && runs.map(\.counts.conflicts) == [1, 0])
    }

    @Test func overlapCoversTheLastHundredRuns() throws {
        try run(Self.evening)
        for number in 1...100 {
            try run("item,quantity\n키위,\(number)\n", knownInputs: .applyAgain) { $0.reports = .few }
        }
        #expect(try refusal("item,quantity\n바나나쥬스,1\n키위쥬스,1\n망고쥬스,1\n") == nil)
    }
}
