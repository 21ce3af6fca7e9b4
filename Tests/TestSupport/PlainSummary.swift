extension PlainRun {
    /// The keys of summary.json that the contract lists.
    package var summary: OrderedJSON {
        let codes = PlainModel.codeOrder.map { code in (code, failures.count { $0.code == code }) }
        let actions = PlainAction.allCases.map { action -> (String, OrderedJSON) in
            func count(_ rows: [PlainOutcome]) -> OrderedJSON { .number(rows.count { $0.action == action }) }
            return (action.rawValue, ["success": count(successes), "failure": count(failures)])
        }
        let restock = menu.fruits.indices.filter { restocked($0) > 0 }.map { fruit -> OrderedJSON in
            [
                "fruit": .string(menu.fruits[fruit].name), "quantity": .number(restocked(fruit)),
                "for_orders": .number(purchase(fruit)),
            ]
        }
        let all: OrderedJSON = [
            "schema": .number(2), "inputs": .array(inputs.map { inputSummary($0) }), "rows": .number(outcomes.count),
            "success": .number(successes.count), "failure": .number(failures.count),
            "codes": .object(codes.filter { $1 > 0 }.map { ($0, .number($1)) }), "actions": .object(actions),
            "juices": .array(menu.juices.indices.map { juiceSummary($0) + juiceMoney($0) }),
            "fruits": .array(menu.fruits.indices.map { fruitSummary($0) + fruitMoney($0) }),
            "restock": .array(restock), "first_lost_orders": .array(Array(lostOrders.prefix(50))),
        ]
        let more = [("hours", hourSummary), ("days", daySummary), ("money", moneySummary)]
        return all + .object(more.compactMap { key, value in value.map { (key, $0) } })
    }

    /// The pieces of a fruit that restock.csv lists.
    private func restocked(_ fruit: Int) -> Int {
        restockRows.dropFirst().filter { $0[2] == menu.fruits[fruit].name }.reduce(0) { $0 + (Int($1[3]) ?? 0) }
    }

    /// The orders that stock did not suffice for, and of each fruit that they lacked the row that last took of it.
    private var lostOrders: [OrderedJSON] {
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
                let order: OrderedJSON = [
                    "juice": .string(menu.juices[juice].name), "cups": .number(outcome.quantity ?? 0),
                    "missing": .array(missing),
                ]
                lost.append(index(outcome.row) + order)
            }
            for fruit in level.indices where outcome.stockAfter[fruit] < level[fruit] { lastUsers[fruit] = outcome.row }
            level = outcome.stockAfter
        }
        return lost
    }

    private func inputSummary(_ input: PlainInput) -> OrderedJSON {
        let columns = PlainRole.allCases.map { role in
            (role.rawValue, input.columns?.title(of: role).map { OrderedJSON.string($0) } ?? .null)
        }
        let all: OrderedJSON = [
            "file": .string(input.file), "rows": .number(input.rows.count), "blank": .number(input.blank),
            "bytes": .number(input.byteCount), "sha256": .string(input.sha256), "encoding": .string(input.encoding),
            "delimiter": .string(String(decoding: [input.delimiter], as: UTF8.self)), "titles": .number(input.titles),
            "totals": .number(input.totals), "header_line": .number(input.header.line), "columns": .object(columns),
        ]
        return all + (input.ownKind == .failure ? ["retry": .bool(true)] : nil)
    }

    private func juiceSummary(_ juice: Int) -> OrderedJSON {
        let rows = outcomes.filter { $0.gotAsFarAsStock && $0.item == juice }
        let orders = rows.filter { $0.action == .order }
        let served = orders.filter { $0.code == nil }
        let short = orders.filter { $0.code != nil }
        let cancelled = rows.filter { $0.action == .cancel }
        let possible = menu.juices[juice].uses.map { stock[$0.fruit] / $0.quantity }.min() ?? 0
        func cups(_ rows: [PlainOutcome]) -> OrderedJSON { .number(sum(rows.map { $0.quantity ?? 0 })) }
        return [
            "juice": .string(menu.juices[juice].name), "orders": .number(orders.count), "served": .number(served.count),
            "short": .number(short.count), "cups_served": cups(served), "cups_short": cups(short),
            "cancelled": .number(cancelled.count), "cups_cancelled": cups(cancelled),
            "cups_possible": .number(possible),
        ]
    }

    private func fruitSummary(_ fruit: Int) -> OrderedJSON {
        func moved(_ action: PlainAction) -> Int {
            sum(successes.filter { $0.action == action && $0.item == fruit }.map { $0.quantity ?? 0 })
        }
        let used = successes.filter { $0.action == .order }.map { $0.needs[fruit] ?? 0 }
        let returned = successes.filter { $0.action == .cancel }.map { $0.returned[fruit] ?? 0 }
        let levels = [opening[fruit]] + outcomes.map { $0.stockAfter[fruit] }
        var counted = 0
        for (outcome, (before, after)) in zip(outcomes, zip(levels, levels.dropFirst()))
        where outcome.code == nil && outcome.action == .count && outcome.item == fruit {
            counted += after - before
        }
        let lost = failures.count { $0.action == .order && $0.missing[fruit] != nil }
        return [
            "fruit": .string(menu.fruits[fruit].name), "opening": .number(opening[fruit]),
            "restocked": .number(moved(.restock)), "discarded": .number(moved(.discard)),
            "counted": .number(counted), "used": .number(sum(used) - sum(returned)),
            "closing": .number(stock[fruit]), "lost_orders": .number(lost),
            "peak_deficit": .number(peakDeficit(fruit)),
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
            level += (outcome.returned[fruit] ?? 0) - (outcome.needs[fruit] ?? 0)
            deepest = min(deepest, level)
        }
        return min(-deepest, PlainModel.sumLimit)
    }

    private func sum(_ numbers: [Int]) -> Int { numbers.reduce(0) { min($0 + $1, PlainModel.sumLimit) } }
}

/// Money, in hundredths.
package enum PlainMoney {
    /// The price that a cell of a menu file says: digits, 0 … 1,000,000,000, with at most two decimals; nil for
    /// anything else.
    package static func price(_ cell: String) -> Int? {
        guard let parts = PlainText.trimmed(cell).wholeMatch(of: /([0-9０-９]+)(?:\.([0-9]{1,2}))?/),
            let whole = Int(PlainNumber.narrow(String(parts.1)))
        else { return nil }
        let hundredths = Int(((parts.2 ?? "") + "00").prefix(2)) ?? 0
        return whole <= 1_000_000_000 && whole * 100 + hundredths <= 100_000_000_000 ? whole * 100 + hundredths : nil
    }

    /// The sum of counts times prices as summary.json says it; null if a price is missing for a count that is not 0.
    static func json(_ counts: [Int], at prices: [Int?]) -> OrderedJSON {
        var sum: Int128 = 0
        for (count, price) in zip(counts, prices) where count != 0 {
            guard let price else { return .null }
            sum += Int128(count) * Int128(price)
        }
        let limit = Int128(PlainModel.sumLimit)
        let amount = Int(max(-limit, min(limit, sum)))
        let (whole, rest) = abs(amount).quotientAndRemainder(dividingBy: 100)
        let decimals = rest == 0 ? "" : "." + String(100 + rest).dropFirst()
        return .string((amount < 0 ? "-" : "") + String(whole) + decimals)
    }
}

/// The figures of money; nil where the menu has no prices.
extension PlainRun {
    private func counts(_ figures: [OrderedJSON], _ key: String, less other: String = "") -> [Int] {
        figures.map { ($0[key]?.int ?? 0) - ($0[other]?.int ?? 0) }
    }

    private var moneySummary: OrderedJSON? {
        guard menu.hasMoney else { return nil }
        let juices = menu.juices.indices.map { juiceSummary($0) }
        let fruits = menu.fruits.indices.map { fruitSummary($0) }
        let (prices, costs) = (menu.juices.map(\.price), menu.fruits.map(\.price))
        return [
            "currency": .string(options.currency ?? "원"),
            "sales": PlainMoney.json(counts(juices, "cups_served", less: "cups_cancelled"), at: prices),
            "lost_sales": PlainMoney.json(counts(juices, "cups_short"), at: prices),
            "fruit_used": PlainMoney.json(counts(fruits, "used"), at: costs),
            "discarded": PlainMoney.json(counts(fruits, "discarded"), at: costs),
            "counted": PlainMoney.json(counts(fruits, "counted"), at: costs),
            "restock": PlainMoney.json(menu.fruits.indices.map { restocked($0) }, at: costs),
        ]
    }

    private func juiceMoney(_ juice: Int) -> OrderedJSON? {
        guard menu.hasMoney else { return nil }
        return amounts(
            [juiceSummary(juice)], menu.juices[juice].price,
            [("sales", "cups_served", "cups_cancelled"), ("lost_sales", "cups_short", "")])
    }

    private func fruitMoney(_ fruit: Int) -> OrderedJSON? {
        guard menu.hasMoney else { return nil }
        return amounts(
            [fruitSummary(fruit)], menu.fruits[fruit].price,
            [("cost_used", "used", ""), ("cost_discarded", "discarded", ""), ("cost_counted", "counted", "")])
    }

    private func amounts(
        _ figures: [OrderedJSON], _ price: Int?, _ keys: [(key: String, count: String, less: String)]
    ) -> OrderedJSON {
        .object(
            keys.map { key, count, less in
                let amount = PlainMoney.json(counts(figures, count, less: less), at: [price])
                return (key, price == nil ? .null : amount)
            })
    }
}

extension PlainRun {
    /// `hours` of summary.json, by the clocks of cells; nil where no order has a time of day.
    private var hourSummary: OrderedJSON? {
        let orders = outcomes.filter { $0.action == .order && $0.gotAsFarAsStock && $0.row.time?.secondOfDay != nil }
        // Without a date it is of one and the same day.
        func seconds(_ order: PlainOutcome) -> Int {
            (order.row.time?.day ?? 0) * 86_400 + (order.row.time?.secondOfDay ?? 0)
        }
        guard let first = orders.map(seconds).min(), let last = orders.map(seconds).max() else { return nil }
        let isOneDay = Set(orders.map { $0.row.time?.day != nil }).count == 1 && last < first + 24 * 3_600
        let start = isOneDay ? first / 3_600 : options.dayStartMinutes / 60
        return .array(
            (start..<start + 24).compactMap { hour in
                let here = orders.filter { seconds($0) / 3_600 % 24 == hour % 24 }
                let served = here.count { $0.code == nil }
                if here.isEmpty { return nil }
                return ["hour": .number(hour % 24), "served": .number(served), "short": .number(here.count - served)]
            })
    }

    /// `days` of summary.json: of each business day what its orders came to; nil without a ledger, and unless there are
    /// several.
    private var daySummary: OrderedJSON? {
        let retries = Set(inputs.filter { $0.ownKind == .failure }.map(\.file))
        let rows = outcomes.filter { $0.gotAsFarAsStock && !retries.contains($0.row.file) }
        func day(_ outcome: PlainOutcome) -> Int? {
            guard let time = outcome.row.time, let day = time.day else { return nil }
            return time.secondOfDay.map { $0 < options.dayStartMinutes * 60 } ?? false ? day - 1 : day
        }
        let days = Set(rows.compactMap(day)).sorted()
        guard number != nil, days.count > 1, let newest = days.last else { return nil }
        return .array(
            days.map { number in
                let here = rows.filter { (day($0) ?? newest) == number }
                let orders = here.filter { $0.action == .order }
                let served = orders.filter { $0.code == nil }
                let net = menu.juices.indices.map { juice in
                    PlainModel.cups(of: here.filter { $0.item == juice && $0.code == nil })
                }
                return [
                    "date": .string(PlainTime.date(number)), "orders_served": .number(served.count),
                    "orders_lost": .number(orders.count - served.count),
                    "cups_served": .number(sum(served.map { $0.quantity ?? 0 })),
                    "sales": menu.hasMoney ? PlainMoney.json(net, at: menu.juices.map(\.price)) : .null,
                ]
            })
    }
}
