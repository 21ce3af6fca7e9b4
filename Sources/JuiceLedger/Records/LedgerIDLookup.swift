internal import GRDB
internal import GRDBSQLite
internal import Glibc
internal import JuiceBatch
internal import JuiceCore
internal import Synchronization

/// The ids that earlier runs of a ledger have used, with items as indices on the menu of the current run.
final class LedgerIDHistory: Sendable {
    private let ledger: Ledger
    /// An upper bound on the number of used ids: those of all runs that were not reversed.
    private let count: Int
    /// The index on the menu of each item, by the item's number in the ledger.
    private let indices: [Int: Int]
    /// The number of the first run that is not included.
    private let end: Int
    /// Whether a worker has begun to make the filter; other workers continue without it in the meantime.
    private let isFilterBegun = Atomic(false)
    /// A filter that shows for most ids that they are not in the ledger; nil until complete, or without memory.
    private let filter = LockedValue<IDFilter?>(nil)

    init(of snapshot: LedgerSnapshot, menu: Menu, before run: Int) throws {
        ledger = snapshot.ledger
        let count = try Int.fetchOne(
            snapshot.database,
            sql: """
                SELECT coalesce(sum(ids), 0) - (
                    SELECT coalesce(sum(ids), 0) FROM run
                    WHERE number IN \(LedgerSnapshot.reversedRuns)
                ) FROM run
                """)
        self.count = count ?? 0
        let numbers = try LedgerItems(snapshot.database).numbers(on: menu)
        let items = Array(numbers.fruits.enumerated()) + Array(numbers.juices.enumerated())
        indices = Dictionary(items.filter { $0.element > 0 }.map { ($0.element, $0.offset) }) { $1 }
        end = run
    }

    /// Makes a function that looks up ids over its own connection, in parallel to others; nil if no ids are on record.
    @Sendable func makeLookup(inputBytes: Int) throws -> IDLookup? {
        guard count > 0 else { return nil }
        // From 3 bytes per recorded id on, reading all ids for a filter is faster than looking up each id: a lookup
        // takes as long as reading twenty ids in order, and few rows are shorter than 60 bytes.
        let usesFilter = inputBytes / 3 >= count
        return try ledger.translating {
            let connection = try ledger.makeReader()
            // One read transaction for all lookups, which ends with the connection.
            try connection.queue.unsafeRead { try $0.beginTransaction(.deferred) }
            return { ids, receiver in
                try self.ledger.translating {
                    try connection.queue.unsafeRead { try self.find(ids, usesFilter, $0, receiver) }
                }
            }
        }
    }

    private func find(_ ids: [IDKey], _ usesFilter: Bool, _ database: Database, _ receiver: IDUseReceiver) throws {
        if usesFilter, let filter = filter.withLock({ $0 }) {
            let rest = ids.indices.filter { filter.mayContain(ids[$0].high) }
            if !rest.isEmpty { try findEach(rest, of: ids, database, receiver) }
            return
        }
        guard let rest = try findInRange(ids, database, receiver) else { return }
        if usesFilter,
            isFilterBegun.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged,
            let filter = IDFilter(count: count)
        {
            let statement = try IDStatement(database, sql: "SELECT high FROM used_id")
            defer { statement.reset() }
            while try statement.step() { filter.add(Int64(statement.int(column: 0))) }
            self.filter.withLock { $0 = filter }
        }
        try findEach(Array(rest), of: ids, database, receiver)
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
                if run < end { receiver(index, try use(statement), run) }
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
        // Beyond some recorded ids per id, looking up the rest one by one is faster.
        for _ in 0..<(4 * ids.count) {
            let known = statement.key(column: 1)
            while next < order.count && ids[order[next]] < known { next += 1 }
            let run = statement.int(column: 4)
            while next < order.count && ids[order[next]] == known {
                if run < end { receiver(order[next], try use(statement), run) }
                next += 1
            }
            guard next < order.count, try statement.step() else { return nil }
        }
        return order[next...]
    }

    private func use(_ statement: IDStatement) throws -> IDTable.Entry {
        let stored = try StoredUse(stored: statement.int(column: 0))
        let item = indices[stored.item]
        guard let use = IDTable.Entry(usedFor: stored.action, item: item, quantity: stored.quantity) else {
            throw LedgerCorruption(text: "what an id was used for")
        }
        return use
    }
}

/// A set of ids with false positives: a blocked Bloom filter (Putze, Sanders, Singler: "Cache-, hash- and
/// space-efficient Bloom filters") of two bytes per id.
///
/// About one in a hundred ids that were not added is reported as contained. The filter takes memory only as it fills.
@safe package final class IDFilter: @unchecked Sendable {
    // The owner makes sure that only one thread writes at a time, and none reads meanwhile.

    private let words: UnsafeMutablePointer<UInt64>
    private let wordCount: Int

    /// Creates an empty filter for a number of ids; nil if the system cannot provide the memory.
    package init?(count: Int) {
        // 16 bits per id, and at most 64 MiB: with more than 32 million ids, the filter becomes less precise.
        wordCount = min(max(1, count * 16 / UInt64.bitWidth), 8 << 20)
        guard let memory = unsafe mapMemory(byteCount: wordCount * MemoryLayout<UInt64>.stride) else { return nil }
        unsafe words = memory.bindMemory(to: UInt64.self, capacity: wordCount)
    }

    deinit { unsafe munmap(words, wordCount * MemoryLayout<UInt64>.stride) }

    /// Adds an id by its `IDKey.high`, whose bits are random enough without further hashing.
    package func add(_ high: Int64) { unsafe words[wordIndex(high)] |= Self.bits(high) }

    /// Whether an id may have been added; false only if it has not.
    package func mayContain(_ high: Int64) -> Bool { unsafe ~words[wordIndex(high)] & Self.bits(high) == 0 }

    /// The index of the word for an id, determined by its upper bits.
    private func wordIndex(_ high: Int64) -> Int {
        Int(truncatingIfNeeded: UInt64(bitPattern: high).multipliedFullWidth(by: UInt64(wordCount)).high)
    }

    /// The bits set for an id in its word: four, or fewer if some coincide; determined by its lower bits.
    private static func bits(_ high: Int64) -> UInt64 {
        let bits = UInt64(bitPattern: high)
        return 1 &<< (bits & 63) | 1 &<< (bits >> 6 & 63) | 1 &<< (bits >> 12 & 63) | 1 &<< (bits >> 18 & 63)
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
