internal import GRDB
internal import JuiceBatch

extension RunContent {
    /// Loads the record of a run; nil if there is none with this number.
    static func load(_ number: Int, from database: Database) throws -> RunContent? {
        let runs = try database.rows(
            """
            SELECT reverses, recorded_at, date, success, shortage, rejected, skipped, cups_served, ids, ids_sha256,
                rejected_ids, short_ids, coalesce(content, ''), settles, why
            FROM run LEFT JOIN run_log ON run_log.run = number WHERE number = ?
            """, [number]
        ) {
            let run = RunContent(
                number: number, reverses: $0, recordedAt: $1, date: $2, success: $3, shortage: $4, rejected: $5,
                skipped: $6, cupsServed: $7, ids: $8, idsDigest: $9, failedIDs: ($10, $11), log: $12)
            return (run, $13 as Int?, $14 as String?)
        }
        guard case (var content, let settled, let reason)? = runs.first else { return nil }
        content.settlement = try Settlement.load(number, settles: settled, reason, from: database)
        content.inputs = try database.rows(
            """
            SELECT name, sha256, bytes, rows, blank, success, asserts, records, records_hash,
                prints_hash, rejected, unnamed_columns, retries
            FROM input WHERE run = ? ORDER BY place
            """, [number]
        ) {
            Input(
                name: $0, sha256: $1, bytes: $2, rows: $3, blank: $4, success: $5, asserts: $6, records: $7,
                recordsHash: $8, fingerprintsHash: $9, rejected: try LineNumbers(stored: $10), unnamedColumns: $11,
                retries: $12)
        }
        content.movements = try database.rows(
            """
            SELECT fruit, opening, restocked, discarded, counted, used, closing, given_back
            FROM movement WHERE run = ? ORDER BY fruit
            """, [number], Movement.init)
        content.newItems = try database.rows(
            "SELECT number, kind, key, name FROM item WHERE since = ? ORDER BY number", [number]
        ) { ($0, $1, $2, $3) }
        content.cups = try database.rows(
            "SELECT juice, served, cancelled FROM cups WHERE run = ? ORDER BY juice", [number], Cups.init)
        content.newestTimes = try database.rows(
            "SELECT kind, seconds FROM newest_time WHERE run = ? ORDER BY kind", [number]
        ) { ($0, $1) }
        content.business = try Business.load(number, from: database)
        guard content.isWithinLimits else { throw LedgerCorruption(text: "figures of run \(number)") }
        return content
    }

    /// The recorded digest of a run; empty if there is no such run.
    static func storedDigest(_ number: Int, in database: Database) throws -> String {
        try String.fetchOne(database, sql: "SELECT sha256 FROM run WHERE number = ?", arguments: [number]) ?? ""
    }

    /// Appends the run to the ledger, with its inputs and effects, and the opening stock of new fruits, by number.
    func insert(into database: Database, openings: [Int: Int]) throws {
        let previous = try Self.storedDigest(number - 1, in: database)
        try database.insert(
            into: "run",
            [
                number, reverses, settlement?.run, settlement?.reason, recordedAt, date, rows, success, shortage,
                rejected, skipped, cupsServed, ids, idsDigest, failedIDs.rejected, failedIDs.short,
                digest(previous: previous),
            ])
        try database.insert(into: "run_log", [number, log])
        for item in newItems {
            try database.insert(into: "item", [item.number, item.kind, item.key, item.name, number])
            if item.kind == LedgerItems.juice { try database.insert(into: "cancellable", [item.number, 0]) }
            guard let opening = openings[item.number] else { continue }
            try database.insert(into: "stock", [item.number, opening, opening])
        }
        for (index, input) in inputs.enumerated() {
            try database.insert(into: "input", [number, index + 1] + input.values)
        }
        for time in newestTimes { try database.insert(into: "newest_time", [number, time.kind, time.seconds]) }
        for movement in movements {
            try database.insert(into: "movement", [number] + movement.values)
            try database.change("UPDATE stock SET pieces = ? WHERE fruit = ?", [movement.closing, movement.fruit])
        }
        for cups in cups {
            try database.insert(into: "cups", [number] + cups.values)
            try database.change("UPDATE cancellable SET cups = cups + ? WHERE juice = ?", [cups.net, cups.juice])
        }
        try business?.insert(number, into: database)
        try settlement?.insert(number, into: database)
    }
}
