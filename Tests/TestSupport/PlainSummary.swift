extension PlainRun {
    /// The keys of summary.json that the contract lists.
    package var summary: OrderedJSON {
        let all: [(String, OrderedJSON)] = [
            ("schema", .number(2)),
            ("inputs", .array(inputs.map { inputSummary($0) })),
            ("rows", .number(outcomes.count)),
            ("success", .number(successes.count)),
            ("failure", .number(failures.count)),
            ("codes", codeSummary),
            ("actions", actionSummary),
            ("juices", .array(menu.juices.indices.map { juiceSummary($0).with(juiceMoney($0)) })),
            ("fruits", .array(menu.fruits.indices.map { fruitSummary($0).with(fruitMoney($0)) })),
            ("restock", restockSummary),
        ]
        let hours = hourSummary.map { [("hours", $0)] } ?? []
        let days = daySummary.map { [("days", $0)] } ?? []
        return .object(all + hours + days + (moneySummary.map { [("money", $0)] } ?? []))
    }

    /// What restock.csv lists by fruit, and what of it is to be bought.
    private var restockSummary: OrderedJSON {
        let rows = restockRows.dropFirst()
        let fruits = menu.fruits.indices.filter { fruit in rows.contains { $0[2] == menu.fruits[fruit].name } }
        return .array(
            fruits.map { fruit in
                let name = menu.fruits[fruit].name
                let pieces = rows.filter { $0[2] == name }.map { Int($0[3]) ?? 0 }.reduce(0, +)
                return .object([
                    ("fruit", .string(name)), ("quantity", .number(pieces)), ("for_orders", .number(purchase(fruit))),
                ])
            })
    }

    private func juiceMoney(_ juice: Int) -> [(String, OrderedJSON)] {
        guard menu.hasMoney else { return [] }
        let sums = salesOfJuice(juice)
        return [("sales", PlainMoney.json(sums.sales)), ("lost_sales", PlainMoney.json(sums.lost))]
    }

    private func fruitMoney(_ fruit: Int) -> [(String, OrderedJSON)] {
        guard menu.hasMoney else { return [] }
        let sums = costsOfFruit(fruit)
        return [
            ("cost_used", PlainMoney.json(sums.used)), ("cost_discarded", PlainMoney.json(sums.discarded)),
            ("cost_counted", PlainMoney.json(sums.counted)),
        ]
    }

    private func inputSummary(_ input: PlainInput) -> OrderedJSON {
        let columns: [(String, OrderedJSON)] = PlainRole.allCases.map { role in
            (role.rawValue, input.columns?.title(of: role).map { .string($0) } ?? .null)
        }
        return .object(
            [
                ("file", .string(input.file)), ("rows", .number(input.rows.count)), ("blank", .number(input.blank)),
                ("bytes", .number(input.byteCount)), ("sha256", .string(input.sha256)),
                ("encoding", .string(input.encoding)),
                ("delimiter", .string(String(decoding: [input.delimiter], as: UTF8.self))),
                ("titles", .number(input.titles)), ("totals", .number(input.totals)),
                ("header_line", .number(input.headerLine)), ("columns", .object(columns)),
            ] + (input.ownKind == .failure ? [("retry", .bool(true))] : []))
    }

    private var codeSummary: OrderedJSON {
        let counts = PlainModel.codeOrder.map { code in (code, failures.count { $0.code == code }) }
        return .object(counts.filter { $0.1 > 0 }.map { ($0.0, .number($0.1)) })
    }

    private var actionSummary: OrderedJSON {
        .object(
            PlainAction.allCases.map { action in
                (
                    action.rawValue,
                    .object([
                        ("success", .number(successes.count { $0.action == action })),
                        ("failure", .number(failures.count { $0.action == action })),
                    ])
                )
            })
    }

    func juiceSummary(_ juice: Int) -> OrderedJSON {
        let rows = outcomes.filter { $0.gotAsFarAsStock && $0.item == juice }
        let orders = rows.filter { $0.action == .order }
        let served = orders.filter { $0.code == nil }
        let short = orders.filter { $0.code != nil }
        let cancelled = rows.filter { $0.action == .cancel }
        return .object([
            ("juice", .string(menu.juices[juice].name)), ("orders", .number(orders.count)),
            ("served", .number(served.count)), ("short", .number(short.count)),
            ("cups_served", .number(sum(served.map { $0.quantity ?? 0 }))),
            ("cups_short", .number(sum(short.map { $0.quantity ?? 0 }))),
            ("cancelled", .number(cancelled.count)),
            ("cups_cancelled", .number(sum(cancelled.map { $0.quantity ?? 0 }))),
            ("cups_possible", .number(cupsPossible(juice))),
        ])
    }

    /// How many cups of a juice the closing stock is enough for.
    private func cupsPossible(_ juice: Int) -> Int {
        menu.juices[juice].uses.map { stock[$0.fruit] / $0.quantity }.min() ?? 0
    }

    func fruitSummary(_ fruit: Int) -> OrderedJSON {
        func moved(_ action: PlainAction) -> Int {
            sum(successes.filter { $0.action == action && $0.item == fruit }.map { $0.quantity ?? 0 })
        }
        let taken = successes.filter { $0.action == .order }.map { $0.needs[fruit] ?? 0 }
        let givenBack = successes.filter { $0.action == .cancel }.map { $0.givenBack[fruit] ?? 0 }
        var counted = 0
        var before = opening[fruit]
        for outcome in outcomes {
            if outcome.code == nil, outcome.action == .count, outcome.item == fruit {
                counted += outcome.stockAfter[fruit] - before
            }
            before = outcome.stockAfter[fruit]
        }
        let lost = failures.count { $0.action == .order && $0.missing[fruit] != nil }
        return .object([
            ("fruit", .string(menu.fruits[fruit].name)), ("opening", .number(opening[fruit])),
            ("restocked", .number(moved(.restock))), ("discarded", .number(moved(.discard))),
            ("counted", .number(counted)), ("used", .number(sum(taken) - sum(givenBack))),
            ("closing", .number(stock[fruit])), ("lost_orders", .number(lost)),
            ("peak_deficit", .number(peakDeficit(fruit))),
        ])
    }

    /// How far below zero a fruit goes when every row that got as far as stock is carried out, each id once.
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
            level += outcome.givenBack[fruit] ?? 0
            level -= outcome.needs[fruit] ?? 0
            deepest = min(deepest, level)
        }
        return min(-deepest, PlainModel.sumLimit)
    }

    private func sum(_ numbers: [Int]) -> Int {
        numbers.reduce(0) { min($0 + $1, PlainModel.sumLimit) }
    }
}
