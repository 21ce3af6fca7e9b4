internal import GRDB
package import JuiceBatch
internal import JuiceCore

extension LedgerSnapshot {
    /// The current stock, in the order in which the fruits first appeared in the ledger.
    package func stock() throws -> [FruitStock] {
        let names: [Int: String] = try database.dictionary("SELECT number, name FROM item")
        return try stockByNumber().sorted { $0.key < $1.key }
            .map { FruitStock(fruit: names[$0.key] ?? "", pieces: $0.value) }
    }

    /// The latest runs before `end`, without effects of later ones, newest first.
    package func runs(before end: Int = .max, countMax: Int = .max) throws -> [RecordedRun] {
        let last = min(try lastRun(), end - 1)
        guard last >= 0 else { throw LedgerCorruption(text: "a run's number") }
        let first = last - min(last, countMax) + 1
        // The unary plus makes SQLite use the index of reversals instead of reading all runs.
        let reversedBy: [Int: Int] = try database.dictionary(
            "SELECT reverses, number FROM run WHERE reverses >= 1 AND +number < ?", [end])
        let names: [Int: String] = try database.dictionary(
            "SELECT number, name FROM item WHERE kind = ?", [LedgerItems.fruit])
        let misplaced = Dictionary(try misplacedReports().map { ($0.run, $0.state) }) { first, _ in first }
        // The stock, by fruit number, after the runs read so far, of the fruits that were on record then.
        var stock: [Int: Int] = try database.dictionary(
            """
            SELECT fruit, (
                    SELECT closing FROM movement WHERE movement.fruit = stock.fruit AND run < ?
                    ORDER BY run DESC LIMIT 1
                ) AS closing
            FROM stock WHERE closing IS NOT NULL
            """, [first])
        var runs: [RecordedRun] = []
        for number in first..<last + 1 {
            guard let content = try RunContent.load(number, from: database) else {
                throw BatchError.unsoundLedger(path: ledger.shownPath, findings: [.changedRun(number)])
            }
            for item in content.newItems where item.kind == LedgerItems.fruit { stock[item.number] = 0 }
            for movement in content.movements { stock[movement.fruit] = movement.closing }
            let closing = stock.keys.sorted().map { FruitStock(fruit: names[$0] ?? "", pieces: stock[$0] ?? 0) }
            let kind: RecordedRun.Kind =
                if let business = content.business {
                    .init(orders: business.orders, retries: business.retries, success: content.success)
                } else {
                    content.settlement == nil ? .reversal : .settlement
                }
            runs.append(
                RecordedRun(
                    number: number, reverses: content.reverses, reversedBy: reversedBy[number],
                    settlement: content.settlement, recordedAt: content.recordedAt,
                    date: content.business?.day?.date, success: content.success,
                    shortage: content.shortage, rejected: content.rejected, skipped: content.skipped,
                    cupsServed: content.cupsServed,
                    cupsCancelled: content.cups.reduce(0) { min($0 + $1.cancelled, Tally.sumMax) }, kind: kind,
                    inputs: content.inputs.map { RecordedRun.Input(name: $0.name, sha256: $0.sha256, rows: $0.rows) },
                    closing: closing, reports: misplaced[number] ?? .inPlace))
        }
        return runs.reversed()
    }

    /// The latest run that applied inputs and the runs after it, newest first, which have reversed runs or closed rows.
    package func runsSinceInputs() throws -> [RecordedRun] {
        guard let first = try Int.fetchOne(database, sql: "SELECT max(run) FROM input") else { return [] }
        return try runs(countMax: max(1, try lastRun() - first + 1))
    }

    /// The inputs that have columns which no setting names, in the order of the runs, each name once.
    ///
    /// They are those of the latest run that applied any, and of all runs since a time as in `2026-11-20T18:30:00Z`.
    package func undescribedInputs(since timestamp: String?) throws -> [(name: String, columns: Int)] {
        try database.rows(
            """
            SELECT name, max(unnamed_columns) FROM input JOIN run ON run.number = input.run
            WHERE unnamed_columns > 0 AND (run.number = (SELECT max(run) FROM input) OR recorded_at >= ?)
            GROUP BY name ORDER BY min(run.number), place
            """, [timestamp]
        ) { ($0, $1) }
    }

    /// The number of runs that applied inputs, with reversed ones.
    package func runCount() throws -> Int { try Int.fetchOne(database, sql: "SELECT count(*) FROM business") ?? 0 }

    /// The runs that applied inputs, in order: those since a day, nil for all, and those without a day.
    ///
    /// Another `run` is included in any case. `open` has the open rows by run, as `openRows` returns them.
    package func overviews(
        _ open: [Int: OpenRows], since day: CalendarDay? = nil, and run: Int? = nil
    ) throws -> [RunOverview] {
        let since = day?.text ?? ""
        let condition = "(coalesce(business.date, :since) >= :since OR run.number = :run)"
        let days: [(run: Int, figures: DayFigures)] = try database.rows(
            """
            SELECT number, \(DayFigures.columns)
            FROM run_day JOIN business ON business.run = run_day.run JOIN run ON run.number = run_day.run
            WHERE \(condition) ORDER BY number, run_day.date
            """, ["since": since, "run": run]
        ) { ($0, try DayFigures(recorded: $1, orders: $2, short: $3, cups: $4, amounts: [$5, $6, $7])) }
        let daysByRun = Dictionary(grouping: days, by: \.run).mapValues { $0.map(\.figures) }.filter { $1.count > 1 }
        return try database.rows(
            """
            SELECT run.number, business.date, run.rows, run.success, run.shortage, run.rejected,
                run.cups_served, orders, short, retries, retries_short, currency, sales, lost_sales, reversal.number
            FROM run JOIN business ON business.run = run.number LEFT JOIN run AS reversal ON reversal.reverses = run.number
            WHERE \(condition) ORDER BY run.number
            """, ["since": since, "run": run]
        ) {
            let sums = SalesFigures(
                orders: Tally.sum($7, $9), ordersShort: Tally.sum($8, $10), cups: $6,
                sales: ($12 as Int?).map { Money(hundredths: $0) },
                lostSales: ($13 as Int?).map { Money(hundredths: $0) })
            var run = RunOverview(
                date: ($1 as String?).flatMap { CalendarDay($0) },
                kind: .init(orders: $7, retries: $9, success: $3), sums: sums, rejected: $5, currency: $11)
            run.identity = RunIdentity(number: $0, rows: $2, success: $3, shortage: $4, rejected: $5)
            run.reversedBy = $14
            run.open = open[$0] ?? OpenRows()
            run.days = daysByRun[$0] ?? []
            return run
        }
    }

    /// The numbers of failed rows that no later run has applied or closed, by run.
    ///
    /// Short rows are lost sales, and no longer open, once a later day has a run. A business day that is probably the
    /// error of a clock does not count as a later day.
    package func openRows() throws -> [Int: OpenRows] {
        let newest = try businessDays(back: 0).newest
        let settlements = Dictionary(grouping: try settlements(), by: \.closed)
        var open: [Int: OpenRows] = [:]
        let runs: [(number: Int, shortage: Int, rejected: Int, isPast: Bool)] = try database.rows(
            """
            SELECT number, shortage, rejected,
                coalesce(business.date, :newest) < :newest OR number <= :recent
            FROM run JOIN business ON business.run = number
            WHERE (rejected > 0 OR shortage > 0 AND number > :recent) AND \(Self.unreversedCondition)
                AND number NOT IN (
                    SELECT retries FROM input JOIN run ON run.number = input.run
                    WHERE retries >= 1 AND \(Self.unreversedCondition)
                )
            """,
            [
                "newest": newest?.text ?? "", "recent": try lastRun() - FailedID.shortRunsMax, "end": Int.max,
            ]
        ) { ($0, $1, $2, $3) }
        for run in runs {
            let closed = (settlements[run.number] ?? []).reduce(0) { $0 + $1.lines.count }
            let rows = OpenRows(short: run.isPast ? 0 : run.shortage, rejected: max(0, run.rejected - closed))
            if rows != OpenRows() { open[run.number] = rows }
        }
        for (run, row) in try retriedRows(of: Set(open.keys)) {
            guard var rows = open[run] else { continue }
            let isClosed = (settlements[run] ?? []).contains {
                $0.place - 1 == row.input && $0.lines.contains(row.line)
            }
            if row.isShort {
                rows.short = max(0, rows.short - 1)
            } else if !isClosed {
                rows.rejected = max(0, rows.rejected - 1)
            }
            open[run] = rows == OpenRows() ? nil : rows
        }
        return open
    }

    /// The failed rows of some runs that a later run has applied, or that have failed again in one.
    private func retriedRows(of runs: Set<Int>) throws -> [(run: Int, row: FailedID)] {
        guard let first = runs.min() else { return [] }
        let statement = try IDStatement(
            database, sql: "SELECT 1 FROM used_id WHERE prefix = ? AND high = ? AND low = ? AND run > ?")
        func isApplied(_ id: IDKey, after run: Int) throws -> Bool {
            defer { statement.reset() }
            try statement.bind(id)
            try statement.bind(run, at: 4)
            return try statement.step()
        }
        let stored: [(run: Int, ids: [FailedID])] = try database.rows(
            """
            SELECT run, short, ids FROM failed_ids
            WHERE run >= ? AND run NOT IN \(Self.reversedRuns) ORDER BY run DESC
            """, [first]
        ) { (run, short: Int, ids) in (run, FailedID.stored(ids, isShort: short == 1)) }
        var retried: [(run: Int, row: FailedID)] = []
        var later: [IDKey: Int] = [:]
        for (run, ids) in stored {
            for row in ids where runs.contains(run) {
                if try later[row.key] ?? run > run || isApplied(row.key, after: run) { retried.append((run, row)) }
            }
            // A run with rejected and with short rows comes twice.
            for row in ids { later[row.key] = max(later[row.key] ?? run, run) }
        }
        return retried
    }
}
