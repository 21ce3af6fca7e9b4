import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// The index of a shop with more runs than it lists.
@Suite struct OlderRunsTests {
    private static let menu = "juice,fruit,quantity,price\n딸기쥬스,딸기,2,6500\n키위쥬스,키위,3,5000.50\n"

    /// Thirty-six days, the first one more than a year before the others, each with a short and a rejected order.
    @Test func olderRunsAreCountedAndNotListed() throws {
        let setup = try TestShop(["menu.csv": Self.menu])
        let first = try #require(CalendarDay("2026-08-31")).number
        for day in 1...36 {
            let rows = ["키위,입고,3", "키위쥬스,주문,1", "키위쥬스,주문,90", "포도쥬스,주문,1"]
            let lines = rows.enumerated().map { "\(day)-\($0),\($1)\n" }.joined()
            try setup.write("id,item,action,quantity\n" + lines, to: "day.csv")
            let date = CalendarDay(number: day == 1 ? first - 365 : first + day).text
            var request = setup.request(
                "day.csv", ledger: TestShop.ledger, output: "reports/\(date)/x", date: date, menu: "menu.csv")
            request.shop = "가게"
            _ = try setup.shop().run(request, notifying: MessageRecorder())
        }
        let shop = setup.shop()
        try shop.settle(36, in: TestShop.ledger, notifying: MessageRecorder()) { _, _ in }
        try setup.reverse(35)
        let newest = try shop.indexContent("reports", language: .english)
        let all = try shop.indexContent("reports", from: CalendarDay(number: 0), language: .english)
        #expect(newest.entries.count == 35 && newest.olderRuns.count == 1 && all.entries.count == 36)
        #expect(newest.totals.runs == 35 && newest.totals.reversed == 1)
        #expect(newest.totals.open == OpenRows(short: 1, rejected: 34))
        #expect(all.totals.open == newest.totals.open && all.totals.sums.cups == newest.totals.sums.cups + 1)
        let (days, allDays) = (newest.totals.days, all.totals.days.dropFirst())
        #expect(days.map(\.date) == allDays.map(\.date) && days.map(\.sums) == allDays.map(\.sums))
        #expect(newest.shop == "가게")
        _ = try shop.index("reports", language: .english)
        let page = setup.text("reports/index.html")
        #expect(page.contains("There are 36 reports. Still open: 1 row short of fruit and 34 rows to correct."))
        #expect(page.contains("4 older reports are not listed, but are counted in the totals."))
        #expect(page.contains("1 report is older than 400 days, and not included."))
    }
}

/// Runs that make the index of their report folder.
@Suite struct IndexUpdateTests {
    private let setup: TestShop

    init() throws {
        setup = try TestShop()
    }

    private func run(_ output: String?, _ index: IndexPolicy, _ recorder: MessageRecorder = MessageRecorder()) throws {
        var request = setup.request(output: output)
        request.index = index
        _ = try setup.shop().run(request, notifying: recorder)
    }

    /// The sentence of an index with the number of its reports; nil without an index.
    private func count(_ path: String) -> Substring? {
        setup.text(path).firstMatch(of: /There (is|are) [0-9]+/)?.output.0
    }

    @Test func runMakesTheIndexOnRequest() throws {
        try run("r/a", .updateExisting)
        try run("r/b", .unchanged)
        #expect(setup.reports("r") == ["a", "b"])
        try run("r/c", .createOrUpdate)
        #expect(count("r/index.html") == "There are 3")
        // From now on each run renews it.
        try run("r/d", .updateExisting)
        #expect(count("r/index.html") == "There are 4")
        try run("r/e", .unchanged)
        #expect(count("r/index.html") == "There are 4")
        var request = setup.request()
        request.index = .createOrUpdate
        request.isDryRun = true
        _ = try setup.shop().run(request, notifying: MessageRecorder())
        #expect(!setup.folder.holds("reports"))
        try run(nil, .createOrUpdate)
        #expect(count("reports/index.html") == "There is 1")
    }

    @Test func dateFolderHasItsIndexInTheParent() throws {
        try run("r/2026-11-20/a", .createOrUpdate)
        #expect(setup.reports("r") == ["2026-11-20", "index.html"] && setup.reports("r/2026-11-20") == ["a"])
        _ = try setup.shop().index("r/2026-11-20", language: .korean)
        try run("r/2026-11-20/b", .updateExisting)
        #expect(count("r/index.html") == "There are 2" && count("r/2026-11-20/index.html") == "There are 2")
    }

    /// The run succeeds, and one that requested no index reports nothing of a foreign page.
    @Test func indexThatCannotBeWrittenIsReported() throws {
        func expect(_ notices: [ShopNotice], _ index: IndexPolicy = .createOrUpdate, after damage: () throws -> Void)
            throws
        {
            let recorder = MessageRecorder()
            try damage()
            let before = setup.text("r/index.html")
            try run("r/a", index, recorder)
            #expect(recorder.notices == notices && setup.text("r/index.html") == before)
            #expect(setup.reports("r/a") == ReportFolder.names)
        }
        try expect([.foreignIndex(path: "r/index.html")]) { try setup.write("mine", to: "r/index.html") }
        try expect([], .updateExisting) {}
        try expect([.indexNotWritten(path: "r/index.html", errno: EISDIR)]) {
            try setup.remove("r/index.html")
            try setup.folder.write([], to: "r/.index.html.new/x")
        }
        try setup.remove("r/.index.html.new")
        try run("r/a", .createOrUpdate)
        // A run that waits for the folder gives up after the timeout.
        let lock = open(setup.path("r"), O_RDONLY | O_DIRECTORY)
        defer { close(lock) }
        try expect([.indexNotWritten(path: "r/index.html", errno: EWOULDBLOCK)], .updateExisting) {
            #expect(flock(lock, LOCK_EX) == 0)
        }
    }

    @Test func nightlyRunMakesOneIndex() throws {
        try setup.nightlyRun(["a.csv": "item\n키위쥬스\n", "b.csv": TestShop.orders])
        let page = setup.text("reports/index.html")
        #expect(page.contains(#"<a href="2026-11-21/a/report.html#up-2">"#) && page.contains("There are 2 reports."))
        try setup.remove("reports/index.html")
        try setup.nightlyRun()
        #expect(setup.folder.holds("reports/index.html"))
    }

    @Test func closingAShiftMakesTheIndex() throws {
        _ = try setup.openShift(cups: 3)
        var report = setup.request()
        report.index = .createOrUpdate
        _ = try setup.shop().closeShift(of: TestShop.ledger, by: report, notifying: MessageRecorder())
        #expect(setup.text("reports/index.html").contains("2026-11-21-1/report.html"))
    }
}
