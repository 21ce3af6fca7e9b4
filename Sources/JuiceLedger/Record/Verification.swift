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
                let (audit, extent) = try audited()
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

    /// The findings of SQLite's own check of the file.
    private func fileFindings() throws -> [LedgerFinding] {
        let texts = try String.fetchAll(database, sql: "PRAGMA integrity_check(5)")
        guard texts == ["ok"] else {
            try database.throwFailedRead()
            return texts.map { .damagedFile($0) }
        }
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

    /// The books kept a second time, and how much there was to keep.
    private func audited() throws -> (audit: LedgerAudit, extent: LedgerExtent) {
        var openings: [Int: Int] = [:]
        var names: [Int: String] = [:]
        for row in try Row.fetchAll(database, sql: "SELECT number, name FROM item") {
            names[try row.decode(forColumn: "number")] = try row.decode(forColumn: "name")
        }
        for row in try Row.fetchAll(database, sql: "SELECT fruit, opening FROM stock") {
            let fruit: Int = try row.decode(forColumn: "fruit")
            let opening: Int = try row.decode(forColumn: "opening")
            guard (0...FruitStore.stockMax).contains(opening) else { throw LedgerCorruption(text: "an opening stock") }
            openings[fruit] = opening
        }
        var audit = LedgerAudit(openings: openings, names: names)
        for number in try Int.fetchAll(database, sql: "SELECT number FROM run ORDER BY number") {
            guard let content = try RunContent.load(number, from: database) else { continue }
            audit.add(content, digest: try RunContent.storedDigest(number, in: database))
        }
        audit.checkMovements()
        audit.checkStock(try stockByNumber())
        audit.checkCups()
        audit.checkCancellable(try cancellableByNumber())
        audit.checkSettlements()
        let ids = try usedIDs()
        audit.checkIDs(ids)
        audit.add(changedFacts: try runsWithChangedFacts())
        let extent = LedgerExtent(
            runs: audit.runs.count, fruits: openings.count, ids: ids.values.reduce(0) { $0 + $1.count },
            origin: try origin(), unplaced: try unplacedReports())
        return (audit, extent)
    }

    /// The ids in use, by the run that used them.
    private func usedIDs() throws -> [Int: LedgerAudit.IDs] {
        var digests: [Int: IDDigest] = [:]
        let statement = try IDStatement(
            database,
            sql: "SELECT run, use, prefix, high, low FROM used_id ORDER BY prefix, high, low")
        defer { statement.reset() }
        while try statement.step() {
            digests[statement.int(column: 0), default: IDDigest()].add(
                statement.key(column: 2), try StoredUse(stored: statement.int(column: 1)))
        }
        return digests.mapValues { digest in
            var digest = digest
            return LedgerAudit.IDs(count: digest.count, sha256: digest.finishHex())
        }
    }
}
