import Foundation
import TestSupport
import Testing

/// Machine-readable output of `check`: JSON and GitHub annotations.
@Suite struct CheckOutputTests {
    private func json(_ result: ProgramResult) throws -> OrderedJSON {
        try #require(OrderedJSONParser.parse(result.outputText), "\(result.outputText)")
    }

    /// Runs `check --json` and checks its output against the schema.
    private func checked(_ shop: Shop, _ words: [String], exit: Int) throws -> OrderedJSON {
        let result = try shop.run(["check", "--json", "--language", "en"] + words)
        #expect(result.exit == exit)
        let json = try json(result)
        #expect(try PlainSchema.published(.check).problems(of: json) == [])
        #expect(json["exit"]?.int == exit)
        return json
    }

    @Test func jsonListsEveryProblem() throws {
        let shop = try Shop(["in/a.csv": mixedOrders, "b.csv": "id,item\n1,바나나쥬스\n"])
        let json = try checked(shop, ["in/a.csv", "b.csv", "--column", "id=id"], exit: 4)
        #expect(json["inputs"]?.elements.map { $0["file"]?.text } == ["a.csv", "b.csv"])
        #expect(json["totals"]?["rows"]?.int == 5 && json["totals"]?["failure"]?.int == 4)
        #expect(json["codes"]?.keys == ["unknown_item", "invalid_quantity", "id_conflict", "insufficient_stock"])
        let problems = json["problems"]?.elements ?? []
        #expect(
            problems.map { $0["code"]?.text } == [
                "insufficient_stock", "unknown_item", "invalid_quantity", "id_conflict",
            ])
        #expect(problems.map { $0["line"]?.int } == [3, 4, 5, 2])
        #expect(problems.map { $0["class"]?.text } == ["shortage", "rejected", "rejected", "rejected"])
        // The same problems as in the text output.
        let lines = try shop.run(["check", "in/a.csv", "b.csv", "--column", "id=id", "--language", "en"]).outputText
            .split(separator: "\n")
        let texts = problems.map { problem in
            let file = problem["file"]?.text ?? ""
            let index = "\(file == "a.csv" ? "in/a.csv" : file):\(problem["line"]?.int ?? 0)"
            return "\(index): \(problem["code"]?.text ?? ""): \(problem["text"]?.text ?? "")"
        }
        // Missing pieces follow the text and have their own keys.
        #expect(lines.first?.hasPrefix(texts[0]) == true && lines[1..<4].map(String.init) == Array(texts[1...]))
        #expect(
            try checked(shop, ["in/a.csv", "b.csv", "--column", "id=id", "--fail-on", "none"], exit: 0)["problems"]?
                .elements.count == 4)
    }

    @Test func shortageIsPrintedBesideTheMessage() throws {
        let rows = "키위,,restock,1\n딸바쥬스,A-7,,9\n딸기,x,discard,99\n딸기쥬스,y,order,1\n딸기쥬스,z,,x\n"
        let shop = try Shop(["in/a.csv": "item,id,action,quantity\n" + rows])
        let short = "insufficient_stock: 재료가 모자라요. 재고를 수정할까요?"
        let korean = try shop.run(["check", "in/a.csv"]).outputText.split(separator: "\n")
        #expect(korean[0] == "in/a.csv:3: \(short) (딸바쥬스: 딸기 80개 부족)")
        #expect(korean[1] == "in/a.csv:4: \(short) (딸기 89개 부족)")
        #expect(korean[2] == "in/a.csv:5: \(short) (딸기쥬스: 딸기 6개 부족)")
        let english = try shop.run(["check", "in/a.csv", "--language", "en"]).outputText.split(separator: "\n")
        #expect(english[0] == "in/a.csv:3: \(short) (딸바쥬스: 80 딸기 short)")
        let problems = try checked(shop, ["in/a.csv"], exit: 4)["problems"]?.elements ?? []
        #expect(problems.map { $0["id"]?.text } == ["A-7", "x", "y", "z"])
        #expect(problems.map { $0["item"]?.text } == ["딸바쥬스", "딸기", "딸기쥬스", "딸기쥬스"])
        #expect(problems.map { $0["quantity"]?.int } == [9, 99, 1, nil])
        #expect(
            problems.map { $0["shortage"]?.line } == [
                #"[{"fruit": "딸기", "pieces": 80}]"#, #"[{"fruit": "딸기", "pieces": 89}]"#,
                #"[{"fruit": "딸기", "pieces": 6}]"#, "[]",
            ])
    }

    @Test func totalOverAllInputsNamesThem() throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n", "b.csv": "item\n키위쥬스\n"])
        let told = try shop.run(["check", "a.csv", "b.csv", "--expect", "rows=3", "--language", "en"])
        #expect(
            told.errorText.hasPrefix(
                "run:0: total_mismatch: --expect rows=3, but the number of rows in a.csv, b.csv is 2."))
    }

    @Test func refusedInputIsInEveryFormat() throws {
        let shop = try Shop(["in/a b.csv": "item\n\"키위쥬스\n"])
        let json = try checked(shop, ["in/a b.csv"], exit: 65)
        let refusal = try #require(json["refusals"]?.elements.first)
        #expect(refusal["file"]?.text == "a b.csv" && refusal["line"]?.int == 2)
        #expect(refusal["code"]?.text == "bad_quoting" && json["inputs"]?.elements.isEmpty == true)
        let told = try shop.run(["check", "in/a b.csv", "--annotations", "--language", "en"])
        #expect(told.exit == 65 && told.output.isEmpty)
        let lines = told.errorText.split(separator: "\n")
        #expect(lines.count == 2 && lines[1].hasPrefix("in/a b.csv:2: bad_quoting: "))
        #expect(lines[0].hasPrefix("::error file=in/a b.csv,line=2,title=bad_quoting::A quote"))
        // An error of no single input has no position.
        try shop.write("item\n키위쥬스\n", to: "c.csv")
        #expect(
            try checked(shop, ["c.csv", "--expect", "rows=2"], exit: 65)["refusals"]?.elements[0]["line"]?.int == 0)
    }

    @Test(arguments: [1, 4]) func listsEveryProblemInOrder(threads: Int) throws {
        let rows = String(repeating: "x\n", count: 5_003) + String(repeating: "딸기쥬스\n", count: 5_002)
        let shop = try Shop(["a.csv": "item\n" + rows])
        let json = try checked(shop, ["a.csv", "--threads", "\(threads)", "--chunk-bytes", "1000"], exit: 4)
        #expect(json["problems"]?.elements.map { $0["line"]?.int } == Array(2...10_006))
    }

    /// A file in an unexpected encoding is reread without repeating its problems.
    @Test func rereadInputIsReportedOnce() throws {
        let shop = try Shop()
        let rows: [UInt8] = Array("item\n".utf8) + Array(repeating: Array("x\n".utf8), count: 300).joined()
        // 딸기쥬스 in code page 949.
        try shop.folder.write(rows + [0xB5, 0xFE, 0xB1, 0xE2, 0xC1, 0xEA, 0xBD, 0xBA, 0x0A], to: "a.csv")
        let words = ["a.csv", "--chunk-bytes", "100"]
        #expect(try checked(shop, words, exit: 4)["problems"]?.elements.count == 301)
    }

    @Test func annotationsAccompanyTheProblems() throws {
        let shop = try Shop(["a.csv": mixedOrders])
        let plain = try shop.run(["check", "a.csv", "--language", "en"])
        let told = try shop.run(["check", "a.csv", "--language", "en", "--annotations"])
        #expect(told.output == plain.output && told.exit == 4 && plain.errors.isEmpty)
        let lines = told.errorText.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("::error file=a.csv,line=") })
        let failing = try shop.run(["check", "a.csv", "--language", "en", "--annotations", "--fail-on", "shortage"])
        let last = try #require(failing.errorText.split(separator: "\n").last)
        #expect(last.hasPrefix("::warning file=a.csv,line=3,title=insufficient_stock::딸기쥬스: "))
    }
}

/// Output of a run for continuous integration.
@Suite struct ReportingTests {
    @Test func rejectedRowsAreAnnotated() throws {
        let shop = try Shop(["in/a,b:c%.csv": mixedOrders])
        let result = try shop.run(["run", "in/a,b:c%.csv", "--output", "out", "--annotations", "--language", "en"])
        let lines = result.errorText.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "::error file=in/a%2Cb%3Ac%25.csv,line=4,title=unknown_item::No such juice on the menu: '모름쥬스'. Check the name.",
                "::error file=in/a%2Cb%3Ac%25.csv,line=5,title=invalid_quantity::"
                    + "The quantity 'x' cannot be used. Write a whole number from 1 to 1,000,000,000.",
            ])
        let piped = try shop.run(
            ["run", "-", "--dry-run", "--quiet", "--annotations", "--language", "en"], input: Array("item\n모름\n".utf8))
        let text = "-:2: No such juice or fruit on the menu: '모름'. Check the name."
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

    @Test func nightlyRunAnnotatesRefusedFiles() throws {
        let shop = try Shop(["inbox/bad.csv": "item\n\"키위쥬스\n", "inbox/good.csv": "item\n키위쥬스\n"])
        let result = try shop.run(["nightly", "--settle", "0", "--annotations", "--quiet", "--language", "en"])
        #expect(result.exit == 65)
        let lines = result.errorText.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("::error file=inbox/bad.csv,line=2,title=bad_quoting::"))
        #expect(lines.last == "juice-batch: Created a new ledger: shop.sqlite (opening stock: 10 of each fruit)")
    }

    @Test func rowsBeyondTheLimitAreCountedInAnAnnotation() throws {
        let shop = try Shop(["a.csv": "item\n" + String(repeating: "모_름\n", count: 30)])
        let result = try shop.run(["run", "a.csv", "--max-rejected", "3", "--annotations", "--language", "en"])
        #expect(result.exit == 65)
        #expect(
            result.errorText.hasSuffix(
                "::notice::Not annotated here: 20 rejected rows. juice-batch check lists all of them.\n"))
    }

    @Test func shortRowsAreAnnotatedIfTheyFailTheJob() throws {
        let rows = String(repeating: "딸기쥬스\n모름\n", count: 13)
        let shop = try Shop(["a.csv": "item\n" + rows])
        let words = ["run", "a.csv", "--output", "out", "--quiet", "--annotations", "--language", "en"]
        let lines = try shop.run(words + ["--fail-on", "shortage"]).errorText.split(separator: "\n").map(String.init)
        #expect(lines.count == 21)
        #expect(lines[..<10].allSatisfy { $0.hasPrefix("::error file=a.csv,line=") })
        #expect(lines[10..<20].allSatisfy { $0.contains(",title=insufficient_stock::딸기쥬스: ") })
        #expect(
            lines[10].hasPrefix("::warning file=a.csv,line=2,") && lines[19].hasPrefix("::warning file=a.csv,line=20,"))
        #expect(
            lines[20] == "::notice::Not annotated here: 3 rejected rows and 3 rows short of stock. See failure.csv.")
        let usual = try shop.run(words).errorText.split(separator: "\n")
        #expect(usual.count == 11 && !usual.contains { $0.hasPrefix("::warning") })
    }

    @Test func annotationsAreLimitedAndOnOneLine() throws {
        let rows = (1...30).map { "\"모름\($0)\n::error::x%0A\"\n" }.joined()
        let shop = try Shop(["a.csv": "item\n" + rows])
        let lines = try shop.run(["run", "a.csv", "--output", "out", "--annotations", "--quiet"]).errorText
            .split(separator: "\n").map(String.init)
        #expect(lines.count == 11)
        #expect(lines.dropLast().allSatisfy { $0.hasPrefix("::error file=a.csv,line=") })
        #expect(lines[0].contains("모름1%0A::error::x%250A"))
        #expect(lines[10].hasPrefix("::notice::") && lines[10].contains("20"))
    }

    @Test func reportFolderMustNotBeALedgerFolder() throws {
        let shop = try Shop(["a.csv": mixedOrders, "l-journal.csv": mixedOrders])
        for output in ["l", "l-journal", "l-wal", "l-shm", "l-journal/below", ".", "./l-wal"] {
            let result = try shop.run(["run", "a.csv", "--ledger", "l", "--output", output])
            #expect(result.exit == 64, "\(output): \(result.errorText)")
            #expect(shop.entries == ["a.csv", "l-journal.csv"])
        }
        #expect(try shop.run(["run", "l-journal.csv", "--ledger", "reports/l"]).exit == 64)
    }
}
