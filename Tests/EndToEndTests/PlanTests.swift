import TestSupport
import Testing

/// The `plan` command, against the plain model on random ledgers.
@Suite struct PlanTests {
    /// A shop with many random runs.
    private struct RandomNightlyRuns {
        let shop: Shop
        var random: SeededGenerator
        var nightlyRuns: [PlainPlan.NightlyRun] = []
        var runs: [Int] = []
        var lastRun = 0
        let menu = PlainMenu.builtIn
        var day = "2026-09-01"

        init(seed: UInt64) throws {
            random = SeededGenerator(seed: seed)
            shop = try Shop()
        }

        private mutating func rows(_ number: Int, withTimes: Bool, on date: String) -> String {
            var text = "id,action,item,quantity" + (withTimes ? ",time" : "") + "\n"
            for row in 0..<random.int(3...14) {
                let id = random.chance(60) ? "N\(number)-\(random.int(0...8))" : ""
                let kind = random.int(1...100)
                let juice = random.pick(menu.juices.map(\.name))
                let fruit = random.pick(menu.fruits.map(\.name))
                let cells =
                    switch kind {
                    case ...62: ["order", juice, String(random.int(1...3))]
                    case ...80: ["restock", fruit, String(random.int(1...40))]
                    case ...88: ["cancel", juice, "1"]
                    case ...93: ["discard", fruit, String(random.int(1...8))]
                    case ...97: ["count", fruit, String(random.int(0...20))]
                    default: ["order", "커피", "1"]
                    }
                let time = row < 10 ? "0\(row)" : "\(row)"
                text += ([id] + cells + (withTimes ? ["\(date) \(time):30"] : [])).joined(separator: ",") + "\n"
            }
            return text
        }

        /// Applies a random input or the last run's failures; sometimes reverses a run.
        mutating func add(_ number: Int) throws {
            if random.chance(70) { day = PlainPlan.date(day, plus: random.int(1...3)) ?? day }
            let withTimes = random.chance(30)
            try shop.write(rows(number, withTimes: withTimes, on: day), to: "n\(number).csv")
            var files = ["n\(number).csv"]
            var retries: Set<String> = []
            if lastRun > 0, random.chance(30) {
                let retry = "n\(number - 1)/failure.csv"
                if shop.text(retry).split(separator: "\n").count > 1 {
                    if random.chance(50) { files = [] }
                    files.append(retry)
                    retries = ["failure.csv"]
                }
            }
            let isDated = random.chance(85)
            let dating = isDated && !(withTimes && random.chance(70)) ? ["--date", day] : []
            let result = try shop.run(
                ["run"] + files + ["--ledger", "l.sqlite", "--output", "n\(number)", "--fail-on", "none"]
                    + ["--column", "id=id"] + dating)
            try #require(result.exit == 0, "\(result.errorText)")
            lastRun += 1
            runs.append(lastRun)
            let reports = try ReportSet.read(from: shop.folder, "n\(number)")
            // Rows of failure.csv have no times, and the other rows have a day only if one of them reached stock.
            let own =
                ReportSet.rows(reports.success)
                + ReportSet.rows(reports.failure).filter { $0[6] == "insufficient_stock" }
            let hasTime = withTimes && own.contains { $0[0] == files[0] && files[0].hasPrefix("n\(number).") }
            let date = dating.isEmpty ? (hasTime ? day : nil) : day
            nightlyRuns.append(PlainPlan.NightlyRun(date: date, reports, menu, retries: retries))
            if random.chance(12), let index = nightlyRuns.indices.last, !nightlyRuns[index].isReversed {
                let undone = try shop.run(["reverse", String(runs[index]), "--ledger", "l.sqlite"])
                if undone.exit == 0 {
                    nightlyRuns[index].isReversed = true
                    lastRun += 1
                }
            }
        }
    }

    @Test(arguments: 1...10)
    func planAgreesWithModel(seed: Int) throws {
        var shop = try RandomNightlyRuns(seed: UInt64(seed))
        for number in 1...shop.random.int(3...28) { try shop.add(number) }
        var random = shop.random
        for _ in 0..<4 {
            let days = random.int(1...7)
            let cover = random.pick(["max", "mean"])
            let first = random.chance(50) ? PlainPlan.date(shop.day, plus: random.int(1...9)) : nil
            var options = ["--days", String(days), "--cover", cover] + (first.map { ["--for", $0] } ?? [])
            var ordered: [String: Int] = [:]
            if random.chance(50) {
                let fruits = [random.pick(shop.menu.fruits.map(\.name)), "망고"]
                for fruit in fruits { ordered[fruit, default: 0] += 7 }
                try shop.shop.write("품목,수량\n" + fruits.map { "\($0),7\n" }.joined(), to: "coming.csv")
                options += ["--ordered", "coming.csv"]
            }
            try compare(shop, options, first, days, cover, ordered)
        }
    }

    private func compare(
        _ nightlyRuns: RandomNightlyRuns, _ options: [String], _ first: String?, _ days: Int, _ cover: String,
        _ ordered: [String: Int]
    ) throws {
        let shop = nightlyRuns.shop
        let stock = try shop.run(["stock", "--ledger", "l.sqlite", "--csv"])
        var pieces: [String: Int] = [:]
        for row in ReportSet.rows(stock.output).dropFirst() { pieces[row[0]] = Int(row[1]) }
        let fruits = nightlyRuns.menu.fruits.map(\.name)
        let wanted = PlainPlan.lines(
            nightlyRuns.nightlyRuns, first: first, days: days, cover: cover, fruits: fruits, stock: pieces,
            ordered: ordered)
        let result = try shop.run(["plan", "--ledger", "l.sqlite", "--json"] + options)
        guard let wanted else {
            #expect(result.exit == 65)
            return
        }
        let json = try #require(OrderedJSONParser.parse(result.outputText))
        var found: [String: PlainPlan.Line] = [:]
        for line in json["fruits"]?.elements ?? [] {
            found[line["fruit"]?.text ?? ""] = PlainPlan.Line(
                need: line["need"]?.int ?? -1, buy: line["buy"]?.int ?? -1)
        }
        #expect(found == wanted, "\(options)")
        let list = try shop.run(["plan", "--ledger", "l.sqlite", "--csv"] + options)
        let rows = ReportSet.rows(list.output)
        #expect(rows.first == ["id", "action", "item", "quantity"])
        let bought = Dictionary(rows.dropFirst().map { ($0[2], Int($0[3]) ?? -1) }) { $0 + $1 }
        #expect(bought == wanted.mapValues(\.buy).filter { $0.value > 0 })
        #expect(try shop.run(["plan", "--ledger", "l.sqlite", "--csv"] + options).output == list.output)
    }

    private static let orders =
        "id,action,item,quantity,time\nA,주문,바나나쥬스,3,2026-11-16 10:00\nB,주문,키위쥬스,9,2026-11-16 12:00\n"

    private func shop() throws -> Shop {
        let shop = try Shop(["a.csv": Self.orders])
        #expect(try shop.run(["run", "a.csv", "--ledger", "l.sqlite", "--output", "a"]).exit == 0)
        return shop
    }

    @Test func shoppingListIsAcceptedAsInputOnce() throws {
        let shop = try shop()
        let list = try shop.run(["plan", "--ledger", "l.sqlite", "--csv"])
        #expect(
            ReportSet.rows(list.output).dropFirst().map { Array($0[1...]) } == [
                ["restock", "바나나", "2"], ["restock", "키위", "17"],
            ])
        try shop.folder.write(list.output, to: "plan.csv")
        let coming = try shop.run(["plan", "--ledger", "l.sqlite", "--ordered", "plan.csv", "--csv"])
        #expect(ReportSet.rows(coming.output).count == 1)
        #expect(try shop.run(["run", "plan.csv", "--ledger", "l.sqlite", "--output", "b"]).exit == 0)
        // A received delivery is in stock and no longer pending.
        let arrived = try shop.run(["plan", "--ledger", "l.sqlite", "--ordered", "plan.csv"])
        #expect(arrived.outputText.contains("두 번 적힌 2행은") && arrived.outputText.contains("살 것이 없습니다"))
    }

    @Test func planReplacesOnlyAnEarlierPlan() throws {
        let shop = try shop()
        for _ in 1...2 { #expect(try shop.run(["plan", "--ledger", "l.sqlite", "--output", "p"]).exit == 0) }
        let (html, markdown) = (shop.text("p/plan.html"), shop.text("p/plan.md"))
        for text in [html, markdown] {
            #expect(text.contains("2026-11-17 (화)") && text.contains("2026-11-16 (월) 27개 − 재고 10개"))
        }
        #expect(shop.text("p/plan.csv").hasPrefix("id,action,item,quantity\nplan-"))
        #expect(OrderedJSONParser.parse(shop.text("p/plan.json"))?["cover"]?.text == "max")
        #expect(try shop.run(["plan", "--ledger", "l.sqlite", "--output", "a"]).exit == 73)
        #expect(
            try shop.run(["run", "a.csv", "--again", "--ledger", "l.sqlite", "--column", "id=id", "--output", "p"]).exit
                == 73)
    }

    @Test func reportContainsThePlanForTheNextDay() throws {
        let shop = try shop()
        let plan = try shop.run(["plan", "--ledger", "l.sqlite", "--json"])
        let json = OrderedJSONParser.parse(plan.outputText)
        let summary = try ReportSet.read(from: shop.folder, "a").summary
        #expect(summary["plan"] != nil && "\(summary["plan"]?["fruits"] ?? .null)" == "\(json?["fruits"] ?? .null)")
        #expect(summary["date"]?.text == "2026-11-16")
        for name in ["a/report.html", "a/report.md"] { #expect(shop.text(name).contains("살 것: 2026-11-17 화요일")) }
    }

    /// One shopping list: the day's need less stock, with check boxes, before all other tasks.
    ///
    /// What only the retry of short orders would need is folded, and not on the terminal.
    @Test func reportHasOneShoppingList() throws {
        let shop = try Shop([
            "a.csv": "구분,품목,수량\n실사,딸기,20\n주문,딸기쥬스,1\n주문,딸기쥬스,1\n주문,바나나쥬스,1\n",
            "menu.csv": "juice,fruit,quantity,price,fruit_cost\n딸기쥬스,딸기,16,5000,100\n바나나쥬스,바나나,2,4000,\n",
        ])
        let result = try shop.run(
            [
                "run", "a.csv", "--menu", "menu.csv", "--ledger", "l.sqlite", "--date", "2026-11-14", "--output", "a",
            ])
        #expect(result.outputText.contains("\n살 것: 2026-11-15 일요일: 딸기 28개. 모두 2,800원입니다.\n"))
        #expect(!result.outputText.contains("채울 것"))
        let page = PageText(shop.text("a/report.html"))
        #expect(
            page.parts("buy").first?.prose == [
                "모두 2,800원입니다.", "딸기", "28개", "2,800원", "2026-11-14 (토) 32개 − 재고 4개",
                "넉넉한 과일: 바나나 (2026-11-14 (토) 2개, 재고 8개).",
            ])
        let html = shop.text("a/report.html")
        let retry = try #require(html.firstRange(of: "<details><summary>다시 실행하려면(가게 컴퓨터에서)</summary>"))
        let need = try #require(html.firstRange(of: "<li>딸기 <strong>12개</strong></li>"))
        let list = try #require(html.firstRange(of: #"<input type="checkbox"> 딸기 <strong>28개</strong>"#))
        #expect(list.lowerBound < retry.lowerBound && retry.lowerBound < need.lowerBound)
        #expect(shop.text("a/report.md").contains("\n- [ ] 딸기 **28개** 2,800원: 2026-11-14 (토) 32개 − 재고 4개\n"))
        let sums = page.parts("money").flatMap(\.tables).joined().map { $0[0] }
        #expect(!sums.contains("채울 과일"))
    }

    @Test func reportComparesWithTheDayAndTheWeekBefore() throws {
        let shop = try Shop(["menu.csv": "juice,fruit,quantity,price\n키위쥬스,키위,3,6000\n"])
        func run(_ cups: Int, _ date: String) throws {
            try shop.write("juice,quantity\n키위쥬스,\(cups)\n키위쥬스,90\n", to: date + ".csv")
            try shop.run(
                [
                    "run", date + ".csv", "--menu", "menu.csv", "--ledger", "l.sqlite", "--date", date, "--output",
                    date, "--again",
                ])
        }
        try run(1, "2026-11-13")
        #expect(!shop.text("2026-11-13/report.md").contains("어제"))
        try run(2, "2026-11-19")
        #expect(try shop.run(["reverse", "2", "--ledger", "l.sqlite"]).exit == 0)
        try run(1, "2026-11-19")
        try run(1, "2026-11-20")
        let text = shop.text("2026-11-20/report.md")
        #expect(text.contains("| 1잔; 어제 =; 지난주 = |") && text.contains("▲▼는 어제, 지난주 금요일과 비교한 변화입니다."))
        #expect(shop.text("2026-11-20/report.html").contains(#"<dd class="compared">어제 =</dd>"#))
        let compared = try ReportSet.read(from: shop.folder, "2026-11-20").summary["compared"]?.elements ?? []
        #expect(compared.map { $0["date"]?.text } == ["2026-11-19", "2026-11-13"])
        #expect(
            compared.map { $0["cups_served"]?.int } == [1, 1] && compared.map { $0["sales"]?.text } == ["6000", "6000"])
        #expect(compared.map { $0["lost_sales"]?.text } == ["540000", "540000"])
        // A second run of the day would be compared with whole days.
        try run(1, "2026-11-20")
        #expect(!shop.text("2026-11-20/report.md").contains("어제"))
    }

    /// A business day without a run, fruit that a count found missing, and fruit for more than five days come first in
    /// the to-do list.
    @Test func warningsFollowTheirLimits() throws {
        let menu = "juice,fruit,quantity,fruit_cost\n키위쥬스,키위,3,380\n바나나쥬스,바나나,2,400\n"
        func todo(_ options: [String]) throws -> (todo: [String], headline: String, terminal: String) {
            let shop = try Shop([
                "menu.csv": menu, "a.csv": "구분,품목,수량\n입고,키위,300\n주문,키위쥬스,2\n주문,바나나쥬스,1\n",
                "b.csv": "구분,품목,수량\n주문,키위쥬스,1\n주문,바나나쥬스,1\n실사,키위,215\n",
            ])
            var terminal = ""
            for (name, date) in [("a", "2026-11-17"), ("b", "2026-11-20")] {
                terminal = try shop.run(
                    [
                        "run", name + ".csv", "--menu", "menu.csv", "--ledger", "l.sqlite", "--date", date, "--output",
                        name,
                    ] + options
                ).outputText
            }
            let page = PageText(shop.text("b/report.html"))
            return (page.parts("todo").first?.prose ?? [], page.viewModel.parts.first?.prose.first ?? "", terminal)
        }
        let all = try todo(["--closed", "thu"])
        let wanted = [
            "빠진 영업일이 있습니다: 2026-11-18 (수). 그날 파일을 적용하거나, 쉬는 날이면 설정의 closed에 적으세요.",
            "실사에서 모자란 과일이 있습니다: 키위 86개(32,680원). 팔지도 버리지도 않았으니 모자란 이유를 확인하세요.",
            "5일 치 이상 남은 과일이 있습니다: 키위 215개(30개 필요). 상하기 전에 쓰세요.",
        ]
        #expect(all.todo == wanted)
        for sentence in wanted { #expect(all.terminal.contains(sentence.prefix(20))) }
        #expect(all.headline.hasSuffix("실사에서 키위 86개가 모자랐습니다."))
        let less = ["--closed", "wed,thu", "--missing-percent", "29", "--overstock-days", "0"]
        #expect(try todo(less).todo == ["할 일이 없습니다."])
        #expect(try Shop(["a.csv": "item\n"]).run(["run", "a.csv", "--overstock-days", "8"]).exit == 64)
    }

    @Test func pendingDeliveriesMustBeRestocks() throws {
        let shop = try shop()
        try shop.write("item,quantity\n키위,3\n키위쥬스,1\n", to: "orders.csv")
        let orders = try shop.run(["plan", "--ledger", "l.sqlite", "--ordered", "orders.csv"])
        #expect(orders.exit == 65 && orders.errorText.contains("orders.csv:3: "))
        try shop.write("item,quantity\n수박,3\n", to: "melon.csv")
        #expect(try shop.run(["plan", "--ledger", "l.sqlite", "--ordered", "melon.csv"]).exit == 65)
        #expect(try shop.run(["plan", "--ledger", "l.sqlite", "--ordered", "none.csv"]).exit == 66)
    }

    @Test func fruitNotInTheLedgerIsUnknown() throws {
        let shop = try shop()
        try shop.write("juice,fruit,quantity,fruit_cost\n바나나쥬스,바나나,2,150\n배쥬스,배,1,\n", to: "menu.csv")
        let result = try shop.run(["plan", "--ledger", "l.sqlite", "--menu", "menu.csv", "--json"])
        let json = OrderedJSONParser.parse(result.outputText)
        #expect(json?["unknown"]?.elements.map(\.text) == ["배"])
        #expect(json?["fruits"]?.elements.map { $0["fruit"]?.text } == ["바나나"])
        #expect(json?["cost"]?.text == "300" && json?["fruits"]?.elements.first?["cost"]?.text == "300")
    }

    @Test(arguments: [
        ["--days", "8"], ["--days", "0"], ["--cover", "min"], ["--for", "2026-02-30"], ["--csv", "--json"],
    ])
    func invalidPlanOptionsAreUsageErrors(options: [String]) throws {
        #expect(try shop().run(["plan", "--ledger", "l.sqlite"] + options).exit == 64)
    }
}
