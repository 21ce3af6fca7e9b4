internal import GRDB
internal import JuiceBatch

/// The tables of a ledger.
///
/// A released version never changes: a later one adds its own step behind it. GRDB's migrator would keep a table of the
/// steps; SQLite's `user_version` does the same, and marks a newer format.
enum LedgerSchema {
    /// SQLite's `application_id` of a ledger: the letters JBLG.
    static let applicationID = 0x4A42_4C47

    /// The version that this program writes.
    static let version = 1

    /// The statements that make the tables and indexes, as SQLite keeps them in `sqlite_schema`.
    static let statements = Set(tables + indexes)

    /// Makes the tables of an empty database, in a transaction of the caller's.
    static func make(in database: Database) throws {
        for statement in tables + indexes { try database.execute(sql: statement) }
        var generator = SystemRandomNumberGenerator()
        try LedgerHead(madeBy: ProgramVersion.text, seed: HashSeed(from: &generator)).insert(into: database)
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }

    private static let tables = [
        // The program that made the ledger, and the seed of the hashes that stand for ids; one row.
        """
        CREATE TABLE ledger (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            made_by TEXT NOT NULL,
            seed_low INTEGER NOT NULL,
            seed_high INTEGER NOT NULL,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64)
        ) STRICT
        """,
        // The runs, by number.
        """
        CREATE TABLE run (
            number INTEGER PRIMARY KEY CHECK (number >= 1),
            reverses INTEGER UNIQUE REFERENCES run (number) CHECK (reverses < number),
            settles INTEGER REFERENCES run (number) CHECK (settles IS NULL OR settles < number AND reverses IS NULL),
            why TEXT CHECK (why IS NULL OR settles IS NOT NULL),
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
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            CHECK (rows = success + shortage + rejected + skipped)
        ) STRICT
        """,
        // The fruits and juices, each under the name that it had on the menu of the run which added it.
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
        // The stock of each fruit, now and when it was added.
        """
        CREATE TABLE stock (
            fruit INTEGER PRIMARY KEY REFERENCES item (number),
            opening INTEGER NOT NULL CHECK (opening BETWEEN 0 AND 1000000000000),
            pieces INTEGER NOT NULL CHECK (pieces BETWEEN 0 AND 1000000000000)
        ) STRICT
        """,
        // How a run changed the stock of a fruit; cancels give back.
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
            given_back INTEGER NOT NULL,
            PRIMARY KEY (run, fruit)
        ) STRICT, WITHOUT ROWID
        """,
        // The content of each run's line in the run log.
        """
        CREATE TABLE run_log (
            run INTEGER PRIMARY KEY REFERENCES run (number),
            content TEXT NOT NULL
        ) STRICT
        """,
        // The inputs of a run; those of its successful rows that were asserts make no input known. `records` rows of it
        // may begin a later input, with one hash over them. `rejected` has the lines of its rejected rows, as in `3,17-19`;
        // `unnamed_columns` is the number of its columns that have no role and that no setting names.
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
            asserts INTEGER NOT NULL CHECK (asserts BETWEEN 0 AND success),
            records INTEGER NOT NULL CHECK (records >= 0),
            records_hash TEXT NOT NULL,
            prints_hash TEXT NOT NULL,
            rejected TEXT NOT NULL,
            unnamed_columns INTEGER NOT NULL CHECK (unnamed_columns >= 0),
            PRIMARY KEY (run, place)
        ) STRICT, WITHOUT ROWID
        """,
        // The prints of the rows of recent inputs, eight bytes each, in their order. Long rows take less room in a table with
        // row ids.
        """
        CREATE TABLE record_print (
            run INTEGER NOT NULL,
            place INTEGER NOT NULL,
            prints BLOB NOT NULL,
            PRIMARY KEY (run, place),
            FOREIGN KEY (run, place) REFERENCES input (run, place)
        ) STRICT
        """,
        // The rejected rows of another run that a run closes: the place of their input in that run, and their lines.
        """
        CREATE TABLE settled (
            run INTEGER NOT NULL REFERENCES run (number),
            place INTEGER NOT NULL CHECK (place >= 1),
            lines TEXT NOT NULL,
            PRIMARY KEY (run, place)
        ) STRICT, WITHOUT ROWID
        """,
        // Cups of a juice that a run served and cancelled; a reversal has the opposite figures.
        """
        CREATE TABLE cups (
            run INTEGER NOT NULL REFERENCES run (number),
            juice INTEGER NOT NULL REFERENCES cancellable (juice),
            served INTEGER NOT NULL,
            cancelled INTEGER NOT NULL,
            PRIMARY KEY (run, juice)
        ) STRICT, WITHOUT ROWID
        """,
        // Cups of a juice that all standing runs served, less those that they cancelled.
        """
        CREATE TABLE cancellable (
            juice INTEGER PRIMARY KEY REFERENCES item (number),
            cups INTEGER NOT NULL CHECK (cups >= 0)
        ) STRICT
        """,
        // The newest times of the rows of a run, in seconds since 1970, by kind of time.
        """
        CREATE TABLE newest_time (
            run INTEGER NOT NULL REFERENCES run (number),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 7),
            seconds INTEGER NOT NULL,
            PRIMARY KEY (run, kind)
        ) STRICT, WITHOUT ROWID
        """,
        // The business day of a run with what it is known from and the date in its input's name that contradicts it, and its
        // orders that got as far as stock, with the short ones; retries by
        // themselves.
        """
        CREATE TABLE business (
            run INTEGER PRIMARY KEY REFERENCES run (number),
            date TEXT,
            source TEXT CHECK (date IS NULL OR source IS NOT NULL AND source IN ('given', 'rows', 'name', 'clock')),
            named TEXT,
            orders INTEGER NOT NULL CHECK (orders >= 0),
            short INTEGER NOT NULL CHECK (short BETWEEN 0 AND orders),
            retries INTEGER NOT NULL CHECK (retries >= 0)
        ) STRICT
        """,
        // The demand of a run for a fruit, met or not, without retries.
        """
        CREATE TABLE demand (
            run INTEGER NOT NULL REFERENCES business (run),
            fruit INTEGER NOT NULL REFERENCES stock (fruit),
            pieces INTEGER NOT NULL CHECK (pieces >= 1),
            PRIMARY KEY (run, fruit)
        ) STRICT, WITHOUT ROWID
        """,
        // The orders and sales, in hundredths, of each business day of a run whose rows are of several days.
        """
        CREATE TABLE run_day (
            run INTEGER NOT NULL REFERENCES business (run),
            date TEXT NOT NULL,
            orders INTEGER NOT NULL CHECK (orders >= 0),
            short INTEGER NOT NULL CHECK (short BETWEEN 0 AND orders),
            cups_served INTEGER NOT NULL CHECK (cups_served >= 0),
            sales INTEGER,
            PRIMARY KEY (run, date)
        ) STRICT, WITHOUT ROWID
        """,
        // The demand of such a day for a fruit.
        """
        CREATE TABLE day_demand (
            run INTEGER NOT NULL,
            date TEXT NOT NULL,
            fruit INTEGER NOT NULL REFERENCES stock (fruit),
            pieces INTEGER NOT NULL CHECK (pieces >= 1),
            PRIMARY KEY (run, date, fruit),
            FOREIGN KEY (run, date) REFERENCES run_day (run, date)
        ) STRICT, WITHOUT ROWID
        """,
        // The sums of a run with a menu that had prices, in hundredths; NULL where a price was missing.
        """
        CREATE TABLE money (
            run INTEGER PRIMARY KEY REFERENCES business (run),
            currency TEXT NOT NULL,
            sales INTEGER,
            lost_sales INTEGER,
            fruit_used INTEGER,
            discarded INTEGER,
            counted INTEGER
        ) STRICT
        """,
        // The ids that standing runs have used, as hashes.
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
        // A filter over all used ids, for fast lookups; one row.
        """
        CREATE TABLE id_filter (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            run INTEGER NOT NULL REFERENCES run (number),
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            words BLOB NOT NULL
        ) STRICT
        """,
        // Report sets that are not in their place.
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
        // The open shift; at most one row.
        """
        CREATE TABLE shift (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            run INTEGER NOT NULL CHECK (run >= 0),
            opened_at TEXT NOT NULL,
            date TEXT NOT NULL,
            journal TEXT NOT NULL,
            device INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            menu TEXT NOT NULL,
            process INTEGER NOT NULL
        ) STRICT
        """,
        // The figures of a run of a chain's night, as its roll-up reads them, with a digest of their own.
        """
        CREATE TABLE facts (
            run INTEGER PRIMARY KEY REFERENCES run (number),
            night TEXT NOT NULL CHECK (length(night) = 10),
            content TEXT NOT NULL,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64)
        ) STRICT
        """,
    ]

    private static let indexes = [
        "CREATE INDEX movement_by_fruit ON movement (fruit, run)",
        "CREATE INDEX input_by_content ON input (sha256)",
        "CREATE INDEX input_by_size ON input (bytes)",
        "CREATE INDEX facts_by_night ON facts (night, run)",
        "CREATE INDEX business_by_date ON business (date)",
        "CREATE INDEX newest_time_by_kind ON newest_time (kind, seconds)",
    ]
}

/// The check that a database is a ledger of the present format, by its head and by all that its schema holds.
///
/// A trigger, a view or a column that no version of this program makes could change what is stored, so a file that has
/// one is no ledger.
extension LedgerSchema {
    /// Whether a database is empty.
    ///
    /// - Throws: `LedgerError` if it is neither empty nor a ledger of the present format.
    static func isEmpty(_ database: Database) throws -> Bool {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let entries = try Row.fetchAll(database, sql: "SELECT name, tbl_name, sql FROM sqlite_schema")
        if entries.isEmpty && application == 0 && version == 0 { return true }
        guard application == applicationID, version > 0 else { throw LedgerError.foreign }
        guard version == Self.version else {
            throw LedgerError.newer(version, madeBy: maker(database, entries))
        }
        var found: Set<String> = []
        for entry in entries {
            let name: String = try entry.decode(forColumn: "name")
            // What ANALYZE leaves, which only says how to look.
            if name.hasPrefix("sqlite_stat") { continue }
            guard let sql: String = try entry.decode(forColumn: "sql") else {
                // The index of a UNIQUE or PRIMARY KEY, which its table's statement has.
                guard name.hasPrefix("sqlite_autoindex_") else { throw LedgerError.unknownForm(version) }
                continue
            }
            guard found.insert(sql).inserted else { throw LedgerError.unknownForm(version) }
        }
        guard found == statements else { throw LedgerError.unknownForm(version) }
        return false
    }

    /// The program that made a ledger of a later format, if it is recorded where this version records it.
    private static func maker(_ database: Database, _ entries: [Row]) -> String? {
        let names = entries.compactMap { try? $0.decode(String.self, forColumn: "name") }
        guard names.contains("ledger") else { return nil }
        return try? String.fetchOne(database, sql: "SELECT made_by FROM ledger")
    }
}

extension LedgerError: Error {}
