/// The key of an id in a ledger: the id's beginning and its hash, so that consecutive ids are stored side by side.
package struct IDKey: Hashable, Comparable, Sendable {
    /// The first eight bytes.
    package let prefix: Int64
    /// The halves of the hash.
    package let high: Int64
    package let low: Int64

    /// The key with these parts.
    package init(prefix: Int64, high: Int64, low: Int64) {
        self.prefix = prefix
        self.high = high
        self.low = low
    }

    /// The key of an id without White_Space at its ends.
    package init(_ id: String, seed: HashSeed) {
        var id = id
        self = id.withUTF8 { IDKey($0, hash: IDHash($0, seed: seed)) }
    }

    /// The key of a trimmed id with this hash.
    init(_ id: UnsafeBufferPointer<UInt8>, hash: IDHash) {
        var prefix: UInt64 = 0
        for index in 0..<8 { prefix = prefix << 8 | (index < id.count ? UInt64(id[index]) : 0) }
        self.prefix = Int64(bitPattern: prefix)
        high = Int64(bitPattern: hash.high)
        low = Int64(bitPattern: hash.low)
    }

    package static func < (left: IDKey, right: IDKey) -> Bool {
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        return left.high == right.high ? left.low < right.low : left.high < right.high
    }
}
