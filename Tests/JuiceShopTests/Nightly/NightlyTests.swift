import Glibc
import JuiceBatch
import JuiceReports
import Synchronization
import TestSupport
import Testing

@testable import JuiceShop

/// Nightly runs with runs, ledger and reports, without a process or a command line.
@Suite struct NightlyTests {
    @Test func appliesTheInboxUnderTheRunDate() throws {
        let setup = try TestShop(["inbox/.hidden": "x", "inbox/c.csv.part": "x"])
        let recorder = MessageRecorder()
        let files = ["b.csv": TestShop.orders, "a.csv": "item\n키위쥬스\n"]
        #expect(try setup.nightlyRun(files, notifying: recorder).code == 4)
        #expect(
            recorder.messages == [
                "c.csv.part: the file is still being written; it is left in the inbox for the next nightly run",
                "a.csv: applying the file", "rejected", "applied", "notice",
                "a.csv: applied (exit code 0); reports: reports/2026-11-21/a",
                "a.csv: done/2026-11-21/a.csv", "b.csv: applying the file", "rejected", "applied",
                "b.csv: applied (exit code 4); reports: reports/2026-11-21/b", "b.csv: done/2026-11-21/b.csv",
                "2 files, exit code 4 (some rows were rejected)",
            ])
        #expect(recorder.failures.isEmpty && setup.reports("inbox") == [".hidden", "c.csv.part"])
        for name in ["a", "b"] { #expect(setup.reports("reports/2026-11-21/" + name) == ReportFolder.names) }
        #expect(setup.reports("done/2026-11-21") == ["a.csv", "b.csv"])
        #expect(try setup.runs().map(\.recordedAt) == [TestShop.now, TestShop.now])
        #expect(try setup.stock() == [10, 10, 10, 1, 7])
    }

    @Test func openShiftIsClosedFirst() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        // Its time is its business day.
        try setup.setModified("inbox/a.csv", TestShop.now)
        let shift = try setup.openShift(cups: 3)
        let recorder = MessageRecorder()
        var run = setup.request()
        run.input.failOn = .shortage
        run.maxRejected = 0
        #expect(try setup.nightlyRun(by: run, notifying: recorder).code == 3)
        #expect(
            recorder.messages.filter { $0 != "rejected" && $0 != "applied" } == [
                "the counter shift was closed and 2026-11-21-1.csv was applied (exit code 0); "
                    + "reports: reports/2026-11-21/2026-11-21-1",
                "a.csv: applying the file", "a.csv: applied (exit code 3); reports: reports/2026-11-21/a",
                "a.csv: done/2026-11-21/a.csv",
                "1 file, exit code 3 (some rows are short of stock, and --fail-on shortage is set)",
            ])
        #expect(setup.reports("reports/2026-11-21/2026-11-21-1") == ReportFolder.names)
        #expect(try setup.runs().count == 2 && !shift.checkIsOpen())
    }

    /// Applied runs stand, a later error names them, and all reasons are recorded.
    @Test func interruptedRunReportsWhatItApplied() throws {
        let setup = try TestShop([
            "inbox/a.csv": "item\n키위쥬스\n", "inbox/aa.csv": "item\n\"키위쥬스\n", "inbox/b.csv": "item\n망고쥬스\n",
        ])
        _ = try setup.openShift()
        let recorder = MessageRecorder(onLine: {
            if $0 == "b.csv: applying the file" { throw BatchError.inputOutput(path: "log", errno: 28) }
        })
        let error = #expect(throws: PartlyAppliedError.self) { try setup.nightlyRun(notifying: recorder) }
        let partly = try #require(error)
        // Run 1 is the shift.
        #expect(partly.before == .runs([1, 2]))
        let record = NightlyState(of: setup.folder.read(".nightly.json") ?? [])
        #expect(record?.exitStatus?.reasons == [.inputOutput, .inputRefused])
    }

    @Test(arguments: [
        ([1], "Run 1 was applied before this error and is kept; nothing else was applied."),
        ([3, 4, 5, 8], "Runs 3–5, 8 were applied before this error and are kept; nothing else was applied."),
    ])
    func errorNamesTheRunsAppliedBefore(runs: [Int], sentence: String) {
        func text(_ error: BatchError) -> String { MessageLanguage.english.text(error, after: .runs(runs)) }
        #expect(text(.inputOutput(path: "x", errno: 5)).hasSuffix(" " + sentence))
        #expect(text(.ledgerBusy(path: "x")).contains(" \(sentence) Run again"))
        #expect(text(.interrupted(signal: 15)) == "Interrupted. " + sentence)
    }

    /// Its disk may be mounted again for the next run.
    @Test func missingShiftLogPostponesTheRun() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        _ = try setup.openShift(cups: 3)
        #expect(rename(setup.path("journal"), setup.path("away")) == 0)
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(notifying: recorder).code == 66)
        #expect(
            recorder.messages == [
                "the counter shift cannot be closed (exit code 66)",
                "the nightly run stopped here; exit code 66 (the shift log is missing)",
            ])
        #expect(setup.reports("inbox") == ["a.csv"])
        #expect(rename(setup.path("away"), setup.path("journal")) == 0)
        #expect(try setup.nightlyRun() == .done)
        #expect(try setup.runs().count == 2)
    }

    @Test func fileWithTooManyRejectedRowsIsArchivedUnapplied() throws {
        let setup = try TestShop(["inbox/bad.csv": "id,item\n\"1,키위쥬스\n", "inbox/c.csv": "item\nx\n"])
        var run = setup.request()
        run.maxRejected = 0
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(by: run, notifying: recorder).code == 65 && setup.runs().isEmpty)
        #expect(setup.reports("failed/2026-11-21") == ["bad.csv", "c.csv"])
        #expect(recorder.failures.map { ExitReason(of: $0) } == [.inputRefused])
    }

    @Test func fileThatChangesDuringTheWaitStays() throws {
        let setup = try TestShop(["inbox/a.csv": TestShop.orders, "inbox/b.csv": "item\n키위쥬스\n"])
        let waits = Mutex<[Int]>([])
        let shop = setup.shop { [folder = setup.folder] ms in
            waits.withLock { $0.append(ms) }
            _ = try? folder.write(Array("item\n".utf8), to: "inbox/b.csv")
        }
        let (recorder, request) = (MessageRecorder(), NightlyRequest(run: setup.request(), quietPeriodMs: 120))
        #expect(try shop.runNightly(request, notifying: recorder).code == 4)
        #expect(waits.withLock { $0 } == [50, 50, 20])
        #expect(setup.reports("inbox") == ["b.csv"] && setup.reports("done/2026-11-21") == ["a.csv"])
        #expect(
            recorder.messages.first
                == "b.csv: the file is still being written; it is left in the inbox for the next nightly run")
    }

    @Test func onlyLockTimeoutOfTheLedgerRequestIsUsed() throws {
        let setup = try TestShop(["inbox/a.csv": TestShop.orders])
        let run = setup.request(ledger: LedgerRequest(path: "other.sqlite", waitSeconds: 0))
        try setup.nightlyRun(by: run)
        #expect(setup.folder.holds("shop.sqlite") && !setup.folder.holds("other.sqlite"))
    }

    /// Each disk step fails in turn: a file is applied with all its reports, or not at all, and the next run completes
    /// it.
    @Test func diskFailureLosesNothing() throws {
        var step = 1
        var stopped = 0
        while true {
            let setup = try TestShop(["inbox/a.csv": TestShop.orders, "inbox/b.csv": "item\n키위쥬스\n"])
            let failing = step
            let request = NightlyRequest(run: setup.request(), quietPeriodMs: 0)
            let disk = FaultyDisk { number, _ in number == failing }
            let status = try setup.shop(on: disk).runNightly(request, notifying: MessageRecorder())
            if disk.steps < step { break }
            if status.code != 4 { stopped += 1 }
            let runs = try setup.runs()
            #expect(setup.reports("done/2026-11-21").count == runs.count, "step \(step)")
            #expect(setup.reports("inbox").count == 2 - runs.count, "step \(step)")
            let next = try setup.nightlyRun()
            #expect(next.code == (runs.isEmpty ? 4 : 0), "step \(step)")
            #expect(setup.reports("done/2026-11-21") == ["a.csv", "b.csv"] && setup.reports("inbox").isEmpty)
            for name in ["a", "b"] { #expect(setup.reports("reports/2026-11-21/" + name) == ReportFolder.names) }
            #expect(try setup.verify().misplaced.isEmpty)
            #expect(try setup.runs().count == 2)
            #expect(try setup.stock() == [10, 10, 10, 1, 7])
            step += 1
        }
        #expect(step > 8 && stopped > 3, "\(step) steps, \(stopped) nights stopped")
    }
}
