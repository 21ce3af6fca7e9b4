internal import GRDB
package import JuiceBatch
package import JuiceCore

extension LedgerSnapshot {
    /// The demand on the days that plans are made from.
    ///
    /// - Parameters:
    ///   - menu: whose names the fruits have.
    ///   - run: as it was before this one.
    package func demandHistory(menu: Menu, before run: Int = .max) throws -> DemandHistory {
        let runs = try datedRuns(before: run)
        let businessDays = BusinessDays(runs.map(\.day))
        let counted = runs.filter(\.hasOrders).map(\.day.date)
        // A day counts with all of its runs, those without an order too: they may have cancelled one.
        let dates = DemandHistory.needed(of: counted).union(
            DemandHistory.needed(of: counted.filter { !businessDays.isAhead($0) }))
        let names = try fruitKeys(menu)
        let days = try runs.filter { dates.contains($0.day.date) }.map { run in
            DemandHistory.Day(run.day.date, demand: try demand(of: run.day.number, names))
        }
        return DemandHistory(days, businessDays: businessDays)
    }

    private func demand(of run: Int, _ names: [Int: String]) throws -> [String: Int] {
        var demand: [String: Int] = [:]
        let fruits = try Int.fetchAll(
            database, sql: "SELECT fruit FROM movement WHERE run = ?", arguments: [run])
        for fruit in fruits {
            if let name = names[fruit] { demand[name] = 0 }
        }
        let asked = try Row.fetchAll(
            database, sql: "SELECT fruit, pieces FROM demand WHERE run = ?", arguments: [run])
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
