/// Version 5 of the format: a ledger knows what its shop's nights in a chain came to.
extension LedgerSchema {
    static let version5 = [
        // What a run of a chain's night came to, as its roll-up reads it, with a digest of its own.
        """
        CREATE TABLE facts (
            run INTEGER PRIMARY KEY REFERENCES run (number),
            night TEXT NOT NULL CHECK (length(night) = 10),
            content TEXT NOT NULL,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64)
        ) STRICT
        """,
        "CREATE INDEX facts_by_night ON facts (night, run)",
    ]
}
