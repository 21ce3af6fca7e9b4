package import JuiceBatch

/// The few figures of a summary.json that a list of many runs needs, read at little cost.
package struct RunSummaryFigures: Sendable {
    /// The figures for the list; whether the run was reversed and its open rows do not follow from the summary.
    package private(set) var run = RunOverview()
    /// The SHA-256 of each input, in hex.
    package let inputs: [String]
    /// The earlier runs of the ledger that were reversed, each with the run that reversed it.
    package private(set) var reversals: [RunIdentity: Int] = [:]

    /// Reads the bytes of a summary.json; unknown keys are ignored.
    package init(of bytes: [UInt8]) throws(ReportError) {
        let root = try SummaryObject(of: bytes, selecting: Self.selection)
        _ = try root.schema()
        let text = try root.optionalText("date")
        run.date = text.flatMap { CalendarDay($0) }
        if text != nil && run.date == nil { throw .misses("date") }
        let inputs = root.objects("inputs")
        self.inputs = inputs.compactMap { try? $0.text("sha256") }
        let juices = try root.items("juices", named: "juice", Self.juiceKeys)
        func sum(_ index: Int) -> Int { juices.reduce(0) { Tally.sum($0, $1.figures[index].value) } }
        run.days = try root.objects("days").map { day throws(ReportError) in
            guard let date = CalendarDay(try day.text("date")) else { throw .misses("days") }
            let (served, ordersShort) = (try day.number("orders_served"), try day.number("orders_lost"))
            let sums = SalesFigures(
                orders: Tally.sum(served, ordersShort), ordersShort: ordersShort, cups: try day.number("cups_served"),
                sales: day.money("sales"), lostSales: day.money("lost_sales"))
            return DayFigures(date: date, sums: sums)
        }
        run.sums = SalesFigures(orders: sum(0), ordersShort: sum(1), cups: sum(2), sales: nil, lostSales: nil)
        if let money = try? root.object("money"), let sign = try? money.text("currency"),
            MoneyFormat.isValidCurrencySign(sign)
        {
            run.currency = sign
            (run.sums.sales, run.sums.lostSales) = (money.money("sales"), money.money("lost_sales"))
        }
        let codes = try root.object("codes")
        var counts: [OutcomeCode.Class: Int] = [:]
        for code in OutcomeCode.failures where codes.keys.contains(code.name) {
            guard let failureClass = code.failureClass else { continue }
            counts[failureClass] = Tally.sum(counts[failureClass, default: 0], try codes.number(code.name))
        }
        run.rejected = counts[.rejected, default: 0]
        let (rows, success) = (try root.number("rows"), try root.number("success"))
        if let ledger = try? root.object("ledger"), let number = try? ledger.number("run") {
            run.identity = RunIdentity(
                number: number, rows: rows, success: success, shortage: counts[.shortage, default: 0],
                rejected: run.rejected)
            for run in ledger.objects("past") {
                let identity = try? RunIdentity(
                    number: run.number("run"), rows: run.number("rows"), success: run.number("success"),
                    shortage: run.number("shortage"), rejected: run.number("rejected"))
                if let by = try? run.number("reversed_by"), let identity { reversals[identity] = by }
            }
        }
        // The other inputs of a retry have the columns of restock.csv, which is run before a failure.csv.
        let others = inputs.filter { $0.members["retry"]?.bool != true }
        let isRetry =
            others.count < inputs.count
            && others.allSatisfy { input in
                let columns = try? input.object("columns")
                return Role.allCases.allSatisfy {
                    (try? columns?.text($0.rawValue)) == ($0 == .time ? nil : $0.rawValue)
                }
            }
        run.kind = .init(orders: isRetry ? 0 : run.sums.orders, retries: run.sums.orders, success: success)
    }

    private static let juiceKeys = ["orders", "short", "cups_served"]

    private static let selection: JSONSelection = .members([
        "schema": .all, "date": .all, "rows": .all, "success": .all, "codes": .all,
        "juices": .keys(["juice"] + juiceKeys), "inputs": .keys(["sha256", "columns", "retry"]),
        "ledger": .members([
            "run": .all, "past": .keys(["run", "reversed_by", "rows", "success", "shortage", "rejected"]),
        ]),
        "days": .keys(["date", "orders_served", "orders_lost", "cups_served", "sales", "lost_sales"]),
        "money": .keys(["currency", "sales", "lost_sales"]),
    ])

    /// The shop's name, from the bytes of a summary.json; nil if it has none.
    package static func shop(in bytes: [UInt8]) -> String? {
        try? SummaryObject(of: bytes, selecting: .members(["shop": .all])).optionalText("shop")
    }

    /// The purchases for the next day, from the bytes of a summary.json; nil if it has no plan.
    package static func purchases(in bytes: [UInt8]) -> FolderIndexModel.Purchases? {
        let selection = JSONSelection.members(["plan": .members(["for": .all, "fruits": .keys(["fruit", "buy"])])])
        let root = try? SummaryObject(of: bytes, selecting: selection)
        guard let plan = try? root?.object("plan"), let date = (try? plan.text("for")).flatMap({ CalendarDay($0) })
        else { return nil }
        return (date, plan.objects("fruits").compactMap { stock(in: $0, "buy") })
    }

    private static func stock(in line: SummaryObject, _ key: String) -> FruitStock? {
        guard let fruit = try? line.text("fruit"), let pieces = try? line.number(key), pieces > 0 else { return nil }
        return FruitStock(fruit: fruit, pieces: pieces)
    }

    /// The fruits that counts found missing according to the summaries of one day, each once; nil without counts.
    package static func missing(in summaries: [[UInt8]]) -> [MissingStock]? {
        let selection = JSONSelection.members(["missing": .keys(["fruit", "pieces", "cost"])])
        let counted = summaries.compactMap { bytes in
            let root = try? SummaryObject(of: bytes, selecting: selection)
            return root.flatMap { $0.keys.isEmpty ? nil : $0.objects("missing") }
        }
        if counted.isEmpty { return nil }
        return counted.joined().reduce(into: []) { all, line in
            guard let missing = stock(in: line, "pieces") else { return }
            if let known = all.firstIndex(where: { $0.fruit == missing.fruit }) {
                all[known].pieces = Tally.sum(all[known].pieces, missing.pieces)
                all[known].cost = Tally.sum(all[known].cost, line.money("cost"))
            } else {
                all.append((missing.fruit, missing.pieces, line.money("cost")))
            }
        }
    }
}
