import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Nightly runs whose ledger is new or missing.
@Suite struct NightlyGuardTests {
    private static let ledger = LedgerRequest(path: NightlyRequest.ledgerPath)

    /// A shop after one nightly run, with a file for the next.
    private func used() throws -> TestShop {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        #expect(try setup.nightlyRun() == .done)
        try setup.write("item\n망고쥬스\n", to: "inbox/b.csv")
        return setup
    }

    /// What a nightly run has left in the folder, or a run by hand, shows that there was an inbox: its share may not be
    /// mounted.
    @Test(arguments: [
        [], ["done", "failed"], ["done", "failed", ".nightly.json"],
        ["done", "failed", ".nightly.json", "shop.sqlite"],
    ])
    func missingInboxIsNotRecreated(removed: [String]) throws {
        let setup = try used()
        let isNew = removed.count == 4
        for name in ["inbox"] + removed { try FileManager.default.removeItem(atPath: setup.folder.path + "/" + name) }
        for name in isNew ? ["reports", "shop.sqlite.runs", "backup"] : [] {
            try FileManager.default.removeItem(atPath: setup.folder.path + "/" + name)
        }
        let recorder = MessageRecorder()
        let request = NightlyRequest(run: setup.request(), quietPeriodMs: 0)
        if isNew {
            #expect(try setup.shop().dryRunNightly(request, notifying: MessageRecorder()) == .done)
            #expect(!setup.folder.holds("inbox"))
            #expect(try setup.nightlyRun(notifying: recorder) == .done && setup.folder.holds("inbox"))
            #expect(
                recorder.messages.first
                    == "inbox: created, because this folder is new; put the exports of your POS into it")
            return
        }
        let before = try contentButRecords(of: setup)
        for isDry in [true, false] {
            expectError {
                let shop = setup.shop()
                _ =
                    try isDry
                    ? shop.dryRunNightly(request, notifying: recorder) : shop.runNightly(request, notifying: recorder)
            } fits: {
                if case .missingInbox("inbox") = $0 { true } else { false }
            }
        }
        #expect(recorder.messages.isEmpty && !setup.folder.holds("inbox"))
        #expect(try contentButRecords(of: setup) == before)
    }

    @Test func newLedgerIsReportedOnce() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n", "x.csv": "item\n망고쥬스\n"])
        var dry = setup.request("x.csv", ledger: Self.ledger)
        dry.isDryRun = true
        let quiet = MessageRecorder()
        _ = try setup.shop().run(dry, notifying: quiet)
        #expect(quiet.notices.isEmpty)
        let first = MessageRecorder()
        #expect(try setup.nightlyRun(notifying: first) == .done)
        #expect(first.notices == [.ledgerCreated(path: "shop.sqlite", hasStockFile: false)])
        let second = MessageRecorder()
        try setup.run("x.csv", ledger: Self.ledger, notifying: second)
        #expect(second.notices.isEmpty)
        let other = MessageRecorder()
        try setup.run("x.csv", ledger: LedgerRequest(path: "other.sqlite"), notifying: other)
        #expect(other.notices == [.ledgerCreated(path: "other.sqlite", hasStockFile: false)])
    }

    /// Each remaining file shows that there was a ledger.
    @Test(arguments: [
        (["reports"], "done/2026-11-21"), (["done"], "reports/2026-11-21/a"), ([], "done/2026-11-21"),
        (["done", "reports"], "backup/1.sqlite"),
    ])
    func missingLedgerLeavesEverythingUnchanged(removed: [String], evidence: String) throws {
        let setup = try used()
        for name in removed { try FileManager.default.removeItem(atPath: setup.folder.path + "/" + name) }
        try FileManager.default.removeItem(atPath: setup.folder.path + "/shop.sqlite")
        try setup.removeRunLog()
        for content in [nil, [UInt8]()] {
            if let content { try setup.folder.write(content, to: "shop.sqlite") }
            // Missing folders are still created.
            for name in removed { mkdir(setup.folder.path + "/" + name, 0o755) }
            let before = try contentButRecords(of: setup)
            let recorder = MessageRecorder()
            #expect(try setup.nightlyRun(notifying: recorder).code == 78)
            #expect(recorder.messages == ["the ledger cannot be used (exit code 78); nothing was applied"])
            guard case .badLedger("shop.sqlite", .disappeared(evidence))? = recorder.failures.first as? BatchError
            else {
                throw ProgramError(description: "\(recorder.failures)")
            }
            #expect(try contentButRecords(of: setup) == before)
        }
    }

    /// The content of the folder without the records of nightly runs.
    private func contentButRecords(of setup: TestShop) throws -> [String: [UInt8]] {
        try setup.content().filter { ![".nightly.json", "metrics.prom"].contains($0.key) }
    }

    @Test func repeatedFilesShowThatALedgerExisted() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n", "repeated/2026-11-19/x.csv": "1"])
        #expect(try setup.nightlyRun().code == 78)
        #expect(setup.reports("inbox") == ["a.csv"] && !setup.folder.holds("shop.sqlite"))
    }

    /// Failed files, empty folders and reports without a ledger do not show that there was a ledger.
    @Test func newShopStartsALedger() throws {
        let setup = try TestShop([
            "inbox/a.csv": "item\n키위쥬스\n", "failed/2026-11-19/x.csv": "1", "o.csv": "item\n", "backup/7.sqlite": "",
        ])
        for name in ["done", "done/2026-11-19", "repeated"] { mkdir(setup.folder.path + "/" + name, 0o755) }
        try setup.run("o.csv", output: "reports/2026-11-19/o")
        #expect(try setup.nightlyRun() == .done)
    }

    /// A restore would replace the link, while the ledger may be on a disk that is not mounted.
    @Test func danglingLedgerLinkIsReported() throws {
        let setup = try used()
        try FileManager.default.removeItem(atPath: setup.folder.path + "/shop.sqlite")
        #expect(symlink("../disk/shop.sqlite", setup.folder.path + "/shop.sqlite") == 0)
        let before = try contentButRecords(of: setup)
        let recorder = MessageRecorder()
        func isUnmounted(_ error: (any Error)?) -> Bool {
            guard case .badLedger("shop.sqlite", .unmounted("../disk/shop.sqlite"))? = error as? BatchError else {
                return false
            }
            return true
        }
        #expect { try setup.nightlyRun(notifying: recorder) } throws: { isUnmounted($0) }
        #expect { try setup.shop().status(StatusRequest(.folder(".", ledger: Self.ledger))) } throws: {
            isUnmounted($0)
        }
        #expect {
            let request = RestoreRequest(waitSeconds: 0, language: .english)
            return try setup.shop().restore(request, parsing: { _ in setup.request() }, notifying: MessageRecorder())
        } throws: { isUnmounted($0) }
        #expect(try contentButRecords(of: setup) == before)
    }

    /// The counter creates a ledger if there is none.
    @Test func ledgerStartedByTheCounterDoesNotReplaceTheMissingOne() throws {
        let setup = try used()
        try FileManager.default.removeItem(atPath: setup.folder.path + "/shop.sqlite")
        try setup.removeRunLog()
        let shift = try setup.shop().openShift(
            ShiftRequest(ledger: Self.ledger, process: 1), notifying: MessageRecorder())
        _ = shift.book([CounterRequest(id: "press-01", .order(juice: "키위쥬스", cups: 1))])
        #expect(try setup.nightlyRun().code == 78)
        #expect(try shift.checkIsOpen() && setup.runs().isEmpty)
        #expect(setup.reports("inbox") == ["b.csv"])
    }

    @Test func ledgerRemovedDuringTheRunIsNotRecreated() throws {
        let setup = try used()
        try setup.write("item\n바나나쥬스\n", to: "inbox/c.csv")
        let path = setup.folder.path + "/shop.sqlite"
        let recorder = MessageRecorder(onLine: { if $0.hasPrefix("b.csv: done/") { #expect(unlink(path) == 0) } })
        #expect(try setup.nightlyRun(notifying: recorder).code == 78)
        #expect(setup.reports("inbox") == ["c.csv"] && !setup.folder.holds("shop.sqlite"))
    }
}
