internal import GRDB
internal import JuiceBatch
internal import JuiceCore

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

    /// What a run did to a fruit.
    ///
    /// `opening + restocked − discarded + counted − used = closing` unless a sum has stopped at `Tally.sumMax`; a run
    /// that takes another one back has the other's figures with the opposite sign.
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
            return sums.contains { abs($0) >= Tally.sumMax }
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
    var cupsServed = 0
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
            "\(rejected)", "\(skipped)", "\(cupsServed)", "\(ids)", idsDigest, "\(inputs.count)", "\(movements.count)",
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
            number: number, reverses: try row.decode(forColumn: "reverses"),
            recordedAt: try row.decode(forColumn: "recorded_at"), date: try row.decode(forColumn: "date"),
            success: try row.decode(forColumn: "success"), shortage: try row.decode(forColumn: "shortage"),
            rejected: try row.decode(forColumn: "rejected"), skipped: try row.decode(forColumn: "skipped"),
            cupsServed: try row.decode(forColumn: "cups_served"), ids: try row.decode(forColumn: "ids"),
            idsDigest: try row.decode(forColumn: "ids_sha256"))
        content.inputs = try Row.fetchAll(
            database, sql: "SELECT * FROM input WHERE run = ? ORDER BY place", arguments: [number]
        ).map { row in
            Input(
                name: try row.decode(forColumn: "name"), sha256: try row.decode(forColumn: "sha256"),
                bytes: try row.decode(forColumn: "bytes"), rows: try row.decode(forColumn: "rows"),
                blank: try row.decode(forColumn: "blank"), success: try row.decode(forColumn: "success"))
        }
        content.movements = try Row.fetchAll(
            database, sql: "SELECT * FROM movement WHERE run = ? ORDER BY fruit", arguments: [number]
        ).map { try Movement($0) }
        content.newItems = try Row.fetchAll(
            database, sql: "SELECT * FROM item WHERE since = ? ORDER BY number", arguments: [number]
        ).map { row in
            NewItem(
                number: try row.decode(forColumn: "number"), kind: try row.decode(forColumn: "kind"),
                key: try row.decode(forColumn: "key"), name: try row.decode(forColumn: "name"))
        }
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
            sql: "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                number, reverses, recordedAt, date, rows, success, shortage, rejected, skipped, cupsServed, ids,
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

extension RunContent {
    /// Whether all figures are such that sums of them cannot overflow.
    ///
    /// The schema says so of what is written; a damaged file may hold anything.
    fileprivate var isWithinLimits: Bool {
        let counts = [success, shortage, rejected, skipped, cupsServed, ids] + inputs.flatMap { [$0.rows, $0.blank] }
        return counts.allSatisfy { (0...Tally.sumMax).contains($0) } && movements.allSatisfy(\.isWithinLimits)
    }
}

extension RunContent.Movement {
    fileprivate init(_ row: Row) throws {
        self.init(
            fruit: try row.decode(forColumn: "fruit"), opening: try row.decode(forColumn: "opening"),
            restocked: try row.decode(forColumn: "restocked"), discarded: try row.decode(forColumn: "discarded"),
            counted: try row.decode(forColumn: "counted"), used: try row.decode(forColumn: "used"),
            closing: try row.decode(forColumn: "closing"))
    }

    fileprivate var isWithinLimits: Bool {
        let stock = 0...FruitStore.stockMax
        let sums = -Tally.sumMax...Tally.sumMax
        return stock.contains(opening) && stock.contains(closing)
            && [restocked, discarded, counted, used].allSatisfy { sums.contains($0) }
    }
}
