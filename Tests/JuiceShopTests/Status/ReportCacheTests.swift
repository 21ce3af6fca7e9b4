import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// An index made from the cache equals one made from all report sets.
@Suite struct ReportCacheTests {
    private static let ledger = LedgerRequest(path: NightlyRequest.ledgerPath)
    private static let cache = "reports/.index.cache"
    private static let menu = "juice,fruit,quantity,price\n딸기쥬스,딸기,2,6500\n키위쥬스,키위,3,5000.50\n"
    /// Microseconds; more than the resolution of file times.
    private static let restUs: useconds_t = 150_000
    private static let days = 18

    private let setup: TestShop

    init() throws {
        setup = try TestShop(["menu.csv": Self.menu])
    }

    /// A shop that waits for the index lock, which a child process of another test may hold for a moment.
    private func shop() -> Shop { setup.shop(wait: { usleep(UInt32($0) * 1_000) }) }

    /// The open rows according to status.
    private func open() throws -> FolderIndexModel.OpenRows? {
        try shop().status(StatusRequest(.ledger(Self.ledger))).open
    }

    private func path(_ name: String) -> String { "\(setup.folder.path)/\(name)" }

    private func page() -> String { setup.text("reports/index.html") }

    /// A day by its number, from 1 for the first of October.
    private static func date(_ day: Int) -> String {
        CalendarDay(number: (CalendarDay("2026-09-30")?.number ?? 0) + day).text
    }

    /// Runs a day's orders: one is short, one is rejected.
    private func run(_ day: Int, _ name: String = "x", rows: String = "키위쥬스,1\n키위쥬스,90\n포도쥬스,1\n") throws {
        let lines = rows.split(separator: "\n").enumerated().map { "\(day)-\($0)\(name),\($1)\n" }.joined()
        try setup.write("id,item,quantity\n" + lines, to: "day.csv")
        let date = Self.date(day)
        var request = setup.request(
            "day.csv", ledger: Self.ledger, output: "reports/\(date)/\(name)", date: date, menu: "menu.csv")
        (request.shop, request.index) = ("가게", .updateExisting)
        _ = try shop().run(request, notifying: MessageRecorder())
    }

    /// Makes the index from the cache and from all sets, and compares them.
    private func expectSameFromAll(_ what: Comment, isKept: Bool = true) throws {
        _ = try shop().index("reports", language: .english)
        let kept = page()
        #expect(setup.folder.holds(Self.cache) == isKept, what)
        unlink(path(Self.cache))
        _ = try shop().index("reports", language: .english)
        #expect(kept == page(), what)
        usleep(Self.restUs)
        _ = try shop().index("reports", language: .english)
        #expect(kept == page(), what)
    }

    @Test func changedReportsAreReadAgain() throws {
        for day in 1...Self.days { try run(day) }
        usleep(Self.restUs)
        try expectSameFromAll("as runs have left it")

        let summary = "reports/2026-10-03/x/summary.json"
        let text = String(decoding: try #require(setup.folder.read(summary)), as: UTF8.self)
        let file = try #require(fopen(path(summary), "r+"))
        let changed = Array(text.replacing(#""cups_served": 1"#, with: #""cups_served": 7"#).utf8)
        #expect(changed != Array(text.utf8) && fwrite(changed, 1, changed.count, file) == changed.count)
        fclose(file)
        try expectSameFromAll("a summary.json was written over")

        let before = page()
        unlink(path("reports/2026-10-\(Self.days)/x/report.html"))
        try expectSameFromAll("a page is gone")
        #expect(page() != before)
        try run(4, "y")
        try expectSameFromAll("a day has two sets")
        try run(4, "y", rows: "키위쥬스,1\n")
        try expectSameFromAll("a set was replaced")
        #expect(rename(path("reports/2026-10-05"), path("gone")) == 0)
        try expectSameFromAll("a day is gone")
        #expect(rename(path("reports/2026-10-06/x"), path("x")) == 0)
        try expectSameFromAll("a day has no set any more")
        #expect(rename(path("gone"), path("reports/2026-10-05")) == 0)
        try expectSameFromAll("a day has come back")
        try shop().reverse(2, in: Self.ledger, notifying: MessageRecorder()) { _ in }
        try expectSameFromAll("a run was reversed")
        try run(19)
        try expectSameFromAll("a report knows of that")
    }

    /// A run reads the last 31 to 62 sets and takes the others from the cache.
    @Test func partialUpdateMakesTheSameIndex() throws {
        var day = 0
        func runs(_ count: Int) throws {
            for _ in 0..<count {
                day += 1
                try run(day)
            }
        }
        /// Compares the last run's index and the status with an index made from all sets.
        func expectSame(_ what: Comment) throws {
            let unchanged = page()
            let open = try open()
            unlink(path("reports/.index.newest.cache"))
            #expect(try open == self.open(), what)
            _ = try shop().index("reports", language: .english)
            #expect(unchanged == page(), what)
        }
        try runs(1)
        _ = try shop().index("reports", language: .english)
        try runs(35)
        usleep(Self.restUs)
        try expectSame("the first ones are old")
        #expect(setup.folder.holds("reports/.index.newest.cache"))
        // A change of an unread set is not seen until the index is made from all sets.
        let summary = "reports/\(Self.date(2))/x/summary.json"
        let text = String(decoding: try #require(setup.folder.read(summary)), as: UTF8.self)
        let changed = text.replacing(#""cups_served": 1"#, with: #""cups_served": 7"#)
        try setup.write(changed, to: summary)
        let before = page()
        try runs(1)
        let unseen = page()
        _ = try shop().index("reports", language: .english)
        #expect(unseen != page() && unseen != before)

        try runs(2)
        try expectSame("days went by")
        try shop().reverse(3, in: Self.ledger, notifying: MessageRecorder()) { _ in }
        try runs(1)
        try expectSame("an old run was reversed")
        try shop().settle(SettleRequest(run: 4, rows: []), in: Self.ledger, notifying: MessageRecorder()) { _, _ in }
        try runs(1)
        try expectSame("rows of an old run were settled")
        #expect(rename(path("reports/\(Self.date(1))"), path("gone")) == 0)
        try runs(1)
        try expectSame("an old day is gone")
        let failure = String(
            decoding: try #require(setup.folder.read("reports/\(Self.date(5))/x/failure.csv")), as: UTF8.self)
        try setup.write(failure.replacing("포도쥬스", with: "키위쥬스"), to: "fixed.csv")
        let output = "reports/\(Self.date(day))/retry"
        var retry = setup.request("fixed.csv", ledger: Self.ledger, output: output, menu: "menu.csv")
        retry.index = .updateExisting
        _ = try shop().run(retry, notifying: MessageRecorder())
        try expectSame("rows of an old run were run again")
        try run(2, "late")
        try expectSame("an old day has another run")
        try runs(1)
        try expectSame("a day after that")
    }

    @Test func damagedCacheIsIgnored() throws {
        for day in 1...Self.days { try run(day, rows: "키위쥬스,1\n") }
        usleep(Self.restUs)
        _ = try shop().index("reports", language: .english)
        let (before, bytes) = (page(), try #require(setup.folder.read(Self.cache)))
        for index in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
            var damaged = bytes
            damaged[index] ^= 1
            try setup.folder.write(damaged, to: Self.cache)
            _ = try shop().index("reports", language: .english)
            #expect(page() == before, "byte \(index)")
            try setup.folder.write(Array(bytes[..<index]), to: Self.cache)
            _ = try shop().index("reports", language: .english)
            #expect(page() == before, "cut at \(index)")
        }
    }

    @Test func cachedFiguresRoundTrip() throws {
        for day in 1...3 { try run(day) }
        try shop().reverse(2, in: Self.ledger, notifying: MessageRecorder()) { _ in }
        try run(4)
        let rows = "time,id,item,quantity\n2026-10-05 10:00,a,키위쥬스,1\n2026-10-06 11:00,b,키위쥬스,1\n"
        try setup.write(rows, to: "two.csv")
        let request = setup.request("two.csv", "reports/2026-10-01/x/failure.csv", output: "reports/two")
        _ = try shop().run(request, notifying: MessageRecorder())
        for name in ["2026-10-01/x", "2026-10-04/x", "two"] {
            let bytes = try #require(setup.folder.read("reports/\(name)/summary.json"))
            let figures = try RunSummaryFigures(of: bytes)
            var fields = FieldWriter()
            figures.store(in: &fields)
            var stored = StoredFields(fields.bytes)
            #expect(String(reflecting: try RunSummaryFigures(&stored)) == String(reflecting: figures))
            #expect(stored.isAtEnd)
            for end in 0..<fields.bytes.count {
                var cut = StoredFields(Array(fields.bytes[..<end]))
                #expect(throws: StoredFields.DecodingError.self) { try RunSummaryFigures(&cut) }
            }
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
        guard case .done = try setup.shop().run(request, notifying: recorder) else {
            throw ProgramError(description: "the run was not done")
        }
    }

    private func page(_ path: String) -> String { setup.text(path) }

    @Test func runMakesTheIndexOnRequest() throws {
        try run("r/a", .updateExisting)
        try run("r/b", .unchanged)
        #expect(setup.reports("r") == ["a", "b"])
        try run("r/c", .createOrUpdate)
        #expect(page("r/index.html").contains("There are 3 reports."))
        // From now on each run renews it.
        try run("r/d", .updateExisting)
        #expect(page("r/index.html").contains("There are 4 reports."))
        try run("r/e", .unchanged)
        #expect(page("r/index.html").contains("There are 4 reports."))
        try run(nil, .createOrUpdate)
        #expect(page("reports/index.html").contains("There is 1 report."))
    }

    @Test func dateFolderHasItsIndexInTheParent() throws {
        try run("r/2026-11-20/a", .createOrUpdate)
        #expect(setup.reports("r") == ["2026-11-20", "index.html"] && setup.reports("r/2026-11-20") == ["a"])
        _ = try setup.shop().index("r/2026-11-20", language: .korean)
        try run("r/2026-11-20/b", .updateExisting)
        #expect(
            page("r/index.html").contains("There are 2 reports.")
                && page("r/2026-11-20/index.html").contains("There are 2 reports."))
    }

    @Test func dryAndFailedRunsMakeNoIndex() throws {
        var request = setup.request()
        request.index = .createOrUpdate
        request.isDryRun = true
        _ = try setup.shop().run(request, notifying: MessageRecorder())
        #expect(!setup.folder.holds("reports"))
    }

    @Test func foreignPageIsReportedAndKept() throws {
        try setup.write("mine", to: "r/index.html")
        let recorder = MessageRecorder()
        try run("r/a", .createOrUpdate, recorder)
        #expect(recorder.notices == [.foreignIndex(path: "r/index.html")] && page("r/index.html") == "mine")
        // A run that requested no index reports nothing.
        let other = MessageRecorder()
        try run("r/b", .updateExisting, other)
        #expect(other.notices.isEmpty)
    }

    /// The run succeeds.
    @Test func unwritableIndexIsReported() throws {
        #expect(mkdir(setup.folder.path + "/r", 0o777) == 0)
        try setup.folder.write([], to: "r/.index.html.new/x")
        let recorder = MessageRecorder()
        try run("r/a", .createOrUpdate, recorder)
        #expect(recorder.notices == [.indexNotWritten(path: "r/index.html", errno: EISDIR)])
        #expect(setup.reports("r/a") == ReportFolder.names)
    }

    /// A run that waits for the folder gives up after the timeout.
    @Test func lockedFolderIsLeft() throws {
        try run("r/a", .createOrUpdate)
        let before = page("r/index.html")
        let lock = open(setup.folder.path + "/r", O_RDONLY | O_DIRECTORY)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        let recorder = MessageRecorder()
        try run("r/b", .updateExisting, recorder)
        #expect(recorder.notices == [.indexNotWritten(path: "r/index.html", errno: EWOULDBLOCK)])
        #expect(page("r/index.html") == before)
    }

    @Test func nightlyRunMakesOneIndex() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n", "inbox/b.csv": TestShop.orders])
        let nightlyRun = NightlyRequest(run: setup.request(), quietPeriodMs: 0)
        _ = try setup.shop().runNightly(nightlyRun, notifying: MessageRecorder())
        let page = setup.text("reports/index.html")
        #expect(page.contains(#"<a href="2026-11-21/a/report.html#up-2">"#) && page.contains("There are 2 reports."))
        #expect(unlink(setup.folder.path + "/reports/index.html") == 0)
        // Also where there was nothing to do.
        _ = try setup.shop().runNightly(nightlyRun, notifying: MessageRecorder())
        #expect(setup.folder.holds("reports/index.html"))
    }

    @Test func closingAShiftMakesTheIndex() throws {
        let ledger = LedgerRequest(path: "shop.sqlite")
        let shift = try setup.shop().openShift(ShiftRequest(ledger: ledger, process: 1), notifying: MessageRecorder())
        _ = shift.book([CounterRequest(id: "press-01", .order(juice: "키위쥬스", cups: 3))])
        var report = setup.request()
        report.index = .createOrUpdate
        _ = try setup.shop().closeShift(of: ledger, by: report, notifying: MessageRecorder())
        #expect(page("reports/index.html").contains("2026-11-21-1/report.html"))
    }
}
