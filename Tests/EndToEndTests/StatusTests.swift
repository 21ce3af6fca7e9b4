import Foundation
import TestSupport
import Testing

/// The `status` command: each reason with its exit code, sentence and JSON.
@Suite struct StatusTests {
    private let shop: Shop

    init() throws {
        shop = try Shop(["inbox/.keep": ""])
    }

    private func nightlyRun(_ files: [String: String] = [:], _ options: String = "") throws -> ProgramResult {
        for (name, text) in files { try shop.write(text, to: "inbox/" + name) }
        return try shop.run("nightly --settle 0 \(options)")
    }

    /// The kinds of the reasons, with the exit code and the schema looked at.
    private func kinds(_ options: String = "") throws -> [String] {
        let result = try shop.run("status --json \(options)")
        let json = try #require(OrderedJSONParser.parse(result.outputText), "\(result.errorText)")
        #expect(try PlainSchema.published(.status).problems(of: json) == [])
        let reasons = json["reasons"]?.elements ?? []
        #expect(result.exit == (reasons.isEmpty ? 0 : 6) && json["exit"]?.int == Int(result.exit ?? -1))
        let said = try shop.run("status \(options)")
        #expect(said.exit == result.exit)
        let lines = said.outputText.split(separator: "\n").map(String.init)
        let sentences = reasons.map { $0["text"]?.text ?? "" }
        #expect(Array(lines.prefix(sentences.count)) == sentences)
        if sentences.isEmpty {
            let first = try #require(lines.first)
            #expect(isAllWell(json) ? first == "이상 없습니다." : first.hasPrefix("급한 일은 없지만 확인할 것이 있습니다: "), "\(first)")
        }
        return reasons.map { $0["kind"]?.text ?? "" }
    }

    private func isAllWell(_ status: OrderedJSON) -> Bool {
        let missing = status["tomorrow"]?["missing"]?.elements ?? []
        return missing.isEmpty && ["shortage", "rejected"].allSatisfy { status["open"]?[$0]?.int ?? 0 == 0 }
    }

    @Test func nightlyRunsWithAndWithoutFiles() throws {
        #expect(try kinds() == ["no_night"])
        #expect(try nightlyRun().exit == 0 && kinds() == [])
        #expect(try nightlyRun([:], "--expect-files 1").exit == 6)
        #expect(try kinds() == ["files_missing"])
        #expect(try nightlyRun(["a.csv": "item,quantity\n키위쥬스,2\n"], "--expect-files 1").exit == 0)
        #expect(try kinds() == [] && kinds("--fail-on shortage") == ["stock_below_need"])
        #expect(try nightlyRun(["b.csv": "item\n\"키위쥬스\n"]).exit == 65)
        #expect(try kinds() == ["night_failed", "files_failed"])
        #expect(try nightlyRun([:], "--menu none.csv").exit == 66)
        #expect(try kinds() == ["night_failed", "files_failed"])
        #expect(try nightlyRun([:], "--no-such-option").exit == 64)
        #expect(try kinds() == ["night_failed", "files_failed"])
    }

    @Test func dayWithoutARunIsReportedUnlessClosed() throws {
        let order = "item,time\n키위쥬스,2026-11-"
        #expect(try nightlyRun(["20.csv": order + "20 10:00\n", "23.csv": order + "23 10:00\n"]).exit == 0)
        #expect(try kinds() == ["days_without_run"])
        #expect(shop.text("metrics.prom").contains("dates_without_run{folder=\"\(shop.folder.path)\"} 2\n"))
        #expect(try kinds("--closed sat") == ["days_without_run"])
        #expect(try kinds("--closed sat --closed 2026-11-22") == [] && kinds("--closed 토,일요일") == [])
        try shop.write(#"{"language": "en", "closed": ["sun"]}"#, to: "juice-batch.json")
        let said = try shop.run("status")
        #expect(said.outputText.hasPrefix("Some business days have no run: 2026-11-21 (Sat). "))
        #expect(try nightlyRun().exit == 0)
        #expect(shop.text("reports/index.html").contains("Some business days have no run: 2026-11-21 (Sat). "))
        #expect(shop.text("metrics.prom").contains("dates_without_run{folder=\"\(shop.folder.path)\"} 1\n"))
        try shop.write(#"{"closed": ["someday"]}"#, to: "juice-batch.json")
        #expect(try shop.run("status").exit == 78)
    }

    @Test func openRowsStayOpenWithoutTheirReports() throws {
        #expect(try nightlyRun(["2026-11-20.csv": "item,quantity\n모름,1\n딸기쥬스,1\n"]).exit == 4)
        for (damage, told) in [
            ("for set in reports/2*/2*; do echo { >$set/summary.json; done", []),
            ("rm -r reports/2*/2*", ["reports_unplaced"]), ("rm -r reports", ["reports_unplaced"]),
        ] {
            #expect(try shop.shell(damage).exit == 0)
            #expect(try kinds() == told + ["rows_rejected"], "\(damage)")
            let all = told + ["rows_rejected", "rows_short", "stock_below_need"]
            #expect(try kinds("--fail-on shortage") == all)
        }
        #expect(try shop.run("settle 1 --ledger shop.sqlite").exit == 0)
        #expect(try kinds() == ["reports_unplaced"])
        #expect(try kinds("--fail-on shortage") == ["reports_unplaced", "rows_short", "stock_below_need"])
    }

    /// Rows that were all rejected have the day of their times, and their run is not one of deliveries only.
    @Test func rejectedFileHasTheDayOfItsRows() throws {
        let rows = "주문번호,주문일시,품목\n1,2026-11-18 10:00,모름\n2,2026-11-19 10:00,모름\n"
        #expect(try nightlyRun(["a.csv": rows]).exit == 4)
        let history = try shop.run("history --ledger shop.sqlite").outputText
        #expect(history.contains("   1  2026-11-19  "), "\(history)")
        let index = shop.text("reports/index.html")
        #expect(index.contains("적용한 행 없음") && !index.contains("주문 없음"))
    }

    @Test func quietNightlyRunPrintsProblemsOnly() throws {
        let good = try nightlyRun(["a.csv": "item\n키위쥬스\n"], "--quiet")
        #expect(good.exit == 0 && good.outputText + good.errorText == "")
        let bad = try nightlyRun(["b.csv": "item\n모름\n"], "-q")
        #expect(bad.exit == 4 && bad.outputText.contains("b.csv: ") && bad.errorText.contains("unknown_item"))
        #expect(try shop.run("status").outputText.contains("남은 행: 재료 부족 0건, 거절된 행 1개\n"))
    }

    /// Follows the advice of a nightly run and of `status`.
    @Test(arguments: [
        ("주문번호,품목\n1,키위쥬스\n", "{}"), ("품목\n키위쥬스\n", "{}"),
        ("주문번호,품목\n1,키위쥬스\n", #"{"columns": {"id": "주문번호"}}"#),
    ])
    func advisedCommandAppliesARepeatedFile(rows: String, settings: String) throws {
        try shop.write(settings, to: "juice-batch.json")
        for exit in [0, 4] {
            try shop.write(rows, to: "inbox/a.csv")
            let nightlyRun = try shop.run("nightly --settle 0 --date 2026-11-20 --language en")
            #expect(nightlyRun.exit == exit)
            #expect(exit == 0 || nightlyRun.outputText.contains("use run --again --column id="))
        }
        #expect(try kinds("--fail-on none") == ["files_repeated"])
        let day = try #require(FileManager.default.contentsOfDirectory(atPath: shop.folder.path + "/repeated").first)
        let again = "run repeated/\(day)/a.csv --ledger shop.sqlite --output reports/again --again --column id="
        let result = try shop.run(again)
        #expect(result.exit == 0, "\(result.errorText)")
        #expect(shop.lines("reports/again/success.csv").count == 2)
        #expect(try kinds("--fail-on none") == [])
    }

    @Test func reversalsAndClosedRowsAreShownWithTheLastRun() throws {
        try shop.write("item\n모름\n키위쥬스\n", to: "a.csv")
        let commands = ["run a.csv --date 2026-11-20 --quiet", "settle 1", "reverse 2"]
        #expect(try commands.map { try shop.run("\($0) --ledger l.sqlite").exit } == [4, 0, 0])
        let text = try shop.run("status --language en --ledger l.sqlite").outputText
        let run = try #require(text.split(separator: "\n").first { $0.hasPrefix("Last run: 1, ") })
        let told =
            "2 rows = 1 applied + 0 short + 1 rejected + 0 skipped; since then run 2 closed rows of run 1, run 3 reversed "
            + "run 2"
        #expect(run.hasSuffix(told), "\(text)")
        let later = try shop.json("status --json --ledger l.sqlite").line
        #expect(later.contains("\"later_runs\": [") && later.contains("\"settles\": 1"), "\(later)")
        let metrics = try shop.run("status --metrics --ledger l.sqlite").outputText
        #expect(metrics.contains("juice_batch_runs_total{ledger=") && metrics.contains("\"} 3\n"))
    }

    @Test func statusOfALedgerWithoutAFolder() throws {
        try shop.write("item\n모름\n키위쥬스\n", to: "a.csv")
        #expect(try shop.run("run a.csv --ledger l.sqlite --quiet").exit == 4)
        #expect(try kinds("--ledger l.sqlite") == ["rows_rejected"])
        #expect(try kinds("--ledger l.sqlite --fail-on none") == [])
        let sql = "INSERT INTO report_set VALUES (1, 'lost', '/x', '/y', 1, 1, '\(String(repeating: "0", count: 64))')"
        #expect(try shop.edit("l.sqlite", sql).exit == 0)
        #expect(try kinds("--ledger l.sqlite") == ["reports_unplaced", "rows_rejected"])
        #expect(try shop.exits("status --ledger none.sqlite", "status --folder none") == [66, 66])
    }

    /// Rows that were run again are not open, wherever the reports of that run are.
    @Test(arguments: ["reports/i", "i"]) func retryWithReportsElsewhereSettlesRows(output: String) throws {
        func run(_ input: String, to output: String) throws -> [String] {
            _ = try shop.run("run \(input) --ledger l.sqlite --output \(output) --column id=id --quiet")
            return try kinds("--ledger l.sqlite")
        }
        func correct(_ path: String, _ wrong: String, _ right: String) throws {
            try shop.write(shop.text(path).replacingOccurrences(of: wrong, with: right), to: path)
        }
        try shop.write("id,item,qty\n1,망고쥬스,1\n10,없는것,1\n11,없는것,2\n", to: "i.csv")
        #expect(try run("i.csv", to: output) == ["rows_rejected"])
        try correct("\(output)/failure.csv", "없는것,1", "바나나쥬스,1")
        #expect(try run("\(output)/failure.csv", to: "again") == ["rows_rejected"])
        try correct("again/failure.csv", "없는것", "바나나쥬스")
        #expect(try run("again/failure.csv", to: "last") == [])
    }

    @Test func fileNamedReportsIsNoReportFolder() throws {
        #expect(try nightlyRun().exit == 0)
        try shop.write("", to: "reports.txt")
        let looked = try shop.shell(#"rm -rf reports && mv reports.txt reports && "$0" status --language en"#)
        #expect(looked.exit == 0 && looked.outputText.contains("unknown without reports"), "\(looked.errorText)")
    }
}
