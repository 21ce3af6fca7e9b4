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
            runs.append(
                content.recordedRun(
                    reversedBy: reversedBy[number], closing: closing, reports: misplaced[number] ?? .inPlace))
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

    /// The follow-ups of runs after `run`, and of `others` in any case, that applied inputs, in order.
    ///
    /// A business day that is probably the error of a clock does not make other days past ones.
    package func followUps(after run: Int = 0, and others: [Int] = []) throws -> [RunFollowUp] {
        let newest = try businessDays(back: 0).newest
        let closed = Dictionary(grouping: try settlements(), by: \.closed)
        let others = others.filter { $0 >= 1 && $0 <= run }
        // The unary plus makes SQLite search the runs by number.
        return try database.rows(
            """
            SELECT run.number, coalesce(business.date, run.date),
                run.rows, run.success, run.shortage, run.rejected, coalesce(retries, 0) > 0, reversal.number
            FROM run LEFT JOIN business ON business.run = run.number
                LEFT JOIN run AS reversal ON reversal.reverses = run.number
            WHERE run.number >= :first
                AND (run.number > :run OR run.number IN (\(others.map { "\($0)" }.joined(separator: ", "))))
                AND +run.reverses IS NULL AND run.settles IS NULL ORDER BY run.number
            """, ["first": others.min() ?? run, "run": run]
        ) { (number, date: String?, rows, success, shortage, rejected, isRetry, reversedBy) in
            let day = date.flatMap { CalendarDay($0) }
            return RunFollowUp(
                identity: RunIdentity(
                    number: number, rows: rows, success: success, shortage: shortage, rejected: rejected),
                isRetry: isRetry, reversedBy: reversedBy,
                isPastDay: day.flatMap { day in newest.map { day < $0 } } ?? false,
                closed: Dictionary((closed[number] ?? []).map { ($0.input, $0.lines) }) { $0.union($1) })
        }
    }
}

extension RunContent {
    /// The run in the form in which the history shows it.
    fileprivate func recordedRun(
        reversedBy: Int?, closing: [FruitStock], reports: ReportsState
    ) -> RecordedRun {
        let kind: RecordedRun.Kind =
            if let business {
                business.orders > 0 ? .orders : business.retries > 0 ? .retry : success > 0 ? .stock : .nothing
            } else {
                settlement == nil ? .reversal : .settlement
            }
        return RecordedRun(
            number: number, reverses: reverses, reversedBy: reversedBy, settlement: settlement, recordedAt: recordedAt,
            date: business?.day?.date ?? date, success: success, shortage: shortage, rejected: rejected,
            skipped: skipped, cupsServed: cupsServed,
            cupsCancelled: cups.reduce(0) { min($0 + $1.cancelled, Tally.sumMax) }, kind: kind,
            inputs: inputs.map { RecordedRun.Input(name: $0.name, sha256: $0.sha256, rows: $0.rows) },
            closing: closing, reports: reports)
    }
}

/// The effects of later runs on a run that applied inputs: its reversal, and the closing of rejected rows.
package struct RunFollowUp: Sendable, Equatable {
    /// The run's number, and the numbers of its rows.
    package let identity: RunIdentity
    /// Whether the run applied orders of a failure.csv again.
    package let isRetry: Bool
    /// The run that reversed this one; nil if none did.
    package let reversedBy: Int?
    /// Whether a later day has a run that has not been reversed, so that short orders are lost sales.
    package let isPastDay: Bool
    /// The lines of the run's rejected rows that other runs have closed, by the input's name in the reports.
    package let closed: [String: LineNumbers]

    /// The number of the run's rejected rows that other runs have closed.
    package var closedCount: Int { closed.values.reduce(0) { $0 + $1.count } }
}
