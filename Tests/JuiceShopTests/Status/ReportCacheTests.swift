import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// An index made with the sums of older report sets equals one made from all sets.
@Suite struct ReportCacheTests {
    private static let cache = "reports/.index.cache"
    private static let menu = "juice,fruit,quantity,price\n딸기쥬스,딸기,2,6500\n키위쥬스,키위,3,5000.50\n"

    private let setup: TestShop

    init() throws {
        setup = try TestShop(["menu.csv": Self.menu])
    }

    private func shop() -> Shop { setup.shop() }

    /// The open rows according to status.
    private func open() throws -> FolderIndexModel.OpenRows? {
        try shop().status(StatusRequest(ledger: TestShop.ledger)).open
    }

    private func page() -> String { setup.text("reports/index.html") }

    /// A day by its number, from 1 for the first of September.
    private static func date(_ day: Int) -> String {
        CalendarDay(number: (CalendarDay("2026-08-31")?.number ?? 0) + day).text
    }

    /// Runs a day's orders: one is short, one is rejected.
    private func run(_ day: Int, _ name: String = "x") throws {
        let rows = ["키위쥬스,1", "키위쥬스,90", "포도쥬스,1"]
        let lines = rows.enumerated().map { "\(day)-\($0)\(name),\($1)\n" }.joined()
        try setup.write("id,item,quantity\n" + lines, to: "day.csv")
        let date = Self.date(day)
        var request = setup.request(
            "day.csv", ledger: TestShop.ledger, output: "reports/\(date)/\(name)", date: date, menu: "menu.csv")
        (request.shop, request.index) = ("가게", .updateExisting)
        _ = try shop().run(request, notifying: MessageRecorder())
    }

    /// Writes other figures over the summary.json of a day, in place.
    private func writeCups(_ day: Int) throws {
        let summary = "reports/\(Self.date(day))/x/summary.json"
        let text = setup.text(summary)
        let changed = text.replacing(#""cups_served": 1"#, with: #""cups_served": 7"#)
        #expect(changed != text)
        try setup.write(changed, to: summary)
    }

    /// A run reads the last 31 to 46 sets and takes the sums of the others from the cache.
    @Test func partialUpdateMakesTheSameIndex() throws {
        var day = 0
        func runs(_ count: Int) throws {
            for next in day..<day + count { try run(next + 1) }
            day += count
        }
        /// Compares the last run's index and the status with an index made from all sets.
        func expectSame(_ what: Comment) throws {
            let unchanged = page()
            let open = try open()
            unlink(setup.path(Self.cache))
            #expect(try open == self.open(), what)
            _ = try shop().index("reports", language: .english)
            #expect(unchanged == page(), what)
        }
        try runs(1)
        _ = try shop().index("reports", language: .english)
        try runs(35)
        try expectSame("the first ones are old")
        #expect(setup.folder.holds(Self.cache))
        // A change of an unread set is not seen until the index is made from all sets.
        try writeCups(2)
        let before = page()
        try runs(1)
        let unseen = page()
        _ = try shop().index("reports", language: .english)
        #expect(unseen != page() && unseen != before)

        func retry() throws {
            let failure = setup.text("reports/\(Self.date(5))/x/failure.csv")
            try setup.write(failure.replacing("포도쥬스", with: "키위쥬스"), to: "fixed.csv")
            let output = "reports/\(Self.date(day))/retry"
            var retry = setup.request("fixed.csv", ledger: TestShop.ledger, output: output, menu: "menu.csv")
            retry.index = .updateExisting
            _ = try shop().run(retry, notifying: MessageRecorder())
        }
        func settle() throws {
            try shop().settle(4, in: TestShop.ledger, notifying: MessageRecorder()) { _, _ in }
        }
        let changes: [(what: Comment, runs: Int, change: () throws -> Void)] = [
            ("weeks went by", 20, {}), ("an old run was reversed", 1, { try setup.reverse(3) }),
            ("rows of an old run were settled", 1, settle),
            ("an old day is gone", 1, { try setup.remove("reports/" + Self.date(1)) }),
            ("rows of an old run were run again", 0, retry), ("an old day has another run", 0, { try run(2, "late") }),
            ("a day after that", 1, {}),
        ]
        for (what, count, change) in changes {
            try change()
            try runs(count)
            try expectSame(what)
        }
    }

    @Test func damagedCacheIsIgnored() throws {
        for day in 1...36 { try run(day) }
        _ = try shop().index("reports", language: .english)
        let (before, bytes) = (try open(), try #require(setup.folder.read(Self.cache)))
        for index in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
            var damaged = bytes
            damaged[index] ^= 1
            try setup.folder.write(damaged, to: Self.cache)
            #expect(try open() == before, "byte \(index)")
            try setup.folder.write(Array(bytes[..<index]), to: Self.cache)
            #expect(try open() == before, "cut at \(index)")
        }
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
