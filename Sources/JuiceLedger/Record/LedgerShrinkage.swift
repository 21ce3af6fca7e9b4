internal import GRDB
package import JuiceBatch
package import JuiceCore

extension LedgerSnapshot {
    /// Returns the fruit that recent runs lost without selling it.
    ///
    /// - Parameters:
    ///   - menu: the menu that names the fruits.
    ///   - run: the run before which the ledger is read.
    package func shrinkage(menu: Menu, before run: Int = .max) throws -> Shrinkage {
        let end = min(run, try lastRun() + 1)
        let arguments: StatementArguments = [
            "start": end - Self.latestRunsMax, "end": end, "nights": Shrinkage.nightsMax - 1,
        ]
        let nights = try Int.fetchAll(
            database,
            sql: """
                SELECT number FROM run JOIN business ON business.run = number
                WHERE orders > 0 AND number >= :start AND \(Self.standing)
                ORDER BY number DESC LIMIT :nights
                """, arguments: arguments)
        var shrinkage = Shrinkage(nights: nights.count)
        // What was thrown away or counted in runs of its own belongs to the night before it.
        let names = try fruitKeys(menu)
        let sums = try Row.fetchAll(
            database,
            sql: """
                SELECT fruit, sum(min(max(discarded, 0), :most)) AS discarded,
                    sum(min(max(-counted, 0), :most)) AS missing, sum(min(max(counted, 0), :most)) AS surplus
                FROM movement JOIN run ON run.number = movement.run
                WHERE number >= :first AND \(Self.standing) GROUP BY fruit
                """, arguments: ["first": nights.last ?? end, "end": end, "most": Tally.sumMax])
        for row in sums {
            let pieces = Shrinkage.Pieces(
                discarded: try Self.pieces(row, "discarded"), missing: try Self.pieces(row, "missing"),
                surplus: try Self.pieces(row, "surplus"))
            if let name = names[try row.decode(forColumn: "fruit")] { shrinkage.add(pieces, of: name) }
        }
        return shrinkage
    }

    private static func pieces(_ row: Row, _ column: String) throws -> Int {
        let sum: Int = try row.decode(forColumn: column)
        return Tally.clamped(Int128(sum))
    }
}
