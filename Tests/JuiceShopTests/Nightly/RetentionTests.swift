import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Removal of expired files by nightly runs.
@Suite struct RetentionTests {
    private let setup: TestShop

    init() throws {
        setup = try TestShop([:])
    }

    /// A nightly run on a date, by default with a file of its own.
    private func nightlyRun(
        _ day: String, _ text: String? = nil, keepDays: Int? = nil,
        notifying recorder: MessageRecorder = MessageRecorder()
    ) throws -> ExitStatus {
        let file = text ?? "action,item,quantity\n입고,키위,\(day.filter(\.isNumber))\n"
        let files = file.isEmpty ? [:] : [day + ".csv": file]
        return try setup.nightlyRun(files, on: day, keepDays: keepDays, notifying: recorder)
    }

    /// The messages of a nightly run about removal.
    private func removal(_ day: String, _ text: String? = nil, keepDays: Int) throws -> [String] {
        let recorder = MessageRecorder()
        #expect(try nightlyRun(day, text, keepDays: keepDays, notifying: recorder) == .done)
        return recorder.messages.filter {
            $0.hasPrefix("removed") || $0.hasPrefix("old ") || $0.contains("cannot be removed")
        }
    }

    /// Three nightly runs, in May and June.
    private func threeNights() throws {
        for day in ["2026-05-30", "2026-05-31", "2026-06-10"] { #expect(try nightlyRun(day) == .done) }
    }

    @Test func removesOnlyExpiredReportsAndFiles() throws {
        try threeNights()
        #expect(
            try removal("2026-06-11", keepDays: 11) == ["removed 1 report and 1 file that were older than 11 days"])
        #expect(setup.reports("reports") == ["2026-05-31", "2026-06-10", "2026-06-11", "index.html"])
        #expect(setup.reports("done") == ["2026-05-31", "2026-06-10", "2026-06-11"])
        let index = setup.text("reports/index.html")
        #expect(!index.contains("2026-05-30/") && index.contains("2026-05-31/"))
        #expect(index.contains("There are 4 reports."), "the ledger has all runs")
        let last = try removal("2026-06-12", "", keepDays: 11)
        #expect(last == ["removed 1 report and 1 file that were older than 11 days"])
        let third = try removal("2026-07-20", "", keepDays: 11)
        #expect(third.isEmpty, "counted from the latest night that left something")
        #expect(try setup.runs().count == 4)
        #expect(try setup.verify().misplaced.isEmpty)
    }

    /// A clock that was years ahead for one run, or a shop closed that long.
    @Test func ageCountsFromTheLatestRun() throws {
        try threeNights()
        #expect(try nightlyRun("2036-01-01") == .done)
        #expect(setup.reports("reports").count == 5 && setup.reports("done").count == 4, "nothing expires by default")
        #expect(try nightlyRun("2036-01-01", "", keepDays: 30) == .done)
        #expect(setup.reports("done").count == 4)
        // The clock is right again.
        #expect(try nightlyRun("2026-06-12", keepDays: 30) == .done)
        #expect(setup.reports("done").count == 5)
        // Something always remains that shows that there was a ledger.
        #expect(try nightlyRun("2026-06-13", "", keepDays: 1) == .done)
        #expect(setup.reports("done") == ["2026-06-12", "2036-01-01"])
        try setup.remove("shop.sqlite")
        #expect(try nightlyRun("2026-06-14", keepDays: 1).code == 78)
    }

    @Test func openRowsKeepTheirReportsUntilSettled() throws {
        #expect(try nightlyRun("2026-05-01", TestShop.orders).code == 4)
        #expect(try nightlyRun("2026-05-02", "item\n없는쥬스\n키위쥬스\n").code == 4)
        #expect(try nightlyRun("2026-06-10") == .done)
        #expect(
            try removal("2026-06-11", keepDays: 5) == [
                "removed 0 reports and 2 files that were older than 5 days",
                "old reports and files kept because they contain unfinished work (2): reports/2026-05-01/2026-05-01, "
                    + "reports/2026-05-02/2026-05-02",
            ])
        // A later run reads failure.csv unchanged; rows that fail again are in its own reports.
        let failed = setup.text("reports/2026-05-01/2026-05-01/failure.csv")
        #expect(try nightlyRun("2026-06-12", failed, keepDays: 5).code == 4)
        #expect(setup.reports("reports") == ["2026-05-02", "2026-06-10", "2026-06-11", "2026-06-12", "index.html"])
    }

    @Test func shortRowsKeepNoReportsAfterALaterDay() throws {
        #expect(try nightlyRun("2026-05-01", "item,quantity\n키위쥬스,6\n") == .done)
        #expect(try nightlyRun("2026-06-10") == .done)
        #expect(try removal("2026-06-11", keepDays: 5) == ["removed 1 report and 1 file that were older than 5 days"])
    }

    @Test func repeatedFileStaysUntilApplied() throws {
        #expect(try nightlyRun("2026-05-01", "item\n키위쥬스\n") == .done)
        try setup.write("item\n키위쥬스\n", to: "inbox/again.csv")
        #expect(try nightlyRun("2026-05-01", "").code == 4)
        #expect(try nightlyRun("2026-06-10") == .done)
        let path = "repeated/2026-05-01/again.csv"
        let said = try removal("2026-06-11", keepDays: 5)
        #expect(said.last == "old reports and files kept because they contain unfinished work (1): \(path)")
        try setup.run(
            path, ledger: LedgerRequest(path: "shop.sqlite", knownInputs: .applyAgain),
            output: "reports/2026-05-01/again")
        #expect(try nightlyRun("2026-06-12", keepDays: 5) == .done)
        #expect(setup.reports("repeated").isEmpty)
    }

    @Test func foreignFilesAreKept() throws {
        try threeNights()
        try setup.write("x", to: "reports/2026-05-30/2026-05-30/notes.txt")
        for path in [
            "reports/2026-05-31/notes/report.md", "done/2026-05-30/other.csv", "failed/2020-01-01/a.csv", "away/a.csv",
            "done/old/a.csv", "reports/old/a/report.md", "done/2020-1-1/a.csv", "reports/.nightly.removed/x/kept.txt",
        ] { try setup.write("x", to: path) }
        try setup.folder.write(try #require(setup.folder.read("done/2026-05-31/2026-05-31.csv")), to: "away/known.csv")
        symlink("../away", setup.path("done/2020-01-01"))
        symlink("../../away/known.csv", setup.path("done/2026-05-30/link.csv"))
        symlink("../reports/2026-06-10", setup.path("reports/2020-01-01"))
        #expect(
            try removal("2026-06-11", keepDays: 5) == [
                "removed 1 report and 2 files that were older than 5 days",
                "old files and folders kept because they are not reports or are not in the ledger (4): reports/2026-05-30/2026-05-30, "
                    + "reports/2026-05-31/notes, done/2026-05-30/link.csv, done/2026-05-30/other.csv",
            ])
        #expect(setup.reports("reports/2026-05-30/2026-05-30").contains("notes.txt"))
        // Where a killed run has left a set that it was removing.
        #expect(setup.reports("reports/.nightly.removed") == ["x"])
        #expect(setup.reports("reports/2026-05-30/2026-05-30").isSuperset(of: ReportFolder.names))
        #expect(
            setup.reports("reports/2026-05-31") == ["notes"] && setup.reports("reports/2026-06-10") == ["2026-06-10"])
        #expect(setup.reports("done/2026-05-30") == ["link.csv", "other.csv"] && setup.reports("away").count == 2)
        #expect(setup.reports("failed/2020-01-01") == ["a.csv"] && setup.reports("done/old") == ["a.csv"])
    }

    /// A restored backup needs the files that came after it.
    @Test func filesNewerThanARestoredLedgerAreKept() throws {
        #expect(try nightlyRun("2026-05-30") == .done)
        let backup = try #require(setup.folder.read("shop.sqlite"))
        #expect(try nightlyRun("2026-05-31") == .done)
        try setup.folder.write(backup, to: "shop.sqlite")
        try setup.removeRunLog()
        #expect(try nightlyRun("2026-06-11") == .done)
        #expect(try nightlyRun("2026-06-12", keepDays: 5) == .done)
        #expect(setup.reports("done") == ["2026-05-31", "2026-06-11", "2026-06-12"])
    }

    @Test func dryRunShowsWhatWouldBeDone() throws {
        try threeNights()
        let kiwi = "item\n키위쥬스\n"
        let again = setup.text("done/2026-06-10/2026-06-10.csv")
        for (name, text) in ["again": again, "a": kiwi, "b": kiwi, "bad": "x\n1\n"] {
            try setup.write(text, to: "inbox/\(name).csv")
        }
        mkdir(setup.path("inbox/sub"), 0o755)
        let before = try setup.content()
        let recorder = MessageRecorder()
        let request = NightlyRequest(run: setup.request(), quietPeriodMs: 0, keepDays: 11)
        let shop = setup.shop(localTime: { "2026-06-11 03:30:00" })
        #expect(try shop.dryRunNightly(request, notifying: recorder).code == 65)
        #expect(
            recorder.messages == [
                "sub: not opened, because it is not a regular file; take it out of the inbox, and move the files "
                    + "of a folder directly into the inbox",
                "a.csv: would be applied",
                "again.csv: would be moved to repeated/, because it has the same content as a file of run 3",
                "b.csv: would be moved to repeated/, because it has the same content as a.csv",
                "bad.csv: cannot be applied (exit code 65)",
                "reports/2026-05-30/2026-05-30: would be removed", "done/2026-05-30/2026-05-30.csv: would be removed",
                "this was a dry run; nothing was changed",
            ])
        #expect(try recorder.failures.count == 1 && setup.content() == before)
    }

    @Test func dryRunCreatesNoMissingLedger() throws {
        try setup.write("x", to: "done/2026-11-20/a.csv")
        let recorder = MessageRecorder()
        let request = NightlyRequest(run: setup.request(), quietPeriodMs: 0, keepDays: 1)
        #expect(try setup.shop().dryRunNightly(request, notifying: recorder).code == 78)
        #expect(recorder.failures.count == 1)
        #expect(try setup.content().keys.sorted() == ["done", "done/2026-11-20", "done/2026-11-20/a.csv"])
    }

    /// The rows that the retry settled stay settled without its reports.
    @Test func reportsOfARetryExpire() throws {
        #expect(try nightlyRun("2026-05-29", "id,action,item,quantity\nA,foo,키위,1\nB,foo,키위,2\n").code == 4)
        let failure = setup.text("reports/2026-05-29/2026-05-29/failure.csv").replacing(",foo,", with: ",restock,")
        let lines = failure.split(separator: "\n").map { $0 + "\n" }
        for (day, text) in [("2026-05-30", lines[0] + lines[1]), ("2026-05-31", nil), ("2026-06-10", nil)] {
            #expect(try nightlyRun(day, text.map { String($0) }) == .done)
        }
        let kept = "old reports and files kept because they contain unfinished work (1): reports/2026-05-29/2026-05-29"
        #expect(try removal("2026-06-11", keepDays: 2).contains(kept))
        #expect(setup.reports("reports") == ["2026-05-29", "2026-06-10", "2026-06-11", "index.html"])
        #expect(try setup.status().open == OpenRows(short: 0, rejected: 1))
        #expect(try nightlyRun("2026-06-12", String(lines[0] + lines[2]), keepDays: 2) == .done)
        #expect(setup.reports("reports") == ["2026-06-10", "2026-06-11", "2026-06-12", "index.html"])
    }
}
