import TestSupport
import Testing

/// The `plan` command, against the plain model on random ledgers.
@Suite struct PlanTests {
    private static let ledger = "--ledger l.sqlite"
    private static let cases = CaseSeries("plans", seed: 1, count: 4, counter: "JUICE_BATCH_PLAN_CASES")

    private struct RandomRuns {
        let shop: Shop
        var random: SeededGenerator
        /// The runs that stand.
        var runs: [PlainPlan.NightlyRun] = []
        var runCount = 0
        let menu = PlainMenu.builtIn
        var day = "2026-09-01"

        private mutating func rows(_ number: Int, withTimes: Bool) -> String {
            var text = "id,action,item,quantity" + (withTimes ? ",time" : "") + "\n"
            for row in 0..<random.int(3...14) {
                let id = random.chance(60) ? "N\(number)-\(random.int(0...8))" : ""
                let juice = random.pick(menu.juices.map(\.name))
                let fruit = random.pick(menu.fruits.map(\.name))
                let cells =
                    switch random.int(1...100) {
                    case ...62: "order,\(juice),\(random.int(1...3))"
                    case ...80: "restock,\(fruit),\(random.int(1...40))"
                    case ...88: "cancel,\(juice),1"
                    case ...93: "discard,\(fruit),\(random.int(1...8))"
                    case ...97: "count,\(fruit),\(random.int(0...20))"
                    default: "order,커피,1"
                    }
                text += "\(id),\(cells)" + (withTimes ? ",\(day) \(10 + row):30" : "") + "\n"
            }
            return text
        }

        /// Applies a random input or the last run's failures; sometimes reverses a run.
        mutating func add(_ number: Int) throws {
            if random.chance(70) { day = PlainPlan.date(day, plus: random.int(1...3)) ?? day }
            let withTimes = random.chance(30)
            try shop.write(rows(number, withTimes: withTimes), to: "n\(number).csv")
            var files = ["n\(number).csv"]
            let retry = "n\(number - 1)/failure.csv"
            if random.chance(30), shop.lines(retry).count > 1 {
                if random.chance(50) { files = [] }
                files.append(retry)
            }
            let isDated = random.chance(85) && !(withTimes && random.chance(70))
            let options = "--output n\(number) --fail-on none --column id=id" + (isDated ? " --date \(day)" : "")
            let result = try shop.run("run \(PlanTests.ledger) \(options)", files)
            try #require(result.exit == 0, "\(result.errorText)")
            runCount += 1
            let reports = try ReportSet.read(from: shop.folder, "n\(number)")
            // Rows of failure.csv have no times, and the other rows have a day only if one of them reached stock.
            let reached =
                ReportSet.rows(reports.success)
                + ReportSet.rows(reports.failure).filter { $0[6] == "insufficient_stock" }
            let isTimed = withTimes && reached.contains { $0[0] == "n\(number).csv" }
            runs.append(PlainPlan.NightlyRun(date: isDated || isTimed ? day : nil, reports, menu))
            if random.chance(12), try shop.run("reverse \(runCount) \(PlanTests.ledger)").exit == 0 {
                runs.removeLast()
                runCount += 1
            }
        }
    }

    @Test(arguments: cases.seeds(shard: 0, of: 1))
    func planAgreesWithModel(seed: UInt64) throws {
        let shop = try Shop()
        var given = RandomRuns(shop: shop, random: SeededGenerator(seed: seed))
        for number in 1...given.random.int(3...28) { try given.add(number) }
        let fruits = given.menu.fruits.map(\.name)
        let stock = ReportSet.rows(try shop.run("stock --csv \(Self.ledger)").output).dropFirst()
        for _ in 0..<4 {
            let (days, cover) = (given.random.int(1...7), given.random.pick(["max", "mean"]))
            let first = given.random.chance(50) ? PlainPlan.date(given.day, plus: given.random.int(1...9)) : nil
            var options = "\(Self.ledger) --days \(days) --cover \(cover)" + (first.map { " --for \($0)" } ?? "")
            var held = Dictionary(uniqueKeysWithValues: stock.map { ($0[0], Int($0[1]) ?? 0) })
            if given.random.chance(50) {
                let coming = [given.random.pick(fruits), "망고"]
                for fruit in coming { held[fruit, default: 0] += 7 }
                try shop.write("품목,수량\n" + coming.map { "\($0),7\n" }.joined(), to: "coming.csv")
                options += " --ordered coming.csv"
            }
            guard let needs = PlainPlan.needs(given.runs, first: first, days: days, cover: cover, fruits: fruits)
            else {
                #expect(try shop.run("plan \(options)").exit == 65)
                continue
            }
            let buys = needs.merging(held) { max(0, $0 - $1) }
            let found = try shop.json("plan --json \(options)")["fruits"]?.elements ?? []
            #expect(Set(found.compactMap { $0["fruit"]?.text }) == Set(fruits))
            for line in found {
                let fruit = line["fruit"]?.text ?? ""
                #expect(line["need"]?.int == needs[fruit] && line["buy"]?.int == buys[fruit], "\(options): \(line)")
            }
            let list = try shop.run("plan --csv \(options)").output
            let rows = ReportSet.rows(list)
            #expect(rows.first == ["id", "action", "item", "quantity"])
            let bought = Dictionary(rows.dropFirst().map { ($0[2], Int($0[3]) ?? -1) }) { $0 + $1 }
            #expect(bought == buys.filter { $0.value > 0 })
            #expect(try shop.run("plan --csv \(options)").output == list)
        }
    }

    private func shop() throws -> Shop {
        let shop = try Shop([
            "a.csv": "id,action,item,quantity,time\nA,주문,바나나쥬스,3,2026-11-16 10:00\nB,주문,키위쥬스,9,2026-11-16 12:00\n"
        ])
        #expect(try shop.run("run a.csv --ledger l.sqlite --output a").exit == 0)
        return shop
    }

    /// The manual shows that a received list is in stock.
    @Test func pendingShoppingListIsBoughtOnce() throws {
        let shop = try shop()
        let list = try shop.run("plan --ledger l.sqlite --csv")
        let rows = ReportSet.rows(list.output).dropFirst().map { $0[1...].joined(separator: " ") }
        #expect(rows == ["restock 바나나 2", "restock 키위 17"])
        try shop.folder.write(list.output, to: "plan.csv")
        let coming = try shop.run("plan --ledger l.sqlite --ordered plan.csv --csv")
        #expect(ReportSet.rows(coming.output).count == 1)
        #expect(try shop.run("run plan.csv --ledger l.sqlite --output b").exit == 0)
        let arrived = try shop.run("plan --ledger l.sqlite --ordered plan.csv")
        #expect(arrived.outputText.contains("두 번 적힌 2행은") && arrived.outputText.contains("살 것이 없습니다"))
    }

    @Test func planReplacesOnlyAnEarlierPlan() throws {
        let shop = try shop()
        for _ in 1...2 { #expect(try shop.run("plan --ledger l.sqlite --output p").exit == 0) }
        for name in ["p/plan.html", "p/plan.md"] {
            let text = shop.text(name)
            #expect(text.contains("2026-11-17 화요일") && text.contains("2026-11-16 (월) 27개 − 재고 10개"))
        }
        #expect(shop.text("p/plan.csv").hasPrefix("id,action,item,quantity\nplan-"))
        #expect(OrderedJSONParser.parse(shop.text("p/plan.json"))?["cover"]?.text == "max")
        let others = ["plan --output a", "run a.csv --again --column id=id --output p"]
        for command in others { #expect(try shop.run("\(command) --ledger l.sqlite").exit == 73) }
    }

    @Test func reportContainsThePlanForTheNextDay() throws {
        let shop = try shop()
        let plan = try shop.json("plan --ledger l.sqlite --json")
        let summary = try ReportSet.read(from: shop.folder, "a").summary
        #expect(summary["plan"] != nil && summary["plan"]?["fruits"]?.line == plan["fruits"]?.line)
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
        let result = try shop.run("run a.csv --menu menu.csv --ledger l.sqlite --date 2026-11-14 --output a")
        #expect(result.outputText.contains("\n살 것: 2026-11-15 일요일: 딸기 28개. 모두 2,800원입니다.\n"))
        #expect(!result.outputText.contains("채울 것"))
        let html = shop.text("a/report.html")
        let page = PageText(html)
        #expect(
            page.parts("buy").first?.prose == [
                "모두 2,800원입니다.", "딸기", "28개", "2,800원", "2026-11-14 (토) 32개 − 재고 4개",
                "넉넉한 과일: 바나나 (2026-11-14 (토) 2개, 재고 8개).",
            ])
        let places = try [
            #"<input type="checkbox"> 딸기 <strong>28개</strong>"#,
            "<details><summary>다시 실행하려면(가게 컴퓨터에서)</summary>", "<p>못 만든 주문을 다시 만들려면 더 채우세요: 딸기 12개.</p>",
        ].map { try #require(html.firstRange(of: $0)).lowerBound }
        #expect(places == places.sorted())
        #expect(shop.text("a/report.md").contains("\n- [ ] 딸기 **28개** 2,800원: 2026-11-14 (토) 32개 − 재고 4개\n"))
        #expect(!page.parts("money").flatMap(\.tables).joined().contains { $0[0] == "채울 과일" })
    }

    @Test func reportComparesWithTheDayAndTheWeekBefore() throws {
        let shop = try Shop(["menu.csv": "juice,fruit,quantity,price\n키위쥬스,키위,3,6000\n"])
        func run(_ cups: Int, _ date: String) throws -> String {
            try shop.write("juice,quantity\n키위쥬스,\(cups)\n키위쥬스,90\n", to: "a.csv")
            try shop.run("run a.csv --menu menu.csv --ledger l.sqlite --date \(date) --output r --again")
            return shop.text("r/report.md")
        }
        #expect(try !run(1, "2026-11-13").contains("어제"))
        _ = try run(2, "2026-11-19")
        #expect(try shop.run("reverse 2 --ledger l.sqlite").exit == 0)
        _ = try run(1, "2026-11-19")
        let text = try run(1, "2026-11-20")
        #expect(text.contains("| 1잔; 어제 =; 지난주 = |") && text.contains("▲▼는 어제, 지난주 금요일과 비교한 변화입니다."))
        #expect(shop.text("r/report.html").contains(#"<dd class="compared">어제 =</dd>"#))
        let compared = try ReportSet.read(from: shop.folder, "r").summary["compared"]?.elements ?? []
        let figures = compared.map { day in
            ["date", "cups_served", "sales", "lost_sales"].map { day[$0]?.line ?? "" }.joined(separator: " ")
        }
        #expect(figures == ["19", "13"].map { "\"2026-11-\($0)\" 1 \"6000\" \"540000\"" })
        // A second run of the day would be compared with whole days.
        #expect(try !run(1, "2026-11-20").contains("어제"))
    }

    /// A business day without a run, fruit that a count found missing, and fruit for more than five days come first in
    /// the to-do list.
    @Test func warningsFollowTheirLimits() throws {
        func todo(_ options: String) throws -> (todo: [String], headline: String, terminal: String) {
            let shop = try Shop([
                "menu.csv": "juice,fruit,quantity,fruit_cost\n키위쥬스,키위,3,380\n바나나쥬스,바나나,2,400\n",
                "17.csv": "구분,품목,수량\n입고,키위,300\n주문,키위쥬스,2\n주문,바나나쥬스,1\n",
                "20.csv": "구분,품목,수량\n주문,키위쥬스,1\n주문,바나나쥬스,1\n실사,키위,215\n",
            ])
            let all = "--menu menu.csv --ledger l.sqlite \(options)"
            try shop.run("run 17.csv --date 2026-11-17 --output a \(all)")
            let terminal = try shop.run("run 20.csv --date 2026-11-20 --output b \(all)").outputText
            let page = PageText(shop.text("b/report.html"))
            return (page.parts("todo").first?.prose ?? [], page.viewModel.parts.first?.prose.first ?? "", terminal)
        }
        let all = try todo("--closed thu")
        let wanted = [
            "빠진 영업일이 있습니다: 2026-11-18 (수). 그날 파일을 적용하거나, 쉬는 날이면 설정의 closed에 적으세요.",
            "실사에서 모자란 과일이 있습니다: 키위 86개(32,680원). 팔지도 버리지도 않았으니 모자란 이유를 확인하세요.",
            "5일 치 이상 남은 과일이 있습니다: 키위 215개(30개 필요). 상하기 전에 쓰세요.",
        ]
        #expect(all.todo == wanted)
        for sentence in wanted { #expect(all.terminal.contains(sentence.prefix(20))) }
        #expect(all.headline.hasSuffix("실사에서 키위 86개가 모자랐습니다."))
        #expect(try todo("--closed wed,thu --missing-percent 29 --overstock-days 0").todo == ["할 일이 없습니다."])
    }

    @Test func pendingDeliveriesMustBeRestocks() throws {
        let shop = try shop()
        try shop.write("item,quantity\n키위,3\n키위쥬스,1\n", to: "orders.csv")
        let orders = try shop.run("plan --ledger l.sqlite --ordered orders.csv")
        #expect(orders.exit == 65 && orders.errorText.contains("orders.csv:3: "))
        try shop.write("item,quantity\n수박,3\n", to: "melon.csv")
        for (name, exit) in [("melon.csv", 65), ("none.csv", 66)] {
            #expect(try shop.run("plan --ledger l.sqlite --ordered \(name)").exit == exit)
        }
    }

    @Test func fruitNotInTheLedgerIsUnknown() throws {
        let shop = try shop()
        try shop.write("juice,fruit,quantity,fruit_cost\n바나나쥬스,바나나,2,150\n배쥬스,배,1,\n", to: "menu.csv")
        let json = try shop.json("plan --ledger l.sqlite --menu menu.csv --json")
        #expect(json["unknown"]?.line == #"["배"]"# && json["cost"]?.text == "300")
        #expect(json["fruits"]?.elements.map { "\($0["fruit"]?.text ?? "") \($0["cost"]?.text ?? "")" } == ["바나나 300"])
    }
}
