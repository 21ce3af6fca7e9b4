import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Nightly runs whose ledger or inbox is new or missing.
@Suite struct NightlyGuardTests {
    /// A shop after one nightly run, with a file for the next.
    private func used() throws -> TestShop {
        let setup = try TestShop([:])
        #expect(try setup.nightlyRun(["a.csv": "item\n키위쥬스\n"]) == .done)
        try setup.write("item\n망고쥬스\n", to: "inbox/b.csv")
        return setup
    }

    /// The content of the folder without the records of nightly runs.
    private func contentButRecords(of setup: TestShop) throws -> [String: [UInt8]] {
        try setup.content().filter { ![".nightly.json", "metrics.prom"].contains($0.key) }
    }

    /// What a nightly run has left in the folder, or a run by hand, shows that there was an inbox: its share may not be
    /// mounted.
    @Test(arguments: [[], ["done", "failed"], ["done", "failed", ".nightly.json"]])
    func missingInboxIsNotRecreated(removed: [String]) throws {
        let setup = try used()
        for name in ["inbox"] + removed { try setup.remove(name) }
        let recorder = MessageRecorder()
        let request = NightlyRequest(run: setup.request(), quietPeriodMs: 0)
        let before = try contentButRecords(of: setup)
        for isDry in [true, false] {
            expectError {
                try isDry
                    ? setup.shop().dryRunNightly(request, notifying: recorder)
                    : setup.shop().runNightly(request, notifying: recorder)
            } fits: {
                if case .missingInbox("inbox") = $0 { true } else { false }
            }
        }
        #expect(try recorder.messages.isEmpty && contentButRecords(of: setup) == before)
    }

    @Test func newFolderGetsAnInbox() throws {
        let setup = try TestShop([:])
        let request = NightlyRequest(run: setup.request(), quietPeriodMs: 0)
        #expect(try setup.shop().dryRunNightly(request, notifying: MessageRecorder()) == .done)
        #expect(try setup.content().isEmpty)
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(notifying: recorder) == .done && setup.folder.holds("inbox"))
        #expect(
            recorder.messages.first
                == "inbox: created, because this folder is new; put the exports of your POS into it")
    }

    @Test func newLedgerIsReportedOnce() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n", "x.csv": "item\n망고쥬스\n"])
        var dry = setup.request("x.csv", ledger: TestShop.ledger)
        dry.isDryRun = true
        let recorder = MessageRecorder()
        _ = try setup.shop().run(dry, notifying: recorder)
        #expect(recorder.notices.isEmpty)
        try setup.nightlyRun(notifying: recorder)
        for path in ["shop.sqlite", "other.sqlite"] {
            try setup.run("x.csv", ledger: LedgerRequest(path: path), notifying: recorder)
        }
        let created = ["shop.sqlite", "other.sqlite"].map { ShopNotice.ledgerCreated(path: $0, hasStockFile: false) }
        #expect(recorder.notices == created)
    }

    /// Each remaining file shows that there was a ledger, to a nightly run and to status.
    @Test(arguments: [
        (["reports"], "done/2026-11-21"), (["done"], "reports/2026-11-21/a"), ([], "done/2026-11-21"),
        (["done", "reports"], "backup/1.sqlite"), (["done", "reports", "backup"], "repeated/2026-11-19"),
    ])
    func missingLedgerLeavesEverythingUnchanged(removed: [String], evidence: String) throws {
        let setup = try used()
        if evidence.hasPrefix("repeated") { try setup.write("1", to: evidence + "/x.csv") }
        for name in removed + ["shop.sqlite", "shop.sqlite.runs"] { try setup.remove(name) }
        #expect(try setup.status().reasons.first == .ledgerMissing)
        for content in [nil, [UInt8]()] {
            if let content { try setup.folder.write(content, to: "shop.sqlite") }
            // Missing folders are still created.
            for name in removed { mkdir(setup.path(name), 0o755) }
            let before = try contentButRecords(of: setup)
            let recorder = MessageRecorder()
            #expect(try setup.nightlyRun(notifying: recorder).code == 78)
            #expect(
                recorder.messages == ["the nightly run cannot begin (exit code 78); no file in the inbox was applied"])
            guard case .badLedger("shop.sqlite", .disappeared(evidence))? = recorder.failures.first as? BatchError
            else {
                throw ProgramError(description: "\(recorder.failures)")
            }
            #expect(try contentButRecords(of: setup) == before)
        }
    }

    /// Failed and foreign files, empty folders and reports without a ledger do not show that there was a ledger.
    @Test func newShopStartsALedger() throws {
        let setup = try TestShop([
            "inbox/a.csv": "item\n키위쥬스\n", "failed/2026-11-19/x.csv": "1", "o.csv": "item\n", "backup/7.sqlite": "",
            "done/README.txt": "x",
        ])
        for name in ["done/2026-11-19", "repeated"] { mkdir(setup.path(name), 0o755) }
        try setup.run("o.csv", output: "reports/2026-11-19/o")
        #expect(try setup.nightlyRun() == .done)
        #expect(try setup.status().reasons.map(\.kind) == ["files_failed"])
    }

    /// A restore would replace the link, while the ledger may be on a disk that is not mounted.
    @Test func danglingLedgerLinkIsReported() throws {
        let setup = try used()
        try setup.remove("shop.sqlite")
        #expect(symlink("../disk/shop.sqlite", setup.path("shop.sqlite")) == 0)
        let before = try contentButRecords(of: setup)
        func expectUnmounted(_ body: () throws -> Void) {
            expectError(body) {
                if case .badLedger("shop.sqlite", .unmounted("../disk/shop.sqlite")) = $0 { true } else { false }
            }
        }
        expectUnmounted { try setup.nightlyRun() }
        expectUnmounted { _ = try setup.status() }
        expectUnmounted {
            _ = try setup.shop().restore(
                waitSeconds: 0, language: .english, parsing: { _ in setup.request() }, notifying: MessageRecorder())
        }
        #expect(try contentButRecords(of: setup) == before)
    }

    /// The counter creates a ledger if there is none.
    @Test func ledgerStartedByTheCounterDoesNotReplaceTheMissingOne() throws {
        let setup = try used()
        try setup.remove("shop.sqlite", "shop.sqlite.runs")
        let shift = try setup.openShift()
        #expect(try setup.nightlyRun().code == 78)
        #expect(try shift.checkIsOpen() && setup.runs().isEmpty)
        #expect(setup.reports("inbox") == ["b.csv"])
    }

    @Test func ledgerRemovedDuringTheRunIsNotRecreated() throws {
        let setup = try used()
        try setup.write("item\n바나나쥬스\n", to: "inbox/c.csv")
        let recorder = MessageRecorder(onLine: { if $0.hasPrefix("b.csv: done/") { try setup.remove("shop.sqlite") } })
        #expect(try setup.nightlyRun(notifying: recorder).code == 78)
        #expect(setup.reports("inbox") == ["c.csv"] && !setup.folder.holds("shop.sqlite"))
    }
}
