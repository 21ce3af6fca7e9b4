/// The recorded inputs that earlier runs applied.
package struct EarlierInputs: Sendable {
    /// The record of an input.
    package struct Input: Sendable, Equatable {
        /// The run that applied it, from 1.
        package let run: Int
        /// The input's name in the reports of that run.
        package let name: String
        /// The number of its rows, at least one.
        package let records: Int
        /// The digest of its rows, as `RecordDigest.hex`.
        package let recordsHash: String

        package init(run: Int, name: String, records: Int, recordsHash: String) {
            self.run = run
            self.name = name
            self.records = records
            self.recordsHash = recordsHash
        }
    }

    /// The inputs with whose rows no other input may begin.
    package var inputs: [Input]

    package init(inputs: [Input]) {
        self.inputs = inputs
    }
}

/// Finds out whether an input begins with all records of one that an earlier run applied.
struct OverlapWatch {
    /// The candidates in the order of their lengths.
    private let candidates: [EarlierInputs.Input]
    private var next = 0

    /// A watch for inputs that earlier runs applied.
    init(_ earlier: EarlierInputs) {
        candidates = earlier.inputs.sorted { ($0.records, -$0.run) < ($1.records, -$1.run) }
    }

    /// Adds the digest of an input up to its next row, from the first one on.
    ///
    /// - Returns: the earlier input that ends exactly here, of several the latest run's; nil if none does.
    mutating func match(_ digest: RecordDigest) -> EarlierInputs.Input? {
        while next < candidates.count, candidates[next].records < digest.count { next += 1 }
        guard next < candidates.count, candidates[next].records == digest.count else { return nil }
        let hash = digest.hex
        return candidates[next...].prefix { $0.records == digest.count }.first { $0.recordsHash == hash }
    }
}

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
