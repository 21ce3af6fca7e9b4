import Foundation
import TestSupport
import Testing

/// Machine-readable output of `check`: JSON and GitHub annotations.
@Suite struct CheckOutputTests {
    /// Runs `check --json` and checks its output against the schema.
    private func checked(_ shop: Shop, _ words: String, exit: Int, _ files: [String] = []) throws -> OrderedJSON {
        let json = try shop.json("check --json --language en \(words)", files)
        #expect(try PlainSchema.published(.check).problems(of: json) == [])
        #expect(json["exit"]?.int == exit)
        return json
    }

    private func table(_ rows: OrderedJSON?, _ keys: String...) -> [String] {
        (rows?.elements ?? []).map { row in keys.map { row[$0]?.line ?? "–" }.joined(separator: " ") }
    }

    @Test func jsonListsEveryProblem() throws {
        let shop = try Shop(["in/a.csv": mixedOrders, "b.csv": "id,item\n1,바나나쥬스\n"])
        let inputs = "in/a.csv b.csv --column id=id"
        let json = try checked(shop, inputs, exit: 4)
        #expect(table(json["inputs"], "file") == ["\"a.csv\"", "\"b.csv\""])
        #expect(json["totals"]?["rows"]?.int == 5 && json["totals"]?["failure"]?.int == 4)
        #expect(json["codes"]?.keys == ["unknown_item", "invalid_quantity", "id_conflict", "insufficient_stock"])
        let problems = json["problems"]
        #expect(
            table(problems, "line", "code", "class") == [
                #"3 "insufficient_stock" "shortage""#, #"4 "unknown_item" "rejected""#,
                #"5 "invalid_quantity" "rejected""#, #"2 "id_conflict" "rejected""#,
            ])
        // The same problems as in the text output, where missing pieces follow the text.
        let lines = try shop.run("check \(inputs) --language en").outputText.split(separator: "\n")
        for (line, problem) in zip(lines, problems?.elements ?? []) {
            let path = problem["file"]?.text == "a.csv" ? "in/a.csv" : "b.csv"
            let words = [problem["line"]?.line, problem["code"]?.text, problem["text"]?.text].compactMap { $0 }
            #expect(line.hasPrefix("\(path):\(words[0]): \(words[1]): \(words[2])"))
        }
        #expect(try checked(shop, "\(inputs) --fail-on none", exit: 0)["problems"]?.elements.count == 4)
    }

    @Test func shortageIsPrintedBesideTheMessage() throws {
        let rows = "키위,,restock,1\n딸바쥬스,A-7,,9\n딸기,x,discard,99\n딸기쥬스,y,order,1\n딸기쥬스,z,,x\n"
        let shop = try Shop(["in/a.csv": "item,id,action,quantity\n" + rows])
        let short = "insufficient_stock: 재료가 모자라요. 재고를 수정할까요?"
        let korean = try shop.run("check in/a.csv").outputText.split(separator: "\n")
        #expect(
            korean.prefix(3) == [
                "in/a.csv:3: \(short) (딸바쥬스: 딸기 80개 부족)", "in/a.csv:4: \(short) (딸기 89개 부족)",
                "in/a.csv:5: \(short) (딸기쥬스: 딸기 6개 부족)",
            ])
        let english = try shop.run("check in/a.csv --language en").outputText
        #expect(english.hasPrefix("in/a.csv:3: \(short) (딸바쥬스: 80 딸기 short)\n"))
        #expect(
            table(try checked(shop, "in/a.csv", exit: 4)["problems"], "id", "item", "quantity", "shortage") == [
                #""A-7" "딸바쥬스" 9 [{"fruit": "딸기", "pieces": 80}]"#, #""x" "딸기" 99 [{"fruit": "딸기", "pieces": 89}]"#,
                #""y" "딸기쥬스" 1 [{"fruit": "딸기", "pieces": 6}]"#, #""z" "딸기쥬스" null []"#,
            ])
    }

    @Test func refusedInputIsInEveryFormat() throws {
        let shop = try Shop(["in/a b.csv": "item\n\"키위쥬스\n", "c.csv": "item\n키위쥬스\n", "d.csv": "item\n키위쥬스\n"])
        let json = try checked(shop, "", exit: 65, ["in/a b.csv"])
        #expect(table(json["refusals"], "file", "line", "code") == [#""a b.csv" 2 "bad_quoting""#])
        #expect(json["inputs"]?.elements.isEmpty == true)
        let told = try shop.run("check --annotations --language en", ["in/a b.csv"])
        #expect(told.exit == 65 && told.output.isEmpty)
        let lines = told.errorText.split(separator: "\n")
        #expect(lines.count == 2 && lines[1].hasPrefix("in/a b.csv:2: bad_quoting: "))
        #expect(lines[0].hasPrefix("::error file=in/a b.csv,line=2,title=bad_quoting::A quote"))
        // An error of no single input has no position, and names all of them.
        #expect(table(try checked(shop, "c.csv --expect rows=2", exit: 65)["refusals"], "line") == ["0"])
        let total = "run:0: total_mismatch: --expect rows=3, but it is 2 in c.csv, d.csv."
        #expect(try shop.run("check c.csv d.csv --expect rows=3 --language en").errorText.hasPrefix(total))
    }

    /// A file in an unexpected encoding is reread without repeating its problems.
    @Test(arguments: [1, 4]) func listsEveryProblemOnceAndInOrder(threads: Int) throws {
        let rows = String(repeating: "x\n", count: 5_003) + String(repeating: "딸기쥬스\n", count: 5_002)
        let shop = try Shop(["a.csv": "item\n" + rows])
        // 딸기쥬스 in code page 949.
        let last: [UInt8] = [0xB5, 0xFE, 0xB1, 0xE2, 0xC1, 0xEA, 0xBD, 0xBA, 0x0A]
        try shop.folder.write(Array(("item\n" + String(repeating: "x\n", count: 300)).utf8) + last, to: "b.csv")
        for (name, count) in [("a.csv", 10_005), ("b.csv", 301)] {
            let json = try checked(shop, "\(name) --threads \(threads) --chunk-bytes 100", exit: 4)
            #expect(json["problems"]?.elements.map { $0["line"]?.int } == Array(2...count + 1))
        }
    }

    @Test func annotationsAccompanyTheProblems() throws {
        let shop = try Shop(["a.csv": mixedOrders])
        let plain = try shop.run("check a.csv --language en")
        let told = try shop.run("check a.csv --language en --annotations")
        #expect(told.output == plain.output && told.exit == 4 && plain.errors.isEmpty)
        let lines = told.errorText.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("::error file=a.csv,line=") })
        let failing = try shop.run("check a.csv --language en --annotations --fail-on shortage").errorText
        #expect(failing.contains("\n::warning file=a.csv,line=3,title=insufficient_stock::딸기쥬스: "))
    }
}

/// Output of a run for continuous integration.
@Suite struct ReportingTests {
    private func errors(_ shop: Shop, _ words: String, exit: Int? = nil) throws -> [String] {
        let result = try shop.run("\(words) --annotations --language en")
        #expect(exit == nil || result.exit == exit, "\(result.errorText)")
        return result.errorText.split(separator: "\n").map(String.init)
    }

    @Test func rejectedRowsAreAnnotated() throws {
        let shop = try Shop(["in/a,b:c%.csv": mixedOrders])
        let file = "::error file=in/a%2Cb%3Ac%25.csv"
        #expect(
            try errors(shop, "run in/a,b:c%.csv --output out") == [
                "\(file),line=4,title=unknown_item::No such juice on the menu: '모름쥬스'. Check the name.",
                "\(file),line=5,title=invalid_quantity::The quantity 'x' cannot be used. Write a whole number from 1 to "
                    + "1,000,000,000.",
            ])
        let piped = try shop.run(
            "run - --dry-run --quiet --annotations --language en", input: Array("item\n모름\n".utf8))
        let text = "-:2: No such juice or fruit on the menu: '모름'. Check the name."
        #expect(piped.errorText == "::error title=unknown_item::\(text)\n")
    }

    @Test func aRefusedFileIsAnnotated() throws {
        let shop = try Shop(["in/a,b.csv": "item\n\"키위쥬스\n", "good.csv": "item\n키위쥬스\n", "in/good.csv": "item\n키위쥬스\n"])
        let text = "A quote is not closed, or is in the wrong place. Correct this line."
        let wanted = [
            "::error file=in/a%2Cb.csv,line=2,title=bad_quoting::\(text)", "in/a,b.csv:2: bad_quoting: \(text)",
        ]
        for more in ["", "--ledger l.sqlite", "--dry-run"] {
            #expect(try errors(shop, "run good.csv in/a,b.csv --output out \(more)", exit: 65) == wanted)
            #expect(!shop.entries.contains("out"))
        }
        let plain = try shop.run("run in/a,b.csv --language en")
        #expect(plain.exit == 65 && !plain.errorText.contains("::error"))
        #expect(try shop.run("run in/good.csv --ledger l.sqlite --output first").exit == 0)
        try shop.write("item\n\"x\n", to: "good.csv")
        let skipped = try errors(shop, "run in/good.csv good.csv --ledger l.sqlite --skip-known --output out")
        #expect(skipped.contains { $0.hasPrefix("::error file=good.csv,line=2,title=bad_quoting::") })
    }

    @Test func nightlyRunAnnotatesRefusedFiles() throws {
        let shop = try Shop(["inbox/bad.csv": "item\n\"키위쥬스\n", "inbox/good.csv": "item\n키위쥬스\n"])
        let lines = try errors(shop, "nightly --settle 0 --quiet", exit: 65)
        #expect(lines.count == 3 && lines[0].hasPrefix("::error file=inbox/bad.csv,line=2,title=bad_quoting::"))
        #expect(lines.last == "juice-batch: Created a new ledger: shop.sqlite (opening stock: 10 of each fruit)")
    }

    @Test func annotationsAreLimitedAndOnOneLine() throws {
        let hostile = (1...30).map { "\"모름\($0)\n::error::x%0A\"\n" }.joined()
        let shop = try Shop([
            "a.csv": "item\n" + hostile, "b.csv": "item\n" + String(repeating: "딸기쥬스\n모름\n", count: 13),
        ])
        let rejected = try errors(shop, "run a.csv --output a --quiet")
        #expect(rejected.count == 11 && rejected.dropLast().allSatisfy { $0.hasPrefix("::error file=a.csv,line=") })
        #expect(rejected[0].contains("모름1%0A::error::x%250A"))
        #expect(rejected[10].hasPrefix("::notice::") && rejected[10].contains("20"))
        let refused = try errors(shop, "run a.csv --max-rejected 3", exit: 65)
        let left = "::notice::Not annotated here: "
        #expect(refused.last == left + "20 rejected rows. juice-batch check lists all of them.")
        // Short rows are annotated if they fail the job.
        let short = try errors(shop, "run b.csv --output b --quiet --fail-on shortage")
        #expect(short.count == 21 && short[..<10].allSatisfy { $0.hasPrefix("::error file=b.csv,line=") })
        #expect(short[10].hasPrefix("::warning file=b.csv,line=2,title=insufficient_stock::딸기쥬스: "))
        #expect(short[19].hasPrefix("::warning file=b.csv,line=20,title=insufficient_stock::딸기쥬스: "))
        #expect(short[20] == left + "3 rejected rows and 3 rows short of stock. See failure.csv.")
        let usual = try errors(shop, "run b.csv --output b --quiet")
        #expect(usual.count == 11 && !usual.contains { $0.hasPrefix("::warning") })
    }

    /// Rejected rows are all listed if there are no reports; otherwise failure.csv has the rest.
    @Test func rejectedRowsAreListed() throws {
        func rows(_ quantity: Int) -> String { "id,item,qty\n" + (1...30).map { "\($0),딸기,\(quantity)\n" }.joined() }
        let shop = try Shop(["a.csv": rows(1), "b.csv": rows(2)])
        let ledger = "--ledger l.sqlite --column id=id"
        #expect(try shop.run("run a.csv \(ledger)").exit == 0)
        let refused = try shop.run("run b.csv \(ledger) --max-rejected 5")
        let lines = refused.errorText.split(separator: "\n").filter { $0.contains(": id_conflict: ") }
        #expect(refused.exit == 65 && lines.count == 30 && !refused.errorText.contains("check"))
        let applied = try shop.run("run b.csv \(ledger)")
        #expect(applied.exit == 4 && applied.errorText.contains("10개 더 있습니다(failure.csv에 모두 있습니다)"))
    }

    @Test func reportFolderMustNotBeALedgerFolder() throws {
        let shop = try Shop(["a.csv": mixedOrders, "l-journal.csv": mixedOrders])
        for output in ["l", "l-journal", "l-wal", "l-shm", "l-journal/below", ".", "./l-wal"] {
            let result = try shop.run("run a.csv --ledger l --output \(output)")
            #expect(result.exit == 64, "\(output): \(result.errorText)")
            #expect(shop.entries == ["a.csv", "l-journal.csv"])
        }
        #expect(try shop.run("run l-journal.csv --ledger reports/l").exit == 64)
    }
}
