/// The records of an input so far in one hash, by which another input is known that begins with the same.
///
/// It covers the header and every row, cell by cell as decoded; blank rows, titles and totals rows are not in it, since
/// a later export of the same day has others. Two inputs that differ share it with a chance of one in 2^64.
package struct RecordDigest: Equatable, Sendable {
    /// The number of rows that it covers.
    package private(set) var count = 0
    private var hash: UInt64
    private let hasher: RecordHasher

    /// The digest of an input before its first row.
    init(header: [String], seed: HashSeed) {
        hasher = RecordHasher(seed: seed)
        hash = hasher.hash(header)
    }

    /// Adds the next row.
    ///
    /// - Parameter record: as `RecordHasher` gives it.
    @inline(__always)
    mutating func add(_ record: UInt64) {
        count &+= 1
        hash = hasher.mix(hash, record)
    }

    /// The hash in 16 hex digits, which is the same for the same seed.
    package var hex: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    package static func == (left: RecordDigest, right: RecordDigest) -> Bool {
        left.count == right.count && left.hash == right.hash
    }
}
