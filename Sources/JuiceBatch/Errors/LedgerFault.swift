/// Why a file cannot serve as a ledger.
package enum LedgerFault: Sendable, Equatable {
    /// It is no SQLite database.
    case notADatabase
    /// It is a database of something else.
    case foreign
    /// A later version of this program made it. The version of its format, and the program if it can be told.
    case newer(Int, madeBy: String?)
    /// It declares this version of the format but has another schema: it was made before the format was released, or
    /// another program has changed it. The version.
    case unknownForm(Int)
    /// It has more than one name, so that its journal would not be found by the others. How many.
    case linked(Int)
    /// It is damaged: cut short, or overwritten in part.
    case damaged
    /// It is not there.
    case missing
    /// It is not there, or has no run, where runs have been applied. `evidence` is the path of what shows that.
    case gone(evidence: String)
    /// It lacks a run of its run log, or has another one of this number: it is an older copy. `log` is the log's path.
    case stale(run: Int, log: String)
    /// A line of its run log, from 1, is not what was written.
    case damagedLog(log: String, line: Int)
    /// It is missing or empty, and its run log has runs. `log` is the log's path.
    case lost(log: String)
    /// A restore of it from a backup has not been completed. `backup` is the backup's path.
    case restoring(backup: String)
}

/// Why a ledger cannot be restored, or not any further.
package enum RestoreFault: Sendable, Equatable {
    /// No backup in the folder is sound and of the ledger's run log.
    case noBackup(folder: String)
    /// A run of the backup is not the one of the run log: it is of another ledger.
    case otherLedger(run: Int, log: String)
    /// Inputs of a run are nowhere to be found.
    case missingInputs(run: Int, inputs: [LostInput])
    /// A run comes out otherwise than the run log has it.
    case different(run: Int, log: String)

    /// An input that is nowhere to be found.
    package struct LostInput: Sendable, Equatable {
        /// Its name in the reports.
        package let name: String
        /// The digest in hex.
        package let sha256: String
        /// Whether it is an export of a chain, of which the shop has a part.
        package let isExport: Bool

        package init(name: String, sha256: String, isExport: Bool) {
            self.name = name
            self.sha256 = sha256
            self.isExport = isExport
        }
    }
}

/// Something in a ledger that does not add up.
package enum LedgerFinding: Sendable, Equatable {
    /// SQLite says that the file is damaged, and how.
    case damagedFile(String)
    /// A record names another one that is not there. The table.
    case danglingReference(String)
    /// A run's record is not what it was when it was written, or a run is missing before it.
    case changedRun(Int)
    /// The sum of a fruit's movements is not its stock.
    case wrongStock(fruit: String, stock: Int, sum: Int)
    /// A movement of a run does not start where the one before ended, or does not add up.
    case brokenMovement(run: Int, fruit: String)
    /// The cups of a juice that a run served and cancelled exceed those there were, differ from the reversed run's, or
    /// from their sum. The juice is empty where all of them are concerned.
    case brokenCups(run: Int, juice: String)
    /// The sum of what all runs served and cancelled of a juice is not what can still be cancelled.
    case wrongCups(juice: String, cups: Int, sum: Int)
    /// A run closes rows of another one that were not rejected, or not open.
    case brokenSettlement(run: Int)
    /// The ids that a run used are not those on record.
    case changedIDs(run: Int)
    /// The facts of a chain's run have been changed.
    case changedFacts(run: Int)
    /// The ledger's own properties, among them the seed of ids, have been changed.
    case changedHead
    /// A record contradicts another one, as SQLite says it.
    case contradiction(String)
}

/// An obstacle to reversing a run.
package enum ReversalObstacle: Sendable, Equatable {
    /// The stock of a fruit would leave its limits. Pieces that are missing; negative when there would be too many.
    case stock(fruit: String, missing: Int)
    /// Later runs cancelled so many cups of a juice more than would then have been served.
    case cancelled(juice: String, cups: Int)
}
