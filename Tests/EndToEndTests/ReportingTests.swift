import Foundation
import TestSupport
import Testing

/// What a run tells the continuous integration that it runs in.
@Suite struct ReportingTests {
    @Test func theSummaryIsAppended() throws {
        let shop = try Shop(["a.csv": mixedOrders, "step.md": "# before\n"])
        #expect(try shop.run(["run", "a.csv", "--output", "out", "--summary-file", "step.md"]).exit == 4)
        let report = shop.text("out/report.md")
        #expect(report.contains("](stock.svg)"))
        // There is no picture beside a summary.
        let summary = report.replacingOccurrences(of: "![재고의 흐름](stock.svg)\n\n", with: "")
        #expect(shop.text("step.md") == "# before\n" + summary)
        #expect(try shop.run(["run", "a.csv", "--dry-run", "--quiet", "--summary-file", "step.md"]).exit == 4)
        #expect(shop.text("step.md") == "# before\n" + summary + summary)
        let ledger = ["--ledger", "l.sqlite", "--summary-file", "l.md"]
        #expect(try shop.run(["run", "a.csv", "--output", "out"] + ledger).exit == 4)
        #expect(shop.text("l.md").hasPrefix("# 쥬스 가게 보고서"))
    }

    @Test func aSummaryThatCannotBeOpenedStopsTheRun() throws {
        let shop = try Shop(["a.csv": mixedOrders])
        let result = try shop.run(["run", "a.csv", "--output", "out", "--summary-file", "no/where.md"])
        #expect(result.exit == 73)
        #expect(result.errorText.contains("no/where.md"))
        #expect(shop.entries == ["a.csv"])
    }

    @Test func aSummaryThatCannotBeWrittenIsNoReasonToTakeBackARun() throws {
        let shop = try Shop(["a.csv": mixedOrders])
        let result = try shop.run(["run", "a.csv", "--output", "out", "--quiet", "--summary-file", "/dev/full"])
        #expect(result.exit == 4)
        #expect(result.errorText.contains("/dev/full: 요약을 덧붙이지 못했습니다"))
        #expect(shop.files("out").keys.contains("report.md"))
    }

    @Test func rejectedRowsAreAnnotated() throws {
        let shop = try Shop(["in/a,b:c%.csv": mixedOrders])
        let result = try shop.run(["run", "in/a,b:c%.csv", "--output", "out", "--annotations", "--language", "en"])
        let lines = result.errorText.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "::error file=in/a%2Cb%3Ac%25.csv,line=4,title=unknown_item::Not a juice on the menu: '모름쥬스'. Check the name.",
                "::error file=in/a%2Cb%3Ac%25.csv,line=5,title=invalid_quantity::"
                    + "The quantity 'x' cannot be used. Write a whole number from 1 to 1,000,000,000.",
            ])
        let piped = try shop.run(
            ["run", "-", "--dry-run", "--quiet", "--annotations", "--language", "en"], input: Array("item\n모름\n".utf8))
        let text = "-:2: Neither a juice nor a fruit on the menu: '모름'. Check the name."
        #expect(piped.errorText == "::error title=unknown_item::\(text)\n")
    }

    @Test func annotationsAreCappedAndOfOneLine() throws {
        let rows = (1...30).map { "\"모름\($0)\n::error::x%0A\"\n" }.joined()
        let shop = try Shop(["a.csv": "item\n" + rows])
        let lines = try shop.run(["run", "a.csv", "--output", "out", "--annotations", "--quiet"]).errorText
            .split(separator: "\n").map(String.init)
        #expect(lines.count == 11)
        #expect(lines.dropLast().allSatisfy { $0.hasPrefix("::error file=a.csv,line=") })
        #expect(lines[0].contains("모름1\\u{a}::error::x%250A"))
        #expect(lines[10].hasPrefix("::notice::") && lines[10].contains("20"))
    }
}
