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

    @Test func aRefusedFileIsAnnotatedAndInTheSummary() throws {
        let shop = try Shop(["in/a,b.csv": "item\n\"키위쥬스\n", "good.csv": "item\n키위쥬스\n"])
        for more in [[], ["--ledger", "l.sqlite"], ["--dry-run"]] {
            try shop.write("# before\n", to: "step.md")
            let words = [
                "run", "good.csv", "in/a,b.csv", "--output", "out", "--annotations", "--summary-file", "step.md",
            ]
            let result = try shop.run(words + ["--language", "en", "--shop", "강남 <점>"] + more)
            #expect(result.exit == 65)
            let lines = result.errorText.split(separator: "\n").map(String.init)
            let text = "A quote is not closed, or stands where none may. Correct this line."
            #expect(
                lines == [
                    "::error file=in/a%2Cb.csv,line=2,title=bad_quoting::\(text)", "a,b.csv:2: bad_quoting: \(text)",
                ])
            #expect(
                shop.text("step.md") == """
                    # before
                    # 강남 &lt;점&gt;: report

                    ✕ **An input was refused, so nothing was applied.**

                    - **a,b.csv:2** bad\\_quoting: \(text)

                    """)
            #expect(!shop.entries.contains("out"))
        }
        let plain = try shop.run(["run", "in/a,b.csv", "--summary-file", "/dev/full", "--language", "en"])
        #expect(plain.exit == 65 && !plain.errorText.contains("::error"))
        #expect(plain.errorText.contains("/dev/full: the summary could not be appended"))
        // The names of inputs are those of the ones that are left.
        try shop.write("item\n키위쥬스\n", to: "in/good.csv")
        #expect(try shop.run(["run", "in/good.csv", "--ledger", "l.sqlite", "--output", "first"]).exit == 0)
        try shop.write("item\n\"x\n", to: "good.csv")
        let skipped = try shop.run(
            [
                "run", "in/good.csv", "good.csv", "--ledger", "l.sqlite", "--skip-known", "--annotations", "--output",
                "out",
            ])
        #expect(skipped.errorText.contains("::error file=good.csv,line=2,title=bad_quoting::"))
    }

    @Test func aNightTellsOfWhatItRefuses() throws {
        let shop = try Shop(["inbox/bad.csv": "item\n\"키위쥬스\n", "inbox/good.csv": "item\n키위쥬스\n"])
        let words = [
            "nightly", "--settle", "0", "--annotations", "--summary-file", "s.md", "--quiet", "--language", "en",
        ]
        let result = try shop.run(words)
        #expect(result.exit == 65)
        let lines = result.errorText.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("::error file=inbox/bad.csv,line=2,title=bad_quoting::"))
        #expect(lines.last == "juice-batch: Made a new ledger: shop.sqlite")
        // One refused, one applied, and nothing of the trial before them.
        #expect(shop.lines("s.md").filter { $0.hasPrefix("# ") }.count == 2)
        #expect(
            shop.lines("s.md").filter { $0.hasPrefix("- **") } == [
                "- **bad.csv:2** bad\\_quoting: A quote is not closed, or stands where none may. Correct this line."
            ])
    }

    @Test func tooManyRejectedRowsAreInTheSummary() throws {
        let shop = try Shop(["a.csv": "item\n" + String(repeating: "모_름\n", count: 30)])
        let words = [
            "run", "a.csv", "--max-rejected", "3", "--summary-file", "s.md", "--annotations", "--language", "en",
        ]
        let result = try shop.run(words)
        #expect(result.exit == 65)
        #expect(
            result.errorText.hasSuffix(
                "::notice::Not marked here: 20 rejected rows. juice-batch check lists them all.\n"))
        let lines = shop.lines("s.md")
        #expect(lines[1] == "✕ **30 rows were rejected, and 3 allowed, so nothing was applied.**")
        #expect(lines.count == 2 + 20 + 1 && lines[2].hasPrefix("- **a.csv:2** unknown\\_item\\: "))
        #expect(lines.last == "- 10 more: juice-batch check lists them all.")
    }

    @Test func shortRowsAreAnnotatedWhereTheyFailTheJob() throws {
        let rows = String(repeating: "딸기쥬스\n모름\n", count: 13)
        let shop = try Shop(["a.csv": "item\n" + rows])
        let words = ["run", "a.csv", "--output", "out", "--quiet", "--annotations", "--language", "en"]
        let lines = try shop.run(words + ["--fail-on", "shortage"]).errorText.split(separator: "\n").map(String.init)
        #expect(lines.count == 21)
        #expect(lines[..<10].allSatisfy { $0.hasPrefix("::error file=a.csv,line=") })
        #expect(lines[10..<20].allSatisfy { $0.contains(",title=insufficient_stock::딸기쥬스: ") })
        #expect(
            lines[10].hasPrefix("::warning file=a.csv,line=2,") && lines[19].hasPrefix("::warning file=a.csv,line=20,"))
        #expect(lines[20] == "::notice::Not marked here: 3 rejected rows and 3 rows short of stock. See failure.csv.")
        let usual = try shop.run(words).errorText.split(separator: "\n")
        #expect(usual.count == 11 && !usual.contains { $0.hasPrefix("::warning") })
    }

    @Test func annotationsAreCappedAndOfOneLine() throws {
        let rows = (1...30).map { "\"모름\($0)\n::error::x%0A\"\n" }.joined()
        let shop = try Shop(["a.csv": "item\n" + rows])
        let lines = try shop.run(["run", "a.csv", "--output", "out", "--annotations", "--quiet"]).errorText
            .split(separator: "\n").map(String.init)
        #expect(lines.count == 11)
        #expect(lines.dropLast().allSatisfy { $0.hasPrefix("::error file=a.csv,line=") })
        #expect(lines[0].contains("모름1%0A::error::x%250A"))
        #expect(lines[10].hasPrefix("::notice::") && lines[10].contains("20"))
    }

    @Test func annotationsHoldNoControlCharacterOfAName() throws {
        let shop = try Shop(["in/a\u{1b}[31m\r\n::b.csv": "item\n모름\n"])
        let errors = try shop.run(
            ["run", "in/a\u{1b}[31m\r\n::b.csv", "--dry-run", "--annotations", "--language", "en"]
        ).errorText
        #expect(errors.hasPrefix("::error file=in/a\\u{1b}[31m%0D%0A%3A%3Ab.csv,line=2,title=unknown_item::"))
        #expect(errors.unicodeScalars.filter { $0.properties.generalCategory == .control } == ["\n"])
    }

    @Test func theSummaryIsNoFileThatTheRunNeeds() throws {
        let shop = try Shop([
            "a.csv": mixedOrders, "menu.csv": "juice,fruit,quantity\n키위쥬스,키위,3\n", "juice-batch.json": "{}",
            "stock.csv": "fruit,stock\n키위,3\n",
        ])
        let made = try shop.shell(
            """
            ln a.csv hard; ln -s a.csv soft; ln -s l.sqlite-wal dangling; ln -s /dev/fd/0 input
            ln -s dangling further; mkdir out other; ln -s out linked
            """)
        #expect(made.exit == 0)
        let before = shop.entries
        for name in [
            "a.csv", "hard", "soft", "menu.csv", "stock.csv", "juice-batch.json", "out/report.md", "linked/x",
            "./other/../out/x", "l.sqlite", "l.sqlite-journal", "l.sqlite-wal", "l.sqlite-shm", "dangling", "further",
        ] {
            let result = try shop.run([
                "run", "a.csv", "--output", "out", "--ledger", "l.sqlite", "--menu", "menu.csv", "--stock", "stock.csv",
                "--summary-file", name, "--language", "en",
            ])
            #expect(result.exit == 64, "\(name): \(result.errorText)")
            #expect(result.errorText.contains("\(name): needed for "), "\(name): \(result.errorText)")
            #expect(shop.entries == before && shop.text("a.csv") == mixedOrders, "\(name)")
        }
        let own = try shop.shell("exec \"$0\" run - --output out --summary-file a.csv <a.csv")
        #expect(own.exit == 64)
        #expect(try shop.run(["run", "a.csv", "--output", "out", "--summary-file", "a.csv"]).exit == 64)
        #expect(try shop.run(["run", "a.csv", "--output", "out", "--quiet", "--summary-file", "/dev/null"]).exit == 4)
    }

    @Test func reportsDoNotStandWhereTheLedgerKeepsItsFiles() throws {
        let shop = try Shop(["a.csv": mixedOrders, "l-journal.csv": mixedOrders])
        for output in ["l", "l-journal", "l-wal", "l-shm", "l-journal/below", ".", "./l-wal"] {
            let result = try shop.run(["run", "a.csv", "--ledger", "l", "--output", output])
            #expect(result.exit == 64, "\(output): \(result.errorText)")
            #expect(shop.entries == ["a.csv", "l-journal.csv"])
        }
        #expect(try shop.run(["run", "l-journal.csv", "--ledger", "reports/l"]).exit == 64)
    }
}
