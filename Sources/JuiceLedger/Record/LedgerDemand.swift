internal import GRDB
package import JuiceBatch

extension LedgerSnapshot {
    /// A run that stands and has a business day.
    private struct DatedRun {
        let number: Int
        let date: CalendarDay
        /// Whether an order got as far as stock.
        let hasOrders: Bool
        /// Whether it is on record with what it used alone.
        let isUsedOnly: Bool
    }

    /// What was asked for on the days that plans are made from.
    ///
    /// - Parameter run: as it was before this one.
    package func demandHistory(before run: Int = .max) throws -> DemandHistory {
        let runs = try datedRuns(before: run)
        var history = DemandHistory(newestDay: runs.map(\.date).max())
        let counted = runs.filter(\.hasOrders)
        // A day counts with all of its runs, those without an order too: they may have cancelled one.
        let dates = DemandHistory.needed(of: counted.map(\.date))
        let names = try fruitKeys()
        for run in runs where dates.contains(run.date) {
            history.add(
                run: run.date,
                DemandHistory.Day(run.date, demand: try demand(of: run, names), isUsedOnly: run.isUsedOnly))
        }
        return history
    }

    private func datedRuns(before run: Int) throws -> [DatedRun] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT number, coalesce(business.date, run.date) AS day, orders, cups_served
                FROM run LEFT JOIN business ON run = number
                WHERE day IS NOT NULL AND \(Self.standing)
                """, arguments: ["end": run]
        ).map { row in
            let text: String = try row.decode(forColumn: "day")
            guard let date = CalendarDay(text) else { throw LedgerCorruption(text: "the date of a run") }
            let orders: Int? = try row.decode(forColumn: "orders")
            let cups: Int = try row.decode(forColumn: "cups_served")
            return DatedRun(
                number: try row.decode(forColumn: "number"), date: date, hasOrders: (orders ?? cups) > 0,
                isUsedOnly: orders == nil)
        }
    }

    private func demand(of run: DatedRun, _ names: [Int: String]) throws -> [String: Int] {
        var demand: [String: Int] = [:]
        let movements = try Row.fetchAll(
            database, sql: "SELECT fruit, used, given_back FROM movement WHERE run = ?", arguments: [run.number])
        for row in movements {
            let (used, givenBack): (Int, Int) = (
                try row.decode(forColumn: "used"), try row.decode(forColumn: "given_back")
            )
            let pieces = run.isUsedOnly ? max(0, used.subtractingReportingOverflow(givenBack).partialValue) : 0
            if let name = names[try row.decode(forColumn: "fruit")] { demand[name] = min(pieces, Tally.sumMax) }
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

    /// The key of each fruit's name, by its number.
    func fruitKeys() throws -> [Int: String] {
        var keys: [Int: String] = [:]
        for row in try Row.fetchAll(
            database, sql: "SELECT number, key FROM item WHERE kind = ?", arguments: [LedgerItems.fruit])
        {
            keys[try row.decode(forColumn: "number")] = try row.decode(forColumn: "key")
        }
        return keys
    }
}
