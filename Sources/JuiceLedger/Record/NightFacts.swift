internal import GRDB
internal import JuiceBatch

/// The facts of a run of a chain, stored in the ledger as opaque text.
struct NightFacts {
    let run: Int
    /// The digest of the run's record, and by that of all that was before it.
    private let runDigest: String
    /// The business day as `YYYY-MM-DD`.
    private let night: String
    /// The facts as text on one line.
    let content: String

    /// The checksum over content, run and night; shows whether the content was changed or moved to another run or night.
    private var sha256: String {
        SHA256.hex(of: [runDigest, night, content].map { "\($0.utf8.count):\($0)" }.joined())
    }

    init(run: Int, runDigest: String, night: String, content: String) {
        self.run = run
        self.runDigest = runDigest
        self.night = night
        self.content = content
    }

    func insert(into database: Database) throws {
        try database.execute(
            sql: "INSERT INTO facts VALUES (?, ?, ?, ?)", arguments: [run, night, content, sha256])
    }

    /// Loads the facts of some runs, in their order, and the runs whose facts are damaged.
    ///
    /// - Parameter condition: a condition on table `facts`, in SQL.
    static func load(
        where condition: String, _ arguments: StatementArguments, from database: Database
    ) throws -> (facts: [NightFacts], changed: [Int]) {
        var facts: [NightFacts] = []
        var changed: [Int] = []
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT facts.run, night, content, facts.sha256, run.sha256 AS run_sha256
                FROM facts JOIN run ON run.number = facts.run WHERE \(condition) ORDER BY facts.run
                """, arguments: arguments)
        for row in rows {
            let found = NightFacts(
                run: try row.decode(forColumn: "run"), runDigest: try row.decode(forColumn: "run_sha256"),
                night: try row.decode(forColumn: "night"), content: try row.decode(forColumn: "content"))
            facts.append(found)
            if try row.decode(String.self, forColumn: "sha256") != found.sha256 { changed.append(found.run) }
        }
        return (facts, changed)
    }
}

extension LedgerTransaction {
    /// Keeps what a run of a chain's night came to, for as long as the run is on record.
    ///
    /// - Parameters:
    ///   - json: a text on one line; given back as it is.
    ///   - night: `YYYY-MM-DD`; not the run's own date, which may be another day's.
    ///   - run: one that this transaction has recorded.
    package func keepFacts(_ json: String, night: String, run: Int) throws {
        precondition(CalendarDay(night) != nil, "a night has a date")
        precondition(!json.utf8.contains(UInt8(ascii: "\n")), "facts stand on one line")
        let digest = try RunContent.storedDigest(run, in: database)
        precondition(!digest.isEmpty, "facts are of a run on record")
        try NightFacts(run: run, runDigest: digest, night: night, content: json).insert(into: database)
    }
}

extension LedgerSnapshot {
    /// The facts of a chain's runs for a business day, in the order of the runs; reversed ones are left out.
    ///
    /// - Parameter night: the business day as `YYYY-MM-DD`.
    /// - Throws: `unsoundLedger`, too, where one of them is damaged.
    package func facts(ofNight night: String) throws -> [(run: Int, json: String)] {
        let (facts, changed) = try NightFacts.load(
            where: "night = ? AND facts.run NOT IN (SELECT reverses FROM run WHERE reverses IS NOT NULL)", [night],
            from: database)
        guard changed.isEmpty else {
            throw BatchError.unsoundLedger(path: ledger.shownPath, findings: changed.map { .changedFacts(run: $0) })
        }
        return facts.map { ($0.run, $0.content) }
    }

    /// The runs whose facts are not what was written.
    func runsWithChangedFacts() throws -> [Int] {
        try NightFacts.load(where: "TRUE", [], from: database).changed
    }
}
