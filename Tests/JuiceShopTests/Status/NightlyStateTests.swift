import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Records of nightly runs, and the status derived from them.
@Suite struct NightlyStateTests {
    @Test func nightlyRunIsRecordedWithItsFiles() throws {
        let setup = try TestShop(["inbox/a.csv": TestShop.orders])
        #expect(try setup.status().nightlyRun == nil)
        // The second file is a repeated one.
        #expect(try setup.nightlyRun(["b.csv": TestShop.orders]).code == 4)
        let found = try setup.status()
        var expected = NightlyState(beganAt: TestShop.now)
        (expected.verifiedLedger, expected.repeated) = (found.nightlyRun?.verifiedLedger, 1)
        let ended = ExitStatus([.rowsRejected, .inputRepeated])
        #expect(found.nightlyRun == expected.ended(at: TestShop.now, ended, files: 2))
        #expect(found.open == OpenRows(short: 0, rejected: 1))
        #expect(found.lastRun?.number == 1 && found.hasLedger && found.shift == nil)
        let path = "repeated/\(TestShop.today)/b.csv"
        var repeated = UnresolvedFile(in: .repeated, path: path, since: TestShop.now)
        repeated.run = 1
        #expect(found.reasons == [.filesUnresolved([repeated]), .rowsRejected(1)])
        #expect(setup.text("metrics.prom").contains("juice_batch_night_exit_code{folder=\"\(setup.folder.path)\"} 4\n"))
        #expect(setup.reports("").isDisjoint(with: [".nightly.json.new", ".metrics.prom.new"]))
    }

    @Test func runsWithFewerFilesThanExpectedNeedAttention() throws {
        let setup = try TestShop(["inbox/.keep": ""])
        let empty = MessageRecorder()
        #expect(try setup.nightlyRun(notifying: empty) == .done)
        #expect(empty.messages == ["there was nothing to do: the inbox has no new files", "0 files, exit code 0"])
        #expect(try setup.status().reasons.isEmpty && !setup.status().hasLedger)
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(["a.csv": "item\n키위쥬스\n"], filesExpected: 2, notifying: recorder).code == 6)
        #expect(
            recorder.messages.first
                == "fewer files arrived than the 2 expected (exit code 6); check that the shop has sent its files")
        #expect(recorder.messages.last == "1 file, exit code 6 (fewer files arrived than expected)")
        #expect(try setup.runs().count == 1)
        #expect(try setup.status().reasons == [.filesMissing(files: 1)])
        #expect(try setup.nightlyRun(filesExpected: 0) == .done)
    }

    @Test func runsThatStoppedOrCouldNotStartAreRecorded() throws {
        let setup = try TestShop(["inbox/.keep": "", "menu.csv": "juice\n"])
        #expect(try setup.nightlyRun() == .done)
        let recorder = MessageRecorder()
        let invalid = setup.request(menu: "menu.csv")
        #expect(try setup.nightlyRun(["a.csv": TestShop.orders], by: invalid, notifying: recorder).code == 78)
        #expect(
            recorder.messages == [
                "the nightly run cannot begin (exit code 78); no file in the inbox was applied",
                "the nightly run stopped here; exit code 78 (a menu, stock file or setting is not valid)",
            ])
        #expect(recorder.failures.count == 1 && setup.reports("inbox") == [".keep", "a.csv"])
        #expect(try setup.status().reasons == [.nightlyRunFailed(ExitStatus(.badSetting))])
        setup.shop().recordFailedNightlyStart(.usage, notifying: MessageRecorder())
        let record = try #require(try setup.status().nightlyRun)
        #expect(record.exitStatus == ExitStatus(.usage) && record.files == nil && record.lastSuccessAt == TestShop.now)
        // The running process keeps the record.
        let lock = open(setup.path(".nightly.lock"), O_RDWR | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX) == 0)
        setup.shop().recordFailedNightlyStart(.badSetting, notifying: MessageRecorder())
        close(lock)
        #expect(try setup.status().nightlyRun == record)
        setup.cancellation.request(signal: SIGTERM)
        #expect(throws: BatchError.self) { try setup.nightlyRun() }
        #expect(setup.text(".nightly.json").contains("\"exit\": 143"))
    }

    /// A killed run leaves a start record; while it runs, status shows it as running.
    @Test func runWithoutAnEndWasCutShort() throws {
        var begun = NightlyState(beganAt: "2026-11-20T18:00:00Z")
        begun.lastSuccessAt = "2026-11-19T18:00:00Z"
        let setup = try TestShop(["inbox/.keep": "", ".nightly.json": begun.json.text])
        #expect(try setup.status().reasons == [.nightlyRunInterrupted(beganAt: begun.beganAt)])
        let lock = open(setup.path(".nightly.lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        let found = try setup.status()
        #expect(found.nightlyRun?.isRunning == true && found.reasons.isEmpty)
    }

    @Test(arguments: [
        "", "{}", "no JSON", #"{"schema": 2, "began_at": "2026-11-20T18:00:00Z", "reasons": []}"#,
        #"{"schema": 1, "began_at": "2026-11-20T18:00:00Z", "reasons": ["no such"]}"#, #"{"schema": 1}"#,
        #"{"schema": 1, "began_at": "2026-11-20T18:00:00Z", "reasons": [], "files": 1, "files": 2}"#,
    ])
    func malformedRecordIsIgnored(text: String) throws {
        #expect(try TestShop([".nightly.json": text]).status().reasons == [.noNightlyRun])
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

    @Test func hardLinkedLedgerIsRefusedAsByVerify() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        #expect(try setup.nightlyRun() == .done)
        try #require(link(setup.path("shop.sqlite"), setup.path("snapshot.sqlite")) == 0)
        let attempts: [() throws -> Void] = [{ _ = try setup.status() }, { try setup.verify() }]
        for attempt in attempts {
            expectError(attempt) { if case .badLedger("shop.sqlite", .linked(2)) = $0 { true } else { false } }
        }
    }

    @Test func lostPageHasTheSameCodeAsInVerify() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        #expect(try setup.nightlyRun() == .done)
        let attempts: [() throws -> Void] = [{ _ = try setup.status() }, { try setup.verify() }]
        let (bytes, pageBytes) = (try #require(setup.folder.read("shop.sqlite")), 4_096)
        for page in 1..<bytes.count / pageBytes {
            var lost = bytes
            let range = page * pageBytes..<(page + 1) * pageBytes
            lost.replaceSubrange(range, with: Array(repeating: 0, count: pageBytes))
            try setup.folder.write(lost, to: "shop.sqlite")
            let errors = attempts.map { attempt in #expect(throws: (any Error).self) { try attempt() } }
            #expect(Set(errors.map { $0.map { ExitReason(of: $0).code } }).count == 1, "page \(page)")
        }
    }

    /// A ledger that a nightly run verified is not verified again; any other is.
    @Test func onlyAVerifiedLedgerIsTrusted() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        func verified() throws -> FileIdentity? { try setup.status().nightlyRun?.verifiedLedger }
        func identity() throws -> FileIdentity {
            var status = stat()
            try #require(stat(setup.path("shop.sqlite"), &status) == 0)
            return FileIdentity(status)
        }
        func expectUnsound(sourceLocation: SourceLocation = #_sourceLocation) {
            expectError(setup.status, fits: { $0.isUnsoundLedger }, sourceLocation: sourceLocation)
        }
        // The file system's clock must advance between the run and its backup.
        try setup.nightlyRun(notifying: MessageRecorder(onLine: { _ in poll(nil, 0, 200) }))
        let trusted = try #require(try verified())
        #expect(try trusted == identity())
        // A night without a file verifies the same ledger.
        try setup.nightlyRun()
        #expect(try verified() == trusted)
        setup.shop().recordFailedNightlyStart(.usage, notifying: MessageRecorder())
        #expect(try verified() == trusted)

        var bytes = try #require(setup.folder.read("shop.sqlite"))
        let location = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("a.csv".utf8)) })
        bytes[location] ^= 1
        try setup.folder.write(bytes, to: "shop.sqlite")
        expectUnsound()
        let forged = setup.text(".nightly.json").replacing(trusted.text, with: try identity().text)
        try setup.write(forged, to: ".nightly.json")
        #expect(try setup.status().lastRun?.number == 1)
        try setup.folder.write([], to: "shop.sqlite-journal")
        expectUnsound()
        try setup.remove("shop.sqlite-journal")
        #expect(try setup.status().lastRun?.number == 1)
        // A copy has the same content and times, and is another file.
        try FileManager.default.copyItem(atPath: setup.path("shop.sqlite"), toPath: setup.path("copy"))
        #expect(rename(setup.path("copy"), setup.path("shop.sqlite")) == 0)
        expectUnsound()
    }

    @Test(arguments: ["1 2 3 4", "1 2 3 4 1\(String(repeating: "0", count: 39))", "", "a b c d e", "-1 -1 -1 -1 -1"])
    func malformedLedgerIdentityVerifiesNothing(text: String) throws {
        let record = """
            {"schema": 1, "began_at": "2026-11-20T18:00:00Z", "ended_at": null, "exit": null, "reasons": [],
            "verified_ledger": "\(text)"}
            """
        #expect(try #require(NightlyState(of: Array(record.utf8))).verifiedLedger == nil)
    }

    @Test func openShiftIsShown() throws {
        let setup = try TestShop()
        try setup.run(ledger: TestShop.ledger)
        _ = try setup.openShift()
        let found = try setup.shop().status(StatusRequest(ledger: TestShop.ledger))
        #expect(found.shift?.openedAt == TestShop.now && found.nightlyRun == nil)
        #expect(found.reasons == [.rowsRejected(1)])
    }

    @Test func restoredLedgerCountsOpenRowsOnce() throws {
        let setup = try TestShop()
        #expect(try setup.nightlyRun(["a.csv": "item\n키위쥬스\n"]) == .done)
        let backup = try #require(setup.folder.read("shop.sqlite"))
        for _ in 1...2 {
            try setup.folder.write(backup, to: "shop.sqlite")
            try setup.removeRunLog()
            #expect(try setup.nightlyRun(["b.csv": "item\n모름\n망고쥬스\n"]).code == 4)
        }
        #expect(try setup.status().open == OpenRows(short: 0, rejected: 1))
    }
}

extension BatchError {
    fileprivate var isUnsoundLedger: Bool { if case .unsoundLedger = self { true } else { false } }
}
