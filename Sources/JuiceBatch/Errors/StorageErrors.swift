/// A reason why a file cannot serve as a ledger; each `log` is the path of its run log.
package enum LedgerError: Sendable, Equatable {
    /// The file is not an SQLite database, or is one of another program.
    case notADatabase
    /// A later version of this program created the file, in the format of this version.
    case newer(Int)
    /// The file declares this version of the format but has another schema, which another program may have changed.
    case unknownForm(Int)
    /// The file has this number of names (hard links), so its journal would not be found under the others.
    case linked(Int)
    case damaged
    case missing
    /// The file does not exist or contains no run, although runs have been applied, as the path `evidence` shows.
    case disappeared(evidence: String)
    /// The ledger's path is a link to the path `target`, which does not exist.
    case unmounted(target: String)
    /// The ledger is an older copy: it lacks a run of its run log, or has a different run of this number.
    case stale(run: Int, log: String)
    case damagedLog(log: String, line: Int)
    /// The path of the run log, or of a file that SQLite keeps beside the ledger, names a link, folder or pipe.
    case irregularFile(path: String)
    /// The ledger is missing or empty, but its run log has runs.
    case runsMissing(log: String)
    /// A restoration of the ledger from the backup at this path was started and not completed.
    case restoring(backup: String)
}

/// An error that stops the restoration of a ledger.
package enum RestoreError: Sendable {
    /// No backup in the folder is sound and belongs to the ledger's run log.
    case noBackup(folder: String)
    /// The backup belongs to another ledger: a run of it differs from that of the run log.
    case otherLedger(run: Int, log: String)
    /// Inputs of a run, or exports of a chain of which the shop has one partition each, cannot be found; each has its
    /// name in the reports and its SHA-256 in hex.
    case missingInputs(run: Int, inputs: [(name: String, sha256: String)], areExports: Bool)
    /// Applying a run again has a different result from that in the run log.
    case different(run: Int, log: String)
}

/// An inconsistency in a ledger.
package enum LedgerFinding: Sendable, Equatable {
    /// SQLite reports with this message that the file is damaged.
    case damagedFile(String)
    /// A record in this table refers to another one that does not exist.
    case danglingReference(String)
    /// The record of the run with this number was changed after it was written, or a run before it is missing.
    case changedRun(Int)
    case wrongStock(fruit: String, stock: Int, sum: Int)
    /// A movement of a run does not start with the closing stock of the previous one, or does not add up.
    case brokenMovement(run: Int, fruit: String)
    /// The cups of a juice, or of all if `juice` is empty, that a run served and cancelled exceed those that existed,
    /// or differ from those of the reversed run or from their sum.
    case brokenCups(run: Int, juice: String)
    /// The cups of a juice that can still be cancelled differ from the sum of those that all runs served and cancelled.
    case wrongCups(juice: String, cups: Int, sum: Int)
    case changedIDs(run: Int)
    /// The facts.json entry of a chain's run has been changed.
    case changedChainRecord(run: Int)
    /// The ledger's own properties, such as the seed of ids, have been changed.
    case changedHeader
    /// A record violates a constraint of the schema, as this message of SQLite says.
    case contradiction(String)
}

/// An obstacle that keeps a run from being reversed; an item is its name, or its number in the ledger.
package enum ReversalObstacle<Item: Sendable & Equatable>: Sendable, Equatable {
    /// The stock of a fruit would leave its limits; `missing` is negative if there would be too many pieces.
    case stock(fruit: Item, missing: Int)
    /// Later runs cancelled more cups of a juice, by this number, than would have been served.
    case cancelled(juice: Item, cups: Int)
}

/// An error that keeps a shift log from being continued.
package indirect enum ShiftLogError: Sendable, Equatable {
    case missing
    /// Another file has taken the shift log's path.
    case replaced
    /// Another program has changed the shift log's size while the counter was open.
    case changed
    /// A line of the shift log, counted from 1, was not written by a counter, so the file was moved to this path.
    case setAside(line: Int, path: String)
    case ledgerChanged(openedAfter: Int, lastRun: Int)
    /// Writing a row to the shift log failed, and it is unknown whether the row is in it.
    case appendUnknown(errno: Int32)
    /// The outcome of a row, counted from 1, differs from the one that the counter reported.
    case contradicted(row: Int)
    /// Because of this error, the shift was ended without its log.
    case ended(ShiftLogError)
}

/// An error that keeps a chain's run from starting or continuing; no shop was run.
package enum ChainError: Sendable, Equatable {
    /// The folder has no chain.json.
    case noChain
    /// The folder of a chain that was run before has no chain.json any more.
    case settingsMissing
    /// The chain has no open shop.
    case noShop
    case sameName(String, folders: [String])
    case sameFolder(String, shops: [String])
    /// The name or folder of a shop is not allowed, for example because it would lead outside the chain's folder.
    case unusable(String)
    /// A path of the chain, relative to its folder, is a link, or not a folder where one is needed.
    case linked(String)
    case sameLedger(folders: [String])
    /// The export with this name would be split differently from how the run began to split it.
    case splitOtherwise(String)
    case busy
    /// The manifest of a run has another version, or is damaged on this line, counted from 1.
    case badManifest(line: Int)
}

/// An error because of which a request for a chain cannot be carried out.
package enum ChainRequestError: Sendable, Equatable {
    /// The chain has exports, but neither a setting nor an option names the column that contains the shop.
    case noShopColumn
    /// A column of the exports is filled from above, where the row above may belong to another shop.
    case fillAcrossShops(String)
    /// No shop of the chain has this name, or one that matches this pattern.
    case unknownShop(String)
    case nameInUse(String)
    /// The text cannot be a shop's name, or is the name of one of the chain's own folders.
    case badName(String)
    /// A command for a shop's folder was given the folder of a chain.
    case isChain(String)
    case closed(String, since: String)
    case noNightlyRun(shop: String, date: String)
    /// The input at this path, where a run archived it, no longer exists.
    case inputMissing(String)
}

/// An open shift of the counter, during which the stock is that of the ledger changed by the rows of the shift log.
package struct OpenShift: Sendable, Equatable {
    /// The ledger's latest run when the shift was opened; 0 if there was none.
    package var run: Int
    /// The UTC time at which the shift was opened, such as `2026-11-20T18:30:00Z`.
    package var openedAt: String
    /// The shift's business day, as in `2026-11-20`.
    package var date: String
    /// The real path of the shift log.
    package var shiftLog: String
    /// The device and the inode of the shift log, which distinguish it from any other file at its path.
    package var device: Int
    package var inode: Int
    /// The shift's menu, as the text of a menu file.
    package var menu: String
    /// The process that opened the shift, or last continued it; a lock on the shift log shows whether it still runs.
    package var process: Int32

    package init(
        run: Int, openedAt: String, date: String, shiftLog: String, device: Int, inode: Int, menu: String,
        process: Int32
    ) {
        (self.run, self.openedAt, self.date) = (run, openedAt, date)
        (self.shiftLog, self.device, self.inode, self.menu, self.process) = (shiftLog, device, inode, menu, process)
    }

    /// Whether two values describe the same shift, even if another process now runs it.
    package func isSame(as other: OpenShift) -> Bool {
        shiftLog == other.shiftLog && device == other.device && inode == other.inode && openedAt == other.openedAt
    }
}
