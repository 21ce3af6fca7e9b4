import JuiceBatch
import JuiceCore
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// What the index and the page of a period say of days, weeks and months, against a plain count of the rows in success.csv
/// and failure.csv.
@Suite struct PeriodFiguresTests {
    /// The sums of a day, in whole units; nil where a price is missing.
    private struct Day: Equatable {
        var orders = 0
        var lost = 0
        var cups = 0
        var sales: Int? = 0
        var lostSales: Int? = 0

        var csv: String {
            ([orders, lost, cups].map { String($0) } + [sales, lostSales].map { $0.map { String($0) } ?? "" })
                .joined(separator: ",")
        }
    }

    private enum Prices: CaseIterable {
        case all, oneMissing, none
    }

    private static let first = 20_752  // 2026-10-26, a Monday
    private static let juices = ["딸기쥬스", "바나나쥬스", "키위쥬스", "망고쥬스"]
    private static let fruits = ["딸기": 40, "바나나": 16, "키위": 21, "망고": 24]

    /// A shop of three weeks, and what a plain count makes of it.
    private struct ThreeWeeks {
        let given: GivenShop
        let prices: [String: Int]
        let hasMoney: Bool
        var random: SeededGenerator
        var days: [String: Day] = [:]
        var runs = 0
        var without: [String] = []

        init(seed: UInt64, _ kind: Prices) throws {
            var prices = ["딸기쥬스": 6_500, "바나나쥬스": 5_500, "키위쥬스": 6_000, "망고쥬스": 7_000]
            if kind == .oneMissing { prices["망고쥬스"] = nil }
            let recipes = [("딸기쥬스", "딸기", 16), ("바나나쥬스", "바나나", 2), ("키위쥬스", "키위", 3), ("망고쥬스", "망고", 3)]
            let lines = recipes.map { juice, fruit, pieces in
                "\(juice),\(fruit),\(pieces)" + (kind == .none ? "" : ",\(prices[juice].map { String($0) } ?? "")")
            }
            let header = "메뉴,과일,수량" + (kind == .none ? "" : ",판매가")
            given = try GivenShop(["menu.csv": ([header] + lines).joined(separator: "\n") + "\n"])
            self.prices = kind == .none ? [:] : prices
            hasMoney = kind != .none
            random = SeededGenerator(seed: seed)
        }

        mutating func live() throws {
            var day = 0
            var known: [Int] = []
            while day < 21 {
                let date = CalendarDay(number: PeriodFiguresTests.first + day)
                if day > 0 && day < 20 && random.chance(15) {
                    day += 1
                    continue
                }
                let dates = random.chance(20) && day < 20 ? [date, CalendarDay(number: date.number + 1)] : [date]
                let isStanding = try run(dates)
                if isStanding { known += dates.map(\.number) }
                day += dates.count
            }
            let all = Set(known)
            if let first = known.min(), let last = known.max() {
                without = (first...last).filter { !all.contains($0) }.map { CalendarDay(number: $0).text }
            }
        }

        /// Runs an export of one or two days; some are taken back, and of some the short orders are tried again.
        private mutating func run(_ dates: [CalendarDay]) throws -> Bool {
            var rows = ["시각,구분,품목,수량"]
            for date in dates {
                for (fruit, pieces) in PeriodFiguresTests.fruits.sorted(by: { $0.key < $1.key }) {
                    rows.append("\(date.text) 09:00,입고,\(fruit),\(pieces)")
                }
                for hour in 10..<(13 + random.int(0...7)) {
                    let juice = random.pick(PeriodFiguresTests.juices)
                    rows.append("\(date.text) \(hour):00,주문,\(juice),\(random.int(1...4))")
                    if random.chance(10) { rows.append("\(date.text) \(hour):30,취소,\(juice),1") }
                }
            }
            let name = dates[0].text
            try given.folder.write(Array((rows.joined(separator: "\n") + "\n").utf8), to: name + ".csv")
            let number = try apply(name + ".csv", to: "reports/\(name)", date: nil)
            if random.chance(20) {
                try given.shop().reverse(number, in: LedgerRequest(path: "shop.sqlite"), telling: Hearer()) { _ in }
                runs += 1
                return false
            }
            let found = try count(in: "reports/\(name)", date: nil)
            // Of a run of several days, the amounts of its short orders are known as a whole alone.
            for (date, day) in found {
                var day = day
                if dates.count > 1 && day.lost > 0 { day.lostSales = nil }
                add(day, to: date)
            }
            let lost = found.values.reduce(0) { $0 + $1.lost }
            if lost > 0 && random.chance(40) {
                let last = dates[dates.count - 1].text
                _ = try apply("reports/\(name)/failure.csv", to: "reports/again-\(name)", date: last)
                for (date, day) in try count(in: "reports/again-\(name)", date: last) {
                    var day = day
                    (day.orders, day.lost, day.lostSales) = (0, 0, 0)
                    add(day, to: date)
                }
            }
            return true
        }

        private mutating func add(_ day: Day, to date: String) {
            var sums = days[date, default: Day()]
            sums.orders += day.orders
            sums.lost += day.lost
            sums.cups += day.cups
            sums.sales = hasMoney ? sums.sales.flatMap { one in day.sales.map { one + $0 } } : nil
            sums.lostSales = hasMoney ? sums.lostSales.flatMap { one in day.lostSales.map { one + $0 } } : nil
            days[date] = sums
        }

        private mutating func apply(_ path: String, to output: String, date: String?) throws -> Int {
            var request = given.request(path, ledger: LedgerRequest(path: "shop.sqlite"))
            request.output = output
            request.input.date = date
            request.input.menu = "menu.csv"
            _ = try given.shop().run(request, telling: Hearer())
            runs += 1
            return runs
        }

        /// A plain count of the rows of a set of reports by their dates, or on one date.
        private func count(in folder: String, date: String?) throws -> [String: Day] {
            var days: [String: Day] = [:]
            for (name, isServed) in [("success.csv", true), ("failure.csv", false)] {
                let text = String(decoding: given.folder.read("\(folder)/\(name)") ?? [], as: UTF8.self)
                let lines = text.split(separator: "\n").map(cells)
                func cell(_ line: [String], _ column: String) -> String {
                    lines.first?.firstIndex(of: column).map { line[$0] } ?? ""
                }
                for line in lines.dropFirst() {
                    let key = date ?? String(cell(line, "시각").prefix(10))
                    var day = days[key, default: Day()]
                    let (item, action) = (cell(line, "item"), cell(line, "action"))
                    let cups = Int(cell(line, "quantity")) ?? 0
                    let amount = cups == 0 ? 0 : prices[item].map { $0 * cups }
                    switch action {
                    case "order", "주문":
                        day.orders += 1
                        if isServed {
                            day.cups += cups
                            day.sales = day.sales.flatMap { sum in amount.map { sum + $0 } }
                        } else {
                            day.lost += 1
                            day.lostSales = day.lostSales.flatMap { sum in amount.map { sum + $0 } }
                        }
                    case "cancel", "취소":
                        if isServed { day.sales = day.sales.flatMap { sum in amount.map { sum - $0 } } }
                    default: break
                    }
                    days[key] = day
                }
            }
            return days
        }

        /// The cells of a line, some of which are quoted for the commas in them.
        private func cells(_ line: Substring) -> [String] {
            var cells = [""]
            var isQuoted = false
            for character in line {
                switch character {
                case "\"": isQuoted.toggle()
                case "," where !isQuoted: cells.append("")
                default: cells[cells.count - 1].append(character)
                }
            }
            return cells
        }
    }

    private func rows(_ csv: String) -> [String] { csv.split(separator: "\n").dropFirst().map(String.init) }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func daysAreWhatTheRowsAddUpTo(seed: UInt64) throws {
        for kind in Prices.allCases {
            var shop = try ThreeWeeks(seed: seed, kind)
            try shop.live()
            let content = try shop.given.shop().indexContent("reports", language: .korean)
            let expected = shop.days.sorted { $0.key < $1.key }.map { "\($0.key),\($0.value.csv)" }
            #expect(rows(PeriodFiles.csv(content)) == expected, "seed \(seed), \(kind)")
            #expect(content.daysWithoutRun?.map(\.text) == shop.without, "seed \(seed), \(kind)")
            try checkSpans(PeriodFigures(content), shop.days)
            let message = PeriodFiles.message(content)
            #expect(message.count <= 300 && message.contains("못 만든 주문"), "\(message)")
        }
    }

    /// A period has the days between its ends, and their sums.
    @Test(arguments: [6, 7] as [UInt64])
    func aPeriodHasItsDaysAlone(seed: UInt64) throws {
        var shop = try ThreeWeeks(seed: seed, .all)
        try shop.live()
        let (from, to) = ("2026-10-30", "2026-11-09")
        let content = try shop.given.shop().indexContent(
            "reports", from: CalendarDay(from), to: CalendarDay(to), language: .korean)
        let path = try shop.given.shop().writePeriod(content, in: "reports")
        #expect(path == "reports/\(from)_\(to).html")
        let text = String(decoding: shop.given.folder.read("reports/\(from)_\(to).csv") ?? [], as: UTF8.self)
        let expected = shop.days.filter { $0.key >= from && $0.key <= to }.sorted { $0.key < $1.key }
        #expect(rows(text) == expected.map { "\($0.key),\($0.value.csv)" })
        let json = String(decoding: shop.given.folder.read("reports/\(from)_\(to).json") ?? [], as: UTF8.self)
        let sales = expected.reduce(0) { $0 + ($1.value.sales ?? 0) }
        #expect(json.contains("\"sales\": \"\(sales)\"") && PeriodFigures(content).all.sales?.digits == "\(sales)")
        // Again, over its own; but not over what is not ours.
        _ = try shop.given.shop().writePeriod(content, in: "reports")
        try shop.given.folder.write(Array("mine".utf8), to: "reports/\(from)_\(to).html")
        #expect(throws: BatchError.self) { try shop.given.shop().writePeriod(content, in: "reports") }
    }

    /// Weeks and months by counting every day of theirs.
    private func checkSpans(_ period: PeriodFigures, _ days: [String: Day]) throws {
        for span in period.weeks + period.months {
            let isWeek = span.days.upperBound.number - span.days.lowerBound.number == 6
            #expect(isWeek ? span.days.lowerBound.weekday == 0 : span.days.lowerBound.text.hasSuffix("-01"))
            let numbers = span.days.lowerBound.number...span.days.upperBound.number
            let own = numbers.map { CalendarDay(number: $0) }.filter { days[$0.text] != nil }
            #expect(span.sums.cups == own.reduce(0) { $0 + (days[$1.text]?.cups ?? 0) } && span.sums.days == own.count)
            let sales = own.map { days[$0.text]?.sales }
            let sum = sales.contains(nil) ? nil : sales.reduce(0) { $0 + ($1 ?? 0) }
            #expect(span.sums.sales?.digits == sum.map { String($0) })
            let pairs = own.compactMap { day -> (Day, Day)? in
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
        #expect(period.weeks.reduce(0) { $0 + $1.sums.orders } == days.values.reduce(0) { $0 + $1.orders })
        let counted = days.filter { $0.value.orders > 0 }
        let isPriced = period.currency != nil && days.values.allSatisfy { $0.sales != nil }
        func figure(_ day: Day) -> Int { isPriced ? day.sales ?? 0 : day.cups }
        let best = try #require(period.bestAndWorst)
        #expect(counted[best.best.text].map(figure) == counted.values.map(figure).max())
        #expect(counted[best.worst.text].map(figure) == counted.values.map(figure).min())
    }
}
