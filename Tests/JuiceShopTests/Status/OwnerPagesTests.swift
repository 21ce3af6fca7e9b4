import Foundation
import JuiceBatch
import JuiceCore
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// The figures that an owner reads on report.html and index.html, against a plain count of success.csv and failure.csv
/// over three weeks of a random shop: with prices, without, or with one missing, exports of two days, and runs taken
/// back.
@Suite struct OwnerPagesTests {
    /// The figures of a day or a run, money in hundredths; nil where a price is missing.
    private struct Figures {
        var orders = 0
        var lost = 0
        var cups = 0
        var sales: Int? = 0
        var lostSales: Int? = 0
        var cost: Int? = 0

        var served: Int { orders - lost }
        var profit: Int? { sales.flatMap { sales in cost.map { sales - $0 } } }
        /// The sales of an order, rounded to whole units where sales are whole.
        var perOrder: Int? {
            guard let sales, served > 0 else { return nil }
            let unit = sales % 100 == 0 ? 100 : 1
            return Int((Double(sales) / Double(served * unit)).rounded()) * unit
        }

        /// The same where an export of several days leaves out what it knows as a whole alone.
        var ofOneOfSeveral: Figures {
            var figures = self
            (figures.lostSales, figures.cost) = (lost > 0 ? nil : 0, nil)
            return figures
        }

        /// As a line of the days that an index is made of.
        var csv: String {
            let amounts = [sales, lostSales].map { $0.map { amount($0, separator: "") } ?? "" }
            return ([orders, lost, cups].map(String.init) + amounts).joined(separator: ",")
        }

        /// Counts a row that was applied, or that was short of stock.
        mutating func add(
            _ action: String, _ item: String, _ quantity: Int, isServed: Bool, counted: Int,
            _ juices: [OwnerPagesTests.Juice]
        ) {
            func cost(_ pieces: [(fruit: String, pieces: Int)]) -> Int {
                pieces.reduce(0) { $0 + $1.pieces * (OwnerPagesTests.costs[$1.fruit] ?? 0) }
            }
            let juice = juices.first { $0.name == item }
            let uses = (juice?.uses ?? []).map { (fruit: $0.fruit, pieces: $0.pieces * quantity) }
            let price = juice?.price.map { $0 * quantity }
            switch (action, isServed) {
            case ("order", true):
                orders += 1
                cups += quantity
                sales = sales.flatMap { sum in price.map { sum + $0 } }
                self.cost? += cost(uses)
            case ("order", false):
                orders += 1
                lost += 1
                lostSales = lostSales.flatMap { sum in price.map { sum + $0 } }
            case ("cancel", true):
                sales = sales.flatMap { sum in price.map { sum - $0 } }
                self.cost? -= cost(uses)
            case ("discard", true): self.cost? += cost([(item, quantity)])
            case ("count", true): self.cost? -= cost([(item, counted)])
            default: break
            }
        }
    }

    private struct Juice {
        let name: String
        let uses: [(fruit: String, pieces: Int)]
        let price: Int?
    }

    enum Prices: CaseIterable {
        case all, oneMissing, none
    }

    private static let fruits = ["딸기", "바나나", "키위"]
    private static let costs = ["딸기": 9_050, "바나나": 25_000, "키위": 38_000]
    private static let first = 20_752  // 2026-10-26, a Monday

    /// A shop over three weeks, and what is known of it by counting.
    private struct RandomWeeks {
        let setup: TestShop
        let juices: [Juice]
        let hasMoney: Bool
        /// Whether short orders of some runs are tried again; pages are not read then.
        let hasRetries: Bool
        var random: SeededGenerator
        var stock = Dictionary(uniqueKeysWithValues: OwnerPagesTests.fruits.map { ($0, 10) })
        /// The days of runs that stand.
        var days: [Int: Figures] = [:]
        /// The days of runs that stand, as reports compare them.
        var compared: [Int: Figures] = [:]
        var runs = 0
        /// The fruits that counts found missing, by the newest day of each run that stands; nil without counts.
        var missing: [Int: [String]?] = [:]

        init(seed: UInt64, _ prices: Prices, hasRetries: Bool = false) throws {
            self.hasRetries = hasRetries
            juices = [
                Juice(name: "딸기쥬스", uses: [("딸기", 16)], price: prices == .none ? nil : 450_000),
                Juice(name: "딸바쥬스", uses: [("딸기", 10), ("바나나", 1)], price: prices == .none ? nil : 550_050),
                Juice(name: "키위쥬스", uses: [("키위", 3)], price: prices == .all ? 620_000 : nil),
            ]
            hasMoney = prices != .none
            var lines = ["메뉴,과일,수량" + (hasMoney ? ",판매가,원가" : "")]
            for juice in juices {
                for use in juice.uses {
                    let cost = OwnerPagesTests.costs[use.fruit].map { amount($0, separator: "") } ?? ""
                    let price = juice.price.map { amount($0, separator: "") } ?? ""
                    lines.append("\(juice.name),\(use.fruit),\(use.pieces)" + (hasMoney ? ",\(price),\(cost)" : ""))
                }
            }
            setup = try TestShop(["menu.csv": lines.joined(separator: "\n") + "\n"])
            random = SeededGenerator(seed: seed)
        }

        mutating func live() throws {
            var day = 0
            while day < 21 {
                let number = OwnerPagesTests.first + day
                if day > 0, random.chance(10) {
                    day += 1
                    continue
                }
                let dates = random.chance(15) ? [number, number + 1] : [number]
                try run(dates.map { CalendarDay(number: $0) })
                day += dates.count
            }
        }

        private mutating func run(_ dates: [CalendarDay]) throws {
            var rows = ["시각,구분,품목,수량"]
            for date in dates {
                for fruit in OwnerPagesTests.fruits {
                    rows.append("\(date.text) 09:00,입고,\(fruit),\(random.int(10...90))")
                }
                for hour in 10..<(13 + random.int(0...8)) {
                    let juice = random.pick(juices.map(\.name))
                    rows.append("\(date.text) \(hour):00,주문,\(juice),\(random.int(1...4))")
                    if random.chance(12) { rows.append("\(date.text) \(hour):20,취소,\(juice),1") }
                    if random.chance(12) { rows.append("\(date.text) \(hour):30,폐기,바나나,1") }
                    if random.chance(6) { rows.append("\(date.text) \(hour):40,실사,키위,\(random.int(0...9))") }
                    if random.chance(6) { rows.append("\(date.text) \(hour):50,주문,수박쥬스,1") }
                }
            }
            let name = dates[0].text
            try setup.write(rows.joined(separator: "\n") + "\n", to: name + ".csv")
            try apply(name + ".csv", to: name, date: nil)
            let opening = stock
            let found = try count(name)
            // To read a page takes longer than to make it.
            if !hasRetries, random.chance(40) { check(name, dates, found) }
            let missing = try checkSummary(name, found, opening: opening)
            if random.chance(15) {
                try setup.shop().reverse(runs, in: LedgerRequest(path: "shop.sqlite"), notifying: MessageRecorder()) {
                    _ in
                }
                runs += 1
                stock = opening
                return
            }
            if let newest = found.days.keys.max() { self.missing[newest] = missing }
            for (day, figures) in found.days {
                days[day] = dates.count > 1 ? figures.ofOneOfSeveral : figures
                compared[day] = days[day]
                if dates.count > 1 { compared[day]?.lostSales = nil }
            }
            if hasRetries, found.all.lost > 0, random.chance(40), let last = dates.last {
                try apply("reports/\(name)/failure.csv", to: "again-" + name, date: last.text)
                let again = try count("again-" + name).all
                var day = days[last.number, default: Figures()]
                day.cups += again.cups
                day.sales = day.sales.flatMap { sum in again.sales.map { sum + $0 } }
                days[last.number] = day
            }
        }

        private mutating func apply(_ path: String, to name: String, date: String?) throws {
            let ledger = LedgerRequest(path: "shop.sqlite")
            var request = setup.request(path, ledger: ledger, output: "reports/" + name, date: date, menu: "menu.csv")
            request.language = .korean
            _ = try setup.shop().run(request, notifying: MessageRecorder())
            runs += 1
        }

        /// The days with their dates, without any amounts where the menu has no prices.
        var dated: [String: Figures] {
            Dictionary(
                uniqueKeysWithValues: days.map { number, figures in
                    var figures = figures
                    if !hasMoney { (figures.sales, figures.lostSales) = (nil, nil) }
                    return (CalendarDay(number: number).text, figures)
                })
        }

        func text(_ path: String) -> String { setup.text(path) }

        private struct Counted {
            var days: [Int: Figures] = [:]
            var all = Figures()
            /// By fruit: restocked, discarded, counted.
            var movements: [String: [Int]] = [:]
            /// By juice: cups cancelled.
            var cancelled: [String: Int] = [:]
        }

        /// Counts the rows of a run, and leaves its closing stock.
        private mutating func count(_ name: String) throws -> Counted {
            var found = Counted()
            for fruit in OwnerPagesTests.fruits { found.movements[fruit] = [0, 0, 0] }
            for file in ["success.csv", "failure.csv"] {
                let rows = ReportSet.rows(Array(text("reports/\(name)/\(file)").utf8))
                let header = try #require(rows.first)
                for row in rows.dropFirst() {
                    let cells = Dictionary(zip(header, row)) { first, _ in first }
                    add(cells, isServed: file == "success.csv", to: &found)
                }
            }
            return found
        }

        private mutating func add(_ cells: [String: String], isServed: Bool, to found: inout Counted) {
            let (item, action) = (cells["item"] ?? "", cells["action"] ?? "")
            let quantity = Int(cells["quantity"] ?? "") ?? 0
            guard isServed || cells["code"] == "insufficient_stock" else { return }
            let day = CalendarDay(String((cells["시각"] ?? "").prefix(10)))?.number ?? 0
            let counted = isServed ? (Int(cells["재고_" + item] ?? "") ?? 0) - (stock[item] ?? 0) : 0
            found.days[day, default: Figures()].add(
                action, item, quantity, isServed: isServed, counted: counted, juices)
            found.all.add(action, item, quantity, isServed: isServed, counted: counted, juices)
            guard isServed || action == "order" else { return }
            if juices.contains(where: { $0.name == item }) {
                if action == "cancel" { found.cancelled[item, default: 0] += quantity }
            } else if let column = ["restock", "discard", "count"].firstIndex(of: action) {
                found.movements[item]?[column] += action == "count" ? counted : quantity
            }
            for fruit in OwnerPagesTests.fruits where isServed {
                stock[fruit] = Int(cells["재고_" + fruit] ?? "") ?? 0
            }
        }

        // MARK: summary.json

        /// Checks the figures of a run, and returns the fruits that counts found missing; nil without counts.
        private func checkSummary(_ name: String, _ found: Counted, opening: [String: Int]) throws -> [String]? {
            let summary = try #require(OrderedJSONParser.parse(text("reports/\(name)/summary.json")))
            // A reported shortage is at least a twentieth.
            let missing = OwnerPagesTests.fruits.compactMap { fruit -> String? in
                let moved = found.movements[fruit] ?? [0, 0, 0]
                let isTold = moved[2] < 0 && -moved[2] * 20 >= (opening[fruit] ?? 0) + moved[0]
                return isTold ? "\(fruit) \(grouped(-moved[2]))개" : nil
            }
            let hasCounts = (summary["actions"]?["count"]?["success"]?.int ?? 0) > 0
            let told = summary["missing"]?.elements.map { "\($0["fruit"]?.text ?? "") \($0["pieces"]?.int ?? 0)개" }
            #expect(told == (hasCounts ? missing : nil), "\(name)")
            return told
        }

        // MARK: report.html

        private func check(_ name: String, _ dates: [CalendarDay], _ found: Counted) {
            let page = PageText(text("reports/\(name)/report.html"))
            let figures = page.parts("figures").first?.tables.first ?? []
            let before = dates.count > 1 ? [] : [1, 7].map { dates[0].number - $0 }
            // Further figures, such as those of cancellations, stand behind the first.
            let wanted = expectedFigures(found.all, before)
            #expect(figures.map { Array($0.prefix(wanted[0].count)) } == wanted, "\(name)")
            let cups = found.cancelled.values.reduce(0, +)
            let further = figures.prefix(2).map { $0.dropFirst(wanted[0].count).first }
            #expect(further == (cups > 0 ? ["취소한 잔", grouped(cups)] : [nil, nil]), "\(name)")
        }

        private func expectedFigures(_ own: Figures, _ before: [Int]) -> [[String]] {
            func compared(_ figure: (Figures) -> Int?) -> String {
                zip(before, ["어제", "지난주"]).compactMap { day, word in
                    guard let now = figure(own), let then = self.compared[day].flatMap(figure),
                        now == then || then > 0
                    else { return nil }
                    return "; \(word) \(change(from: then, to: now))"
                }.joined()
            }
            if !hasMoney {
                let share = own.orders == 0 ? "주문 없음" : "\(grouped(own.orders))건 중 \(percent(own.served, own.orders))"
                return [
                    ["만든 잔", "만든 주문", "못 만든 주문"], [own.cups, own.served, own.lost].map { grouped($0) },
                    [
                        "쥬스" + compared(\.cups), share + compared(\.served), "재료가 모자라서" + compared(\.lost),
                    ],
                ]
            }
            let rate = own.cost.flatMap { cost in own.sales.map { "매출의 " + percent(cost, $0) } } ?? "–"
            func missing(_ amount: Int?, _ words: String) -> String { amount == nil ? "판매가 없음: 키위쥬스" : words }
            let amounts = [own.sales, own.lostSales, own.cost, own.profit, own.perOrder]
            return [
                ["매출", "놓친 매출", "재료비", "이익", "객단가"], amounts.map { $0.map { amount($0) + "원" } ?? "–" },
                [
                    missing(own.sales, "\(grouped(own.cups))잔") + compared(\.sales),
                    missing(own.lostSales, "못 만든 주문 \(grouped(own.lost))건") + compared(\.lostSales),
                    rate + compared(\.cost), missing(own.sales, "매출 − 재료비") + compared(\.profit),
                    missing(own.sales, "주문 \(grouped(own.served))건") + compared(\.perOrder),
                ],
            ]
        }

        // MARK: index.html

        func checkIndex() throws {
            _ = try setup.shop().index("reports", language: .korean)
            let page = text("reports/index.html")
            let lines = page.components(separatedBy: "<tr").dropFirst().map { line in
                PlainMarkup.texts(in: "<tr" + line.components(separatedBy: "</tr>")[0] + "</tr>").map(\.text)
            }
            let newest = try #require(days.filter { $0.value.orders > 0 }.max { $0.key < $1.key })
            let isPriced = hasMoney && !days.values.contains { $0.sales == nil }
            let figures = PlainMarkup.texts(in: page.components(separatedBy: "</main>")[0] + "</main></body></html>")
                .filter { $0.elements.contains { $0.attribute("class")?.hasPrefix("value") == true } }.map(\.text)
            func own(_ sums: Figures) -> String {
                isPriced ? sums.sales.map { amount($0) + "원" } ?? "–" : "\(grouped(sums.cups))잔"
            }
            #expect(figures.prefix(2) == [own(newest.value), "\(grouped(newest.value.lost))건"])
            let week = days.filter { ($0.key - OwnerPagesTests.first) / 7 == (newest.key - OwnerPagesTests.first) / 7 }
            #expect(figures.dropFirst(2).first == own(sum(week.values)))
            let counted = try #require(missing.max { $0.key < $1.key }).value
            let words = counted.map { $0.isEmpty ? "없음" : $0.joined(separator: ", ") } ?? "실사 없음"
            #expect(figures.dropLast().last == words)
            for (day, sums) in days {
                let weekday = Array("월화수목금토일")[(day - OwnerPagesTests.first) % 7]
                let name = "\(CalendarDay(number: day).text) (\(weekday))"
                let line = lines.first { $0.first == name && !$0.contains { $0.hasSuffix("되돌림") } } ?? []
                let cells =
                    [grouped(sums.orders), grouped(sums.lost), percent(sums.lost, sums.orders)]
                let rest = [grouped(sums.cups)] + (hasMoney ? [sums.sales.map { amount($0) + "원" } ?? "–"] : [])
                #expect(
                    line.suffix(rest.count + 4).prefix(3) == cells[...] && Array(line.suffix(rest.count)) == rest,
                    "\(name)")
            }
            let all = sum(days.values)
            let last = lines.first { $0.first == "합계" } ?? []
            #expect(last.dropFirst(2).prefix(2) == [grouped(all.orders), grouped(all.lost)])
        }

        private func sum(_ days: some Collection<Figures>) -> Figures {
            days.reduce(into: Figures()) { sums, day in
                sums.orders += day.orders
                sums.lost += day.lost
                sums.cups += day.cups
                sums.sales = sums.sales.flatMap { one in day.sales.map { one + $0 } }
            }
        }
    }

    @Test(arguments: zip([21, 22, 23] as [UInt64], Prices.allCases))
    func pagesAgreeWithTheRows(seed: UInt64, prices: Prices) throws {
        var weeks = try RandomWeeks(seed: seed, prices)
        try weeks.live()
        try weeks.checkIndex()
    }

    // MARK: Periods

    private func rows(_ csv: String) -> [String] { csv.split(separator: "\n").dropFirst().map(String.init) }

    @Test(arguments: zip([1, 2, 3, 4, 5] as [UInt64], Prices.allCases + [.all, .oneMissing]))
    func dayFiguresAgreeWithTheRows(seed: UInt64, prices: Prices) throws {
        var shop = try RandomWeeks(seed: seed, prices, hasRetries: true)
        try shop.live()
        let content = try shop.setup.shop().indexContent("reports", language: .korean)
        let days = shop.dated
        #expect(rows(content.periodCSV) == days.sorted { $0.key < $1.key }.map { "\($0.key),\($0.value.csv)" })
        let numbers = shop.days.keys.sorted()
        let without = (numbers[0]...numbers[numbers.count - 1]).filter { shop.days[$0] == nil }
        #expect(content.daysWithoutRun?.map(\.number) == without)
        try checkSpans(PeriodFigures(content), days)
        let message = content.periodMessage
        #expect(message.count <= 300 && message.contains("못 만든 주문"), "\(message)")
    }

    /// A period has the days between its ends, and their sums.
    @Test(arguments: [6, 7] as [UInt64])
    func periodContainsOnlyItsDays(seed: UInt64) throws {
        var shop = try RandomWeeks(seed: seed, .all, hasRetries: true)
        try shop.live()
        let (from, to) = ("2026-10-30", "2026-11-09")
        let content = try shop.setup.shop().indexContent(
            "reports", from: CalendarDay(from), to: CalendarDay(to), language: .korean)
        let path = try shop.setup.shop().writePeriod(content, in: "reports")
        #expect(path == "reports/\(from)_\(to).html")
        let text = String(decoding: shop.setup.folder.read("reports/\(from)_\(to).csv") ?? [], as: UTF8.self)
        let expected = shop.dated.filter { $0.key >= from && $0.key <= to }.sorted { $0.key < $1.key }
        #expect(rows(text) == expected.map { "\($0.key),\($0.value.csv)" })
        let json = String(decoding: shop.setup.folder.read("reports/\(from)_\(to).json") ?? [], as: UTF8.self)
        let sales = amount(expected.reduce(0) { $0 + ($1.value.sales ?? 0) }, separator: "")
        #expect(json.contains("\"sales\": \"\(sales)\"") && PeriodFigures(content).all.sales?.digits == "\(sales)")
        // Again, over its own; but not over what is not ours.
        _ = try shop.setup.shop().writePeriod(content, in: "reports")
        try shop.setup.write("mine", to: "reports/\(from)_\(to).html")
        #expect(throws: BatchError.self) { try shop.setup.shop().writePeriod(content, in: "reports") }
    }

    /// Weeks and months by counting every day of theirs.
    private func checkSpans(_ period: PeriodFigures, _ days: [String: Figures]) throws {
        for span in period.weeks().spans + period.months().spans {
            let isWeek = span.days.upperBound.number - span.days.lowerBound.number == 6
            #expect(isWeek ? span.days.lowerBound.weekday == 0 : span.days.lowerBound.text.hasSuffix("-01"))
            let numbers = span.days.lowerBound.number...span.days.upperBound.number
            let own = numbers.map { CalendarDay(number: $0) }.filter { days[$0.text] != nil }
            #expect(span.sums.cups == own.reduce(0) { $0 + (days[$1.text]?.cups ?? 0) } && span.sums.days == own.count)
            let sales = own.map { days[$0.text]?.sales }
            let sum = sales.contains(nil) ? nil : sales.reduce(0) { $0 + ($1 ?? 0) }
            #expect(span.sums.sales?.digits == sum.map { amount($0, separator: "") })
            let pairs = own.compactMap { day -> (Figures, Figures)? in
                let before =
                    isWeek
                    ? CalendarDay(number: day.number - 7).text
                    : day.text.replacing("2026-11-", with: "2026-10-").replacing("2026-12-", with: "2026-11-")
                guard before != day.text, let one = days[day.text], let other = days[before] else { return nil }
                return (one, other)
            }
            #expect(span.compared?.now.cups == (pairs.isEmpty ? nil : pairs.reduce(0) { $0 + $1.0.cups }))
            #expect(span.compared?.before.cups == (pairs.isEmpty ? nil : pairs.reduce(0) { $0 + $1.1.cups }))
        }
        #expect(period.weeks().spans.reduce(0) { $0 + $1.sums.orders } == days.values.reduce(0) { $0 + $1.orders })
        let counted = days.filter { $0.value.orders > 0 }
        let isPriced = period.currency != nil && days.values.allSatisfy { $0.sales != nil }
        func figure(_ day: Figures) -> Int { isPriced ? day.sales ?? 0 : day.cups }
        let best = try #require(period.extremeDays)
        #expect(counted[best.best.text].map(figure) == counted.values.map(figure).max())
        #expect(counted[best.worst.text].map(figure) == counted.values.map(figure).min())
    }
}

/// A number with a comma before each three digits.
private func grouped(_ number: Int, separator: String = ",") -> String {
    var digits = String(abs(number))
    var groups: [String] = []
    while digits.count > 3 {
        groups.insert(String(digits.suffix(3)), at: 0)
        digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: separator)
}

/// An amount in hundredths: whole, or with two digits behind the point.
private func amount(_ hundredths: Int, separator: String = ",") -> String {
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let digits = grouped(whole, separator: separator) + (rest == 0 ? "" : ".\(rest < 10 ? "0" : "")\(rest)")
    return (hundredths < 0 ? "-" : "") + digits
}

private func percent(_ part: Int, _ whole: Int) -> String {
    guard whole > 0 else { return "–" }
    let rounded = Int((Double(part) * 100 / Double(whole)).rounded())
    if part > 0, part < whole { return rounded == 0 ? "<1%" : rounded == 100 ? ">99%" : "\(rounded)%" }
    return "\(rounded)%"
}

private func change(from before: Int, to now: Int) -> String {
    if before == now { return "=" }
    let rounded = Int((Double(abs(now - before)) * 100 / Double(before)).rounded())
    return (now > before ? "▲" : "▼") + (rounded == 0 ? "<1" : grouped(rounded)) + "%"
}
