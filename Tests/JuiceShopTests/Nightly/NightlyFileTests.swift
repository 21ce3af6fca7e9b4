import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Backups of the ledger that nightly runs make.
@Suite struct BackupTests {
    private let setup: TestShop

    init() throws {
        setup = try TestShop([:])
    }

    private func nightlyRun(_ rows: String..., keepBackups: Int = 14) throws -> ExitStatus {
        let files = rows.map { ("\($0).csv", "item,quantity\n\($0)\n") }
        return try setup.nightlyRun(Dictionary(uniqueKeysWithValues: files), keepBackups: keepBackups)
    }

    private func status(_ name: String) throws -> stat {
        var status = stat()
        try #require(stat(setup.path(name), &status) == 0)
        return status
    }

    @Test func onlyAChangedLedgerIsBackedUp() throws {
        #expect(try nightlyRun() == .done)
        #expect(setup.reports("backup").isEmpty)
        #expect(try nightlyRun("키위쥬스,1", "망고쥬스,1") == .done)
        let inode = try status("backup/2.sqlite").st_ino
        #expect(try nightlyRun() == .done)
        #expect(try setup.reports("backup") == ["2.sqlite"] && status("backup/2.sqlite").st_ino == inode)
        let backup = LedgerRequest(path: "backup/2.sqlite")
        #expect(try setup.shop().verify(backup, notifying: MessageRecorder()).runs == 2)
        #expect(try setup.shop().stock(of: backup).stock == setup.shop().stock(of: TestShop.ledger).stock)
        // A copy can be read by the same users as the ledger.
        chmod(setup.path("shop.sqlite"), 0o600)
        #expect(try nightlyRun("바나나쥬스,1") == .done)
        #expect(try status("backup/3.sqlite").st_mode & 0o777 == 0o600)
    }

    @Test func nextRunMakesAMissingBackup() throws {
        #expect(try nightlyRun("키위쥬스,1") == .done)
        try setup.remove("backup/1.sqlite")
        try setup.write("half a copy", to: "backup/.backup.new")
        #expect(try nightlyRun() == .done)
        #expect(setup.reports("backup") == ["1.sqlite"])
        try setup.write("no ledger", to: "backup/1.sqlite")
        #expect(try nightlyRun() == .done)
        #expect(try setup.shop().history(of: LedgerRequest(path: "backup/1.sqlite")).runs.count == 1)
    }

    @Test func newestBackupsAreKept() throws {
        for name in ["notes.txt", "007.sqlite", "99.sqlite"] { try setup.write("", to: "backup/" + name) }
        for cups in 1...4 { #expect(try nightlyRun("키위쥬스,\(cups)", keepBackups: 2) == .done) }
        let kept: Set = ["3.sqlite", "4.sqlite", "notes.txt", "007.sqlite", "99.sqlite"]
        #expect(setup.reports("backup") == kept)
        #expect(try nightlyRun("망고쥬스,1", keepBackups: 0) == .done)
        #expect(setup.reports("backup") == kept)
    }

    @Test func stoppedRunBacksUpWhatItApplied() throws {
        // A foreign file blocks the reports of the second file.
        let recorder = MessageRecorder(onLine: { [setup] line in
            if line == "b.csv: applying the file" {
                try setup.remove("reports/2026-11-21")
                try setup.write("", to: "reports/2026-11-21")
            }
        })
        let files = ["a.csv": "item\n키위쥬스\n", "b.csv": "item\n망고쥬스\n"]
        #expect(try setup.nightlyRun(files, notifying: recorder) == ExitStatus(.cannotCreate))
        #expect(setup.reports("backup") == ["1.sqlite"])
    }

    @Test func failedBackupIsReportedAndRunsStand() throws {
        try setup.write("a file", to: "backup")
        let recorder = MessageRecorder()
        let files = ["a.csv": "item\n키위쥬스\n"]
        #expect(try setup.nightlyRun(files, notifying: recorder) == ExitStatus(.ledgerNotBackedUp))
        let said =
            "backup: the ledger could not be backed up (Not a directory; exit code 74); the applied runs are kept"
        #expect(recorder.messages.contains(said), "\(recorder.messages)")
        #expect(try setup.runs().count == 1 && setup.reports("done/2026-11-21") == ["a.csv"])
        try setup.remove("backup")
        #expect(try nightlyRun() == .done)
        #expect(setup.reports("backup") == ["1.sqlite"])
    }
}

/// The business day of the files of an inbox.
@Suite struct NamedDateTests {
    private let setup: TestShop

    init() throws {
        setup = try TestShop([:])
    }

    private static let plain = "item\n키위쥬스\n"
    private static let timed = "item,time\n키위쥬스,2026-11-07 23:10\n바나나쥬스,2026-11-08 01:30\n"

    /// The date under which a file is recorded and reported.
    private func date(
        _ name: String, _ text: String, modified: String = "2026-10-01T12:00:00Z", dayStart: String = "00:00"
    ) throws -> String? {
        let setup = try TestShop(["inbox/" + name: text])
        try setup.setModified("inbox/" + name, modified)
        var run = setup.request()
        run.input.fileSettings.dayStart = DayStart(dayStart)
        #expect(try setup.nightlyRun(by: run) == .done)
        let summary = try setup.content(of: "reports").first { $0.key.hasSuffix("/summary.json") }
        let json = OrderedJSONParser.parse(String(decoding: summary?.value ?? [], as: UTF8.self))
        let recorded = try setup.runs().first?.date
        #expect(json?["date"]?.text == recorded)
        return recorded
    }

    @Test(arguments: [
        "sales.csv", "2026-11-31.csv", "2026-11-01_2026-11-30.csv", "1234-11-19.csv", "2026-11.19.csv", "202611199.csv",
        "20261119.csv", "sales-2026-11-08.csv",
    ])
    func dateComesFromTheRowsFirst(name: String) throws {
        #expect(try date(name, Self.timed) == "2026-11-08")
        #expect(try date(name, Self.timed, dayStart: "05:00") == "2026-11-07")
    }

    @Test(arguments: [
        ("sales-2026-11-19.csv", "2026-11-19"), ("20261119.csv", "2026-11-19"), ("20261119180305 매출.csv", "2026-11-19"),
        ("매출 2026년 11월 9일.csv", "2026-11-09"), ("2026.1.2_2.csv", "2026-01-02"), ("a_2026_11_19_b.csv", "2026-11-19"),
        ("2026-11-19 20261119.csv", "2026-11-19"),
    ])
    func dateComesFromTheNameSecond(name: String, date: String) throws {
        #expect(try self.date(name, Self.plain) == date)
    }

    @Test(arguments: [
        ("2026-10-01T03:59:00Z", "00:00", "2026-10-01"), ("2026-10-01T03:59:00Z", "04:00", "2026-09-30"),
        ("2026-10-01T04:00:00Z", "04:00", "2026-10-01"),
    ])
    func dateComesFromTheFileTimeThird(modified: String, dayStart: String, date: String) throws {
        #expect(try self.date("a.csv", Self.plain, modified: modified, dayStart: dayStart) == date)
    }

    /// Receipt numbers that restart every day are distinguished by the day of the rows.
    @Test func idsWithDateUseTheDateOfTheRows() throws {
        var run = setup.request()
        run.input.fileSettings.columns[.id] = RoleColumns("@date+no")
        for (day, written) in [("2026-11-18", "2026-11-19T09:00:00Z"), ("2026-11-19", "2026-11-19T22:00:00Z")] {
            try setup.write("no,item,time\n1,키위쥬스,\(day) 10:00\n", to: "inbox/orders.csv")
            try setup.setModified("inbox/orders.csv", written)
            #expect(try setup.nightlyRun(by: run) == .done)
        }
        #expect(try setup.runs().map(\.success) == [1, 1])
    }

    /// Runs nightly and returns its messages about days.
    private func warnings(_ files: [String: String] = [:], _ run: RunRequest? = nil) throws -> [String] {
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(files, by: run, notifying: recorder) == .done)
        return recorder.messages.filter {
            $0.contains("but the rows are dated") || $0.contains("business day of any other run")
        }
    }

    /// An export made after midnight has the next day in its name.
    @Test func nameThatContradictsTheRowsIsReported() throws {
        let name = "orders_20261109_0030"
        let files = ["\(name).csv": Self.timed, "sales-2026-11-08.csv": "item,time\n망고쥬스,2026-11-08 01:40\n"]
        let said =
            "The date in the file name is 2026-11-09, but the rows are dated 2026-11-08. The run is recorded for the business day 2026-11-08, the date of the rows."
        #expect(try warnings(files) == ["\(name).csv: \(said)"])
        #expect(try setup.runs().map(\.date) == ["2026-11-08", "2026-11-08"])
        let reports = try setup.content(of: "reports/2026-11-21/" + name)
        func text(_ name: String) -> String { String(decoding: reports[name] ?? [], as: UTF8.self) }
        #expect(text("report.md").contains(said) && text("report.html").contains("but the rows are dated 2026-11-08"))
        #expect(text("summary.json").contains(#""date_in_name": "2026-11-09""#))
        // Making the reports again gives the same bytes.
        let again = setup.request("done/2026-11-21/\(name).csv", ledger: TestShop.ledger, output: "again")
        _ = try setup.shop().regenerateReports(1, by: again, notifying: MessageRecorder())
        #expect(try setup.content(of: "again") == reports)
        // A date option takes precedence over both.
        let last = ["c-20261130.csv": "item,time\n망고쥬스,2026-11-08 02:40\n"]
        #expect(try warnings(last, setup.request(date: "2026-11-10")).isEmpty)
        #expect(try setup.runs().first?.date == "2026-11-10")
    }

    /// One run with a wrong clock changes neither plans nor tomorrow's needs.
    @Test func dateOfAWrongClockIsReported() throws {
        func kinds() throws -> [String] { try setup.status().reasons.map(\.kind) }
        func nextDay() throws -> String? { try setup.status().nextDayNeeds?.date.text }
        try setup.write(Self.plain, to: "inbox/a.csv")
        try setup.setModified("inbox/a.csv", "2026-11-20T12:00:00Z")
        #expect(try warnings().isEmpty && nextDay() == "2026-11-21")
        try setup.write("item\n망고쥬스\n", to: "inbox/b.csv")
        try setup.setModified("inbox/b.csv", "2036-01-01T12:00:00Z")
        let said =
            "The business day 2036-01-01 of run 2 was taken only from the time of the file, and is more than 7 days after "
            + "2026-11-20, the latest business day of any other run. If the clock was wrong, use juice-batch reverse 2, "
            + "and apply the file again with --date. If the clock was right, this warning disappears with the next business day."
        #expect(try warnings() == ["b.csv: " + said])
        let summary = OrderedJSONParser.parse(setup.text("reports/2026-11-21/b/summary.json"))
        #expect(summary?["date"]?.text == "2036-01-01" && summary?["date_ahead_of"]?.text == "2026-11-20")
        #expect(setup.text("reports/2026-11-21/b/report.md").contains(said))
        #expect(try kinds().contains("business_day_ahead") && nextDay() == "2026-11-21")
        let plan = try setup.shop().plan(from: TestShop.ledger, language: .english).plan
        #expect(plan.days.map(\.date.text) == ["2026-11-21"])
        // A reversal and a manual run remove all traces of it.
        try setup.reverse(2)
        try setup.run("done/2026-11-21/b.csv", ledger: TestShop.ledger, date: "2026-11-21")
        #expect(try !kinds().contains("business_day_ahead") && nextDay() == "2026-11-22")
    }
}

/// Checksum files in the inbox are moved with their file and are no inputs.
@Suite struct NightlyChecksumTests {
    private static let orders = "item\n키위쥬스\n"
    private static let checksum = "\(SHA256.hex(of: orders))  a.csv\n"

    private let setup: TestShop

    init() throws {
        setup = try TestShop(["inbox/a.csv": Self.orders])
    }

    @Test func checksumIsArchivedWithItsFile() throws {
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(["a.csv.sha256": Self.checksum], notifying: recorder) == .done)
        #expect(setup.reports("done/2026-11-21") == ["a.csv", "a.csv.sha256"])
        #expect(setup.reports("inbox").isEmpty && recorder.messages.last == "1 file, exit code 0")
        // A second file of one name gets a number, and so does its checksum.
        let other = "item\n망고쥬스\n"
        let sum = SHA256.hex(of: other)
        #expect(try setup.nightlyRun(["a.csv": other, "a.csv.sha256": "\(sum)  a.csv\n"]) == .done)
        #expect(setup.reports("done/2026-11-21") == ["a.csv", "a.csv.sha256", "a.2.csv", "a.2.csv.sha256"])
        // The checksum of a repeated file is moved as well.
        #expect(try setup.nightlyRun(["b.csv": other, "b.csv.sha256": "\(sum)  b.csv\n"]).code == 4)
        #expect(setup.reports("repeated/2026-11-21") == ["b.csv", "b.csv.sha256"])
    }

    @Test(arguments: ["\(String(repeating: "0", count: 64))  a.csv\n", "nonsense\n", ""])
    func fileWithAWrongChecksumFails(text: String) throws {
        #expect(try setup.nightlyRun(["a.csv.sha256": text, "b.csv": "item\n망고쥬스\n"]).code == 65)
        #expect(setup.reports("failed/2026-11-21") == ["a.csv", "a.csv.sha256"])
        #expect(setup.reports("done/2026-11-21") == ["b.csv"] && setup.reports("inbox").isEmpty)
        #expect(try setup.runs().count == 1)
    }

    /// A link in the inbox must not make a run read files elsewhere.
    @Test func linkedChecksumIsNotOpened() throws {
        try setup.write(Self.checksum, to: "elsewhere")
        #expect(symlink("../elsewhere", setup.path("inbox/a.csv.sha256")) == 0)
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(notifying: recorder).code == 65)
        #expect(setup.reports("failed/2026-11-21") == ["a.csv"] && setup.reports("inbox") == ["a.csv.sha256"])
        #expect(recorder.messages.contains { $0.hasPrefix("a.csv.sha256: not opened, because it is not a regular") })
    }

    @Test func checksumWithoutItsFileStaysAndIsReported() throws {
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(["b.csv.sha256": Self.checksum], notifying: recorder) == .done)
        #expect(setup.reports("inbox") == ["b.csv.sha256"] && setup.reports("done/2026-11-21") == ["a.csv"])
        #expect(
            recorder.messages.first
                == "b.csv.sha256: the file for this checksum is missing; the checksum stays in the inbox")
    }

    @Test func fileThatIsOpenForWritingWaits() throws {
        let setup = try TestShop(["inbox/a.csv": "item\n키위쥬스\n"])
        let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: setup.path("inbox/a.csv")))
        #expect(try setup.nightlyRun() == .done && !setup.folder.holds("shop.sqlite"))
        try writer.close()
        #expect(try setup.nightlyRun() == .done && setup.runs().count == 1)
    }

    @Test func fileWaitsForItsChecksum() throws {
        let shop = setup.shop { [setup] _ in _ = try? setup.write(Self.checksum, to: "inbox/a.csv.sha256") }
        let request = NightlyRequest(run: setup.request(), quietPeriodMs: 20)
        #expect(try shop.runNightly(request, notifying: MessageRecorder()) == .done)
        #expect(setup.reports("inbox") == ["a.csv", "a.csv.sha256"])
        #expect(try setup.nightlyRun() == .done)
        #expect(setup.reports("done/2026-11-21") == ["a.csv", "a.csv.sha256"])
    }
}
