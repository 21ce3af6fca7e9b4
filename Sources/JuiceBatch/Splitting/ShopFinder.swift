internal import CSV
internal import FlatMemory

/// The shops' names as they were given, to be found by their bytes: what nearly all cells are.
final class ShopSpellings: Sendable {
    private let seed: HashSeed
    private let mask: Int
    /// A table with open addresses: of each name the hash, and the place of its shop; -1 in an empty slot.
    private let hashes: [IDHash]
    private let places: [Int32]

    /// - Parameter seed: secret, so that an export cannot be crafted with names that share a hash.
    init(_ names: ShopNames, seed: HashSeed) {
        self.seed = seed
        var slotCount = 16
        while slotCount < 4 * names.spellings.count { slotCount *= 2 }
        mask = slotCount - 1
        var hashes = [IDHash](repeating: IDHash(low: 0, high: 0), count: slotCount)
        var places = [Int32](repeating: -1, count: slotCount)
        for (name, place) in names.spellings {
            let hash = Array(name.utf8).withUnsafeBufferPointer { IDHash($0, seed: seed) }
            var slot = Int(truncatingIfNeeded: hash.low) & mask
            while places[slot] >= 0 && hashes[slot] != hash { slot = (slot + 1) & mask }
            hashes[slot] = hash
            places[slot] = Int32(place)
        }
        self.hashes = hashes
        self.places = places
    }

    /// The index of the shop whose name, as the list of shops spells it, equals a trimmed cell byte for byte; nil if none.
    @inline(__always)
    func place(of cell: UnsafeBufferPointer<UInt8>) -> Int? {
        let hash = IDHash(cell, seed: seed)
        var slot = Int(truncatingIfNeeded: hash.low) & mask
        while places[slot] >= 0 {
            if hashes[slot] == hash { return Int(places[slot]) }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// The number that stands for a name that no shop has; two names share it with a probability of one in 2^63.
    func stand(for key: String) -> UInt64 {
        Array(key.utf8).withUnsafeBufferPointer { IDHash($0, seed: seed) }.high
    }
}

/// Finds the shops that cells name: a worker's own.
struct ShopFinder: ~Copyable {
    /// The shop that a cell names, if any.
    enum Found {
        /// A shop, by its place among all.
        case shop(Int)
        /// Nothing: it is empty.
        case nothing
        /// A name that no shop has, by what stands for it.
        case unknown(UInt64)
    }

    private let names: ShopNames
    private let spellings: ShopSpellings
    private var memo = SpellingMemo()

    /// The bit by which a memo marks names that no shop has, besides the number that stands for the name.
    private static let unknown: UInt64 = 1 << 63

    init(_ names: ShopNames, _ spellings: ShopSpellings) {
        self.names = names
        self.spellings = spellings
    }

    /// Finds the shop that a cell of a `RecordBatch` names.
    @inline(__always)
    mutating func find(_ cell: UnsafeBufferPointer<UInt8>) -> Found {
        if let place = spellings.place(of: cell) { return .shop(place) }
        return findOther(cell)
    }

    @inline(never)
    private mutating func findOther(_ cell: UnsafeBufferPointer<UInt8>) -> Found {
        let text = trimmed(cell)
        if text.isEmpty { return .nothing }
        let (names, spellings) = (names, spellings)
        let meaning = memo.value(text) {
            let key = nameKey(String(decoding: text, as: UTF8.self))
            return names.place(ofKey: key).map { UInt64($0) } ?? spellings.stand(for: key) | Self.unknown
        }
        guard let meaning, meaning & Self.unknown == 0 else { return .unknown(meaning ?? Self.unknown) }
        return .shop(Int(meaning))
    }
}
