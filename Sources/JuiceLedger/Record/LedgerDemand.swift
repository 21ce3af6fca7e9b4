internal import GRDB
package import JuiceBatch
package import JuiceCore

extension LedgerSnapshot {
    /// A run that stands and has a business day.
    private struct DatedRun {
        let number: Int
        let date: CalendarDay
        /// Whether an order got as far as stock.
        let hasOrders: Bool
    }

    /// The demand on the days that plans are made from.
    ///
    /// - Parameters:
    ///   - menu: whose names the fruits have.
    ///   - run: as it was before this one.
    package func demandHistory(menu: Menu, before run: Int = .max) throws -> DemandHistory {
        let runs = try datedRuns(before: run)
        let businessDays = try businessDays(before: run)
        let counted = runs.filter(\.hasOrders).map(\.date)
        // A day counts with all of its runs, those without an order too: they may have cancelled one.
        let dates = DemandHistory.needed(of: counted).union(
            DemandHistory.needed(of: counted.filter { !businessDays.isAhead($0) }))
        let names = try fruitKeys(menu)
        let days = try runs.filter { dates.contains($0.date) }.map { run in
            DemandHistory.Day(run.date, demand: try demand(of: run, names))
        }
        return DemandHistory(days, businessDays: businessDays)
    }

    private func datedRuns(before run: Int) throws -> [DatedRun] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT number, coalesce(business.date, run.date) AS day, orders
                FROM run JOIN business ON run = number
                WHERE day IS NOT NULL AND \(Self.standing)
                """, arguments: ["end": run]
        ).map { row in
            let text: String = try row.decode(forColumn: "day")
            guard let date = CalendarDay(text) else { throw LedgerCorruption(text: "the date of a run") }
            let orders: Int = try row.decode(forColumn: "orders")
            return DatedRun(number: try row.decode(forColumn: "number"), date: date, hasOrders: orders > 0)
        }
    }

    private func demand(of run: DatedRun, _ names: [Int: String]) throws -> [String: Int] {
        var demand: [String: Int] = [:]
        let fruits = try Int.fetchAll(
            database, sql: "SELECT fruit FROM movement WHERE run = ?", arguments: [run.number])
        for fruit in fruits {
            if let name = names[fruit] { demand[name] = 0 }
        }
        let asked = try Row.fetchAll(
            database, sql: "SELECT fruit, pieces FROM demand WHERE run = ?", arguments: [run.number])
        for row in asked {
            let pieces: Int = try row.decode(forColumn: "pieces")
            guard (0...Tally.sumMax).contains(pieces) else { throw LedgerCorruption(text: "a demand") }
            if let name = names[try row.decode(forColumn: "fruit")] { demand[name] = pieces }
        }
        return demand
    }

    /// The key of each fruit's name (`nameKey`), by the fruit's number: of the name that the menu has for it, or else of
    /// the one on record.
    func fruitKeys(_ menu: Menu) throws -> [Int: String] {
        var keys: [Int: String] = [:]
        for row in try Row.fetchAll(
            database, sql: "SELECT number, key FROM item WHERE kind = ?", arguments: [LedgerItems.fruit])
        {
            keys[try row.decode(forColumn: "number")] = try row.decode(forColumn: "key")
        }
        let items = try LedgerItems(database)
        for fruit in menu.fruits {
            if let number = items.number(of: fruit) { keys[number] = nameKey(fruit.name) }
        }
        return keys
    }
}
