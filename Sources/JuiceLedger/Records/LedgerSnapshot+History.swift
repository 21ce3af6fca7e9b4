internal import GRDB
package import JuiceBatch
internal import JuiceCore

extension LedgerSnapshot {
    /// The current stock, in the order in which the fruits first appeared in the ledger.
    package func stock() throws -> [FruitStock] {
        try Row.fetchAll(
            database, sql: "SELECT name, pieces FROM stock JOIN item ON item.number = stock.fruit ORDER BY fruit"
        ).map { FruitStock(fruit: try $0.decode(forColumn: "name"), pieces: try $0.decode(forColumn: "pieces")) }
    }

    /// The latest runs, newest first.
    ///
    /// - Parameters:
    ///   - end: Only runs before this one are returned, without effects of later ones.
    ///   - countMax: The maximum number of runs; by default all.
    package func runs(before end: Int = .max, countMax: Int = .max) throws -> [RecordedRun] {
        let last = min(try lastRun(), end - 1)
        guard last >= 0 else { throw LedgerCorruption(text: "a run's number") }
        let first = last - min(last, countMax) + 1
        let history = try RunHistory(first...max(first, last), from: database)
        var stock = try openingStock(of: first)
        var runs: [RecordedRun] = []
        // The unary plus makes SQLite use the index of reversals instead of reading all runs.
        let reversals = try Row.fetchAll(
            database, sql: "SELECT number, reverses FROM run WHERE reverses >= 1 AND +number < ?",
            arguments: [end])
        let reversedBy = try Self.dictionary(reversals, key: "reverses", value: "number") as [Int: Int]
        let names = try fruitNames()
        let unplaced = Dictionary(try unplacedReports().map { ($0.run, $0.state) }) { first, _ in first }
        for number in stride(from: first, through: last, by: 1) {
            guard let run = history.runs[number] else {
                throw BatchError.unsoundLedger(path: ledger.shownPath, findings: [.changedRun(number)])
            }
            for fruit in history.newFruits[number] ?? [] { stock[fruit] = 0 }
            for movement in history.closings[number] ?? [] { stock[movement.fruit] = movement.closing }
            runs.append(
                RecordedRun(
                    number: number, reverses: run.reverses, reversedBy: reversedBy[number],
                    settlement: try run.settlement(number, from: database).map(recorded),
                    recordedAt: run.recordedAt, date: run.date, success: run.success, shortage: run.shortage,
                    rejected: run.rejected, skipped: run.skipped, cupsServed: run.cupsServed,
                    cupsCancelled: (history.cancelled[number] ?? []).reduce(0) { min($0 + $1, Tally.sumMax) },
                    kind: run.kind, inputs: history.inputs[number] ?? [],
                    closing: stock.keys.sorted().map {
                        FruitStock(fruit: names[$0] ?? "", pieces: stock[$0] ?? 0)
                    }, reports: unplaced[number] ?? .inPlace))
        }
        return runs.reversed()
    }

    /// The latest run that applied inputs and all runs after it, newest first.
    ///
    /// The runs after it have reversed a run or closed rows of one.
    package func runsSinceInputs() throws -> [RecordedRun] {
        guard let first = try Int.fetchOne(database, sql: "SELECT max(run) FROM input") else { return [] }
        return try runs(countMax: max(1, try lastRun() - first + 1))
    }

    /// The inputs that have columns which no setting names, in the order of the runs, each name once.
    ///
    /// Included are inputs of the latest run that applied any, and of all runs since a moment.
    ///
    /// - Parameter timestamp: A time in UTC, as in `2026-11-20T18:30:00Z`; nil for the latest run only.
    package func undescribedInputs(since timestamp: String?) throws -> [(name: String, columns: Int)] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT name, max(unnamed_columns) AS columns FROM input JOIN run ON run.number = input.run
                WHERE unnamed_columns > 0 AND (run.number = (SELECT max(run) FROM input) OR recorded_at >= ?)
                GROUP BY name ORDER BY min(run.number), place
                """, arguments: [timestamp])
        return try rows.map { (try $0.decode(forColumn: "name"), try $0.decode(forColumn: "columns")) }
    }

    private func recorded(_ settlement: RunContent.Settlement) throws -> RecordedRun.Settlement {
        let inputs = try RunContent.load(settlement.run, from: database)?.inputs ?? []
        return RecordedRun.Settlement(
            run: settlement.run, why: settlement.why,
            rows: settlement.rows.map { rows in
                let name = inputs.indices.contains(rows.inputNumber - 1) ? inputs[rows.inputNumber - 1].name : ""
                return RecordedRun.Settlement.Rows(input: name, lines: rows.lines)
            })
    }

    private func fruitNames() throws -> [Int: String] {
        let rows = try Row.fetchAll(
            database, sql: "SELECT number, name FROM item WHERE kind = ?", arguments: [LedgerItems.fruit])
        return try Self.dictionary(rows, key: "number", value: "name")
    }

    /// The stock before a run, by fruit number, of the fruits that were on record then.
    private func openingStock(of run: Int) throws -> [Int: Int] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT fruit, (
                        SELECT closing FROM movement WHERE movement.fruit = stock.fruit AND run < ?
                        ORDER BY run DESC LIMIT 1
                    ) AS closing
                FROM stock WHERE closing IS NOT NULL
                """, arguments: [run])
        return try Self.dictionary(rows, key: "fruit", value: "closing")
    }

    /// A column of a query by another one, which is unique unless the file is damaged.
    private static func dictionary<Value: DatabaseValueConvertible>(
        _ rows: [Row], key: String, value: String
    ) throws -> [Int: Value] {
        var found: [Int: Value] = [:]
        for row in rows { found[try row.decode(forColumn: key)] = try row.decode(forColumn: value) as Value }
        return found
    }
}

/// The rows of several runs in the tables of a ledger, read with one query a table: history is read with every run.
private struct RunHistory {
    /// A run as table `run` has it, with its business day.
    struct Run {
        let reverses: Int?
        let recordedAt: String
        let date: String?
        let success: Int
        let shortage: Int
        let rejected: Int
        let skipped: Int
        let cupsServed: Int
        let kind: RecordedRun.Kind
        /// The run whose rows this one closes, and the reason; nil for a run of another kind.
        fileprivate let settles: Int?
        fileprivate let why: String?

        /// Loads the rows that the run closes; nil for a run of another kind.
        func settlement(_ number: Int, from database: Database) throws -> RunContent.Settlement? {
            guard kind == .settlement else { return nil }
            return try RunContent.Settlement.load(number, settles: settles, why, from: database)
        }
    }

    /// The runs by number; a number is missing only from a damaged ledger.
    private(set) var runs: [Int: Run] = [:]
    /// The inputs of each run in their order.
    private(set) var inputs: [Int: [RecordedRun.Input]] = [:]
    /// The closing stock of each fruit that a run moved.
    private(set) var closings: [Int: [(fruit: Int, closing: Int)]] = [:]
    /// The fruits that a run added to the ledger.
    private(set) var newFruits: [Int: [Int]] = [:]
    /// The cups of each juice that a run cancelled.
    private(set) var cancelled: [Int: [Int]] = [:]

    init(_ numbers: ClosedRange<Int>, from database: Database) throws {
        runs = try database.rows(
            of: numbers,
            """
            SELECT number, reverses, settles, why, recorded_at, coalesce(business.date, run.date),
                success, shortage, rejected, skipped, cups_served, orders, retries
            FROM run LEFT JOIN business ON business.run = number WHERE number BETWEEN ? AND ?
            """
        ) { try Run(&$0) }.compactMapValues(\.first)
        inputs = try database.rows(
            of: numbers,
            "SELECT run, name, sha256, rows FROM input WHERE run BETWEEN ? AND ? ORDER BY run, place"
        ) { RecordedRun.Input(name: try $0.next(), sha256: try $0.next(), rows: try $0.next()) }
        closings = try database.rows(of: numbers, "SELECT run, fruit, closing FROM movement WHERE run BETWEEN ? AND ?")
        { columns in
            (try columns.next(), try columns.next())
        }
        newFruits = try database.rows(
            of: numbers,
            "SELECT since, number FROM item WHERE kind = '\(LedgerItems.fruit)' AND since BETWEEN ? AND ?"
        ) { try $0.next() }
        cancelled = try database.rows(of: numbers, "SELECT run, cancelled FROM cups WHERE run BETWEEN ? AND ?") {
            try $0.next()
        }
        try checkLimits()
    }

    /// Throws where sums of the figures could overflow: a damaged file may hold anything.
    private func checkLimits() throws {
        let sums = 0...Tally.sumMax
        for (number, run) in runs {
            let counts = [run.success, run.shortage, run.rejected, run.skipped, run.cupsServed]
            guard counts.allSatisfy({ sums.contains($0) }),
                (inputs[number] ?? []).allSatisfy({ sums.contains($0.rows) }),
                (closings[number] ?? []).allSatisfy({ (0...FruitStore.stockMax).contains($0.closing) }),
                (cancelled[number] ?? []).allSatisfy({ (-Tally.sumMax...Tally.sumMax).contains($0) })
            else { throw LedgerCorruption(text: "figures of run \(number)") }
        }
    }
}

extension RunHistory.Run {
    /// Decodes the columns behind the run's number.
    fileprivate init(_ columns: inout RowColumns) throws {
        (reverses, settles, why) = (try columns.next(), try columns.next(), try columns.next())
        (recordedAt, date) = (try columns.next(), try columns.next())
        (success, shortage) = (try columns.next(), try columns.next())
        (rejected, skipped) = (try columns.next(), try columns.next())
        cupsServed = try columns.next()
        let (orders, retries): (Int?, Int?) = (try columns.next(), try columns.next())
        guard let orders, let retries else {
            kind = settles == nil ? .reversal : .settlement
            return
        }
        kind = orders > 0 ? .orders : retries > 0 ? .retry : .stock
    }
}

/// The effects of later runs on a run that applied inputs: whether it was reversed, and which rejected rows were closed.
package struct RunFollowUp: Sendable, Equatable {
    /// The run's number in the ledger, from 1.
    package let number: Int
    /// The number of its rows.
    package let rows: Int
    /// The number of rows that were applied.
    package let success: Int
    /// The number of rows short of stock.
    package let shortage: Int
    /// The number of rejected rows.
    package let rejected: Int
    /// Whether the run applied orders of a failure.csv again.
    package let isRetry: Bool
    /// The run that reversed this one; nil if none did.
    package let reversedBy: Int?
    /// Whether a later business day has a run that has not been reversed, so that short orders are lost sales by now.
    ///
    /// False for a run without a business day.
    package let isPastDay: Bool
    /// The lines of the run's rejected rows that other runs have closed, by the input's name in the reports.
    package let closed: [String: LineNumbers]

    /// The number of the run's rejected rows that other runs have closed.
    package var closedCount: Int { closed.values.reduce(0) { $0 + $1.count } }
}

extension LedgerSnapshot {
    /// The follow-ups of runs that applied inputs, in the order of their numbers.
    ///
    /// A business day that is probably the error of a clock does not make other days past ones.
    ///
    /// - Parameters:
    ///   - run: Only later runs are included; 0 for all.
    ///   - others: The numbers of runs that are included in any case.
    package func followUps(after run: Int = 0, and others: [Int] = []) throws -> [RunFollowUp] {
        let newest = try businessDays(back: 0).newest
        let closed = Dictionary(grouping: try settlements(), by: \.closed)
        var followUps: [RunFollowUp] = []
        let others = others.filter { $0 >= 1 && $0 <= run }
        // A cursor avoids a copy of each row, because there may be years of runs. The unary plus makes SQLite search
        // them by number.
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT run.number, run.rows, run.success, run.shortage, run.rejected, coalesce(retries, 0) > 0,
                    reversal.number, coalesce(business.date, run.date)
                FROM run LEFT JOIN business ON business.run = run.number
                    LEFT JOIN run AS reversal ON reversal.reverses = run.number
                WHERE run.number >= :first
                    AND (run.number > :run OR run.number IN (\(others.map { "\($0)" }.joined(separator: ", "))))
                    AND +run.reverses IS NULL AND run.settles IS NULL ORDER BY run.number
                """, arguments: ["first": others.min() ?? run, "run": run])
        while let row = try rows.next() {
            let number: Int = try row.decode(atIndex: 0)
            let day = try row.decode(String?.self, atIndex: 7).flatMap { CalendarDay($0) }
            followUps.append(
                RunFollowUp(
                    number: number, rows: try row.decode(atIndex: 1), success: try row.decode(atIndex: 2),
                    shortage: try row.decode(atIndex: 3), rejected: try row.decode(atIndex: 4),
                    isRetry: try row.decode(atIndex: 5), reversedBy: try row.decode(Int?.self, atIndex: 6),
                    isPastDay: day.flatMap { day in newest.map { day < $0 } } ?? false,
                    closed: try closed[number].map { try closedLines($0.map(\.rows), of: number) } ?? [:]))
        }
        return followUps
    }

    private func closedLines(_ rows: [RunContent.Settlement.Rows], of run: Int) throws -> [String: LineNumbers] {
        var lines: [String: LineNumbers] = [:]
        for rows in rows {
            let name = try String.fetchOne(
                database, sql: "SELECT name FROM input WHERE run = ? AND place = ?", arguments: [run, rows.inputNumber])
            if let name { lines[name] = (lines[name] ?? LineNumbers()).union(rows.lines) }
        }
        return lines
    }
}
