import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Files of a shop's folder that need attention, and what resolves them.
@Suite struct UnresolvedFileTests {
    private static let broken = "item\n\"키위쥬스\n"

    private let setup: TestShop

    init() throws {
        setup = try TestShop(["inbox/.keep": "", "inbox/a.csv": "item\n키위쥬스\n"])
        try setup.nightlyRun()
    }

    private func files() throws -> [UnresolvedFile] { try #require(try setup.status().files) }

    private func paths() throws -> [String] { try files().map(\.path) }

    private func run(_ path: String, again: Bool = false) throws {
        let ledger = LedgerRequest(path: LedgerRequest.shopPath, knownInputs: again ? .applyAgain : .refuse)
        try setup.run(path, ledger: ledger, output: "reports/by-hand")
    }

    private let failed = "failed/\(TestShop.today)/b.csv"

    @Test func refusedFileIsReportedWithItsCauseAfterLaterRuns() throws {
        #expect(try setup.nightlyRun(["b.csv": Self.broken]).code == 65)
        #expect(try setup.nightlyRun() == .done && setup.nightlyRun(["c.csv": "item\n망고쥬스\n"]) == .done)
        let sentence = "A quote is not closed, or is in the wrong place"
        var expected = UnresolvedFile(in: .failed, path: failed, since: TestShop.now)
        (expected.exit, expected.code, expected.line, expected.sentence) = (65, "bad_quoting", 2, sentence)
        #expect(try files() == [expected])
        let page = setup.text("reports/index.html")
        #expect(page.contains("\(failed) (bad_quoting, line 2, since 2026-11-20 18:30: \(sentence))"))
        let metrics = setup.text("metrics.prom")
        #expect(metrics.contains("place=\"failed\"} 1\n") && metrics.contains("place=\"failed\"} 1795199400\n"))
    }

    @Test func correctedFileOfTheSameNameResolvesIt() throws {
        #expect(try setup.nightlyRun(["b.csv": Self.broken]).code == 65)
        #expect(try setup.nightlyRun(["b.csv": "item\n망고쥬스\n"]) == .done)
        #expect(try paths().isEmpty)
        // An earlier run does not resolve it.
        #expect(try setup.nightlyRun(["b.csv": Self.broken]).code == 65)
        #expect(try paths() == ["failed/\(TestShop.today)/b.2.csv"])
    }

    @Test(arguments: [("b.xlsx", true), ("b.XLS", true), ("b.txt", false)])
    func workbookIsResolvedByItsCSVFile(name: String, isResolved: Bool) throws {
        #expect(try setup.nightlyRun([name: Self.broken]).code == 65)
        #expect(try setup.nightlyRun(["b.csv": "item\n망고쥬스\n"]) == .done)
        #expect(try paths().isEmpty == isResolved)
    }

    /// A POS that writes one name every day sends the next day's sales under the name of those that were refused.
    @Test func nextDaysFileOfTheSameNameDoesNotResolveIt() throws {
        try setup.write(Self.broken, to: "inbox/b.csv")
        try setup.setModified("inbox/b.csv", "2026-11-20T22:00:00Z")
        #expect(try setup.nightlyRun().code == 65)
        #expect(try setup.nightlyRun(["b.csv": "time,item\n2026-11-21 09:00,망고쥬스\n"]) == .done)
        #expect(try paths() == [failed])
        #expect(try setup.nightlyRun(["b.csv": "time,item\n2026-11-20 21:00,망고쥬스\n"]) == .done)
        #expect(try paths().isEmpty)
    }

    @Test func sameContentUnderAnotherNameResolvesItUnlessReversed() throws {
        #expect(try setup.nightlyRun(["b.csv": "item,수량\n키위쥬스,1\n", "b.csv.sha256": "no digest"]).code == 65)
        let found = try #require(try files().first)
        #expect(found.place == .failed && found.exit == 66 && found.code == "bad_checksum" && found.line == nil)
        #expect(rename(setup.path(failed), setup.path("d.csv")) == 0)
        #expect(try paths().isEmpty, "a file that was moved away is dealt with")
        #expect(rename(setup.path("d.csv"), setup.path(failed)) == 0)
        try setup.folder.write(setup.folder.read(failed) ?? [], to: "d.csv")
        try run("d.csv")
        #expect(try paths().isEmpty)
        try setup.reverse(2)
        #expect(try paths() == [failed])
    }

    @Test func repeatedFileIsOpenUntilApplied() throws {
        #expect(try setup.nightlyRun(["b.csv": "item\n키위쥬스\n"]).code == 4)
        let repeated = "repeated/\(TestShop.today)/b.csv"
        var expected = UnresolvedFile(in: .repeated, path: repeated, since: TestShop.now)
        expected.run = 1
        #expect(try files() == [expected])
        #expect(try setup.nightlyRun(["b.csv": "item\n망고쥬스\n"]) == .done)
        #expect(try paths() == [repeated], "another file of its name is another day's")
        try run(repeated, again: true)
        #expect(try paths().isEmpty)
    }

    /// The record of a file may be lost; the file itself is enough.
    @Test func fileWithoutARecordIsReported() throws {
        #expect(try setup.nightlyRun(["b.csv": Self.broken]).code == 65)
        #expect(unlink(setup.path(".nightly.aside")) == 0)
        let found = try files()
        #expect(found.map { UnresolvedFile(in: .failed, path: failed, since: $0.since) } == found && found.count == 1)
        for text in ["{}\n", "no JSON\n", "\u{0}"] {
            try setup.write(text, to: ".nightly.aside")
            #expect(try files() == found)
        }
    }

    @Test(arguments: [
        [["2026-11-18"], ["2026-11-20"], ["2099-12-31"]], [["2026-11-18"], ["2026-11-20"], ["2027-11-20"]],
        [["2026-11-18"], ["2026-11-20", "2027-11-20"]], [["2025-11-18", "2026-11-18"], ["2026-11-20"]],
    ])
    func dateFarAwayHidesAndMakesNoMissingDay(files: [[String]]) throws {
        let setup = try TestShop([:])
        for days in files {
            let rows = days.map { "망고쥬스,\($0) 18:00\n" }
            try setup.nightlyRun(["\(days[0]).csv": "item,시각\n" + rows.joined()])
        }
        #expect(try setup.status().daysWithoutRun.map(\.text) == ["2026-11-19"])
        #expect(setup.text("reports/index.html").contains("2026-11-19"))
        #expect(try setup.shop().indexContent("reports", language: .english).olderRuns.count == 0)
    }

    @Test func daysOfALongOutageAreReportedFourWeeksBack() throws {
        let setup = try TestShop([:])
        for day in ["2026-10-01", "2026-11-20"] { try setup.nightlyRun(["\(day).csv": "item,시각\n망고쥬스,\(day) 18:00\n"]) }
        let days = try setup.status().daysWithoutRun.map(\.text)
        #expect(days.count == 28 && days.first == "2026-10-23" && days.last == "2026-11-19")
    }

    @Test func dayWithoutARunNamesItsRefusedFile() throws {
        let setup = try TestShop([:])
        for day in ["2026-11-18", "2026-11-20"] {
            try setup.nightlyRun(["\(day).csv": "item,시각\n망고쥬스,\(day) 18:00\n"])
        }
        try setup.nightlyRun(["2026-11-19.csv": Self.broken])
        let caption = "no run for this day · not applied: failed/\(TestShop.today)/2026-11-19.csv"
        #expect(setup.text("reports/index.html").contains(caption))
    }

    @Test func fileInTheInboxForADayIsReported() throws {
        let names = ["x.csv.part", "y.csv.sha256", ".z.csv.a8Xq2f", ".DS_Store", "._x.csv"]
        for name in names + ["new.part"] { try setup.folder.write([1], to: "inbox/" + name) }
        #expect(mkdir(setup.path("inbox/folder"), 0o777) == 0)
        for name in names + ["folder"] { try setup.setModified("inbox/" + name, "2026-11-19T18:29:59Z") }
        #expect(
            try files().map { "\($0.obstacle?.rawValue ?? "") \($0.path)" } == [
                "unfinished inbox/.z.csv.a8Xq2f", "no_file inbox/folder", "unfinished inbox/x.csv.part",
                "checksum_alone inbox/y.csv.sha256",
            ])
    }
}

/// Reports of nightly runs that were removed by hand.
@Suite struct RemovedReportsTests {
    private let setup: TestShop

    /// A shop with two runs on a day, and one of the day before.
    init() throws {
        setup = try TestShop([:])
        try setup.nightlyRun(["a.csv": "item\n키위쥬스\n"], on: "2026-11-20")
        try setup.nightlyRun(["b.csv": "item,memo\n망고쥬스,b\n", "c.csv": "item,memo\n망고쥬스,c\n"])
    }

    /// The runs whose reports status reports as missing.
    private func missing() throws -> [MisplacedReports] {
        let status = try setup.status()
        #expect(status.reasons.map(\.kind).contains("reports_unplaced") != status.misplaced.isEmpty)
        return status.misplaced
    }

    private func lost(_ run: Int, _ path: String) -> MisplacedReports {
        MisplacedReports(run: run, state: .missing(target: "reports/\(path)"))
    }

    @Test func existingReportsAreNotReportedMissing() throws {
        let again = LedgerRequest(path: LedgerRequest.shopPath, knownInputs: .applyAgain)
        try setup.run("done/\(TestShop.today)/c.csv", ledger: again, output: "elsewhere")
        #expect(try missing().isEmpty)
    }

    @Test(arguments: ["2026-11-21/c", "2026-11-21/c/report.html", "2026-11-21/c/success.csv"])
    func missingReportsOfTheNewestDayAreReported(path: String) throws {
        try setup.remove("reports/" + path)
        #expect(try missing() == [lost(3, "2026-11-21/c")])
        try setup.reverse(3)
        #expect(try missing().isEmpty, "what was reversed needs none")
    }

    @Test func onlyMissingFilesOfOlderDaysAreReported() throws {
        try setup.remove("reports/2026-11-20/a/summary.json")
        #expect(try missing() == [lost(1, "2026-11-20/a")])
        try setup.remove("reports/2026-11-20/a")
        #expect(try missing().isEmpty, "it may have been removed as expired")
        try setup.remove("reports")
        #expect(try missing() == [lost(2, "2026-11-21/b"), lost(3, "2026-11-21/c")])
    }
}

/// Closed days, and days without a run.
@Suite struct ClosedDaysTests {
    private func day(_ number: Int) -> CalendarDay { CalendarDay(number: 20_412 + number) }

    @Test(arguments: ["mon,2026-12-25", " MON , 2026-12-25", "월요일,2026-12-25", "월,2026-12-25"])
    func closedDaysAreWeekdaysAndDates(text: String) throws {
        let closed = try #require(ClosedDays(text))
        #expect(closed.contains(try #require(CalendarDay("2026-11-23"))))
        #expect(closed.contains(try #require(CalendarDay("2026-12-25"))))
        #expect(!closed.contains(try #require(CalendarDay("2026-11-24"))))
    }

    @Test(arguments: ["", "mo", "mon,", "2026-02-30", "mon tue"]) func malformedClosedDaysAreRefused(text: String) {
        #expect(ClosedDays(text) == nil)
    }

    @Test func missingDaysAreSearchedForFourWeeks() {
        let always = ClosedDays()
        #expect(always.daysWithoutRun(between: []).isEmpty && always.daysWithoutRun(between: [day(0)]).isEmpty)
        #expect(always.daysWithoutRun(between: [day(0), day(3)]) == [day(1), day(2)])
        #expect(always.daysWithoutRun(between: [day(0), day(100)]) == (72..<100).map(day))
        // A newer day whose run was reversed has none any more.
        #expect(always.daysWithoutRun(between: [day(0)], reversed: [day(2)]) == [day(1), day(2)])
        #expect(always.daysWithoutRun(between: [], reversed: [day(2)]) == [day(2)])
        #expect(always.daysWithoutRun(between: [day(3)], reversed: [day(2)]).isEmpty)
    }
}
