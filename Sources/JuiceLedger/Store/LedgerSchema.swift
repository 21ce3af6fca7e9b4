internal import GRDB
internal import JuiceBatch

/// The format of a ledger, version by version.
///
/// A version that has been released never changes: a later one adds its own step behind it. GRDB's migrator would
/// keep its own table of what was done; SQLite's `user_version` says as much, and tells a newer format apart.
enum LedgerSchema {
    /// What SQLite's `application_id` says of a ledger: the letters JBLG.
    static let applicationID = 0x4A42_4C47

    /// The version that this program writes.
    static let version = 5

    /// Brings a database to the present version, in a transaction of the caller's.
    ///
    /// - Parameter version: the version it has; 0 if it is empty.
    static func migrate(_ database: Database, from version: Int) throws {
        guard version < self.version else { return }
        if version == 0 {
            try makePresent(database)
        } else {
            if version < 2 { try migrateToVersion2(database) }
            if version < 3 { try migrateToVersion3(database) }
            if version < 4 { try execute(version4, in: database) }
            if version < 5 { try execute(version5, in: database) }
        }
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(self.version)")
    }

    /// Makes a ledger that never was of an earlier version: to alter a table costs more than to make it as it is to be.
    private static func makePresent(_ database: Database) throws {
        try execute(statementsOfPresent, in: database)
        var generator = SystemRandomNumberGenerator()
        try LedgerHead(madeBy: ProgramVersion.text, seed: HashSeed(from: &generator)).insert(into: database)
    }

    /// The statements that make each version, as SQLite keeps them in `sqlite_schema`; nil for one that never was.
    static func statements(of version: Int) -> Set<String>? { forms[version] }

    // Every transaction asks for them.
    private static let forms: [Int: Set<String>] = [
        1: Set(version1), 2: Set(statementsOf2), 3: Set(statementsOf3), 4: Set(statementsOf3 + version4),
        version: Set(statementsOfPresent),
    ]

    private static let statementsOfPresent = statementsOf3 + version4 + version5

    private static let statementsOf3 = statementsOf2.map(extendedIn3) + version3

    private static let statementsOf2 = version1.filter { !removedIn2.contains($0) } + version2

    static func execute(_ statements: [String], in database: Database) throws {
        for statement in statements { try database.execute(sql: statement) }
    }

    /// What inputs are known follows from those on record, the seed of ids gets a digest, and a report set is known by
    /// more than a path.
    ///
    /// Reports of version 1 that wait to be put in place cannot be told from any other folder by now.
    private static func migrateToVersion2(_ database: Database) throws {
        try execute(version2, in: database)
        guard let row = try Row.fetchOne(database, sql: "SELECT low, high FROM id_seed") else {
            throw LedgerCorruption(text: "a ledger of version 1 without a seed of ids")
        }
        let seed = HashSeed(
            low: UInt64(bitPattern: try row.decode(forColumn: "low")),
            high: UInt64(bitPattern: try row.decode(forColumn: "high")))
        try LedgerHead(madeBy: "juice-batch 0.1.0", seed: seed).insert(into: database)
        let empty = String(repeating: "0", count: 64)
        try database.execute(
            sql: """
                INSERT INTO report_set
                SELECT run, 'lost', target, staging, 0, inode, '\(empty)' FROM pending
                """)
        for table in ["pending", "known_input", "id_seed"] { try database.execute(sql: "DROP TABLE \(table)") }
        try database.execute(sql: "DELETE FROM id_filter")
    }

    /// What version 2 has no more.
    private static let removedIn2 = version1.filter { statement in
        ["TABLE pending ", "TABLE known_input ", "INDEX known_input_by_size ", "TABLE id_seed "]
            .contains { statement.hasPrefix("CREATE " + $0) }
    }

    private static let version1 = [
        """
        CREATE TABLE run (
            number INTEGER PRIMARY KEY CHECK (number >= 1),
            reverses INTEGER UNIQUE REFERENCES run (number) CHECK (reverses < number),
            recorded_at TEXT NOT NULL,
            date TEXT,
            rows INTEGER NOT NULL,
            success INTEGER NOT NULL CHECK (success >= 0),
            shortage INTEGER NOT NULL CHECK (shortage >= 0),
            rejected INTEGER NOT NULL CHECK (rejected >= 0),
            skipped INTEGER NOT NULL CHECK (skipped >= 0),
            cups_served INTEGER NOT NULL CHECK (cups_served >= 0),
            ids INTEGER NOT NULL CHECK (ids BETWEEN 0 AND success),
            ids_sha256 TEXT NOT NULL CHECK (length(ids_sha256) = 64),
            sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64),
            CHECK (rows = success + shortage + rejected + skipped)
        ) STRICT
        """,
        """
        CREATE TABLE item (
            number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 1048575),
            kind TEXT NOT NULL CHECK (kind IN ('fruit', 'juice')),
            key TEXT NOT NULL,
            name TEXT NOT NULL,
            since INTEGER NOT NULL REFERENCES run (number),
            UNIQUE (kind, key)
        ) STRICT
        """,
        """
        CREATE TABLE stock (
            fruit INTEGER PRIMARY KEY REFERENCES item (number),
            opening INTEGER NOT NULL CHECK (opening BETWEEN 0 AND 1000000000000),
            pieces INTEGER NOT NULL CHECK (pieces BETWEEN 0 AND 1000000000000)
        ) STRICT
        """,
        """
        CREATE TABLE movement (
            run INTEGER NOT NULL REFERENCES run (number),
            fruit INTEGER NOT NULL REFERENCES stock (fruit),
            opening INTEGER NOT NULL CHECK (opening BETWEEN 0 AND 1000000000000),
            restocked INTEGER NOT NULL,
            discarded INTEGER NOT NULL,
            counted INTEGER NOT NULL,
            used INTEGER NOT NULL,
            closing INTEGER NOT NULL CHECK (closing BETWEEN 0 AND 1000000000000),
            PRIMARY KEY (run, fruit)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX movement_by_fruit ON movement (fruit, run)",
        """
        CREATE TABLE input (
            run INTEGER NOT NULL REFERENCES run (number),
            place INTEGER NOT NULL CHECK (place >= 1),
            name TEXT NOT NULL,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            bytes INTEGER NOT NULL CHECK (bytes >= 0),
            rows INTEGER NOT NULL,
            blank INTEGER NOT NULL CHECK (blank >= 0),
            success INTEGER NOT NULL CHECK (success BETWEEN 0 AND rows),
            PRIMARY KEY (run, place)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX input_by_content ON input (sha256)",
        """
        CREATE TABLE known_input (
            sha256 TEXT PRIMARY KEY,
            bytes INTEGER NOT NULL,
            run INTEGER NOT NULL REFERENCES run (number)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX known_input_by_size ON known_input (bytes)",
        """
        CREATE TABLE id_seed (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            low INTEGER NOT NULL,
            high INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE used_id (
            prefix INTEGER NOT NULL,
            high INTEGER NOT NULL,
            low INTEGER NOT NULL,
            use INTEGER NOT NULL CHECK (use >= 0),
            run INTEGER NOT NULL REFERENCES run (number),
            PRIMARY KEY (prefix, high, low)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE id_filter (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            run INTEGER NOT NULL REFERENCES run (number),
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            words BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE pending (
            run INTEGER PRIMARY KEY REFERENCES run (number),
            staging TEXT NOT NULL,
            target TEXT NOT NULL,
            inode INTEGER NOT NULL
        ) STRICT
        """,
    ]

    private static let version2 = [
        """
        CREATE TABLE ledger (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            made_by TEXT NOT NULL,
            seed_low INTEGER NOT NULL,
            seed_high INTEGER NOT NULL,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64)
        ) STRICT
        """,
        """
        CREATE TABLE report_set (
            run INTEGER PRIMARY KEY REFERENCES run (number),
            state TEXT NOT NULL CHECK (state IN ('staged', 'beside', 'lost')),
            target TEXT NOT NULL,
            staging TEXT NOT NULL,
            device INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64)
        ) STRICT
        """,
        "CREATE INDEX input_by_size ON input (bytes)",
    ]
}
