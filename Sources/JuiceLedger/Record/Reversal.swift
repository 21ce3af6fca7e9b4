internal import GRDB
internal import JuiceBatch

extension LedgerTransaction {
    /// Takes a run back, as `RunReversal` says; its inputs and the ids that it used are free again.
    ///
    /// This is a run of its own in history.
    ///
    /// - Parameters:
    ///   - recordedAt: UTC, as in `2026-11-20T18:30:00Z`.
    ///   - log: the content of the line in the run log.
    /// - Returns: the number of the run that takes the other one back.
    package func reverse(_ run: Int, recordedAt: String, log: String = "") throws -> Int {
        let last = try snapshot.lastRun()
        guard let original = try RunContent.load(run, from: database) else {
            throw BatchError.usage(.noSuchRun(run, last: last))
        }
        guard original.reverses == nil else { throw BatchError.usage(.isReversal(run)) }
        if let by = try Int.fetchOne(database, sql: "SELECT number FROM run WHERE reverses = ?", arguments: [run]) {
            throw BatchError.usage(.alreadyReversed(run, by: by))
        }
        var content = RunContent(number: last + 1, reverses: run, recordedAt: recordedAt)
        let (stock, cancellable) = (try snapshot.stockByNumber(), try snapshot.cancellableByNumber())
        let reversal = RunReversal(of: original, stock: stock, cancellable: cancellable)
        guard reversal.obstacles.isEmpty else {
            let inTheWay = RunReversal.runs(
                inTheWayOf: original, later: try standing(behind: run), stock: stock, cancellable: cancellable)
            throw BatchError.irreversible(
                run: run, obstacles: try reversal.obstacles.map(named), inTheWay: inTheWay)
        }
        content.log = log
        content.movements = reversal.movements
        content.cups = reversal.cups
        try content.insert(into: database, openings: [:])
        try database.execute(sql: "DELETE FROM used_id WHERE run = ?", arguments: [run])
        return content.number
    }

    /// The runs behind one that stand, the newest first.
    private func standing(behind run: Int) throws -> [RunContent] {
        try Int.fetchAll(
            database,
            sql: "SELECT number FROM run WHERE \(LedgerSnapshot.standing) AND number > :run ORDER BY number DESC",
            arguments: ["end": Int.max, "run": run]
        ).compactMap { try RunContent.load($0, from: database) }
    }

    private func named(_ obstacle: RunReversal.Obstacle) throws -> ReversalObstacle {
        switch obstacle {
        case .stock(let fruit, let missing): .stock(fruit: try name(of: fruit), missing: missing)
        case .cancelled(let juice, let cups): .cancelled(juice: try name(of: juice), cups: cups)
        }
    }

    private func name(of item: Int) throws -> String {
        try String.fetchOne(database, sql: "SELECT name FROM item WHERE number = ?", arguments: [item]) ?? ""
    }
}
