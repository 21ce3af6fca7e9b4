internal import GRDB
package import JuiceBatch
internal import JuiceCore

extension LedgerTransaction {
    /// Reverses a run by a run of its own, whose number is returned, so that its inputs and ids can be used again.
    ///
    /// The new run has a time as in `2026-11-20T18:30:00Z`, and the content of its line in the run log.
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
}

/// The reversal of a run: its movements with the opposite sign, if the current stock and later cancels permit it.
///
/// A count is undone by its net change.
package struct RunReversal: Sendable {
    /// The movements that undo those of the run, in order.
    package let movements: [RunContent.Movement]
    /// The cups that undo those of the run, in order.
    package let cups: [RunContent.Cups]
    /// The obstacles to the reversal, with the numbers of their items: fruits in the order of the movements, then juices.
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
