internal import GRDB
internal import JuiceBatch

/// The check that a database is a ledger of the present format: by what it says, and by all that its schema holds.
///
/// A trigger, a view or a column that no version of this program makes would have a say in what is kept, so a ledger
/// that has one is none.
enum LedgerFormat {
    /// Whether a database is empty.
    ///
    /// - Throws: `LedgerFault` if it is neither empty nor a ledger of the present format.
    static func isEmpty(_ database: Database) throws -> Bool {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let entries = try Row.fetchAll(database, sql: "SELECT name, tbl_name, sql FROM sqlite_schema")
        if entries.isEmpty && application == 0 && version == 0 { return true }
        guard application == LedgerSchema.applicationID, version > 0 else { throw LedgerFault.foreign }
        guard version == LedgerSchema.version else {
            throw LedgerFault.newer(version, madeBy: maker(database, entries))
        }
        var found: Set<String> = []
        for entry in entries {
            let name: String = try entry.decode(forColumn: "name")
            // What ANALYZE leaves, which only says how to look.
            if name.hasPrefix("sqlite_stat") { continue }
            guard let sql: String = try entry.decode(forColumn: "sql") else {
                // The index of a UNIQUE or PRIMARY KEY, which its table's statement has.
                guard name.hasPrefix("sqlite_autoindex_") else { throw LedgerFault.unknownForm(version) }
                continue
            }
            guard found.insert(sql).inserted else { throw LedgerFault.unknownForm(version) }
        }
        guard found == LedgerSchema.statements else { throw LedgerFault.unknownForm(version) }
        return false
    }

    /// The program that made a ledger of a later format, if it is recorded where this version records it.
    private static func maker(_ database: Database, _ entries: [Row]) -> String? {
        let names = entries.compactMap { try? $0.decode(String.self, forColumn: "name") }
        guard names.contains("ledger") else { return nil }
        return try? String.fetchOne(database, sql: "SELECT made_by FROM ledger")
    }
}

extension LedgerFault: Error {}
