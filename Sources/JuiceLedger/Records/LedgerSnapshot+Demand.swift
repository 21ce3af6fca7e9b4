internal import GRDB
package import JuiceBatch
package import JuiceCore

extension LedgerSnapshot {
    /// A business day of a run, perhaps one of several, on which an order may have reached the stock.
    private typealias DatedRun = (day: BusinessDays.Run, hasOrders: Bool)

    /// The business days of the runs that have not been reversed, for the `daysMax` days before the newest one, and back
    /// to the last business day before those, if there is one.
    ///
    /// Days that only the clock determined count neither as the newest nor as the first one. The newest one is not after
    /// `last`, so that a row dated far ahead hides no days; the first one is the day of a whole run, so that a row dated
    /// far back does not make days missing.
    package func businessDays(back daysMax: Int, from last: CalendarDay? = nil) throws -> BusinessDays {
        let newest = try newestDatedDay(before: .max, upTo: last)
        let first = try newest.flatMap {
            try newestDatedDay(before: .max, upTo: $0.minus(daysMax), where: "run_day.date = business.date")
        }
        return BusinessDays(try datedRuns(before: .max, since: first ?? newest?.minus(daysMax)).map(\.day))
    }

    /// The business days of reversed runs since `day`, nil for all, without those that only the clock determined.
    package func reversedDays(since day: CalendarDay?) throws -> Set<CalendarDay> {
        let days = try database.rows(
            """
            SELECT run_day.date FROM run_day JOIN business ON business.run = run_day.run
            WHERE run_day.date >= ? AND source <> 'clock'
                AND run_day.run IN \(Self.reversedRuns)
            """, [day?.text ?? ""]
        ) { try CalendarDay(recorded: $0) }
        return Set(days)
    }

    /// The newest business day whose source is not only the clock; nil if there is none.
    private func newestDatedDay(
        before run: Int, upTo last: CalendarDay? = nil, where condition: String = "TRUE"
    ) throws -> CalendarDay? {
        let day = try String.fetchOne(
            database,
            sql: """
                SELECT run_day.date FROM run_day JOIN business ON business.run = run_day.run
                WHERE run_day.date <= :last AND source <> 'clock' AND \(condition) AND \(Self.unreversed)
                ORDER BY run_day.date DESC LIMIT 1
                """, arguments: ["end": run, "last": last?.text ?? "9999-12-31"])
        return try day.map { try CalendarDay(recorded: $0) }
    }

    /// An SQL condition on table `run_day`: the run was recorded before `:end` and not reversed before it.
    ///
    /// The unary plus makes SQLite use the index of dates.
    private static let unreversed = """
        +run_day.run < :end AND run_day.run NOT IN (SELECT reverses FROM run WHERE reverses >= 1 AND number < :end)
        """

    /// The business days, since a day, of runs before `run` that were not reversed, in order; a run may have several.
    private func datedRuns(before run: Int, since: CalendarDay? = nil) throws -> [DatedRun] {
        try database.rows(
            """
            SELECT run_day.run, run_day.date, source = 'clock', run_day.orders > 0
            FROM run_day JOIN business ON business.run = run_day.run
            WHERE run_day.date >= :since AND \(Self.unreversed)
            ORDER BY +run_day.run, run_day.date
            """, ["end": run, "since": since?.text ?? ""]
        ) {
            (BusinessDays.Run(number: $0, date: try CalendarDay(recorded: $1), isFromClock: $2), $3)
        }
    }

    /// The figures of a business day, the day before and a week before, newest first, from runs before `run`.
    package func dayFigures(comparedWith date: CalendarDay, before run: Int) throws -> [DayFigures] {
        let end = min(run, try lastRun() + 1)
        let dates = [0, 1, 7].map { CalendarDay(number: date.number - $0).text }
        let runs = try database.rows(
            """
            SELECT \(DayFigures.columns) FROM run_day JOIN run ON number = run_day.run
            WHERE run_day.date IN (:day, :dayBefore, :weekBefore) AND number >= :start AND \(Self.unreversedCondition)
            """,
            [
                "start": end - Self.latestRunsMax, "end": end, "day": dates[0], "dayBefore": dates[1],
                "weekBefore": dates[2],
            ]
        ) { try DayFigures(recorded: $0, orders: $1, short: $2, cups: $3, amounts: [$4, $5, $6]) }
        let days = Dictionary(runs.map { ($0.date, $0) }) { one, other in
            var day = one
            day.sums.add(other.sums)
            day.fruitCost = Tally.sum(one.fruitCost, other.fruitCost)
            return day
        }
        return days.values.sorted { $0.date > $1.date }
    }

    /// The demand in runs before `run`, on the days from which plans are made, for the fruits of a menu.
    package func demandHistory(menu: Menu, before run: Int = .max) throws -> DemandHistory {
        // Usually enough for a shop that is open on each weekday.
        let since = try newestDatedDay(before: run)?.minus(100)
        var runs = try datedRuns(before: run, since: since)
        var (dates, isComplete) = Self.needed(of: runs)
        if !isComplete && since != nil {
            runs = try datedRuns(before: run)
            dates = Self.needed(of: runs).dates
        }
        let days = try demandDays(of: runs.filter { dates.contains($0.day.date) }, fruitKeys(menu))
        return DemandHistory(days, businessDays: BusinessDays(runs.map(\.day)))
    }

    /// The days, among those of some runs, that plans may need, and whether reading older runs would add no day.
    private static func needed(of runs: [DatedRun]) -> (dates: Set<CalendarDay>, isComplete: Bool) {
        let businessDays = BusinessDays(runs.map(\.day))
        let counted = runs.filter(\.hasOrders).map(\.day.date)
        // All runs of a day count, even those without an order, because they may have cancelled one.
        let all = DemandHistory.needed(of: counted)
        let dated = DemandHistory.needed(of: counted.filter { !businessDays.isAhead($0) })
        return (all.dates.union(dated.dates), all.isComplete && dated.isComplete)
    }

    /// The demand on each day of these runs, by the fruit's key (`names`); 0 for a fruit that was moved but not ordered.
    private func demandDays(of runs: [DatedRun], _ names: [Int: String]) throws -> [DemandHistory.Day] {
        // One query, since plans look at some thirty runs.
        let numbers = Set(runs.map(\.day.number)).map { "\($0)" }.joined(separator: ", ")
        // The keys are run numbers with a day, as in `12 2026-11-20`.
        var demandByDay: [String: [String: Int]] = [:]
        _ = try database.rows(
            """
            SELECT movement.run || ' ' || run_day.date, movement.fruit, coalesce(pieces, 0)
            FROM movement JOIN run_day ON run_day.run = movement.run LEFT JOIN demand
                ON demand.run = movement.run AND demand.date = run_day.date AND demand.fruit = movement.fruit
            WHERE movement.run IN (\(numbers))
            """
        ) { (key: String, fruit: Int, pieces: Int) in
            guard (0...Tally.sumMax).contains(pieces) else { throw LedgerCorruption(text: "a demand") }
            if let name = names[fruit] { demandByDay[key, default: [:]][name] = pieces }
        }
        return runs.map { run in
            let demand = demandByDay["\(run.day.number) \(run.day.date.text)"] ?? [:]
            return DemandHistory.Day(run.day.date, demand: demand)
        }
    }

    /// The key (`nameKey`) of each fruit's name on the menu, or otherwise of its name on record, by the fruit's number.
    func fruitKeys(_ menu: Menu) throws -> [Int: String] {
        var keys: [Int: String] = try database.dictionary(
            "SELECT number, key FROM item WHERE kind = ?", [LedgerItems.fruit])
        let items = try LedgerItems(database)
        for fruit in menu.fruits {
            if let number = items.number(of: fruit) { keys[number] = nameKey(fruit.name) }
        }
        return keys
    }

    /// The pieces of fruit discarded, missing or in surplus since the first of the latest runs with orders.
    package func shrinkage(menu: Menu, before run: Int = .max) throws -> Shrinkage {
        let end = min(run, try lastRun() + 1)
        let runNumbers: [Int] = try database.rows(
            """
            SELECT number FROM run JOIN business ON business.run = number
            WHERE orders > 0 AND number >= :start AND \(Self.unreversedCondition)
            ORDER BY number DESC LIMIT :countMax
            """, ["start": end - Self.latestRunsMax, "end": end, "countMax": Shrinkage.runsMax - 1]
        ) { $0 }
        var shrinkage = Shrinkage(runCount: runNumbers.count)
        // Discards and counts in runs of their own belong to the run with orders before them.
        let names = try fruitKeys(menu)
        _ = try database.rows(
            """
            SELECT fruit, sum(min(max(discarded, 0), :most)), sum(min(max(-counted, 0), :most)),
                sum(min(max(counted, 0), :most))
            FROM movement JOIN run ON run.number = movement.run
            WHERE number >= :first AND \(Self.unreversedCondition) GROUP BY fruit
            """, ["first": runNumbers.last ?? end, "end": end, "most": Tally.sumMax]
        ) { (fruit: Int, discarded: Int, missing: Int, surplus: Int) in
            guard let name = names[fruit] else { return }
            let sums = [discarded, missing, surplus].map { Tally.clamped(Int128($0)) }
            shrinkage.add(discarded: sums[0], missing: sums[1], surplus: sums[2], of: name)
        }
        return shrinkage
    }
}

extension CalendarDay {
    fileprivate init(recorded text: String) throws(LedgerCorruption) {
        guard let day = CalendarDay(text) else { throw LedgerCorruption(text: "the date of a run") }
        self = day
    }
}

extension DayFigures {
    /// The columns of table `run_day` from which figures are created, in their order.
    static let columns =
        "run_day.date, run_day.orders, run_day.short, run_day.cups_served, run_day.sales, run_day.lost_sales, fruit_cost"

    /// Creates figures from these columns; `amounts` are sales, lost sales and the cost of fruit, in hundredths.
    init(recorded date: String, orders: Int, short: Int, cups: Int, amounts: [Int?]) throws(LedgerCorruption) {
        guard [orders, short, cups].allSatisfy({ (0...Tally.sumMax).contains($0) }),
            amounts.allSatisfy({ (-Tally.sumMax...Tally.sumMax).contains($0 ?? 0) })
        else { throw LedgerCorruption(text: "the figures of a day") }
        let money = amounts.map { $0.map { Money(hundredths: $0) } }
        let sums = SalesFigures(
            orders: orders, ordersShort: short, cups: cups, sales: money[0], lostSales: money[1])
        self.init(date: try CalendarDay(recorded: date), sums: sums, fruitCost: money[2])
    }
}
