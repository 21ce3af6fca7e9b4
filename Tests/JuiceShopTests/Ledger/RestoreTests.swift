import Foundation
import JuiceBatch
import JuiceCore
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Ledgers restored from a backup and the run log, compared with the original.
@Suite struct RestoreTests {
    private static let ledger = TestShop.ledger
    private let setup: TestShop
    private let recorder = MessageRecorder()

    /// A shop with a backup of its first run and four more runs: another file, a reversal, a file of the same name, and the
    /// first one again.
    init() throws {
        setup = try TestShop([:])
        try nightlyRun(["a.csv": "id,item,quantity\nA-1,키위쥬스,2\nA-2,망고쥬스,9\n"])
        try nightlyRun(["b.csv": "id,action,item,quantity\nB-1,입고,키위,20\n"])
        try setup.reverse(1)
        try nightlyRun(["a.csv": "id,item,quantity\nA-1,키위쥬스,4\nA-3,포도쥬스,1\n"])
        var again = request("done/\(TestShop.today)/a.csv")
        again.ledger?.knownInputs = .applyAgain
        again.output = "again"
        try setup.apply(again)
        for backup in setup.reports("backup") where backup != "1.sqlite" { try setup.remove("backup/" + backup) }
        #expect(setup.reports("backup") == ["1.sqlite"])
    }

    /// The state that a restore must reproduce.
    private struct State: Equatable {
        let runs: [RecordedRun]
        let stock: [Int]
        let log: [UInt8]?
        let reports: [String: [UInt8]]
    }

    private func state() throws -> State {
        try State(
            runs: setup.runs(), stock: setup.stock(), log: setup.folder.read("shop.sqlite.runs"),
            reports: setup.content(of: "reports").filter { $0.key != "index.html" })
    }

    /// A run whose `id` column identifies rows.
    private func request(_ path: String = "orders.csv") -> RunRequest {
        var request = setup.request(path, ledger: Self.ledger)
        request.input.columns = ["id=id"]
        return request
    }

    private func nightlyRun(_ files: [String: String], in other: TestShop? = nil) throws {
        let setup = other ?? setup
        for (name, text) in files { try setup.write(text, to: "inbox/" + name) }
        _ = try setup.shop().runNightly(NightlyRequest(run: request(), quietPeriodMs: 0), notifying: MessageRecorder())
    }

    private func restore(
        _ backup: String? = nil, from: [String] = [], isDryRun: Bool = false, columns: [String] = ["id=id"]
    ) throws -> ExitStatus {
        // Another time than the one that the runs were recorded at.
        let shop = setup.shop(localTime: { "2026-12-24 10:00:00" }, now: { "2026-12-24T01:00:00Z" })
        return try shop.restore(
            from: backup, inputFolders: from, isDryRun: isDryRun, waitSeconds: 0, language: .english,
            parsing: { _ in
                var run = self.request()
                run.input.columns = columns
                return run
            }, notifying: recorder)
    }

    private func damage() throws { try setup.folder.write(Array(repeating: 7, count: 9_000), to: "shop.sqlite") }

    @Test func restoresStockHistoryAndReports() throws {
        // A corrected file is not overwritten.
        try setup.write("corrected", to: "reports/\(TestShop.today)/a.2/failure.csv")
        let before = try state()
        try damage()
        #expect(try restore() == .done)
        #expect(try state() == before)
        #expect(
            recorder.messages == [
                "backup/1.sqlite is now the ledger; it has 1 run; the old ledger is now shop.sqlite.before-restore-1",
                "run 2 was applied again", "run 3 was applied again, which reverses run 1", "run 4 was applied again",
                "run 5 was applied again", "the ledger is restored: it has all 5 runs and is consistent",
            ])
        #expect(setup.folder.read("shop.sqlite.before-restore-1") == Array(repeating: 7, count: 9_000))
        #expect(!setup.folder.holds("shop.sqlite.restore") && !setup.folder.holds("shop.sqlite.restoring"))
        try nightlyRun(["c.csv": "id,item\nC-1,키위쥬스\n"])
        #expect(try setup.runs().count == 6)
    }

    @Test func lostRunLogIsReported() throws {
        try damage()
        try setup.removeRunLog()
        #expect(try restore() == .done)
        let unknown = "There was no run log shop.sqlite.runs, so later runs are unknown."
        #expect(try recorder.messages.last?.contains(unknown) == true && setup.runs().count == 1)
    }

    @Test func backupFolderMayBeALink() throws {
        let before = try state()
        try setup.remove("shop.sqlite")
        #expect(rename(setup.path("backup"), setup.path("disk")) == 0)
        #expect(symlink("disk", setup.path("backup")) == 0)
        #expect(try restore() == .done && state() == before)
    }

    @Test func sharedFolderHasTheReportsOfTheLastRun() throws {
        for (path, row) in [("first.csv", "F-1,키위쥬스"), ("last.csv", "L-1,망고쥬스")] {
            try setup.write("id,item\n\(row)\n", to: path)
            var request = request(path)
            request.output = "shared"
            try setup.apply(request)
        }
        let shared = try setup.content(of: "shared")
        try damage()
        try setup.remove("shared")
        #expect(try restore("backup/1.sqlite") == .done)
        #expect(try setup.content(of: "shared") == shared)
    }

    /// The failure.csv that a later run read is rebuilt for it, also if that run's own reports still exist.
    @Test func lostReportIsRebuiltAsAnInput() throws {
        var retry = request("reports/\(TestShop.today)/a/failure.csv")
        retry.output = "retry"
        try setup.apply(retry)
        let before = try state()
        try damage()
        try setup.remove("reports/\(TestShop.today)/a/failure.csv")
        #expect(try restore() == .done)
        let after = try state()
        #expect(after.runs == before.runs && after.stock == before.stock && after.log == before.log)
    }

    @Test func completeLedgerIsLeftUnchanged() throws {
        let before = setup.folder.read("shop.sqlite")
        #expect(try restore() == .done)
        let message = "nothing to restore: the ledger is consistent and has all runs in its run log (5 runs)"
        #expect(recorder.messages == [message])
        #expect(setup.folder.read("shop.sqlite") == before && !setup.folder.holds("shop.sqlite.before-restore-1"))
        // A named backup is still restored.
        #expect(try restore("backup/1.sqlite") == .done)
        #expect(setup.folder.read("shop.sqlite.before-restore-1") == before)
    }

    @Test func missingInputStopsTheRestoreUntilFound() throws {
        let before = try state()
        try damage()
        let path = "done/\(TestShop.today)/b.csv"
        try setup.write(setup.text(path), to: "usb/x/other.txt")
        try setup.remove(path)
        #expect(try restore(isDryRun: true) == ExitStatus(.unreadable))
        #expect(!setup.folder.holds("shop.sqlite.before-restore-1"))
        for _ in 1...2 {
            expectError {
                try restore()
            } fits: { error in
                guard case .notRestored("shop.sqlite", .missingInputs(run: 2, let inputs, areExports: false)) = error
                else { return false }
                return inputs.map(\.name) == ["b.csv"] && ExitStatus(of: error).code == 66
            }
            #expect(throws: BatchError.self) { try setup.verify() }
        }
        #expect(try restore(from: ["usb"]) == .done && state() == before)
        #expect(!setup.folder.holds("shop.sqlite.before-restore-2"))
    }

    @Test func damagedOrForeignBackupIsSkipped() throws {
        let before = try state()
        try setup.write("no ledger", to: "backup/5.sqlite")
        let other = try TestShop([:])
        for cups in 1...3 { try nightlyRun(["\(cups).csv": "id,item\nC-\(cups),키위쥬스\n"], in: other) }
        try setup.folder.write(try #require(other.folder.read("backup/3.sqlite")), to: "backup/3.sqlite")
        try setup.remove("shop.sqlite")
        expectError {
            try restore("backup/3.sqlite")
        } fits: {
            if case .notRestored("backup/3.sqlite", .otherLedger(run: 3, _)) = $0 { true } else { false }
        }
        #expect(try restore() == .done && state() == before)
        #expect(recorder.messages.prefix(2).allSatisfy { $0.hasPrefix("an unusable backup was skipped. backup/") })
        #expect(recorder.messages[2] == "backup/1.sqlite is now the ledger; it has 1 run")
    }

    /// An older copy is as good as a backup that has no more runs.
    @Test func staleLedgerIsCompleted() throws {
        let before = try state()
        try setup.folder.write(try #require(setup.folder.read("backup/1.sqlite")), to: "shop.sqlite")
        try setup.remove("backup")
        #expect(try restore() == .done && state() == before)
        #expect(setup.folder.holds("shop.sqlite.before-restore-1"))
    }

    @Test func runWithADifferentResultIsNotApplied() throws {
        try damage()
        let error = #expect(throws: PartlyAppliedError.self) { try restore(columns: ["id="]) }
        guard case .notRestored("shop.sqlite", .different(run: 4, log: "shop.sqlite.runs"))? = error?.cause else {
            throw ProgramError(description: String(describing: error))
        }
        #expect(try ExitStatus(of: #require(error)).code == 70 && setup.runs().count == 3)
    }

    @Test func openShiftResumesAfterRestore() throws {
        let shift = try setup.openCounter()
        _ = shift.book([CounterRequest(id: "press-01", .row(.order, "키위쥬스", 1))])
        let identity = shift.view.identity
        try damage()
        try FileManager.default.moveItem(atPath: setup.path("journal"), toPath: setup.path("away"))
        let missing = #expect(throws: BatchError.self) { try restore() }
        guard case .badShiftLog(_, .missing)? = missing else { throw ProgramError(description: "no error") }
        try FileManager.default.moveItem(atPath: setup.path("away"), toPath: setup.path("journal"))
        #expect(try restore() == .done)
        // The counter that holds the shift, and another process.
        #expect(try shift.checkIsOpen())
        let answers = shift.book([CounterRequest(id: "press-02", .row(.order, "키위쥬스", 1))])
        guard case .booked? = answers.first else { throw ProgramError(description: "\(answers)") }
        #expect(shift.view.identity == identity)
        #expect(try setup.closeCounter()?.exitStatus == .done && setup.runs().first?.success == 2)
        #expect(!setup.folder.holds("shop.sqlite.shift"))
        let before = try state()
        try damage()
        #expect(try restore() == .done && state() == before)
        #expect(try setup.closeCounter() == nil)
    }
}
