internal import GRDB
internal import GRDBSQLite
internal import JuiceBatch

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

    /// The key whose prefix, high and low stand from a column on.
    func key(column: Int32) -> IDKey {
        IDKey(
            prefix: sqlite3_column_int64(handle, column), high: sqlite3_column_int64(handle, column + 1),
            low: sqlite3_column_int64(handle, column + 2))
    }
}
