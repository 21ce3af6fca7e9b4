internal import GRDB

/// The format of a ledger, version by version.
///
/// A version that has been released never changes: a later one adds its own steps behind it. GRDB's migrator would
/// keep its own table of what was done; SQLite's `user_version` says as much, and tells a newer format apart.
enum LedgerSchema {
    /// What SQLite's `application_id` says of a ledger: the letters JBLG.
    static let applicationID = 0x4A42_4C47

    /// The version that this program writes.
    static var version: Int { steps.count }

    /// The statements that lead from each version to the next, from an empty database on.
    private static let steps = [version1]

    /// Brings a database to the present version, in a transaction of the caller's.
    static func migrate(_ database: Database, from version: Int) throws {
        guard version < steps.count else { return }
        for step in steps[version...] { try database.execute(sql: step) }
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(steps.count)")
    }

    private static let version1 = """
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
        ) STRICT;
        CREATE TABLE item (
            number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 1048575),
            kind TEXT NOT NULL CHECK (kind IN ('fruit', 'juice')),
            key TEXT NOT NULL,
            name TEXT NOT NULL,
            since INTEGER NOT NULL REFERENCES run (number),
            UNIQUE (kind, key)
        ) STRICT;
        CREATE TABLE stock (
            fruit INTEGER PRIMARY KEY REFERENCES item (number),
            opening INTEGER NOT NULL CHECK (opening BETWEEN 0 AND 1000000000000),
            pieces INTEGER NOT NULL CHECK (pieces BETWEEN 0 AND 1000000000000)
        ) STRICT;
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
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX movement_by_fruit ON movement (fruit, run);
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
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX input_by_content ON input (sha256);
        CREATE TABLE known_input (
            sha256 TEXT PRIMARY KEY,
            bytes INTEGER NOT NULL,
            run INTEGER NOT NULL REFERENCES run (number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX known_input_by_size ON known_input (bytes);
        CREATE TABLE id_seed (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            low INTEGER NOT NULL,
            high INTEGER NOT NULL
        ) STRICT;
        INSERT INTO id_seed VALUES (1, random(), random());
        CREATE TABLE used_id (
            prefix INTEGER NOT NULL,
            high INTEGER NOT NULL,
            low INTEGER NOT NULL,
            use INTEGER NOT NULL CHECK (use >= 0),
            run INTEGER NOT NULL REFERENCES run (number),
            PRIMARY KEY (prefix, high, low)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE id_filter (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            run INTEGER NOT NULL REFERENCES run (number),
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            words BLOB NOT NULL
        ) STRICT;
        CREATE TABLE pending (
            run INTEGER PRIMARY KEY REFERENCES run (number),
            staging TEXT NOT NULL,
            target TEXT NOT NULL,
            inode INTEGER NOT NULL
        ) STRICT;
        """
}
