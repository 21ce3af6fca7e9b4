internal import GRDB
package import JuiceBatch
internal import JuiceCore

extension LedgerSnapshot {
    /// Verifies the ledger, its file and all values that follow from others, and returns the amount of data.
    ///
    /// - Throws: `unsoundLedger` with all inconsistencies.
    package func verify() throws -> LedgerExtent {
        var findings: [LedgerFinding] = []
        do {
            findings = try fileFindings()
            if findings.isEmpty { return try audit() }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            findings = [.damagedFile(error.message ?? "\(error.resultCode)")]
        } catch let error as LedgerCorruption {
            findings = [.damagedFile(error.text)]
        }
        throw BatchError.unsoundLedger(path: ledger.shownPath, findings: findings)
    }

    /// Checks quickly that each fruit has the closing stock of its last movement; throws the errors of `verify`.
    ///
    /// A run on another stock would be applied wrongly, and `restore` could not repeat it.
    package func checkStock() throws {
        let sql = """
            SELECT EXISTS (
                SELECT * FROM stock WHERE typeof(pieces) <> 'integer' OR pieces IS NOT coalesce(
                    (SELECT closing FROM movement WHERE movement.fruit = stock.fruit ORDER BY run DESC LIMIT 1), opening
                )
            )
            """
        guard try Bool.fetchOne(database, sql: sql) ?? false else { return }
        _ = try verify()
        throw LedgerCorruption(text: "stock")
    }

    /// The findings of SQLite's integrity check of the file.
    private func fileFindings() throws -> [LedgerFinding] {
        let texts = try String.fetchAll(database, sql: "PRAGMA integrity_check(5)")
        guard texts == ["ok"] else {
            try database.throwFailedRead()
            return texts.map { .damagedFile($0) }
        }
        do {
            _ = try Ledger.header(of: database)
        } catch is LedgerCorruption {
            return [.changedHeader]
        }
        let tables: [String] = try database.rows("PRAGMA foreign_key_check") { $0 }
        return Set(tables).sorted().map { .danglingReference($0) }
    }

    /// Recomputes the ledger's content from its first run on, and returns the amount of data checked.
    private func audit() throws -> LedgerExtent {
        let openings: [Int: Int] = try database.dictionary("SELECT fruit, opening FROM stock")
        guard openings.values.allSatisfy({ (0...FruitStore.stockMax).contains($0) }) else {
            throw LedgerCorruption(text: "an opening stock")
        }
        var audit = LedgerAudit(
            openings: openings, names: try database.dictionary("SELECT number, name FROM item"))
        let runs: [(Int, String)] = try database.rows("SELECT number, sha256 FROM run ORDER BY number") { ($0, $1) }
        for (number, digest) in runs {
            if let content = try RunContent.load(number, from: database) { audit.add(content, digest: digest) }
        }
        audit.checkMovements()
        audit.checkStock(try stockByNumber())
        audit.checkCups()
        audit.checkCancellable(try cancellableByNumber())
        let ids = try usedIDs()
        audit.checkIDs(ids)
        func hashes(_ query: String) throws -> [String: String] {
            Dictionary(try database.rows(query) { ($0, RecordFingerprint.hash(of: $1)) }) { $1 }
        }
        audit.check(
            fingerprints: try hashes("SELECT run || ' ' || place, prints FROM record_print"),
            failedIDs: try hashes("SELECT run || ' ' || short, ids FROM failed_ids"))
        // If the run itself has been changed, it is already found.
        for facts in try facts(where: "TRUE") where facts.isChanged && !audit.findings.contains(.changedRun(facts.run))
        {
            audit.findings.append(.changedChainRecord(run: facts.run))
        }
        guard audit.findings.isEmpty else {
            throw BatchError.unsoundLedger(path: ledger.shownPath, findings: audit.findings)
        }
        return (
            runs: audit.runs.count, fruits: openings.count, ids: ids.values.reduce(0) { $0 + $1.count },
            origin: try origin(), misplaced: try misplacedReports()
        )
    }

    /// The number and the digest of the ids in use, by the run that used them.
    private func usedIDs() throws -> [Int: LedgerAudit.IDs] {
        // An array by run number; SQLite's check has confirmed that each run is on record.
        var digests = [IDDigest?](repeating: nil, count: try lastRun() + 1)
        let statement = try IDStatement(
            database,
            sql: "SELECT run, use, prefix, high, low FROM used_id ORDER BY prefix, high, low")
        defer { statement.reset() }
        while try statement.step() {
            let run = statement.int(column: 0)
            guard digests.indices.contains(run) else { throw LedgerCorruption(text: "the run that used an id") }
            if digests[run] == nil { digests[run] = IDDigest() }
            digests[run]?.add(statement.key(column: 2), try StoredUse(stored: statement.int(column: 1)))
        }
        var idsInUse: [Int: LedgerAudit.IDs] = [:]
        for case (let run, var digest?) in digests.enumerated() {
            idsInUse[run] = (digest.count, digest.finishHex())
        }
        return idsInUse
    }
}

/// Recomputes a ledger's content, and collects the differences, ordered by runs, movements, stock, cups and ids.
package struct LedgerAudit: Sendable {
    /// The number of ids that a run has used, and the digest of the ids and their uses.
    package typealias IDs = (count: Int, sha256: String)

    package fileprivate(set) var findings: [LedgerFinding] = []
    /// The runs that were checked, in their order.
    package private(set) var runs: [RunContent] = []
    /// The recorded digest of the last run that was checked.
    private var previous = ""
    /// The stock after the latest movement, by fruit number.
    private var stock: [Int: Int]
    /// The cups that can still be cancelled after the latest run, by juice number.
    private var cups: [Int: Int] = [:]
    private let names: [Int: String]

    /// Creates an audit without runs from the opening stock of fruits and the names of items in findings, by number.
    package init(openings: [Int: Int], names: [Int: String]) { (stock, self.names) = (openings, names) }

    /// Adds the next run, and checks its record against its recorded digest and that of the run before it.
    package mutating func add(_ run: RunContent, digest: String) {
        if run.number != runs.count + 1 || run.digest(previous: previous) != digest {
            findings.append(.changedRun(run.number))
        }
        previous = digest
        runs.append(run)
    }

    /// Checks the hashes of the fingerprints and of the failed rows that are stored for recent runs.
    ///
    /// A key such as `12 1` means the first input of run 12 in `fingerprints`. In `failedIDs`, it means the short rows
    /// of run 12, and `12 0` the rejected ones.
    fileprivate mutating func check(fingerprints: [String: String], failedIDs: [String: String]) {
        for run in runs.suffix(RecordFingerprint.runsMax) {
            let hashes = run.inputs.indices.map { fingerprints["\(run.number) \($0 + 1)"] ?? "" }
            if hashes != run.inputs.map(\.fingerprintsHash) { findings.append(.changedRun(run.number)) }
        }
        for run in runs {
            let hashes = (0...1).map { failedIDs["\(run.number) \($0)"] ?? "" }
            // The short rows of earlier runs are deleted.
            let isRecent = run.number > runs.count - FailedID.shortRunsMax
            if hashes[0] != run.failedIDs.rejected || isRecent && hashes[1] != run.failedIDs.short {
                findings.append(.changedRun(run.number))
            }
        }
    }

    /// Checks that each movement starts with the closing stock of the previous one, and adds up.
    package mutating func checkMovements() {
        for run in runs {
            let original = run.reverses.flatMap(self.run)
            for movement in run.movements {
                let undone = original?.movements.first { $0.fruit == movement.fruit }
                let isInverse = run.reverses == nil || undone?.inverse(on: movement.opening) == movement
                if stock[movement.fruit] != movement.opening || !movement.isConsistent || !isInverse {
                    findings.append(.brokenMovement(run: run.number, fruit: names[movement.fruit] ?? ""))
                }
                stock[movement.fruit] = movement.closing
            }
        }
    }

    /// A run by its number; nil if it is missing, which has already been found.
    private func run(_ number: Int) -> RunContent? { runs.indices.contains(number - 1) ? runs[number - 1] : nil }

    /// Checks that no run cancelled more cups than had been served, and that the cups add up to the run's totals.
    package mutating func checkCups() {
        for run in runs {
            let original = run.reverses.flatMap(self.run)
            let before = findings.count
            for cups in run.cups {
                // Each value is within its limits, so that the sum of this many cannot overflow.
                self.cups[cups.juice, default: 0] &+= cups.net
                let undone = original?.cups.first { $0.juice == cups.juice }
                let isInverse = run.reverses == nil ? cups.served >= 0 && cups.cancelled >= 0 : undone?.inverse == cups
                if !isInverse || self.cups[cups.juice] ?? 0 < 0 {
                    findings.append(.brokenCups(run: run.number, juice: names[cups.juice] ?? ""))
                }
            }
            let served = run.cups.reduce(0) { min($0 + $1.served, Tally.sumMax) }
            let isInSum = run.reverses != nil || served == run.cupsServed
            let isComplete = original.map { $0.cups.count == run.cups.count } ?? true
            if findings.count == before, !isInSum || !isComplete {
                findings.append(.brokenCups(run: run.number, juice: ""))
            }
        }
    }

    /// Checks that the recorded cups that can be cancelled, by juice number, match the totals of all runs.
    package mutating func checkCancellable(_ cancellable: [Int: Int]) {
        check(cancellable, against: cups) { .wrongCups(juice: $0, cups: $1, sum: $2) }
    }

    /// Checks that the recorded stock, by fruit number, is that after all movements.
    package mutating func checkStock(_ recorded: [Int: Int]) {
        check(recorded, against: stock) { .wrongStock(fruit: $0, stock: $1, sum: $2) }
    }

    private mutating func check(
        _ recorded: [Int: Int], against sums: [Int: Int], _ finding: (_ item: String, Int, Int) -> LedgerFinding
    ) {
        for (item, value) in recorded.sorted(by: { $0.key < $1.key }) where value != sums[item] ?? 0 {
            findings.append(finding(names[item] ?? "", value, sums[item] ?? 0))
        }
    }

    /// Checks that the ids in use, by the run that used them, are those of the runs that have not been reversed.
    package mutating func checkIDs(_ idsInUse: [Int: IDs]) {
        let none: IDs = (0, IDDigest.ofNothing)
        let reversed = Set(runs.compactMap(\.reverses))
        for run in runs {
            let used = reversed.contains(run.number) ? none : (run.ids, run.idsDigest)
            if (idsInUse[run.number] ?? none) != used { findings.append(.changedIDs(run: run.number)) }
        }
    }
}
