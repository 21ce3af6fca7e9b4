import Glibc
import JuiceBatch
import JuiceReports
import Synchronization
import TestSupport
import Testing

@testable import JuiceShop

/// Nights with runs, ledger and reports, and without a process or a command line.
@Suite struct NightlyTests {
    private let ledger = LedgerRequest(path: NightlyRequest.ledgerPath)

    private func night(_ given: GivenShop) -> NightlyRequest { NightlyRequest(run: given.request(), settleMs: 0) }

    @Test func appliesTheInboxUnderTheRunDate() throws {
        let given = try GivenShop(["inbox/b.csv": GivenShop.orders, "inbox/a.csv": "item\n키위쥬스\n"])
        let hearer = Hearer()
        #expect(try given.night(telling: hearer).code == 4)
        #expect(
            hearer.told == [
                "a.csv: run", "rejected", "applied", "notice", "a.csv: applied (exit code 0); reports/2026-11-21/a",
                "a.csv: done/2026-11-21/a.csv", "b.csv: run", "rejected", "applied",
                "b.csv: applied (exit code 4); reports/2026-11-21/b", "b.csv: done/2026-11-21/b.csv",
                "2 files, exit code 4 (rows rejected)",
            ])
        #expect(hearer.failures.isEmpty && given.reports("inbox").isEmpty)
        for name in ["a", "b"] { #expect(given.reports("reports/2026-11-21/" + name) == ReportFolder.names) }
        #expect(given.reports("done/2026-11-21") == ["a.csv", "b.csv"])
        #expect(try given.runs().map(\.recordedAt) == [GivenShop.now, GivenShop.now])
        #expect(try given.shop().stock(of: ledger).stock.map(\.pieces) == [10, 10, 10, 1, 7])
    }

    /// The counter's day comes before the files of the night.
    @Test func openShiftIsClosedFirst() throws {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n"])
        let shift = try given.shop().openShift(ShiftRequest(ledger: ledger, process: 1), telling: Hearer())
        _ = shift.book([CounterRequest(id: "press-01", .order(juice: "키위쥬스", cups: 3))])
        let hearer = Hearer()
        var run = given.request()
        run.input.failOn = .shortage
        run.maxRejected = 0
        #expect(try given.shop().night(NightlyRequest(run: run, settleMs: 0), telling: hearer).code == 3)
        #expect(
            hearer.told.filter { $0 != "rejected" && $0 != "applied" } == [
                "closed the counter's shift and applied 2026-11-21-1.csv (exit code 0); "
                    + "reports/2026-11-21/2026-11-21-1",
                "a.csv: run", "a.csv: applied (exit code 3); reports/2026-11-21/a", "a.csv: done/2026-11-21/a.csv",
                "1 file, exit code 3 (rows short of stock, with --fail-on shortage)",
            ])
        #expect(given.reports("reports/2026-11-21/2026-11-21-1") == ReportFolder.names)
        #expect(try given.runs().count == 2 && !shift.isOpen())
    }

    /// What a nightly run has applied stands, and an error behind it says so; all reasons are on record.
    @Test func interruptedRunReportsWhatItApplied() throws {
        let given = try GivenShop([
            "inbox/a.csv": "item\n키위쥬스\n", "inbox/aa.csv": "item\n\"키위쥬스\n", "inbox/b.csv": "item\n망고쥬스\n",
        ])
        let shift = try given.shop().openShift(ShiftRequest(ledger: ledger, process: 1), telling: Hearer())
        _ = shift.book([CounterRequest(id: "press-01", .order(juice: "키위쥬스", cups: 1))])
        let hearer = Hearer(onLine: { if $0 == "b.csv: run" { throw BatchError.inputOutput(path: "log", errno: 28) } })
        let error = #expect(throws: PartlyAppliedError.self) { try given.night(telling: hearer) }
        let partly = try #require(error)
        // The first is that of the shift.
        #expect(partly.before == .runs([1, 2]))
        let record = NightlyStateJSON.record(of: given.folder.read(".nightly.json") ?? [])
        #expect(record?.exitStatus?.reasons == [.inputOutput, .inputRefused])
    }

    @Test(arguments: [
        ([1], "Run 1 had been applied before and stays applied; nothing else was applied."),
        ([3, 4, 5, 8], "Runs 3–5, 8 had been applied before and stay applied; nothing else was applied."),
    ])
    func errorNamesTheRunsAppliedBefore(runs: [Int], sentence: String) {
        let messages = ErrorMessages(.english, appliedBefore: .runs(runs))
        #expect(messages.text(.inputOutput(path: "x", errno: 5)).hasSuffix(" " + sentence))
        #expect(messages.text(.ledgerBusy(path: "x", holder: nil)).contains(" \(sentence) Run again"))
        #expect(messages.text(.interrupted(signal: 15)) == "Interrupted. " + sentence)
    }

    /// Whether there is one is not known where the ledger cannot be read.
    @Test func unreadableLedgerReportsNoShift() throws {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n"])
        let hearer = Hearer()
        let night = try NightlyRun(
            in: given.folder.path, NightlyRun.Settings(day: "2026-11-21", settleMs: 0, language: .english),
            cancellation: CancellationToken(), host: HostWithUnreadableLedger(hearer: hearer))
        #expect(try night.run() == ExitStatus(.inputOutput))
        #expect(hearer.told == ["stopped here, exit code 74 (an I/O error)"])
    }

    /// Its disk may be there the next night.
    @Test func missingShiftLogPostponesTheRun() throws {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n"])
        let shift = try given.shop().openShift(ShiftRequest(ledger: ledger, process: 1), telling: Hearer())
        _ = shift.book([CounterRequest(id: "press-01", .order(juice: "키위쥬스", cups: 3))])
        let shiftLog = given.folder.path + "/journal"
        #expect(rename(shiftLog, shiftLog + ".away") == 0)
        let hearer = Hearer()
        #expect(try given.night(telling: hearer).code == 66)
        #expect(
            hearer.told == [
                "the counter's shift cannot be closed (exit code 66)",
                "stopped here, exit code 66 (the shift log is gone)",
            ])
        #expect(given.reports("inbox") == ["a.csv"])
        #expect(rename(shiftLog + ".away", shiftLog) == 0)
        #expect(try given.night() == .done)
        #expect(try given.runs().count == 2)
    }

    @Test func knownAndRefusedFilesAreArchived() throws {
        let given = try GivenShop(["inbox/a.csv": GivenShop.orders])
        _ = try given.night()
        for (name, text) in [
            ("again.csv", GivenShop.orders), ("bad.csv", "id,item\n\"1,키위쥬스\n"), ("c.csv", "item\nx\n"),
        ] {
            try given.write(text, to: "inbox/" + name)
        }
        var run = given.request()
        run.maxRejected = 0
        let hearer = Hearer()
        #expect(try given.shop().night(NightlyRequest(run: run, settleMs: 0), telling: hearer).code == 65)
        #expect(given.reports("done/2026-11-21") == ["a.csv"] && given.reports("repeated/2026-11-21") == ["again.csv"])
        #expect(given.reports("failed/2026-11-21") == ["bad.csv", "c.csv"])
        #expect(hearer.failures.map { ExitReason(of: $0) } == [.inputRefused])
        #expect(try given.runs().count == 1)
    }

    @Test func fileThatChangesDuringTheWaitStays() throws {
        let given = try GivenShop(["inbox/a.csv": GivenShop.orders, "inbox/b.csv": "item\n키위쥬스\n"])
        let waits = Mutex<[Int]>([])
        let shop = given.shop { [folder = given.folder] ms in
            waits.withLock { $0.append(ms) }
            _ = try? folder.write(Array("item\n".utf8), to: "inbox/b.csv")
        }
        let hearer = Hearer()
        #expect(try shop.night(NightlyRequest(run: given.request(), settleMs: 120), telling: hearer).code == 4)
        #expect(waits.withLock { $0 } == [50, 50, 20])
        #expect(given.reports("inbox") == ["b.csv"] && given.reports("done/2026-11-21") == ["a.csv"])
        #expect(hearer.told.first == "b.csv: still being written; it stays for the next nightly run")
    }

    @Test func unfinishedDownloadIsLeftAndReported() throws {
        let given = try GivenShop(["inbox/a.csv.crdownload": GivenShop.orders, "inbox/.hidden": ""])
        let hearer = Hearer()
        #expect(try given.night(telling: hearer) == .done)
        #expect(hearer.told.first == "a.csv.crdownload: still being written; it stays for the next nightly run")
        #expect(given.reports("inbox") == ["a.csv.crdownload", ".hidden"])
        #expect(!hearer.told.contains { $0.contains(".hidden") })
    }

    @Test func invalidSettingsLeaveTheInboxUnchanged() throws {
        let given = try GivenShop(["inbox/a.csv": GivenShop.orders, "menu.csv": "juice\n"])
        let hearer = Hearer()
        let night = NightlyRequest(run: given.request(menu: "menu.csv"), settleMs: 0)
        #expect(try given.shop().night(night, telling: hearer).code == 78)
        #expect(
            hearer.told == [
                "the settings are invalid (exit code 78); no file in the inbox was applied",
                "stopped here, exit code 78 (bad menu, stock file or setting)",
            ])
        #expect(hearer.failures.count == 1 && given.reports("inbox") == ["a.csv"])
        #expect(try given.runs().isEmpty && given.reports("reports") == ["index.html"])
    }

    @Test func onlyLockTimeoutOfTheLedgerRequestIsUsed() throws {
        let given = try GivenShop(["inbox/a.csv": GivenShop.orders])
        let run = given.request(ledger: LedgerRequest(path: "other.sqlite", waitSeconds: 0))
        _ = try given.shop().night(NightlyRequest(run: run, settleMs: 0), telling: Hearer())
        #expect(given.folder.holds("shop.sqlite") && !given.folder.holds("other.sqlite"))
    }

    /// Each step of a night's disk fails in turn: a file is applied and all of it is there, or nothing is, and the next
    /// night completes it.
    @Test func aDiskThatFailsOnceCostsNothing() throws {
        var step = 1
        var stopped = 0
        while true {
            let given = try GivenShop(["inbox/a.csv": GivenShop.orders, "inbox/b.csv": "item\n키위쥬스\n"])
            let failing = step
            let disk = FaultyDisk { number, _ in number == failing }
            let status = try given.shop(on: disk).night(night(given), telling: Hearer())
            if disk.steps < step { break }
            if status.code != 4 { stopped += 1 }
            let runs = try given.runs()
            #expect(given.reports("done/2026-11-21").count == runs.count, "step \(step)")
            #expect(given.reports("inbox").count == 2 - runs.count, "step \(step)")
            let next = try given.night()
            #expect(next.code == (runs.isEmpty ? 4 : 0), "step \(step)")
            #expect(given.reports("done/2026-11-21") == ["a.csv", "b.csv"] && given.reports("inbox").isEmpty)
            for name in ["a", "b"] { #expect(given.reports("reports/2026-11-21/" + name) == ReportFolder.names) }
            #expect(try given.shop().verify(ledger, telling: Hearer()).unplaced.isEmpty)
            #expect(try given.runs().count == 2)
            #expect(try given.shop().stock(of: ledger).stock.map(\.pieces) == [10, 10, 10, 1, 7])
            step += 1
        }
        #expect(step > 8 && stopped > 3, "\(step) steps, \(stopped) nights stopped")
    }
}

/// A host whose ledger cannot be read, so that whether a shift is open is unknown.
private struct HostWithUnreadableLedger: NightlyHost {
    let hearer: Hearer

    func closeShift(reports: (FileName) -> String) throws -> NightlyRun.ClosedShift? {
        throw BatchError.inputOutput(path: "shop.sqlite", errno: 5)
    }
    func checkSettings() {}
    func apply(_ input: InputFile, modifiedSeconds: Int, reports: String) -> NightlyRun.RunEnd { .tooManyRejected(1) }
    func report(_ error: any Error) { hearer.failed(error) }
    func say(_ line: String) throws { try hearer.say(line) }
    func wait(milliseconds: Int) {}
}
