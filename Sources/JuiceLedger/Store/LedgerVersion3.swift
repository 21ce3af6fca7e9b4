internal import GRDB

/// Version 3 of the format: a ledger knows what was cancelled and still can be, its open shift, and what each run was to
/// the shop.
///
/// What runs before it have in the new places is what says that there was nothing, so that their digests still hold
/// (`RunContent.digest`).
extension LedgerSchema {
    /// A column that a table of an earlier version gets.
    private struct AddedColumn {
        let table: String
        let definition: String
    }

    private static let addedIn3 = [
        // What cancels gave back, apart from what orders took.
        AddedColumn(table: "movement", definition: "given_back INTEGER NOT NULL DEFAULT 0"),
        // The successful rows that were asserts, which make no input known.
        AddedColumn(
            table: "input", definition: "asserts INTEGER NOT NULL DEFAULT 0 CHECK (asserts BETWEEN 0 AND success)"),
        // Its rows that a later input may begin with, and one hash over them; 0 and nothing where nobody kept them.
        AddedColumn(table: "input", definition: "records INTEGER NOT NULL DEFAULT 0 CHECK (records >= 0)"),
        AddedColumn(table: "input", definition: "records_hash TEXT NOT NULL DEFAULT ''"),
    ]

    static let version3 = [
        // Cups of a juice that a run served and cancelled; a run that takes another one back has the opposite.
        """
        CREATE TABLE cups (
            run INTEGER NOT NULL REFERENCES run (number),
            juice INTEGER NOT NULL REFERENCES cancellable (juice),
            served INTEGER NOT NULL,
            cancelled INTEGER NOT NULL,
            PRIMARY KEY (run, juice)
        ) STRICT, WITHOUT ROWID
        """,
        // Cups of a juice that all runs that stand served, less those that they cancelled.
        """
        CREATE TABLE cancellable (
            juice INTEGER PRIMARY KEY REFERENCES item (number),
            cups INTEGER NOT NULL CHECK (cups >= 0)
        ) STRICT
        """,
        // The newest times of the rows of a run, in seconds since 1970, each kind of time by itself.
        """
        CREATE TABLE newest_time (
            run INTEGER NOT NULL REFERENCES run (number),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 7),
            seconds INTEGER NOT NULL,
            PRIMARY KEY (run, kind)
        ) STRICT, WITHOUT ROWID
        """,
        // The business day of a run, and the orders that got as far as stock, with those that it did not suffice for; those of retries
        // by themselves.
        """
        CREATE TABLE business (
            run INTEGER PRIMARY KEY REFERENCES run (number),
            date TEXT,
            orders INTEGER NOT NULL CHECK (orders >= 0),
            short INTEGER NOT NULL CHECK (short BETWEEN 0 AND orders),
            retries INTEGER NOT NULL CHECK (retries >= 0)
        ) STRICT
        """,
        // What was asked for of a fruit, met or not, retries aside.
        """
        CREATE TABLE demand (
            run INTEGER NOT NULL REFERENCES business (run),
            fruit INTEGER NOT NULL REFERENCES stock (fruit),
            pieces INTEGER NOT NULL CHECK (pieces >= 1),
            PRIMARY KEY (run, fruit)
        ) STRICT, WITHOUT ROWID
        """,
        // What a run came to with a menu that had prices, in hundredths; NULL where one was missing.
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
        // The shift that is open: there is one at most.
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
    ]

    /// Brings a database of version 2 to version 3.
    ///
    /// Which juices earlier runs served is not on record, so none of their cups can be cancelled.
    static func migrateToVersion3(_ database: Database) throws {
        for column in addedIn3 {
            try database.execute(sql: "ALTER TABLE \(column.table) ADD COLUMN \(column.definition)")
        }
        try execute(version3, in: database)
        try database.execute(sql: "INSERT INTO cancellable SELECT number, 0 FROM item WHERE kind = 'juice'")
    }

    /// A statement of version 2 as SQLite has it since its table has more columns: it writes them behind the last one.
    static func extendedIn3(_ statement: String) -> String {
        addedIn3.filter { statement.hasPrefix("CREATE TABLE \($0.table) ") }.reduce(statement) { statement, column in
            // Behind the columns stands the key of each of these tables.
            statement.replacing(",\n    PRIMARY KEY (", with: ", \(column.definition),\n    PRIMARY KEY (")
        }
    }
}
