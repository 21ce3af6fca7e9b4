package import JuiceBatch

/// The figures of a summary.json that a list of many runs needs.
package struct RunSummaryFigures: Sendable {
    /// The figures for the list; whether the run was reversed and its open rows do not follow from the summary.
    package private(set) var run = RunOverview()
    /// The SHA-256 of each input, in hex.
    package let inputs: [String]
    /// The shop's name; nil if none is set.
    package let shop: String?
    /// The purchases for the next day; nil if there is no plan.
    package let purchases: FolderIndexModel.Purchases?
    /// The fruits that counts found missing; nil if nothing was counted.
    package let missing: [MissingStock]?
    /// The earlier runs of the ledger that were reversed, each with the run that reversed it.
    package private(set) var reversals: [RunIdentity: Int] = [:]

    /// Reads the bytes of a summary.json; unknown keys are ignored.
    package init(of bytes: [UInt8]) throws(ReportError) {
        let root = try JSONValue(ofSummary: bytes)
        let text = try root.optionalText("date")
        run.date = text.flatMap { CalendarDay($0) }
        if text != nil && run.date == nil { throw .misses("date") }
        let inputs = root.objects("inputs")
        self.inputs = inputs.compactMap { try? $0.readText("sha256") }
        let juices = try root.items("juices", named: "juice", ["orders", "short", "cups_served"])
        func sum(_ index: Int) -> Int { juices.reduce(0) { Tally.sum($0, $1.figures[index].value) } }
        run.days = try root.objects("days").map { day throws(ReportError) in
            guard let date = CalendarDay(try day.readText("date")) else { throw .misses("days") }
            let (served, ordersShort) = (try day.readNumber("orders_served"), try day.readNumber("orders_lost"))
            let sums = SalesFigures(
                orders: Tally.sum(served, ordersShort), ordersShort: ordersShort,
                cups: try day.readNumber("cups_served"),
                sales: day.money("sales"), lostSales: day.money("lost_sales"))
            return DayFigures(date: date, sums: sums)
        }
        run.sums = SalesFigures(orders: sum(0), ordersShort: sum(1), cups: sum(2), sales: nil, lostSales: nil)
        if let money = try? root.readObject("money"), let sign = try? money.readText("currency"),
            MoneyFormat.isValidCurrencySign(sign)
        {
            run.currency = sign
            (run.sums.sales, run.sums.lostSales) = (money.money("sales"), money.money("lost_sales"))
        }
        shop = (try? root.optionalText("shop")).flatMap { $0 }
        let plan = try? root.readObject("plan")
        purchases = (try? plan?.readText("for")).flatMap { CalendarDay($0) }.map { date in
            (date, (plan?.objects("fruits") ?? []).compactMap { Self.stock(in: $0, "buy") })
        }
        let missing = root.objects("missing").compactMap { line in
            Self.stock(in: line, "pieces").map { (fruit: $0.fruit, pieces: $0.pieces, cost: line.money("cost")) }
        }
        self.missing = root["missing"] == nil ? nil : missing
        let codes = try root.readObject("codes")
        var counts: [OutcomeCode.Class: Int] = [:]
        for code in OutcomeCode.failures where codes[code.name] != nil {
            guard let failureClass = code.failureClass else { continue }
            counts[failureClass] = Tally.sum(counts[failureClass, default: 0], try codes.readNumber(code.name))
        }
        run.rejected = counts[.rejected, default: 0]
        let (rows, success) = (try root.readNumber("rows"), try root.readNumber("success"))
        if let ledger = try? root.readObject("ledger"), let number = try? ledger.readNumber("run") {
            run.identity = RunIdentity(
                number: number, rows: rows, success: success, shortage: counts[.shortage, default: 0],
                rejected: run.rejected)
            for run in ledger.objects("past") {
                let identity = try? RunIdentity(
                    number: run.readNumber("run"), rows: run.readNumber("rows"), success: run.readNumber("success"),
                    shortage: run.readNumber("shortage"), rejected: run.readNumber("rejected"))
                if let by = try? run.readNumber("reversed_by"), let identity { reversals[identity] = by }
            }
        }
        let newOrders = Self.isRetry(inputs) ? 0 : run.sums.orders
        run.kind = .init(orders: newOrders, retries: run.sums.orders, success: success)
    }

    /// Whether a failure.csv is among the inputs, and every other one has the columns of a restock.csv.
    private static func isRetry(_ inputs: [JSONValue]) -> Bool {
        let others = inputs.filter { $0["retry"]?.bool != true }
        return others.count < inputs.count
            && others.allSatisfy { input in
                let columns = try? input.readObject("columns")
                return Role.allCases.allSatisfy {
                    (try? columns?.readText($0.rawValue)) == ($0 == .time ? nil : $0.rawValue)
                }
            }
    }

    private static func stock(in line: JSONValue, _ key: String) -> FruitStock? {
        guard let fruit = try? line.readText("fruit"), let pieces = try? line.readNumber(key), pieces > 0 else {
            return nil
        }
        return FruitStock(fruit: fruit, pieces: pieces)
    }

    /// The fruits that counts found missing in runs of one day, each once; nil if nothing was counted.
    package static func missing(in runs: [RunSummaryFigures]) -> [MissingStock]? {
        let counted = runs.compactMap(\.missing)
        if counted.isEmpty { return nil }
        return counted.joined().reduce(into: []) { all, missing in
            if let known = all.firstIndex(where: { $0.fruit == missing.fruit }) {
                all[known].pieces = Tally.sum(all[known].pieces, missing.pieces)
                all[known].cost = Tally.sum(all[known].cost, missing.cost)
            } else {
                all.append(missing)
            }
        }
    }
}
