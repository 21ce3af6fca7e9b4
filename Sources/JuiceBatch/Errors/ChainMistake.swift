/// An error that keeps a chain's run from starting or continuing; no shop was run.
package enum ChainMistake: Sendable, Equatable {
    /// The folder has no chain.json.
    case noChain
    /// The chain has no shop.
    case noShop
    /// Two shops have one name, as names match; their folders.
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
    /// An export, by its name, would be split otherwise than this night has begun to.
    case splitOtherwise(String)
    /// Another night of the chain is at work.
    case busy
    /// The manifest of a night cannot be read by this program: it is of another version, or damaged on a line, from 1.
    case badManifest(line: Int)
}

/// An impossible request to a chain's command.
package enum ChainUse: Sendable, Equatable {
    /// There are exports, but neither a setting nor an option says which column names the shop.
    case noShopColumn
    /// A column of exports takes empty cells from above, which may be another shop's.
    case fillAcrossShops(String)
    /// No shop of the chain has this name.
    case unknownShop(String)
    /// No shop's name fits.
    case noMatch(String)
    /// A shop has the name already.
    case taken(String)
    /// The text cannot be a shop's name.
    case badName(String)
    /// The shop is closed already, since this date.
    case closed(String, since: String)
    /// The shop has no run on record in the night.
    case noNight(shop: String, date: String)
    /// An input of a run is not where it was put away.
    case inputGone(String)
}
