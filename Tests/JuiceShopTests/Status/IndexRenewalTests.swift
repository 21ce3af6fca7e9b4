import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Which runs make the index of the folder that their reports lie in.
@Suite struct IndexRenewalTests {
    private let given: GivenShop

    init() throws {
        given = try GivenShop()
    }

    private func run(_ output: String?, _ index: IndexWish, _ hearer: Hearer = Hearer()) throws {
        var request = given.request()
        request.output = output
        request.index = index
        guard case .done = try given.shop().run(request, telling: hearer) else {
            Issue.record("the run was not done")
            return
        }
    }

    private func page(_ path: String) -> String { String(decoding: given.folder.read(path) ?? [], as: UTF8.self) }

    @Test func aRunMakesItWhereItIsWanted() throws {
        try run("r/a", .renewed)
        try run("r/b", .left)
        #expect(given.reports("r") == ["a", "b"])
        try run("r/c", .made)
        #expect(page("r/index.html").contains("3 reports."))
        // From now on each run renews it.
        try run("r/d", .renewed)
        #expect(page("r/index.html").contains("4 reports."))
        try run("r/e", .left)
        #expect(page("r/index.html").contains("4 reports."))
        try run(nil, .made)
        #expect(page("reports/index.html").contains("1 report."))
    }

    @Test func aFolderThatIsCalledByADateHasItAbove() throws {
        try run("r/2026-11-20/a", .made)
        #expect(given.reports("r") == ["2026-11-20", "index.html"] && given.reports("r/2026-11-20") == ["a"])
        _ = try given.shop().index("r/2026-11-20", language: .korean)
        try run("r/2026-11-20/b", .renewed)
        #expect(page("r/index.html").contains("2 reports.") && page("r/2026-11-20/index.html").contains("2 reports."))
    }

    @Test func aDryRunAndAFailedOneMakeNone() throws {
        var request = given.request()
        request.index = .made
        request.isDryRun = true
        _ = try given.shop().run(request, telling: Hearer())
        #expect(!given.folder.holds("reports"))
    }

    @Test func somebodyElsesPageIsToldOfAndKept() throws {
        try given.folder.write(Array("mine".utf8), to: "r/index.html")
        let hearer = Hearer()
        try run("r/a", .made, hearer)
        #expect(hearer.notices == [.indexNotOurs(path: "r/index.html")] && page("r/index.html") == "mine")
        // Who asked for none hears nothing.
        let other = Hearer()
        try run("r/b", .renewed, other)
        #expect(other.notices.isEmpty)
    }

    /// The run is done all the same.
    @Test func whatCannotBeMadeIsTold() throws {
        #expect(mkdir(given.folder.path + "/r", 0o777) == 0)
        try given.folder.write([], to: "r/.index.html.new/x")
        let hearer = Hearer()
        try run("r/a", .made, hearer)
        #expect(hearer.notices == [.indexLost(path: "r/index.html", errno: EISDIR)])
        #expect(given.reports("r/a") == ReportFolder.names)
    }

    /// Who waits for the folder gives up at last.
    @Test func aFolderThatSomebodyHoldsIsLeft() throws {
        try run("r/a", .made)
        let before = page("r/index.html")
        let lock = open(given.folder.path + "/r", O_RDONLY | O_DIRECTORY)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        let hearer = Hearer()
        try run("r/b", .renewed, hearer)
        #expect(hearer.notices == [.indexLost(path: "r/index.html", errno: EWOULDBLOCK)])
        #expect(page("r/index.html") == before)
    }

    @Test func aNightMakesItForAllItsFiles() throws {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n", "inbox/b.csv": GivenShop.orders])
        let night = NightlyRequest(run: given.request(), settleMs: 0)
        _ = try given.shop().night(night, telling: Hearer())
        let page = String(decoding: given.folder.read("reports/index.html") ?? [], as: UTF8.self)
        #expect(page.contains(#"<a href="2026-11-21/a/report.html">"#) && page.contains("2 reports."))
        #expect(unlink(given.folder.path + "/reports/index.html") == 0)
        // Also where there was nothing to do.
        _ = try given.shop().night(night, telling: Hearer())
        #expect(given.folder.holds("reports/index.html"))
    }

    @Test func closingAShiftMakesItToo() throws {
        let ledger = LedgerRequest(path: "shop.sqlite")
        let shift = try given.shop().openShift(ShiftRequest(ledger: ledger, process: 1), telling: Hearer())
        _ = shift.book([CounterRequest(id: "press-01", .order(juice: "키위쥬스", cups: 3))])
        var report = given.request()
        report.index = .made
        _ = try given.shop().closeShift(ClosingRequest(ledger: ledger, run: report), telling: Hearer())
        #expect(page("reports/index.html").contains("2026-11-21-1/report.html"))
    }
}
