/// An error of a file that cannot serve as a ledger.
package enum LedgerError: Sendable, Equatable {
    /// The file is no SQLite database.
    case notADatabase
    /// The file is a database of another program.
    case foreign
    /// A later version of this program made it. The version of its format, and the program if it is known.
    case newer(Int, madeBy: String?)
    /// The file declares this version of the format but has another schema: it was made before the format was released,
    /// or another program has changed it. The version.
    case unknownForm(Int)
    /// The file has more than one name, so that its journal would not be found by the others. The number of names.
    case linked(Int)
    /// The file is damaged: cut short, or overwritten in part.
    case damaged
    /// The file does not exist.
    case missing
    /// The file does not exist, or has no run, where runs have been applied. `evidence` is a path that shows it.
    case gone(evidence: String)
    /// The ledger's path is a link to a file that does not exist. `target` is the path in the link.
    case unmounted(target: String)
    /// The ledger lacks a run of its run log, or has another one of this number: it is an older copy. `log` is the
    /// log's path.
    case stale(run: Int, log: String)
    /// A line of its run log, from 1, is damaged.
    case damagedLog(log: String, line: Int)
    /// The ledger is missing or empty, and its run log has runs. `log` is the log's path.
    case lost(log: String)
    /// A restore of it from a backup has not been completed. `backup` is the backup's path.
    case restoring(backup: String)
}

/// An error that stops the restoration of a ledger.
package enum RestoreError: Sendable, Equatable {
    /// No backup in the folder is sound and belongs to the ledger's run log.
    case noBackup(folder: String)
    /// A run of the backup is not the one of the run log: it is of another ledger.
    case otherLedger(run: Int, log: String)
    /// Inputs of a run are nowhere to be found.
    case missingInputs(run: Int, inputs: [LostInput])
    /// A run comes out otherwise than the run log has it.
    case different(run: Int, log: String)

    /// An input that is nowhere to be found.
    package struct LostInput: Sendable, Equatable {
        /// The input's name in the reports.
        package let name: String
        /// The digest in hex.
        package let sha256: String
        /// Whether the lost input is a chain's export, of which the shop has a part.
        package let isExport: Bool

        package init(name: String, sha256: String, isExport: Bool) {
            self.name = name
            self.sha256 = sha256
            self.isExport = isExport
        }
    }
}

/// An inconsistency in a ledger.
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
    /// from their sum. The juice is empty if all of them are concerned.
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

/// An error that keeps a shift log from being continued.
package enum ShiftLogError: Sendable, Equatable {
    /// The file does not exist.
    case missing
    /// Another file has the shift log's path.
    case replaced
    /// The shift log has a row that no counter has written: its line, from 1, and the path to which the file was moved.
    case setAside(line: Int, path: String)
    /// The ledger has gone on without the shift: its latest run is not the one that the shift was opened after.
    case leftBehind(openedAfter: Int, lastRun: Int)
    /// A row may or may not have been written, after a system error.
    case inDoubt(errno: Int32)
    /// A row has another outcome than the counter reported. The row, from 1.
    case contradicted(row: Int)
}

/// An error that keeps a chain's run from starting or continuing; no shop was run.
package enum ChainError: Sendable, Equatable {
    /// The folder has no chain.json.
    case noChain
    /// chain.json is missing in a folder that a chain has been run in.
    case settingsGone
    /// The chain has no open shop.
    case noShop
    /// Two shops have equivalent names; their folders.
    case sameName(String, folders: [String])
    /// Two shops have one folder; their names.
    case sameFolder(String, shops: [String])
    /// A shop's name or folder would lead elsewhere, or is none that a folder or a shop can have.
    case unusable(String)
    /// A shop's folder is a link, or no folder at all.
    case noFolder(String)
    /// A folder or file of the run is a link, or no folder where it has to be one; by its path from the chain's folder.
    case elsewhere(String)
    /// Two shops have one file as their ledger; their folders.
    case sameLedger(folders: [String])
    /// An export, by its name, would be split in another way than this run has begun to.
    case splitOtherwise(String)
    /// Another run of the chain is at work.
    case busy
    /// The manifest of a run is of another version, or damaged on a line, from 1.
    case badManifest(line: Int)
}

/// An impossible request to a chain's command.
package enum ChainUse: Sendable, Equatable {
    /// The chain has exports, but neither a setting nor an option names the column of the shop.
    case noShopColumn
    /// A column of exports takes empty cells from above, which may be another shop's.
    case fillAcrossShops(String)
    /// No shop of the chain has this name.
    case unknownShop(String)
    /// The pattern matches no shop's name.
    case noMatch(String)
    /// A shop has the name already.
    case taken(String)
    /// The text cannot be a shop's name.
    case badName(String)
    /// A name of one of the chain's own folders, which cannot be a shop's.
    case reservedName(String)
    /// A command for a shop's folder was given that of a chain.
    case isChain(String)
    /// The shop is closed already, since this date.
    case closed(String, since: String)
    /// The shop has no recorded run on the business day.
    case noNight(shop: String, date: String)
    /// An input of a run is not where it was put away.
    case inputGone(String)
}
