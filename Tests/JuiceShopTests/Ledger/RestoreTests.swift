import Foundation
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Ledgers restored from a backup and the run log, compared with the original.
@Suite struct RestoreTests {
    private static let ledger = LedgerRequest(path: "shop.sqlite", waitSeconds: 0)

    /// The state that a restore must reproduce.
    private struct State: Equatable {
        let runs: [RecordedRun]
        let stock: [FruitStock]
        let log: [UInt8]?
        let reports: [String: [UInt8]]

        init(_ setup: TestShop) throws {
            runs = try setup.runs()
            stock = try setup.shop().stock(of: ledger).stock
            log = setup.folder.read("shop.sqlite.runs")
            reports = try setup.content(of: "reports").filter { $0.key != "index.html" }
        }
    }

    /// A run whose `id` column identifies rows.
    private func request(_ setup: TestShop, _ path: String = "orders.csv") -> RunRequest {
        var request = setup.request(path, ledger: Self.ledger)
        request.input.columns = ["id=id"]
        return request
    }

    private func restore(
        _ setup: TestShop, _ backup: String? = nil, from: [String] = [], isDryRun: Bool = false,
        notifying recorder: MessageRecorder = MessageRecorder(), parsing parse: (([String]) throws -> RunRequest)? = nil
    ) throws -> ExitStatus {
        var request = RestoreRequest(waitSeconds: 0, language: .english)
        request.backup = backup
        request.from = from
        request.isDryRun = isDryRun
        // Another time than the one that the runs were recorded at.
        let shop = setup.shop(localTime: { "2026-12-24 10:00:00" }, now: { "2026-12-24T01:00:00Z" })
        return try shop.restore(request, parsing: parse ?? { _ in self.request(setup) }, notifying: recorder)
    }

    private func remove(_ setup: TestShop, _ name: String) throws {
        try FileManager.default.removeItem(atPath: setup.folder.path + "/" + name)
    }

    private func exists(_ setup: TestShop, _ name: String) -> Bool {
        FileManager.default.fileExists(atPath: setup.folder.path + "/" + name)
    }

    private func nightlyRun(_ setup: TestShop, _ files: [String: String] = [:]) throws {
        for (name, text) in files { try setup.write(text, to: "inbox/" + name) }
        _ = try setup.shop().runNightly(
            NightlyRequest(run: request(setup), quietPeriodMs: 0), notifying: MessageRecorder())
    }

    /// A shop with a backup of its first run and four more runs: another file, a reversal, a file of the same name, and the
    /// first one again.
    private func shop() throws -> TestShop {
        let setup = try TestShop([:])
        try nightlyRun(setup, ["a.csv": "id,item,quantity\nA-1,키위쥬스,2\nA-2,망고쥬스,9\n"])
        try nightlyRun(setup, ["b.csv": "id,action,item,quantity\nB-1,입고,키위,20\n"])
        try setup.shop().reverse(1, in: Self.ledger, notifying: MessageRecorder()) { _ in }
        try nightlyRun(setup, ["a.csv": "id,item,quantity\nA-1,키위쥬스,4\nA-3,포도쥬스,1\n"])
        var again = request(setup, "done/\(TestShop.today)/a.csv")
        again.ledger?.knownInputs = .applyAgain
        again.output = "again"
        _ = try setup.shop().run(again, notifying: MessageRecorder())
        for number in 2...4 where exists(setup, "backup/\(number).sqlite") {
            try remove(setup, "backup/\(number).sqlite")
        }
        #expect(setup.reports("backup") == ["1.sqlite"])
        return setup
    }

    private func damage(_ setup: TestShop) throws {
        try setup.folder.write(Array(repeating: 7, count: 9_000), to: "shop.sqlite")
    }

    @Test func restoresStockHistoryAndReports() throws {
        let setup = try shop()
        let before = try State(setup)
        try damage(setup)
        let recorder = MessageRecorder()
        #expect(try restore(setup, notifying: recorder) == .done)
        #expect(try State(setup) == before)
        #expect(
            recorder.messages == [
                "backup/1.sqlite is now the ledger; it has 1 run; the old ledger is now shop.sqlite.before-restore-1",
                "run 2 was applied again", "run 3 was applied again, which reverses run 1", "run 4 was applied again",
                "run 5 was applied again", "the ledger is restored: it has all 5 runs and is consistent",
            ])
        #expect(setup.folder.read("shop.sqlite.before-restore-1") == Array(repeating: 7, count: 9_000))
        #expect(!exists(setup, "shop.sqlite.restore") && !exists(setup, "shop.sqlite.restoring"))
        try nightlyRun(setup, ["c.csv": "id,item\nC-1,키위쥬스\n"])
        #expect(try setup.runs().count == 6)
    }

    @Test func backupFolderMayBeALink() throws {
        let setup = try shop()
        let before = try State(setup)
        try remove(setup, "shop.sqlite")
        #expect(rename(setup.folder.path + "/backup", setup.folder.path + "/disk") == 0)
        #expect(symlink("disk", setup.folder.path + "/backup") == 0)
        #expect(try restore(setup) == .done)
        #expect(try State(setup) == before)
    }

    @Test func sharedFolderHasTheReportsOfTheLastRun() throws {
        let setup = try TestShop(["first.csv": "id,item\nF-1,키위쥬스\n", "last.csv": "id,item\nL-1,망고쥬스\n"])
        try nightlyRun(setup, ["a.csv": "id,item\nA-1,키위쥬스\n"])
        for path in ["first.csv", "last.csv"] {
            var request = request(setup, path)
            request.output = "shared"
            _ = try setup.shop().run(request, notifying: MessageRecorder())
        }
        let shared = try setup.content(of: "shared")
        try damage(setup)
        try remove(setup, "shared")
        #expect(try restore(setup, "backup/1.sqlite") == .done)
        #expect(try setup.content(of: "shared") == shared)
    }

    @Test func correctedFailureFileIsKept() throws {
        let setup = try shop()
        let path = "reports/\(TestShop.today)/a.2/failure.csv"
        try setup.write("corrected", to: path)
        try damage(setup)
        #expect(try restore(setup) == .done)
        #expect(setup.folder.read(path) == Array("corrected".utf8))
    }

    @Test func completeLedgerIsLeftUnchanged() throws {
        let setup = try shop()
        let before = setup.folder.read("shop.sqlite")
        let recorder = MessageRecorder()
        #expect(try restore(setup, notifying: recorder) == .done)
        #expect(
            recorder.messages == [
                "nothing to restore: the ledger is consistent and has all runs in its run log (5 runs)"
            ])
        #expect(setup.folder.read("shop.sqlite") == before && !exists(setup, "shop.sqlite.before-restore-1"))
        // A named backup is still restored.
        #expect(try restore(setup, "backup/1.sqlite") == .done)
        #expect(setup.folder.read("shop.sqlite.before-restore-1") == before)
    }

    @Test func missingInputStopsTheRestoreUntilFound() throws {
        let setup = try shop()
        let before = try State(setup)
        try damage(setup)
        try setup.folder.write(try #require(setup.folder.read("done/\(TestShop.today)/b.csv")), to: "usb/x/other.txt")
        try remove(setup, "done/\(TestShop.today)/b.csv")
        #expect(try restore(setup, isDryRun: true) == ExitStatus(.unreadable))
        #expect(!exists(setup, "shop.sqlite.before-restore-1"))
        for _ in 1...2 {
            let error = #expect(throws: BatchError.self) { try restore(setup) }
            guard case .notRestored("shop.sqlite", .missingInputs(run: 2, let inputs))? = error else {
                throw ProgramError(description: String(describing: error))
            }
            let code = try ExitStatus(of: #require(error)).code
            #expect(inputs.map(\.name) == ["b.csv"] && code == 66)
            #expect(throws: BatchError.self) { try setup.shop().verify(Self.ledger, notifying: MessageRecorder()) }
        }
        #expect(try restore(setup, from: ["usb"]) == .done)
        #expect(try State(setup) == before)
        #expect(!exists(setup, "shop.sqlite.before-restore-2"))
    }

    @Test func damagedOrForeignBackupIsSkipped() throws {
        let setup = try shop()
        let before = try State(setup)
        try setup.write("no ledger", to: "backup/5.sqlite")
        let other = try TestShop([:])
        for cups in 1...3 { try nightlyRun(other, ["\(cups).csv": "id,item,quantity\nC-\(cups),키위쥬스,1\n"]) }
        try setup.folder.write(try #require(other.folder.read("backup/3.sqlite")), to: "backup/3.sqlite")
        try remove(setup, "shop.sqlite")
        expectError {
            try restore(setup, "backup/3.sqlite")
        } fits: {
            if case .notRestored("backup/3.sqlite", .otherLedger(run: 3, _)) = $0 { true } else { false }
        }
        let recorder = MessageRecorder()
        #expect(try restore(setup, notifying: recorder) == .done)
        #expect(recorder.messages.prefix(2).allSatisfy { $0.hasPrefix("an unusable backup was skipped. backup/") })
        #expect(recorder.messages[2] == "backup/1.sqlite is now the ledger; it has 1 run")
        #expect(try State(setup) == before)
    }

    /// An older copy is as good as a backup that has no more runs.
    @Test func staleLedgerIsCompleted() throws {
        let setup = try shop()
        let before = try State(setup)
        try setup.folder.write(try #require(setup.folder.read("backup/1.sqlite")), to: "shop.sqlite")
        try remove(setup, "backup")
        #expect(try restore(setup) == .done)
        #expect(try State(setup) == before)
        #expect(exists(setup, "shop.sqlite.before-restore-1"))
    }

    @Test func runWithADifferentResultIsNotApplied() throws {
        let setup = try shop()
        try damage(setup)
        let error = #expect(throws: PartlyAppliedError.self) {
            try restore(setup) { _ in
                var request = setup.request()
                request.input.columns = ["id="]
                return request
            }
        }
        guard case .notRestored("shop.sqlite", .different(run: 4, log: "shop.sqlite.runs"))? = error?.cause else {
            throw ProgramError(description: String(describing: error))
        }
        #expect(try ExitStatus(of: #require(error)).code == 70)
        #expect(try setup.runs().count == 3)
    }

    @Test func openShiftResumesAfterRestore() throws {
        let setup = try shop()
        let shift = try setup.shop().openShift(
            ShiftRequest(ledger: Self.ledger, process: 1), notifying: MessageRecorder())
        _ = shift.book([CounterRequest(id: "press-01", .order(juice: "키위쥬스", cups: 1))])
        let opened = shift.view.openedAt
        try damage(setup)
        #expect(try restore(setup) == .done)
        // The counter that holds the shift, and another process.
        #expect(try shift.checkIsOpen())
        let answers = shift.book([CounterRequest(id: "press-02", .order(juice: "키위쥬스", cups: 1))])
        guard case .booked? = answers.first else { throw ProgramError(description: "\(answers)") }
        #expect(shift.view.openedAt == opened)
        let outcome = try setup.shop().closeShift(of: Self.ledger, by: setup.request(), notifying: MessageRecorder())
        #expect(outcome?.exitStatus == .done)
        #expect(try setup.runs().first?.success == 2)
        #expect(!exists(setup, "shop.sqlite.shift"))
        let before = try State(setup)
        try damage(setup)
        #expect(try restore(setup) == .done)
        #expect(try State(setup) == before)
        #expect(try setup.shop().closeShift(of: Self.ledger, by: setup.request(), notifying: MessageRecorder()) == nil)
    }
}
