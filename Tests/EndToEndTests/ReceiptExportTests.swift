import TestSupport
import Testing

/// Sales by line as public data sets have them: several rows share a receipt's number, and numbers start anew.
@Suite struct ReceiptExportTests {
    /// How a till names its columns and its juices.
    struct Till: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Day, time, receipt, size, item, quantity, price.
        var header: [String]
        var juices: [String]
        /// What only a person can know, besides the ids.
        var options: [String]
        /// Whether receipts start anew each day.
        var startsAnew: Bool

        var id: String { header[2] }
    }

    private static let tills = [
        Till(
            testDescription: "a bakery, in Korean", header: ["판매일", "시각", "주문번호", "크기", "상품", "수량", "단가"],
            juices: ["딸기쥬스", "바나나 쥬스", "망고주스", "키위쥬스"], options: [], startsAnew: true),
        Till(
            testDescription: "a bakery, in English",
            header: ["date", "time", "Order ID", "kind of cup", "article", "Quantity", "unit_price"],
            juices: ["Strawberry Juice", "banana juice", "Mango-Kiwi", "KIWI JUICE"],
            options: ["--column", "item=article"],
            startsAnew: true),
        Till(
            testDescription: "a pizzeria, in Korean", header: ["주문일", "주문 시각", "주문 번호", "사이즈", "메뉴명", "개수", "금액"],
            juices: ["파인애플쥬스", "딸바쥬스", "망키쥬스", "키위 주스"], options: ["--accept", "사이즈", "--column", "time="],
            startsAnew: false),
        Till(
            testDescription: "a pizzeria, in English",
            header: ["order_date", "order_time", "order_id", "pizza_size", "pizza_name", "quantity", "total_price"],
            juices: ["pineapple juice", "strawberry banana", "Mango Juice", "kiwi_juice"],
            options: ["--accept", "pizza_size", "--column", "item=pizza_name"], startsAnew: false),
    ]

    /// Three days of receipts with one to four rows, some of which are the same twice.
    private static func export(_ exportSettings: Till, days: ClosedRange<Int> = 1...3) -> (text: String, rows: Int) {
        var random = SeededGenerator(seed: 24)
        var lines = [exportSettings.header.joined(separator: ",")]
        var receipt = 150_000
        for day in days {
            if exportSettings.startsAnew { receipt = 0 }
            for sale in 0..<60 {
                receipt += 1
                let juice = random.pick(exportSettings.juices)
                for line in 0..<random.int(1...4) {
                    let minute = sale % 6
                    let cells = [
                        "2026-11-0\(day)", "\(9 + sale / 6):\(minute)\(line)", "\(receipt)", random.pick(["S", "L"]),
                        random.chance(40) ? juice : random.pick(exportSettings.juices), "\(random.int(1...3))", "4500",
                    ]
                    lines.append(cells.joined(separator: ","))
                }
            }
        }
        return (lines.joined(separator: "\n") + "\n", lines.count - 1)
    }

    private static let stock = "fruit,stock\n딸기,90000\n바나나,90000\n파인애플,90000\n키위,90000\n망고,90000\n"

    /// The file's line, from 1, on which an id stands for the second time.
    private static func firstRepeat(_ text: String) -> Int? {
        var seen: Set<Substring> = []
        let rows = text.split(separator: "\n").map { $0.split(separator: ",")[2] }
        return rows.firstIndex { !seen.insert($0).inserted }.map { $0 + 1 }
    }

    @Test(arguments: tills)
    func asItComesTheReceiptIsDoubted(exportSettings: Till) throws {
        let (text, _) = Self.export(exportSettings)
        let shop = try Shop(["a.csv": text, "stock.csv": Self.stock])
        let result = try shop.run(["run", "a.csv", "--stock", "stock.csv", "--output", "out"] + exportSettings.options)
        let line = try #require(Self.firstRepeat(text))
        #expect(result.exit == 65)
        #expect(result.errorText.hasPrefix("a.csv:\(line): unclear_id: "), "\(result.errorText)")
        #expect(
            result.errorText.contains("\"columns\":{\"id\":[\"\(exportSettings.id)\",\"#\"]}"), "\(result.errorText)")
        #expect(!shop.folder.holds("out"))
    }

    @Test(arguments: tills)
    func withThePlaceInTheReceiptNoRowIsRejected(exportSettings: Till) throws {
        let (text, rows) = Self.export(exportSettings)
        let shop = try Shop(["a.csv": text, "stock.csv": Self.stock])
        let result = try shop.run(
            ["run", "a.csv", "--stock", "stock.csv", "--output", "out", "--column", "id=\(exportSettings.id)+#"]
                + exportSettings.options)
        #expect(result.exit == 0, "\(result.errorText)")
        let summary = try ReportSet.read(from: shop.folder, "out").summary
        #expect(summary["rows"]?.int == rows)
        #expect(summary["success"]?.int == rows)
        #expect(summary["failure"]?.int == 0)
    }

    /// The next export has receipts of the same numbers, which are others.
    @Test(arguments: tills)
    func withTheDateTheNextNightIsAnother(exportSettings: Till) throws {
        let shop = try Shop(["stock.csv": Self.stock])
        for day in 1...2 {
            let (text, rows) = Self.export(exportSettings, days: day...day)
            try shop.write(text, to: "\(day).csv")
            let result = try shop.run(
                [
                    "run", "\(day).csv", "--ledger", "ledger.db", "--output", "out\(day)", "--date", "2026-11-0\(day)",
                    "--column", "id=@date+\(exportSettings.id)+#",
                ] + (day == 1 ? ["--stock", "stock.csv"] : []) + exportSettings.options)
            #expect(result.exit == 0, "\(result.errorText)")
            #expect(try ReportSet.read(from: shop.folder, "out\(day)").summary["success"]?.int == rows)
        }
    }

    /// An id of an earlier run is doubted where rows are applied in another order than they stand in, too.
    @Test(arguments: [
        ["5,망고쥬스,10:05", "9,키위쥬스,10:01"], ["9,망고쥬스,10:03", "8,망고쥬스,10:01", "5,키위쥬스,10:05"],
        ["5,망고쥬스,10:01", "9,키위쥬스,10:05"],
    ])
    func anEarlierIdIsDoubtedInTheOrderOfTimes(rows: [String]) throws {
        let shop = try Shop([
            "1.csv": "id,item\n5,망고쥬스\n", "2.csv": "id,item,time\n" + rows.map { $0 + "\n" }.joined(),
            "3.csv": "id,item,time\n20,키위쥬스,10:02\n",
        ])
        #expect(try shop.run(["run", "1.csv", "--ledger", "l.sqlite", "--output", "1"]).exit == 0)
        let place = try #require(rows.firstIndex { $0.hasPrefix("5,") })
        for others in [[], ["3.csv"]] {
            let words = ["run"] + others + ["2.csv", "--ledger", "l.sqlite", "--output", "2", "--sequence", "time"]
            let result = try shop.run(words)
            #expect(result.exit == 65, "\(others)")
            #expect(result.errorText.contains("2.csv:\(place + 2): unclear_id:"), "\(others)")
        }
        let named = try shop.run([
            "run", "2.csv", "--ledger", "l.sqlite", "--output", "2", "--sequence", "time", "--column", "id=id",
        ])
        // Named, a repeat is the same row again, or at odds with it.
        #expect(named.exit == (rows[place].contains("망고") ? 0 : 4))
    }
}
