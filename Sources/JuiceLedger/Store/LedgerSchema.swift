internal import CBuild
internal import GRDB
internal import JuiceBatch

/// The tables and indexes of a ledger, which schema.sql creates.
///
/// The schema of a released version never changes; a later version adds its own step, by SQLite's `user_version`.
extension Ledger {
    /// The `application_id` that marks an SQLite file as a ledger: the letters JBLG.
    private static let applicationID = 0x4A42_4C47

    /// The version of the format that this program writes.
    static let formatVersion = 1

    /// Creates the tables of an empty database, within the caller's transaction.
    static func makeSchema(in database: Database) throws {
        for statement in schemaStatements { try database.execute(sql: statement) }
        let seed = HashSeed(low: .random(in: 0...(.max)), high: .random(in: 0...(.max)))
        let creator = BuildInfo.nameAndVersion
        let (low, high) = (Int64(bitPattern: seed.low), Int64(bitPattern: seed.high))
        try database.insert(into: "ledger", [1, creator, low, high, headerDigest(creator, seed)])
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(formatVersion)")
    }

    /// The statements that create the tables and then the indexes, as SQLite stores them in `sqlite_schema`.
    private static let schemaStatements = embeddedText(.ledgerSchema).split(separator: ";\n").map { statement in
        statement.split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: "\n")
    }

    /// Whether a database has no tables; throws `LedgerError` if it is neither empty nor a ledger of this format.
    ///
    /// A trigger, view or column that no version of this program creates could change what is stored.
    static func isEmpty(_ database: Database) throws -> Bool {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let entries = try Row.fetchAll(database, sql: "SELECT name, tbl_name, sql FROM sqlite_schema")
        if entries.isEmpty && application == 0 && version == 0 { return true }
        guard application == applicationID, version > 0 else { throw LedgerError.notADatabase }
        guard version == formatVersion else { throw LedgerError.newer(version) }
        var found: Set<String> = []
        for entry in entries {
            let name: String = try entry.decode(forColumn: "name")
            // Tables created by ANALYZE only affect how SQLite searches.
            if name.hasPrefix("sqlite_stat") { continue }
            guard let sql: String = try entry.decode(forColumn: "sql") else {
                // The index of a UNIQUE or PRIMARY KEY constraint, which is part of its table's statement.
                guard name.hasPrefix("sqlite_autoindex_") else { throw LedgerError.unknownForm(version) }
                continue
            }
            guard found.insert(sql).inserted else { throw LedgerError.unknownForm(version) }
        }
        guard found == Set(schemaStatements) else { throw LedgerError.unknownForm(version) }
        return false
    }
}

extension LedgerError: Error {}
