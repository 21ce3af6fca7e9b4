import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Inputs that overlap with those of earlier runs.
@Suite struct OverlapTests {
    private let ledger = LedgerRequest(path: "shop.sqlite")
    private static let evening = "item,quantity\n키위쥬스,1\n망고쥬스,1\n"

    private func run(
        _ setup: TestShop, _ text: String, knownInputs: LedgerRequest.KnownInputs = .refuse,
        change: (inout RunRequest) -> Void = { _ in }
    ) throws -> CompletedRun {
        try setup.write(text, to: "orders.csv")
        var ledger = ledger
        ledger.knownInputs = knownInputs
        var request = setup.request(ledger: ledger)
        change(&request)
        guard case .done(let run) = try setup.shop().run(request, notifying: MessageRecorder()) else {
            throw ProgramError(description: "nothing was done")
        }
        return run
    }

    /// The line and the code for which a run is refused; nil if it is not.
    private func refusal(
        _ setup: TestShop, _ text: String, change: (inout RunRequest) -> Void = { _ in }
    ) throws -> String? {
        do {
            _ = try run(setup, text, change: change)
            return nil
        } catch BatchError.refused(let refusal) {
            return "\(refusal.line):\(refusal.code)"
        }
    }

    /// Line ends, blank rows, quoting and encoding do not matter.
    @Test(arguments: [
        evening + "바나나쥬스,1\n", "\n" + evening + "\n,\n", "item,quantity\r\n키위쥬스,\"1\"\r\n망고쥬스,1\r\n딸기,10\r\n",
        "\u{FEFF}" + evening,
    ])
    func inputThatStartsWithAnEarlierOneIsRefused(late: String) throws {
        let setup = try TestShop()
        _ = try run(setup, Self.evening)
        #expect(try refusal(setup, late) == (late.hasPrefix("\n") ? "3:overlap" : "2:overlap"))
        #expect(try setup.runs().count == 1)
        #expect(try run(setup, late, knownInputs: .applyAgain).number == 2)
    }

    @Test func earlierAmbiguityPrecedesOverlap() throws {
        let setup = try TestShop()
        _ = try run(setup, "item,수량,상태\n키위쥬스,1,\n망고쥬스,1,\n")
        #expect(try refusal(setup, "item,수량,상태\n키위쥬스,1,\n망고쥬스,1,\n망고쥬스,1,취소\n") == "2:overlap")
        #expect(try refusal(setup, "item,수량,상태\n키위쥬스,1,취소\n망고쥬스,1,\n") == "2:unclear_column")
    }

    @Test(arguments: [
        // Fewer rows, another order, another header, and other cell borders.
        "item,quantity\n키위쥬스,1\n", "item,quantity\n망고쥬스,1\n키위쥬스,1\n바나나쥬스,1\n", "쥬스,quantity\n키위쥬스,1\n망고쥬스,1\n바나나쥬스,1\n",
        "item,quantity,memo\n키위쥬스,1,\n망고쥬스,1,\n바나나쥬스,1,\n",
        // Ids distinguish the rows.
        "item,quantity,id\n키위쥬스,1,\n망고쥬스,1,\n바나나쥬스,1,\n",
    ])
    func otherInputsAreApplied(other: String) throws {
        let setup = try TestShop()
        _ = try run(setup, Self.evening)
        #expect(try refusal(setup, other) == nil)
        #expect(try setup.runs().count == 2)
    }

    /// Refused only at the end, since any row may have an id.
    @Test(arguments: [("id", ["", " ", "-"]), ("영수증", ["", "", " "])])
    func emptyIDColumnIsNoIDColumn(header: String, ids: [String]) throws {
        let setup = try TestShop()
        let settle: (inout RunRequest) -> Void = { request in
            if header != "id" { request.input.columns = ["id=\(header)+item"] }
        }
        let late = "item,quantity,\(header)\n키위쥬스,1,\(ids[0])\n망고쥬스,1,\(ids[1])\n바나나쥬스,1,"
        _ = try run(setup, "item,quantity,\(header)\n키위쥬스,1,\(ids[0])\n망고쥬스,1,\(ids[1])\n", change: settle)
        #expect(try refusal(setup, late + ids[2] + "\n딸기,1,\n", change: settle) == "2:overlap")
        #expect(try refusal(setup, late + "7\n딸기,1,\n", change: settle) == nil)
        let ended = "item,quantity,\(header)\n딸기,1,\n키위쥬스,1,\(ids[0])\n망고쥬스,1,\(ids[1])\n"
        #expect(try refusal(setup, ended, change: settle) == "3:overlap")
        #expect(try setup.runs().count == 2)
    }

    @Test func reversedAndRejectedInputsDoNotOverlap() throws {
        let setup = try TestShop()
        _ = try run(setup, Self.evening)
        _ = try setup.shop().reverse(1, in: ledger, notifying: MessageRecorder()) { _ in }
        #expect(try refusal(setup, Self.evening + "바나나쥬스,1\n") == nil)
        _ = try run(setup, "item,수량\n포도쥬스,1\n")
        #expect(try refusal(setup, "item,수량\n포도쥬스,1\n키위쥬스,1\n") == nil)
    }

    @Test func ownFilesNeverOverlap() throws {
        let setup = try TestShop()
        _ = try run(setup, "id,action,item,quantity\n,restock,딸기,1\n")
        #expect(try refusal(setup, "id,action,item,quantity\n,restock,딸기,1\n,restock,망고,1\n") == nil)
    }

    @Test func overlapIsDetectedInTimeOrder() throws {
        let setup = try TestShop()
        let header = "time,item,quantity\n"
        let first = header + "2026-11-20 12:00,키위쥬스,1\n2026-11-20 11:00,망고쥬스,1\n"
        _ = try run(setup, first) { $0.input.exportSettings.sequence = .time }
        let refused = try refusal(setup, first + "2026-11-20 10:00,바나나쥬스,1\n") {
            $0.input.exportSettings.sequence = .time
        }
        #expect(refused == "2:overlap")
    }

    @Test func lateRowsAreReported() throws {
        let setup = try TestShop()
        let header = "time,item,quantity\n"
        _ = try run(setup, header + "2026-11-20 12:00,키위쥬스,1\n2026-11-20 12:30,망고쥬스,1\n")
        let late = try run(
            setup, header + "2026-11-20 12:10,바나나쥬스,1\n2026-11-20 12:20,포도쥬스,1\n2026-11-20 12:40,바나나쥬스,1\n")
        #expect(late.tally.lateRows.count == 1 && late.tally.lateRows.newestText == "2026-11-20 12:30")
        _ = try setup.shop().reverse(2, in: ledger, notifying: MessageRecorder()) { _ in }
        let next = try run(setup, header + "2026-11-20 12:31,바나나쥬스,1\n")
        #expect(next.tally.lateRows.count == 0 && next.tally.lateRows.newestText == nil)
    }

    @Test func rowsWithKnownIDsAreReported() throws {
        let setup = try TestShop()
        func text(_ rows: String) -> String { "번호,item,quantity\n" + rows }
        func take(_ rows: String) throws -> CompletedRun { try run(setup, text(rows)) { $0.input.columns = ["id=번호"] } }
        _ = try take("1,키위쥬스,1\n2,키위쥬스,1\n")
        _ = try take("3,키위쥬스,1\n")
        let third = try take("1,키위쥬스,1\n3,망고쥬스,1\n2,키위쥬스,1\n4,바나나쥬스,1\n4,바나나쥬스,1\n")
        let runs = third.tally.earlierIDs.runs
        #expect(runs.map(\.run) == [2, 1])
        #expect(runs.map(\.counts.same) == [0, 2] && runs.map(\.counts.conflicts) == [1, 0])
    }

    @Test func inputThatEndsWithAnEarlierOneIsRefused() throws {
        let setup = try TestShop()
        _ = try run(setup, Self.evening)
        #expect(try refusal(setup, "item,quantity\n바나나쥬스,1\n\n키위쥬스,1\n망고쥬스,1\n") == "4:overlap")
        #expect(try refusal(setup, "item,quantity\n바나나쥬스,1\n키위쥬스,1\n망고쥬스,2\n") == nil)
        #expect(try run(setup, "item,quantity\n바나나쥬스,1\n키위쥬스,1\n망고쥬스,1\n", knownInputs: .applyAgain).number == 3)
    }

    private static func sales(_ minutes: ClosedRange<Int>, date: String = "2026-11-20 ") -> String {
        "시각,item,quantity\n" + minutes.map { "\(date)18:\($0 < 10 ? "0" : "")\($0),키위쥬스,1\n" }.joined()
    }

    @Test func overlapOfTwentyRowsIsRefusedAnywhere() throws {
        let setup = try TestShop()
        let stock = "fruit,stock\n키위,1000\n"
        try setup.write(stock, to: "stock.csv")
        _ = try run(setup, Self.sales(5...34)) { $0.input.stock = setup.folder.path + "/stock.csv" }
        #expect(try refusal(setup, Self.sales(15...40)) == "2:overlap")
        #expect(try refusal(setup, Self.sales(0...24)) == "7:overlap")
        #expect(try refusal(setup, Self.sales(16...40)) == nil, "nineteen rows are shared")
    }

    /// The date may be in a separate column, whether settings name it or not.
    @Test(arguments: [
        ("날짜", "2026-11-20", true), ("영업일", "2026-11-20", true), ("날짜", "금", false), ("비고", "2026-11-20", false),
    ])
    func overlapWithSeparateDateColumnIsRefused(header: String, date: String, isRefused: Bool) throws {
        let setup = try TestShop()
        try setup.write("fruit,stock\n키위,1000\n", to: "stock.csv")
        func sales(_ minutes: ClosedRange<Int>) -> String {
            "\(header),시각,item,quantity\n" + minutes.map { "\(date),18:\($0),키위쥬스,1\n" }.joined()
        }
        func settle(_ request: inout RunRequest) {
            request.input.exportSettings.accept = [ExportSettings.Column(name: header, isTyped: true)]
        }
        _ = try run(setup, sales(10...34)) { request in
            request.input.stock = setup.folder.path + "/stock.csv"
            settle(&request)
        }
        #expect(try refusal(setup, sales(15...40), change: settle) == (isRefused ? "2:overlap" : nil))
    }

    @Test func equalTimesWithoutDatesDoNotOverlap() throws {
        let setup = try TestShop()
        try setup.write("fruit,stock\n키위,1000\n", to: "stock.csv")
        _ = try run(setup, Self.sales(5...34, date: "")) { $0.input.stock = setup.folder.path + "/stock.csv" }
        #expect(try refusal(setup, Self.sales(10...40, date: "")) == nil)
    }

    @Test func overlapCoversTheLastHundredRuns() throws {
        let setup = try TestShop()
        _ = try run(setup, Self.evening)
        for number in 1...100 {
            _ = try run(setup, "item,quantity\n키위,\(number)\n", knownInputs: .applyAgain) { $0.reports = .few }
        }
        #expect(try refusal(setup, "item,quantity\n바나나쥬스,1\n키위쥬스,1\n망고쥬스,1\n") == nil)
    }
}
