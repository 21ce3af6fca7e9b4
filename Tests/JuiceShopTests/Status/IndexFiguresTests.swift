import Foundation
import JuiceBatch
import JuiceCore
import JuiceShop
import TestSupport
import Testing

@testable import JuiceReports

/// The figures of days, weeks and months in the pages of a folder of reports.
@Suite struct IndexFiguresTests {
    private typealias Sums = SalesFigures

    /// Menus with prices, with one missing, and without.
    private static let menus = [
        "메뉴,과일,수량,판매가\n딸기쥬스,딸기,16,4500\n딸바쥬스,딸기,10,5500.50\n딸바쥬스,바나나,1,5500.50\n키위쥬스,키위,3,6200\n",
        "메뉴,과일,수량,판매가\n딸기쥬스,딸기,16,4500\n딸바쥬스,딸기,10,5500.50\n딸바쥬스,바나나,1,5500.50\n키위쥬스,키위,3,\n",
        "메뉴,과일,수량\n딸기쥬스,딸기,16\n딸바쥬스,딸기,10\n딸바쥬스,바나나,1\n키위쥬스,키위,3\n",
    ]

    /// Five weeks of a shop with runs of one or two days, retries and reversed runs.
    private struct RandomWeeks {
        let setup: TestShop
        /// The sums of each day by summary.json of the runs that stand.
        private(set) var days: [CalendarDay: Sums] = [:]
        /// The newest day with a run, reversed or not.
        private(set) var newest = 0
        private var random: SeededGenerator
        private var runs = 0

        init(seed: UInt64, menu: String) throws {
            setup = try TestShop(["menu.csv": menu])
            random = SeededGenerator(seed: seed)
            var day = 20_731  // 2026-10-05, a Monday
            while day < 20_766 {
                let count = random.chance(15) ? 2 : 1
                if !random.chance(10) { try run((day..<day + count).map { CalendarDay(number: $0) }) }
                day += count
            }
        }

        private mutating func run(_ dates: [CalendarDay]) throws {
            var rows = "시각,구분,품목,수량\n"
            for date in dates.map(\.text) {
                for fruit in ["딸기", "바나나", "키위"] { rows += "\(date) 09:00,입고,\(fruit),\(random.int(10...90))\n" }
                for hour in 10..<(13 + random.int(0...8)) {
                    let juice = random.pick(["딸기쥬스", "딸바쥬스", "키위쥬스"])
                    rows += "\(date) \(hour):00,주문,\(juice),\(random.int(1...4))\n"
                    if random.chance(12) { rows += "\(date) \(hour):20,취소,\(juice),1\n" }
                    if random.chance(6) { rows += "\(date) \(hour):50,주문,수박쥬스,1\n" }
                }
            }
            let name = dates[0].text
            try setup.write(rows, to: name + ".csv")
            let found = try apply([name + ".csv"], to: name)
            newest = dates[0].number + dates.count - 1
            if random.chance(15) {
                try setup.reverse(runs)
                runs += 1
                return
            }
            days.merge(found) { $1 }
            if found.values.contains(where: { $0.ordersShort > 0 }), random.chance(40) {
                let date = CalendarDay(number: newest).text
                let restock = random.chance(50) ? ["reports/\(name)/restock.csv"] : []
                let again = try apply(restock + ["reports/\(name)/failure.csv"], to: "again-" + name, date: date)
                days.merge(again) { day, again in
                    var sum = IndexFiguresTests.sum([day, again])
                    sum.days = 1
                    return sum
                }
            }
        }

        /// Applies files, or retries them for a date, and returns the sums of their days.
        private mutating func apply(
            _ paths: [String], to name: String, date: String? = nil
        ) throws -> [CalendarDay: Sums] {
            let output = "reports/" + name
            var request = setup.request(ledger: TestShop.ledger, output: output, date: date, menu: "menu.csv")
            request.input.paths = paths
            _ = try setup.shop().run(request, notifying: MessageRecorder())
            runs += 1
            let summary = try #require(OrderedJSONParser.parse(setup.text("reports/\(name)/summary.json")))
            func sums(_ value: OrderedJSON, orders: Int, short: Int, cups: Int) -> Sums {
                func money(_ key: String) -> Money? {
                    value[key]?.text.flatMap { Double($0) }.map { Money(hundredths: Int(($0 * 100).rounded())) }
                }
                // Short orders that are run again are not counted twice.
                let (orders, short) = date == nil ? (orders, short) : (0, 0)
                return Sums(
                    days: 1, orders: orders, ordersShort: short, cups: cups, sales: money("sales"),
                    lostSales: short == 0 ? Money(hundredths: 0) : money("lost_sales"))
            }
            func day(_ value: OrderedJSON) throws -> CalendarDay {
                try #require(value["date"]?.text.flatMap { CalendarDay($0) })
            }
            guard let days = summary["days"]?.elements else {
                func count(_ key: String) -> Int {
                    (summary["juices"]?.elements ?? []).reduce(0) { $0 + ($1[key]?.int ?? 0) }
                }
                let (orders, short, cups) = (count("orders"), count("short"), count("cups_served"))
                return [try day(summary): sums(summary["money"] ?? .null, orders: orders, short: short, cups: cups)]
            }
            return try days.reduce(into: [:]) { all, one in
                let short = one["orders_lost"]?.int ?? 0
                let orders = short + (one["orders_served"]?.int ?? 0)
                all[try day(one)] = sums(one, orders: orders, short: short, cups: one["cups_served"]?.int ?? 0)
            }
        }
    }

    private static func sum(_ all: some Collection<Sums>) -> Sums {
        func sum(_ figure: (Sums) -> Int) -> Int { all.reduce(0) { $0 + figure($1) } }
        func money(_ amount: (Sums) -> Money?) -> Money? {
            all.contains { amount($0) == nil } ? nil : Money(hundredths: sum { amount($0)?.hundredths ?? 0 })
        }
        return Sums(
            days: sum(\.days), orders: sum(\.orders), ordersShort: sum(\.ordersShort), cups: sum(\.cups),
            sales: money(\.sales), lostSales: money(\.lostSales))
    }

    private func sums(_ period: RunTotals) -> [CalendarDay: Sums] {
        Dictionary(uniqueKeysWithValues: period.days.map { ($0.date, $0.sums) })
    }

    @Test(arguments: zip([1, 2, 3] as [UInt64], menus))
    func daysWeeksAndMonthsAgreeWithTheSummaries(seed: UInt64, menu: String) throws {
        let weeks = try RandomWeeks(seed: seed, menu: menu)
        let (shop, days) = (weeks.setup.shop(), weeks.days)
        let content = try shop.indexContent("reports", language: .korean)
        let period = content.totals
        #expect(sums(period) == days)
        // Days without a run are looked for in the last four weeks, and not before the first run.
        let oldest = try max(weeks.newest - 28, #require(days.keys.map(\.number).min()))
        let all = (oldest...weeks.newest).map { CalendarDay(number: $0) }
        #expect(content.daysWithoutRun == all.filter { days[$0] == nil })
        #expect(content.periodMessage.count <= 300 && content.periodMessage.contains("못 만든 주문"))
        expect(period.weeks(), days) { CalendarDay(number: $0.number - 7) }
        expect(period.months(), days) {
            $0.text.hasPrefix("2026-11") ? CalendarDay("2026-10-" + $0.text.suffix(2)) : nil
        }
        #expect(period.weeks().allSatisfy { $0.days.lowerBound.weekday == 0 && $0.days.upperBound.weekday == 6 })
        #expect(
            period.months().map { [$0.days.lowerBound.text, $0.days.upperBound.text] } == [
                ["2026-11-01", "2026-11-30"], ["2026-10-01", "2026-10-31"],
            ])
        #expect(period.hasSales == days.values.allSatisfy { $0.sales != nil })
        let figures = days.filter { $0.value.orders > 0 || period.figure($0.value) < 0 }.mapValues { period.figure($0) }
        let extremes = try #require(period.extremeDays)
        #expect(figures[extremes.best] == figures.values.max() && figures[extremes.worst] == figures.values.min())
        let (from, to) = (CalendarDay(number: oldest + 3), CalendarDay(number: oldest + 20))
        let part = try shop.indexContent("reports", from: from, to: to, language: .korean)
        #expect(sums(part.totals) == days.filter { (from...to).contains($0.key) })
    }

    @Test func dayOfCancelsAloneCanBeTheWorst() {
        let runs = [(3, 12), (0, -13), (1, -4)].enumerated().map { day, run in
            RunOverview(
                date: CalendarDay(number: day), kind: .stock,
                sums: Sums(orders: run.0, sales: Money(hundredths: run.1), lostSales: nil), rejected: 0, currency: "원")
        }
        #expect(RunTotals(of: runs).extremeDays?.worst.number == 1)
    }

    /// Spans have the sums of their days, and of those whose corresponding day before has a run.
    private func expect(
        _ spans: [RunTotals.Span], _ days: [CalendarDay: Sums], before: (CalendarDay) -> CalendarDay?
    ) {
        for span in spans {
            let own = days.filter { span.days.contains($0.key) }
            #expect(span.sums == Self.sum(own.values))
            let compared = own.filter { before($0.key).flatMap { days[$0] } != nil }
            #expect(span.compared?.now == (compared.isEmpty ? nil : Self.sum(compared.values)))
            let earlier = compared.keys.compactMap { before($0).flatMap { days[$0] } }
            #expect(span.compared?.before == (earlier.isEmpty ? nil : Self.sum(earlier)))
        }
        #expect(Self.sum(spans.map(\.sums)) == Self.sum(days.values))
    }

    @Test func purchasesAreThoseOfTheLastRunEvenIfItsDayIsEarlier() throws {
        let setup = try TestShop(["20.csv": "item,quantity\n키위쥬스,2\n", "19.csv": "item,quantity\n키위쥬스,1\n"])
        for day in ["20", "19"] {
            try setup.run("\(day).csv", ledger: TestShop.ledger, output: "reports/\(day)", date: "2026-11-\(day)")
        }
        let content = try setup.shop().indexContent("reports", language: .korean)
        #expect(content.purchases?.date.text == "2026-11-21")
        #expect(content.purchases?.fruits == [FruitStock(fruit: "키위", pieces: 5)])
    }

    @Test func pagesCompareDaysAndWeeks() throws {
        let setup = try TestShop(["menu.csv": "메뉴,과일,수량,판매가,원가\n키위쥬스,키위,3,5000,300\n"])
        for (day, rows) in [
            ("2026-11-13", ["입고,키위,90", "주문,키위쥬스,2", "주문,키위쥬스,2"]), ("2026-11-19", ["주문,키위쥬스,2"]),
            ("2026-11-20", ["주문,키위쥬스,3", "주문,키위쥬스,3", "주문,키위쥬스,99", "취소,키위쥬스,1", "실사,키위,60"]),
        ] {
            try setup.write("시각,구분,품목,수량\n" + rows.map { "\(day) 10:00,\($0)\n" }.joined(), to: "day.csv")
            var request = setup.request("day.csv", ledger: TestShop.ledger, output: "reports/" + day, menu: "menu.csv")
            request.language = .korean
            _ = try setup.shop().run(request, notifying: MessageRecorder())
        }
        #expect(
            PageText(setup.text("reports/2026-11-20/report.html")).parts("figures").first?.tables.first == [
                ["매출", "놓친 매출", "재료비", "이익", "객단가"],
                ["25,000원", "495,000원", "6,600원", "18,400원", "12,500원"],
                [
                    "5잔; 어제 ▲150%; 지난주 ▲25%", "못 만든 주문 1건", "매출의 26%; 어제 ▲267%; 지난주 ▲83%",
                    "매출 − 재료비; 어제 ▲124%; 지난주 ▲12%", "주문 2건; 어제 ▲25%; 지난주 ▲25%",
                ],
            ])
        _ = try setup.shop().index("reports", language: .korean)
        let page = setup.text("reports/index.html")
        let figures = PlainMarkup.texts(in: page.components(separatedBy: "</main>")[0]).filter {
            $0.elements.contains { $0.name == "dl" }
        }
        #expect(
            figures.map(\.text) == [
                "2026-11-20 (금) 매출", "25,000원", "주문 3건 · 지난주 금요일보다 ▲25%", "못 만든 주문", "1건", "495,000원",
                "이번 주 매출", "35,000원", "지난주 같은 요일보다 ▲25%", "살 것", "키위 252개", "2026-11-21 (토)에 쓸 것",
                "실사에서 모자람", "키위 7개", "2,100원", "빠진 영업일", "5일", "2026-11-18 (수) 외 4일",
            ])
        #expect(page.contains(#"<td class="n">25,000원</td>"#))

        let (from, to) = (CalendarDay("2026-11-14"), CalendarDay("2026-11-20"))
        let period = try setup.shop().indexContent("reports", from: from, to: to, language: .korean)
        let name = "reports/2026-11-14_2026-11-20"
        // The second time over its own files.
        for _ in 1...2 { #expect(try setup.shop().writePeriod(period, in: "reports") == name + ".html") }
        #expect(
            setup.text(name + ".csv")
                == "date,orders,lost,cups,sales,lost_sales\n2026-11-19,1,0,2,10000,0\n2026-11-20,3,1,6,25000,495000\n")
        #expect(setup.text(name + ".json").contains(#""sales": "35000""#))
        try setup.write("mine", to: name + ".html")
        #expect(throws: BatchError.self) { try setup.shop().writePeriod(period, in: "reports") }
    }
}
