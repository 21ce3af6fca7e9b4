import Foundation
import TestSupport
import Testing

@Suite struct InspectTests {
    /// A Korean till's sheet: titles above, totals below, cancels with a `-`, several rows a receipt.
    private static let koreanTill = """
        상품 매출 현황,,,,,,
        조회기간 : 2026-11-20,,,,,,
        영업일자,영수증번호,구분,결제시각,분류,상품명,수량
        2026-11-20,0001,정상,09:12:40,쥬스,키위주스,1
        2026-11-20,0001,정상,09:12:40,베이커리,스콘,1
        2026-11-20,0002,정상,09:31:05,쥬스,바나나주스,2
        2026-11-20,0002,취소,09:33:05,쥬스,바나나주스,-2
        합계,,,,,,2
        """

    /// An export, what is proposed for it, the settings of the first answer to each question, and what run then exits with.
    private struct Case: CustomTestStringConvertible {
        let testDescription: String
        let export: String
        var proposal: String
        var answers: [String] = []
        var exit = 0
    }

    private static let cases = [
        Case(
            testDescription: "a Korean till", export: koreanTill,
            proposal: """
                {"header":"find","columns":{"id":["영업일자","영수증번호","구분","#"],"item":"상품명","time":["영업일자","결제시각"]},\
                "values":{"action":{"정상":"order"}},"totals":["합계"]}
                """,
            answers: [#"{"only":{"분류":["쥬스"]}}"#]),
        Case(
            testDescription: "short numbers that start anew each day",
            export: "영수증번호,주문일시,품목,수량\n1,2026-11-20 10:00,키위쥬스,1\n1,2026-11-21 10:00,키위쥬스,1\n",
            proposal: ##"{"columns":{"id":["주문일시","영수증번호","#"]}}"##),
        Case(
            testDescription: "a time that is damaged",
            export: "주문시각,품목,수량\n" + (1...9).map { "11/20/2026 1\($0):00,키위쥬스,1\n" }.joined()
                + "13/45/2026 20:00,키위쥬스,1\n",
            proposal: #"{"columns":{"time":"주문시각"},"date_order":"mdy"}"#),
        Case(
            testDescription: "a name with something around it", export: "품목,수량\n[BEST]키위,1\n망고쥬스,1\n", proposal: "{}",
            answers: [#"{"values":{"item":{"[BEST]키위":"키위쥬스"}}}"#]),
        Case(
            testDescription: "headers that nobody knows", export: "a+b|c d\nt|키위쥬스\nu|망고쥬스\n",
            proposal: #"{"columns":{"item":"c d"}}"#),
        Case(
            testDescription: "a header with the sign between parts",
            export: "나간것+,\"몇 \"\"잔\"\"\"\n키위쥬스,1\n망고쥬스,1\n", proposal: #"{"columns":{"item":["나간것+"]}}"#),
        Case(
            testDescription: "totals that do not add up",
            export: "일자,품목,수량\n2026-11-20,키위쥬스,1\n2026-11-20,망고쥬스,1\n소계,키위쥬스,1\n소계,망고쥬스,1\n총계,,2\n",
            proposal: #"{"totals":["총계"]}"#, answers: [#"{"ignore":{"일자":["소계"]}}"#]),
        Case(
            testDescription: "totals in a column that may mean something",
            export: "상품,매장\n"
                + "바나나쥬스,강남\n키위쥬스,강남\n키위쥬스,강남 소계\n바나나쥬스,역삼\n키위쥬스,역삼\n키위쥬스,역삼 소계\n",
            proposal: "{}", answers: [#"{"ignore":{"매장":["강남 소계","역삼 소계"]},"only":{"매장":["강남"]}}"#]),
        Case(
            testDescription: "sizes of a juice that has the name of a fruit",
            export: "Size,juice\nL,banana\nM,banana\nL,banana\nM,banana\n",
            proposal: "{}", answers: [#"{"accept":["Size"]}"#]),
        Case(
            testDescription: "totals behind items",
            export: "메뉴,결제,수량\n망고쥬스,카드,1\n망고쥬스,현금,1\n망고쥬스,소계,2\n키위쥬스,카드,1\n키위쥬스,소계,1\n총계,,3\n",
            proposal: #"{"ignore":{"결제":["소계"]},"totals":["총계"]}"#),
        Case(
            testDescription: "a status without a name", export: "메뉴,,수량\n망고쥬스,완료,1\n키위쥬스,완료,1\n키위쥬스,취소,1\n",
            proposal: "{}", exit: 65),
        Case(
            testDescription: "totals of more than the file in a column without a name",
            export: "메뉴,,수량\n망고쥬스,,1\n키위쥬스,,1\n키위쥬스,누계,9\n", proposal: "{}", exit: 65),
    ]

    @Test(arguments: [("%PDF-1.7\na,b\nc,d\n", "PDF"), ("[{\"id\":1,\"item\":\"딸기쥬스\"}]\n", "JSON")])
    func fileThatIsNotCSVGetsNoProposal(text: String, kind: String) throws {
        let result = try Shop(["a.csv": text]).run("inspect a.csv --language ko")
        #expect(result.exit == 65 && result.errorText.contains("CSV가 아니라 \(kind)"))
    }

    @Test(arguments: cases)
    private func proposalIsAcceptedByRun(_ given: Case) throws {
        let shop = try Shop(["a.csv": given.export])
        let result = try shop.run("inspect a.csv --json --write")
        let found = try #require(OrderedJSONParser.parse(result.outputText), "\(result.errorText)")
        #expect(found["schema"]?.int == 1)
        #expect(found["proposal"]?.line == Self.line(given.proposal), "\(result.outputText)")
        #expect(written(in: shop) == found["settings"]?.line)
        let answers = found["questions"]?.elements.compactMap { $0["answers"]?.elements.first?["settings"] } ?? []
        #expect(answers.map(\.line) == given.answers.map { Self.line($0) })
        let isFinished = given.answers.isEmpty && given.exit == 0
        #expect(result.exit == (isFinished ? 0 : 4))
        // The verdict equals the result of run.
        let run = try shop.run("run a.csv --output out")
        #expect((run.exit == 0) == isFinished, "\(run.errorText)")
        #expect((found["with_proposal"]?["refusal"]?["code"]?.text != nil) == (run.exit == 65))
        // With the answers, the settings are complete.
        guard let answer = given.answers.first, given.exit == 0 else { return }
        let whole = given.proposal == "{}" ? answer : given.proposal.dropLast() + "," + answer.dropFirst()
        try shop.write(whole, to: "juice-batch.json")
        #expect(try shop.exits("inspect a.csv", "run a.csv --output out") == [0, 0])
    }

    /// JSON on one line, so that two texts can be compared.
    private static func line(_ json: String) -> String? { OrderedJSONParser.parse(json)?.line }

    /// The settings file that `--write` made.
    private func written(in shop: Shop) -> String? { Self.line(shop.text("juice-batch.json")) }

    /// A column of numbers has new ones every day.
    @Test func numbersAreNotListedAsKnown() throws {
        let rows = ["1,키위쥬스,카드,0", "1,망고쥬스,카드,0", "2,키위쥬스,현금,1", "2,망고쥬스,현금,1"]
        let shop = try Shop(["a.csv": "영수증번호,메뉴,결제,쿠폰\n" + rows.map { $0 + "\n" }.joined()])
        _ = try shop.run("inspect a.csv --column id= --column quantity= --write")
        let settings = Self.line(shop.text("juice-batch.json")) ?? ""
        #expect(settings.contains(#""accept": ["영수증번호"]"#) && settings.contains(#""결제": ["카드", "현금"]"#), "\(settings)")
    }

    @Test func neverWritesOverAFile() throws {
        let shop = try Shop(["a.csv": "item,quantity\nkiwi,1.000\n", "juice-batch.json": "{}"])
        let result = try shop.run("inspect a.csv --write")
        #expect(result.exit == 73 && shop.text("juice-batch.json") == "{}")
        #expect(result.outputText.contains(#""decimal": ".""#) && !result.outputText.contains("만들었습니다"))
    }

    /// A replaced settings file keeps everything else, and typed settings are added.
    @Test func keepsExistingAndTypedSettings() throws {
        let shop = try Shop([
            "a.csv": "품목,수량,옵션\n키위쥬스,1.000,L\n키위쥬스,2.000,S\n", "till/s.csv": "fruit,stock\n키위,9\n",
            "till/settings.json":
                #"{"$schema":"s.json","header":"first","ledger":"l.sqlite","fail_on":"none","stock":"s.csv"}"#,
        ])
        let open = try shop.run("inspect a.csv")
        #expect(open.exit == 4 && open.outputText.contains(#""accept": ["옵션"]"#))
        let before = shop.text("till/settings.json")
        let result = try shop.run("inspect a.csv --config till/settings.json --accept 옵션 --write")
        #expect(result.exit == 0, "\(result.errorText)")
        #expect(result.outputText.hasSuffix("\njuice-batch.json 파일을 만들었습니다.\n"))
        let wanted = """
            {"$schema":"s.json","known":{},"accept":["옵션"],"decimal":".","header":"first","ledger":"till/l.sqlite",\
            "fail_on":"none","stock":"till/s.csv"}
            """
        #expect(written(in: shop) == Self.line(wanted))
        #expect(try shop.run("run a.csv").exit == 0)
        #expect(shop.text("till/settings.json") == before)
    }

    /// New columns and cells are shown, and written only on request; a status that may mean something else than an
    /// order is asked about.
    @Test func updateShowsNewColumnsAndCells() throws {
        let known = #"{"known": {"결제상태": ["결제완료"]}}"#
        let shop = try Shop([
            "juice-batch.json": known, "a.csv": "품목,수량,결제상태,포인트\n키위쥬스,1,쿠폰,0\n망고쥬스,1,,0\n",
            "b.csv": "품목,수량,결제상태\n키위쥬스,1,결제완료\n망고쥬스,1,결제취소\n",
        ])
        for options in ["", "--update --write"] {
            let asked = try shop.run("inspect b.csv \(options)")
            #expect(asked.exit == 4 && asked.outputText.contains("결제취소"), "\(asked.outputText)")
            #expect(asked.outputText.contains(#""ignore": {"결제상태": ["결제취소"]}"#), "\(asked.outputText)")
            #expect(!asked.outputText.contains("고쳤습니다") && shop.text("juice-batch.json") == known)
        }
        #expect(try shop.run("run a.csv").exit == 65)
        let updated = try shop.run("inspect a.csv --update")
        #expect(updated.exit == 0 && shop.text("juice-batch.json") == known, "\(updated.errorText)")
        for line in ["  결제상태: 빈 칸, '쿠폰'\n", "포인트"] {
            #expect(updated.outputText.contains(line), "\(updated.outputText)")
        }
        #expect(try shop.exits("inspect a.csv --update --write", "run a.csv") == [0, 0])
        let same = try shop.run("inspect a.csv --update")
        #expect(same.exit == 0 && same.outputText.hasPrefix("설정에 빠진 것이 없습니다."), "\(same.outputText)")
        // A cell that has a meaning under its header is asked about, too.
        try shop.write(#"{"known": {"취소": ["n"], "매장": ["강남"]}}"#, to: "juice-batch.json")
        try shop.write("품목,취소,매장\n키위쥬스,n,강남\n키위쥬스,y,강남\n키위쥬스,n,역삼\n", to: "c.csv")
        let meant = try shop.run("inspect c.csv --update --write")
        #expect(meant.exit == 4 && meant.outputText.contains("'y'") && meant.outputText.contains("'역삼'"))
        let written = shop.text("juice-batch.json")
        #expect(!written.contains("\"y\"") && !written.contains("역삼"), "\(written)")
    }

    /// Settings that say what an item's cell means are applied before its sizes are compared.
    @Test(arguments: [
        ("AM,L\nAM,M\nAM,L\nAM,M\n", "--value item:AM=바나나쥬스"), ("바나나쥬스,L\n,M\n바나나쥬스,L\n,M\n", "--fill 상품"),
    ])
    func sizesOfOneItemAreAskedAbout(rows: String, option: String) throws {
        let shop = try Shop(["a.csv": "상품,옵션\n" + rows])
        #expect(try shop.exits("check a.csv \(option)", "inspect a.csv --write \(option)") == [65, 4])
        #expect(!shop.text("juice-batch.json").contains("\"옵션\""))
    }

    @Test func unnamedColumnDoesNotPreventDescription() throws {
        let shop = try Shop(["a.csv": ",메뉴,수량,결제\n0,망고쥬스,1,카드\n1,망고쥬스,1,카드\n2,키위쥬스,1,카드\n"])
        let result = try shop.run("inspect a.csv --write")
        #expect(result.exit == 4 && result.outputText.contains("unknown_column: 이름 없는 열"), "\(result.outputText)")
        #expect(written(in: shop) == #"{"known": {"결제": ["카드"]}}"#)
        #expect(try shop.run("run a.csv").exit == 65)
        try shop.write("번호" + shop.text("a.csv"), to: "b.csv")
        #expect(try shop.exits("inspect b.csv --update --write", "run b.csv") == [0, 0])
    }

    @Test func asksWhichColumnIsTheItem() throws {
        let shop = try Shop(["a.csv": "가,나,수량\n사과,배,1\n감,귤,1\n", "b.csv": "1,2\n3,4\n", "c.csv": "키위쥬스,홀\n망고쥬스,홀\n"])
        let found = try shop.json("inspect a.csv --json")
        #expect(found["with_proposal"]?["refusal"]?["code"]?.text == "no_item_column")
        let answers = found["questions"]?.elements.flatMap { $0["answers"]?.elements ?? [] } ?? []
        #expect(answers.map { $0["settings"]?["columns"]?["item"]?.text } == ["가", "나"])
        // A row is no header.
        for file in ["b.csv", "c.csv"] {
            let result = try shop.run("inspect \(file)")
            #expect(result.exit == 65 && result.errorText.hasPrefix("\(file):1: no_item_column: "))
        }
    }

    @Test func explainsUnmatchedCancels() throws {
        let shop = try Shop(["a.csv": "품목,구분,수량\n딸기쥬스,주문,1\n딸기쥬스,취소,1\n", "stock.csv": "fruit,stock\n딸기,16\n"])
        let short = try shop.run("inspect a.csv")
        #expect(short.exit == 4 && short.outputText.contains("--stock"))
        let enough = try shop.run("inspect a.csv --stock stock.csv")
        #expect(enough.exit == 0 && !enough.outputText.contains("--stock"), "\(enough.outputText)")
    }

    /// Sales like those of public bakery and pizzeria data: thousands of receipts of several rows.
    @Test func readsThousandsOfReceipts() throws {
        let items = ["kiwi juice", "mango juice", "Bread", "strawberry banana juice"]
        var rows: [String] = []
        for receipt in 1...3_000 {
            let time = "1/\(1 + receipt / 120)/2015,\(9 + receipt % 120 / 10):\(10 + receipt % 10 * 5):00"
            // The same item stands twice on some receipts.
            for index in 0...receipt % 4 {
                rows.append("\(rows.count + 1),\(receipt),1,\(time),\(items[(receipt + index / 2) % 4])\n")
            }
        }
        let shop = try Shop([
            "a.csv": "order_details_id,order_id,quantity,order_date,order_time,name\n" + rows.joined(),
            "stock.csv": "fruit,stock\n키위,90000\n망고,90000\n딸기,90000\n바나나,90000\n",
        ])
        // Without settings the receipt number is ambiguous, and no row is taken for a repeat.
        let doubted = try shop.run("run a.csv --column item=name")
        #expect(doubted.exit == 65 && doubted.errorText.contains(": unclear_id: "), "\(doubted.errorText)")
        let result = try shop.run("inspect a.csv --stock stock.csv --value item:Bread=ignore --write")
        #expect(result.exit == 0, "\(result.outputText)")
        // The stock of that day is not written to the settings.
        #expect(!shop.text("juice-batch.json").contains("stock"))
        let summary = try shop.json("run a.csv --stock stock.csv --output out --json")
        #expect(summary["rows"]?.int == rows.count && summary["codes"]?.keys == ["ignored"])
    }

    @Test func outputDoesNotDependOnThreadsChunksAndEncoding() throws {
        let shop = try Shop(["a.csv": Self.koreanTill])
        let plain = try shop.run("inspect a.csv --json").output
        for options in ["--threads 3 --chunk-bytes 7", "--chunk-bytes 1"] {
            #expect(try shop.run("inspect a.csv --json \(options)").output == plain)
        }
        let decoded = OrderedJSONParser.parse(String(decoding: plain, as: UTF8.self))
        let result = try shop.shell("iconv -f utf-8 -t uhc a.csv | \"$0\" inspect - --json --write")
        let piped = try #require(OrderedJSONParser.parse(result.outputText), "\(result.errorText)")
        #expect(result.exit == 4 && piped["settings"]?.line == decoded?["settings"]?.line)
        let input = piped["inputs"]?.elements.first
        #expect(input?["encoding"]?.text == "cp949" && input?["file"]?.text == "-")
        #expect(shop.entries == ["a.csv", "juice-batch.json"])
    }
}
