import Foundation
import TestSupport
import Testing

/// What `check` prints for programs: JSON, and lines that GitHub takes for annotations.
@Suite struct CheckFormTests {
    private func json(_ result: ProgramResult) throws -> OrderedJSON {
        try #require(OrderedJSONParser.parse(result.outputText), "\(result.outputText)")
    }

    /// What `check --json` prints, which is as its schema says.
    private func checked(_ shop: Shop, _ words: [String], exit: Int) throws -> OrderedJSON {
        let result = try shop.run(["check", "--json", "--language", "en"] + words)
        #expect(result.exit == exit)
        let json = try json(result)
        #expect(try PlainSchema.published(.check).problems(of: json) == [])
        #expect(json["exit"]?.int == exit)
        return json
    }

    @Test func jsonHasEveryProblem() throws {
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
        // The same as the lines for people.
        let lines = try shop.run(["check", "in/a.csv", "b.csv", "--column", "id=id", "--language", "en"]).outputText
            .split(separator: "\n")
        let texts = problems.map { problem in
            let file = problem["file"]?.text ?? ""
            let place = "\(file == "a.csv" ? "in/a.csv" : file):\(problem["line"]?.int ?? 0)"
            return "\(place): \(problem["code"]?.text ?? ""): \(problem["text"]?.text ?? "")"
        }
        // What is short stands behind the text, and in keys of its own.
        #expect(lines.first?.hasPrefix(texts[0]) == true && lines[1..<4].map(String.init) == Array(texts[1...]))
        #expect(
            try checked(shop, ["in/a.csv", "b.csv", "--column", "id=id", "--fail-on", "none"], exit: 0)["problems"]?
                .elements.count == 4)
    }

    @Test func whatIsShortStandsBesideTheSentence() throws {
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

    @Test func aFigureOfAllInputsNamesThem() throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n", "b.csv": "item\n키위쥬스\n"])
        let told = try shop.run(["check", "a.csv", "b.csv", "--expect", "rows=3", "--language", "en"])
        #expect(
            told.errorText.hasPrefix(
                "run:0: total_mismatch: --expect rows=3, but the number of rows in a.csv, b.csv is 2."))
    }

    @Test func jsonOfInputsWithoutProblemsIsWhole() throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n", "none.csv": "item\n"])
        for name in ["a.csv", "none.csv"] {
            let json = try checked(shop, [name], exit: 0)
            #expect(json["problems"]?.elements.isEmpty == true && json["refusals"]?.elements.isEmpty == true)
        }
    }

    @Test func aRefusedInputIsInEveryForm() throws {
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
        // Where no single input is at fault, there is no place to point to.
        try shop.write("item\n키위쥬스\n", to: "c.csv")
        #expect(
            try checked(shop, ["c.csv", "--expect", "rows=2"], exit: 65)["refusals"]?.elements[0]["line"]?.int == 0)
    }

    /// Every problem is listed in its order, however the work is shared out.
    @Test(arguments: [1, 4]) func noProblemIsLeftOut(threads: Int) throws {
        let rows = String(repeating: "x\n", count: 5_003) + String(repeating: "딸기쥬스\n", count: 5_002)
        let shop = try Shop(["a.csv": "item\n" + rows])
        let json = try checked(shop, ["a.csv", "--threads", "\(threads)", "--chunk-bytes", "1000"], exit: 4)
        #expect(json["problems"]?.elements.map { $0["line"]?.int } == Array(2...10_006))
    }

    /// A file that turns out to be in another encoding is read again, and nothing of it is told twice.
    @Test func whatIsReadAgainIsToldOnce() throws {
        let shop = try Shop()
        let rows: [UInt8] = Array("item\n".utf8) + Array(repeating: Array("x\n".utf8), count: 300).joined()
        // 딸기쥬스 in code page 949.
        try shop.folder.write(rows + [0xB5, 0xFE, 0xB1, 0xE2, 0xC1, 0xEA, 0xBD, 0xBA, 0x0A], to: "a.csv")
        let words = ["a.csv", "--chunk-bytes", "100"]
        #expect(try checked(shop, words, exit: 4)["problems"]?.elements.count == 301)
    }

    @Test func annotationsStandBesideTheProblems() throws {
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
