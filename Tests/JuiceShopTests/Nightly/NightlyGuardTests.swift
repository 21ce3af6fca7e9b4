import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Nights whose ledger is new, or gone.
@Suite struct NightlyGuardTests {
    private static let ledger = LedgerRequest(path: NightlyRequest.ledgerPath)

    /// A shop with a night behind it and a file for the next one.
    private func used() throws -> GivenShop {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n"])
        #expect(try given.night() == .done)
        try given.write("item\n망고쥬스\n", to: "inbox/b.csv")
        return given
    }

    /// What a nightly run has left in the folder, or a run by hand, shows that there was an inbox: its share may not be
    /// mounted.
    @Test(arguments: [
        [], ["done", "failed"], ["done", "failed", ".nightly.json"],
        ["done", "failed", ".nightly.json", "shop.sqlite"],
    ])
    func missingInboxIsNotRecreated(removed: [String]) throws {
        let given = try used()
        let isNew = removed.count == 4
        for name in ["inbox"] + removed { try FileManager.default.removeItem(atPath: given.folder.path + "/" + name) }
        for name in isNew ? ["reports", "shop.sqlite.runs", "backup"] : [] {
            try FileManager.default.removeItem(atPath: given.folder.path + "/" + name)
        }
        let hearer = Hearer()
        let request = NightlyRequest(run: given.request(), settleMs: 0)
        if isNew {
            #expect(try given.shop().dryRunNight(request, telling: Hearer()) == .done)
            #expect(!given.folder.holds("inbox"))
            #expect(try given.night(telling: hearer) == .done && given.folder.holds("inbox"))
            #expect(
                hearer.told.first == "inbox: created, since this folder is new; put the exports of your POS here")
            return
        }
        let before = try contentButRecords(of: given)
        for isDry in [true, false] {
            expectError {
                let shop = given.shop()
                _ =
                    try isDry
                    ? shop.dryRunNight(request, telling: hearer) : shop.night(request, telling: hearer)
            } fits: {
                if case .missingInbox("inbox") = $0 { true } else { false }
            }
        }
        #expect(hearer.told.isEmpty && !given.folder.holds("inbox"))
        #expect(try contentButRecords(of: given) == before)
    }

    @Test func newLedgerIsReportedOnce() throws {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n", "x.csv": "item\n망고쥬스\n"])
        var dry = given.request("x.csv", ledger: Self.ledger)
        dry.isDryRun = true
        let quiet = Hearer()
        _ = try given.shop().run(dry, telling: quiet)
        #expect(quiet.notices.isEmpty)
        let first = Hearer()
        #expect(try given.night(telling: first) == .done)
        #expect(first.notices == [.madeLedger(path: "shop.sqlite")])
        let second = Hearer()
        try given.run("x.csv", ledger: Self.ledger, telling: second)
        #expect(second.notices.isEmpty)
        let other = Hearer()
        try given.run("x.csv", ledger: LedgerRequest(path: "other.sqlite"), telling: other)
        #expect(other.notices == [.madeLedger(path: "other.sqlite")])
    }

    /// A run that is refused makes nothing.
    @Test func refusedRunReportsNoNewLedger() throws {
        let given = try GivenShop(["x.csv": "nothing\n1\n"])
        let hearer = Hearer()
        #expect(throws: BatchError.self) {
            try given.run("x.csv", ledger: Self.ledger, telling: hearer)
        }
        #expect(hearer.notices.isEmpty)
    }

    /// Each of these shows that there was a ledger.
    @Test(arguments: [
        (["reports"], "done/2026-11-21"), (["done"], "reports/2026-11-21/a"), ([], "done/2026-11-21"),
        (["done", "reports"], "backup/1.sqlite"),
    ])
    func missingLedgerLeavesEverythingUnchanged(removed: [String], evidence: String) throws {
        let given = try used()
        for name in removed { try FileManager.default.removeItem(atPath: given.folder.path + "/" + name) }
        try FileManager.default.removeItem(atPath: given.folder.path + "/shop.sqlite")
        try given.removeRunLog()
        for content in [nil, [UInt8]()] {
            if let content { try given.folder.write(content, to: "shop.sqlite") }
            // What it needs and finds missing is made all the same.
            for name in removed { mkdir(given.folder.path + "/" + name, 0o755) }
            let before = try contentButRecords(of: given)
            let hearer = Hearer()
            #expect(try given.night(telling: hearer).code == 78)
            #expect(hearer.told == ["the ledger cannot be used (exit code 78); nothing was applied"])
            guard case .badLedger("shop.sqlite", .gone(evidence))? = hearer.failures.first as? BatchError else {
                throw ProgramError(description: "\(hearer.failures)")
            }
            #expect(try contentButRecords(of: given) == before)
        }
    }

    /// All that is in the folder, but for the records of nights, which tell of one that ended so, too.
    private func contentButRecords(of given: GivenShop) throws -> [String: [UInt8]] {
        try given.content().filter { ![".nightly.json", "metrics.prom"].contains($0.key) }
    }

    @Test func repeatedFilesShowThatALedgerExisted() throws {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n", "repeated/2026-11-19/x.csv": "1"])
        #expect(try given.night().code == 78)
        #expect(given.reports("inbox") == ["a.csv"] && !given.folder.holds("shop.sqlite"))
    }

    /// What failed was never in a ledger, and an empty folder or a report without a ledger shows nothing.
    @Test func newShopStartsALedger() throws {
        let given = try GivenShop([
            "inbox/a.csv": "item\n키위쥬스\n", "failed/2026-11-19/x.csv": "1", "o.csv": "item\n", "backup/7.sqlite": "",
        ])
        for name in ["done", "done/2026-11-19", "repeated"] { mkdir(given.folder.path + "/" + name, 0o755) }
        try given.run("o.csv", output: "reports/2026-11-19/o")
        #expect(try given.night() == .done)
    }

    /// A restore would put another file in place of the link, while the ledger may be on a disk that is not mounted.
    @Test func danglingLedgerLinkIsReported() throws {
        let given = try used()
        try FileManager.default.removeItem(atPath: given.folder.path + "/shop.sqlite")
        #expect(symlink("../disk/shop.sqlite", given.folder.path + "/shop.sqlite") == 0)
        let before = try contentButRecords(of: given)
        let hearer = Hearer()
        func isUnmounted(_ error: (any Error)?) -> Bool {
            guard case .badLedger("shop.sqlite", .unmounted("../disk/shop.sqlite"))? = error as? BatchError else {
                return false
            }
            return true
        }
        #expect { try given.night(telling: hearer) } throws: { isUnmounted($0) }
        #expect { try given.shop().status(StatusRequest(.folder(".", ledger: Self.ledger))) } throws: {
            isUnmounted($0)
        }
        #expect {
            let request = RestoreRequest(waitSeconds: 0, language: .english)
            return try given.shop().restore(request, parsing: { _ in given.request() }, telling: Hearer())
        } throws: { isUnmounted($0) }
        #expect(try contentButRecords(of: given) == before)
    }

    /// The counter begins a ledger where it finds none.
    @Test func ledgerStartedByTheCounterDoesNotReplaceTheMissingOne() throws {
        let given = try used()
        try FileManager.default.removeItem(atPath: given.folder.path + "/shop.sqlite")
        try given.removeRunLog()
        let shift = try given.shop().openShift(ShiftRequest(ledger: Self.ledger, process: 1), telling: Hearer())
        _ = shift.book([CounterRequest(id: "press-01", .order(juice: "키위쥬스", cups: 1))])
        #expect(try given.night().code == 78)
        #expect(try shift.isOpen() && given.runs().isEmpty)
        #expect(given.reports("inbox") == ["b.csv"])
    }

    @Test func ledgerRemovedDuringTheRunIsNotRecreated() throws {
        let given = try used()
        try given.write("item\n바나나쥬스\n", to: "inbox/c.csv")
        let path = given.folder.path + "/shop.sqlite"
        let hearer = Hearer(onLine: { if $0.hasPrefix("b.csv: done/") { #expect(unlink(path) == 0) } })
        #expect(try given.night(telling: hearer).code == 78)
        #expect(given.reports("inbox") == ["c.csv"] && !given.folder.holds("shop.sqlite"))
    }
}
