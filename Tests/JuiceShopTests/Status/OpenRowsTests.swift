import Foundation
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Open failed rows of a shop, by its ledger and its reports.
@Suite struct OpenRowsTests {
    /// 10 of each fruit: the first row is short of stock, the second is rejected.
    private static let orders = "id,item,quantity\nA-1,키위쥬스,6\nA-2,포도쥬스,1\nA-3,망고쥬스,1\n"

    private let setup: TestShop

    init() throws {
        setup = try TestShop(["orders.csv": Self.orders, "goods.csv": "item,quantity\n키위,1\n"])
    }

    private func run(_ path: String, to output: String, date: String? = nil) throws {
        try setup.run(path, ledger: TestShop.ledger, output: "reports/" + output, date: date)
    }

    /// The open rows that `status` counts; index.html must show the same.
    private func open() throws -> OpenRows {
        let open = try #require(try setup.status().open)
        _ = try setup.shop().index("reports", language: .english)
        let page = setup.text("reports/index.html")
        #expect(page.contains("\(open.short) row") == (open.short > 0))
        #expect(page.contains("\(open.rejected) row") == (open.rejected > 0))
        return open
    }

    @Test func shortRowsAreOpenUntilALaterBusinessDay() throws {
        try run("orders.csv", to: "2026-11-19/a", date: "2026-11-19")
        #expect(try open() == OpenRows(short: 1, rejected: 1))
        try run("goods.csv", to: "2026-11-19/b", date: "2026-11-19")
        #expect(try open().short == 1)
        try setup.write("item,quantity\n망고쥬스,1\n", to: "next.csv")
        try run("next.csv", to: "2026-11-20/a", date: "2026-11-20")
        #expect(try open() == OpenRows(short: 0, rejected: 1))
        let day = try setup.shop().index("reports/2026-11-19", language: .english)
        #expect(setup.text(day).contains("Still open: 1 row to correct."))
        try setup.reverse(3)
        #expect(try open().short == 1)
    }

    /// A retry that is short again is open for its own day; a run without a business day has no later day.
    @Test(arguments: [("2026-11-19", "reports/a/failure.csv"), (nil, "goods.csv")] as [(String?, String)])
    func shortRowsStayOpen(date: String?, next: String) throws {
        try run("orders.csv", to: "a", date: date)
        try run(next, to: "b", date: "2026-11-20")
        #expect(try open() == OpenRows(short: 1, rejected: 1))
    }

    /// Corrected in part, or read as a row to leave out, the failure.csv is not the one of the first run.
    @Test func rowThatFailsAgainAfterACorrectionCountsOnce() throws {
        try run("orders.csv", to: "a", date: "2026-11-20")
        let failed = setup.text("reports/a/failure.csv")
        for (number, item) in ["귤쥬스", "배쥬스", "바나나쥬스"].enumerated() {
            try setup.write(failed.replacing("포도쥬스,1", with: "\(item),1"), to: "edited.csv")
            try run("edited.csv", to: "b\(number)", date: "2026-11-20")
            #expect(try open() == OpenRows(short: 1, rejected: number < 2 ? 1 : 0))
        }
    }

    // MARK: Rows that are closed

    /// Closes rows of a run.
    ///
    /// - Returns: the error if they cannot be closed.
    @discardableResult
    private func settle(
        _ run: Int, _ rows: String..., reason: String? = nil, index: IndexSettings? = nil
    ) throws -> RequestError? {
        let names = rows.compactMap { Shop.rowName($0) }
        #expect(names.count == rows.count)
        do {
            try setup.shop().settle(
                run, rows: names, reason: reason, in: TestShop.ledger, index: index, notifying: MessageRecorder()
            ) { _, _ in }
            return nil
        } catch BatchError.usage(let error) {
            return error
        }
    }

    /// Three rejected rows, on lines 2, 3 and 5.
    private static let rejected = "id,item\nB-1,포도쥬스\nB-2,귤쥬스\nB-3,망고쥬스\nB-4,배쥬스\n"

    @Test func closedRowsReopenWhenTheClosingIsReversed() throws {
        try setup.write(Self.rejected, to: "b.csv")
        try run("b.csv", to: "a", date: "2026-11-20")
        let stock = try setup.stock()
        try settle(1, "3", reason: " 손님이 가져가지 않음 ")
        #expect(try open().rejected == 2)
        try settle(1)
        #expect(try open().rejected == 0)
        #expect(try setup.stock() == stock)
        try setup.verify()
        try setup.reverse(2)
        #expect(try open().rejected == 1)
        try setup.verify()
        try settle(1)
        let runs = try setup.runs()
        #expect(runs.map(\.kind) == [.settlement, .reversal, .settlement, .settlement, .orders])
        #expect(runs.map { $0.settlement?.rows.map(\.lines.text) } == [["3"], nil, ["2,5"], ["3"], nil])
        #expect(runs[3].settlement?.reason == "손님이 가져가지 않음" && runs[3].settlement?.rows.first?.name == "b.csv")
        #expect(runs.map(\.reversedBy) == [nil, nil, nil, 4, nil])
    }

    @Test func refusesToCloseOtherRows() throws {
        try setup.write(Self.rejected, to: "b.csv")
        try run("b.csv", to: "a", date: "2026-11-20")
        try run("goods.csv", to: "b", date: "2026-11-20")
        #expect(try settle(9) == .noSuchRun(9, last: 2))
        #expect(try settle(2) == .hasNoRejectedRows(2))
        for row in ["1", "4", "99", "c.csv:2"] {
            #expect(try settle(1, "2", row) == .notRejected(run: 1, row: row, rejected: ["2-3,5"]))
        }
        #expect(try setup.runs().count == 2, "one wrong row keeps all from being closed")
        #expect(try settle(1, "2", "b.csv:2") == nil)
        #expect(try settle(1, "5", "2") == .alreadySettled(run: 1, row: "2", by: 3))
        #expect(try settle(1) == nil)
        #expect(try settle(1) == .alreadySettled(run: 1, row: nil, by: 4))
        #expect(try settle(3) == .hasNoRejectedRows(3))
        try setup.reverse(1)
        #expect(try settle(1) == .alreadyReversed(1, by: 5))
        #expect(try settle(5) == .hasNoRejectedRows(5))
        try setup.verify()
    }

    @Test(arguments: ["", "0", "-1", "+1", "１", "x", ":1", "a.csv:", "a.csv:0", "1 "])
    func malformedRowNamesAreRefused(text: String) {
        #expect(Shop.rowName(text) == nil)
    }

    @Test func lineNumberOfSeveralInputsNeedsTheInput() throws {
        try setup.write(Self.rejected, to: "b.csv")
        try setup.write("id,item\nC-1,포도쥬스\n", to: "c.csv")
        let request = setup.request("b.csv", "c.csv", ledger: TestShop.ledger, output: "reports/a")
        _ = try setup.shop().run(request, notifying: MessageRecorder())
        #expect(try settle(1, "2") == .ambiguousRow(run: 1, line: 2, rows: ["b.csv:2", "c.csv:2"]))
        #expect(try settle(1, "9") == .notRejected(run: 1, row: "9", rejected: ["b.csv:2-3,5", "c.csv:2"]))
        try settle(1, "c.csv:2", "3")
        #expect(try setup.runs().first?.settlement?.rows.map(\.lines.text) == ["3", "2"])
        #expect(try open().rejected == 2)
    }

    @Test func closedAndRetriedRowCountsOnce() throws {
        try setup.write(Self.rejected, to: "b.csv")
        try run("b.csv", to: "a", date: "2026-11-20")
        let rows = setup.text("reports/a/failure.csv").split(separator: "\n")
        let retry = "\(rows[0])\n\(rows[1].replacing("포도쥬스", with: "망고쥬스"))\n"
        try setup.write(retry, to: "retry.csv")
        try run("retry.csv", to: "b", date: "2026-11-20")
        #expect(try open().rejected == 2)
        try settle(1, "2")
        #expect(try open().rejected == 2)
        try settle(1, "3")
        #expect(try open().rejected == 1)
    }

    @Test func retriedRowsAreClosedInTheLaterRun() throws {
        try setup.write(Self.rejected, to: "b.csv")
        try run("b.csv", to: "a", date: "2026-11-20")
        try run("reports/a/failure.csv", to: "b", date: "2026-11-20")
        try settle(2, "3")
        #expect(try open().rejected == 2)
    }

    /// Otherwise it would show open rows until the next nightly run.
    @Test func closingRowsRenewsTheIndex() throws {
        try run("orders.csv", to: "a", date: "2026-11-20")
        let settings: IndexSettings = (.english, ClosedDays())
        func page() -> String { setup.text("reports/index.html") }
        func reverse(_ run: Int) throws {
            try setup.shop().reverse(run, in: TestShop.ledger, index: settings, notifying: MessageRecorder()) { _ in }
        }
        try settle(1, index: settings)
        #expect(page().isEmpty, "none is made where there was none")
        try reverse(2)
        #expect(try open().rejected == 1 && page().contains("1 row to correct"))
        try settle(1, index: settings)
        #expect(!page().contains("1 row to correct") && page().contains("1 row short of fruit"))
        try reverse(4)
        #expect(page().contains("1 row to correct"))
    }

    @Test func lineNumbersAreThoseOfTheFileInTimeOrder() throws {
        let text = "time,item\n2026-11-20 12:00,포도쥬스\n2026-11-20 11:00,망고쥬스\n2026-11-20 10:00,배쥬스\n"
        try setup.write(text, to: "b.csv")
        var request = setup.request("b.csv", ledger: TestShop.ledger, output: "reports/a")
        request.input.fileSettings.sequence = .time
        _ = try setup.shop().run(request, notifying: MessageRecorder())
        #expect(try settle(1, "3") == .notRejected(run: 1, row: "3", rejected: ["2,4"]))
    }

    @Test func closedRowsKeepNoReports() throws {
        try setup.nightlyRun(["a.csv": Self.rejected], on: "2026-05-01")
        try setup.nightlyRun(["b.csv": "item\n망고쥬스\n"], on: "2026-06-10")
        try setup.nightlyRun(keepDays: 5)
        #expect(setup.reports("reports").contains("2026-05-01"))
        try settle(1)
        try setup.nightlyRun(keepDays: 5)
        #expect(!setup.reports("reports").contains("2026-05-01"))
    }
}
