import Foundation
import TestSupport
import Testing

/// Small exports through the whole program; `EdgeCaseTests` covers ambiguous ones.
@Suite struct ExportMeaningTests {
    @discardableResult
    private func run(_ shop: Shop, _ options: String = "") throws -> ProgramResult {
        try shop.run("run a.csv --output r \(options)")
    }

    /// What summary.json says that the program did not understand of the first input.
    private func notUnderstood(_ shop: Shop) throws -> OrderedJSON? {
        try ReportSet.read(from: shop.folder, "r").summary["not_understood"]?.elements.first
    }

    @Test func reportsUnreadColumnsAndAssumedQuantities() throws {
        let shop = try Shop(["a.csv": "메뉴,수량,결제수단\n키위쥬스,,카드\n바나나쥬스,1,현금\n바나나쥬스,1,카드\n"])
        let said = try run(shop).outputText
        #expect(said.contains("읽지 않은 열: 결제수단: 카드 2, 현금 1.\n") && said.contains("빈 수량 1개는 1로 읽었습니다."))
        for name in ["report.html", "report.md"] { #expect(shop.text("r/" + name).contains("카드 2, 현금 1")) }
        let told = try notUnderstood(shop)
        #expect(told?["empty_quantities"]?.int == 1)
        #expect(told?["columns"]?.elements.first?["cells"]?["카드"]?.int == 2)
        #expect(try !run(shop, "--accept 결제수단").outputText.contains("읽지 않은 열"))
    }

    /// The list of columns that were not read is cut before the Markdown report is too long.
    @Test func longColumnsFitIntoTheReport() throws {
        let columns = (0..<40).map { "열\($0)" }.joined(separator: ",")
        let long = String(repeating: "가‹나>|", count: 20)
        let rows = (0..<24).map { row in
            "망고쥬스,1," + (0..<40).map { "\((row + $0) % 12)\(long)" }.joined(separator: ",")
        }
        let shop = try Shop(["a.csv": "품목,수량,\(columns)\n" + rows.map { $0 + "\n" }.joined()])
        _ = try run(shop)
        let report = shop.text("r/report.md")
        #expect(report.utf8.count <= 60_000 && report.contains("읽지 않은 열"))
    }

    @Test func reportsUnreadableTimes() throws {
        // A row that is rejected is not applied without a business day.
        let shop = try Shop(["a.csv": "일시,메뉴\n11/20/2026 12:00,키위쥬스\n,키위쥬스\n곧,키위쥬스\n2026-11-20 12:30,키위쥬스\n합계,\n"])
        func told(_ rows: Int, _ line: Int) -> String { "시각을 읽을 수 없는 행이 \(rows)개 있습니다(첫 행: a.csv \(line)번째 줄)" }
        let said = try run(shop).outputText
        #expect(said.contains(told(2, 2)) && said.contains("--date-order"))
        #expect(try notUnderstood(shop)?["unreadable_times"]?.int == 2)
        // With a date order one unreadable time is left; in time order such rows are rejected.
        let american = try run(shop, "--date-order mdy").outputText
        #expect(american.contains(told(1, 4)) && !american.contains("--date-order"))
        let cell = try run(shop, "--sequence time --date-order dmy")
        #expect(cell.exit == 4 && !cell.errorText.contains("--date-order"))
        let sorted = try run(shop, "--sequence time")
        #expect(sorted.exit == 4 && !sorted.outputText.contains("시각을 읽을 수 없는 행이"))
    }

    @Test func reportsTimesOutOfOrder() throws {
        let text = "일시,메뉴\n" + ["12:00", "13:00", "12:30", "12:40"].map { "2026-11-20 \($0),키위쥬스\n" }.joined()
        let shop = try Shop(["a.csv": text])
        let said = try run(shop)
        #expect(said.exit == 0 && said.outputText.contains("위 행보다 이른 행이 1개 있습니다(첫 행: a.csv 4번째 줄)"))
        #expect(try notUnderstood(shop)?["earlier_rows"]?.int == 1)
        for sequence in ["file", "time"] {
            #expect(try !run(shop, "--sequence \(sequence)").outputText.contains("이른 행"))
        }
        #expect(try shop.run("inspect a.csv").outputText.contains(#""sequence": "time""#))
        // A clock without dates may have passed midnight.
        try shop.write(text.replacing("2026-11-20 ", with: ""), to: "a.csv")
        #expect(try !run(shop).outputText.contains("이른 행"))
    }

    @Test func namesTheColumnsThatMayBeTheTime() throws {
        let rows = "주문일시,결제일시,메뉴\n2026-11-20 12:00,2026-11-20 12:05,키위쥬스\n2026-11-20 11:00,2026-11-20 11:05,키위쥬스\n"
        let shop = try Shop(["a.csv": rows, "b.csv": "메뉴\n키위쥬스\n"])
        let both = try run(shop, "--sequence time").outputText
        #expect(both.contains("'주문일시', '결제일시'. 하나를 `--column time=주문일시`"), "\(both)")
        let none = try shop.run("run b.csv --output r --sequence time").outputText
        #expect(none.contains("시각 열이 없어 파일 순서대로 적용한 입력: b.csv."), "\(none)")
        for choice in ["time=결제일시", "time="] {
            let chosen = try run(shop, "--sequence time --column \(choice)")
            #expect(chosen.exit == 0 && !chosen.outputText.contains("시각 열이 없어"))
        }
    }

    /// What a refusal says can be typed as it is, although settings must name each column of the export.
    @Test func adviceFitsDescribedExports() throws {
        let settings = #"{"known": {}, "columns": {"id": ["주문번호", "메뉴"]}}"#
        let shop = try Shop([
            "a.csv": "주문번호,메뉴\n1,키위쥬스\n1,망고쥬스\n", "b.csv": "주문번호,메뉴\n2.02611E+11,키위쥬스\n",
            "c.csv": "주문번호,item\n1,키위쥬스\n", "c/juice-batch.json": settings,
            "juice-batch.json": #"{"known": {}}"#,
        ])
        let advice = "--column id= --accept 주문번호"
        for command in ["run a.csv", "run b.csv", "run c.csv --config c/juice-batch.json"] {
            let refused = try shop.run(command)
            #expect(refused.exit == 65 && refused.errorText.contains("`\(advice)`"))
            #expect(try shop.run("\(command) \(advice)").exit == 0)
        }
    }

    @Test func nightlyRunNamesUndescribedColumns() throws {
        let shop = try Shop(["inbox/a.csv": "메뉴,수량,결제\n바나나쥬스,1,카드\n", "inbox/b.csv": "메뉴,수량\n키위쥬스,1\n"])
        let nightlyRun = try shop.run("nightly --settle 0")
        #expect(nightlyRun.exit == 0)
        #expect(nightlyRun.outputText.contains("a.csv: 설정에 없는 열이 있습니다: '결제'."))
        #expect(!nightlyRun.outputText.contains("b.csv: 설정에 없는 열"))
        #expect(try shop.run("status").outputText.contains("설정에 없는 열: a.csv (1개)\n"))
        let json = try #require(OrderedJSONParser.parse(shop.run("status --json").outputText))
        #expect(json["undescribed"]?.elements.map { $0["file"]?.text } == ["a.csv"])
        #expect(try shop.run("verify", ["--ledger", "shop.sqlite"]).exit == 0)
        try shop.write(#"{"known": {"결제": ["카드"]}}"#, to: "juice-batch.json")
        try shop.write("메뉴,수량,결제\n바나나쥬스,2,카드\n", to: "inbox/c.csv")
        // Times have whole seconds: the next run must be later.
        Thread.sleep(forTimeInterval: 1.1)
        #expect(try !shop.run("nightly --settle 0").outputText.contains("설정에 없는 열"))
        #expect(try !shop.run("status").outputText.contains("설정에 없는 열"))
    }

    @Test func reportsChangesOfADescribedExport() throws {
        let shop = try Shop([
            "s.json": #"{"known": {"결제": ["완료", ""]}, "accept": ["메모"]}"#,
            "n1.csv": "메뉴,결제,메모\n키위쥬스,완료,a\n바나나쥬스,쿠폰,b\n망고쥬스,쿠폰,c\n",
            "n2.csv": "메뉴,결제,메모,포인트\n키위쥬스,완료,a,10\n",
        ])
        let settings = "--config s.json --ledger l.sqlite"
        let first = try shop.run("run n1.csv --output r \(settings)")
        #expect(first.exit == 4 && shop.lines("r/success.csv").count == 2)
        #expect(shop.text("r/failure.csv").contains("'결제' 열의 '쿠폰'"))
        // The count, the first position, and the settings that resolve it.
        for text in [first.outputText, shop.text("r/report.md"), shop.text("r/report.html")] {
            let text = text.replacingOccurrences(of: "\\", with: "")
            #expect(text.contains("쿠폰") && text.contains("2행(n1.csv:3부터)") && !text.contains("잘못 적힌 행"))
        }
        let checked = try shop.run("check n1.csv --config s.json").outputText
        #expect(checked.contains("2행(n1.csv:3부터)"))
        let values = try ReportSet.read(from: shop.folder, "r").summary["unknown_values"]?.elements
        #expect(values?.map { $0["value"]?.text } == ["쿠폰"] && values?.first?["rows"]?.int == 2)
        let second = try shop.run("run n2.csv \(settings)")
        #expect(second.exit == 65 && second.errorText.hasPrefix("n2.csv:1: unknown_column: "))
        for part in ["'포인트'", "'10'", "--accept 포인트", "--column quantity=포인트"] {
            #expect(second.errorText.contains(part), "\(part)")
        }
        // A cell that may be no order is not suggested.
        try shop.write("메뉴,결제,메모,상태\n키위쥬스,완료,a,판매\n키위쥬스,완료,b,취소\n", to: "n3.csv")
        let third = try shop.run("run n3.csv \(settings)").errorText
        #expect(third.contains("--known 상태=판매") && !third.contains("--known 상태=취소"))
        #expect(third.contains("--ignore 상태=취소"))
        // A flag of 0 and 1 may be of cancellations, and is then no quantity.
        try shop.write("메뉴,결제,취소여부\n키위쥬스,완료,0\n키위쥬스,완료,1\n", to: "n4.csv")
        let flagged = try shop.run("run n4.csv \(settings)").errorText
        #expect(flagged.contains("--only 취소여부=0") && !flagged.contains("quantity"))
        // Once the value has a meaning, failure.csv can be run again.
        for (known, exit, lines) in [("", 4, 1), ("--known 결제=쿠폰", 0, 3)] {
            #expect(try shop.run("run r/failure.csv --output again \(settings) \(known)").exit == exit)
            #expect(shop.lines("again/success.csv").count == lines)
        }
    }

    /// Failure.csv has the canonical forms of actions and items; settings list the spellings of the POS.
    @Test func rowsRunAgainAreJudgedByTheirOriginalSpelling() throws {
        let shop = try Shop(["a.csv": "상품,구분,수량\n바나나쥬스,,1\n", "b.csv": "상품,상태\nkiwi juice,취소\n"])
        func run(_ path: String, _ known: String) throws -> Int? {
            try shop.write("{\"known\": {\(known)}}", to: "s.json")
            return try shop.run("run \(path) --output \(path).r --config s.json").exit
        }
        #expect(try run("a.csv", #""구분": ["주문"], "수량": ["1"]"#) == 4)
        #expect(try run("a.csv.r/failure.csv", #""구분": ["주문"], "수량": ["1"]"#) == 4)
        #expect(try run("a.csv.r/failure.csv", #""구분": ["주문", ""], "수량": ["1"]"#) == 0)
        #expect(try run("b.csv", #""상태": ["정상"], "상품": ["kiwi juice"]"#) == 4)
        #expect(try run("b.csv.r/failure.csv", #""상태": ["정상"], "상품": ["kiwi juice"]"#) == 4)
        let again = "b.csv.r/failure.csv.r/failure.csv"
        #expect(!shop.text(again).contains("'상품'"))
        #expect(try run(again, #""상태": ["정상", "취소"], "상품": ["kiwi juice"]"#) == 0)
        // A filled cell is reported as it was in the row above.
        try shop.write("상품,상태\n바나나쥬스,대기\n키위쥬스,\n", to: "d.csv")
        let filled = #""상태": ["정상"]}, "fill": ["상태"], "columns": {"quantity": """#
        #expect(try run("d.csv", filled) == 4 && run("d.csv.r/failure.csv", filled) == 4)
        let values = try ReportSet.read(from: shop.folder, "d.csv.r/failure.csv.r").summary["unknown_values"]?.elements
        #expect(values?.map { $0["value"]?.text } == ["대기"] && values?.first?["rows"]?.int == 2)
        // Rows are ignored by the original spelling, too.
        try shop.write("상품,구분,수량\n바나나쥬스,취소,1\n바나나쥬스,주문,\n바나나 주스,주문,1\n", to: "c.csv")
        let known = #""구분": ["주문"], "수량": ["1"], "상품": ["바나나쥬스"]"#
        #expect(try run("c.csv", known) == 4)
        let ignored = #"}, "ignore": {"구분": ["취소"], "수량": [""], "상품": ["바나나 주스"]"#
        #expect(try run("c.csv.r/failure.csv", known + ignored) == 4)
        let failures = try ReportSet.read(from: shop.folder, "c.csv.r/failure.csv.r").failure
        #expect(ReportSet.rows(failures).dropFirst().map { $0[6] } == ["ignored", "ignored", "ignored"])
    }

    @Test func refusalOfAnExportSuggestsAFix() throws {
        let shop = try Shop([
            "trailing.json": #"{"known": {"결제": ["카드"]}, "trailing": "drop"}"#,
            "new.csv": "메뉴,결제,포인트\n키위쥬스,카드,10,\n망고쥬스,카드,20,\n",
            "pivot.csv": "메뉴,결제,수량\n키위쥬스,카드,1\n키위쥬스,소계,1\n",
            "find.json": #"{"header": "find", "columns": {"item": "상품명"}, "known": {"결제": ["카드"], "옵션": [""]}}"#,
            "gone.csv": "판매내역\n\n상품명,수량,결제\n키위쥬스,1,카드\n",
        ])
        // Cells are reported even if each row has a cell too many.
        let new = try shop.run("run new.csv --config trailing.json")
        #expect(new.exit == 65 && new.errorText.contains("값: '10', '20'."), "\(new.errorText)")
        // In a row with an item, no word makes it a total.
        let pivot = try shop.run("run pivot.csv")
        #expect(pivot.errorText.contains("--ignore 결제=소계") && !pivot.errorText.contains("--totals"))
        let gone = try shop.run("run gone.csv --config find.json")
        #expect(gone.exit == 65 && gone.errorText.hasPrefix("gone.csv:1: no_header: "))
        #expect(gone.errorText.contains("3번째 줄") && gone.errorText.contains("'옵션'"), "\(gone.errorText)")
    }

    @Test func figuresOfSeveralDaysAreKeptByDay() throws {
        let shop = try Shop([
            "menu.csv": "juice,fruit,quantity,price,fruit_cost\n딸기쥬스,딸기,16,4500,100\n키위쥬스,키위,3,1000,70\n",
            "a.csv": """
            일시,id,구분,품목,수량
            2026-11-25 10:00,a,주문,키위쥬스,40
            2026-11-25 11:00,d,폐기,키위,2
            2026-11-26 09:00,b,입고,키위,500
            2026-11-26 10:00,c,주문,키위쥬스,5
            2026-11-26 11:00,a,주문,키위쥬스,1
            2026-11-26 12:00,e,실사,키위,480

            """,
        ])
        try run(shop, "--ledger l.sqlite --menu menu.csv --column id=id")
        let days = try ReportSet.read(from: shop.folder, "r").summary["days"]?.elements ?? []
        let money = days.map { day in ["sales", "lost_sales", "fruit_cost"].map { day[$0]?.text } }
        // The count finds ten kiwis missing.
        #expect(money == [["0", "40000", "140"], ["6000", "0", "1960"]])
        #expect(try shop.exits("index . --from 2026-11-25 --to 2026-11-25") == [0])
        #expect(!shop.text("2026-11-25_2026-11-25.html").contains("6,000"))
        // The order that is served in the end is demand on the day when it was served.
        let needs = try ["2026-12-02", "2026-12-03"].map { date in
            let plan = try shop.run("plan --ledger l.sqlite --menu menu.csv --json --for \(date)").outputText
            return try #require(plan.firstMatch(of: /"fruit": ?"키위"[^}]*?"need": ?(\d+)/)).output.1
        }
        #expect(needs == ["0", "18"])
        // A later run compares its day with these.
        try shop.write("일시,품목\n2026-11-27 10:00,키위쥬스\n", to: "a.csv")
        try run(shop, "--ledger l.sqlite --menu menu.csv")
        let compared = try ReportSet.read(from: shop.folder, "r").summary["compared"]?.elements
        #expect(compared?.first?["lost_sales"]?.text == "0" && compared?.first?["fruit_cost"]?.text == "1960")
    }

    @Test func rowsOfSeveralDaysCountForTheirOwnDay() throws {
        let days = ["20 12:00,바나나쥬스", "21 12:00,바나나쥬스", "22 12:00,바나나쥬스", "22 23:50,딸기쥬스"]
        let shop = try Shop(["a.csv": "일시,메뉴,수량\n" + days.map { "2026-11-\($0),1\n" }.joined()])
        func plan(_ date: String, _ ledger: String = "l") throws -> String {
            try shop.run("plan --ledger \(ledger).sqlite --for \(date) --csv").outputText
        }
        #expect(try run(shop, "--ledger l.sqlite").outputText.contains("3일치(2026-11-20 – 2026-11-22)"))
        let found = try ReportSet.read(from: shop.folder, "r").summary["days"]?.elements
        let lost = found?.map { "\($0["date"]?.text ?? "") \($0["orders_lost"]?.int ?? -1)" }
        #expect(lost == ["2026-11-20 0", "2026-11-21 0", "2026-11-22 1"])
        // Four bananas are left, and no day needed more than two.
        #expect(try !plan("2026-11-27").contains("바나나") && !plan("2026-11-27").contains("딸기"))
        #expect(try plan("2026-11-29").contains("restock,딸기,6"))
        #expect(try shop.exits("verify --ledger l.sqlite", "index .") == [0, 0])
        // The index has a line a day.
        let index = try #require(shop.text("index.html").components(separatedBy: "class=\"nights\"").last)
        let places = try ["22", "21", "20"].map { try #require(index.range(of: "2026-11-\($0) (")?.lowerBound) }
        #expect(places == places.sorted())
        #expect(try shop.exits("reverse 1 --ledger l.sqlite", "plan --ledger l.sqlite") == [0, 65])
        // A date that is typed applies to all rows.
        try run(shop, "--ledger m.sqlite --date 2026-11-22")
        #expect(try ReportSet.read(from: shop.folder, "r").summary["days"] == nil)
        #expect(try plan("2026-11-29", "m").contains("restock,바나나,2"))
    }
}
