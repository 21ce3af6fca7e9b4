internal import JuiceBatch

/// The facts of a shop's night as data with a stable order of keys, on one line where many stand in one file.
extension ShopFacts {
    /// The version that the record says it is of.
    static let version = 1

    /// The facts as a JSON object.
    package var json: JSONValue {
        .object([
            ("facts", .number(Self.version)), ("date", .string(date)), ("shop", .string(shop)),
            ("folder", .string(folder)), ("state", .string(state.rawValue)), ("code", .number(exitStatus.code)),
            ("reasons", exitStatus.json),
            ("runs", .array(runs.map(\.json))), ("problems", .array(problems.map(\.json))),
        ])
    }

    /// Facts as `json` writes them; nil if a value is none of that.
    package init?(_ value: JSONValue) {
        guard value["facts"]?.int == Self.version, let date = value["date"]?.string, CalendarDay(date) != nil,
            let shop = value["shop"]?.string, let folder = value["folder"]?.string,
            let state = value["state"]?.string.flatMap({ ShopRunState(rawValue: $0) }),
            let status = value["reasons"].flatMap({ ExitStatus($0, isOfChain: true) }),
            value["code"]?.int == status.code,
            let runs = value["runs"]?.all({ RunFacts($0) }), let problems = value["problems"]?.all({ ShopProblem($0) })
        else { return nil }
        self.init(
            date: date, shop: shop, folder: folder, state: state, status.reasons, runs: runs, problems: problems)
    }
}

extension ShopProblem {
    /// The problem as a JSON object.
    package var json: JSONValue {
        .object([
            ("file", file.map { .string($0) } ?? .null), ("code", .number(reason?.code ?? 0)),
            ("reason", reason.map { .string($0.rawValue) } ?? .null), ("text", .string(text)),
        ])
    }

    /// A problem as `json` writes it; nil if a value is none of that.
    package init?(_ value: JSONValue) {
        guard let text = value["text"]?.string, let reason = value.exitReason(\.code) else { return nil }
        self.init(file: value["file"]?.string, reason, text: text)
    }
}

extension RunFacts {
    /// The facts as a JSON object.
    package var json: JSONValue {
        .object(
            [
                ("file", .string(file)), ("sha256", .string(inputSHA256)),
                ("export", exportSHA256.map { .string($0) } ?? .null),
                ("reports", .string(reports)), ("code", .number(exitStatus.code)),
                ("reasons", exitStatus.json), ("rows", .number(rows)),
                ("success", .number(success)),
                ("codes", .object(codes.map { ($0.name, .number($0.count)) })),
                ("orders_served", .number(ordersServed)), ("orders_short", .number(ordersShort)),
                ("cups_served", .number(cupsServed)), ("cups_short", .number(cupsShort)),
                ("juices", .array(juices.map(\.json))), ("fruits", .array(fruits.map(\.json))),
            ] + (money.map { [("money", $0.json)] } ?? []) + (plan.map { [("plan", $0.json)] } ?? []))
    }

    /// Facts as `json` writes them; nil if a value is none of that.
    package init?(_ value: JSONValue) {
        guard let file = value["file"]?.string, let sha256 = value["sha256"]?.string,
            let export = value["export"], let reports = value["reports"]?.string,
            let status = value["reasons"].flatMap({ ExitStatus($0) }),
            value["code"]?.int == status.code, let rows = value["rows"]?.count, let success = value["success"]?.count,
            success <= rows,
            let codes = value["codes"]?.counts, let ordersServed = value["orders_served"]?.count,
            let ordersShort = value["orders_short"]?.count, let cupsServed = value["cups_served"]?.count,
            let cupsShort = value["cups_short"]?.count, let juices = value["juices"]?.all({ Juice($0) }),
            let fruits = value["fruits"]?.all({ Fruit($0) })
        else { return nil }
        self.init(
            file: file, inputSHA256: sha256, exportSHA256: export.string, reports: reports, status, rows: rows,
            success: success, codes: codes, ordersServed: ordersServed, ordersShort: ordersShort,
            cupsServed: cupsServed, cupsShort: cupsShort, juices: juices, fruits: fruits)
        if let money = value["money"] {
            guard let sums = Sums(money) else { return nil }
            self.money = sums
        }
        if let plan = value["plan"] {
            guard let planned = PlannedPurchase(plan) else { return nil }
            self.plan = planned
        }
    }
}

extension RunFacts.Juice {
    fileprivate var json: JSONValue {
        .object([
            ("juice", .string(name)), ("cups_served", .number(cupsServed)), ("cups_short", .number(cupsShort)),
        ])
    }

    fileprivate init?(_ value: JSONValue) {
        guard let name = value["juice"]?.string, let served = value["cups_served"]?.count,
            let short = value["cups_short"]?.count
        else { return nil }
        self.init(name: name, cupsServed: served, cupsShort: short)
    }
}

extension RunFacts.Fruit {
    fileprivate var json: JSONValue {
        .object([
            ("fruit", .string(name)), ("used", .number(used)), ("closing", .number(closing)),
            ("lost_orders", .number(lostOrders)),
        ])
    }

    fileprivate init?(_ value: JSONValue) {
        guard let name = value["fruit"]?.string, let used = value["used"]?.sum,
            let closing = value["closing"]?.count, let lostOrders = value["lost_orders"]?.count
        else { return nil }
        self.init(name: name, used: used, closing: closing, lostOrders: lostOrders)
    }
}

extension RunFacts.Sums {
    fileprivate var json: JSONValue {
        .object([
            ("currency", .string(currency)), ("sales_hundredths", .optional(sales)),
            ("lost_sales_hundredths", .optional(lostSales)),
        ])
    }

    fileprivate init?(_ value: JSONValue) {
        guard let currency = value["currency"]?.string, let sales = value.sum(of: "sales_hundredths"),
            let lostSales = value.sum(of: "lost_sales_hundredths")
        else { return nil }
        self.init(currency: currency, sales: sales, lostSales: lostSales)
    }
}

extension PlannedPurchase {
    fileprivate var json: JSONValue {
        .object([("for", .string(date)), ("fruits", .array(lines.map(\.json)))])
    }

    fileprivate init?(_ value: JSONValue) {
        guard let date = value["for"]?.string, CalendarDay(date) != nil,
            let lines = value["fruits"]?.all({ Line($0) })
        else { return nil }
        self.init(date: date, lines: lines)
    }
}

extension PlannedPurchase.Line {
    fileprivate var json: JSONValue {
        .object([
            ("fruit", .string(fruit)), ("need", .number(need)), ("stock", .number(stock)), ("buy", .number(buy)),
            ("cost_hundredths", .optional(cost)),
        ])
    }

    fileprivate init?(_ value: JSONValue) {
        guard let fruit = value["fruit"]?.string, let need = value["need"]?.count,
            let stock = value["stock"]?.count, let buy = value["buy"]?.count,
            let cost = value.sum(of: "cost_hundredths")
        else { return nil }
        self.init(fruit: fruit, need: need, stock: stock, buy: buy, cost: cost)
    }
}

extension JSONValue {
    /// A number, or null.
    static func optional(_ number: Int?) -> JSONValue { number.map { .number($0) } ?? .null }

    /// The elements of a list, each made into something; nil if it is no list, or one of them is none of that.
    func all<Element>(_ make: (JSONValue) -> Element?) -> [Element]? {
        guard case .array(let values) = self else { return nil }
        let made = values.compactMap(make)
        return made.count == values.count ? made : nil
    }

    /// The members of an object of whole numbers, in their order.
    fileprivate var counts: [(name: String, count: Int)]? {
        guard let members else { return nil }
        let counts = members.compactMap { name, value in value.count.map { (name: name, count: $0) } }
        return counts.count == members.count ? counts : nil
    }

    /// A number of rows, cups or pieces, as no run exceeds; nil of anything else.
    fileprivate var count: Int? { int.flatMap { (0...Tally.sumMax).contains($0) ? $0 : nil } }

    /// A sum that may be below zero; nil of anything else.
    fileprivate var sum: Int? { int.flatMap { (-Tally.sumMax...Tally.sumMax).contains($0) ? $0 : nil } }

    /// A member that is a sum or null; nil where it is anything else or missing.
    fileprivate func sum(of key: String) -> Int?? {
        guard let value = self[key] else { return nil }
        if case .null = value { return .some(nil) }
        return value.sum.map { .some($0) }
    }
}
