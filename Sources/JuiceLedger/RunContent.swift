internal import GRDB
internal import JuiceBatch

/// Everything a ledger keeps of one run, as its digest covers it.
struct RunContent {
    /// An input of the run.
    struct Input {
        var name: String
        var sha256: String
        var bytes: Int
        var rows: Int
        var blank: Int
        var success: Int
    }

    /// What a run did to a fruit. `opening + restocked − discarded + counted − used = closing` unless a sum has stopped
    /// at `Tally.sum_max`; a run that takes another one back has the other's figures with the opposite sign.
    struct Movement: Equatable {
        /// The fruit's number in the ledger.
        var fruit: Int
        var opening: Int
        var restocked: Int
        var discarded: Int
        var counted: Int
        var used: Int
        var closing: Int

        /// Whether the figures add up.
        var isSound: Bool {
            let sums = [restocked, discarded, counted, used]
            return sums.contains { abs($0) >= Tally.sum_max }
                || opening + restocked - discarded + counted - used == closing
        }
    }

    /// A fruit or juice of which the ledger had not heard before this run.
    struct NewItem {
        var number: Int
        var kind: String
        var key: String
        var name: String
    }

    var number: Int
    var reverses: Int?
    /// UTC, as in `2026-11-20T18:30:00Z`.
    var recordedAt: String
    var date: String?
    var success = 0
    var shortage = 0
    var rejected = 0
    var skipped = 0
    var cups_served = 0
    var ids = 0
    var idsDigest = IDDigest.ofNothing
    var inputs: [Input] = []
    var movements: [Movement] = []
    var newItems: [NewItem] = []

    var rows: Int { success + shortage + rejected + skipped }

    /// The digest of the run, and by that of the run before, of the whole chain.
    ///
    /// - Parameter previous: the digest of the run before, empty for the first.
    func digest(previous: String) -> String {
        var fields: [String] = [
            previous, "\(number)", reverses.map { "\($0)" } ?? "", recordedAt, date ?? "", "\(success)", "\(shortage)",
            "\(rejected)", "\(skipped)", "\(cups_served)", "\(ids)", idsDigest, "\(inputs.count)", "\(movements.count)",
            "\(newItems.count)",
        ]
        for input in inputs {
            fields += [input.name, input.sha256]
            fields += [input.bytes, input.rows, input.blank, input.success].map { "\($0)" }
        }
        for movement in movements {
            fields += [
                movement.fruit, movement.opening, movement.restocked, movement.discarded, movement.counted,
                movement.used, movement.closing,
            ].map { "\($0)" }
        }
        for item in newItems { fields += ["\(item.number)", item.kind, item.key, item.name] }
        // A length in front of each, so that no two contents give the same text.
        return SHA256.hex(of: fields.map { "\($0.utf8.count):\($0)" }.joined())
    }
}

extension RunContent {
    /// The record of a run; nil if there is none of this number.
    static func load(_ number: Int, from database: Database) throws -> RunContent? {
        guard let row = try Row.fetchOne(database, sql: "SELECT * FROM run WHERE number = ?", arguments: [number])
        else { return nil }
        var content = RunContent(
            number: number, reverses: row["reverses"], recordedAt: row["recorded_at"], date: row["date"],
            success: row["success"], shortage: row["shortage"], rejected: row["rejected"], skipped: row["skipped"],
            cups_served: row["cups_served"], ids: row["ids"], idsDigest: row["ids_sha256"])
        content.inputs = try Row.fetchAll(
            database, sql: "SELECT * FROM input WHERE run = ? ORDER BY place", arguments: [number]
        ).map {
            Input(
                name: $0["name"], sha256: $0["sha256"], bytes: $0["bytes"], rows: $0["rows"], blank: $0["blank"],
                success: $0["success"])
        }
        content.movements = try Row.fetchAll(
            database, sql: "SELECT * FROM movement WHERE run = ? ORDER BY fruit", arguments: [number]
        ).map {
            Movement(
                fruit: $0["fruit"], opening: $0["opening"], restocked: $0["restocked"], discarded: $0["discarded"],
                counted: $0["counted"], used: $0["used"], closing: $0["closing"])
        }
        content.newItems = try Row.fetchAll(
            database, sql: "SELECT * FROM item WHERE since = ? ORDER BY number", arguments: [number]
        ).map { NewItem(number: $0["number"], kind: $0["kind"], key: $0["key"], name: $0["name"]) }
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
            sql: "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                number, reverses, recordedAt, date, rows, success, shortage, rejected, skipped, cups_served, ids,
                idsDigest, digest(previous: previous),
            ])
        for item in newItems {
            try database.execute(
                sql: "INSERT INTO item VALUES (?, ?, ?, ?, ?)",
                arguments: [item.number, item.kind, item.key, item.name, number])
            guard let opening = openings[item.number] else { continue }
            try database.execute(sql: "INSERT INTO stock VALUES (?, ?, ?)", arguments: [item.number, opening, opening])
        }
        for (place, input) in inputs.enumerated() {
            try database.execute(
                sql: "INSERT INTO input VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    number, place + 1, input.name, input.sha256, input.bytes, input.rows, input.blank, input.success,
                ])
        }
        for movement in movements {
            try database.execute(
                sql: "INSERT INTO movement VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    number, movement.fruit, movement.opening, movement.restocked, movement.discarded,
                    movement.counted, movement.used, movement.closing,
                ])
            try database.execute(
                sql: "UPDATE stock SET pieces = ? WHERE fruit = ?", arguments: [movement.closing, movement.fruit])
        }
    }
}
