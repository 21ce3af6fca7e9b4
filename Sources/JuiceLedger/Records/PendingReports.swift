internal import GRDB
package import JuiceBatch
package import JuiceCore

/// A set of reports of a committed run that has not been put in place yet.
package struct PendingReports: Sendable, Hashable {
    /// The run to which the reports belong.
    package let run: Int
    /// The folder that holds the reports now.
    package let staging: String
    /// The folder that the reports replace.
    package let target: String
    /// The identity of the folder after it has been moved: its device and inode, and a digest of its content.
    package let device: Int
    package let inode: Int
    package let sha256: String

    package init(run: Int, staging: String, target: String, device: Int, inode: Int, sha256: String) {
        self.run = run
        self.staging = staging
        self.target = target
        self.device = device
        self.inode = inode
        self.sha256 = sha256
    }
}

extension LedgerSnapshot {
    /// The report sets that were committed and, as far as this ledger knows, have not been put in place yet.
    package func pendingReports() throws -> [PendingReports] {
        try Row.fetchAll(database, sql: "SELECT * FROM report_set WHERE state = 'staged' ORDER BY run").map { row in
            PendingReports(
                run: try row.decode(forColumn: "run"), staging: try row.decode(forColumn: "staging"),
                target: try row.decode(forColumn: "target"), device: try row.decode(forColumn: "device"),
                inode: try row.decode(forColumn: "inode"), sha256: try row.decode(forColumn: "sha256"))
        }
    }

    /// The newest runs that applied inputs and were not reversed, in order, each with the content of its line in the
    /// run log.
    ///
    /// - Parameter runsMax: The maximum number of latest runs that are examined.
    package func newestLogged(runsMax: Int) throws -> [(run: Int, content: String)] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT number, content FROM run JOIN run_log ON run_log.run = number
                WHERE number > :start AND \(Self.isUnreversed) ORDER BY number
                """, arguments: ["start": try lastRun() - runsMax, "end": Int.max]
        ).map { (try $0.decode(forColumn: "number"), try $0.decode(forColumn: "content")) }
    }

    /// The runs whose reports are not in place, in their order.
    package func unplacedReports() throws -> [MisplacedReports] {
        try Row.fetchAll(database, sql: "SELECT run, state, staging, target FROM report_set ORDER BY run").map { row in
            let state: ReportsState
            switch try row.decode(String.self, forColumn: "state") {
            case "staged": state = .staged
            case "beside": state = .beside(try row.decode(forColumn: "staging"))
            case "lost": state = .lost(target: try row.decode(forColumn: "target"))
            case let word: throw LedgerCorruption(text: word)
            }
            return MisplacedReports(run: try row.decode(forColumn: "run"), state: state)
        }
    }
}

extension LedgerTransaction {
    /// Records that the reports of a run have to be put in place once this transaction has committed.
    package func setPending(_ reports: PendingReports) throws {
        try database.execute(
            sql: "INSERT INTO report_set VALUES (?, 'staged', ?, ?, ?, ?, ?)",
            arguments: [
                reports.run, reports.target, reports.staging, Int64(reports.device), Int64(reports.inode),
                reports.sha256,
            ])
    }

    /// Records where the reports of a run are now.
    package func settleReports(of run: Int, _ state: ReportsState) throws {
        switch state {
        case .inPlace: try database.execute(sql: "DELETE FROM report_set WHERE run = ?", arguments: [run])
        case .staged:
            try database.execute(sql: "UPDATE report_set SET state = 'staged' WHERE run = ?", arguments: [run])
        case .beside(let folder):
            try database.execute(
                sql: "UPDATE report_set SET state = 'beside', staging = ? WHERE run = ?", arguments: [folder, run])
        case .lost: try database.execute(sql: "UPDATE report_set SET state = 'lost' WHERE run = ?", arguments: [run])
        }
    }
}

/// A recorded run whose reports are made again, with what is needed to compare the result.
package struct RegenerationBaseline {
    fileprivate let content: RunContent
    /// The opening stock of the run, by the fruit's index on the menu.
    package let opening: [Int]
    /// The SHA-256 of each input, in hex, in order.
    package var inputs: [String] { content.inputs.map(\.sha256) }
    /// The date that the user gave, as `YYYY-MM-DD`; nil if none was given.
    package var date: String? { content.date }
    /// The run's business day; nil if none is recorded.
    package var day: BusinessDay? { content.business?.day }
}

extension LedgerSnapshot {
    /// The record of a run as needed to make its reports again with this menu.
    ///
    /// - Throws: A usage error if the run does not exist, has no reports, or was made with other fruits.
    package func baseline(_ run: Int, menu: Menu) throws -> RegenerationBaseline {
        guard let content = try RunContent.load(run, from: database) else {
            throw BatchError.usage(.noSuchRun(run, last: try lastRun()))
        }
        guard content.hasApplied else { throw BatchError.usage(.hasNoReports(run)) }
        let items = try LedgerItems(database)
        let movements = Dictionary(content.movements.map { ($0.fruit, $0) }) { first, _ in first }
        let opening = menu.fruits.map { fruit in items.number(of: fruit).flatMap { movements[$0]?.opening } }
        guard opening.count == movements.count, !opening.contains(nil) else {
            throw BatchError.usage(.otherSettings(run: run))
        }
        return RegenerationBaseline(content: content, opening: opening.compactMap(\.self))
    }
}

extension LedgerTransaction {
    /// Whether this result is exactly that of a recorded run, regardless of file names.
    ///
    /// If so, its reports are those of that run.
    package func isSame(_ result: RunResult, as baseline: RegenerationBaseline, menu: Menu) throws -> Bool {
        let record = baseline.content
        var found = try content(record.number, result, menu, LedgerItems(database))
        found.recordedAt = record.recordedAt
        found.date = record.date
        found.newItems = record.newItems
        found.log = record.log
        found.business?.day = record.business?.day
        found.business?.money = record.business?.money
        found.business?.days = try days(
            of: result, record.business?.day, menu, LedgerItems(database).numbers(on: menu))
        for (index, input) in record.inputs.enumerated() where found.inputs.indices.contains(index) {
            found.inputs[index].name = input.name
        }
        let previous = try RunContent.storedDigest(record.number - 1, in: database)
        return found.digest(previous: previous) == (try RunContent.storedDigest(record.number, in: database))
    }
}

/// The facts of a chain's run, which the ledger stores as opaque text.
struct NightlyFacts {
    let run: Int
    /// The digest of the run's record, which also covers all runs before it.
    let runDigest: String
    /// The business day as `YYYY-MM-DD`.
    let businessDay: String
    /// The facts as text on one line.
    let content: String

    /// The checksum over the content, the run and the business day.
    ///
    /// The checksum differs if the content was changed, or moved to another run or day.
    private var sha256: String {
        SHA256.hex(of: [runDigest, businessDay, content].map { "\($0.utf8.count):\($0)" }.joined())
    }

    func insert(into database: Database) throws {
        try database.execute(
            sql: "INSERT INTO facts VALUES (?, ?, ?, ?)", arguments: [run, businessDay, content, sha256])
    }

    /// Loads the facts of some runs, in order, and the runs whose facts are damaged.
    ///
    /// - Parameter condition: An SQL condition on table `facts`.
    static func load(
        where condition: String, _ arguments: StatementArguments, from database: Database
    ) throws -> (facts: [NightlyFacts], changed: [Int]) {
        var facts: [NightlyFacts] = []
        var changed: [Int] = []
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT facts.run, night, content, facts.sha256, run.sha256 AS run_sha256
                FROM facts JOIN run ON run.number = facts.run WHERE \(condition) ORDER BY facts.run
                """, arguments: arguments)
        for row in rows {
            let found = NightlyFacts(
                run: try row.decode(forColumn: "run"), runDigest: try row.decode(forColumn: "run_sha256"),
                businessDay: try row.decode(forColumn: "night"), content: try row.decode(forColumn: "content"))
            facts.append(found)
            if try row.decode(String.self, forColumn: "sha256") != found.sha256 { changed.append(found.run) }
        }
        return (facts, changed)
    }
}

extension LedgerTransaction {
    /// Stores the facts of a chain's run, which are removed when the run is removed.
    ///
    /// - Parameters:
    ///   - json: The facts as text on one line, which is returned unchanged when they are read.
    ///   - businessDay: The business day of the chain's run, as `YYYY-MM-DD`; it may differ from the run's own date.
    ///   - run: A run that this transaction has recorded.
    package func keepFacts(_ json: String, businessDay: String, run: Int) throws {
        precondition(CalendarDay(businessDay) != nil, "The business day must have the form YYYY-MM-DD")
        precondition(!json.utf8.contains(UInt8(ascii: "\n")), "The JSON text must not contain a line feed")
        let digest = try RunContent.storedDigest(run, in: database)
        precondition(!digest.isEmpty, "The run is not recorded in the ledger")
        try NightlyFacts(run: run, runDigest: digest, businessDay: businessDay, content: json).insert(into: database)
    }
}

extension LedgerSnapshot {
    /// The facts of a chain's runs for a business day, in the order of the runs, without reversed runs.
    ///
    /// - Parameter businessDay: The business day as `YYYY-MM-DD`.
    /// - Throws: `unsoundLedger` if the facts of a run are damaged, and other errors.
    package func facts(ofNight businessDay: String) throws -> [(run: Int, json: String)] {
        let (facts, changed) = try NightlyFacts.load(
            where: "night = ? AND facts.run NOT IN (SELECT reverses FROM run WHERE reverses IS NOT NULL)",
            [businessDay],
            from: database)
        guard changed.isEmpty else {
            throw BatchError.unsoundLedger(
                path: ledger.shownPath, findings: changed.map { .changedChainRecord(run: $0) })
        }
        return facts.map { ($0.run, $0.content) }
    }

    /// The runs whose facts have been changed.
    func runsWithChangedFacts() throws -> [Int] {
        try NightlyFacts.load(where: "TRUE", [], from: database).changed
    }
}
