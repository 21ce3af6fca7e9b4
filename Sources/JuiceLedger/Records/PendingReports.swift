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
        try database.rows(
            """
            SELECT run, staging, target, device, inode, sha256 FROM report_set WHERE state = 'staged' ORDER BY run
            """
        ) { columns in
            PendingReports(
                run: try columns.next(), staging: try columns.next(), target: try columns.next(),
                device: try columns.next(), inode: try columns.next(), sha256: try columns.next())
        }
    }

    /// The newest runs that applied inputs and were not reversed, in order, each with the content of its line in the
    /// run log.
    ///
    /// - Parameter runsMax: The maximum number of latest runs that are examined.
    package func newestLogged(runsMax: Int) throws -> [(run: Int, content: String)] {
        try database.rows(
            """
            SELECT number, content FROM run JOIN run_log ON run_log.run = number
            WHERE number > :start AND \(Self.unreversedCondition) ORDER BY number
            """, ["start": lastRun() - runsMax, "end": Int.max]
        ) { (try $0.next(), try $0.next()) }
    }

    /// The runs whose reports are not in place, in their order.
    package func misplacedReports() throws -> [MisplacedReports] {
        try database.rows("SELECT run, state, staging, target FROM report_set ORDER BY run") { columns in
            let (run, word): (Int, String) = (try columns.next(), try columns.next())
            let (staging, target): (String, String) = (try columns.next(), try columns.next())
            switch word {
            case "staged": return MisplacedReports(run: run, state: .staged)
            case "beside": return MisplacedReports(run: run, state: .beside(staging))
            case "lost": return MisplacedReports(run: run, state: .missing(target: target))
            default: throw LedgerCorruption(text: word)
            }
        }
    }
}

extension LedgerTransaction {
    /// Records that the reports of a run have to be put in place once this transaction has committed.
    package func setPending(_ reports: PendingReports) throws {
        try database.insert(
            into: "report_set",
            [reports.run, "staged", reports.target, reports.staging, reports.device, reports.inode, reports.sha256])
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
        case .missing: try database.execute(sql: "UPDATE report_set SET state = 'lost' WHERE run = ?", arguments: [run])
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

/// The checksum over the facts of a chain's entry for facts.json, the run's digest and the business day.
///
/// The checksum differs if the facts were changed, or moved to another run or day.
private func factsDigest(_ facts: String, runDigest: String, businessDay: String) -> String {
    SHA256.hex(of: [runDigest, businessDay, facts].map { "\($0.utf8.count):\($0)" }.joined())
}

extension LedgerTransaction {
    /// Stores the facts of a chain's run, which are removed when the run is removed.
    ///
    /// - Parameters:
    ///   - json: The facts as text on one line, which is returned unchanged when they are read.
    ///   - businessDay: The business day of the chain's run, as `YYYY-MM-DD`; it may differ from the run's own date.
    ///   - run: A run that this transaction has recorded.
    package func insertFacts(_ json: String, businessDay: String, run: Int) throws {
        precondition(CalendarDay(businessDay) != nil, "The business day must have the form YYYY-MM-DD")
        precondition(!json.utf8.contains(UInt8(ascii: "\n")), "The JSON text must not contain a line feed")
        let digest = try RunContent.storedDigest(run, in: database)
        precondition(!digest.isEmpty, "The run is not recorded in the ledger")
        let sha256 = factsDigest(json, runDigest: digest, businessDay: businessDay)
        try database.insert(into: "facts", [run, businessDay, json, sha256])
    }
}

extension LedgerSnapshot {
    /// The facts of a chain's runs for a business day, in the order of the runs, without reversed runs.
    ///
    /// - Parameter businessDay: The business day as `YYYY-MM-DD`.
    /// - Throws: `unsoundLedger` if the facts of a run are damaged, and other errors.
    package func facts(on businessDay: String) throws -> [(run: Int, json: String)] {
        let facts = try facts(
            where: "night = ? AND facts.run NOT IN (SELECT reverses FROM run WHERE reverses IS NOT NULL)",
            [businessDay])
        let changed = facts.filter(\.isChanged)
        guard changed.isEmpty else {
            throw BatchError.unsoundLedger(
                path: ledger.shownPath, findings: changed.map { .changedChainRecord(run: $0.run) })
        }
        return facts.map { ($0.run, $0.json) }
    }

    /// The runs whose facts have been changed.
    func runsWithChangedFacts() throws -> [Int] {
        try facts(where: "TRUE").filter(\.isChanged).map(\.run)
    }

    /// The facts of some runs, in order, each with whether it has been changed.
    ///
    /// - Parameter condition: An SQL condition on table `facts`.
    private func facts(
        where condition: String, _ arguments: StatementArguments = StatementArguments()
    ) throws -> [(run: Int, json: String, isChanged: Bool)] {
        try database.rows(
            """
            SELECT facts.run, night, content, facts.sha256, run.sha256
            FROM facts JOIN run ON run.number = facts.run WHERE \(condition) ORDER BY facts.run
            """, arguments
        ) { columns in
            let (run, businessDay, json): (Int, String, String) = (
                try columns.next(), try columns.next(), try columns.next()
            )
            let sha256: String = try columns.next()
            let expected = factsDigest(json, runDigest: try columns.next(), businessDay: businessDay)
            return (run, json, sha256 != expected)
        }
    }
}
