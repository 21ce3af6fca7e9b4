internal import CSV
internal import FlatMemory

/// The records of an input so far in one hash, by which another input is known that begins with the same.
///
/// It covers the header and every row, cell by cell as decoded; blank rows, titles and totals rows are not in it, since
/// a later export of the same day has others.
package struct RecordDigest: Equatable, Sendable {
    /// How many rows it covers.
    package private(set) var count = 0
    private var hash: IDHash
    private let seed: HashSeed

    /// The digest of an input before its first row.
    init(header: [String], seed: HashSeed) {
        self.seed = seed
        var hasher = RecordHasher(seed: seed)
        hash = hasher.hash(header)
    }

    /// Adds the next row.
    ///
    /// - Parameter record: as `RecordHasher` gives it.
    mutating func add(_ record: IDHash) {
        count += 1
        let words = [hash.low, hash.high, record.low, record.high]
        hash = words.withUnsafeBytes { IDHash($0.bindMemory(to: UInt8.self), seed: seed) }
    }

    /// The hash in 32 hex digits, which is the same for the same seed.
    package var hex: String { hex(hash.high) + hex(hash.low) }

    private func hex(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    package static func == (left: RecordDigest, right: RecordDigest) -> Bool {
        left.count == right.count && left.hash == right.hash
    }
}

/// Hashes records, each with all of its cells and where they end.
struct RecordHasher: ~Copyable {
    private let seed: HashSeed
    private var scratch = ByteBuffer()

    init(seed: HashSeed) {
        self.seed = seed
    }

    /// The hash of a record of a batch, from 0.
    mutating func hash(_ records: borrowing RecordBatch, _ row: Int) -> IDHash {
        scratch.removeAll()
        for field in 0..<records.fieldCount(row) { add(records.field(row, field)) }
        return IDHash(scratch.bytes, seed: seed)
    }

    /// The hash of a record with these cells.
    mutating func hash(_ cells: [String]) -> IDHash {
        scratch.removeAll()
        for cell in cells { Array(cell.utf8).withUnsafeBufferPointer { add($0) } }
        return IDHash(scratch.bytes, seed: seed)
    }

    private mutating func add(_ cell: UnsafeBufferPointer<UInt8>) {
        withUnsafeBytes(of: UInt32(cell.count)) { scratch.append($0.bindMemory(to: UInt8.self)) }
        scratch.append(cell)
    }
}
