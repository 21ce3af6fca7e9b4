import Foundation
import TestSupport
import Testing

/// Small exports as tills and spreadsheets write them, whose meaning is in doubt, or is not.
@Suite struct ExportMeaningTests {
    /// What becomes of a file: where and why it is refused, or what each row came to.
    private func outcome(_ text: String, _ options: [String] = []) throws -> [String] {
        let shop = try Shop(["a.csv": text])
        let run = try shop.run(["run", "a.csv", "--output", "r", "--language", "en"] + options)
        guard run.exit != 65 else {
            return [run.errorText.split(separator: ":").dropFirst().prefix(2).joined(separator: ":")]
        }
        func rows(_ name: String) -> [[String]] {
            shop.lines("r/" + name).dropFirst().map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
        }
        return rows("success.csv").map { "\($0[4]) \($0[5])" } + rows("failure.csv").map { "\($0[6]) \($0[4])" }
    }

    @Test(arguments: [
        // The word for a cancelled order stands behind a prefix, in a column or under a header of several words.
        ("상품,결제상태\n바나나쥬스,결제완료\n바나나쥬스,결제취소\n", "3: unclear_column"),
        ("item,OrderState\nbanana juice,Done\nbanana juice,Partly Refunded\n", "3: unclear_column"),
        ("item,Returned\nbanana juice,No\nbanana juice,Yes\n", "3: unclear_column"),
        // Cups in a column of another name.
        ("메뉴,잔\n바나나쥬스,2\n", "2: unclear_column"), ("item,OrderCnt\nbanana juice,2\n", "2: unclear_column"),
        // Sizes and bigger portions.
        ("메뉴,용량\n바나나쥬스,355ml\n바나나쥬스,500ml\n", "3: unclear_column"),
        ("item,Modifier\nbanana juice,Large\nbanana juice,\n", "3: unclear_column"),
        // What sums up other rows.
        ("메뉴,수량,비고\n바나나쥬스,1,\n바나나쥬스,1,포장 소계\n", "3: unclear_row"),
        ("메뉴,수량,비고\n바나나쥬스,1,\n바나나쥬스,1,(총합계)\n", "3: unclear_row"),
        ("item,quantity,note\nbanana juice,1,\nbanana juice,1,Bar Subtotal:\n", "3: unclear_row"),
        // Dates alone, nearly all newest first.
        ("날짜,메뉴,수량\n2026-11-21,바나나쥬스,1\n2026-11-20,바나나쥬스,1\n", "3: unclear_sequence"),
    ])
    func isInDoubt(text: String, place: String) throws {
        #expect(try outcome(text) == [place])
    }

    @Test(arguments: [
        // Where a drink was had is no shop; what was not taken back is an order.
        "item,Location\nbanana juice,Dine-in\nbanana juice,To Go\nbanana juice,pickup\n",
        "item,Returned\nbanana juice,No\nbanana juice,N\nbanana juice,\n",
        "메뉴,단위\n바나나쥬스,each\n바나나쥬스,잔\n바나나쥬스,EA\n",
        "메뉴,규격\n바나나쥬스,보통\n바나나쥬스,보통\n바나나쥬스,보통\n",
        "날짜,메뉴,수량\n2026-11-20,바나나쥬스,1\n2026-11-20,바나나쥬스,1\n2026-11-21,바나나쥬스,1\n",
    ])
    func isInNoDoubt(text: String) throws {
        #expect(try outcome(text) == Array(repeating: "바나나쥬스 1", count: 3))
    }

    /// Exports after public bug reports, each with what has to come of it.
    @Test(
        arguments: [
            // A last line counts the rows; another one sums up the month.
            ("품목,수량,금액\n바나나쥬스,1,4000\n총 2건,,8000\n", [], ["바나나쥬스 1", "unknown_item 총 2건"]),
            ("품목,수량\n바나나쥬스,2\n일계,2\n누계,40\n", [], ["바나나쥬스 2", "unknown_item 일계", "unknown_item 누계"]),
            ("매장,상품,수량\n본점,바나나쥬스,2\n총합계,바나나쥬스,2\n", [], ["3: unclear_column"]),
            // The number of cups stands in the name, under a header of two lines or in none.
            ("주문번호,품목\nA1,바나나쥬스 x2\n", [], ["unknown_item 바나나쥬스 x2"]),
            ("품목,\"수량\n(잔)\"\n바나나쥬스,2\n", [], ["3: unclear_column"]),
            ("1001,2026-11-20,바나나쥬스,2\n", [], ["1: no_item_column"]),
            ("매출 현황; 강남점\n품목,수량\n바나나쥬스,2\n", [], ["1: no_item_column"]),
            ("매출 현황; 강남점\n품목,수량\n바나나쥬스,2\n", ["--header", "find"], ["바나나쥬스 2"]),
            // Numbers.
            ("과일;수량\n딸기;1,000\n", ["--decimal", ","], ["딸기 1"]), ("과일;수량\n딸기;1.000\n", [], ["invalid_quantity 딸기"]),
            ("품목,수량\n바나나쥬스,2\n바나나쥬스,-1\n", [], ["바나나쥬스 2", "invalid_quantity 바나나쥬스"]),
            ("품목,수량\n바나나쥬스,1\n바나나쥬스,-1\n", ["--ignore", "수량=-1"], ["바나나쥬스 1", "ignored 바나나쥬스"]),
            // A spreadsheet cut off the hour, or the digits of an id.
            ("시각,품목,수량\n05:42.0,바나나쥬스,1\n", ["--sequence", "time"], ["invalid_time 바나나쥬스"]),
            ("주문번호,품목,수량\n2.02611E+11,바나나쥬스,1\n", [], ["2: unclear_id"]),
            ("주문번호,품목,수량\n-,키위쥬스,1\n-,키위쥬스,1\n", [], ["키위쥬스 1", "키위쥬스 1"]),
            // Orders at the counter between those that were delivered; a status that stands on an order's first line.
            (
                "주문번호,주문상태,주문시각,상품\nA1,배달완료,2026-11-20 11:00,바나나쥬스\n,,2026-11-20 11:20,키위쥬스\nA2,주문취소,2026-11-20 11:30,바나나쥬스\n",
                [], ["4: unclear_column"]
            ),
            (
                "Name,Financial Status,Item\n#1,paid,Kiwi Juice\n#2,voided,Banana Juice\n#2,,Banana Juice\n",
                ["--fill", "Financial Status", "--ignore", "Financial Status=voided"],
                ["키위쥬스 1", "ignored Banana Juice", "ignored Banana Juice"]
            ),
            // Ways to pay, and words that are no shop, size or quantity.
            ("Item,Qty,Type\nBanana Juice,1,Cash\n", [], ["unknown_action Banana Juice"]),
            ("Item,Qty,Type\nBanana Juice,1,Cash\n", ["--column", "action="], ["바나나쥬스 1"]),
            (
                "Item,Qty,Store Credit\nBanana Juice,1,0\nKiwi Juice,1,5\n", ["--accept", "Store Credit"],
                ["바나나쥬스 1", "키위쥬스 1"]
            ),
            (
                "Item,Qty,Cup Size\nKiwi Juice,1,16oz\nKiwi Juice,1,16 oz\n", ["--accept", "Cup Size"],
                ["키위쥬스 1", "키위쥬스 1"]
            ),
            // What left the stock, and what is there, is no delivery.
            ("과일,수량,입출고구분\n딸기,5,출고\n", [], ["2: unclear_column"]),
            (
                "과일,수량,입출고구분\n딸기,5,출고\n", ["--column", "action=입출고구분", "--value", "action:출고=discard"], ["딸기 5"]
            ),
            ("fruit,stock\n딸기,5\n", [], ["1: changed_report"]), ("품목,재고수량\n딸기,5\n", [], ["2: unclear_column"]),
        ] as [(String, [String], [String])])
    func comesToWhatItMeans(text: String, options: [String], result: [String]) throws {
        #expect(try outcome(text, options) == result)
    }

    @Test func newestFirstIsReadFromTheEnd() throws {
        let text =
            "일시,메뉴,수량,번호\n2026-11-20 12:02,키위쥬스,1,R2\n2026-11-20 12:01,바나나쥬스,1,R1\n2026-11-20 12:01,바나나쥬스,2,R1\n"
        let options = ["--column", "id=번호+#"]
        let wanted = ["바나나쥬스 2", "바나나쥬스 1", "키위쥬스 1"]
        #expect(try outcome(text, options + ["--sequence", "time"]) == wanted)
        #expect(try outcome(text, options + ["--sequence", "newest-first"]) == wanted)
        // Equal times say nothing of the direction.
        let equal = "일시,메뉴,수량\n2026-11-20 12:01,키위쥬스,1\n2026-11-20 12:01,바나나쥬스,1\n"
        #expect(try outcome(equal, ["--sequence", "time"]) == ["키위쥬스 1", "바나나쥬스 1"])
        #expect(try outcome(equal, ["--sequence", "newest-first"]) == ["바나나쥬스 1", "키위쥬스 1"])
    }

    @Test func placesCountFromTheEndOfWhatIsReadFromThere() throws {
        let shop = try Shop([
            "n1.csv": "일시,메뉴,번호\n2026-11-20 12:02,키위쥬스,R1\n2026-11-20 12:01,바나나쥬스,R1\n",
            "n2.csv":
                "일시,메뉴,번호\n2026-11-20 12:03,망고쥬스,R1\n2026-11-20 12:02,키위쥬스,R1\n2026-11-20 12:01,바나나쥬스,R1\n",
        ])
        let options = ["--column", "id=번호+#", "--sequence", "time", "--ledger", "l.sqlite"]
        #expect(try shop.run(["run", "n1.csv"] + options).exit == 0)
        #expect(try shop.run(["run", "n2.csv", "--output", "r"] + options).exit == 0)
        #expect(shop.lines("r/success.csv").count == 2 && shop.lines("r/failure.csv").count == 3)
    }

    @Test func whatWasNotUnderstoodIsTold() throws {
        let shop = try Shop(["a.csv": "메뉴,수량,결제수단\n키위쥬스,,카드\n바나나쥬스,1,현금\n바나나쥬스,1,카드\n"])
        let run = try shop.run(["run", "a.csv", "--output", "r"])
        #expect(run.outputText.contains("읽지 않은 열: 결제수단: 카드 2, 현금 1.\n"))
        #expect(run.outputText.contains("빈 수량 1개는 1로 읽었습니다."))
        for name in ["report.html", "report.md"] { #expect(shop.text("r/" + name).contains("카드 2, 현금 1")) }
        let summary = try ReportSet.read(from: shop.folder, "r").summary
        let told = try #require(summary["not_understood"]?.elements.first)
        #expect(told["empty_quantities"]?.int == 1)
        #expect(told["columns"]?.elements.first?["cells"]?["카드"]?.int == 2)
        let settled = try shop.run(["run", "a.csv", "--output", "r", "--accept", "결제수단"])
        #expect(!settled.outputText.contains("읽지 않은 열"))
    }

    @Test func timesThatCannotBeReadAreTold() throws {
        let text = "일시,메뉴\n11/20/2026 12:00,키위쥬스\n,키위쥬스\n곧,키위쥬스\n2026-11-20 12:30,키위쥬스\n"
        let shop = try Shop(["a.csv": text])
        let run = try shop.run(["run", "a.csv", "--output", "r"])
        #expect(run.outputText.contains("시각을 읽을 수 없는 행이 2개 있습니다(첫 행: a.csv 2번째 줄)"))
        let told = try ReportSet.read(from: shop.folder, "r").summary["not_understood"]?.elements.first
        #expect(told?["unreadable_times"]?.int == 2)
        // With an order of dates one is left; rows that are sorted by their times are rejected instead.
        let american = try shop.run(["run", "a.csv", "--output", "r", "--date-order", "mdy"])
        #expect(american.outputText.contains("시각을 읽을 수 없는 행이 1개 있습니다(첫 행: a.csv 4번째 줄)"))
        let sorted = try shop.run(["run", "a.csv", "--output", "r", "--sequence", "time"])
        #expect(sorted.exit == 4 && !sorted.outputText.contains("시각을 읽을 수 없는 행이"))
    }

    @Test func timesThatGoUpAndDownAreTold() throws {
        let text = "일시,메뉴\n2026-11-20 12:00,키위쥬스\n2026-11-20 13:00,키위쥬스\n2026-11-20 12:30,키위쥬스\n2026-11-20 12:40,키위쥬스\n"
        let shop = try Shop(["a.csv": text])
        let run = try shop.run(["run", "a.csv", "--output", "r"])
        #expect(run.exit == 0 && run.outputText.contains("위 행보다 이른 행이 1개 있습니다(첫 행: a.csv 4번째 줄)"))
        let told = try ReportSet.read(from: shop.folder, "r").summary["not_understood"]?.elements.first
        #expect(told?["earlier_rows"]?.int == 1)
        for sequence in ["file", "time"] {
            let settled = try shop.run(["run", "a.csv", "--output", "r", "--sequence", sequence])
            #expect(!settled.outputText.contains("이른 행"))
        }
        #expect(try shop.run(["inspect", "a.csv"]).outputText.contains(#""sequence": "time""#))
        // A clock without dates may have passed midnight.
        try shop.write(text.replacing("2026-11-20 ", with: ""), to: "a.csv")
        #expect(try !shop.run(["run", "a.csv", "--output", "r"]).outputText.contains("이른 행"))
    }

    @Test func whatIsNotDescribedIsNamedAtNight() throws {
        let shop = try Shop(["inbox/a.csv": "메뉴,수량,결제\n바나나쥬스,1,카드\n", "inbox/b.csv": "메뉴,수량\n키위쥬스,1\n"])
        let night = try shop.run(["nightly", "--quiet", "--settle", "0"])
        #expect(night.exit == 0)
        #expect(night.outputText.contains("a.csv: 설정에 없는 열: '결제'."))
        #expect(!night.outputText.contains("b.csv: 설정에 없는 열"))
        #expect(try shop.run(["status"]).outputText.contains("설정에 없는 열: a.csv (1개)\n"))
        let json = try #require(OrderedJSONParser.parse(shop.run(["status", "--json"]).outputText))
        #expect(json["undescribed"]?.elements.map { $0["file"]?.text } == ["a.csv"])
        #expect(try shop.run(["verify"] + ["--ledger", "shop.sqlite"]).exit == 0)
        try shop.write(#"{"known": {"결제": ["카드"]}}"#, to: "juice-batch.json")
        try shop.write("메뉴,수량,결제\n바나나쥬스,2,카드\n", to: "inbox/c.csv")
        // Moments are of whole seconds: the next night is a later one.
        Thread.sleep(forTimeInterval: 1.1)
        #expect(try !shop.run(["nightly", "--quiet", "--settle", "0"]).outputText.contains("설정에 없는 열"))
        #expect(try !shop.run(["status"]).outputText.contains("설정에 없는 열"))
    }

    @Test func aDescribedExportThatChangedIsNoticed() throws {
        let shop = try Shop([
            "s.json": #"{"known": {"결제": ["완료", ""]}, "accept": ["메모"]}"#,
            "n1.csv": "메뉴,결제,메모\n키위쥬스,완료,a\n바나나쥬스,쿠폰,b\n망고쥬스,쿠폰,c\n",
            "n2.csv": "메뉴,결제,메모,포인트\n키위쥬스,완료,a,10\n",
        ])
        let settings = ["--config", "s.json", "--ledger", "l.sqlite"]
        let first = try shop.run(["run", "n1.csv", "--output", "r"] + settings)
        #expect(first.exit == 4 && shop.lines("r/success.csv").count == 2)
        #expect(shop.text("r/failure.csv").contains("'결제' 열의 '쿠폰'"))
        // How often it stands, where first, and the lines that settle it.
        for text in [first.outputText, shop.text("r/report.md"), shop.text("r/report.html")] {
            let text = text.replacingOccurrences(of: "\\", with: "")
            #expect(text.contains("쿠폰") && text.contains("2행(n1.csv:3부터)") && !text.contains("잘못 적힌 행"))
        }
        let checked = try shop.run(["check", "n1.csv", "--config", "s.json"]).outputText
        #expect(checked.contains("2행(n1.csv:3부터)"))
        let values = try ReportSet.read(from: shop.folder, "r").summary["unknown_values"]?.elements
        #expect(values?.map { $0["value"]?.text } == ["쿠폰"] && values?.first?["rows"]?.int == 2)
        let second = try shop.run(["run", "n2.csv"] + settings)
        #expect(second.exit == 65 && second.errorText.hasPrefix("n2.csv:1: unknown_column: "))
        for part in ["'포인트'", "'10'", "--accept 포인트", #""known":{"포인트":["10"]}"#] {
            #expect(second.errorText.contains(part), "\(part)")
        }
        // A cell that may be no order is not offered as one to be known.
        try shop.write("메뉴,결제,메모,상태\n키위쥬스,완료,a,판매\n키위쥬스,완료,b,취소\n", to: "n3.csv")
        let third = try shop.run(["run", "n3.csv"] + settings).errorText
        #expect(third.contains("--known 상태=판매") && !third.contains("--known 상태=취소"))
        #expect(third.contains("--ignore 상태=취소"))
        // Once it is said what the value means, failure.csv is run again.
        let kept = try shop.run(["run", "r/failure.csv", "--output", "again"] + settings)
        #expect(kept.exit == 4 && shop.lines("again/success.csv").count == 1)
        let known = ["--known", "결제=쿠폰"]
        #expect(try shop.run(["run", "r/failure.csv", "--output", "again"] + settings + known).exit == 0)
        #expect(shop.lines("again/success.csv").count == 3)
    }

    private static let weekend = """
        일시,메뉴,수량
        2026-11-20 12:00,바나나쥬스,1
        2026-11-21 12:00,바나나쥬스,1
        2026-11-22 12:00,바나나쥬스,1
        2026-11-22 23:50,딸기쥬스,1

        """

    @Test func eachRowOfSeveralDaysCountsForItsOwn() throws {
        let shop = try Shop(["a.csv": Self.weekend])
        let run = try shop.run(["run", "a.csv", "--output", "r", "--ledger", "l.sqlite"])
        #expect(run.outputText.contains("3일치 (2026-11-20 – 2026-11-22)"))
        let days = try ReportSet.read(from: shop.folder, "r").summary["days"]?.elements
        #expect(days?.map { $0["date"]?.text } == ["2026-11-20", "2026-11-21", "2026-11-22"])
        #expect(days?.map { $0["orders_lost"]?.int } == [0, 0, 1])
        // Four bananas are left, and no day needed more than two.
        let plan = try shop.run(["plan", "--ledger", "l.sqlite", "--for", "2026-11-27", "--csv"]).outputText
        #expect(!plan.contains("바나나") && !plan.contains("딸기"))
        let sunday = try shop.run(["plan", "--ledger", "l.sqlite", "--for", "2026-11-29", "--csv"]).outputText
        #expect(sunday.contains("restock,딸기,6"))
        #expect(try shop.run(["verify", "--ledger", "l.sqlite"]).exit == 0)
        // The index has a line a day.
        try shop.run(["index", "."])
        let index = try #require(shop.text("index.html").components(separatedBy: "class=\"nights\"").last)
        let places = try ["2026-11-22", "2026-11-21", "2026-11-20"].map { day in
            try #require(index.range(of: day + " (")?.lowerBound)
        }
        #expect(places == places.sorted())
        #expect(try shop.run(["reverse", "1", "--ledger", "l.sqlite"]).exit == 0)
        #expect(try shop.run(["plan", "--ledger", "l.sqlite"]).exit == 65)
    }

    @Test func withADateAllRowsAreOfIt() throws {
        let shop = try Shop(["a.csv": Self.weekend])
        try shop.run(["run", "a.csv", "--output", "r", "--ledger", "l.sqlite", "--date", "2026-11-22"])
        #expect(try ReportSet.read(from: shop.folder, "r").summary["days"] == nil)
        let plan = try shop.run(["plan", "--ledger", "l.sqlite", "--for", "2026-11-29", "--csv"]).outputText
        #expect(plan.contains("restock,바나나,2"))
    }

    @Test func theMenusSpellingsOfAnItemAreOneCell() throws {
        let shop = try Shop([
            "m.csv": "juice,fruit,quantity\nEXT-1096K,kiwi,1\nEXT1096K,mango,1\n", "a.csv": "item\nx\n",
        ])
        let run = try shop.run(["run", "a.csv", "--menu", "m.csv"])
        #expect(run.exit == 78 && run.errorText.contains("EXT-1096K") && run.errorText.contains("EXT1096K"))
    }
}

/// What the well-known collections of CSV files hold (the rules of RFC 4180, csv-spectrum, csv-test-data), in files of
/// our own: read through a header of any names, every cell comes out byte for byte, or the file is refused.
@Suite struct ConformanceTests {
    /// A file whose first column is the item's, and what its rows hold; nil where it is refused.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let rows: [[String]]?

        init(_ name: String, _ text: String, _ rows: [[String]]?) {
            testDescription = name
            self.text = text
            self.rows = rows
        }
    }

    static let cases: [Case] = [
        // RFC 4180, section 2
        Case(
            "records end with CRLF", "h,b,c\r\naaa,bbb,ccc\r\nzzz,yyy,xxx\r\n",
            [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
        Case("no line end behind the last record", "h,b\r\nzzz,yyy", [["zzz", "yyy"]]),
        Case("spaces are part of a cell", "h,b,c\r\na , b ,  \r\n", [["a ", " b ", "  "]]),
        Case("cells in quotes", "h,b,c\r\n\"aaa\",\"bbb\",ccc\r\n", [["aaa", "bbb", "ccc"]]),
        Case(
            "a line end in quotes", "h,b,c\r\n\"aaa\",\"b\r\nbb\",ccc\r\nzzz,yyy,xxx",
            [["aaa", "b\r\nbb", "ccc"], ["zzz", "yyy", "xxx"]]),
        Case("a doubled quote", "h,b,c\r\n\"aaa\",\"b\"\"bb\",ccc\r\n", [["aaa", "b\"bb", "ccc"]]),
        // csv-spectrum
        Case(
            "comma in quotes", "first,last,address\nJohn,Doe,\"120 any st., Anytown, WW\"\n",
            [["John", "Doe", "120 any st., Anytown, WW"]]),
        Case("empty cells", "a,b,c\n1,\"\",\"\"\n2,3,4\n", [["1", "", ""], ["2", "3", "4"]]),
        Case("empty cells, CRLF", "a,b,c\r\n1,\"\",\"\"\r\n2,3,4\r\n", [["1", "", ""], ["2", "3", "4"]]),
        Case("escaped quotes", "a,b\n1,\"ha \"\"ha\"\" ha\"\n3,4\n", [["1", "ha \"ha\" ha"], ["3", "4"]]),
        Case(
            "JSON in a cell", "key,val\n1,\"{\"\"type\"\": \"\"Point\"\", \"\"at\"\": [102.0, 0.5]}\"\n",
            [["1", "{\"type\": \"Point\", \"at\": [102.0, 0.5]}"]]),
        Case(
            "line ends in cells", "a,b,c\n1,2,3\n\"Once upon \na time\",5,6\n7,8,9\n",
            [["1", "2", "3"], ["Once upon \na time", "5", "6"], ["7", "8", "9"]]),
        Case(
            "quotes and line ends", "a,b\n1,\"ha \n\"\"ha\"\" \nha\"\n3,4\n", [["1", "ha \n\"ha\" \nha"], ["3", "4"]]),
        Case("simple", "a,b,c\n1,2,3\n", [["1", "2", "3"]]),
        Case("simple, CRLF", "a,b,c\r\n1,2,3\r\n", [["1", "2", "3"]]),
        Case("letters of other scripts", "a,b,c\n1,2,3\n4,5,ʤ\n", [["1", "2", "3"], ["4", "5", "ʤ"]]),
        Case("places and numbers", "x,y,n\n-122.5,37.7,\"São Paulo, 東京\"\n", [["-122.5", "37.7", "São Paulo, 東京"]]),
        // csv-test-data
        Case("all cells empty is no row", "a,b\n,\n1,\n", [["1", ""]]),
        Case("an empty cell", "a,b,c\nx,,c\n", [["x", "", "c"]]),
        Case("an empty cell in the middle of a column", "a,b\n1,x\n,y\n", [["1", "x"], ["", "y"]]),
        Case("a leading space", "a,b\n x, y\n", [[" x", " y"]]),
        Case("a trailing space", "a,b\nx ,y \n", [["x ", "y "]]),
        Case("one column", "a\nb\nc\n", [["b"], ["c"]]),
        Case("empty quotes", "a,b,c\n\"x\",\"\",\"z\"\n", [["x", "", "z"]]),
        Case("a comma in quotes", "a,b\n\"x,y\",z\n", [["x,y", "z"]]),
        Case("a quote in quotes", "a,b\n\"x\"\"y\",z\n", [["x\"y", "z"]]),
        Case("nothing but a quote", "a,b\n\"\"\"\",\"\"\"\"\"\"\n", [["\"", "\"\""]]),
        Case("a space in quotes", "a,b\n\" x \",\" \"\n", [[" x ", " "]]),
        Case("a header alone", "a,b,c\n", []),
        Case("Hangul and emoji", "a,b\n딸기,🍓\n", [["딸기", "🍓"]]),
        Case(
            "a decomposed syllable stays so", "a,b\nx,\u{1104}\u{1161}\u{11AF}\n", [["x", "\u{1104}\u{1161}\u{11AF}"]]),
        // dialects
        Case("CR alone", "a,b\rx,y\rz,\"1\r2\"\r", [["x", "y"], ["z", "1\r2"]]),
        Case(
            "all line ends in one file", "a,b\r\nx,1\ny,2\rz,3\r\n\n\r\rw,4",
            [["x", "1"], ["y", "2"], ["z", "3"], ["w", "4"]]),
        Case("semicolons, commas in cells", "a;b\nx;1,5\n", [["x", "1,5"]]),
        Case("tabs, quotes", "a\tb\nx\t\"1\t2\"\n", [["x", "1\t2"]]),
        Case("pipes", "a|b|c\nx||\"|\"\n", [["x", "", "|"]]),
        Case("sep= says the delimiter", "sep=;\na;b\nx;1\n", [["x", "1"]]),
        Case("a mark before a quoted header", "\u{FEFF}\"a\",\"b\"\nx,1\n", [["x", "1"]]),
        Case("control characters", "a,b\nx,\u{1}\u{1A}\u{7F}\u{85}\n", [["x", "\u{1}\u{1A}\u{7F}\u{85}"]]),
        Case("a mark within", "a,b\nx,\u{FEFF}y\n", [["x", "\u{FEFF}y"]]),
        Case("a backslash escapes nothing", "a,b\nx,\"\\\\\"\"\"\n", [["x", "\\\\\""]]),
        Case("apostrophes quote nothing", "a,b,c\nx,'y,z'\n", [["x", "'y", "z'"]]),
        // refused
        Case("a quote that is not closed", "a,b\nx,\"y\n", nil),
        Case("a quote that is closed twice", "a,b\n\"x\"\",y\n", nil),
        Case("a quote in a cell", "a,b\nx\"y,z\n", nil), Case("a quote at the end of a cell", "a,b\nxy\",z\n", nil),
        Case("text behind a quote", "a,b\n\"x\"y,z\n", nil), Case("a space behind a quote", "a,b\n\"x\" ,z\n", nil),
        Case("a space before a quote", "a,b\n \"x\",z\n", nil),
        Case("a backslash before a quote", "a,b\n\"x\\\"y\",z\n", nil),
        Case("NUL", "a,b\nx,\0\n", nil), Case("an unclosed header", "a,\"b\nx,y\n", nil),
    ]

    /// The columns that hold nothing but figures, by the case.
    static let figures = [
        "empty cells": ["b", "c"], "empty cells, CRLF": ["b", "c"], "line ends in cells": ["b", "c"],
        "letters of other scripts": ["b"], "all line ends in one file": ["b"],
    ]

    @Test(arguments: cases)
    func readsAsMeantOrRefuses(example: Case) throws {
        let shop = try Shop(["a.csv": example.text])
        let body = example.text.unicodeScalars.drop { $0 == "\u{FEFF}" || $0 == "\"" }
        let start = example.text.hasPrefix("sep=") ? body.dropFirst(6) : body
        let name = PlainText.string(start.prefix { !"\",;\t|\r\n".unicodeScalars.contains($0) })
        let result = try shop.run(
            ["run", "a.csv", "--column", "item=\(name)", "--output", "out", "--fail-on", "none"]
                + Self.figures[example.testDescription, default: []].flatMap { ["--accept", $0] })
        guard let rows = example.rows else {
            #expect(result.exit == 65)
            return
        }
        #expect(result.exit == 0, "\(result.errorText)")
        // No first cell is a juice or fruit but 딸기, which wants a quantity: whatever was read stands in failure.csv.
        let failures = ReportSet.rows(shop.folder.read("out/failure.csv") ?? []).dropFirst()
        #expect(shop.lines("out/success.csv").count == 1)
        #expect(failures.count == rows.count)
        for (failure, row) in zip(failures, rows) where failure[6] != "wrong_field_count" {
            #expect(bytes(failure.dropFirst(10)) == bytes(row.dropFirst()))
            #expect(PlainText.same(failure[4], PlainText.trimmed(row[0])))
        }
        for (failure, row) in zip(failures, rows) where failure[6] == "wrong_field_count" {
            #expect(PlainText.same(failure[9], PlainCSVWriter.record(row)))
        }
    }

    private func bytes(_ cells: some Sequence<String>) -> [[UInt8]] { cells.map { Array($0.utf8) } }
}
