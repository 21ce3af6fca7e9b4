internal import GRDB
internal import JuiceBatch

extension Ledger {
    /// Removes a run, which must be the latest, from the ledger as if it had never been recorded.
    ///
    /// For a run whose commit failed or whose reports could not be put in place: its user is told that nothing was
    /// applied. Does nothing if the run is not in the ledger.
    ///
    /// - Throws: `inDoubt` if another process has recorded a later run.
    package func erase(_ receipt: RunReceipt) throws {
        if try isNew() { return }
        try write { transaction in
            let database = transaction.database
            guard try RunContent.storedDigest(receipt.run, in: database) == receipt.sha256 else { return }
            guard try transaction.snapshot.lastRun() == receipt.run,
                let content = try RunContent.load(receipt.run, from: database)
            else { throw BatchError.inDoubt(run: receipt.run, ledger: shownPath) }
            let tables = [
                "report_set", "used_id", "id_filter", "input", "movement", "cups", "newest_time", "money", "demand",
                "business", "facts", "run_log",
            ]
            for table in tables {
                try database.execute(sql: "DELETE FROM \(table) WHERE run = ?", arguments: [receipt.run])
            }
            for movement in content.movements {
                try database.execute(
                    sql: "UPDATE stock SET pieces = ? WHERE fruit = ?", arguments: [movement.opening, movement.fruit])
            }
            for cups in content.cups {
                try database.execute(
                    sql: "UPDATE cancellable SET cups = cups - ? WHERE juice = ?", arguments: [cups.net, cups.juice])
            }
            for item in content.newItems {
                try database.execute(sql: "DELETE FROM cancellable WHERE juice = ?", arguments: [item.number])
                try database.execute(sql: "DELETE FROM stock WHERE fruit = ?", arguments: [item.number])
                try database.execute(sql: "DELETE FROM item WHERE number = ?", arguments: [item.number])
            }
            try database.execute(sql: "DELETE FROM run WHERE number = ?", arguments: [receipt.run])
            if let shift = receipt.endedShift { try transaction.open(shift) }
        }
    }
}
