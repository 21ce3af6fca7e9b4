import Foundation
import TestSupport
import Testing

/// What a run tells the continuous integration that it runs in.
@Suite struct ReportingTests {
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

    @Test func aRefusedFileIsAnnotated() throws {
        let shop = try Shop(["in/a,b.csv": "item\n\"키위쥬스\n", "good.csv": "item\n키위쥬스\n"])
        for more in [[], ["--ledger", "l.sqlite"], ["--dry-run"]] {
            let words = ["run", "good.csv", "in/a,b.csv", "--output", "out", "--annotations", "--language", "en"]
            let result = try shop.run(words + more)
            #expect(result.exit == 65)
            let lines = result.errorText.split(separator: "\n").map(String.init)
            let text = "A quote is not closed, or is in the wrong place. Correct this line."
            #expect(
                lines == [
                    "::error file=in/a%2Cb.csv,line=2,title=bad_quoting::\(text)",
                    "in/a,b.csv:2: bad_quoting: \(text)",
                ])
            #expect(!shop.entries.contains("out"))
        }
        let plain = try shop.run(["run", "in/a,b.csv", "--language", "en"])
        #expect(plain.exit == 65 && !plain.errorText.contains("::error"))
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
        let result = try shop.run(["nightly", "--settle", "0", "--annotations", "--quiet", "--language", "en"])
        #expect(result.exit == 65)
        let lines = result.errorText.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("::error file=inbox/bad.csv,line=2,title=bad_quoting::"))
        #expect(lines.last == "juice-batch: Created a new ledger: shop.sqlite")
    }

    @Test func rowsBeyondTheLimitAreCountedInAnAnnotation() throws {
        let shop = try Shop(["a.csv": "item\n" + String(repeating: "모_름\n", count: 30)])
        let result = try shop.run(["run", "a.csv", "--max-rejected", "3", "--annotations", "--language", "en"])
        #expect(result.exit == 65)
        #expect(
            result.errorText.hasSuffix(
                "::notice::Not marked here: 20 rejected rows. juice-batch check lists them all.\n"))
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
