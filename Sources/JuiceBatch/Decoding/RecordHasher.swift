internal import CSV

/// Hashes records, each with all of its cells and where they end.
///
/// 64-bit words are multiplied to 128 bits, of which both halves are used (Wang Yi: "wyhash"), under a secret seed.
struct RecordHasher: Sendable {
    private let start: UInt64
    private let factor: UInt64

    init(seed: HashSeed) {
        start = seed.low
        // Odd, so that no bit of what it multiplies is lost.
        factor = seed.high | 1
    }

    /// The hash of a record of a batch, from 0.
    @inline(__always)
    func hash(_ records: borrowing RecordBatch, _ row: Int) -> UInt64 {
        var hash = start
        for field in 0..<records.fieldCount(row) { hash = add(records.field(row, field), to: hash) }
        return hash
    }

    /// The hash of a record with these cells.
    func hash(_ cells: [String]) -> UInt64 {
        cells.reduce(start) { hash, cell in Array(cell.utf8).withUnsafeBufferPointer { add($0, to: hash) } }
    }

    /// A hash of two words.
    @inline(__always)
    func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let (high, low) = (hash ^ word).multipliedFullWidth(by: factor)
        return high ^ low ^ start
    }

    /// A cell with its length, so that the same bytes in other cells are another record.
    @inline(__always)
    private func add(_ cell: UnsafeBufferPointer<UInt8>, to hash: UInt64) -> UInt64 {
        var hash = hash
        let raw = UnsafeRawBufferPointer(cell)
        var at = 0
        while at &+ 8 <= raw.count {
            hash = mix(hash, UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)))
            at &+= 8
        }
        var last: UInt64 = 0
        while at < raw.count {
            last = last &<< 8 | UInt64(raw[at])
            at &+= 1
        }
        return mix(mix(hash, last), UInt64(raw.count))
    }
}
