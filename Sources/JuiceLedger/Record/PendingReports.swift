internal import GRDB
package import JuiceBatch

/// A set of reports that waits to be put in place.
package struct PendingReports: Sendable, Hashable {
    /// The run it belongs to.
    package let run: Int
    /// The folder that holds it.
    package let staging: String
    /// The folder whose place it takes.
    package let target: String
    /// The identity of the folder after it has moved: its device and inode, and a digest of its content.
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
    /// Report sets that were committed and have not been put in place yet, as far as this ledger knows.
    package func pendingReports() throws -> [PendingReports] {
        try Row.fetchAll(database, sql: "SELECT * FROM report_set WHERE state = 'staged' ORDER BY run").map { row in
            PendingReports(
                run: try row.decode(forColumn: "run"), staging: try row.decode(forColumn: "staging"),
                target: try row.decode(forColumn: "target"), device: try row.decode(forColumn: "device"),
                inode: try row.decode(forColumn: "inode"), sha256: try row.decode(forColumn: "sha256"))
        }
    }

    /// The runs whose reports are not in place, in their order.
    package func unplacedReports() throws -> [UnplacedReports] {
        try Row.fetchAll(database, sql: "SELECT run, state, staging, target FROM report_set ORDER BY run").map { row in
            let state: ReportsState
            switch try row.decode(String.self, forColumn: "state") {
            case "staged": state = .staged
            case "beside": state = .beside(try row.decode(forColumn: "staging"))
            case "lost": state = .lost(target: try row.decode(forColumn: "target"))
            case let word: throw LedgerCorruption(text: word)
            }
            return UnplacedReports(run: try row.decode(forColumn: "run"), state: state)
        }
    }
}

extension LedgerTransaction {
    /// Notes that the reports of a run wait to be put in place once this transaction has committed.
    package func setPending(_ reports: PendingReports) throws {
        try database.execute(
            sql: "INSERT INTO report_set VALUES (?, 'staged', ?, ?, ?, ?, ?)",
            arguments: [
                reports.run, reports.target, reports.staging, Int64(reports.device), Int64(reports.inode),
                reports.sha256,
            ])
    }

    /// Notes where the reports of a run are by now.
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
