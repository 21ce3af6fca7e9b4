internal import Glibc
package import JuiceBatch
internal import JuiceReports

/// Adds, closes and renames the shops of a chain; no ledger is moved.
extension Shop {
    /// Adds a shop to a chain: creates its folder with an inbox, and a chain.json if the folder has none.
    ///
    /// A closed shop of the same name is opened again.
    ///
    /// - Returns: the shop's folder, relative to the chain's folder.
    package func addShop(_ name: String, toChain path: String) throws(BatchError) -> String {
        guard ShopEntry.isName(name) else { throw .usage(.chain(.badName(name))) }
        if ChainFolder.isReserved(name) { throw .usage(.chain(.reservedName(name))) }
        return try changing(path, in: OpenFolder(environment.path(path)), missingIsEmpty: true) {
            file, folder throws(BatchError) in try add(name, to: folder, file)
        }
    }

    private func add(_ name: String, to folder: ChainFolder, _ file: ChainFile) throws(BatchError) -> String {
        if var shop = folder.shop(named: name) {
            guard shop.closedSince != nil else { throw .usage(.chain(.taken(name))) }
            shop.closedSince = nil
            try save(folder, file, with: shop)
            return shop.folder
        }
        if file.settings.members?.isEmpty ?? true, folder.root.status(of: FileName(ChainFile.name)) == nil {
            try folder.root.replace(ChainFile.name, with: file.text(with: folder.shops))
        }
        _ = try Inbox(in: folder.root)
        if let status = folder.root.status(of: FileName(name)), status.st_mode & S_IFMT != S_IFDIR {
            throw .badChain(path: folder.path, mistake: .noFolder(name))
        }
        let own = try OpenFolder(name, in: folder.root, followsLink: false)
        _ = try Inbox(in: own)
        return name
    }

    /// Closes a shop: no more files are expected from it, and files that still arrive are set aside.
    ///
    /// - Parameter date: the first day on which the shop is closed, `YYYY-MM-DD`; nil for today.
    /// - Returns: that day.
    package func closeShop(_ name: String, ofChain path: String, since date: String?) throws(BatchError) -> String {
        let date = date ?? environment.today
        return try changing(path) { file, folder throws(BatchError) in
            guard var shop = folder.shop(named: name) else { throw .usage(.chain(.unknownShop(name))) }
            if let date = shop.closedSince { throw .usage(.chain(.closed(shop.name, since: date))) }
            shop.closedSince = date
            try save(folder, file, with: shop)
            return date
        }
    }

    /// Renames a shop; its folder keeps its name.
    ///
    /// Exports may continue to use the former name.
    package func renameShop(_ name: String, to new: String, inChain path: String) throws(BatchError) {
        try changing(path) { file, folder throws(BatchError) in try rename(name, to: new, in: folder, file) }
    }

    private func rename(
        _ name: String, to new: String, in folder: ChainFolder, _ file: ChainFile
    ) throws(BatchError) {
        guard var shop = folder.shop(named: name) else { throw .usage(.chain(.unknownShop(name))) }
        guard ShopEntry.isName(new) else { throw .usage(.chain(.badName(new))) }
        if let other = folder.shop(named: new), other.folder != shop.folder || other.name == new {
            throw .usage(.chain(.taken(new)))
        }
        let former = shop.name
        shop.name = new
        shop.also.removeAll { nameKey($0) == nameKey(new) }
        if nameKey(former) != nameKey(new), !shop.also.contains(where: { nameKey($0) == nameKey(former) }) {
            shop.also.append(former)
        }
        try save(folder, file, with: shop)
    }

    /// Reads chain.json and the chain's folder.
    func chain(_ path: String, missingIsEmpty: Bool = false) throws(BatchError) -> (
        file: ChainFile, folder: ChainFolder
    ) {
        let file = try ChainFile(
            path: environment.path("\(path)/\(ChainFile.name)"), missingIsEmpty: missingIsEmpty,
            cancellation: environment.cancellation)
        return (file, try ChainFolder(path, file: file, in: environment))
    }

    /// Runs a change of chain.json while no other process can change it.
    ///
    /// - Parameters:
    ///   - root: the chain's folder, open; nil to open the one at `path`, which must exist.
    ///   - body: makes the change, given chain.json and the folder as they are under the lock.
    private func changing<Value>(
        _ path: String, in root: OpenFolder? = nil, missingIsEmpty: Bool = false,
        _ body: (ChainFile, ChainFolder) throws(BatchError) -> Value
    ) throws(BatchError) -> Value {
        // Errors in chain.json are thrown here, before any folder is created.
        let found = try chain(path, missingIsEmpty: missingIsEmpty).folder.root
        return try ChainLock.changingBook(in: root ?? found, environment.cancellation) { () throws(BatchError) in
            let (file, folder) = try chain(path, missingIsEmpty: missingIsEmpty)
            return try body(file, folder)
        }
    }

    /// Writes chain.json with the current entry of a shop.
    private func save(_ folder: ChainFolder, _ file: ChainFile, with shop: ShopEntry) throws(BatchError) {
        let shops = folder.shops.map { $0.folder == shop.folder ? shop : $0 }
        try folder.root.replace(ChainFile.name, with: file.text(with: shops))
    }
}
