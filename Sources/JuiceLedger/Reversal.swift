internal import GRDB
internal import JuiceBatch
internal import JuiceCore

extension LedgerTransaction {
    /// Takes a run back: its movements with the opposite sign, on top of stock as it stands now; its inputs and the ids
    /// that it used are free again.
    ///
    /// A count is undone by its net change. This is a run of its own in history.
    ///
    /// - Parameter recordedAt: UTC, as in `2026-11-20T18:30:00Z`.
    /// - Returns: the number of the run that takes the other one back.
    package func reverse(_ run: Int, recordedAt: String) throws -> Int {
        let last = try snapshot.lastRun()
        guard let original = try RunContent.load(run, from: database) else {
            throw BatchError.usage(.noSuchRun(run, last: last))
        }
        guard original.reverses == nil else { throw BatchError.usage(.isReversal(run)) }
        if let by = try Int.fetchOne(database, sql: "SELECT number FROM run WHERE reverses = ?", arguments: [run]) {
            throw BatchError.usage(.alreadyReversed(run, by: by))
        }
        var content = RunContent(number: last + 1, reverses: run, recordedAt: recordedAt)
        content.movements = try inverses(of: original)
        try content.insert(into: database, openings: [:])
        try database.execute(sql: "DELETE FROM used_id WHERE run = ?", arguments: [run])
        return content.number
    }

    private func inverses(of original: RunContent) throws -> [RunContent.Movement] {
        let stock = try snapshot.stockByNumber()
        var obstacles: [ReversalObstacle] = []
        var inverses: [RunContent.Movement] = []
        for movement in original.movements {
            let now = stock[movement.fruit] ?? 0
            let inverse = movement.inverse(on: now)
            if !(0...FruitStore.stockMax).contains(inverse.closing) {
                let name = try String.fetchOne(
                    database, sql: "SELECT name FROM item WHERE number = ?", arguments: [movement.fruit])
                let missing = inverse.closing < 0 ? -inverse.closing : FruitStore.stockMax - inverse.closing
                obstacles.append(ReversalObstacle(fruit: name ?? "", missing: missing))
            }
            inverses.append(inverse)
        }
        guard obstacles.isEmpty else {
            throw BatchError.irreversible(run: original.number, obstacles: obstacles)
        }
        return inverses
    }
}

extension RunContent.Movement {
    /// What undoes this movement when stock stands at `opening` by now.
    func inverse(on opening: Int) -> Self {
        Self(
            fruit: fruit, opening: opening, restocked: -restocked, discarded: -discarded, counted: -counted,
            used: -used, closing: opening - (closing - self.opening))
    }
}
