internal import GRDB
package import JuiceBatch

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
            guard let content = try RunContent.load(number, from: database) else {
                throw BatchError.unsoundLedger(path: ledger.shownPath, findings: [.changedRun(number)])
            }
            for item in content.newItems where item.kind == LedgerItems.fruit { stock[item.number] = 0 }
            for movement in content.movements { stock[movement.fruit] = movement.closing }
            runs.append(
                RecordedRun(
                    number: number, reverses: content.reverses, reversedBy: reversedBy[number],
                    settlement: try content.settlement.map(recorded),
                    recordedAt: content.recordedAt, date: content.business?.day?.date ?? content.date,
                    success: content.success,
                    shortage: content.shortage, rejected: content.rejected, skipped: content.skipped,
                    cupsServed: content.cupsServed,
                    cupsCancelled: content.cups.reduce(0) { min($0 + $1.cancelled, Tally.sumMax) },
                    kind: kind(content),
                    inputs: content.inputs.map { .init(name: $0.name, sha256: $0.sha256, rows: $0.rows) },
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
    /// - Parameter moment: A time in UTC, as in `2026-11-20T18:30:00Z`; nil for the latest run only.
    package func undescribedInputs(since moment: String?) throws -> [(name: String, columns: Int)] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT name, max(unnamed_columns) AS columns FROM input JOIN run ON run.number = input.run
                WHERE unnamed_columns > 0 AND (run.number = (SELECT max(run) FROM input) OR recorded_at >= ?)
                GROUP BY name ORDER BY min(run.number), place
                """, arguments: [moment])
        return try rows.map { (try $0.decode(forColumn: "name"), try $0.decode(forColumn: "columns")) }
    }

    private func recorded(_ settlement: RunContent.Settlement) throws -> RecordedRun.Settlement {
        let inputs = try RunContent.load(settlement.run, from: database)?.inputs ?? []
        return RecordedRun.Settlement(
            run: settlement.run, why: settlement.why,
            rows: settlement.rows.map { rows in
                let name = inputs.indices.contains(rows.place - 1) ? inputs[rows.place - 1].name : ""
                return RecordedRun.Settlement.Rows(input: name, lines: rows.lines)
            })
    }

    private func kind(_ content: RunContent) -> RecordedRun.Kind {
        guard let business = content.business else { return content.settlement == nil ? .reversal : .settlement }
        if business.orders > 0 { return .orders }
        return business.retries > 0 ? .retry : .stock
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
    package let settled: [String: LineNumbers]

    /// The number of the run's rejected rows that other runs have closed.
    package var settledCount: Int { settled.values.reduce(0) { $0 + $1.count } }
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
        let settled = Dictionary(grouping: try settlements(), by: \.settled)
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
                    settled: try settled[number].map { try settledLines($0.map(\.rows), of: number) } ?? [:]))
        }
        return followUps
    }

    private func settledLines(_ rows: [RunContent.Settlement.Rows], of run: Int) throws -> [String: LineNumbers] {
        var lines: [String: LineNumbers] = [:]
        for rows in rows {
            let name = try String.fetchOne(
                database, sql: "SELECT name FROM input WHERE run = ? AND place = ?", arguments: [run, rows.place])
            if let name { lines[name] = (lines[name] ?? LineNumbers()).union(rows.lines) }
        }
        return lines
    }
}
