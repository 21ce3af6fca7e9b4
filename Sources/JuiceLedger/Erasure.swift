internal import GRDB
internal import JuiceBatch

/// What a run's record is known by.
package struct RunReceipt: Sendable, Equatable {
    /// The run's number, from 1.
    package let run: Int
    /// The digest of its record.
    package let sha256: String
}

extension Ledger {
    /// Removes a run as if it had never been: for one whose commit failed or whose reports could not be put in place,
    /// so that what its user is told, that nothing was applied, holds.
    ///
    /// Does nothing if the run is not there. Throws if somebody else has added a run behind it.
    package func erase(_ receipt: RunReceipt) throws {
        if try isNew() { return }
        try write { transaction in
            let database = transaction.database
            guard try RunContent.storedDigest(receipt.run, in: database) == receipt.sha256 else { return }
            guard try transaction.snapshot.lastRun() == receipt.run,
                let content = try RunContent.load(receipt.run, from: database)
            else { throw BatchError.invariant("run \(receipt.run) of the ledger cannot be removed any more") }
            for table in ["pending", "used_id", "id_filter"] {
                try database.execute(sql: "DELETE FROM \(table) WHERE run = ?", arguments: [receipt.run])
            }
            try transaction.forgetInputs(of: receipt.run)
            for table in ["input", "movement"] {
                try database.execute(sql: "DELETE FROM \(table) WHERE run = ?", arguments: [receipt.run])
            }
            for movement in content.movements {
                try database.execute(
                    sql: "UPDATE stock SET pieces = ? WHERE fruit = ?", arguments: [movement.opening, movement.fruit])
            }
            for item in content.newItems {
                try database.execute(sql: "DELETE FROM stock WHERE fruit = ?", arguments: [item.number])
                try database.execute(sql: "DELETE FROM item WHERE number = ?", arguments: [item.number])
            }
            try database.execute(sql: "DELETE FROM run WHERE number = ?", arguments: [receipt.run])
        }
    }
}

extension LedgerTransaction {
    /// Forgets the inputs of a run, save those that another run has applied as well and that was not taken back.
    func forgetInputs(of run: Int) throws {
        try database.execute(sql: "DELETE FROM known_input WHERE run = ?", arguments: [run])
        try database.execute(
            sql: """
                INSERT INTO known_input
                SELECT sha256, bytes, max(run) FROM input
                WHERE success > 0 AND run <> ?1
                    AND sha256 IN (SELECT sha256 FROM input WHERE run = ?1 AND success > 0)
                    AND run NOT IN (SELECT reverses FROM run WHERE reverses IS NOT NULL)
                GROUP BY sha256, bytes
                ON CONFLICT DO NOTHING
                """, arguments: [run])
    }
}
