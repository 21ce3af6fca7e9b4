internal import GRDB
internal import JuiceBatch

/// The filter of a ledger's ids as the ledger keeps it from one large run to the next.
///
/// It holds for the state that the run left which wrote it; behind any other run it is of no use, and is made anew when
/// it is wanted. So small runs pay nothing for it.
enum StoredFilter {
    /// The fewest ids of a first run for which it is kept.
    static let idsMin = 4096

    /// The filter, if it has all ids and is sharp enough for so many.
    static func load(from database: Database, count: Int) throws -> IDFilter? {
        let statement = try IDStatement(
            database,
            sql: "SELECT sha256, words, run FROM id_filter WHERE run = (SELECT max(number) FROM run)")
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        let bytes = statement.bytes(column: 1)
        let digest = Self.digest(bytes, run: statement.int(column: 2))
        guard digest == String(decoding: statement.bytes(column: 0), as: UTF8.self) else { return nil }
        guard let filter = IDFilter(bytes: bytes), filter.suits(count: count) else { return nil }
        return filter
    }

    /// Keeps a filter that has all ids, those of this run included.
    static func save(_ filter: IDFilter, run: Int, in database: Database) throws {
        let statement = try IDStatement(
            database, sql: "INSERT OR REPLACE INTO id_filter (number, run, sha256, words) VALUES (1, ?1, ?2, ?3)")
        defer { statement.reset() }
        try statement.bind(run, at: 1)
        var digest = digest(filter.bytes, run: run)
        try digest.withUTF8 { text in
            try statement.bind(text: text, at: 2)
            try statement.bind(blob: filter.bytes, at: 3)
            _ = try statement.step()
        }
    }

    /// The digest of a filter and of the run that it holds for.
    private static func digest(_ bytes: UnsafeRawBufferPointer, run: Int) -> String {
        let digest = SHA256()
        digest.update(bytes.bindMemory(to: UInt8.self))
        withUnsafeBytes(of: Int64(run).littleEndian) { digest.update($0.bindMemory(to: UInt8.self)) }
        return digest.finishHex()
    }
}
