internal import GRDB
package import JuiceBatch
internal import JuiceCore

extension LedgerSnapshot {
    /// The current stock, in the order in which the fruits first appeared in the ledger.
    package func stock() throws -> [FruitStock] {
        try database.rows("SELECT name, pieces FROM stock JOIN item ON item.number = stock.fruit ORDER BY fruit") {
            FruitStock(fruit: try $0.next(), pieces: try $0.next())
        }
    }

    /// The latest runs before `end`, without effects of later ones, newest first.
    package func runs(before end: Int = .max, countMax: Int = .max) throws -> [RecordedRun] {
        let last = min(try lastRun(), end - 1)
        guard last >= 0 else { throw LedgerCorruption(text: "a run's number") }
        let first = last - min(last, countMax) + 1
        var history = try RunHistory(from: first, before: end, in: self)
        let runs = try database.rows(
            """
            SELECT number, reverses, settles, why, recorded_at, coalesce(business.date, run.date),
                success, shortage, rejected, skipped, cups_served, orders, retries
            FROM run LEFT JOIN business ON business.run = number WHERE number BETWEEN ? AND ? ORDER BY number
            """, [first, last]
        ) { try history.run($0.next(), &$0) }
        let numbers = Set(runs.map(\.number))
        if let missing = (first..<last + 1).first(where: { !numbers.contains($0) }) {
            throw BatchError.unsoundLedger(path: ledger.shownPath, findings: [.changedRun(missing)])
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
        ) { (try $0.next(), try $0.next()) }
    }

    /// Replaces the positions of inputs in a settlement by their names.
    fileprivate func named(_ settlement: Settlement<Int>) throws -> Settlement<String> {
        let inputs = try RunContent.load(settlement.run, from: database)?.inputs ?? []
        return Settlement(
            run: settlement.run, reason: settlement.reason,
            rows: settlement.rows.map { rows in
                let name = inputs.indices.contains(rows.input - 1) ? inputs[rows.input - 1].name : ""
                return Settlement<String>.Rows(input: name, lines: rows.lines)
            })
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
        ) { columns in
            let (number, date): (Int, String?) = (try columns.next(), try columns.next())
            let day = date.flatMap { CalendarDay($0) }
            let identity = RunIdentity(
                number: number, rows: try columns.next(), success: try columns.next(), shortage: try columns.next(),
                rejected: try columns.next())
            return RunFollowUp(
                identity: identity, isRetry: try columns.next(), reversedBy: try columns.next(),
                isPastDay: day.flatMap { day in newest.map { day < $0 } } ?? false,
                closed: try closed[number].map { try closedLines($0.map(\.rows), of: number) } ?? [:])
        }
    }

    private func closedLines(_ rows: [Settlement<Int>.Rows], of run: Int) throws -> [String: LineNumbers] {
        var lines: [String: LineNumbers] = [:]
        for rows in rows {
            let name = try String.fetchOne(
                database, sql: "SELECT name FROM input WHERE run = ? AND place = ?", arguments: [run, rows.input])
            if let name { lines[name] = (lines[name] ?? LineNumbers()).union(rows.lines) }
        }
        return lines
    }
}

/// The rows of several runs in the tables of a ledger, read with one query for each table.
private struct RunHistory {
    private let snapshot: LedgerSnapshot
    /// The inputs of each run in their order.
    private let inputs: [Int: [RecordedRun.Input]]
    /// The closing stock of each fruit that a run moved.
    private let closings: [Int: [(fruit: Int, closing: Int)]]
    /// The numbers of the fruits that a run added to the ledger.
    private let newFruits: [Int: [Int]]
    /// The cups of each juice that a run cancelled.
    private let cancelled: [Int: [Int]]
    /// The runs that reversed others, by the number of the reversed run.
    private let reversedBy: [Int: Int]
    /// The name of each fruit by its number.
    private let names: [Int: String]
    /// The state of the reports that are not in place, by run.
    private let misplaced: [Int: ReportsState]
    /// The stock, by fruit number, before the next run that is read, of the fruits that were on record then.
    private var stock: [Int: Int]

    /// Reads the history of the runs from `first` up to, but not including, `end`, without effects of later ones.
    init(from first: Int, before end: Int, in snapshot: LedgerSnapshot) throws {
        self.snapshot = snapshot
        let database = snapshot.database
        let numbers: StatementArguments = [first, end - 1]
        inputs = try database.grouped(
            "SELECT run, name, sha256, rows FROM input WHERE run BETWEEN ? AND ? ORDER BY run, place", numbers
        ) { RecordedRun.Input(name: try $0.next(), sha256: try $0.next(), rows: try $0.next()) }
        closings = try database.grouped(
            "SELECT run, fruit, closing FROM movement WHERE run BETWEEN ? AND ?", numbers
        ) { (try $0.next(), try $0.next()) }
        newFruits = try database.grouped(
            "SELECT since, number FROM item WHERE kind = '\(LedgerItems.fruit)' AND since BETWEEN ? AND ?", numbers
        ) { try $0.next() }
        cancelled = try database.grouped("SELECT run, cancelled FROM cups WHERE run BETWEEN ? AND ?", numbers) {
            try $0.next()
        }
        // The unary plus makes SQLite use the index of reversals instead of reading all runs.
        reversedBy = try database.dictionary(
            "SELECT reverses, number FROM run WHERE reverses >= 1 AND +number < ?", [end])
        names = try database.dictionary("SELECT number, name FROM item WHERE kind = ?", [LedgerItems.fruit])
        misplaced = Dictionary(try snapshot.misplacedReports().map { ($0.run, $0.state) }) { first, _ in first }
        stock = try database.dictionary(
            """
            SELECT fruit, (
                    SELECT closing FROM movement WHERE movement.fruit = stock.fruit AND run < ?
                    ORDER BY run DESC LIMIT 1
                ) AS closing
            FROM stock WHERE closing IS NOT NULL
            """, [first])
    }

    /// Decodes the next run from the columns after its number; the runs must be decoded in their order.
    mutating func run(_ number: Int, _ columns: inout RowColumns) throws -> RecordedRun {
        let (reverses, settles, reason): (Int?, Int?, String?) = (
            try columns.next(), try columns.next(), try columns.next()
        )
        let (recordedAt, date): (String, String?) = (try columns.next(), try columns.next())
        let counts: [Int] = try (0..<5).map { _ in try columns.next() }
        let (orders, retries): (Int?, Int?) = (try columns.next(), try columns.next())
        let kind: RecordedRun.Kind =
            if let orders, let retries {
                orders > 0 ? .orders : retries > 0 ? .retry : counts[0] > 0 ? .stock : .nothing
            } else {
                settles == nil ? .reversal : .settlement
            }
        let (inputs, cancelled) = (inputs[number] ?? [], cancelled[number] ?? [])
        // A damaged file may hold figures whose sums would overflow.
        guard (counts + inputs.map(\.rows)).allSatisfy({ (0...Tally.sumMax).contains($0) }),
            (closings[number] ?? []).allSatisfy({ (0...FruitStore.stockMax).contains($0.closing) }),
            cancelled.allSatisfy({ (-Tally.sumMax...Tally.sumMax).contains($0) })
        else { throw LedgerCorruption(text: "figures of run \(number)") }
        for fruit in newFruits[number] ?? [] { stock[fruit] = 0 }
        for movement in closings[number] ?? [] { stock[movement.fruit] = movement.closing }
        let settlement =
            kind == .settlement
            ? try Settlement<Int>.load(number, settles: settles, reason, from: snapshot.database) : nil
        return RecordedRun(
            number: number, reverses: reverses, reversedBy: reversedBy[number],
            settlement: try settlement.map(snapshot.named), recordedAt: recordedAt, date: date,
            success: counts[0], shortage: counts[1], rejected: counts[2], skipped: counts[3], cupsServed: counts[4],
            cupsCancelled: cancelled.reduce(0) { min($0 + $1, Tally.sumMax) }, kind: kind, inputs: inputs,
            closing: stock.keys.sorted().map { FruitStock(fruit: names[$0] ?? "", pieces: stock[$0] ?? 0) },
            reports: misplaced[number] ?? .inPlace)
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
