internal import CSV
internal import GRDB
internal import GRDBSQLite
internal import JuiceBatch
internal import Synchronization

/// Looks up ids with a connection of its own, so that each worker can look up ids in parallel.
final class LedgerIDLookup {
    private let history: LedgerIDHistory
    private let connection: LedgerConnection
    /// Whether ids are first compared with the filter of all ids.
    private let usesFilter: Bool

    init(of history: LedgerIDHistory, usesFilter: Bool) throws {
        self.history = history
        self.usesFilter = usesFilter
        connection = try history.ledger.makeReader()
        // One read transaction for all lookups, which ends with the connection.
        try connection.queue.unsafeRead { try $0.beginTransaction(.deferred) }
    }

    func find(_ ids: [IDKey], _ receiver: IDUseReceiver) throws {
        try history.ledger.translating {
            try connection.queue.unsafeRead { database in
                if usesFilter, let filter = history.filter {
                    let rest = ids.indices.filter { filter.mayContain(ids[$0].high) }
                    return rest.isEmpty ? () : try findEach(rest, of: ids, database, receiver)
                }
                guard let rest = try findInRange(ids, database, receiver) else { return }
                if usesFilter { try history.makeFilter(from: database) }
                try findEach(Array(rest), of: ids, database, receiver)
            }
        }
    }

    private func findEach(
        _ indices: [Int], of ids: [IDKey], _ database: Database, _ receiver: IDUseReceiver
    ) throws {
        let statement = try IDStatement(
            database,
            sql: "SELECT use, run FROM used_id WHERE prefix = ?1 AND high = ?2 AND low = ?3")
        for index in indices {
            try statement.bind(ids[index])
            if try statement.step() {
                let run = statement.int(column: 1)
                if run < history.end { receiver(index, try use(statement), run) }
            }
            statement.reset()
        }
    }

    /// Looks up ids by reading the recorded ids between the lowest and the highest of them, usually few, in order.
    ///
    /// - Returns: The indices of ids that are left because there were too many to read; nil if none are left.
    private func findInRange(
        _ ids: [IDKey], _ database: Database, _ receiver: IDUseReceiver
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
                if run < history.end { receiver(order[next], try use(statement), run) }
                next += 1
            }
            guard next < order.count, try statement.step() else { return nil }
        }
        return order[next...]
    }

    private func use(_ statement: IDStatement) throws -> IDTable.Entry {
        let stored = try StoredUse(stored: statement.int(column: 0))
        let item = history.indices[stored.item]
        guard let use = IDTable.Entry(usedFor: stored.action, item: item, quantity: stored.quantity) else {
            throw LedgerCorruption(text: "what an id was used for")
        }
        return use
    }
}

/// The ids that earlier runs of a ledger have used, with items as indices on the menu of the current run.
final class LedgerIDHistory: Sendable {
    /// The bytes of input per recorded id from which reading all ids for a filter is faster than looking up each id.
    ///
    /// A lookup takes as long as reading twenty ids in order, and few rows are shorter than this.
    private static let bytesForFilter = 3

    let ledger: Ledger
    /// An upper bound on the number of used ids: those of all runs that were not reversed.
    private let count: Int
    /// The index on the menu of each item, by the item's number in the ledger.
    let indices: [Int: Int]
    /// The number of the first run that is not included.
    let end: Int
    /// Whether a worker has begun to make the filter; other workers continue without it in the meantime.
    private let isFilterBegun = Atomic(false)
    private let finishedFilter = LockedValue<IDFilter?>(nil)

    /// - Parameter run: Only runs before this one are included.
    init(ledger: Ledger, count: Int, indices: [Int: Int], before run: Int) {
        self.ledger = ledger
        self.count = count
        self.indices = indices
        end = run
    }

    /// A filter that shows for most ids that they are not in the ledger; nil until complete, or without memory.
    var filter: IDFilter? { finishedFilter.withLock { $0 } }

    /// Makes the filter from all ids, unless another worker does so already.
    func makeFilter(from database: Database) throws {
        let isFirst = isFilterBegun.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
        guard isFirst else { return }
        let filter = try IDFilter.ofAllIDs(in: database, count: count)
        finishedFilter.withLock { $0 = filter }
    }

    @Sendable func makeLookup(inputBytes: Int) throws -> IDLookup? {
        guard count > 0 else { return nil }
        return try ledger.translating {
            try LedgerIDLookup(of: self, usesFilter: inputBytes / Self.bytesForFilter >= count).find
        }
    }
}

/// A prepared statement about ids, which is stepped without creating a `Row` for each id.
@safe struct IDStatement {
    private let statement: Statement
    private let handle: OpaquePointer

    init(_ database: Database, sql: String) throws {
        statement = try database.cachedStatement(sql: sql)
        unsafe handle = statement.sqliteStatement
    }

    /// Binds prefix, high and low of an id, starting at a parameter, counted from 1.
    func bind(_ key: IDKey, at parameter: Int32 = 1) throws {
        try unsafe check(sqlite3_bind_int64(handle, parameter, key.prefix))
        try unsafe check(sqlite3_bind_int64(handle, parameter + 1, key.high))
        try unsafe check(sqlite3_bind_int64(handle, parameter + 2, key.low))
    }

    func bind(_ value: Int, at parameter: Int32) throws {
        try unsafe check(sqlite3_bind_int64(handle, parameter, Int64(value)))
    }

    @inline(__always) private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// Steps to the next row; returns false if there is none.
    func step() throws -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
    }

    func reset() { unsafe sqlite3_reset(handle) }
    func int(column: Int32) -> Int { unsafe Int(sqlite3_column_int64(handle, column)) }

    /// The key whose prefix, high and low are in consecutive columns, starting at the given one.
    func key(column: Int32) -> IDKey {
        unsafe IDKey(
            prefix: sqlite3_column_int64(handle, column), high: sqlite3_column_int64(handle, column + 1),
            low: sqlite3_column_int64(handle, column + 2))
    }
}
