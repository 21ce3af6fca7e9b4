internal import GRDB
package import JuiceBatch
internal import JuiceCore

extension LedgerTransaction {
    /// Reverses a run by a run of its own, whose number is returned, so that its inputs and ids can be used again.
    ///
    /// `recordedAt` is the time of the new run, as in `2026-11-20T18:30:00Z`, and `log` the content of its log line.
    package func reverse(_ run: Int, recordedAt: String, log: String = "") throws -> Int {
        let number = try nextRun()
        let original = try snapshot.record(of: run)
        guard original.reverses == nil else { throw BatchError.usage(.isReversal(run)) }
        try snapshot.refuseReversed(run)
        let (stock, cancellable) = (try snapshot.stockByNumber(), try snapshot.cancellableByNumber())
        let reversal = RunReversal(of: original, stock: stock, cancellable: cancellable)
        guard reversal.obstacles.isEmpty else {
            let later: [Int] = try database.rows(
                """
                SELECT number FROM run WHERE \(LedgerSnapshot.unreversedCondition) AND number > :run
                ORDER BY number DESC
                """, ["end": Int.max, "run": run]
            ) { $0 }
            let blockingRuns = RunReversal.runs(
                blocking: original, later: try later.compactMap { try RunContent.load($0, from: database) },
                stock: stock, cancellable: cancellable)
            let names: [Int: String] = try database.dictionary("SELECT number, name FROM item")
            let obstacles = reversal.obstacles.map { obstacle -> ReversalObstacle<String> in
                switch obstacle {
                case .stock(let fruit, let missing): .stock(fruit: names[fruit] ?? "", missing: missing)
                case .cancelled(let juice, let cups): .cancelled(juice: names[juice] ?? "", cups: cups)
                }
            }
            throw BatchError.irreversible(run: run, obstacles: obstacles, blockingRuns: blockingRuns)
        }
        let content = RunContent(
            number: number, reverses: run, recordedAt: recordedAt, movements: reversal.movements, cups: reversal.cups,
            log: log)
        try content.insert(into: database)
        try database.change("DELETE FROM used_id WHERE run = ?", [run])
        return number
    }

    /// Closes open rejected rows, which will not be applied again, by a run of its own, whose number is returned.
    ///
    /// `recordedAt` and `log` have the form that `reverse` describes.
    ///
    /// - Throws: The errors of `LedgerSnapshot.rejections`.
    package func settle(_ settlement: Settlement, recordedAt: String, log: String) throws -> Int {
        let number = try nextRun()
        let inputs = try snapshot.rejections(of: settlement.run)
        let areOpen = settlement.rows.allSatisfy { rows in
            inputs.indices.contains(rows.input - 1) && !rows.lines.isEmpty
                && rows.lines.subtracting(inputs[rows.input - 1].open).isEmpty
        }
        guard areOpen, !settlement.rows.isEmpty else {
            throw BatchError.invariant("rows of run \(settlement.run) that are not open were to be closed")
        }
        try RunContent(number: number, recordedAt: recordedAt, log: log, settlement: settlement).insert(into: database)
        return number
    }
}

/// The reversal of a run: its movements with the opposite sign, if the current stock and later cancels permit it.
///
/// A count is undone by its net change.
package struct RunReversal: Sendable {
    /// The movements that undo those of the run, in order.
    package let movements: [RunContent.Movement]
    /// The cups that undo those of the run, in order.
    package let cups: [RunContent.Cups]
    /// The obstacles to the reversal, with their items' numbers: fruits in the order of the movements, then juices.
    package let obstacles: [ReversalObstacle<Int>]

    /// Creates the reversal from the stock of each fruit and the cancellable cups of each juice, by number.
    package init(of run: RunContent, stock: [Int: Int], cancellable: [Int: Int]) {
        movements = run.movements.map { $0.inverse(on: stock[$0.fruit] ?? 0) }
        cups = run.cups.map(\.inverse)
        let ofStock = movements.compactMap { inverse -> ReversalObstacle<Int>? in
            let missing = inverse.closing < 0 ? -inverse.closing : min(0, FruitStore.stockMax - inverse.closing)
            return missing == 0 ? nil : .stock(fruit: inverse.fruit, missing: missing)
        }
        let ofCups = cups.compactMap { inverse -> ReversalObstacle<Int>? in
            let remaining = (cancellable[inverse.juice] ?? 0) + inverse.net
            return remaining < 0 ? .cancelled(juice: inverse.juice, cups: -remaining) : nil
        }
        obstacles = ofStock + ofCups
    }

    /// The latest runs, newest first, that have to be reversed before a run can be.
    ///
    /// - Parameter later: The later runs that have not been reversed, newest first.
    package static func runs(
        blocking run: RunContent, later: [RunContent], stock: [Int: Int], cancellable: [Int: Int]
    ) -> [Int] {
        var (stock, cancellable) = (stock, cancellable)
        var reversals: [Int] = []
        for other in later where !RunReversal(of: run, stock: stock, cancellable: cancellable).obstacles.isEmpty {
            let reversal = RunReversal(of: other, stock: stock, cancellable: cancellable)
            for movement in reversal.movements { stock[movement.fruit] = movement.closing }
            for cups in reversal.cups { cancellable[cups.juice, default: 0] += cups.net }
            reversals.append(other.number)
        }
        return reversals
    }
}

/// Loading and storing of the rows that a run closes.
extension Settlement {
    /// All values, in the order in which the run's digest covers them.
    var digestValues: RowValues {
        ["settlement", run, reason == nil ? 0 : 1, reason, rows.count] + rows.flatMap(Self.values(of:))
    }

    /// The values of closed rows as the ledger stores them and the run's digest covers them.
    private static func values(of rows: Rows) -> RowValues { [rows.input, rows.lines.text] }

    /// Loads the rows of run `closed` that a run closes, with the reason from table `run`; nil if it closes none.
    static func load(_ run: Int, settles closed: Int?, _ reason: String?, from database: Database) throws -> Self? {
        let rows = try database.rows(
            """
            SELECT settled.place, coalesce(name, ''), lines FROM settled JOIN run ON number = settled.run
                LEFT JOIN input ON input.run = settles AND input.place = settled.place
            WHERE settled.run = ? ORDER BY settled.place
            """, [run]
        ) { Rows(input: $0, name: $1, lines: try LineNumbers(stored: $2)) }
        if let closed { return Self(run: closed, reason: reason, rows: rows) }
        guard rows.isEmpty else { throw LedgerCorruption(text: "the rows that run \(run) closes") }
        return nil
    }

    func insert(_ run: Int, into database: Database) throws {
        for rows in rows { try database.insert(into: "settled", [run] + Self.values(of: rows)) }
    }
}

extension LineNumbers {
    init(stored text: String) throws {
        guard let lines = LineNumbers(text: text) else { throw LedgerCorruption(text: "the lines of rejected rows") }
        self = lines
    }
}

/// The rejected rows of an input.
package struct InputRejections: Sendable {
    /// The name of the input in the reports.
    package let name: String
    /// The lines of all rejected rows.
    package let rejected: LineNumbers
    /// The rows that runs have closed, by run; reversed runs are left out.
    package fileprivate(set) var closed: [(by: Int, lines: LineNumbers)] = []

    /// The lines of the rejected rows that no run has closed.
    package var open: LineNumbers { closed.reduce(rejected) { $0.subtracting($1.lines) } }
}

extension LedgerSnapshot {
    /// The rejected rows of each input of a run; throws a usage error if it is unknown, reversed, or has none.
    package func rejections(of run: Int) throws -> [InputRejections] {
        let content = try record(of: run)
        try refuseReversed(run)
        guard content.rejected > 0 else { throw BatchError.usage(.hasNoRejectedRows(run)) }
        var inputs = content.inputs.map { InputRejections(name: $0.name, rejected: $0.rejected) }
        for settlement in try settlements() where settlement.closed == run {
            guard settlement.place >= 1, settlement.place <= inputs.count else {
                throw LedgerCorruption(text: "the rows that run \(settlement.by) closes")
            }
            inputs[settlement.place - 1].closed.append((settlement.by, settlement.lines))
        }
        return inputs
    }

    /// The rows that runs have closed, in the order of those runs; reversed runs are left out.
    ///
    /// Run `by` has closed the lines of an input of run `closed`; `place` is the position of that input, from 1.
    func settlements() throws -> [(by: Int, closed: Int, place: Int, lines: LineNumbers)] {
        // CROSS JOIN makes SQLite start with the closed rows, of which there are few.
        try database.rows(
            """
            SELECT number, settles, place, lines FROM settled CROSS JOIN run ON number = settled.run
            WHERE number NOT IN \(Self.reversedRuns) ORDER BY number, place
            """
        ) { (by, closed: Int?, place, lines) in
            guard let closed else { throw LedgerCorruption(text: "the run whose rows are closed") }
            return (by, closed, place, try LineNumbers(stored: lines))
        }
    }
}
