internal import GRDB
internal import JuiceBatch

extension RunContent {
    /// Loads the record of a run; nil if there is none with this number.
    static func load(_ number: Int, from database: Database) throws -> RunContent? {
        let runs = try database.rows(
            of: number,
            """
            SELECT reverses, settles, why, recorded_at, date, success, shortage, rejected, skipped, cups_served, ids, ids_sha256
            FROM run WHERE number = ?
            """
        ) { columns in
            var content = RunContent(number: number, reverses: try columns.next(), recordedAt: "")
            content.settlement = try Settlement.load(number, settles: columns.next(), columns.next(), from: database)
            (content.recordedAt, content.date) = (try columns.next(), try columns.next())
            (content.success, content.shortage) = (try columns.next(), try columns.next())
            (content.rejected, content.skipped) = (try columns.next(), try columns.next())
            content.cupsServed = try columns.next()
            (content.ids, content.idsDigest) = (try columns.next(), try columns.next())
            return content
        }
        guard var content = runs.first else { return nil }
        content.inputs = try database.rows(
            of: number,
            """
            SELECT name, sha256, bytes, rows, blank, success, asserts, records, records_hash,
                prints_hash, rejected, unnamed_columns
            FROM input WHERE run = ? ORDER BY place
            """
        ) { columns in
            Input(
                name: try columns.next(), sha256: try columns.next(), bytes: try columns.next(),
                rows: try columns.next(), blank: try columns.next(), success: try columns.next(),
                asserts: try columns.next(), records: try columns.next(), recordsHash: try columns.next(),
                fingerprintsHash: try columns.next(), rejected: try LineNumbers(stored: columns.next()),
                unnamedColumns: try columns.next())
        }
        content.movements = try database.rows(
            of: number,
            """
            SELECT fruit, opening, restocked, discarded, counted, used, closing, given_back
            FROM movement WHERE run = ? ORDER BY fruit
            """
        ) { columns in
            Movement(
                fruit: try columns.next(), opening: try columns.next(), restocked: try columns.next(),
                discarded: try columns.next(), counted: try columns.next(), used: try columns.next(),
                closing: try columns.next(), returned: try columns.next())
        }
        content.newItems = try database.rows(
            of: number, "SELECT number, kind, key, name FROM item WHERE since = ? ORDER BY number"
        ) { columns in
            (try columns.next(), try columns.next(), try columns.next(), try columns.next())
        }
        content.cups = try database.rows(
            of: number, "SELECT juice, served, cancelled FROM cups WHERE run = ? ORDER BY juice"
        ) { columns in
            Cups(juice: try columns.next(), served: try columns.next(), cancelled: try columns.next())
        }
        content.newestTimes = try database.rows(
            of: number, "SELECT kind, seconds FROM newest_time WHERE run = ? ORDER BY kind"
        ) { (try $0.next(), try $0.next()) }
        content.business = try Business.load(number, from: database)
        content.log =
            try database.rows(of: number, "SELECT content FROM run_log WHERE run = ?") { try $0.next() as String }.first
            ?? ""
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
                rejected, skipped, cupsServed, ids, idsDigest, digest(previous: previous),
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
