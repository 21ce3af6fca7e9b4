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
            testDescription: "headers that nobody knows", export: "a+b|c,d\nt|키위쥬스\nu|망고쥬스\n",
            proposal: #"{"header":"find","columns":{"item":"c,d"}}"#),
        Case(
            testDescription: "a header with the sign between parts",
            export: "나간것+,\"몇 \"\"잔\"\"\"\n키위쥬스,1\n망고쥬스,1\n", proposal: #"{"columns":{"item":["나간것+"]}}"#),
        Case(
            testDescription: "totals that do not add up", export: "품목,수량\n키위쥬스,1\n합계,5\n",
            proposal: #"{"totals":["합계"]}"#,
            exit: 65),
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

    @Test(arguments: cases)
    private func proposalIsAcceptedByRun(_ given: Case) throws {
        let shop = try Shop(["a.csv": given.export])
        let result = try shop.run(["inspect", "a.csv", "--json", "--write"])
        let found = try #require(OrderedJSONParser.parse(result.outputText), "\(result.errorText)")
        #expect(found["schema"]?.int == 1)
        let proposal = try #require(found["proposal"])
        #expect(Self.shown(proposal) == Self.shown(OrderedJSONParser.parse(given.proposal)), "\(result.outputText)")
        #expect(Self.shown(OrderedJSONParser.parse(shop.text("juice-batch.json"))) == Self.shown(found["settings"]))
        let answers = found["questions"]?.elements.compactMap { $0["answers"]?.elements.first?["settings"] } ?? []
        #expect(answers.map(Self.shown) == given.answers.map { Self.shown(OrderedJSONParser.parse($0)) })
        let isFinished = given.answers.isEmpty && given.exit == 0
        #expect(result.exit == (isFinished ? 0 : 4))
        // The verdict equals the result of run.
        let run = try shop.run(["run", "a.csv", "--output", "out"])
        #expect((run.exit == 0) == isFinished, "\(run.errorText)")
        #expect((found["with_proposal"]?["refusal"]?["code"]?.text != nil) == (run.exit == 65))
        // With the answers, the settings are complete.
        guard let answer = given.answers.first, given.exit == 0 else { return }
        let whole = Self.joined(given.proposal, answer)
        try shop.write(whole, to: "juice-batch.json")
        let settled = try shop.run(["inspect", "a.csv"])
        #expect(settled.exit == 0, "\(settled.outputText)")
        #expect(try shop.run(["run", "a.csv", "--output", "out"]).exit == 0)
    }

    /// A value as text, so that two can be compared.
    private static func shown(_ value: OrderedJSON?) -> String {
        value.map { String(describing: $0) } ?? "none"
    }

    /// The members of two objects in one.
    private static func joined(_ a: String, _ b: String) -> String {
        a == "{}" ? b : a.dropLast() + "," + b.dropFirst()
    }

    @Test func neverWritesOverAFile() throws {
        let shop = try Shop(["a.csv": "item,quantity\nkiwi,1.000\n"])
        try shop.write("{}", to: "juice-batch.json")
        let result = try shop.run(["inspect", "a.csv", "--write"])
        #expect(result.exit == 73)
        #expect(shop.text("juice-batch.json") == "{}")
        #expect(result.outputText.contains(#""decimal": ".""#))
        #expect(!result.outputText.contains("만들었습니다"))
    }

    @Test func keepsExistingSettings() throws {
        let shop = try Shop(["a.csv": "상품,수량,옵션\n키위쥬스,1.000,L\n키위쥬스,2.000,S\n"])
        let open = try shop.run(["inspect", "a.csv"])
        #expect(open.exit == 4)
        #expect(open.outputText.contains(#""accept": ["옵션"]"#))
        let typed = try shop.run(["inspect", "a.csv", "--accept", "옵션", "--write"])
        #expect(typed.exit == 0, "\(typed.outputText)")
        #expect(typed.outputText.hasSuffix("\njuice-batch.json 파일을 만들었습니다.\n"))
        #expect(
            Self.shown(OrderedJSONParser.parse(shop.text("juice-batch.json")))
                == Self.shown(OrderedJSONParser.parse(#"{"known":{},"accept":["옵션"],"decimal":"."}"#)))
        #expect(try shop.run(["run", "a.csv"]).exit == 0)
    }

    /// A replaced settings file keeps everything else.
    @Test func keepsUnrelatedSettings() throws {
        let shop = try Shop(["a.csv": "품목,수량\n키위쥬스,1.000\n"])
        let besides = #"{"$schema":"s.json","header":"first","ledger":"l.sqlite","fail_on":"none","stock":"s.csv"}"#
        try FileManager.default.createDirectory(atPath: shop.folder.path + "/till", withIntermediateDirectories: true)
        try shop.write(besides, to: "till/settings.json")
        try shop.write("fruit,stock\n키위,9\n", to: "till/s.csv")
        let result = try shop.run(["inspect", "a.csv", "--config", "till/settings.json", "--write"])
        #expect(result.exit == 0, "\(result.errorText)")
        let wanted = """
            {"$schema":"s.json","known":{},"decimal":".","header":"first","ledger":"till/l.sqlite","fail_on":"none","stock":"till/s.csv"}
            """
        #expect(
            Self.shown(OrderedJSONParser.parse(shop.text("juice-batch.json")))
                == Self.shown(OrderedJSONParser.parse(wanted)))
        #expect(try shop.run(["run", "a.csv"]).exit == 0)
        #expect(shop.entries.contains("till") && shop.text("till/settings.json") == besides)
    }

    /// New columns and cells are shown, and written only on request.
    @Test func showsNewColumnsAndCells() throws {
        let rows = ["결제완료", "결제완료", "현장결제", "현장결제"].map { "바나나쥬스,1,\($0)\n" }.joined()
        let shop = try Shop([
            "a.csv": "품목,수량,결제상태\n" + rows, "b.csv": "품목,수량,결제상태,포인트\n" + "바나나쥬스,1,쿠폰결제,0\n키위쥬스,1,현장결제,0\n",
        ])
        #expect(try shop.run(["inspect", "a.csv", "--write"]).exit == 0)
        let settings = shop.text("juice-batch.json")
        let same = try shop.run(["inspect", "a.csv", "--update"])
        #expect(same.exit == 0 && same.outputText.hasPrefix("설정에 빠진 것이 없습니다."), "\(same.outputText)")
        #expect(try shop.run(["run", "b.csv"]).exit == 65)
        let new = try shop.run(["inspect", "b.csv", "--update"])
        #expect(new.exit == 0, "\(new.errorText)")
        #expect(new.outputText.contains("+     \"결제상태\": [\"결제완료\", \"현장결제\", \"쿠폰결제\"]"), "\(new.outputText)")
        #expect(new.outputText.contains("-     \"결제상태\": [\"결제완료\", \"현장결제\"]"))
        #expect(new.outputText.contains("포인트"))
        #expect(shop.text("juice-batch.json") == settings)
        #expect(try shop.run(["inspect", "b.csv", "--update", "--write"]).exit == 0)
        #expect(try shop.run(["run", "b.csv"]).exit == 0)
    }

    /// A new status that may mean something else than an order is asked about, and nothing is written.
    @Test func asksAboutNewStatusCell() throws {
        let known = #"{"known": {"결제상태": ["결제완료"]}}"#
        let shop = try Shop(["juice-batch.json": known, "a.csv": "품목,수량,결제상태\n키위쥬스,1,결제완료\n망고쥬스,1,결제취소\n"])
        for options in [[], ["--update", "--write"]] {
            let asked = try shop.run(["inspect", "a.csv"] + options)
            #expect(asked.exit == 4 && asked.outputText.contains("결제취소"), "\(asked.outputText)")
            #expect(asked.outputText.contains(#""ignore": {"결제상태": ["결제취소"]}"#), "\(asked.outputText)")
            #expect(!asked.outputText.contains("고쳤습니다") && shop.text("juice-batch.json") == known)
        }
    }

    @Test func updateTellsEachNewValue() throws {
        let known = #"{"known": {"결제상태": ["결제완료"]}}"#
        let shop = try Shop(["juice-batch.json": known, "a.csv": "품목,수량,결제상태\n키위쥬스,1,쿠폰\n망고쥬스,1,\n"])
        let updated = try shop.run(["inspect", "a.csv", "--update"])
        #expect(updated.exit == 0 && updated.outputText.contains("\n  결제상태: 빈 칸, '쿠폰'\n"), "\(updated.outputText)")
    }

    /// An answer that ignores rows of a status lists the other statuses, so that a new one is reported.
    @Test func answeredStatusColumnReportsNewCells() throws {
        let row = { (number: Int, status: String) in "\(number),바나나쥬스,1,\(status)\n" }
        let rows = row(1, "완료") + row(2, "주문취소") + row(3, "완료") + row(4, "주문취소")
        let shop = try Shop(["a.csv": "주문번호,메뉴,수량,주문상태\n" + rows])
        let asked = try shop.run(["inspect", "a.csv", "--write"])
        let answer = #""ignore": {"주문상태": ["주문취소"]}, "known": {"주문상태": ["완료"]}"#
        #expect(asked.exit == 4 && asked.outputText.contains(answer), "\(asked.outputText)")
        try shop.write("{\(answer)}", to: "juice-batch.json")
        #expect(try shop.run(["run", "a.csv", "--quiet"]).exit == 0)
        #expect(shop.lines("reports/a/success.csv").count == 3)
        try shop.write("주문번호,메뉴,수량,주문상태\n" + row(5, "완료") + row(6, "환불"), to: "b.csv")
        let later = try shop.run(["run", "b.csv"])
        #expect(later.exit == 4 && later.errorText.contains("unknown_value"), "\(later.outputText)")
    }

    @Test func unnamedColumnDoesNotPreventDescription() throws {
        let shop = try Shop(["a.csv": ",메뉴,수량,결제\n0,망고쥬스,1,카드\n1,망고쥬스,1,카드\n2,키위쥬스,1,카드\n"])
        let result = try shop.run(["inspect", "a.csv", "--write"])
        #expect(result.exit == 4 && result.outputText.contains("unknown_column: 이름 없는 열"), "\(result.outputText)")
        #expect(
            Self.shown(OrderedJSONParser.parse(shop.text("juice-batch.json")))
                == Self.shown(OrderedJSONParser.parse(#"{"known":{"결제":["카드"]}}"#)))
        #expect(try shop.run(["run", "a.csv"]).exit == 65)
        try shop.write("번호" + shop.text("a.csv"), to: "b.csv")
        #expect(try shop.run(["inspect", "b.csv", "--update", "--write"]).exit == 0)
        #expect(try shop.run(["run", "b.csv"]).exit == 0)
    }

    @Test func asksWhichColumnIsTheItem() throws {
        let shop = try Shop(["a.csv": "가,나\n사과,배\n감,귤\n", "b.csv": "1,2\n3,4\n", "c.csv": "키위쥬스,홀\n망고쥬스,홀\n"])
        let result = try shop.run(["inspect", "a.csv", "--json"])
        let found = try #require(OrderedJSONParser.parse(result.outputText), "\(result.errorText)")
        #expect(result.exit == 4)
        #expect(found["with_proposal"]?["refusal"]?["code"]?.text == "no_item_column")
        let answers = found["questions"]?.elements.flatMap { $0["answers"]?.elements ?? [] } ?? []
        #expect(answers.map { $0["settings"]?["columns"]?["item"]?.text } == ["가", "나"])
        // A row is no header.
        for file in ["b.csv", "c.csv"] {
            let result = try shop.run(["inspect", file])
            #expect(result.exit == 65)
            #expect(result.errorText.hasPrefix("\(file):1: no_item_column: "))
        }
    }

    @Test func explainsUnmatchedCancels() throws {
        let shop = try Shop([
            "a.csv": "품목,구분,수량\n딸기쥬스,주문,1\n딸기쥬스,취소,1\n", "stock.csv": "fruit,stock\n딸기,16\n",
        ])
        let short = try shop.run(["inspect", "a.csv"])
        #expect(short.exit == 4)
        #expect(short.outputText.contains("--stock"))
        let enough = try shop.run(["inspect", "a.csv", "--stock", "stock.csv"])
        #expect(enough.exit == 0, "\(enough.outputText)")
        #expect(!enough.outputText.contains("--stock"))
    }

    /// Sales like those of public bakery and pizzeria data: thousands of receipts of several rows.
    @Test(arguments: [true, false])
    func readsThousandsOfReceipts(hasQuantity: Bool) throws {
        let items = ["kiwi juice", "mango juice", "Bread", "strawberry banana juice"]
        var text =
            hasQuantity
            ? "order_details_id,order_id,quantity,order_date,order_time,name\n" : "Date,Time,Order ID,Item\n"
        var rows = 0
        for receipt in 1...3_000 {
            let day = 1 + receipt / 120
            let time = "\(9 + receipt % 120 / 10):\(10 + receipt % 10 * 5):00"
            for index in 0...receipt % 4 {
                rows += 1
                // The same item stands twice on some receipts.
                let item = items[(receipt + index / 2) % 4]
                text +=
                    hasQuantity
                    ? "\(rows),\(receipt),1,1/\(day)/2015,\(time),\(item)\n"
                    : "2016-10-\(day < 10 ? "0" : "")\(day),\(time),\(receipt),\(item)\n"
            }
        }
        let shop = try Shop(["a.csv": text, "stock.csv": "fruit,stock\n키위,90000\n망고,90000\n딸기,90000\n바나나,90000\n"])
        // Without settings the receipt number is ambiguous, and no row is taken for a repeat.
        let named = hasQuantity ? ["--column", "item=name"] : []
        let doubted = try shop.run(["run", "a.csv"] + named)
        #expect(doubted.exit == 65)
        #expect(doubted.errorText.contains(": unclear_id: "), "\(doubted.errorText)")
        let result = try shop.run([
            "inspect", "a.csv", "--stock", "stock.csv", "--value", "item:Bread=ignore", "--write",
        ])
        #expect(result.exit == 0, "\(result.outputText)")
        // The stock of that day is not written to the settings.
        #expect(!shop.text("juice-batch.json").contains("stock"))
        let run = try shop.run(["run", "a.csv", "--stock", "stock.csv", "--output", "out", "--json"])
        #expect(run.exit == 0, "\(run.errorText)")
        let summary = try #require(OrderedJSONParser.parse(run.outputText))
        #expect(summary["rows"]?.int == rows)
        #expect(summary["codes"]?.keys == ["ignored"])
    }

    @Test func readsCP949FromAPipe() throws {
        let shop = try Shop(["a.csv": Self.koreanTill])
        let plain = try shop.run(["inspect", "a.csv", "--json", "--update"]).outputText
        let decoded = try #require(OrderedJSONParser.parse(plain))
        let result = try shop.shell("iconv -f utf-8 -t uhc a.csv | \"$0\" inspect - --json --write")
        let piped = try #require(OrderedJSONParser.parse(result.outputText), "\(result.errorText)")
        #expect(result.exit == 4)
        #expect(piped["inputs"]?.elements.first?["encoding"]?.text == "cp949")
        #expect(piped["inputs"]?.elements.first?["file"]?.text == "-")
        #expect(Self.shown(piped["settings"]) == Self.shown(decoded["settings"]))
        #expect(shop.entries == ["a.csv", "juice-batch.json"])
    }

    @Test func outputDoesNotDependOnThreadsAndChunks() throws {
        let shop = try Shop(["a.csv": Self.koreanTill])
        let plain = try shop.run(["inspect", "a.csv", "--json"]).output
        for options in [["--threads", "3", "--chunk-bytes", "7"], ["--chunk-bytes", "1"]] {
            #expect(try shop.run(["inspect", "a.csv", "--json"] + options).output == plain)
        }
        let piped = try shop.run(["inspect", "-"], input: Array(Self.koreanTill.utf8))
        #expect(piped.exit == 4)
        #expect(piped.outputText.hasPrefix("-\n"))
    }
}
