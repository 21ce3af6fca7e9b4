internal import Glibc
package import JuiceBatch
package import JuiceReports

/// The content of chain.json: the settings for all shops of a chain, and the entries of single shops.
package struct ChainFile: Sendable {
    /// The file's name in the chain's folder.
    package static let name = OpenFolder.chainSettings

    /// The path of the file as shown in messages.
    package let path: String
    private let content: JSONValue
    /// The settings that apply to all shops, in the form of a juice-batch.json.
    package let settings: JSONValue
    /// The name of the column of exports that names the shop; nil if it is not set.
    package private(set) var shopColumn: String?
    /// The entries of the shops, by name.
    package private(set) var shops: [ShopEntry] = []

    /// Reads the chain.json of a chain; a missing file counts as an empty one, or is an error.
    package init(path: String, missingIsEmpty: Bool = false, cancellation: CancellationToken) throws(BatchError) {
        let bytes: [UInt8]
        do throws(BatchError) {
            bytes = try readSmallFile(path, cancellation: cancellation)
        } catch .unreadable(_, ENOENT) {
            guard missingIsEmpty else {
                let folder = ReportFolder.split(path).parent
                throw .badChain(path: path, error: OpenFolder.isChain(folder) ? .settingsMissing : .noChain)
            }
            bytes = Array("{}".utf8)
        }
        try self.init(bytes, path: path)
    }

    init(_ bytes: [UInt8], path: String) throws(BatchError) {
        self.path = path
        let file = try JSONReader.settings(in: bytes, path: path)
        content = file.object
        var rest: [(String, JSONValue)] = []
        var seen: Set<String> = []
        for (key, value) in file.members {
            guard seen.insert(key).inserted else {
                throw .badConfiguration(origin: path, error: .repeatedKey(key))
            }
            switch key {
            case "shops": shops = try Self.shops(value, path)
            case "columns":
                // The member `shop` names the column of shops; the other members name the columns of roles.
                if let named = value["shop"] {
                    // As for a role, a list of one name is that column.
                    let list = named.elements ?? [named]
                    guard list.count == 1, let name = list[0].string, !name.isEmpty else {
                        throw Self.badValue("columns.shop", "\"…\"", path)
                    }
                    shopColumn = name
                }
                let others = value.members?.filter { $0.0 != "shop" }
                if others?.isEmpty != true { rest.append((key, others.map { .object($0) } ?? value)) }
            default: rest.append((key, value))
            }
        }
        settings = .object(rest)
    }

    private static func badValue(_ key: String, _ expected: String, _ path: String) -> BatchError {
        .badConfiguration(origin: path, error: .badValue(key: key, expected: expected))
    }

    private static func shops(_ value: JSONValue, _ path: String) throws(BatchError) -> [ShopEntry] {
        guard let entries = value.members else { throw badValue("shops", "{…}", path) }
        var shops: [ShopEntry] = []
        var seen: Set<String> = []
        for (name, entry) in entries {
            let key = "shops.\(name)"
            guard seen.insert(name).inserted else { throw .badConfiguration(origin: path, error: .repeatedKey(key)) }
            guard ShopEntry.isName(name) else { throw .badChain(path: path, error: .unusable(name)) }
            guard let members = entry.members else { throw badValue(key, "{…}", path) }
            var shop = ShopEntry(name: name, folder: name)
            for (member, value) in members {
                switch member {
                case "folder":
                    guard let folder = value.string else { throw badValue("\(key).folder", "\"…\"", path) }
                    guard ShopEntry.isName(folder), !ChainFolder.isReserved(folder) else {
                        throw .badChain(path: path, error: .unusable(folder))
                    }
                    shop.folder = folder
                case "also":
                    guard let names = value.strings else { throw badValue("\(key).also", "[\"…\", …]", path) }
                    shop.also = names
                case "closed":
                    guard let date = value.string, CalendarDay(date) != nil else {
                        throw badValue("\(key).closed", "\"2026-11-23\"", path)
                    }
                    shop.closedSince = date
                default:
                    let nearest = NearestName.nearest(to: member, among: ["folder", "also", "closed"])
                    throw .badConfiguration(origin: path, error: .unknownKey("\(key).\(member)", nearest: nearest))
                }
            }
            shops.append(shop)
        }
        return shops
    }

    /// The text of this file with its list of shops replaced.
    func text(with shops: [ShopEntry]) -> String {
        var members = (content.members ?? []).filter { $0.0 != "shops" }
        let entries = shops.filter { $0.folder != $0.name || !$0.also.isEmpty || $0.closedSince != nil }.map { shop in
            let entry = JSONValue.omittingNulls([
                "folder": shop.folder == shop.name ? nil : shop.folder, "also": shop.also.isEmpty ? nil : shop.also,
                "closed": shop.closedSince,
            ])
            return (shop.name, entry)
        }
        if !entries.isEmpty { members.append(("shops", .object(entries))) }
        return JSONValue.object(members).text
    }
}

/// A shop of a chain.
package struct ShopEntry: Sendable, Equatable {
    /// The shop's name in texts and exports.
    package var name: String
    /// The name of the shop's folder within the chain's folder.
    package var folder: String
    /// The further names that exports may use.
    package var also: [String] = []
    /// The first business day on which the shop is closed, `YYYY-MM-DD`; nil if it has not been closed.
    package var closedSince: String?

    /// The shop's name, and the further names that exports may use.
    var names: [String] { [name] + also }

    func isClosed(on date: String) -> Bool { closedSince.map { $0 <= date } ?? false }

    /// Whether a text is valid as a shop's name or the name of its folder: 1 to `FileName.byteCountMax` bytes, only
    /// characters that a terminal shows, not only white space, no `/`, and no leading full stop.
    static func isName(_ text: String) -> Bool {
        (1...FileName.byteCountMax).contains(text.utf8.count) && Escaping.isShown(text) && !text.contains("/")
            && !text.hasPrefix(".") && text.unicodeScalars.contains { !$0.properties.isWhitespace }
    }
}

/// Adds, closes and renames the shops of a chain; no ledger is moved.
extension Shop {
    /// Adds or reopens a shop with its folder, inbox and, if missing, chain.json; returns the folder's relative path.
    package func addShop(_ name: String, toChain path: String) throws(BatchError) -> String {
        guard ShopEntry.isName(name), !ChainFolder.isReserved(name) else { throw .usage(.chain(.badName(name))) }
        _ = try OpenFolder(environment.path(path))
        return try withChainFileLocked(path, missingIsEmpty: true) { folder throws(BatchError) in
            if var shop = folder.shop(named: name) {
                guard shop.closedSince != nil else { throw .usage(.chain(.nameInUse(name))) }
                shop.closedSince = nil
                try folder.save(shop)
                return shop.folder
            }
            if folder.root.status(of: FileName(ChainFile.name)) == nil { try folder.save() }
            _ = try Inbox(in: folder.root)
            try folder.refuseNonFolder(name)
            _ = try Inbox(in: OpenFolder(name, in: folder.root, followsLink: false))
            return name
        }
    }

    /// Closes a shop from a business day, `YYYY-MM-DD`, or today on, and returns that day; later files are set aside.
    package func closeShop(_ name: String, ofChain path: String, since date: String?) throws(BatchError) -> String {
        let date = date ?? environment.today
        return try withChainFileLocked(path) { folder throws(BatchError) in
            guard var shop = folder.shop(named: name) else { throw .usage(.chain(.unknownShop(name))) }
            if let date = shop.closedSince { throw .usage(.chain(.closed(shop.name, since: date))) }
            shop.closedSince = date
            try folder.save(shop)
            return date
        }
    }

    /// Renames a shop, whose folder keeps its name; exports may continue to use the former name.
    package func renameShop(_ name: String, to new: String, inChain path: String) throws(BatchError) {
        try withChainFileLocked(path) { folder throws(BatchError) in
            guard var shop = folder.shop(named: name) else { throw .usage(.chain(.unknownShop(name))) }
            guard ShopEntry.isName(new) else { throw .usage(.chain(.badName(new))) }
            if let other = folder.shop(named: new), other.folder != shop.folder || other.name == new {
                throw .usage(.chain(.nameInUse(new)))
            }
            let former = shop.name
            shop.name = new
            shop.also.removeAll { nameKey($0) == nameKey(new) }
            if !shop.names.contains(where: { nameKey($0) == nameKey(former) }) { shop.also.append(former) }
            try folder.save(shop)
        }
    }

    func chain(_ path: String, missingIsEmpty: Bool = false) throws(BatchError) -> ChainFolder {
        let file = try ChainFile(
            path: environment.path("\(path)/\(ChainFile.name)"), missingIsEmpty: missingIsEmpty,
            cancellation: environment.cancellation)
        return try ChainFolder(path, file: file, in: environment)
    }

    /// Runs `body`, which may change chain.json, while no other process can change it.
    private func withChainFileLocked<Value>(
        _ path: String, missingIsEmpty: Bool = false, _ body: (ChainFolder) throws(BatchError) -> Value
    ) throws(BatchError) -> Value {
        // Errors in chain.json are thrown here, before any folder within the chain's is created.
        let root = try chain(path, missingIsEmpty: missingIsEmpty).root
        let records = try OpenFolder(ChainRunManifest.folderName, in: root, followsLink: false)
        // This lock excludes other changes of chain.json; runs of the chain may continue.
        let lock = try FileLock(opening: ".lock.shops", in: records)
        _ = try lock.acquire(LOCK_EX, waitMilliseconds: nil, environment.cancellation)
        defer { lock.release() }
        return try body(chain(path, missingIsEmpty: missingIsEmpty))
    }
}

extension ChainFolder {
    /// Writes chain.json with the entries of all shops, one of which may have changed.
    fileprivate func save(_ changed: ShopEntry? = nil) throws(BatchError) {
        let shops = shops.map { shop in changed.map { $0.folder == shop.folder ? $0 : shop } ?? shop }
        try root.replace(ChainFile.name, with: file.text(with: shops))
    }
}
