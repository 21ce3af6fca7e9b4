import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Backups of the ledger that nightly runs make.
@Suite struct BackupTests {
    private func nightlyRun(
        _ setup: TestShop, _ rows: String? = nil, keepBackups: Int? = nil,
        notifying recorder: MessageRecorder = MessageRecorder()
    ) throws -> ExitStatus {
        if let rows { try setup.write("item,quantity\n\(rows)\n", to: "inbox/\(rows).csv") }
        var request = NightlyRequest(run: setup.request(), quietPeriodMs: 0)
        if let keepBackups { request.keepBackups = keepBackups }
        return try setup.shop().runNightly(request, notifying: recorder)
    }

    private func history(_ setup: TestShop, _ ledger: String) throws -> [RecordedRun] {
        try setup.shop().history(of: LedgerRequest(path: ledger)).runs
    }

    @Test func changedLedgerIsBackedUp() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n", "inbox/b.csv": "item\n망고쥬스\n"])
        #expect(try nightlyRun(setup) == .done)
        #expect(setup.reports("backup") == ["2.sqlite"])
        let ledger = LedgerRequest(path: "backup/2.sqlite")
        #expect(try setup.shop().verify(ledger, notifying: MessageRecorder()).runs == 2)
        #expect(try history(setup, "backup/2.sqlite").map(\.number) == [2, 1])
        #expect(
            try setup.shop().stock(of: ledger).stock == setup.shop().stock(of: LedgerRequest(path: "shop.sqlite")).stock
        )
    }

    @Test func unchangedLedgerMakesNoBackup() throws {
        let setup = try TestShop([:])
        #expect(try nightlyRun(setup) == .done)
        #expect(setup.reports("backup").isEmpty)
        #expect(try nightlyRun(setup, "키위쥬스,1") == .done)
        let inode = try setup.folder.status("backup/1.sqlite").st_ino
        #expect(try nightlyRun(setup) == .done)
        #expect(setup.reports("backup") == ["1.sqlite"])
        #expect(try setup.folder.status("backup/1.sqlite").st_ino == inode)
    }

    /// After a kill or a full disk.
    @Test func nextRunMakesAMissingBackup() throws {
        let setup = try TestShop([:])
        #expect(try nightlyRun(setup, "키위쥬스,1") == .done)
        #expect(unlink(setup.folder.path + "/backup/1.sqlite") == 0)
        try setup.write("half a copy", to: "backup/.backup.new")
        #expect(try nightlyRun(setup) == .done)
        #expect(setup.reports("backup") == ["1.sqlite"])
        try setup.write("no ledger", to: "backup/1.sqlite")
        #expect(try nightlyRun(setup) == .done)
        #expect(try history(setup, "backup/1.sqlite").count == 1)
    }

    @Test func newestBackupsAreKept() throws {
        let setup = try TestShop(["backup/notes.txt": "", "backup/007.sqlite": "", "backup/99.sqlite": ""])
        for cups in 1...4 { #expect(try nightlyRun(setup, "키위쥬스,\(cups)", keepBackups: 2) == .done) }
        #expect(setup.reports("backup") == ["3.sqlite", "4.sqlite", "notes.txt", "007.sqlite", "99.sqlite"])
        #expect(try nightlyRun(setup, "망고쥬스,1", keepBackups: 0) == .done)
        #expect(setup.reports("backup").contains("3.sqlite") && !setup.reports("backup").contains("5.sqlite"))
    }

    @Test func stoppedRunBacksUpWhatItApplied() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n", "inbox/b.csv": "item\n망고쥬스\n"])
        // A foreign file blocks the reports of the second file.
        let recorder = MessageRecorder(onLine: { line in
            if line == "b.csv: applying the file" {
                try FileManager.default.removeItem(atPath: setup.folder.path + "/reports/2026-11-21")
                try setup.folder.write([], to: "reports/2026-11-21")
            }
        })
        #expect(try nightlyRun(setup, notifying: recorder) == ExitStatus(.cannotCreate))
        #expect(setup.reports("backup") == ["1.sqlite"])
    }

    @Test func failedBackupIsReportedAndRunsStand() throws {
        let setup = try TestShop(["backup": "a file", "inbox/a.csv": "item\n키위쥬스\n"])
        let recorder = MessageRecorder()
        #expect(try nightlyRun(setup, notifying: recorder) == ExitStatus(.ledgerNotBackedUp))
        let said =
            "backup: the ledger could not be backed up (Not a directory; exit code 74); the applied runs are kept"
        #expect(recorder.messages.contains(said), "\(recorder.messages)")
        #expect(try setup.runs().count == 1)
        #expect(setup.reports("done/2026-11-21") == ["a.csv"])
        #expect(unlink(setup.folder.path + "/backup") == 0)
        #expect(try nightlyRun(setup) == .done)
        #expect(setup.reports("backup") == ["1.sqlite"])
    }

    /// A copy can be read by the same users as the ledger.
    @Test func backupHasTheLedgerPermissions() throws {
        let setup = try TestShop([:])
        #expect(try nightlyRun(setup, "키위쥬스,1") == .done)
        chmod(setup.folder.path + "/shop.sqlite", 0o600)
        #expect(try nightlyRun(setup, "망고쥬스,1") == .done)
        #expect(try setup.folder.status("backup/2.sqlite").st_mode & 0o777 == 0o600)
    }
}

extension TemporaryFolder {
    fileprivate func status(_ name: String) throws -> stat {
        var status = stat()
        try #require(stat(path + "/" + name, &status) == 0)
        return status
    }
}

/// The business day of the files of an inbox.
@Suite struct NamedDateTests {
    /// The recorded date of a file, and the date in its report.
    private func date(
        _ name: String, _ text: String, modified: String? = nil, dayStart: String = "00:00"
    ) throws -> (recorded: String?, reported: String?) {
        let setup = try TestShop(["inbox/" + name: text])
        if let modified {
            let date = try Date(modified, strategy: .iso8601)
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: setup.folder.path + "/inbox/" + name)
        }
        var input = InputRequest(paths: [])
        input.exportSettings.dayStart = try #require(DayStart(dayStart))
        let request = NightlyRequest(run: RunRequest(input: input, language: .english), quietPeriodMs: 0)
        #expect(try setup.shop().runNightly(request, notifying: MessageRecorder()) == .done)
        let summary = try setup.content(of: "reports").first { $0.key.hasSuffix("/summary.json") }
        let json = OrderedJSONParser.parse(String(decoding: summary?.value ?? [], as: UTF8.self))
        return (try setup.runs().first?.date, json?["date"]?.text)
    }

    private static let plain = "item\n키위쥬스\n"
    private static let timed = "item,time\n키위쥬스,2026-11-07 23:10\n바나나쥬스,2026-11-08 01:30\n"

    @Test(arguments: [
        "sales.csv", "2026-11-31.csv", "2026-11-01_2026-11-30.csv", "1234-11-19.csv", "2026-11.19.csv", "202611199.csv",
        "20261119.csv", "sales-2026-11-08.csv",
    ])
    func dateComesFromTheRowsFirst(name: String) throws {
        #expect(try date(name, Self.timed, modified: "2026-10-01T12:00:00Z").recorded == "2026-11-08")
        let early = try date(name, Self.timed, modified: "2026-10-01T12:00:00Z", dayStart: "05:00")
        #expect(early.recorded == "2026-11-07" && early.reported == "2026-11-07")
    }

    @Test(arguments: [
        ("sales-2026-11-19.csv", "2026-11-19"), ("20261119.csv", "2026-11-19"), ("20261119180305 매출.csv", "2026-11-19"),
        ("매출 2026년 11월 9일.csv", "2026-11-09"), ("2026.1.2_2.csv", "2026-01-02"), ("a_2026_11_19_b.csv", "2026-11-19"),
        ("2026-11-19 20261119.csv", "2026-11-19"),
    ])
    func dateComesFromTheNameSecond(name: String, date: String) throws {
        let found = try self.date(name, Self.plain, modified: "2026-10-01T12:00:00Z")
        #expect(found.recorded == date && found.reported == date)
    }

    @Test func dateComesFromTheFileTimeThird() throws {
        #expect(try date("a.csv", Self.plain, modified: "2026-10-01T03:59:00Z").recorded == "2026-10-01")
        let early = try date("a.csv", Self.plain, modified: "2026-10-01T03:59:00Z", dayStart: "04:00")
        #expect(early.recorded == "2026-09-30" && early.reported == "2026-09-30")
        #expect(
            try date("a.csv", Self.plain, modified: "2026-10-01T04:00:00Z", dayStart: "04:00").recorded == "2026-10-01")
    }

    /// Receipt numbers that restart every day are distinguished by the day of the rows.
    @Test func idsWithDateUseTheDateOfTheRows() throws {
        let setup = try TestShop(["inbox/.keep": ""])
        var input = InputRequest(paths: [])
        input.resolvedSettings.columns[.id] = RoleColumns("@date+no")
        let request = NightlyRequest(run: RunRequest(input: input, language: .english), quietPeriodMs: 0)
        for (day, written) in [("2026-11-18", "2026-11-19T09:00:00Z"), ("2026-11-19", "2026-11-19T22:00:00Z")] {
            try setup.write("no,item,time\n1,키위쥬스,\(day) 10:00\n", to: "inbox/orders.csv")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(written, strategy: .iso8601)],
                ofItemAtPath: setup.folder.path + "/inbox/orders.csv")
            #expect(try setup.shop().runNightly(request, notifying: MessageRecorder()) == .done)
        }
        #expect(try setup.runs().map(\.success) == [1, 1])
    }

    /// Runs nightly and returns its messages about days.
    private func warnings(_ setup: TestShop, _ run: RunRequest? = nil) throws -> [String] {
        let recorder = MessageRecorder()
        let request = NightlyRequest(run: run ?? setup.request(), quietPeriodMs: 0)
        #expect(try setup.shop().runNightly(request, notifying: recorder) == .done)
        return recorder.messages.filter {
            $0.contains("but the rows are dated") || $0.contains("business day of any other run")
        }
    }

    /// An export made after midnight has the next day in its name.
    @Test func nameThatContradictsTheRowsIsReported() throws {
        let name = "orders_20261109_0030"
        let setup = try TestShop([
            "inbox/\(name).csv": Self.timed, "inbox/sales-2026-11-08.csv": "item,time\n망고쥬스,2026-11-08 01:40\n",
        ])
        let said =
            "The date in the file name is 2026-11-09, but the rows are dated 2026-11-08. The run is recorded for the business day 2026-11-08, the date of the rows."
        #expect(try warnings(setup) == ["\(name).csv: \(said)"])
        #expect(try setup.runs().map(\.date) == ["2026-11-08", "2026-11-08"])
        let reports = try setup.content(of: "reports/2026-11-21/" + name)
        func text(_ name: String) -> String { String(decoding: reports[name] ?? [], as: UTF8.self) }
        #expect(text("report.md").contains(said) && text("report.html").contains("but the rows are dated 2026-11-08"))
        #expect(OrderedJSONParser.parse(text("summary.json"))?["date_in_name"]?.text == "2026-11-09")
        // Making the reports again gives the same bytes.
        let ledger = LedgerRequest(path: NightlyRequest.ledgerPath)
        let again = setup.request("done/2026-11-21/\(name).csv", ledger: ledger, output: "again")
        _ = try setup.shop().regenerateReports(1, by: again, notifying: MessageRecorder())
        #expect(try setup.content(of: "again") == reports)
        // A date option takes precedence over both.
        try setup.write("item,time\n망고쥬스,2026-11-08 02:40\n", to: "inbox/c-20261130.csv")
        #expect(try warnings(setup, setup.request(date: "2026-11-10")).isEmpty)
        #expect(try setup.runs().first?.date == "2026-11-10")
    }

    /// One run with a wrong clock changes neither plans nor tomorrow's needs.
    @Test func dateOfAWrongClockIsReported() throws {
        func deliver(_ setup: TestShop, _ name: String, _ text: String, at timestamp: String) throws {
            let path = try setup.write(text, to: "inbox/" + name)
            try FileManager.default.setAttributes(
                [.modificationDate: try Date(timestamp, strategy: .iso8601)], ofItemAtPath: path)
        }
        let setup = try TestShop([:])
        let ledger = LedgerRequest(path: NightlyRequest.ledgerPath)
        let folder = StatusRequest(.folder(setup.folder.path, ledger: ledger))
        func nextDayNeeds() throws -> String? { try setup.shop().status(folder).nextDayNeeds?.date.text }
        try deliver(setup, "a.csv", Self.plain, at: "2026-11-20T12:00:00Z")
        #expect(try warnings(setup).isEmpty && nextDayNeeds() == "2026-11-21")
        try deliver(setup, "b.csv", "item\n망고쥬스\n", at: "2036-01-01T12:00:00Z")
        let said =
            "The business day 2036-01-01 of run 2 was taken only from the time of the file, and is more than 7 days after "
            + "2026-11-20, the latest business day of any other run. If the clock was wrong, use juice-batch reverse 2, "
            + "and apply the file again with --date. If the clock was right, this warning disappears with the next business day."
        #expect(try warnings(setup) == ["b.csv: " + said])
        let reports = try setup.content(of: "reports/2026-11-21/b")
        let summary = OrderedJSONParser.parse(String(decoding: reports["summary.json"] ?? [], as: UTF8.self))
        #expect(summary?["date"]?.text == "2036-01-01" && summary?["date_ahead_of"]?.text == "2026-11-20")
        #expect(String(decoding: reports["report.md"] ?? [], as: UTF8.self).contains(said))
        let status = try setup.shop().status(folder)
        #expect(
            status.reasons.map(\.kind).contains("business_day_ahead") && status.nextDayNeeds?.date.text == "2026-11-21")
        #expect(
            try setup.shop().plan(PlanRequest(ledger: ledger, language: .english)).plan.days.map(\.date.text) == [
                "2026-11-21"
            ])
        // A reversal and a manual run remove all traces of it.
        _ = try setup.shop().reverse(2, in: ledger, notifying: MessageRecorder()) { _ in }
        try setup.run("done/2026-11-21/b.csv", ledger: ledger, date: "2026-11-21")
        #expect(try !setup.shop().status(folder).reasons.map(\.kind).contains("business_day_ahead"))
        #expect(try nextDayNeeds() == "2026-11-22")
    }
}

/// Checksum files in the inbox are moved with their file and are no inputs.
@Suite struct NightlyChecksumTests {
    private static let orders = "item\n키위쥬스\n"
    private static let checksum = "\(SHA256.hex(of: orders))  a.csv\n"

    @Test func checksumIsArchivedWithItsFile() throws {
        let setup = try TestShop(["inbox/a.csv": Self.orders, "inbox/a.csv.sha256": Self.checksum])
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(notifying: recorder) == .done)
        #expect(setup.reports("done/2026-11-21") == ["a.csv", "a.csv.sha256"])
        #expect(setup.reports("inbox").isEmpty && recorder.messages.last == "1 file, exit code 0")
        // A second file of one name gets a number, and so does its checksum.
        let other = "item\n망고쥬스\n"
        try setup.write(other, to: "inbox/a.csv")
        try setup.write("\(SHA256.hex(of: other))  a.csv\n", to: "inbox/a.csv.sha256")
        #expect(try setup.nightlyRun() == .done)
        #expect(
            setup.reports("done/2026-11-21") == ["a.csv", "a.csv.sha256", "a.2.csv", "a.2.csv.sha256"])
        // The checksum of a repeated file is moved as well.
        try setup.write(other, to: "inbox/b.csv")
        try setup.write("\(SHA256.hex(of: other))  b.csv\n", to: "inbox/b.csv.sha256")
        #expect(try setup.nightlyRun().code == 4)
        #expect(setup.reports("repeated/2026-11-21") == ["b.csv", "b.csv.sha256"])
    }

    @Test(arguments: ["\(String(repeating: "0", count: 64))  a.csv\n", "nonsense\n", ""])
    func fileWithAWrongChecksumFails(text: String) throws {
        let setup = try TestShop([
            "inbox/a.csv": Self.orders, "inbox/a.csv.sha256": text, "inbox/b.csv": "item\n망고쥬스\n",
        ])
        #expect(try setup.nightlyRun().code == 65)
        #expect(setup.reports("failed/2026-11-21") == ["a.csv", "a.csv.sha256"])
        #expect(setup.reports("done/2026-11-21") == ["b.csv"] && setup.reports("inbox").isEmpty)
        #expect(try setup.runs().count == 1)
    }

    /// A link in the inbox must not make a run read files elsewhere.
    @Test func linkedChecksumIsNotOpened() throws {
        let setup = try TestShop(["inbox/a.csv": Self.orders, "elsewhere": Self.checksum])
        let link = setup.folder.path + "/inbox/a.csv.sha256"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: setup.folder.path + "/elsewhere")
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(notifying: recorder).code == 65)
        #expect(setup.reports("failed/2026-11-21") == ["a.csv"] && setup.reports("inbox") == ["a.csv.sha256"])
        #expect(recorder.messages.contains { $0.hasPrefix("a.csv.sha256: not opened, because it is a link;") })
    }

    @Test func checksumWithoutItsFileStaysAndIsReported() throws {
        let setup = try TestShop(["inbox/a.csv.sha256": Self.checksum, "inbox/b.csv": Self.orders])
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(notifying: recorder) == .done)
        #expect(setup.reports("inbox") == ["a.csv.sha256"] && setup.reports("done/2026-11-21") == ["b.csv"])
        #expect(
            recorder.messages.first
                == "a.csv.sha256: the file for this checksum is missing; the checksum stays in the inbox")
    }

    @Test func fileWaitsForItsChecksum() throws {
        let setup = try TestShop(["inbox/a.csv": Self.orders])
        let shop = setup.shop { [folder = setup.folder] _ in
            _ = try? folder.write(Array(Self.checksum.utf8), to: "inbox/a.csv.sha256")
        }
        let request = NightlyRequest(run: setup.request(), quietPeriodMs: 20)
        #expect(try shop.runNightly(request, notifying: MessageRecorder()) == .done)
        #expect(setup.reports("inbox") == ["a.csv", "a.csv.sha256"])
        #expect(try setup.nightlyRun() == .done)
        #expect(setup.reports("done/2026-11-21") == ["a.csv", "a.csv.sha256"])
    }
}
