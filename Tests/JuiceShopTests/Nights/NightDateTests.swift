import Foundation
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Which business day the files of an inbox belong to.
@Suite struct NightDateTests {
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
        input.till.dayStart = try #require(DayStart(dayStart))
        let request = NightRequest(run: RunRequest(input: input, language: .english), settleMs: 0)
        #expect(try given.shop().night(request, telling: Hearer()) == .done)
        let summary = try given.content(of: "reports").first { $0.key.hasSuffix("/summary.json") }
        let json = OrderedJSONParser.parse(String(decoding: summary?.value ?? [], as: UTF8.self))
        return (try given.runs().first?.date, json?["date"]?.text)
    }

    private static let plain = "item\n키위쥬스\n"
    private static let timed = "item,time\n키위쥬스,2026-11-07 23:10\n바나나쥬스,2026-11-08 01:30\n"

    @Test(arguments: [
        ("sales-2026-11-19.csv", "2026-11-19"), ("20261119.csv", "2026-11-19"), ("20261119180305 매출.csv", "2026-11-19"),
        ("매출 2026년 11월 9일.csv", "2026-11-09"), ("2026.1.2_2.csv", "2026-01-02"), ("a_2026_11_19_b.csv", "2026-11-19"),
        ("2026-11-19 20261119.csv", "2026-11-19"),
    ])
    func theNameComesFirst(name: String, date: String) throws {
        let found = try self.date(name, Self.timed, modified: "2026-10-01T12:00:00Z")
        #expect(found.recorded == date && found.reported == date)
    }

    @Test(arguments: [
        "sales.csv", "2026-11-31.csv", "2026-11-01_2026-11-30.csv", "1234-11-19.csv", "2026-11.19.csv", "202611199.csv",
    ])
    func thenComeTheRows(name: String) throws {
        #expect(try date(name, Self.timed, modified: "2026-10-01T12:00:00Z").recorded == "2026-11-08")
        let early = try date(name, Self.timed, modified: "2026-10-01T12:00:00Z", dayStart: "05:00")
        #expect(early.recorded == "2026-11-07" && early.reported == "2026-11-07")
    }

    @Test func thenComesTheTimeOfTheFile() throws {
        #expect(try date("a.csv", Self.plain, modified: "2026-10-01T03:59:00Z").recorded == "2026-10-01")
        let early = try date("a.csv", Self.plain, modified: "2026-10-01T03:59:00Z", dayStart: "04:00")
        #expect(early.recorded == "2026-09-30" && early.reported == "2026-09-30")
        #expect(
            try date("a.csv", Self.plain, modified: "2026-10-01T04:00:00Z", dayStart: "04:00").recorded == "2026-10-01")
    }
}
