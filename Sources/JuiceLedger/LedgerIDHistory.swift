internal import GRDB
internal import GRDBSQLite
internal import Glibc
internal import JuiceBatch

/// The ids that earlier runs of a ledger have used, as a run with a certain menu sees them.
struct LedgerIDHistory: IDHistory {
    let ledger: Ledger
    let isEmpty: Bool
    /// The place on the menu of each item of the ledger, by its number there.
    let places: [Int: Int]

    func makeLookup() throws -> (any IDLookup)? {
        isEmpty ? nil : try LedgerIDLookup(connection: ledger.makeReader(), places: places)
    }
}

/// A connection of a worker's own, so that workers look up ids beside each other.
private final class LedgerIDLookup: IDLookup {
    private let connection: DatabaseQueue
    private let places: [Int: Int]

    init(connection: DatabaseQueue, places: [Int: Int]) throws {
        self.connection = connection
        self.places = places
        // One transaction for all lookups; it ends with the connection.
        try connection.unsafeRead { try $0.beginTransaction(.deferred) }
    }

    func find(_ ids: [UnsafeBufferPointer<UInt8>], found: (Int, IDUse) -> Void) throws {
        try connection.unsafeRead { database in
            guard let rest = try findInRange(ids, database, found) else { return }
            let statement = try IDStatement(
                database, sql: "SELECT action, item, quantity FROM used_id WHERE id = ?1")
            for index in rest {
                statement.bind(ids[index], at: 1)
                if try statement.step() { found(index, use(statement, column: 0)) }
                statement.reset()
            }
        }
    }

    /// Compares the ids with those on record between the lowest and the highest of them, in one sweep.
    ///
    /// Ids mostly grow from night to night, and then there is nothing to sweep.
    ///
    /// - Returns: the places of those that are left because the sweep got too long; nil if none are.
    private func findInRange(
        _ ids: [UnsafeBufferPointer<UInt8>], _ database: Database, _ found: (Int, IDUse) -> Void
    ) throws -> ArraySlice<Int>? {
        guard var low = ids.first, var high = ids.first else { return nil }
        for id in ids {
            if Self.order(id, low) < 0 { low = id }
            if Self.order(id, high) > 0 { high = id }
        }
        let statement = try IDStatement(
            database, sql: "SELECT action, item, quantity, id FROM used_id WHERE id BETWEEN ?1 AND ?2 ORDER BY id")
        defer { statement.reset() }
        statement.bind(low, at: 1)
        statement.bind(high, at: 2)
        guard try statement.step() else { return nil }
        let order = ids.indices.sorted { Self.order(ids[$0], ids[$1]) < 0 }
        var next = 0
        for _ in 0..<(4 * ids.count) {
            let known = statement.bytes(column: 3)
            while next < order.count && Self.order(ids[order[next]], known) < 0 { next += 1 }
            while next < order.count && Self.order(ids[order[next]], known) == 0 {
                found(order[next], use(statement, column: 0))
                next += 1
            }
            guard next < order.count, try statement.step() else { return nil }
        }
        return order[next...]
    }

    private func use(_ statement: IDStatement, column: Int32) -> IDUse {
        let action = Action(rawValue: UInt8(truncatingIfNeeded: statement.int(column: column))) ?? .order
        return IDUse(
            action: action, item: places[statement.int(column: column + 1)],
            quantity: statement.int(column: column + 2))
    }

    /// Negative, zero or positive as `left` stands before, at or behind `right`: by bytes, as SQLite has it.
    private static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        guard let a = left.baseAddress, let b = right.baseAddress else { return left.count - right.count }
        let order = memcmp(a, b, min(left.count, right.count))
        return order == 0 ? left.count - right.count : Int(order)
    }
}

/// A prepared statement over ids, stepped without a `String`, a `Row` or a `Data` an id.
struct IDStatement {
    private let statement: Statement
    private let handle: OpaquePointer

    init(_ database: Database, sql: String) throws {
        statement = try database.cachedStatement(sql: sql)
        handle = statement.sqliteStatement
    }

    /// Binds the bytes of an id, which must live until the statement is reset; parameters count from 1.
    func bind(_ id: UnsafeBufferPointer<UInt8>, at parameter: Int32) {
        id.withMemoryRebound(to: CChar.self) { text in
            _ = sqlite3_bind_text(handle, parameter, text.baseAddress, Int32(text.count), nil)
        }
    }

    func bind(_ value: Int, at parameter: Int32) {
        sqlite3_bind_int64(handle, parameter, Int64(value))
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

    /// The bytes of a text, good until the next step.
    func bytes(column: Int32) -> UnsafeBufferPointer<UInt8> {
        let start = sqlite3_column_text(handle, column)
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }
}
