/// Version 4 of the format: a fruit or juice can be called otherwise from some run on.
extension LedgerSchema {
    static let version4 = [
        // What a run called otherwise. Table item has the present names; what was called so first is the oldest of these.
        """
        CREATE TABLE renaming (
            run INTEGER PRIMARY KEY REFERENCES run (number),
            item INTEGER NOT NULL REFERENCES item (number),
            former_key TEXT NOT NULL,
            former_name TEXT NOT NULL,
            key TEXT NOT NULL,
            name TEXT NOT NULL
        ) STRICT
        """,
        "CREATE INDEX renaming_by_item ON renaming (item, run)",
    ]
}
