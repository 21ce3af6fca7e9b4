import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// The copies of the ledger that nightly runs leave in `backup`.
@Suite struct BackupTests {
    private func night(
        _ given: GivenShop, _ rows: String? = nil, keepBackups: Int? = nil, telling hearer: Hearer = Hearer()
    ) throws -> ExitStatus {
        if let rows { try given.folder.write(Array("item,quantity\n\(rows)\n".utf8), to: "inbox/\(rows).csv") }
        var request = NightlyRequest(run: given.request(), settleMs: 0)
        if let keepBackups { request.keepBackups = keepBackups }
        return try given.shop().night(request, telling: hearer)
    }

    private func history(_ given: GivenShop, _ ledger: String) throws -> [RecordedRun] {
        try given.shop().history(of: LedgerRequest(path: ledger)).runs
    }

    @Test func aNightThatChangedTheLedgerLeavesASoundCopy() throws {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n", "inbox/b.csv": "item\n망고쥬스\n"])
        #expect(try night(given) == .done)
        #expect(given.reports("backup") == ["2.sqlite"])
        let ledger = LedgerRequest(path: "backup/2.sqlite")
        #expect(try given.shop().verify(ledger, telling: Hearer()).runs == 2)
        #expect(try history(given, "backup/2.sqlite").map(\.number) == [2, 1])
        #expect(
            try given.shop().stock(of: ledger).stock == given.shop().stock(of: LedgerRequest(path: "shop.sqlite")).stock
        )
    }

    @Test func aNightThatChangedNothingLeavesNoOther() throws {
        let given = try GivenShop([:])
        #expect(try night(given) == .done)
        #expect(given.reports("backup").isEmpty)
        #expect(try night(given, "키위쥬스,1") == .done)
        let inode = try given.folder.status("backup/1.sqlite").st_ino
        #expect(try night(given) == .done)
        #expect(given.reports("backup") == ["1.sqlite"])
        #expect(try given.folder.status("backup/1.sqlite").st_ino == inode)
    }

    /// As after a night that was killed, or whose disk was full.
    @Test func theNextNightMakesWhatIsMissing() throws {
        let given = try GivenShop([:])
        #expect(try night(given, "키위쥬스,1") == .done)
        #expect(unlink(given.folder.path + "/backup/1.sqlite") == 0)
        try given.folder.write(Array("half a copy".utf8), to: "backup/.backup.new")
        #expect(try night(given) == .done)
        #expect(given.reports("backup") == ["1.sqlite"])
        try given.folder.write(Array("no ledger".utf8), to: "backup/1.sqlite")
        #expect(try night(given) == .done)
        #expect(try history(given, "backup/1.sqlite").count == 1)
    }

    @Test func theNewestAreKept() throws {
        let given = try GivenShop(["backup/notes.txt": "", "backup/007.sqlite": "", "backup/99.sqlite": ""])
        for cups in 1...4 { #expect(try night(given, "키위쥬스,\(cups)", keepBackups: 2) == .done) }
        #expect(given.reports("backup") == ["3.sqlite", "4.sqlite", "notes.txt", "007.sqlite", "99.sqlite"])
        #expect(try night(given, "망고쥬스,1", keepBackups: 0) == .done)
        #expect(given.reports("backup").contains("3.sqlite") && !given.reports("backup").contains("5.sqlite"))
    }

    @Test func aNightThatIsStoppedLeavesOneOfWhatItApplied() throws {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n", "inbox/b.csv": "item\n망고쥬스\n"])
        // Where the second file's reports belong, there is a foreign file.
        let hearer = Hearer(onLine: { line in
            if line == "b.csv: run" {
                try FileManager.default.removeItem(atPath: given.folder.path + "/reports/2026-11-21")
                try given.folder.write([], to: "reports/2026-11-21")
            }
        })
        #expect(try night(given, telling: hearer) == ExitStatus(.cannotCreate))
        #expect(given.reports("backup") == ["1.sqlite"])
    }

    @Test func aBackupThatFailsIsToldAndTheRunsCount() throws {
        let given = try GivenShop(["backup": "a file", "inbox/a.csv": "item\n키위쥬스\n"])
        let hearer = Hearer()
        #expect(try night(given, telling: hearer) == ExitStatus(.ledgerNotBackedUp))
        let said = "backup: the ledger could not be backed up (Not a directory; exit code 74); what was applied remains"
        #expect(hearer.told.contains(said), "\(hearer.told)")
        #expect(try given.runs().count == 1)
        #expect(given.reports("done/2026-11-21") == ["a.csv"])
        #expect(unlink(given.folder.path + "/backup") == 0)
        #expect(try night(given) == .done)
        #expect(given.reports("backup") == ["1.sqlite"])
    }

    /// A copy can be read by the same users as the ledger.
    @Test func aCopyHasTheLedgersPermissions() throws {
        let given = try GivenShop([:])
        #expect(try night(given, "키위쥬스,1") == .done)
        chmod(given.folder.path + "/shop.sqlite", 0o600)
        #expect(try night(given, "망고쥬스,1") == .done)
        #expect(try given.folder.status("backup/2.sqlite").st_mode & 0o777 == 0o600)
    }
}

extension TemporaryFolder {
    /// What the system says of a file.
    fileprivate func status(_ name: String) throws -> stat {
        var status = stat()
        try #require(stat(path + "/" + name, &status) == 0)
        return status
    }
}
