import Foundation
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Reports of nightly runs that were removed by hand.
@Suite struct RemovedReportsTests {
    private let setup: TestShop
    private let ledger = LedgerRequest(path: NightlyRequest.ledgerPath)

    /// A shop with two runs on a day, and one of the day before.
    init() throws {
        setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        _ = try setup.shop(localTime: { "2026-11-20 03:30:00" }).runNightly(
            NightlyRequest(run: setup.request(), quietPeriodMs: 0), notifying: MessageRecorder())
        try setup.write("item,memo\n망고쥬스,b\n", to: "inbox/b.csv")
        try setup.write("item,memo\n망고쥬스,c\n", to: "inbox/c.csv")
        #expect(try setup.nightlyRun() == .done)
    }

    private func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: "\(setup.folder.path)/reports/\(path)")
    }

    /// The runs whose reports status reports as missing.
    private func runs() throws -> [MisplacedReports] {
        let status = try setup.shop().status(StatusRequest(.folder(".", ledger: ledger)))
        let told = status.reasons.contains { if case .reportsMisplaced = $0 { true } else { false } }
        #expect(told != status.misplaced.isEmpty)
        return status.misplaced
    }

    private func lost(_ run: Int, _ path: String) -> MisplacedReports {
        MisplacedReports(run: run, state: .missing(target: "reports/\(path)"))
    }

    @Test func existingReportsAreNotReportedMissing() throws {
        try setup.run("done/\(TestShop.today)/c.csv", ledger: again, output: "elsewhere")
        #expect(try runs().isEmpty)
    }

    private var again: LedgerRequest { LedgerRequest(path: NightlyRequest.ledgerPath, knownInputs: .applyAgain) }

    @Test(arguments: ["2026-11-21/c", "2026-11-21/c/report.html", "2026-11-21/c/success.csv"])
    func missingReportsOfTheNewestDayAreReported(path: String) throws {
        try remove(path)
        #expect(try runs() == [lost(3, "2026-11-21/c")])
        try setup.shop().reverse(3, in: ledger, notifying: MessageRecorder()) { _ in }
        #expect(try runs().isEmpty, "what was reversed needs none")
    }

    @Test func onlyMissingFilesOfOlderDaysAreReported() throws {
        try remove("2026-11-20/a/summary.json")
        #expect(try runs() == [lost(1, "2026-11-20/a")])
        try remove("2026-11-20/a")
        #expect(try runs().isEmpty, "it may have been removed as expired")
    }

    @Test func missingFolderReportsAllItsSets() throws {
        try remove("")
        #expect(try runs() == [lost(2, "2026-11-21/b"), lost(3, "2026-11-21/c")])
    }
}
