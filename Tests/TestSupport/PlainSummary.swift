extension PlainRun {
    /// The keys of summary.json that the contract lists.
    package var summary: OrderedJSON {
        let all: OrderedJSON = [
            "schema": .number(2), "inputs": .array(inputs.map { inputSummary($0) }), "rows": .number(outcomes.count),
            "success": .number(successes.count), "failure": .number(failures.count), "codes": codeSummary,
            "actions": actionSummary,
            "juices": .array(menu.juices.indices.map { juiceSummary($0) + juiceMoney($0) }),
            "fruits": .array(menu.fruits.indices.map { fruitSummary($0) + fruitMoney($0) }),
            "restock": restockSummary, "first_lost_orders": lostOrderSummary,
        ]
        let more: [OrderedJSON?] = [
            hourSummary.map { ["hours": $0] }, daySummary.map { ["days": $0] }, moneySummary.map { ["money": $0] },
        ]
        return more.reduce(all, +)
    }

    /// The content of restock.csv by fruit, and the pieces to buy.
    private var restockSummary: OrderedJSON {
        .array(
            menu.fruits.indices.filter { restocked($0) > 0 }.map { fruit in
                [
                    "fruit": .string(menu.fruits[fruit].name), "quantity": .number(restocked(fruit)),
                    "for_orders": .number(purchase(fruit)),
                ]
            })
    }

    /// The pieces of a fruit that restock.csv lists.
    private func restocked(_ fruit: Int) -> Int {
        restockRows.dropFirst().filter { $0[2] == menu.fruits[fruit].name }.reduce(0) { $0 + (Int($1[3]) ?? 0) }
    }

    /// The first orders that stock did not suffice for, and of each fruit that they lacked the row that last took of
    /// it.
    private var lostOrderSummary: OrderedJSON {
        func index(_ row: PlainRow) -> OrderedJSON { ["file": .string(row.file), "line": .number(row.line)] }
        var level = opening
        var lastUsers: [Int: PlainRow] = [:]
        var lost: [OrderedJSON] = []
        for outcome in outcomes {
            if outcome.action == .order, outcome.code == "insufficient_stock", let juice = outcome.item {
                let missing = outcome.missing.sorted { $0.key < $1.key }.map { fruit, pieces -> OrderedJSON in
                    ["fruit": .string(menu.fruits[fruit].name), "pieces": .number(pieces)]
                        + lastUsers[fruit].map { ["taken_by": index($0)] }
                }
                lost.append(
                    index(outcome.row) + [
                        "juice": .string(menu.juices[juice].name), "cups": .number(outcome.quantity ?? 0),
                        "missing": .array(missing),
                    ])
            }
            for fruit in level.indices where outcome.stockAfter[fruit] < level[fruit] { lastUsers[fruit] = outcome.row }
            level = outcome.stockAfter
        }
        return .array(Array(lost.prefix(50)))
    }

    private func inputSummary(_ input: PlainInput) -> OrderedJSON {
        let columns = PlainRole.allCases.map { role in
            (role.rawValue, input.columns?.title(of: role).map { OrderedJSON.string($0) } ?? .null)
        }
        let all: OrderedJSON = [
            "file": .string(input.file), "rows": .number(input.rows.count), "blank": .number(input.blank),
            "bytes": .number(input.byteCount), "sha256": .string(input.sha256), "encoding": .string(input.encoding),
            "delimiter": .string(String(decoding: [input.delimiter], as: UTF8.self)), "titles": .number(input.titles),
            "totals": .number(input.totals), "header_line": .number(input.headerLine), "columns": .object(columns),
        ]
        return all + (input.ownKind == .failure ? ["retry": .bool(true)] : nil)
    }

    private var codeSummary: OrderedJSON {
        let counts = PlainModel.codeOrder.map { code in (code, failures.count { $0.code == code }) }
        return .object(counts.filter { $0.1 > 0 }.map { ($0.0, .number($0.1)) })
    }

    private var actionSummary: OrderedJSON {
        .object(
            PlainAction.allCases.map { action in
                func count(_ rows: [PlainOutcome]) -> OrderedJSON { .number(rows.count { $0.action == action }) }
                return (action.rawValue, ["success": count(successes), "failure": count(failures)])
            })
    }

    func juiceSummary(_ juice: Int) -> OrderedJSON {
        let rows = outcomes.filter { $0.gotAsFarAsStock && $0.item == juice }
        let orders = rows.filter { $0.action == .order }
        let served = orders.filter { $0.code == nil }
        let short = orders.filter { $0.code != nil }
        let cancelled = rows.filter { $0.action == .cancel }
        func cups(_ rows: [PlainOutcome]) -> OrderedJSON { .number(sum(rows.map { $0.quantity ?? 0 })) }
        return [
            "juice": .string(menu.juices[juice].name), "orders": .number(orders.count), "served": .number(served.count),
            "short": .number(short.count), "cups_served": cups(served), "cups_short": cups(short),
            "cancelled": .number(cancelled.count), "cups_cancelled": cups(cancelled),
            "cups_possible": .number(cupsPossible(juice)),
        ]
    }

    /// The number of cups of a juice for which the closing stock suffices.
    private func cupsPossible(_ juice: Int) -> Int {
        menu.juices[juice].uses.map { stock[$0.fruit] / $0.quantity }.min() ?? 0
    }

    func fruitSummary(_ fruit: Int) -> OrderedJSON {
        func moved(_ action: PlainAction) -> Int {
            sum(successes.filter { $0.action == action && $0.item == fruit }.map { $0.quantity ?? 0 })
        }
        let usedByOrders = successes.filter { $0.action == .order }.map { $0.needs[fruit] ?? 0 }
        let returned = successes.filter { $0.action == .cancel }.map { $0.returned[fruit] ?? 0 }
        var counted = 0
        var before = opening[fruit]
        for outcome in outcomes {
            if outcome.code == nil, outcome.action == .count, outcome.item == fruit {
                counted += outcome.stockAfter[fruit] - before
            }
            before = outcome.stockAfter[fruit]
        }
        let lost = failures.count { $0.action == .order && $0.missing[fruit] != nil }
        return [
            "fruit": .string(menu.fruits[fruit].name), "opening": .number(opening[fruit]),
            "restocked": .number(moved(.restock)), "discarded": .number(moved(.discard)), "counted": .number(counted),
            "used": .number(sum(usedByOrders) - sum(returned)), "closing": .number(stock[fruit]),
            "lost_orders": .number(lost), "peak_deficit": .number(peakDeficit(fruit)),
        ]
    }

    /// The largest deficit of a fruit if every row that reached the stock is applied, each id once.
    private func peakDeficit(_ fruit: Int) -> Int {
        var level = opening[fruit]
        var deepest = 0
        var seen: Set<[UInt8]> = []
        for outcome in outcomes where outcome.gotAsFarAsStock {
            let id = outcome.row.id
            if !id.isEmpty && !seen.insert(id).inserted { continue }
            let quantity = outcome.quantity ?? 0
            if outcome.item == fruit && outcome.action == .count { level = quantity }
            if outcome.item == fruit && outcome.action == .restock { level += quantity }
            level += outcome.returned[fruit] ?? 0
            level -= outcome.needs[fruit] ?? 0
            deepest = min(deepest, level)
        }
        return min(-deepest, PlainModel.sumLimit)
    }

    private func sum(_ numbers: [Int]) -> Int {
        numbers.reduce(0) { min($0 + $1, PlainModel.sumLimit) }
    }
}

/// Money, in hundredths.
package enum PlainMoney {
    /// The price that a cell of a menu file says: digits, 0 … 1,000,000,000, with at most two decimals; nil for
    /// anything else.
    package static func price(_ cell: String) -> Int? {
        let parts = PlainText.trimmed(cell).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, !parts[0].contains(where: { "개잔컵,，".contains($0) }),
            let whole = PlainNumber.unsigned(parts[0], decimal: nil)
        else { return nil }
        var hundredths = 0
        if parts.count == 2 {
            guard (1...2).contains(parts[1].count), parts[1].allSatisfy({ "0123456789".contains($0) }),
                let fraction = Int(parts[1])
            else { return nil }
            hundredths = parts[1].count == 1 ? fraction * 10 : fraction
        }
        let all = min(whole, 10_000_000_000) * 100 + hundredths
        return all <= 100_000_000_000 ? all : nil
    }

    /// An amount as summary.json says it.
    static func json(_ hundredths: Int128?) -> OrderedJSON {
        guard let hundredths else { return .null }
        let limit = Int128(PlainModel.sumLimit)
        let amount = max(-limit, min(limit, hundredths))
        let size = amount < 0 ? -amount : amount
        let decimals = size % 100 == 0 ? "" : "." + String(String(100 + size % 100).dropFirst())
        return .string((amount < 0 ? "-" : "") + String(size / 100) + decimals)
    }

    /// The sum of counts times prices; nil if a price is missing for a count that is not 0.
    static func sum(_ counts: [Int128], at prices: [Int?]) -> Int128? {
        var sum: Int128 = 0
        for (count, price) in zip(counts, prices) where count != 0 {
            guard let price else { return nil }
            sum += count * Int128(price)
        }
        return sum
    }
}

extension PlainRun {
    /// `money` of summary.json; nil where the menu has no prices.
    private var moneySummary: OrderedJSON? {
        guard menu.hasMoney else { return nil }
        let juices = menu.juices.indices.map { juiceSummary($0) }
        let fruits = menu.fruits.indices.map { fruitSummary($0) }
        func sum(_ things: [OrderedJSON], _ key: String, less other: String? = nil, _ prices: [Int?]) -> OrderedJSON {
            let counts = things.map { thing in
                Int128(thing[key]?.int ?? 0) - Int128(other.flatMap { thing[$0]?.int } ?? 0)
            }
            return PlainMoney.json(PlainMoney.sum(counts, at: prices))
        }
        let prices = menu.juices.map(\.price)
        let costs = menu.fruits.map(\.price)
        let restock = PlainMoney.sum(menu.fruits.indices.map { Int128(restocked($0)) }, at: costs)
        return [
            "currency": .string(options.currency ?? "원"),
            "sales": sum(juices, "cups_served", less: "cups_cancelled", prices),
            "lost_sales": sum(juices, "cups_short", prices), "fruit_used": sum(fruits, "used", costs),
            "discarded": sum(fruits, "discarded", costs), "counted": sum(fruits, "counted", costs),
            "restock": PlainMoney.json(restock),
        ]
    }

    /// The money figures of a juice.
    private func juiceMoney(_ juice: Int) -> OrderedJSON? {
        guard menu.hasMoney else { return nil }
        let figures = juiceSummary(juice)
        func sales(_ key: String, less other: String? = nil) -> OrderedJSON {
            let cups = Int128(figures[key]?.int ?? 0) - Int128(other.flatMap { figures[$0]?.int } ?? 0)
            return PlainMoney.json(menu.juices[juice].price.map { Int128($0) * cups })
        }
        return ["sales": sales("cups_served", less: "cups_cancelled"), "lost_sales": sales("cups_short")]
    }

    /// The money figures of a fruit.
    private func fruitMoney(_ fruit: Int) -> OrderedJSON? {
        guard menu.hasMoney else { return nil }
        let figures = fruitSummary(fruit)
        func cost(_ key: String) -> OrderedJSON {
            PlainMoney.json(menu.fruits[fruit].price.map { Int128($0) * Int128(figures[key]?.int ?? 0) })
        }
        return ["cost_used": cost("used"), "cost_discarded": cost("discarded"), "cost_counted": cost("counted")]
    }
}

extension PlainRun {
    /// `hours` of summary.json, by the clocks of cells; nil where no order has a time of day.
    private var hourSummary: OrderedJSON? {
        let orders = outcomes.filter {
            $0.action == .order && $0.gotAsFarAsStock && $0.row.time?.secondOfDay != nil
        }
        // Without a date it is of one and the same day.
        func seconds(_ order: PlainOutcome) -> Int {
            (order.row.time?.day ?? 0) * 86_400 + (order.row.time?.secondOfDay ?? 0)
        }
        let times = orders.map(seconds)
        guard let first = times.min(), let last = times.max() else { return nil }
        let isOneDay = Set(orders.map { $0.row.time?.day != nil }).count == 1 && last < first + 24 * 3_600
        let start = isOneDay ? first / 3_600 % 24 : options.dayStartMinutes / 60
        return .array(
            (0..<24).map { (start + $0) % 24 }.compactMap { hour in
                let here = orders.filter { seconds($0) / 3_600 % 24 == hour }
                let served = here.count { $0.code == nil }
                if here.isEmpty { return nil }
                return ["hour": .number(hour), "served": .number(served), "short": .number(here.count - served)]
            })
    }
}

extension PlainRun {
    /// `days` of summary.json: of each business day what its orders came to; nil without a ledger, and unless there are
    /// several.
    var daySummary: OrderedJSON? {
        guard number != nil else { return nil }
        let retries = Set(inputs.filter { $0.ownKind == .failure }.map(\.file))
        let rows = outcomes.filter { $0.gotAsFarAsStock && !retries.contains($0.row.file) }
        func day(_ outcome: PlainOutcome) -> Int? {
            guard let time = outcome.row.time, let day = time.day else { return nil }
            return time.secondOfDay.map { $0 < options.dayStartMinutes * 60 } ?? false ? day - 1 : day
        }
        let days = Set(rows.compactMap(day)).sorted()
        guard days.count > 1, let newest = days.last else { return nil }
        return .array(
            days.map { number in
                let here = rows.filter { (day($0) ?? newest) == number }
                let orders = here.filter { $0.action == .order }
                let served = orders.filter { $0.code == nil }
                let net = menu.juices.indices.map { juice in
                    here.filter { $0.item == juice && $0.code == nil }.reduce(Int128(0)) { sum, row in
                        let cups = Int128(row.quantity ?? 0)
                        return row.action == .order ? sum + cups : row.action == .cancel ? sum - cups : sum
                    }
                }
                let sales = menu.hasMoney ? PlainMoney.sum(net, at: menu.juices.map(\.price)) : nil
                let cups = served.reduce(Int128(0)) { $0 + Int128($1.quantity ?? 0) }
                return [
                    "date": .string(PlainTime.date(number)), "orders_served": .number(served.count),
                    "orders_lost": .number(orders.count - served.count),
                    "cups_served": .number(Int(min(cups, Int128(PlainModel.sumLimit)))),
                    "sales": PlainMoney.json(sales),
                ]
            })
    }
}
