import Glibc
import JuiceBatch
import JuiceReports
import Synchronization
import TestSupport
import Testing

@testable import JuiceShop

/// Nightly runs with runs, ledger and reports, without a process or a command line.
@Suite struct NightlyTests {
    private let ledger = LedgerRequest(path: NightlyRequest.ledgerPath)

    private func nightlyRun(_ setup: TestShop) -> NightlyRequest {
        NightlyRequest(run: setup.request(), quietPeriodMs: 0)
    }

    @Test func appliesTheInboxUnderTheRunDate() throws {
        let setup = try TestShop(["inbox/b.csv": TestShop.orders, "inbox/a.csv": "item\n키위쥬스\n"])
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(notifying: recorder).code == 4)
        #expect(
            recorder.messages == [
                "a.csv: applying the file", "rejected", "applied", "notice",
                "a.csv: applied (exit code 0); reports: reports/2026-11-21/a",
                "a.csv: done/2026-11-21/a.csv", "b.csv: applying the file", "rejected", "applied",
                "b.csv: applied (exit code 4); reports: reports/2026-11-21/b", "b.csv: done/2026-11-21/b.csv",
                "2 files, exit code 4 (some rows were rejected)",
            ])
        #expect(recorder.failures.isEmpty && setup.reports("inbox").isEmpty)
        for name in ["a", "b"] { #expect(setup.reports("reports/2026-11-21/" + name) == ReportFolder.names) }
        #expect(setup.reports("done/2026-11-21") == ["a.csv", "b.csv"])
        #expect(try setup.runs().map(\.recordedAt) == [TestShop.now, TestShop.now])
        #expect(try setup.shop().stock(of: ledger).stock.map(\.pieces) == [10, 10, 10, 1, 7])
    }

    /// The counter's shift is applied before the files.
    @Test func openShiftIsClosedFirst() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        let shift = try setup.shop().openShift(ShiftRequest(ledger: ledger, process: 1), notifying: MessageRecorder())
        _ = shift.book([CounterRequest(id: "press-01", .order(juice: "키위쥬스", cups: 3))])
        let recorder = MessageRecorder()
        var run = setup.request()
        run.input.failOn = .shortage
        run.maxRejected = 0
        #expect(try setup.shop().runNightly(NightlyRequest(run: run, quietPeriodMs: 0), notifying: recorder).code == 3)
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
        let shift = try setup.shop().openShift(ShiftRequest(ledger: ledger, process: 1), notifying: MessageRecorder())
        _ = shift.book([CounterRequest(id: "press-01", .order(juice: "키위쥬스", cups: 1))])
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
        let messages = ErrorMessages(.english, appliedBefore: .runs(runs))
        #expect(messages.text(.inputOutput(path: "x", errno: 5)).hasSuffix(" " + sentence))
        #expect(messages.text(.ledgerBusy(path: "x", holder: nil)).contains(" \(sentence) Run again"))
        #expect(messages.text(.interrupted(signal: 15)) == "Interrupted. " + sentence)
    }

    /// An unreadable ledger does not show whether a shift is open.
    @Test func unreadableLedgerReportsNoShift() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        let recorder = MessageRecorder()
        let nightlyRun = try NightlyRun(
            in: setup.folder.path, day: "2026-11-21", quietPeriodMs: 0, .english,
            cancellation: CancellationToken(), host: HostWithUnreadableLedger(recorder: recorder))
        #expect(try nightlyRun.run() == ExitStatus(.inputOutput))
        #expect(recorder.messages == ["the nightly run stopped here; exit code 74 (an I/O error)"])
    }

    /// Its disk may be mounted again for the next run.
    @Test func missingShiftLogPostponesTheRun() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        let shift = try setup.shop().openShift(ShiftRequest(ledger: ledger, process: 1), notifying: MessageRecorder())
        _ = shift.book([CounterRequest(id: "press-01", .order(juice: "키위쥬스", cups: 3))])
        let shiftLog = setup.folder.path + "/journal"
        #expect(rename(shiftLog, shiftLog + ".away") == 0)
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(notifying: recorder).code == 66)
        #expect(
            recorder.messages == [
                "the counter shift cannot be closed (exit code 66)",
                "the nightly run stopped here; exit code 66 (the shift log is missing)",
            ])
        #expect(setup.reports("inbox") == ["a.csv"])
        #expect(rename(shiftLog + ".away", shiftLog) == 0)
        #expect(try setup.nightlyRun() == .done)
        #expect(try setup.runs().count == 2)
    }

    @Test func knownAndRefusedFilesAreArchived() throws {
        let setup = try TestShop(["inbox/a.csv": TestShop.orders])
        _ = try setup.nightlyRun()
        for (name, text) in [
            ("again.csv", TestShop.orders), ("bad.csv", "id,item\n\"1,키위쥬스\n"), ("c.csv", "item\nx\n"),
        ] {
            try setup.write(text, to: "inbox/" + name)
        }
        var run = setup.request()
        run.maxRejected = 0
        let recorder = MessageRecorder()
        #expect(try setup.shop().runNightly(NightlyRequest(run: run, quietPeriodMs: 0), notifying: recorder).code == 65)
        #expect(setup.reports("done/2026-11-21") == ["a.csv"] && setup.reports("repeated/2026-11-21") == ["again.csv"])
        #expect(setup.reports("failed/2026-11-21") == ["bad.csv", "c.csv"])
        #expect(recorder.failures.map { ExitReason(of: $0) } == [.inputRefused])
        #expect(try setup.runs().count == 1)
    }

    @Test func fileThatChangesDuringTheWaitStays() throws {
        let setup = try TestShop(["inbox/a.csv": TestShop.orders, "inbox/b.csv": "item\n키위쥬스\n"])
        let waits = Mutex<[Int]>([])
        let shop = setup.shop { [folder = setup.folder] ms in
            waits.withLock { $0.append(ms) }
            _ = try? folder.write(Array("item\n".utf8), to: "inbox/b.csv")
        }
        let recorder = MessageRecorder()
        #expect(
            try shop.runNightly(NightlyRequest(run: setup.request(), quietPeriodMs: 120), notifying: recorder).code == 4
        )
        #expect(waits.withLock { $0 } == [50, 50, 20])
        #expect(setup.reports("inbox") == ["b.csv"] && setup.reports("done/2026-11-21") == ["a.csv"])
        #expect(
            recorder.messages.first
                == "b.csv: the file is still being written; it is left in the inbox for the next nightly run")
    }

    @Test func invalidSettingsLeaveTheInboxUnchanged() throws {
        let setup = try TestShop(["inbox/a.csv": TestShop.orders, "menu.csv": "juice\n"])
        let recorder = MessageRecorder()
        let nightlyRun = NightlyRequest(run: setup.request(menu: "menu.csv"), quietPeriodMs: 0)
        #expect(try setup.shop().runNightly(nightlyRun, notifying: recorder).code == 78)
        #expect(
            recorder.messages == [
                "the settings are invalid (exit code 78); no file in the inbox was applied",
                "the nightly run stopped here; exit code 78 (a menu, stock file or setting is not valid)",
            ])
        #expect(recorder.failures.count == 1 && setup.reports("inbox") == ["a.csv"])
        #expect(try setup.runs().isEmpty && setup.reports("reports") == ["index.html"])
    }

    @Test func onlyLockTimeoutOfTheLedgerRequestIsUsed() throws {
        let setup = try TestShop(["inbox/a.csv": TestShop.orders])
        let run = setup.request(ledger: LedgerRequest(path: "other.sqlite", waitSeconds: 0))
        _ = try setup.shop().runNightly(NightlyRequest(run: run, quietPeriodMs: 0), notifying: MessageRecorder())
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
            let disk = FaultyDisk { number, _ in number == failing }
            let status = try setup.shop(on: disk).runNightly(nightlyRun(setup), notifying: MessageRecorder())
            if disk.steps < step { break }
            if status.code != 4 { stopped += 1 }
            let runs = try setup.runs()
            #expect(setup.reports("done/2026-11-21").count == runs.count, "step \(step)")
            #expect(setup.reports("inbox").count == 2 - runs.count, "step \(step)")
            let next = try setup.nightlyRun()
            #expect(next.code == (runs.isEmpty ? 4 : 0), "step \(step)")
            #expect(setup.reports("done/2026-11-21") == ["a.csv", "b.csv"] && setup.reports("inbox").isEmpty)
            for name in ["a", "b"] { #expect(setup.reports("reports/2026-11-21/" + name) == ReportFolder.names) }
            #expect(try setup.shop().verify(ledger, notifying: MessageRecorder()).misplaced.isEmpty)
            #expect(try setup.runs().count == 2)
            #expect(try setup.shop().stock(of: ledger).stock.map(\.pieces) == [10, 10, 10, 1, 7])
            step += 1
        }
        #expect(step > 8 && stopped > 3, "\(step) steps, \(stopped) nights stopped")
    }
}

/// A host whose ledger cannot be read.
private struct HostWithUnreadableLedger: NightlyHost {
    let recorder: MessageRecorder

    func closeShift(reports: (FileName) -> String) throws -> NightlyRun.ClosedShift? {
        throw BatchError.inputOutput(path: "shop.sqlite", errno: 5)
    }
    func checkSettings() {}
    func apply(_ input: InputFile, modifiedSeconds: Int, reports: String) -> NightlyRun.FileResult {
        .tooManyRejected(1)
    }
    func report(_ error: any Error) { recorder.failed(error) }
    func writeLine(_ line: String) throws { try recorder.writeLine(line) }
    func wait(milliseconds: Int) {}
}
