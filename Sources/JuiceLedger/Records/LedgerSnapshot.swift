internal import CSV
internal import Foundation
internal import GRDB
package import JuiceBatch
package import JuiceCore

/// The content of a ledger at one moment, valid during the transaction in which it was created.
package struct LedgerSnapshot {
    let ledger: Ledger
    let database: Database

    /// An SQL list of the runs that were reversed, for conditions with IN; made from the index of reversals.
    static let reversedRuns = "(SELECT reverses FROM run WHERE reverses >= 1)"

    /// An SQL condition on `run` for runs before `:end` that applied inputs and were not reversed before it.
    static let unreversedCondition = """
        reverses IS NULL AND settles IS NULL AND number < :end
            AND number NOT IN (SELECT reverses FROM run WHERE reverses >= 1 AND number < :end)
        """

    /// The maximum number of recent runs whose figures are read; enough for more than a month.
    static let latestRunsMax = 200

    /// The number of the latest run; 0 if there is none yet; throws an error if runs before it are missing.
    package func lastRun() throws -> Int {
        let last = try Int.fetchOne(database, sql: "SELECT max(number) FROM run") ?? 0
        guard try Int.fetchOne(database, sql: "SELECT count(*) FROM run") == last else {
            throw LedgerCorruption(text: "the numbers of runs")
        }
        return last
    }

    /// The digest of a run, which also covers all runs before it; empty if there is no such run.
    package func digest(of run: Int) throws -> String { try RunContent.storedDigest(run, in: database) }

    /// The record of a run; throws a usage error if there is none with this number.
    func record(of run: Int) throws -> RunContent {
        guard let content = try RunContent.load(run, from: database) else {
            throw BatchError.usage(.noSuchRun(run, last: try lastRun()))
        }
        return content
    }

    /// Throws a usage error if a run has been reversed.
    func refuseReversed(_ run: Int) throws {
        if let by = try Int.fetchOne(database, sql: "SELECT number FROM run WHERE reverses = ?", arguments: [run]) {
            throw BatchError.usage(.alreadyReversed(run, by: by))
        }
    }

    /// The digests of all runs in the order of their numbers, concatenated, as 64 hex digits each.
    package func digests() throws -> [UInt8] {
        // Fetched as one text, because there may be years of runs.
        let digits = try String.fetchOne(
            database, sql: "SELECT group_concat(sha256, '') FROM (SELECT sha256 FROM run ORDER BY number)")
        return Array((digits ?? "").utf8)
    }

    /// The run log as it was after the last run; nil if it is unknown, or has more lines than the ledger has runs.
    package func checkedLog() throws -> CheckedLog? {
        guard let row = try Row.fetchOne(database, sql: "SELECT lines, identity, digests_sha256 FROM checked_log"),
            let identity = FileIdentity(try row.decode(String.self, atIndex: 1)),
            case let lines:Int = try row.decode(atIndex: 0), (0...(try lastRun())).contains(lines)
        else { return nil }
        return (lines, identity, try row.decode(atIndex: 2))
    }

    /// The contents of the run log's lines for all runs after a given one, in order.
    package func logContents(after run: Int) throws -> [(run: Int, content: String)] {
        try database.rows("SELECT run, content FROM run_log WHERE run > ? ORDER BY run", [run]) { ($0, $1) }
    }

    /// Whether the line of the latest run in the run log contains a text.
    package func lastLogContains(_ text: String) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT instr(content, ?) > 0 FROM run_log ORDER BY run DESC LIMIT 1", arguments: [text])
            ?? false
    }

    /// The opening stock of a run, by the fruit's index on the menu; 0 for a fruit that is new to the ledger.
    ///
    /// A ledger without runs has the given stock, and any other one refuses a stock that the user gave (`isGiven`).
    package func opening(menu: Menu, given: [Int], isGiven: Bool) throws -> [Int] {
        guard try lastRun() > 0 else { return given }
        if isGiven { throw BatchError.usage(.stockOfExistingLedger(ledger.shownPath)) }
        let items = try LedgerItems(database)
        let stock = try stockByNumber()
        return menu.fruits.map { fruit in items.number(of: fruit).flatMap { stock[$0] } ?? 0 }
    }

    func stockByNumber() throws -> [Int: Int] {
        let stock: [Int: Int] = try database.dictionary("SELECT fruit, pieces FROM stock")
        guard stock.values.allSatisfy({ (0...FruitStore.stockMax).contains($0) }) else {
            throw LedgerCorruption(text: "stock")
        }
        return stock
    }

    /// The cups of each juice that can still be cancelled, or could be before a run, by the juice's index on the menu.
    ///
    /// These are the cups served minus those cancelled, in all runs that were not reversed.
    package func cancellable(menu: Menu, before run: Int? = nil) throws -> [Int] {
        let cups = try cancellableByNumber(before: run)
        let items = try LedgerItems(database)
        return menu.juices.map { juice in items.number(of: juice).flatMap { cups[$0] } ?? 0 }
    }

    /// These cups by juice number; throws an error if a number is negative or so large that sums could overflow.
    func cancellableByNumber(before run: Int? = nil) throws -> [Int: Int] {
        let earlier = run.map { "SELECT juice, sum(served - cancelled) FROM cups WHERE run < \($0) GROUP BY juice" }
        let cups: [Int: Int] = try database.dictionary(earlier ?? "SELECT juice, cups FROM cancellable")
        guard cups.values.allSatisfy((0...Tally.sumMax).contains) else {
            throw LedgerCorruption(text: "cups that can be cancelled")
        }
        return cups
    }

    /// Whether an input of this size, in bytes, may be a known input; if not, it need not be read to find out.
    package func mayKnow(sizeBytes: Int) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT * FROM input WHERE bytes = ? AND success > asserts)",
            arguments: [sizeBytes]) ?? false
    }

    /// The latest run that applied an input with this content and has not been reversed; nil if there is none.
    package func run(thatApplied sha256: String) throws -> Int? {
        // The unary pluses make SQLite use the index of contents.
        try Int.fetchOne(
            database,
            sql: """
                SELECT max(+run) FROM input
                WHERE substr(sha256, 1, 8) = substr(?1, 1, 8) AND +sha256 = ?1 AND success > asserts
                    AND run NOT IN \(Self.reversedRuns)
                """, arguments: [sha256])
    }

    /// The latest run after another one that read an input with this content and has not been reversed, if any.
    package func run(thatRead sha256: String, after run: Int) throws -> Int? {
        try Int.fetchOne(
            database,
            sql: """
                SELECT max(run) FROM input
                WHERE run > ?2 AND +sha256 = ?1 AND run NOT IN \(Self.reversedRuns)
                """, arguments: [sha256, run])
    }

    /// An input of a run that has not been reversed, with an empty `name` for a part of a chain's export.
    ///
    /// `day` is the run's business day as `YYYY-MM-DD`, if its rows or the input's name determined it.
    package typealias UnreversedInput = (
        run: Int, recordedAt: String, name: String, bytes: Int, sha256: String, day: String?
    )

    /// The inputs of all runs that have not been reversed, in the order of the runs.
    package func unreversedInputs() throws -> [UnreversedInput] {
        try database.rows(
            """
            SELECT number, recorded_at, iif(json_extract(content, '$.export') IS NULL, name, ''), bytes, input.sha256,
                CASE WHEN source IN ('rows', 'name') THEN business.date END
            FROM input JOIN run ON input.run = number LEFT JOIN business ON business.run = number
                LEFT JOIN facts ON facts.run = number
            WHERE \(Self.unreversedCondition) ORDER BY number, place
            """, ["end": Int.max]
        ) { ($0, $1, $2, $3, $4, $5) }
    }

    /// Whether any run, reversed or not, had an input with this content.
    package func holdsInput(of sha256: String) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: "SELECT EXISTS (SELECT * FROM input WHERE substr(sha256, 1, 8) = substr(?1, 1, 8) AND +sha256 = ?1)",
            arguments: [sha256]) ?? false
    }

    /// The inputs that recent runs applied and that have not been reversed.
    package func earlierInputs() throws -> EarlierInputs {
        let first = try lastRun() - RecordFingerprint.runsMax
        let condition = """
            WHERE run > ? AND success > asserts AND records > 0
                AND run NOT IN \(Self.reversedRuns) ORDER BY run, place
            """
        let query = "SELECT run, name, records, records_hash FROM input \(condition)"
        let inputs: [EarlierInputs.Input] = try database.rows(query, [first]) { ($0, $1, $2, $3) }
        return EarlierInputs(inputs: inputs) { [ledger] in
            // Any worker can call this while another thread uses the ledger's own connection.
            try ledger.translating {
                let connection = try ledger.makeReader()
                // The connection closes with its last reference.
                return try withExtendedLifetime(connection) {
                    try connection.queue.read { database in
                        try Data?.fetchAll(
                            database,
                            sql: "SELECT prints FROM input LEFT JOIN record_print USING (run, place) \(condition)",
                            arguments: [first]
                        ).map { $0.map(RecordFingerprint.stored) ?? [] }
                    }
                }
            }
        }
    }

    /// The newest time of each kind among the rows that runs before `run` have applied, without reversed runs.
    package func newestTimes(before run: Int = .max) throws -> Watermarks {
        let times: [Int: Int64] = try database.dictionary(
            """
            WITH all_kinds (kind) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7))
            SELECT kind, (
                    SELECT seconds FROM newest_time WHERE newest_time.kind = all_kinds.kind AND +run < ?
                        AND run NOT IN (SELECT reverses FROM run WHERE reverses >= 1 AND number < ?)
                    ORDER BY seconds DESC LIMIT 1
                ) AS seconds
            FROM all_kinds WHERE seconds IS NOT NULL
            """, [run, run])
        var newest = Watermarks()
        for (kind, seconds) in times {
            newest.add(Timestamp.Kind(rawValue: UInt8(clamping: kind)), seconds: seconds)
        }
        return newest
    }

    /// The seed of id hashes, of which each ledger has its own, so that ids with the same hash cannot be found.
    package func idSeed() throws -> HashSeed { try Ledger.header(of: database).seed }

    /// The program that created the ledger, and the version of the ledger's format.
    package func origin() throws -> LedgerOrigin {
        (createdBy: try Ledger.header(of: database).createdBy, format: Ledger.formatVersion)
    }

    /// The ids of runs before `run`, for a run with this menu and this ledger's seed.
    package func idHistory(menu: Menu, before run: Int = .max) throws -> IDHistory {
        try LedgerIDHistory(of: self, menu: menu, before: run).makeLookup
    }

    /// The open shift; nil if there is none.
    package func shift() throws -> OpenShift? {
        let sql = "SELECT run, opened_at, date, journal, device, inode, menu, process FROM shift"
        return try database.rows(sql, [], OpenShift.init).first
    }

    /// The ids, among some ids, that runs have used which were not reversed.
    package func used(_ ids: [String]) throws -> Set<String> {
        if ids.isEmpty { return [] }
        let seed = try idSeed()
        let statement = try IDStatement(
            database, sql: "SELECT 1 FROM used_id WHERE prefix = ? AND high = ? AND low = ?")
        return try Set(ids).filter { id in
            defer { statement.reset() }
            try statement.bind(IDKey(id, seed: seed))
            return try statement.step()
        }
    }
}

/// A ledger's run log: its lines from run 1 on, its file, and the SHA-256, in hex, of the concatenated digests of runs.
package typealias CheckedLog = (lines: Int, identity: FileIdentity, digestsSHA256: String)

extension RecordFingerprint {
    /// The number of recent runs whose inputs are compared with those of a new one.
    package static let runsMax = 100

    /// Fingerprints in the form in which a ledger stores them.
    static func bytes(of fingerprints: [RecordFingerprint]) -> Data { Data(words: fingerprints.map(\.bits)) }

    /// The first 16 hex digits of the SHA-256 of stored fingerprints; empty if there are none.
    static func hash(of stored: Data) -> String {
        stored.isEmpty ? "" : String(SHA256.hex(of: Array(stored)[...]).prefix(16))
    }

    /// The fingerprints in stored bytes; none if the length is wrong.
    static func stored(_ bytes: Data) -> [RecordFingerprint] { bytes.words.map { RecordFingerprint(bits: $0) } }
}

/// Numbers as bytes, eight each in little-endian order.
extension Data {
    init(words: [UInt64]) {
        self.init(words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } })
    }

    /// The numbers in these bytes; none if their count is not a multiple of eight.
    var words: [UInt64] {
        guard count % 8 == 0 else { return [] }
        return Array(self).withView { bytes in stride(from: 0, to: bytes.count, by: 8).map { bytes.word(at: $0) } }
    }
}
