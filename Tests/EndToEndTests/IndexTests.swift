import Foundation
import TestSupport
import Testing

/// index.html of a folder of reports, by the program.
@Suite struct IndexTests {
    private let shop: Shop

    init() throws {
        shop = try Shop(["a.csv": "item,quantity\n키위쥬스,3\n키위쥬스,1\n", "b.csv": "item,quantity\n키위쥬스,1\n"])
    }

    @Test func aRunThatChoosesItsFolderMakesIt() throws {
        #expect(try shop.run(["run", "a.csv", "--quiet", "--language", "en"]).exit == 0)
        #expect(shop.text("reports/index.html").contains("1 report. Still open: 1 row short of fruit."))
        try shop.run(["run", "b.csv", "--quiet", "--output", "reports/b"])
        #expect(shop.text("reports/index.html").contains("보고서 2개입니다. 아직 남은 일이 있습니다: 못 만든 주문 1건."))
        // A pattern makes a folder for each run; a folder that is named explicitly gets nothing else.
        try shop.run(["run", "a.csv", "--quiet", "--output", "mine/a"])
        #expect(!shop.folder.holds("mine/index.html"))
        try shop.run(["run", "a.csv", "--quiet", "--output", "kept/{date}/{name}", "--date", "2026-11-20"])
        #expect(shop.text("kept/index.html").contains(#"<a href="2026-11-20/a/report.html">2026-11-20 (금)</a>"#))
        try shop.run(["run", "a.csv", "--quiet", "--dry-run"])
        #expect(Set(shop.files("reports").keys) == ["a", "b", "index.html"])
    }

    @Test func theCommandSaysWhereItIs() throws {
        try shop.run(["run", "a.csv", "--quiet", "--output", "mine/a"])
        let result = try shop.run(["index", "mine"])
        #expect(result.exit == 0 && result.outputText == "mine/index.html\n" && result.errorText == "")
        let first = shop.text("mine/index.html")
        #expect(first.contains(#"<html lang="ko">"#))
        try shop.run(["index", "mine/"])
        #expect(shop.text("mine/index.html") == first)
        try shop.run(["index", "mine"], environment: ["JUICE_BATCH_LANGUAGE": "en"])
        #expect(shop.text("mine/index.html").contains(#"<html lang="en">"#))
    }

    @Test(arguments: [(["none"], 66), (["a.csv"], 66), (["mine/a"], 73), (["theirs"], 73), ([], 64), (["a", "b"], 64)])
    func whatIsNoFolderOfReportsIsTold(arguments: [String], exit: Int) throws {
        try shop.run(["run", "a.csv", "--quiet", "--output", "mine/a"])
        try shop.write("theirs", to: "theirs/index.html")
        let result = try shop.run(["index"] + arguments)
        #expect(result.exit == exit && result.outputText == "" && result.errorText != "")
        #expect(shop.text("theirs/index.html") == "theirs")
    }

    @Test func somebodyElsesPageChangesNoExitCode() throws {
        try shop.write("theirs", to: "reports/index.html")
        let result = try shop.run(["run", "a.csv", "--quiet"])
        #expect(result.exit == 0 && result.errorText.contains("reports/index.html: juice-batch가 만든 파일이 아니라서"))
        #expect(shop.text("reports/index.html") == "theirs" && shop.folder.holds("reports/a/report.html"))
    }

    @Test func aNightMakesIt() throws {
        try shop.write(shop.text("a.csv"), to: "inbox/2026-11-20.csv")
        #expect(try shop.run(["nightly", "--settle", "0"]).exit == 0)
        let page = shop.text("reports/index.html")
        #expect(page.contains("/2026-11-20/report.html\">2026-11-20 (금)</a>") && page.contains("보고서 1개입니다."))
    }

    /// The last one has seen what the others have put there.
    @Test func runsAtOnceLeaveAnIndexThatKnowsAll() throws {
        for number in 0..<8 { try shop.write(shop.text("a.csv"), to: "n\(number).csv") }
        let result = try shop.shell("for i in 0 1 2 3 4 5 6 7; do \"$0\" run n$i.csv --quiet & done; wait")
        #expect(result.errorText == "")
        let page = shop.text("reports/index.html")
        for number in 0..<8 { #expect(page.contains("n\(number)/report.html"), "\(number)") }
        #expect(page.contains("보고서 8개") && page.hasSuffix("</html>\n"))
        #expect(shop.files("reports").keys.allSatisfy { !$0.hasPrefix(".") })
    }

    /// Whenever a run is killed, there is a whole page or none.
    @Test func aKillLeavesAWholePage() throws {
        try shop.run(["run", "a.csv", "--quiet"])
        for pause in ["0.005", "0.01", "0.02", "0.03", "0.04"] {
            _ = try shop.shell(
                "timeout -s KILL \(pause) \"$0\" index reports; timeout -s KILL \(pause) \"$0\" run b.csv --quiet")
            let page = shop.text("reports/index.html")
            #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
        }
        #expect(try shop.run(["index", "reports"]).exit == 0)
        #expect(!shop.folder.holds("reports/.index.html.new"))
    }
}
