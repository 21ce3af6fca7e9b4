import Foundation
import TestSupport
import Testing

@Suite struct ReportBytesTests {
    @Test func folderLocaleAndTimeZoneDoNotChangeReports() throws {
        let first = try Shop(["a.csv": mixedOrders])
        let second = try Shop(["deep/er/a.csv": mixedOrders])
        try first.run("run a.csv --output out", environment: ["LC_ALL": "C", "TZ": "UTC"])
        let wanted = first.files("out")
        #expect(wanted.count >= 6)
        for (locale, zone) in [("ko_KR.UTF-8", "Asia/Seoul"), ("tr_TR.UTF-8", "America/New_York"), ("C.UTF-8", "")] {
            let environment = ["LC_ALL": locale, "LANG": locale, "TZ": zone, "COLUMNS": "20", "USER": "x"]
            try second.run("run deep/er/a.csv --output x/y/z", environment: environment)
            #expect(second.files("x/y/z") == wanted, "\(locale)")
        }
        try second.run(["run", second.folder.path + "/deep/er/a.csv", "--output", second.folder.path + "/absolute"])
        #expect(second.files("absolute") == wanted)
        let all = String(decoding: wanted.values.joined(), as: UTF8.self)
        #expect(!all.contains(first.folder.path))
    }
}

/// Lost and replaced reports.
@Suite struct ReplacedReportsTests {
    @Test func lostReportsAreReportedUntilRemade() throws {
        let shop = try Shop(["a.csv": "id,juice,quantity\nA-1,키위쥬스,2\nA-2,딸기쥬스,1\n"])
        let ledger = "--ledger l.sqlite --language en"
        #expect(try shop.run("run a.csv --output a \(ledger)").exit == 0)
        let lost = "(1, 'staged', '\(shop.folder.path)/a', '/nowhere', 1, 1, '\(String(repeating: "0", count: 64))')"
        let edited = try shop.edit("l.sqlite", "INSERT INTO report_set VALUES " + lost)
        try #require(edited.exit == 0, "\(edited.errorText)")
        let told = "The reports of run 1 cannot be found"
        let verified = try shop.run("verify \(ledger)")
        #expect(verified.exit == 0 && verified.errorText.contains(told) && verified.outputText.contains(told))
        #expect(try shop.run("history \(ledger)").outputText.contains(told))
        #expect(try shop.run("history --json \(ledger)").outputText.contains("\"reports\": \"lost\""))
        #expect(try shop.run("run a.csv --output a --remake 1 \(ledger)").exit == 0)
        #expect(try !shop.run("verify \(ledger)").outputText.contains(told))
    }

    @Test func replacingOpenReportsIsReported() throws {
        let shop = try Shop([
            "monday.csv": "item,quantity\n키위쥬스,9\n키위쥬스,1\n키위쥬스,8\n", "tuesday.csv": "item,quantity\n키위쥬스,1\n",
            "wrong.csv": "item,quantity\n키위쥬스,x\n키위쥬스,99\n",
        ])
        func said(_ words: String) throws -> String { try shop.run("run --output out --quiet \(words)").errorText }
        #expect(try said("monday.csv") == "")
        // The same inputs lose nothing, and a dry run replaces nothing.
        #expect(try said("monday.csv --threads 1") == "" && said("tuesday.csv --dry-run") == "")
        #expect(
            try said("tuesday.csv") == "juice-batch: out: 이전 보고서를 새 보고서로 바꾸었습니다. 이전 failure.csv에는 못 만든 주문 2건이 들어 "
                + "있었습니다. 따로 남기려면 --output에 {date}나 {name}을 넣으세요.\n")
        // The new reports do not depend on earlier ones.
        try shop.run("run tuesday.csv --output new --quiet")
        #expect(shop.files("out") == shop.files("new"))
        // The replaced reports had nothing open.
        #expect(try said("wrong.csv --fail-on none").contains("바꾸었습니다") == false)
        let english = try said("tuesday.csv --language en")
        #expect(english.contains("contained 1 short order and 1 row to correct. To keep"), "\(english)")
        // A summary that cannot be read is ignored.
        #expect(try said("monday.csv") == "")
        try shop.write("{", to: "out/summary.json")
        #expect(try said("tuesday.csv") == "")
    }
}
