internal import GRDB
package import JuiceBatch
package import JuiceCore

extension LedgerSnapshot {
    /// The report sets of committed runs that, as far as this ledger knows, have not been put in place yet.
    package func pendingReports() throws -> [(run: Int, set: StagedSet)] {
        try database.rows(
            """
            SELECT run, staging, target, device, inode, sha256 FROM report_set WHERE state = 'staged' ORDER BY run
            """
        ) {
            ($0, StagedSet(staging: $1, target: $2, identity: SetIdentity(device: $3, inode: $4, sha256: $5)))
        }
    }

    /// The runs that applied inputs and were not reversed, of the latest `runsMax`, with their content in the run log.
    package func newestLogged(runsMax: Int) throws -> [(run: Int, content: String)] {
        try database.rows(
            """
            SELECT number, content FROM run JOIN run_log ON run_log.run = number
            WHERE number > :start AND \(Self.unreversedCondition) ORDER BY number
            """, ["start": lastRun() - runsMax, "end": Int.max]
        ) { ($0, $1) }
    }

    /// The folders of the reports of some runs as their users gave them, by run; a run without reports has none.
    package func loggedOutputs(of runs: [Int]) throws -> [Int: String] {
        let numbers = runs.map { "\($0)" }.joined(separator: ", ")
        return try database.dictionary(
            """
            SELECT run, json_extract(content, '$.output') AS output FROM run_log
            WHERE run IN (\(numbers)) AND output IS NOT NULL
            """)
    }

    /// The runs whose reports are not in place, in their order.
    package func misplacedReports() throws -> [MisplacedReports] {
        try database.rows("SELECT run, state, staging, target FROM report_set ORDER BY run") {
            (run: Int, state: String, staging: String, target: String) in
            switch state {
            case "staged": return MisplacedReports(run: run, state: .staged)
            case "beside": return MisplacedReports(run: run, state: .beside(staging))
            case "lost": return MisplacedReports(run: run, state: .missing(target: target))
            default: throw LedgerCorruption(text: state)
            }
        }
    }

    /// The facts of a chain's runs for a business day, as `YYYY-MM-DD`, in order, without reversed runs.
    ///
    /// - Throws: `unsoundLedger` if the facts of a run are damaged, and other errors.
    package func facts(on businessDay: String) throws -> [(run: Int, json: String)] {
        let facts = try facts(
            where: "night = ? AND facts.run NOT IN \(Self.reversedRuns)",
            [businessDay])
        let changed = facts.filter(\.isChanged)
        guard changed.isEmpty else {
            throw BatchError.unsoundLedger(
                path: ledger.shownPath, findings: changed.map { .changedChainRecord(run: $0.run) })
        }
        return facts.map { ($0.run, $0.json) }
    }

    /// The facts of the runs that satisfy an SQL condition, in order, each with whether its checksum differs.
    func facts(
        where condition: String, _ arguments: StatementArguments = StatementArguments()
    ) throws -> [(run: Int, json: String, isChanged: Bool)] {
        try database.rows(
            """
            SELECT facts.run, night, content, facts.sha256, run.sha256
            FROM facts JOIN run ON run.number = facts.run WHERE \(condition) ORDER BY facts.run
            """, arguments
        ) { (run: Int, businessDay: String, json: String, sha256: String, runDigest: String) in
            (run, json, sha256 != factsDigest(json, runDigest: runDigest, businessDay: businessDay))
        }
    }

    /// The record of a run whose reports are to be made again with this menu, and its opening stock.
    ///
    /// - Throws: A usage error if the run does not exist, has no reports, or was made with other fruits.
    package func recordToRegenerate(_ run: Int, menu: Menu) throws -> (record: RunContent, opening: [Int]) {
        let content = try record(of: run)
        if content.reverses != nil || content.settlement != nil { throw BatchError.usage(.otherInputs(run: run)) }
        let items = try LedgerItems(database)
        let movements = Dictionary(content.movements.map { ($0.fruit, $0) }) { first, _ in first }
        let opening = menu.fruits.map { fruit in items.number(of: fruit).flatMap { movements[$0]?.opening } }
        guard opening.count == movements.count, !opening.contains(nil) else {
            throw BatchError.usage(.otherSettings(run: run))
        }
        return (content, opening.compactMap(\.self))
    }
}

extension LedgerTransaction {
    /// Records that the reports of a run have to be put in place once this transaction has committed.
    package func setPending(_ set: StagedSet, of run: Int) throws {
        let identity = set.identity
        try database.insert(
            into: "report_set",
            [run, "staged", set.target, set.staging, identity.device, identity.inode, identity.sha256])
    }

    /// Records where the reports of a run are now.
    package func recordReportsState(_ state: ReportsState, of run: Int) throws {
        switch state {
        case .inPlace: try database.change("DELETE FROM report_set WHERE run = ?", [run])
        case .staged: try database.change("UPDATE report_set SET state = 'staged' WHERE run = ?", [run])
        case .beside(let folder):
            try database.change("UPDATE report_set SET state = 'beside', staging = ? WHERE run = ?", [folder, run])
        case .missing: try database.change("UPDATE report_set SET state = 'lost' WHERE run = ?", [run])
        }
    }

    /// Stores the facts of a run that this transaction has recorded for a chain's run, as JSON on one line.
    ///
    /// The chain's business day, as `YYYY-MM-DD`, may differ from the run's own. Erasing the run removes the facts.
    package func insertFacts(_ json: String, businessDay: String, run: Int) throws {
        precondition(CalendarDay(businessDay) != nil, "The business day must have the form YYYY-MM-DD")
        precondition(!json.utf8.contains(UInt8(ascii: "\n")), "The JSON text must not contain a line feed")
        let digest = try RunContent.storedDigest(run, in: database)
        precondition(!digest.isEmpty, "The run is not recorded in the ledger")
        let sha256 = factsDigest(json, runDigest: digest, businessDay: businessDay)
        try database.insert(into: "facts", [run, businessDay, json, sha256])
    }

    /// Whether a result is exactly that of a recorded run, regardless of file names, so that both have equal reports.
    package func isSame(
        _ result: RunResult, as record: RunContent, menu: Menu, money: RecordedMoney?
    ) throws -> Bool {
        let numbers = try LedgerItems(database).numbers(on: menu)
        var found = try content(
            record.number, result, menu, numbers, recordedAt: record.recordedAt,
            day: record.business?.day, money: money, newItems: record.newItems, log: record.log)
        for (index, input) in record.inputs.enumerated() where found.inputs.indices.contains(index) {
            found.inputs[index].name = input.name
        }
        let previous = try RunContent.storedDigest(record.number - 1, in: database)
        return found.digest(previous: previous) == (try RunContent.storedDigest(record.number, in: database))
    }
}

/// The checksum of a run's facts in a chain, with the run's digest and the chain's business day that they belong to.
private func factsDigest(_ facts: String, runDigest: String, businessDay: String) -> String {
    SHA256.hex(of: [runDigest, businessDay, facts].map { "\($0.utf8.count):\($0)" }.joined())
}
