import Foundation
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Which business day the files of an inbox belong to.
@Suite struct NamedDateTests {
    /// The date on record for a file of a night, and the one in its report.
    private func date(
        _ name: String, _ text: String, modified: String? = nil, dayStart: String = "00:00"
    ) throws -> (recorded: String?, reported: String?) {
        let given = try GivenShop(["inbox/" + name: text])
        if let modified {
            let date = try Date(modified, strategy: .iso8601)
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: given.folder.path + "/inbox/" + name)
        }
        var input = InputRequest(paths: [])
        input.exportSettings.dayStart = try #require(DayStart(dayStart))
        let request = NightlyRequest(run: RunRequest(input: input, language: .english), settleMs: 0)
        #expect(try given.shop().night(request, telling: Hearer()) == .done)
        let summary = try given.content(of: "reports").first { $0.key.hasSuffix("/summary.json") }
        let json = OrderedJSONParser.parse(String(decoding: summary?.value ?? [], as: UTF8.self))
        return (try given.runs().first?.date, json?["date"]?.text)
    }

    private static let plain = "item\n키위쥬스\n"
    private static let timed = "item,time\n키위쥬스,2026-11-07 23:10\n바나나쥬스,2026-11-08 01:30\n"

    @Test(arguments: [
        "sales.csv", "2026-11-31.csv", "2026-11-01_2026-11-30.csv", "1234-11-19.csv", "2026-11.19.csv", "202611199.csv",
        "20261119.csv", "sales-2026-11-08.csv",
    ])
    func theRowsComeFirst(name: String) throws {
        #expect(try date(name, Self.timed, modified: "2026-10-01T12:00:00Z").recorded == "2026-11-08")
        let early = try date(name, Self.timed, modified: "2026-10-01T12:00:00Z", dayStart: "05:00")
        #expect(early.recorded == "2026-11-07" && early.reported == "2026-11-07")
    }

    @Test(arguments: [
        ("sales-2026-11-19.csv", "2026-11-19"), ("20261119.csv", "2026-11-19"), ("20261119180305 매출.csv", "2026-11-19"),
        ("매출 2026년 11월 9일.csv", "2026-11-09"), ("2026.1.2_2.csv", "2026-01-02"), ("a_2026_11_19_b.csv", "2026-11-19"),
        ("2026-11-19 20261119.csv", "2026-11-19"),
    ])
    func thenComesTheName(name: String, date: String) throws {
        let found = try self.date(name, Self.plain, modified: "2026-10-01T12:00:00Z")
        #expect(found.recorded == date && found.reported == date)
    }

    @Test func thenComesTheTimeOfTheFile() throws {
        #expect(try date("a.csv", Self.plain, modified: "2026-10-01T03:59:00Z").recorded == "2026-10-01")
        let early = try date("a.csv", Self.plain, modified: "2026-10-01T03:59:00Z", dayStart: "04:00")
        #expect(early.recorded == "2026-09-30" && early.reported == "2026-09-30")
        #expect(
            try date("a.csv", Self.plain, modified: "2026-10-01T04:00:00Z", dayStart: "04:00").recorded == "2026-10-01")
    }

    /// Lets a night take files, and gives what it says of their days.
    private func warnings(_ given: GivenShop, _ run: RunRequest? = nil) throws -> [String] {
        let hearer = Hearer()
        let request = NightlyRequest(run: run ?? given.request(), settleMs: 0)
        #expect(try given.shop().night(request, telling: hearer) == .done)
        return hearer.told.filter { $0.contains("its rows say") || $0.contains("newest other one") }
    }

    /// An export that is made behind midnight has the next day in its name.
    @Test func aNameThatContradictsTheRowsIsTold() throws {
        let name = "orders_20261109_0030"
        let given = try GivenShop([
            "inbox/\(name).csv": Self.timed, "inbox/sales-2026-11-08.csv": "item,time\n망고쥬스,2026-11-08 01:40\n",
        ])
        let said =
            "The file's name says 2026-11-09, but its rows say 2026-11-08: it is booked on 2026-11-08, as its rows say."
        #expect(try warnings(given) == ["\(name).csv: \(said)"])
        #expect(try given.runs().map(\.date) == ["2026-11-08", "2026-11-08"])
        let reports = try given.content(of: "reports/2026-11-21/" + name)
        func text(_ name: String) -> String { String(decoding: reports[name] ?? [], as: UTF8.self) }
        #expect(text("report.md").contains(said) && text("report.html").contains("but its rows say 2026-11-08"))
        #expect(OrderedJSONParser.parse(text("summary.json"))?["date_in_name"]?.text == "2026-11-09")
        // The same reports come of making them again.
        var again = given.request("done/2026-11-21/\(name).csv", ledger: LedgerRequest(path: NightlyRequest.ledgerPath))
        again.output = "again"
        _ = try given.shop().remake(1, by: again, telling: Hearer())
        #expect(try given.content(of: "again") == reports)
        // A date that is given takes precedence over both.
        try given.folder.write(Array("item,time\n망고쥬스,2026-11-08 02:40\n".utf8), to: "inbox/c-20261130.csv")
        var dated = given.request()
        dated.input.date = "2026-11-10"
        #expect(try warnings(given, dated).isEmpty)
        #expect(try given.runs().first?.date == "2026-11-10")
    }

    /// A clock that is wrong for a night moves neither plans nor what tomorrow needs.
    @Test func aDayOfAClockThatIsWrongIsTold() throws {
        func deliver(_ given: GivenShop, _ name: String, _ text: String, at moment: String) throws {
            let path = try given.folder.write(Array(text.utf8), to: "inbox/" + name)
            try FileManager.default.setAttributes(
                [.modificationDate: try Date(moment, strategy: .iso8601)], ofItemAtPath: path)
        }
        let given = try GivenShop([:])
        let ledger = LedgerRequest(path: NightlyRequest.ledgerPath)
        let folder = StatusRequest(.folder(given.folder.path, ledger: ledger))
        func tomorrow() throws -> String? { try given.shop().status(folder).tomorrow?.date.text }
        try deliver(given, "a.csv", Self.plain, at: "2026-11-20T12:00:00Z")
        #expect(try warnings(given).isEmpty && tomorrow() == "2026-11-21")
        try deliver(given, "b.csv", "item\n망고쥬스\n", at: "2036-01-01T12:00:00Z")
        let said =
            "The business day 2036-01-01 of run 2 comes from the file's time alone, and is more than 7 days after "
            + "2026-11-20, the newest other one. If the clock was wrong, reverse it with juice-batch reverse 2, "
            + "and run the file again with --date. If it was right, this is gone with the next business day."
        #expect(try warnings(given) == ["b.csv: " + said])
        let reports = try given.content(of: "reports/2026-11-21/b")
        let summary = OrderedJSONParser.parse(String(decoding: reports["summary.json"] ?? [], as: UTF8.self))
        #expect(summary?["date"]?.text == "2036-01-01" && summary?["date_ahead_of"]?.text == "2026-11-20")
        #expect(String(decoding: reports["report.md"] ?? [], as: UTF8.self).contains(said))
        let status = try given.shop().status(folder)
        #expect(status.reasons.map(\.kind).contains("business_day_ahead") && status.tomorrow?.date.text == "2026-11-21")
        #expect(
            try given.shop().plan(PlanRequest(ledger: ledger, language: .english)).plan.days.map(\.date.text) == [
                "2026-11-21"
            ])
        // Taken back and run again by hand, nothing is left of it.
        _ = try given.shop().reverse(2, in: ledger, telling: Hearer()) { _ in }
        var again = given.request("done/2026-11-21/b.csv", ledger: ledger)
        again.input.date = "2026-11-21"
        _ = try given.shop().run(again, telling: Hearer())
        #expect(try !given.shop().status(folder).reasons.map(\.kind).contains("business_day_ahead"))
        #expect(try tomorrow() == "2026-11-22")
    }
}
