import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// What nights leave of themselves in their folder, and what is told by it.
@Suite struct NightlyStateTests {
    private func night(_ given: GivenShop) -> NightlyRequest { NightlyRequest(run: given.request(), settleMs: 0) }

    private func status(_ given: GivenShop) throws -> ShopStatus {
        try given.shop().status(
            StatusRequest(.folder(".", ledger: LedgerRequest(path: NightlyRequest.ledgerPath))))
    }

    @Test func nightlyRunIsRecordedWithItsFiles() throws {
        let given = try GivenShop(["inbox/a.csv": GivenShop.orders])
        #expect(try status(given).night == nil)
        _ = try given.night()
        let found = try status(given)
        var expected = NightlyState(beganAt: GivenShop.now)
        expected.verifiedLedger = found.night?.record.verifiedLedger
        #expect(
            found.night?.record
                == expected.ended(
                    at: GivenShop.now, ExitStatus(.rowsRejected), files: 1, repeated: 0))
        #expect(found.open == FolderIndexModel.OpenRows(short: 0, rejected: 1))
        #expect(found.lastRun?.number == 1 && found.hasLedger && found.shift == nil)
        #expect(found.reasons == [.rowsRejected(1)])
        #expect(
            given.text("metrics.prom").contains("juice_batch_night_exit_code{folder=\"\(given.folder.path)\"} 4\n"))
        #expect(given.reports("").isDisjoint(with: [".nightly.json.new", ".metrics.prom.new"]))
    }

    @Test func repeatedFileIsAReason() throws {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n", "inbox/b.csv": "item\n키위쥬스\n"])
        #expect(try given.night().code == 4)
        let found = try status(given)
        #expect(found.night?.record.files == 2 && found.night?.record.repeated == 1)
        let repeated = UnresolvedFile(
            .repeated(run: 1), path: "repeated/\(GivenShop.today)/b.csv", since: GivenShop.now)
        #expect(found.reasons == [.filesRepeated([repeated])])
        #expect(try given.night() == .done)
        #expect(try status(given).reasons == [.filesRepeated([repeated])])
    }

    @Test func runWithoutFilesIsRecorded() throws {
        let given = try GivenShop(["inbox/.keep": ""])
        let hearer = Hearer()
        #expect(try given.night(telling: hearer) == .done)
        #expect(hearer.told == ["nothing to do: no new file in the inbox", "0 files, exit code 0"])
        let found = try status(given)
        #expect(found.night?.record.files == 0 && found.reasons.isEmpty && !found.hasLedger)
    }

    @Test func missingFilesAreAReason() throws {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n"])
        var request = night(given)
        request.filesExpected = 2
        let hearer = Hearer()
        #expect(try given.shop().night(request, telling: hearer).code == 6)
        #expect(hearer.told.first == "fewer files than the 2 expected (exit code 6)")
        #expect(hearer.told.last == "1 file, exit code 6 (fewer files than expected)")
        #expect(try given.runs().count == 1)
        #expect(try status(given).reasons == [.filesMissing(files: 1)])
        request.filesExpected = 0
        #expect(try given.shop().night(request, telling: Hearer()) == .done)
    }

    /// What has gone wrong with a file says more than that another one has not come.
    @Test func refusedFilePrecedesMissingOne() throws {
        let given = try GivenShop(["inbox/a.csv": "item\n\"키위쥬스\n"])
        var request = night(given)
        request.filesExpected = 2
        #expect(try given.shop().night(request, telling: Hearer()).code == 65)
    }

    @Test func stoppedRunIsRecorded() throws {
        let given = try GivenShop(["inbox/a.csv": GivenShop.orders, "menu.csv": "juice\n"])
        let request = NightlyRequest(run: given.request(menu: "menu.csv"), settleMs: 0)
        #expect(try given.shop().night(request, telling: Hearer()).code == 78)
        #expect(try status(given).reasons == [.nightFailed(ExitStatus(.badSetting))])
        given.cancellation.request(signal: SIGTERM)
        #expect(throws: BatchError.self) { try given.night() }
        #expect(given.text(".nightly.json").contains("\"exit\": 143"))
    }

    @Test func runThatCouldNotStartIsRecorded() throws {
        let given = try GivenShop(["inbox/.keep": ""])
        _ = try given.night()
        given.shop().noteNight(.usage, telling: Hearer())
        let record = try #require(try status(given).night?.record)
        #expect(record.exitStatus == ExitStatus(.usage) && record.files == nil && record.goodAt == GivenShop.now)
        // The process at work in the folder keeps the record.
        let lock = open(given.folder.path + "/.nightly.lock", O_RDWR | O_CLOEXEC)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        given.shop().noteNight(.badSetting, telling: Hearer())
        #expect(try status(given).night?.record == record)
    }

    /// A killed night leaves its beginning; who reads it while it goes on sees it at work.
    @Test func runWithoutAnEndWasCutShort() throws {
        let given = try GivenShop(["inbox/.keep": ""])
        let begun = NightlyStateJSON.render(
            NightlyState(beganAt: "2026-11-20T18:00:00Z", goodAt: "2026-11-19T18:00:00Z"))
        try given.write(begun, to: ".nightly.json")
        #expect(try status(given).reasons == [.nightCutShort(beganAt: "2026-11-20T18:00:00Z")])
        let lock = open(given.folder.path + "/.nightly.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        let found = try status(given)
        #expect(found.night?.isAtWork == true && found.reasons.isEmpty)
    }

    @Test(arguments: [
        "", "{}", "no JSON", #"{"schema": 2, "began_at": "2026-11-20T18:00:00Z", "reasons": []}"#,
        #"{"schema": 1, "began_at": "2026-11-20T18:00:00Z", "reasons": ["no such"]}"#, #"{"schema": 1}"#,
    ])
    func malformedRecordIsIgnored(text: String) throws {
        let given = try GivenShop([".nightly.json": text])
        #expect(try status(given).reasons == [.noNight])
    }

    @Test func unwritableRecordIsReportedWithoutEffect() throws {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n", "metrics.prom/x": "", ".nightly.json/x": ""])
        let hearer = Hearer()
        #expect(try given.night(telling: hearer) == .done)
        #expect(
            hearer.notices == [
                .madeLedger(path: "shop.sqlite"), .nightUnrecorded(path: ".nightly.json", errno: EISDIR),
                .nightUnrecorded(path: "metrics.prom", errno: EISDIR),
            ])
        #expect(try given.runs().count == 1)
    }

    /// What a night has verified is not verified again, and whatever else is there is.
    @Test func onlyAVerifiedLedgerIsTrusted() throws {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n"])
        let path = given.folder.path + "/shop.sqlite"
        // The clock of the file system has to go on between the run and its backup.
        _ = try given.shop().night(night(given), telling: Hearer(onLine: { _ in poll(nil, 0, 200) }))
        let trusted = try #require(try status(given).night?.record.verifiedLedger)
        #expect(try trusted == identity(path))
        // A night without a file verifies the same ledger.
        _ = try given.night()
        #expect(try status(given).night?.record.verifiedLedger == trusted)
        given.shop().noteNight(.usage, telling: Hearer())
        #expect(try status(given).night?.record.verifiedLedger == trusted)

        var bytes = try #require(given.folder.read("shop.sqlite"))
        let place = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("a.csv".utf8)) })
        bytes[place] ^= 1
        try given.folder.write(bytes, to: "shop.sqlite")
        expectUnsound(given)
        let record = given.text(".nightly.json")
        let forged = record.replacingOccurrences(of: trusted.text, with: try identity(path).text)
        try given.write(forged, to: ".nightly.json")
        #expect(try status(given).lastRun?.number == 1)
        // SQLite keeps a change beside it.
        try given.folder.write([], to: "shop.sqlite-journal")
        expectUnsound(given)
        try FileManager.default.removeItem(atPath: path + "-journal")
        #expect(try status(given).lastRun?.number == 1)
        // A copy has the same content and times, and is another file.
        try FileManager.default.copyItem(atPath: path, toPath: path + ".copy")
        #expect(rename(path + ".copy", path) == 0)
        expectUnsound(given)
    }

    private func expectUnsound(_ given: GivenShop, sourceLocation: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: BatchError.self, sourceLocation: sourceLocation) { try status(given) }
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
        let night = try #require(NightlyStateJSON.record(of: Array(record.utf8)))
        #expect(night.verifiedLedger == nil)
    }

    @Test func openShiftIsShownAndMissingLedgerIsAnError() throws {
        let given = try GivenShop()
        let ledger = LedgerRequest(path: "shop.sqlite")
        try given.run(ledger: ledger)
        _ = try given.shop().openShift(ShiftRequest(ledger: ledger, process: 1), telling: Hearer())
        let found = try given.shop().status(StatusRequest(.ledger(ledger)))
        #expect(found.shift?.openedAt == GivenShop.now && found.night == nil)
        #expect(found.reasons == [.rowsRejected(1)])
        var request = StatusRequest(.ledger(LedgerRequest(path: "none.sqlite")))
        #expect(throws: BatchError.self) { try given.shop().status(request) }
        request.place = .folder("none", ledger: ledger)
        #expect(throws: BatchError.self) { try given.shop().status(request) }
    }

    /// What a night put aside before it was cut short is told by the next one, and once.
    @Test func filesSetAsideByACutShortRunAreReportedOnce() throws {
        let record = """
            {"schema": 1, "began_at": "2026-11-20T18:00:00Z", "ended_at": null, "exit": null, "reasons": ["input_refused"],
            "files": null, "repeated": 1, "last_good_at": null}
            """
        let given = try GivenShop([".nightly.json": record, "inbox/.keep": ""])
        #expect(try given.night().code == 65)
        // The file is gone from failed/ by now.
        #expect(try status(given).reasons.isEmpty)
        #expect(try given.night() == .done)
        #expect(try status(given).reasons.isEmpty)
    }

    /// Status sees a ledger that is gone by all by which a night does.
    @Test(arguments: ["done", "reports"]) func missingLedgerIsAReason(removed: String) throws {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n"])
        #expect(try given.night() == .done)
        for name in [removed, "shop.sqlite", "shop.sqlite.runs"] {
            try FileManager.default.removeItem(atPath: given.folder.path + "/" + name)
        }
        #expect(try status(given).reasons.first == .ledgerMissing)
        let other = try GivenShop(["done/README.txt": "x", "inbox/.keep": ""])
        #expect(try other.shop().night(night(other), telling: Hearer()) == .done)
        #expect(try status(other).reasons.isEmpty)
    }

    /// A file that is applied once more to a restored ledger has its rows open once.
    @Test func restoredLedgerCountsOpenRowsOnce() throws {
        let given = try GivenShop(["inbox/a.csv": "item\n키위쥬스\n"])
        #expect(try given.night() == .done)
        let backup = try #require(given.folder.read("shop.sqlite"))
        for _ in 1...2 {
            try given.folder.write(backup, to: "shop.sqlite")
            try given.removeRunLog()
            try given.write("item\n모름\n망고쥬스\n", to: "inbox/b.csv")
            #expect(try given.night().code == 4)
        }
        #expect(try status(given).open == FolderIndexModel.OpenRows(short: 0, rejected: 1))
    }
}
