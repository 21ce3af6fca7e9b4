internal import JuiceBatch
internal import JuiceReports

/// The names by which an export is split: those of the shops that were open when the night first met it.
///
/// They are on record with the export. Whatever becomes of the chain's shops meanwhile, a night that goes on gives each row to
/// the shop that it was meant for.
struct SplitNames: Sendable, Equatable {
    /// A shop that can be given rows.
    struct Named: Sendable, Equatable {
        /// Its folder, from the chain's.
        let folder: String
        let names: [String]
    }

    /// The shops in the order of the chain; a part refers to its shop by the index here.
    let shops: [Named]

    /// The names of some shops.
    init(_ shops: [ShopEntry]) {
        self.shops = shops.map { Named(folder: $0.folder, names: [$0.name] + $0.also) }
    }

    /// Names as `json` writes them; nil of anything else.
    init?(_ value: JSONValue) {
        guard let members = value.members else { return nil }
        let shops = members.compactMap { folder, names in names.strings.map { Named(folder: folder, names: $0) } }
        guard shops.count == members.count else { return nil }
        self.shops = shops
    }

    /// All of it, by folder.
    var json: JSONValue {
        .object(shops.map { ($0.folder, .array($0.names.map { .string($0) })) })
    }

    /// The same for who splits: each name with the place of its shop.
    var places: ShopNames {
        ShopNames(shops.enumerated().flatMap { place, shop in shop.names.map { (name: $0, shop: place) } })
    }
}
