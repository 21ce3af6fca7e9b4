import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Records of nightly runs, and the status derived from them.
@Suite struct NightlyStateTests {
    private func nightlyRun(_ setup: TestShop) -> NightlyRequest {
        NightlyRequest(run: setup.request(), quietPeriodMs: 0)
    }

    private func status(_ setup: TestShop) throws -> ShopStatus {
        try setup.shop().status(
            StatusRequest(.folder(".", ledger: LedgerRequest(path: NightlyRequest.ledgerPath))))
    }

    @Test func nightlyRunIsRecordedWithItsFiles() throws {
        let setup = try TestShop(["inbox/a.csv": TestShop.orders])
        #expect(try status(setup).nightlyRun == nil)
        _ = try setup.nightlyRun()
        let found = try status(setup)
        var expected = NightlyState(beganAt: TestShop.now)
        expected.verifiedLedger = found.nightlyRun?.verifiedLedger
        #expect(
            found.nightlyRun
                == expected.ended(
                    at: TestShop.now, ExitStatus(.rowsRejected), files: 1, repeated: 0))
        #expect(found.open == FolderIndexModel.OpenRows(short: 0, rejected: 1))
        #expect(found.lastRun?.number == 1 && found.hasLedger && found.shift == nil)
        #expect(found.reasons == [.rowsRejected(1)])
        #expect(
            setup.text("metrics.prom").contains("juice_batch_night_exit_code{folder=\"\(setup.folder.path)\"} 4\n"))
        #expect(setup.reports("").isDisjoint(with: [".nightly.json.new", ".metrics.prom.new"]))
    }

    @Test func repeatedFileIsAReason() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n", "inbox/b.csv": "item\n키위쥬스\n"])
        #expect(try setup.nightlyRun().code == 4)
        let found = try status(setup)
        #expect(found.nightlyRun?.files == 2 && found.nightlyRun?.repeated == 1)
        let repeated = UnresolvedFile(
            .repeated(run: 1), path: "repeated/\(TestShop.today)/b.csv", since: TestShop.now)
        #expect(found.reasons == [.filesRepeated([repeated])])
        #expect(try setup.nightlyRun() == .done)
        #expect(try status(setup).reasons == [.filesRepeated([repeated])])
    }

    @Test func runWithoutFilesIsRecorded() throws {
        let setup = try TestShop(["inbox/.keep": ""])
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(notifying: recorder) == .done)
        #expect(recorder.messages == ["there was nothing to do: the inbox has no new files", "0 files, exit code 0"])
        let found = try status(setup)
        #expect(found.nightlyRun?.files == 0 && found.reasons.isEmpty && !found.hasLedger)
    }

    @Test func missingFilesAreAReason() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        var request = nightlyRun(setup)
        request.filesExpected = 2
        let recorder = MessageRecorder()
        #expect(try setup.shop().runNightly(request, notifying: recorder).code == 6)
        #expect(
            recorder.messages.first
                == "fewer files arrived than the 2 expected (exit code 6); check that the shop has sent its files")
        #expect(recorder.messages.last == "1 file, exit code 6 (fewer files arrived than expected)")
        #expect(try setup.runs().count == 1)
        #expect(try status(setup).reasons == [.filesMissing(files: 1)])
        request.filesExpected = 0
        #expect(try setup.shop().runNightly(request, notifying: MessageRecorder()) == .done)
    }

    @Test func stoppedRunIsRecorded() throws {
        let setup = try TestShop(["inbox/a.csv": TestShop.orders, "menu.csv": "juice\n"])
        let request = NightlyRequest(run: setup.request(menu: "menu.csv"), quietPeriodMs: 0)
        #expect(try setup.shop().runNightly(request, notifying: MessageRecorder()).code == 78)
        #expect(try status(setup).reasons == [.nightlyRunFailed(ExitStatus(.badSetting))])
        setup.cancellation.request(signal: SIGTERM)
        #expect(throws: BatchError.self) { try setup.nightlyRun() }
        #expect(setup.text(".nightly.json").contains("\"exit\": 143"))
    }

    @Test func runThatCouldNotStartIsRecorded() throws {
        let setup = try TestShop(["inbox/.keep": ""])
        _ = try setup.nightlyRun()
        setup.shop().noteNightlyRun(.usage, notifying: MessageRecorder())
        let record = try #require(try status(setup).nightlyRun)
        #expect(record.exitStatus == ExitStatus(.usage) && record.files == nil && record.lastSuccessAt == TestShop.now)
        // The running process keeps the record.
        let lock = open(setup.folder.path + "/.nightly.lock", O_RDWR | O_CLOEXEC)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        setup.shop().noteNightlyRun(.badSetting, notifying: MessageRecorder())
        #expect(try status(setup).nightlyRun == record)
    }

    /// A killed run leaves a start record; while it runs, status shows it as running.
    @Test func runWithoutAnEndWasCutShort() throws {
        let setup = try TestShop(["inbox/.keep": ""])
        let begun = NightlyState(beganAt: "2026-11-20T18:00:00Z", lastSuccessAt: "2026-11-19T18:00:00Z").jsonText
        try setup.write(begun, to: ".nightly.json")
        #expect(try status(setup).reasons == [.nightlyRunInterrupted(beganAt: "2026-11-20T18:00:00Z")])
        let lock = open(setup.folder.path + "/.nightly.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        let found = try status(setup)
        #expect(found.nightlyRun?.isRunning == true && found.reasons.isEmpty)
    }

    @Test(arguments: [
        "", "{}", "no JSON", #"{"schema": 2, "began_at": "2026-11-20T18:00:00Z", "reasons": []}"#,
        #"{"schema": 1, "began_at": "2026-11-20T18:00:00Z", "reasons": ["no such"]}"#, #"{"schema": 1}"#,
    ])
    func malformedRecordIsIgnored(text: String) throws {
        let setup = try TestShop([".nightly.json": text])
        #expect(try status(setup).reasons == [.noNightlyRun])
    }

    @Test func unwritableRecordIsReportedWithoutEffect() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n", "metrics.prom/x": "", ".nightly.json/x": ""])
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(notifying: recorder) == .done)
        #expect(
            recorder.notices == [
                .ledgerCreated(path: "shop.sqlite", hasStockFile: false),
                .nightlyRunUnrecorded(path: ".nightly.json", errno: EISDIR),
                .nightlyRunUnrecorded(path: "metrics.prom", errno: EISDIR),
            ])
        #expect(try setup.runs().count == 1)
    }

    /// A ledger that a nightly run verified is not verified again; any other is.
    @Test func onlyAVerifiedLedgerIsTrusted() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        let path = setup.folder.path + "/shop.sqlite"
        // The file system's clock must advance between the run and its backup.
        _ = try setup.shop().runNightly(
            nightlyRun(setup), notifying: MessageRecorder(onLine: { _ in poll(nil, 0, 200) }))
        let trusted = try #require(try status(setup).nightlyRun?.verifiedLedger)
        #expect(try trusted == identity(path))
        // A night without a file verifies the same ledger.
        _ = try setup.nightlyRun()
        #expect(try status(setup).nightlyRun?.verifiedLedger == trusted)
        setup.shop().noteNightlyRun(.usage, notifying: MessageRecorder())
        #expect(try status(setup).nightlyRun?.verifiedLedger == trusted)

        var bytes = try #require(setup.folder.read("shop.sqlite"))
        let location = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("a.csv".utf8)) })
        bytes[location] ^= 1
        try setup.folder.write(bytes, to: "shop.sqlite")
        expectUnsound(setup)
        let record = setup.text(".nightly.json")
        let forged = record.replacingOccurrences(of: trusted.text, with: try identity(path).text)
        try setup.write(forged, to: ".nightly.json")
        #expect(try status(setup).lastRun?.number == 1)
        try setup.folder.write([], to: "shop.sqlite-journal")
        expectUnsound(setup)
        try FileManager.default.removeItem(atPath: path + "-journal")
        #expect(try status(setup).lastRun?.number == 1)
        // A copy has the same content and times, and is another file.
        try FileManager.default.copyItem(atPath: path, toPath: path + ".copy")
        #expect(rename(path + ".copy", path) == 0)
        expectUnsound(setup)
    }

    private func expectUnsound(_ setup: TestShop, sourceLocation: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: BatchError.self, sourceLocation: sourceLocation) { try status(setup) }
        guard case .unsoundLedger? = error else {
            Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
            return
        }
    }

    private func identity(_ path: String) throws -> FileIdentity {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return FileIdentity(status)
    }

    @Test(arguments: ["1 2 3 4", "1 2 3 4 99999999999999999999", "", "a b c d e", "-1 -1 -1 -1 -1"])
    func malformedLedgerIdentityVerifiesNothing(text: String) throws {
        let record = """
            {"schema": 1, "began_at": "2026-11-20T18:00:00Z", "ended_at": null, "exit": null, "reasons": [],
            "verified_ledger": "\(text)"}
            """
        let nightlyRun = try #require(NightlyState(of: Array(record.utf8)))
        #expect(nightlyRun.verifiedLedger == nil)
    }

    @Test func openShiftIsShownAndMissingLedgerIsAnError() throws {
        let setup = try TestShop()
        let ledger = LedgerRequest(path: "shop.sqlite")
        try setup.run(ledger: ledger)
        _ = try setup.shop().openShift(ShiftRequest(ledger: ledger, process: 1), notifying: MessageRecorder())
        let found = try setup.shop().status(StatusRequest(.ledger(ledger)))
        #expect(found.shift?.openedAt == TestShop.now && found.nightlyRun == nil)
        #expect(found.reasons == [.rowsRejected(1)])
        var request = StatusRequest(.ledger(LedgerRequest(path: "none.sqlite")))
        #expect(throws: BatchError.self) { try setup.shop().status(request) }
        request.location = .folder("none", ledger: ledger)
        #expect(throws: BatchError.self) { try setup.shop().status(request) }
    }

    /// Files set aside by a run that was cut short are reported once, by the next run.
    @Test func filesSetAsideByACutShortRunAreReportedOnce() throws {
        let record = """
            {"schema": 1, "began_at": "2026-11-20T18:00:00Z", "ended_at": null, "exit": null, "reasons": ["input_refused"],
            "files": null, "repeated": 1, "last_good_at": null}
            """
        let setup = try TestShop([".nightly.json": record, "inbox/.keep": ""])
        #expect(try setup.nightlyRun().code == 65)
        // The file is gone from failed/ by now.
        #expect(try status(setup).reasons.isEmpty)
        #expect(try setup.nightlyRun() == .done)
        #expect(try status(setup).reasons.isEmpty)
    }

    /// Status detects a missing ledger by the same files as a nightly run.
    @Test(arguments: ["done", "reports"]) func missingLedgerIsAReason(removed: String) throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        #expect(try setup.nightlyRun() == .done)
        for name in [removed, "shop.sqlite", "shop.sqlite.runs"] {
            try FileManager.default.removeItem(atPath: setup.folder.path + "/" + name)
        }
        #expect(try status(setup).reasons.first == .ledgerMissing)
        let other = try TestShop(["done/README.txt": "x", "inbox/.keep": ""])
        #expect(try other.shop().runNightly(nightlyRun(other), notifying: MessageRecorder()) == .done)
        #expect(try status(other).reasons.isEmpty)
    }

    @Test func restoredLedgerCountsOpenRowsOnce() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        #expect(try setup.nightlyRun() == .done)
        let backup = try #require(setup.folder.read("shop.sqlite"))
        for _ in 1...2 {
            try setup.folder.write(backup, to: "shop.sqlite")
            try setup.removeRunLog()
            try setup.write("item\n모름\n망고쥬스\n", to: "inbox/b.csv")
            #expect(try setup.nightlyRun().code == 4)
        }
        #expect(try status(setup).open == FolderIndexModel.OpenRows(short: 0, rejected: 1))
    }
}
