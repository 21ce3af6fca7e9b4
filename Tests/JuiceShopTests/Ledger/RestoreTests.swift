import Foundation
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Ledgers that are restored from a backup and the run log, against the shop as it was.
@Suite struct RestoreTests {
    private static let ledger = LedgerRequest(path: "shop.sqlite", waitSeconds: 0)

    /// What has to be the same again.
    private struct State: Equatable {
        let runs: [RecordedRun]
        let stock: [FruitStock]
        let log: [UInt8]?
        let reports: [String: [UInt8]]

        init(_ given: GivenShop) throws {
            runs = try given.runs()
            stock = try given.shop().stock(of: ledger).stock
            log = given.folder.read("shop.sqlite.runs")
            reports = try given.content(of: "reports").filter { $0.key != "index.html" }
        }
    }

    /// A run in which an id that stands again is the same row again.
    private func request(_ given: GivenShop, _ path: String = "orders.csv") -> RunRequest {
        var request = given.request(path, ledger: Self.ledger)
        request.input.columns = ["id=id"]
        return request
    }

    private func restore(
        _ given: GivenShop, _ backup: String? = nil, from: [String] = [], isDryRun: Bool = false,
        telling hearer: Hearer = Hearer(), parsing parse: (([String]) throws -> RunRequest)? = nil
    ) throws -> ExitStatus {
        var request = RestoreRequest(waitSeconds: 0, language: .english)
        request.backup = backup
        request.from = from
        request.isDryRun = isDryRun
        // Another time than the one that the runs were recorded at.
        let shop = given.shop(localTime: { "2026-12-24 10:00:00" }, now: { "2026-12-24T01:00:00Z" })
        return try shop.restore(request, parsing: parse ?? { _ in self.request(given) }, telling: hearer)
    }

    private func remove(_ given: GivenShop, _ name: String) throws {
        try FileManager.default.removeItem(atPath: given.folder.path + "/" + name)
    }

    private func exists(_ given: GivenShop, _ name: String) -> Bool {
        FileManager.default.fileExists(atPath: given.folder.path + "/" + name)
    }

    private func night(_ given: GivenShop, _ files: [String: String] = [:]) throws {
        for (name, text) in files { try given.write(text, to: "inbox/" + name) }
        _ = try given.shop().night(NightlyRequest(run: request(given), settleMs: 0), telling: Hearer())
    }

    /// A shop with a backup of its first run and four more runs: another file, a reversal, a file of the same name, and the
    /// first one again.
    private func shop() throws -> GivenShop {
        let given = try GivenShop([:])
        try night(given, ["a.csv": "id,item,quantity\nA-1,키위쥬스,2\nA-2,망고쥬스,9\n"])
        try night(given, ["b.csv": "id,action,item,quantity\nB-1,입고,키위,20\n"])
        try given.shop().reverse(1, in: Self.ledger, telling: Hearer()) { _ in }
        try night(given, ["a.csv": "id,item,quantity\nA-1,키위쥬스,4\nA-3,포도쥬스,1\n"])
        var again = request(given, "done/\(GivenShop.today)/a.csv")
        again.ledger?.knownInputs = .applyAgain
        again.output = "again"
        _ = try given.shop().run(again, telling: Hearer())
        for number in 2...4 where exists(given, "backup/\(number).sqlite") {
            try remove(given, "backup/\(number).sqlite")
        }
        #expect(given.reports("backup") == ["1.sqlite"])
        return given
    }

    private func damage(_ given: GivenShop) throws {
        try given.folder.write(Array(repeating: 7, count: 9_000), to: "shop.sqlite")
    }

    @Test func restoresStockHistoryAndReports() throws {
        let given = try shop()
        let before = try State(given)
        try damage(given)
        let hearer = Hearer()
        #expect(try restore(given, telling: hearer) == .done)
        #expect(try State(given) == before)
        #expect(
            hearer.told == [
                "backup/1.sqlite is now the ledger; it has 1 run; the old ledger is now shop.sqlite.before-restore-1",
                "run 2 is applied again", "run 3 is applied again, which reverses run 1", "run 4 is applied again",
                "run 5 is applied again", "the ledger is restored: it has all 5 runs, and is sound",
            ])
        #expect(given.folder.read("shop.sqlite.before-restore-1") == Array(repeating: 7, count: 9_000))
        #expect(!exists(given, "shop.sqlite.restore") && !exists(given, "shop.sqlite.restoring"))
        try night(given, ["c.csv": "id,item\nC-1,키위쥬스\n"])
        #expect(try given.runs().count == 6)
    }

    @Test func backupFolderMayBeALink() throws {
        let given = try shop()
        let before = try State(given)
        try remove(given, "shop.sqlite")
        #expect(rename(given.folder.path + "/backup", given.folder.path + "/disk") == 0)
        #expect(symlink("disk", given.folder.path + "/backup") == 0)
        #expect(try restore(given) == .done)
        #expect(try State(given) == before)
    }

    @Test func missingReportsAreRemade() throws {
        let given = try shop()
        let (before, again) = (try State(given), try given.content(of: "again"))
        try damage(given)
        try remove(given, "reports")
        try remove(given, "again")
        #expect(try restore(given, "backup/1.sqlite") == .done)
        let after = try State(given)
        #expect(after.runs == before.runs && after.log == before.log)
        // But for those of the run that the backup has.
        let first = "\(GivenShop.today)/a"
        #expect(after.reports == before.reports.filter { $0.key != first && !$0.key.hasPrefix(first + "/") })
        #expect(try given.content(of: "again") == again)
    }

    /// Of runs that shared a folder, it has the reports of the last.
    @Test func sharedFolderHasTheReportsOfTheLastRun() throws {
        let given = try GivenShop(["first.csv": "id,item\nF-1,키위쥬스\n", "last.csv": "id,item\nL-1,망고쥬스\n"])
        try night(given, ["a.csv": "id,item\nA-1,키위쥬스\n"])
        for path in ["first.csv", "last.csv"] {
            var request = request(given, path)
            request.output = "shared"
            _ = try given.shop().run(request, telling: Hearer())
        }
        let shared = try given.content(of: "shared")
        try damage(given)
        try remove(given, "shared")
        #expect(try restore(given, "backup/1.sqlite") == .done)
        #expect(try given.content(of: "shared") == shared)
    }

    @Test func correctedFailureFileIsKept() throws {
        let given = try shop()
        let path = "reports/\(GivenShop.today)/a.2/failure.csv"
        try given.write("corrected", to: path)
        try damage(given)
        #expect(try restore(given) == .done)
        #expect(given.folder.read(path) == Array("corrected".utf8))
    }

    @Test func completeLedgerIsLeftUnchanged() throws {
        let given = try shop()
        let before = given.folder.read("shop.sqlite")
        let hearer = Hearer()
        #expect(try restore(given, telling: hearer) == .done)
        #expect(hearer.told == ["nothing to restore: the ledger is sound, and has all runs of its run log (5 runs)"])
        #expect(given.folder.read("shop.sqlite") == before && !exists(given, "shop.sqlite.before-restore-1"))
        // The one that is named is put in place all the same.
        #expect(try restore(given, "backup/1.sqlite") == .done)
        #expect(given.folder.read("shop.sqlite.before-restore-1") == before)
    }

    /// Stopped behind any of the lines that it says, it goes on when it is called again.
    @Test(arguments: 1...6, [nil, "backup/1.sqlite"])
    func interruptedRestoreResumes(line: Int, backup: String?) throws {
        let given = try shop()
        let before = try State(given)
        try damage(given)
        var count = 0
        let hearer = Hearer(onLine: { _ in
            count += 1
            if count == line { throw BatchError.inputOutput(path: "stdout", errno: EPIPE) }
        })
        if line < 6 {
            let error = #expect(throws: (any Error).self) { try restore(given, backup, telling: hearer) }
            #expect(error is PartlyAppliedError == (line > 1))
            let run = request(given, "done/\(GivenShop.today)/b.csv")
            #expect(throws: BatchError.self) { try given.shop().run(run, telling: Hearer()) }
        }
        #expect(try restore(given, backup) == .done)
        #expect(try State(given) == before)
        #expect(!exists(given, "shop.sqlite.before-restore-2"))
    }

    @Test func missingInputStopsTheRestoreUntilFound() throws {
        let given = try shop()
        let before = try State(given)
        try damage(given)
        try given.folder.write(try #require(given.folder.read("done/\(GivenShop.today)/b.csv")), to: "usb/x/other.txt")
        try remove(given, "done/\(GivenShop.today)/b.csv")
        #expect(try restore(given, isDryRun: true) == ExitStatus(.unreadable))
        #expect(!exists(given, "shop.sqlite.before-restore-1"))
        for _ in 1...2 {
            let error = #expect(throws: BatchError.self) { try restore(given) }
            guard case .notRestored("shop.sqlite", .missingInputs(run: 2, let inputs))? = error else {
                throw ProgramError(description: String(describing: error))
            }
            let code = try ExitStatus(of: #require(error)).code
            #expect(inputs.map(\.name) == ["b.csv"] && code == 66)
            #expect(throws: BatchError.self) { try given.shop().verify(Self.ledger, telling: Hearer()) }
        }
        #expect(try restore(given, from: ["usb"]) == .done)
        #expect(try State(given) == before)
        #expect(!exists(given, "shop.sqlite.before-restore-2"))
    }

    @Test func damagedOrForeignBackupIsSkipped() throws {
        let given = try shop()
        let before = try State(given)
        try given.write("no ledger", to: "backup/5.sqlite")
        let other = try GivenShop([:])
        for cups in 1...3 { try night(other, ["\(cups).csv": "id,item,quantity\nC-\(cups),키위쥬스,1\n"]) }
        try given.folder.write(try #require(other.folder.read("backup/3.sqlite")), to: "backup/3.sqlite")
        try remove(given, "shop.sqlite")
        expectError {
            try restore(given, "backup/3.sqlite")
        } fits: {
            if case .notRestored("backup/3.sqlite", .otherLedger(run: 3, _)) = $0 { true } else { false }
        }
        let hearer = Hearer()
        #expect(try restore(given, telling: hearer) == .done)
        #expect(hearer.told.prefix(2).allSatisfy { $0.hasPrefix("skipped an unusable backup. backup/") })
        #expect(hearer.told[2] == "backup/1.sqlite is now the ledger; it has 1 run")
        #expect(try State(given) == before)
    }

    /// An older copy is as good as a backup that has no more runs.
    @Test func staleLedgerIsCompleted() throws {
        let given = try shop()
        let before = try State(given)
        try given.folder.write(try #require(given.folder.read("backup/1.sqlite")), to: "shop.sqlite")
        try remove(given, "backup")
        #expect(try restore(given) == .done)
        #expect(try State(given) == before)
        #expect(exists(given, "shop.sqlite.before-restore-1"))
    }

    @Test func runWithADifferentResultIsNotApplied() throws {
        let given = try shop()
        try damage(given)
        let error = #expect(throws: PartlyAppliedError.self) {
            try restore(given) { _ in
                var request = given.request()
                request.input.columns = ["id="]
                return request
            }
        }
        guard case .notRestored("shop.sqlite", .different(run: 4, log: "shop.sqlite.runs"))? = error?.cause else {
            throw ProgramError(description: String(describing: error))
        }
        #expect(try ExitStatus(of: #require(error)).code == 70)
        #expect(try given.runs().count == 3)
    }

    @Test func openShiftResumesAfterRestore() throws {
        let given = try shop()
        let shift = try given.shop().openShift(ShiftRequest(ledger: Self.ledger, process: 1), telling: Hearer())
        _ = shift.book([CounterRequest(id: "press-01", .order(juice: "키위쥬스", cups: 1))])
        let opened = shift.view.openedAt
        try damage(given)
        #expect(try restore(given) == .done)
        // The counter that has it all the while, and one from outside.
        #expect(try shift.isOpen())
        let answers = shift.book([CounterRequest(id: "press-02", .order(juice: "키위쥬스", cups: 1))])
        guard case .booked? = answers.first else { throw ProgramError(description: "\(answers)") }
        #expect(shift.view.openedAt == opened)
        let closing = ClosingRequest(ledger: Self.ledger, run: given.request())
        let outcome = try given.shop().closeShift(closing, telling: Hearer())
        #expect(outcome?.exitStatus == .done)
        #expect(try given.runs().first?.success == 2)
        #expect(!exists(given, "shop.sqlite.shift"))
        let before = try State(given)
        try damage(given)
        #expect(try restore(given) == .done)
        #expect(try State(given) == before)
        #expect(try given.shop().closeShift(closing, telling: Hearer()) == nil)
    }
}
