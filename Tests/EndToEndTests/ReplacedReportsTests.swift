import TestSupport
import Testing

/// Where reports go, and what is said of those whose place they take.
@Suite struct ReplacedReportsTests {
    private let shop: Shop

    init() throws {
        shop = try Shop([
            "monday.csv": "item,quantity\n키위쥬스,9\n키위쥬스,1\n키위쥬스,8\n", "tuesday.csv": "item,quantity\n키위쥬스,1\n",
            "wrong.csv": "item,quantity\n키위쥬스,x\n키위쥬스,99\n",
        ])
    }

    private func said(_ input: String, _ options: String...) throws -> String {
        try shop.run(["run", input, "--output", "out", "--quiet"] + options).errorText
    }

    @Test func reportsThatHeldLostOrdersAreNotReplacedWithoutAWord() throws {
        #expect(try said("monday.csv") == "")
        #expect(
            try said("tuesday.csv") == "juice-batch: out: 이전 보고서를 새 보고서로 바꾸었습니다. 그 failure.csv에 못 만든 주문 2건이 들어 "
                + "있었습니다. 따로 남기려면 --output에 {date}나 {name}을 넣으세요.\n")
        // Now there is nothing left to be done in it.
        #expect(try said("monday.csv") == "")
    }

    @Test func rowsToCorrectAreToldToo() throws {
        _ = try said("wrong.csv")
        #expect(
            try said("tuesday.csv", "--language", "en").contains("held 1 short order and 1 row to correct. To keep"))
    }

    /// The same inputs once more are the same night, and a dry run replaces nothing.
    @Test func nothingIsSaidWhereNothingIsLost() throws {
        _ = try said("monday.csv")
        #expect(try said("monday.csv", "--threads", "1") == "")
        #expect(try said("tuesday.csv", "--dry-run") == "")
        #expect(try said("tuesday.csv").contains("못 만든 주문 2건이"))
    }

    /// A report is the same whatever it replaces.
    @Test func reportsDoNotDependOnWhatTheyReplace() throws {
        _ = try said("monday.csv")
        _ = try said("tuesday.csv")
        try shop.run(["run", "tuesday.csv", "--output", "new", "--quiet"])
        for name in ["report.html", "report.md", "summary.json", "failure.csv"] {
            #expect(shop.folder.read("out/" + name) == shop.folder.read("new/" + name), "\(name)")
        }
    }

    /// What cannot be read as reports is replaced without a word.
    @Test func aSummaryThatCannotBeReadIsPassedOver() throws {
        _ = try said("monday.csv")
        try shop.write("{", to: "out/summary.json")
        #expect(try said("tuesday.csv") == "")
    }

    @Test func eachDayKeepsItsReports() throws {
        let output = ["--output", "out/{date}/{name}", "--quiet"]
        for (name, date) in [("monday", "2026-11-16"), ("tuesday", "2026-11-17")] {
            let result = try shop.run(["run", "\(name).csv", "--date", date] + output)
            #expect(result.exit == 0 && result.errorText == "")
            #expect(shop.folder.read("out/\(date)/\(name)/report.html") != nil)
        }
        #expect(try shop.run(["run", "monday.csv"] + output).exit == 64)
        #expect(try shop.run(["run", "monday.csv", "--output", "out/{shop}"]).exit == 64)
        try shop.write(#"{"output": "kept/{name}"}"#, to: "juice-batch.json")
        #expect(try shop.run(["run", "monday.csv", "--quiet"]).exit == 0)
        #expect(shop.folder.read("kept/monday/summary.json") != nil)
    }
}
