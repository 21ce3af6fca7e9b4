internal import GRDB
package import JuiceBatch
internal import JuiceCore

extension LedgerSnapshot {
    /// Recomputes everything that follows from something else, and throws `unsoundLedger` with what does not hold.
    package func verify() throws -> LedgerExtent {
        var findings: [LedgerFinding] = []
        do {
            findings = try fileFindings()
            if findings.isEmpty {
                var audit = LedgerAudit(snapshot: self)
                let extent = try audit.run()
                if audit.findings.isEmpty { return extent }
                findings = audit.findings
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            findings = [.damagedFile(error.message ?? "\(error.resultCode)")]
        } catch let error as LedgerCorruption {
            findings = [.damagedFile(error.text)]
        }
        throw BatchError.unsoundLedger(path: ledger.shownPath, findings: findings)
    }

    /// What SQLite finds wrong with the file itself.
    private func fileFindings() throws -> [LedgerFinding] {
        let texts = try String.fetchAll(database, sql: "PRAGMA integrity_check(5)")
        guard texts == ["ok"] else { return texts.map { .damagedFile($0) } }
        do {
            _ = try LedgerHead(database)
        } catch is LedgerCorruption {
            return [.changedHead]
        }
        let tables: [String] = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map {
            try $0.decode(forColumn: "table")
        }
        return Set(tables).sorted().map { .danglingReference($0) }
    }
}

/// Goes through the history of a ledger from its first run and keeps the books a second time.
private struct LedgerAudit {
    private let snapshot: LedgerSnapshot
    private var database: Database { snapshot.database }
    private(set) var findings: [LedgerFinding] = []
    /// Stock as the latest movement left it, by the fruit's number.
    private var stock: [Int: Int] = [:]
    /// The opening and all changes since, by the fruit's number.
    private var sums: [Int: Int] = [:]
    private var names: [Int: String] = [:]
    private var runs: [RunContent] = []

    init(snapshot: LedgerSnapshot) {
        self.snapshot = snapshot
    }

    mutating func run() throws -> LedgerExtent {
        for row in try Row.fetchAll(
            database, sql: "SELECT fruit, opening, name FROM stock JOIN item ON item.number = stock.fruit")
        {
            let fruit: Int = try row.decode(forColumn: "fruit")
            let opening: Int = try row.decode(forColumn: "opening")
            guard (0...FruitStore.stockMax).contains(opening) else { throw LedgerCorruption(text: "an opening stock") }
            stock[fruit] = opening
            names[fruit] = try row.decode(forColumn: "name")
        }
        sums = stock
        try followChain()
        for run in runs { follow(run) }
        for (fruit, pieces) in try snapshot.stockByNumber().sorted(by: { $0.key < $1.key }) {
            let sum = sums[fruit] ?? 0
            if sum != pieces { findings.append(.wrongStock(fruit: names[fruit] ?? "", stock: pieces, sum: sum)) }
        }
        let ids = try checkIDs()
        return LedgerExtent(
            runs: runs.count, fruits: stock.count, ids: ids, origin: try snapshot.origin(),
            unplaced: try snapshot.unplacedReports())
    }

    /// Whether each run's record is what its digest says, and stands behind the one that it names.
    private mutating func followChain() throws {
        var previous = ""
        for number in try Int.fetchAll(database, sql: "SELECT number FROM run ORDER BY number") {
            guard let content = try RunContent.load(number, from: database) else { continue }
            let stored = try RunContent.storedDigest(number, in: database)
            if number != runs.count + 1 || content.digest(previous: previous) != stored {
                findings.append(.changedRun(number))
            }
            previous = stored
            runs.append(content)
        }
    }

    /// Whether each movement of a run starts where the one before ended, and adds up.
    private mutating func follow(_ run: RunContent) {
        // Runs count from 1; where one is missing, that has been found already.
        let original = run.reverses.flatMap { runs.indices.contains($0 - 1) ? runs[$0 - 1] : nil }
        for movement in run.movements {
            let undone = original?.movements.first { $0.fruit == movement.fruit }
            let isInverse = run.reverses == nil || undone?.inverse(on: movement.opening) == movement
            if stock[movement.fruit] != movement.opening || !movement.isSound || !isInverse {
                findings.append(.brokenMovement(run: run.number, fruit: names[movement.fruit] ?? ""))
            }
            stock[movement.fruit] = movement.closing
            // Each is within its limits, so that this many of them cannot overflow.
            sums[movement.fruit, default: 0] &+= movement.closing - movement.opening
        }
    }

    private var reversed: Set<Int> { Set(runs.compactMap(\.reverses)) }

    /// Whether the ids in use are those that the runs which stand have used.
    ///
    /// - Returns: how many there are.
    private mutating func checkIDs() throws -> Int {
        var digests: [Int: IDDigest] = [:]
        let statement = try IDStatement(
            database,
            sql: "SELECT run, use, prefix, high, low FROM used_id ORDER BY prefix, high, low")
        defer { statement.reset() }
        var count = 0
        while try statement.step() {
            let run = statement.int(column: 0)
            digests[run, default: IDDigest()].add(
                statement.key(column: 2), try StoredUse(stored: statement.int(column: 1)))
            count += 1
        }
        let reversed = reversed
        for run in runs {
            let isReversed = reversed.contains(run.number)
            let (count, digest) = isReversed ? (0, IDDigest.ofNothing) : (run.ids, run.idsDigest)
            var found = digests[run.number] ?? IDDigest()
            if found.count != count || found.finishHex() != digest { findings.append(.changedIDs(run: run.number)) }
        }
        return count
    }
}
