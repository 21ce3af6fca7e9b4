internal import Foundation
internal import GRDB
package import JuiceBatch
internal import JuiceCore

/// The record of one run in a ledger, exactly as its digest covers it.
package struct RunContent: Sendable {
    /// An input of the run.
    package struct Input: Sendable, Equatable {
        /// The name in the reports.
        package var name: String
        /// The SHA-256 of its bytes, in 64 hex digits.
        package var sha256: String
        package var bytes: Int
        /// The number of rows, without the header and blank lines.
        package var rows: Int
        /// The number of blank lines.
        package var blank: Int
        /// The number of rows that were applied.
        package var success: Int
        /// The number of successful rows that were asserts.
        package var asserts = 0
        /// The number of rows by which a later input that begins with them is recognized; 0 if none are kept.
        package var records = 0
        /// The hash of these rows, `RecordDigest.hex`; empty if none are kept.
        package var recordsHash = ""
        /// The hash of the rows' fingerprints, `RecordFingerprint.hash`; empty if none are kept.
        package var fingerprintsHash = ""
        /// The lines of its rows that were rejected.
        package var rejected = LineNumbers()
        /// The number of columns that have no role and that no setting names.
        package var unnamedColumns = 0
        /// The run whose failure.csv the input is, unchanged; nil for any other input.
        package var retries: Int?

        /// The values in the form in which the ledger stores them and the run's digest covers them.
        var values: RowValues {
            [
                name, sha256, bytes, rows, blank, success, asserts, records, recordsHash, fingerprintsHash,
                rejected.text, unnamedColumns, retries,
            ]
        }
    }

    /// A fruit or juice new to the ledger, with its number, from 1, and the key that names are matched by.
    package typealias NewItem = (number: Int, kind: String, key: String, name: String)

    /// The run's number in the ledger, from 1.
    package var number: Int
    /// The number of the run that this one reverses; nil if it reverses none.
    package var reverses: Int?
    /// The time in UTC at which the run was recorded, as in `2026-11-20T18:30:00Z`.
    package var recordedAt: String
    /// The numbers of rows of all inputs: applied, short of stock, rejected, and skipped as used before.
    package var success = 0
    package var shortage = 0
    package var rejected = 0
    package var skipped = 0
    package var cupsServed = 0
    /// The number of ids that the run used.
    package var ids = 0
    /// The digest of the ids that the run used.
    package var idsDigest = IDDigest.ofNothing
    /// The hashes of its rejected rows with ids and of its short ones (`FailedID.bytes`); empty if there are none.
    package var failedIDs = (rejected: "", short: "")
    package var inputs: [Input] = []
    /// The movements in the order of the fruits' numbers.
    package var movements: [Movement] = []
    package var newItems: [NewItem] = []
    /// The cups of juices that the run served or cancelled, in the order of their numbers.
    package var cups: [Cups] = []
    /// The newest `Timestamp.seconds` of dated rows that reached the stock, in the order of `Kind.rawValue`.
    package var newestTimes: [(kind: Int, seconds: Int)] = []
    /// The content of its line in the run log: a JSON object on one line.
    package var log = ""
    /// The demand, orders and money of the run; nil if the run applied no inputs.
    package var business: Business?
    /// The rejected rows of another run that this run closes; nil if none.
    package var settlement: Settlement?

    /// The number of rows of all inputs.
    package var rows: Int { success + shortage + rejected + skipped }

    /// The digest of the run, which also covers all runs before it through the previous one's, empty for run 1.
    package func digest(previous: String) -> String {
        // Each field is preceded by its length, so that different contents never result in the same text.
        var text = ""
        for value in [previous] + values {
            let field =
                switch value?.databaseValue.storage {
                case .int64(let number): String(number)
                case .string(let text): text
                case .double, .blob, .null, nil: ""
                }
            text += String(field.utf8.count)
            text += ":"
            text += field
        }
        return SHA256.hex(of: text)
    }

    /// All values of the record, in the order in which the digest covers them.
    private var values: RowValues {
        let values: RowValues = [
            number, reverses, recordedAt, success, shortage, rejected, skipped, cupsServed, ids, idsDigest,
            failedIDs.rejected, failedIDs.short, inputs.count, movements.count, newItems.count, cups.count,
            newestTimes.count, log,
        ]
        let items = newItems.map { [$0.number, $0.kind, $0.key, $0.name] as RowValues }
        let times = newestTimes.map { [$0.kind, $0.seconds] as RowValues }
        let rows = inputs.map(\.values) + movements.map(\.values) + items + cups.map(\.values) + times
        return values + rows.joined() + (business?.digestValues ?? []) + (settlement?.digestValues ?? [])
    }

    /// Whether all figures, as the schema ensures unless the file is damaged, are so small that sums cannot overflow.
    var isWithinLimits: Bool {
        let limits = -Tally.sumMax...Tally.sumMax
        let counts = [success, shortage, rejected, skipped, cupsServed, ids] + inputs.map(\.rows)
        let stock = movements.flatMap { [$0.opening, $0.closing] }
        return counts.allSatisfy { $0 >= 0 } && stock.allSatisfy((0...FruitStore.stockMax).contains)
            && values.allSatisfy { ($0 as? Int).map(limits.contains) ?? true }
    }

    /// The movement of a fruit's stock in a run.
    ///
    /// `opening + restocked − discarded + counted − used + returned = closing`, unless a sum was limited to
    /// `Tally.sumMax`. A reversal has the figures of the reversed run with the opposite sign.
    package struct Movement: Sendable, Equatable {
        /// The fruit's number in the ledger.
        package var fruit: Int
        /// The pieces before the run.
        package var opening: Int
        package var restocked: Int
        package var discarded: Int
        /// The difference that counts made, negative if pieces were missing.
        package var counted: Int
        /// The pieces that orders used.
        package var used: Int
        package var closing: Int
        /// The pieces that cancels returned.
        package var returned = 0

        var values: RowValues { [fruit, opening, restocked, discarded, counted, used, closing, returned] }

        /// Whether the equation above holds.
        package var isConsistent: Bool {
            [restocked, discarded, counted, used, returned].contains { abs($0) >= Tally.sumMax }
                || opening + restocked - discarded + counted - used + returned == closing
        }

        /// The movement that undoes this one, given the current stock.
        package func inverse(on opening: Int) -> Self {
            Self(
                fruit: fruit, opening: opening, restocked: -restocked, discarded: -discarded, counted: -counted,
                used: -used, closing: opening - (closing - self.opening), returned: -returned)
        }
    }

    /// The cups of a juice that a run served and cancelled; with the opposite sign in a reversal.
    package struct Cups: Sendable, Equatable {
        /// The juice's number in the ledger.
        package var juice: Int
        package var served: Int
        package var cancelled: Int

        var values: RowValues { [juice, served, cancelled] }
        /// The change in the number of cups that can be cancelled.
        package var net: Int { served - cancelled }
        package var inverse: Self { Self(juice: juice, served: -served, cancelled: -cancelled) }
    }

    /// Loads the record of a run; nil if there is none with this number.
    static func load(_ number: Int, from database: Database) throws -> RunContent? {
        let runs = try database.rows(
            """
            SELECT reverses, recorded_at, success, shortage, rejected, skipped, cups_served, ids, ids_sha256,
                rejected_ids, short_ids, coalesce(content, ''), settles, why
            FROM run LEFT JOIN run_log ON run_log.run = number WHERE number = ?
            """, [number]
        ) {
            let run = RunContent(
                number: number, reverses: $0, recordedAt: $1, success: $2, shortage: $3, rejected: $4, skipped: $5,
                cupsServed: $6, ids: $7, idsDigest: $8, failedIDs: ($9, $10), log: $11)
            return (run, $12 as Int?, $13 as String?)
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
    func insert(into database: Database, openings: [Int: Int] = [:]) throws {
        let previous = try Self.storedDigest(number - 1, in: database)
        try database.insert(
            into: "run",
            [
                number, reverses, settlement?.run, settlement?.reason, recordedAt, rows, success, shortage, rejected,
                skipped, cupsServed, ids, idsDigest, failedIDs.rejected, failedIDs.short, digest(previous: previous),
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

extension FailedID {
    /// The number of recent runs whose short rows are kept; a row that was short earlier counts as a lost sale.
    static let shortRunsMax = 30

    /// Rows in the form in which a ledger stores them, five numbers each.
    static func bytes(of rows: [FailedID]) -> Data {
        let numbers = rows.flatMap { [Int64($0.input), Int64($0.line), $0.key.prefix, $0.key.high, $0.key.low] }
        return Data(words: numbers.map { UInt64(bitPattern: $0) })
    }

    /// The rows in stored bytes; none if the length is wrong.
    static func stored(_ bytes: Data, isShort: Bool) -> [FailedID] {
        let numbers = bytes.words.map { Int64(bitPattern: $0) }
        guard numbers.count % 5 == 0 else { return [] }
        return stride(from: 0, to: numbers.count, by: 5).map { start in
            let key = IDKey(prefix: numbers[start + 2], high: numbers[start + 3], low: numbers[start + 4])
            return FailedID(input: Int(numbers[start]), line: Int(numbers[start + 1]), isShort: isShort, key: key)
        }
    }
}

/// The number of a run and the digest of its record, and the shift that it ended, which erasing it opens again.
package typealias RunReceipt = (run: Int, sha256: String, endedShift: OpenShift?)
