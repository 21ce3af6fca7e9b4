internal import GRDB
internal import GRDBSQLite
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

    /// Looks up the ids one by one.
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

    /// Compares the ids with the recorded ones between the lowest and the highest of them, in one sweep.
    ///
    /// Ids mostly grow from run to run, so that the sweep is short.
    ///
    /// - Returns: the indices of ids left because the sweep got too long; nil if none are.
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

/// The ids that earlier runs of a ledger have used, as a run with a certain menu sees them.
final class LedgerIDHistory: IDHistory {
    /// The bytes of input per recorded id from which reading all ids pays off.
    ///
    /// A lookup costs as much as twenty ids of the sweep, and few rows are shorter than this.
    private static let bytesForScreen = 3

    private let ledger: Ledger
    /// The maximum number of ids.
    private let count: Int
    /// The place on the menu of each item of the ledger, by its number there.
    private let places: [Int: Int]
    /// The first run that does not count.
    private let end: Int
    private let prefilter: IDPrefilter?

    /// - Parameter run: of the runs before this one only.
    init(ledger: Ledger, count: Int, places: [Int: Int], before run: Int) {
        self.ledger = ledger
        self.count = count
        self.places = places
        end = run
        prefilter = IDPrefilter(count: count)
    }

    /// Stores the filter of all ids after a run has added some, if there is one or it is quickly made.
    func keepFilter(adding ids: [UsedID], run: Int, in database: Database) throws {
        guard let filter = prefilter?.filter ?? newFilter(ids.count) else { return }
        filter.add(ids.lazy.map(\.key.high))
        try filter.save(run: run, in: database)
    }

    /// A filter for the first ids of a ledger; nil if there are ids already.
    private func newFilter(_ added: Int) -> IDFilter? {
        count == 0 && added >= IDFilter.storedIDsMin ? IDFilter(count: added) : nil
    }

    func makeLookup(inputBytes: Int) throws -> (any IDLookup)? {
        guard count > 0 else { return nil }
        let isPrefilterWorthIt = inputBytes >= count * Self.bytesForScreen
        return try ledger.translating {
            try LedgerIDLookup(
                ledger: ledger, places: places, before: end, prefilter: isPrefilterWorthIt ? prefilter : nil)
        }
    }
}

/// A prepared statement over ids, stepped without a `Row` an id.
struct IDStatement {
    private let statement: Statement
    private let handle: OpaquePointer

    init(_ database: Database, sql: String) throws {
        statement = try database.cachedStatement(sql: sql)
        handle = statement.sqliteStatement
    }

    /// Binds prefix, high and low of an id from a parameter on; parameters count from 1.
    func bind(_ key: IDKey, at parameter: Int32 = 1) throws {
        try check(sqlite3_bind_int64(handle, parameter, key.prefix))
        try check(sqlite3_bind_int64(handle, parameter + 1, key.high))
        try check(sqlite3_bind_int64(handle, parameter + 2, key.low))
    }

    func bind(_ value: Int, at parameter: Int32) throws {
        try check(sqlite3_bind_int64(handle, parameter, Int64(value)))
    }

    /// Binds text, which must live until the statement is reset.
    func bind(text: UnsafeBufferPointer<UInt8>, at parameter: Int32) throws {
        try check(
            text.withMemoryRebound(to: CChar.self) { text in
                sqlite3_bind_text(handle, parameter, text.baseAddress, Int32(text.count), nil)
            })
    }

    /// Binds bytes, which must live until the statement is reset.
    func bind(blob: UnsafeRawBufferPointer, at parameter: Int32) throws {
        try check(sqlite3_bind_blob64(handle, parameter, blob.baseAddress, UInt64(blob.count), nil))
    }

    @inline(__always)
    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// Whether there is a row.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
    }

    func reset() {
        sqlite3_reset(handle)
    }

    /// Columns count from 0.
    func int(column: Int32) -> Int {
        Int(sqlite3_column_int64(handle, column))
    }

    /// The bytes of a text or blob, good until the next step.
    func bytes(column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    /// The key whose prefix, high and low are in a row's columns from a given one on.
    func key(column: Int32) -> IDKey {
        IDKey(
            prefix: sqlite3_column_int64(handle, column), high: sqlite3_column_int64(handle, column + 1),
            low: sqlite3_column_int64(handle, column + 2))
    }
}
