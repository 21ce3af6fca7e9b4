internal import GRDB
internal import JuiceBatch

/// A connection of a worker's own, so that workers look up ids beside each other.
final class LedgerIDLookup: IDLookup {
    private let ledger: Ledger
    private let connection: LedgerConnection
    private let places: [Int: Int]
    private let end: Int
    private let prefilter: IDPrefilter?

    init(ledger: Ledger, places: [Int: Int], before run: Int, prefilter: IDPrefilter?) throws {
        self.ledger = ledger
        end = run
        connection = try ledger.makeReader()
        self.places = places
        self.prefilter = prefilter
        // One transaction for all lookups; it ends with the connection.
        try connection.queue.unsafeRead { try $0.beginTransaction(.deferred) }
    }

    func find(_ ids: [IDKey], found: (Int, IDUse) -> Void) throws {
        try ledger.translating { try look(for: ids, found) }
    }

    private func look(for ids: [IDKey], _ found: (Int, IDUse) -> Void) throws {
        try connection.queue.unsafeRead { database in
            if let prefilter, prefilter.isComplete {
                let rest = ids.indices.filter { prefilter.mayHold(ids[$0]) }
                return rest.isEmpty ? () : try findEach(rest, of: ids, database, found)
            }
            guard let rest = try findInRange(ids, database, found) else { return }
            try prefilter?.fill(from: database)
            try findEach(Array(rest), of: ids, database, found)
        }
    }

    /// Looks up ids one by one.
    private func findEach(
        _ places: [Int], of ids: [IDKey], _ database: Database, _ found: (Int, IDUse) -> Void
    ) throws {
        let statement = try IDStatement(
            database,
            sql: "SELECT use, run FROM used_id WHERE prefix = ?1 AND high = ?2 AND low = ?3")
        for place in places {
            try statement.bind(ids[place])
            if try statement.step() {
                let run = statement.int(column: 1)
                if run < end { found(place, try use(statement, run: run)) }
            }
            statement.reset()
        }
    }

    /// Compares the ids with those on record between the lowest and the highest of them, in one sweep.
    ///
    /// Ids mostly grow from night to night, and then there is nothing to sweep.
    ///
    /// - Returns: the places of those that are left because the sweep got too long; nil if none are.
    private func findInRange(
        _ ids: [IDKey], _ database: Database, _ found: (Int, IDUse) -> Void
    ) throws -> ArraySlice<Int>? {
        guard let low = ids.min(), let high = ids.max() else { return nil }
        let statement = try IDStatement(
            database,
            sql: """
                SELECT use, prefix, high, low, run FROM used_id
                WHERE (prefix, high, low) >= (?1, ?2, ?3) AND (prefix, high, low) <= (?4, ?5, ?6)
                ORDER BY prefix, high, low
                """)
        defer { statement.reset() }
        try statement.bind(low)
        try statement.bind(high, at: 4)
        guard try statement.step() else { return nil }
        let order = ids.indices.sorted { ids[$0] < ids[$1] }
        var next = 0
        for _ in 0..<(4 * ids.count) {
            let known = statement.key(column: 1)
            while next < order.count && ids[order[next]] < known { next += 1 }
            let run = statement.int(column: 4)
            while next < order.count && ids[order[next]] == known {
                if run < end { found(order[next], try use(statement, run: run)) }
                next += 1
            }
            guard next < order.count, try statement.step() else { return nil }
        }
        return order[next...]
    }

    private func use(_ statement: IDStatement, run: Int) throws -> IDUse {
        let stored = try StoredUse(stored: statement.int(column: 0))
        guard let use = IDUse(action: stored.action, item: places[stored.item], quantity: stored.quantity, run: run)
        else {
            throw LedgerCorruption(text: "what an id was used for")
        }
        return use
    }
}
