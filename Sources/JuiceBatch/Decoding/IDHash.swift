package import CSV

/// The secret seed of a process's id hashes, so that an input cannot be crafted to make ids collide.
package struct HashSeed: Sendable {
    package let low: UInt64
    package let high: UInt64

    package init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }
}

/// A 128-bit hash that represents an id; two different ids have the same hash with a probability of 2^-128.
package struct IDHash: BitwiseCopyable, Hashable, Sendable {
    package var low: UInt64
    package var high: UInt64
}

// In an extension, so that the compiler still makes an initializer of both values.
extension IDHash {
    /// Hashes the bytes of an id with SipHash-1-3 with 128 bits of output (Aumasson, Bernstein).
    package init(_ bytes: ByteView, seed: HashSeed) {
        var v0 = seed.low ^ 0x736f_6d65_7073_6575
        var v1 = seed.high ^ 0x646f_7261_6e64_6f6d ^ 0xee
        var v2 = seed.low ^ 0x6c79_6765_6e65_7261
        var v3 = seed.high ^ 0x7465_6462_7974_6573

        @inline(__always) func rotate(_ value: UInt64, _ by: UInt64) -> UInt64 {
            (value &<< by) | (value &>> (64 &- by))
        }
        @inline(__always) func round() {
            v0 = v0 &+ v1
            v1 = rotate(v1, 13) ^ v0
            v0 = rotate(v0, 32)
            v2 = v2 &+ v3
            v3 = rotate(v3, 16) ^ v2
            v0 = v0 &+ v3
            v3 = rotate(v3, 21) ^ v0
            v2 = v2 &+ v1
            v1 = rotate(v1, 17) ^ v2
            v2 = rotate(v2, 32)
        }

        var at = 0
        while at + 8 <= bytes.count {
            let word = bytes.word(at: at)
            v3 ^= word
            round()
            v0 ^= word
            at += 8
        }
        var last = UInt64(truncatingIfNeeded: bytes.count) &<< 56
        for offset in 0..<(bytes.count - at) { last |= UInt64(bytes[at + offset]) &<< UInt64(offset * 8) }
        v3 ^= last
        round()
        v0 ^= last
        v2 ^= 0xee
        for _ in 0..<3 { round() }
        low = v0 ^ v1 ^ v2 ^ v3
        v1 ^= 0xdd
        for _ in 0..<3 { round() }
        high = v0 ^ v1 ^ v2 ^ v3
    }

    /// The value that stands for the absence of an id.
    static var none: IDHash { IDHash(low: 0, high: 0) }
    @inline(__always) var isNone: Bool { low | high == 0 }
}

/// The key of an id in a ledger: the id's beginning, by which consecutive ids are neighbors, and its hash.
package struct IDKey: Hashable, Comparable, Sendable {
    /// The first eight bytes of the id, the first of them highest, padded with zeros.
    package let prefix: Int64
    /// The bits of `IDHash.high`.
    package let high: Int64
    /// The lower 32 bits of `IDHash.low`; of a billion ids that begin alike, two have the same key at odds of 10⁻¹¹.
    package let low: Int64

    /// Creates a key from its parts, as a ledger stores them.
    package init(prefix: Int64, high: Int64, low: Int64) { (self.prefix, self.high, self.low) = (prefix, high, low) }

    /// Creates the key of an id without White_Space at its ends.
    package init(_ id: String, seed: HashSeed) { self = id.withView { IDKey($0, hash: IDHash($0, seed: seed)) } }

    init(_ id: ByteView, hash: IDHash) {
        var prefix: UInt64 = 0
        for index in 0..<8 { prefix = prefix << 8 | (index < id.count ? UInt64(id[index]) : 0) }
        self.prefix = Int64(bitPattern: prefix)
        high = Int64(bitPattern: hash.high)
        low = Int64(Int32(truncatingIfNeeded: hash.low))
    }

    package static func < (left: IDKey, right: IDKey) -> Bool {
        (left.prefix, left.high, left.low) < (right.prefix, right.high, right.low)
    }
}

/// Hashes of whole records, which depend on where each cell ends (by multiplication, as in Wang Yi's "wyhash").
extension HashSeed {
    /// The hash of a record, by its index in the batch from 0.
    @inline(__always) func hash(_ records: borrowing RecordBatch, _ row: Int) -> UInt64 {
        var hash = low
        for field in 0..<records.fieldCount(row) { hash = add(records.field(row, field), to: hash) }
        return hash
    }

    func hash(_ cells: [String]) -> UInt64 {
        cells.reduce(low) { hash, cell in Array(cell.utf8).withView { add($0, to: hash) } }
    }

    /// Combines a hash with the next eight bytes or number.
    @inline(__always) func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        // An odd factor loses no bit of the number that it multiplies.
        let product = (hash ^ word).multipliedFullWidth(by: high | 1)
        return product.high ^ product.low ^ low
    }

    /// Adds a cell with its length, so that the same bytes split into other cells have another hash.
    @inline(__always) private func add(_ cell: ByteView, to hash: UInt64) -> UInt64 {
        var hash = hash
        var at = 0
        while at &+ 8 <= cell.count {
            hash = mix(hash, cell.word(at: at))
            at &+= 8
        }
        var last: UInt64 = 0
        for offset in at..<cell.count { last = last &<< 8 | UInt64(cell[offset]) }
        return mix(mix(hash, last), UInt64(cell.count))
    }
}

/// A number as 16 hex digits, with leading zeros.
package func sixteenHexDigits(_ number: UInt64) -> String { zeroPadded(String(number, radix: 16), to: 16) }

/// A function that creates, for one of the workers that have to read `inputBytes`, a lookup of the ids that earlier
/// runs have used, which do not change during a run; nil if no id has ever been used.
package typealias IDHistory = @Sendable (_ inputBytes: Int) throws -> IDLookup?

/// A function that receives the use of an id, by its index, from 0, and the run's number, from 1, or 0 if unknown.
package typealias IDUseReceiver = (_ index: Int, _ use: IDTable.Entry, _ run: Int) -> Void

/// A function that looks up ids, and calls `receiver` for each that an earlier run has used, in no particular order.
package typealias IDLookup = (_ ids: [IDKey], _ receiver: IDUseReceiver) throws -> Void

/// The numbers of rows that had no effect because earlier runs had used their ids, by run.
package struct EarlierIDs: Sendable, Equatable {
    /// The number of rows that repeat the instruction that used their id, and of rows with another instruction.
    package typealias Counts = (same: Int, conflicts: Int)

    /// The runs that used the ids, newest first, each with its numbers of rows.
    package private(set) var runs: [(run: Int, counts: Counts)] = []
    /// The index of the run of the latest row; the next row is mostly of the same run.
    private var latest = 0

    /// Counts a row whose id the run with this number has used, for another instruction if `isConflict` is true.
    package mutating func add(run: Int, isConflict: Bool) {
        if !runs.indices.contains(latest) || runs[latest].run != run {
            latest = runs.firstIndex { $0.run <= run } ?? runs.count
            if latest == runs.count || runs[latest].run != run { runs.insert((run, (0, 0)), at: latest) }
        }
        if isConflict { runs[latest].counts.conflicts += 1 } else { runs[latest].counts.same += 1 }
    }

    /// The number of rows whose ids any earlier run had used.
    package var rows: Int { runs.reduce(0) { $0 + $1.counts.same + $1.counts.conflicts } }
    /// The number of rows whose ids any earlier run had used for another instruction.
    package var conflicts: Int { runs.reduce(0) { $0 + $1.counts.conflicts } }

    package static func == (left: EarlierIDs, right: EarlierIDs) -> Bool {
        left.runs.elementsEqual(right.runs) { $0.run == $1.run && $0.counts == $1.counts }
    }
}

/// An id that a row of this run has used, with the entry that contains the instruction of that row.
package typealias UsedID = (key: IDKey, entry: IDTable.Entry)

/// The id of a rejected or short row, by which a later run that applies the row is recognized.
package struct FailedID: Sendable, Comparable {
    /// The maximum number of such ids in a run; if there are more, none is kept.
    package static let countMax = 10_000

    /// The index of the row's input, from 0.
    package let input: Int
    /// The line on which the row starts.
    package let line: Int
    /// Whether the row was short of stock; otherwise it was rejected.
    package let isShort: Bool
    package let key: IDKey

    package init(input: Int, line: Int, isShort: Bool, key: IDKey) {
        (self.input, self.line, self.isShort, self.key) = (input, line, isShort, key)
    }

    package static func < (left: FailedID, right: FailedID) -> Bool {
        (left.input, left.line) < (right.input, right.line)
    }
}
