internal import GRDB
internal import JuiceBatch

/// The tables of a ledger that store a run.
extension RunContent {
    /// The record of a run; nil if there is none of this number.
    static func load(_ number: Int, from database: Database) throws -> RunContent? {
        guard let row = try database.rows(of: number, "SELECT * FROM run WHERE number = ?").first else { return nil }
        var content = RunContent(
            number: number, reverses: try row.decode(forColumn: "reverses"),
            recordedAt: try row.decode(forColumn: "recorded_at"))
        content.date = try row.decode(forColumn: "date")
        content.success = try row.decode(forColumn: "success")
        content.shortage = try row.decode(forColumn: "shortage")
        content.rejected = try row.decode(forColumn: "rejected")
        content.skipped = try row.decode(forColumn: "skipped")
        content.cupsServed = try row.decode(forColumn: "cups_served")
        content.ids = try row.decode(forColumn: "ids")
        content.idsDigest = try row.decode(forColumn: "ids_sha256")
        content.inputs = try database.rows(of: number, "SELECT * FROM input WHERE run = ? ORDER BY place").map { row in
            Input(
                name: try row.decode(forColumn: "name"), sha256: try row.decode(forColumn: "sha256"),
                bytes: try row.decode(forColumn: "bytes"), rows: try row.decode(forColumn: "rows"),
                blank: try row.decode(forColumn: "blank"), success: try row.decode(forColumn: "success"),
                asserts: try row.decode(forColumn: "asserts"), records: try row.decode(forColumn: "records"),
                recordsHash: try row.decode(forColumn: "records_hash"),
                rejected: try LineNumbers(stored: row, "rejected"))
        }
        content.movements = try database.rows(of: number, "SELECT * FROM movement WHERE run = ? ORDER BY fruit")
            .map { try Movement($0) }
        content.newItems = try database.rows(
            of: number,
            "SELECT number, kind, key, name FROM item WHERE since = ? ORDER BY number"
        ).map { row in
            NewItem(
                number: try row.decode(forColumn: "number"), kind: try row.decode(forColumn: "kind"),
                key: try row.decode(forColumn: "key"), name: try row.decode(forColumn: "name"))
        }
        content.cups = try database.rows(of: number, "SELECT * FROM cups WHERE run = ? ORDER BY juice").map { row in
            Cups(
                juice: try row.decode(forColumn: "juice"), served: try row.decode(forColumn: "served"),
                cancelled: try row.decode(forColumn: "cancelled"))
        }
        content.newestTimes = try database.rows(
            of: number, "SELECT kind, seconds FROM newest_time WHERE run = ? ORDER BY kind"
        ).map { row in
            NewestTime(kind: try row.decode(forColumn: "kind"), seconds: try row.decode(forColumn: "seconds"))
        }
        content.business = try Business.load(number, from: database)
        content.settlement = try Settlement.load(row, from: database)
        content.log =
            try database.rows(of: number, "SELECT content FROM run_log WHERE run = ?").first
            .map { try $0.decode(forColumn: "content") } ?? ""
        guard content.isWithinLimits else { throw LedgerCorruption(text: "figures of run \(number)") }
        return content
    }

    /// The digest on record for a run; empty if there is no such run.
    static func storedDigest(_ number: Int, in database: Database) throws -> String {
        try String.fetchOne(database, sql: "SELECT sha256 FROM run WHERE number = ?", arguments: [number]) ?? ""
    }

    /// Adds the run to the chain: its record, its inputs, and what it did to stock.
    ///
    /// - Parameter openings: what fruits that are new open at, by number.
    func insert(into database: Database, openings: [Int: Int]) throws {
        let previous = try Self.storedDigest(number - 1, in: database)
        try database.execute(
            sql: "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                number, reverses, settlement?.run, settlement?.why, recordedAt, date, rows, success,
                shortage, rejected, skipped, cupsServed, ids,
                idsDigest, digest(previous: previous),
            ])
        try database.change("INSERT INTO run_log VALUES (?, ?)", [number, log])
        for item in newItems {
            try database.change(
                "INSERT INTO item VALUES (?, ?, ?, ?, ?)", [item.number, item.kind, item.key, item.name, number])
            if item.kind == LedgerItems.juice {
                try database.change("INSERT INTO cancellable VALUES (?, 0)", [item.number])
            }
            guard let opening = openings[item.number] else { continue }
            try database.change("INSERT INTO stock VALUES (?, ?, ?)", [item.number, opening, opening])
        }
        for (place, input) in inputs.enumerated() {
            try database.change(
                "INSERT INTO input VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    number, place + 1, input.name, input.sha256, input.bytes, input.rows, input.blank, input.success,
                    input.asserts, input.records, input.recordsHash, input.rejected.text,
                ])
        }
        for time in newestTimes {
            try database.change("INSERT INTO newest_time VALUES (?, ?, ?)", [number, time.kind, time.seconds])
        }
        for movement in movements {
            try database.change(
                "INSERT INTO movement VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    number, movement.fruit, movement.opening, movement.restocked, movement.discarded,
                    movement.counted, movement.used, movement.closing, movement.givenBack,
                ])
            try database.change("UPDATE stock SET pieces = ? WHERE fruit = ?", [movement.closing, movement.fruit])
        }
        for cups in cups {
            try database.change(
                "INSERT INTO cups VALUES (?, ?, ?, ?)", [number, cups.juice, cups.served, cups.cancelled])
            try database.change("UPDATE cancellable SET cups = cups + ? WHERE juice = ?", [cups.net, cups.juice])
        }
        try business?.insert(number, into: database)
        try settlement?.insert(number, into: database)
    }
}

extension RunContent.Movement {
    fileprivate init(_ row: Row) throws {
        self.init(
            fruit: try row.decode(forColumn: "fruit"), opening: try row.decode(forColumn: "opening"),
            restocked: try row.decode(forColumn: "restocked"), discarded: try row.decode(forColumn: "discarded"),
            counted: try row.decode(forColumn: "counted"), used: try row.decode(forColumn: "used"),
            closing: try row.decode(forColumn: "closing"), givenBack: try row.decode(forColumn: "given_back"))
    }
}
