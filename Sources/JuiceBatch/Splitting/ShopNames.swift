internal import CSV

/// The names of a chain's shops in head office's exports.
///
/// Names are compared by `nameKey`, and a shop may have several. The caller must make sure that no two shops share a
/// name; if they do, the name belongs to the first.
package struct ShopNames: Sendable {
    /// The shops' numbers, the smallest first.
    let shops: [Int]
    /// All names as they were given, each with the place of its shop among `shops`.
    let spellings: [(name: String, place: Int)]
    /// The place of each shop by the keys of its names.
    private let places: [String: Int]

    /// The names of some shops, each with the shop's number.
    package init(_ names: [(name: String, shop: Int)]) {
        let shops = Set(names.map(\.shop)).sorted()
        let placeOfShop = Dictionary(uniqueKeysWithValues: shops.enumerated().map { ($0.element, $0.offset) })
        var places: [String: Int] = [:]
        var spellings: [(name: String, place: Int)] = []
        for (name, shop) in names {
            let key = nameKey(name)
            guard !key.isEmpty, let place = placeOfShop[shop] else { continue }
            if places[key] == nil { places[key] = place }
            spellings.append((trimmedText(name), places[key] ?? place))
        }
        self.shops = shops
        self.places = places
        self.spellings = spellings
    }

    /// The number of the shop that a cell names; nil if it names none.
    package func shop(named cell: UnsafeBufferPointer<UInt8>) -> Int? {
        guard firstInvalidUTF8(cell) == nil else { return nil }
        return place(ofKey: nameKey(String(decoding: trimmed(cell), as: UTF8.self))).map { shops[$0] }
    }

    /// The place of the shop that has a name with this key among `shops`; nil if none has.
    func place(ofKey key: String) -> Int? { places[key] }
}
