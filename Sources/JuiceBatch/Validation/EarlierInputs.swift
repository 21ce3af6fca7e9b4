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
        /// The fingerprints of the input's rows, in order; empty if none are kept.
        package let prints: [RecordPrint]

        package init(run: Int, name: String, records: Int, recordsHash: String, prints: [RecordPrint] = []) {
            self.run = run
            self.name = name
            self.records = records
            self.recordsHash = recordsHash
            self.prints = prints
        }
    }

    /// The inputs whose rows no other input may repeat.
    package var inputs: [Input]

    package init(inputs: [Input]) {
        self.inputs = inputs
    }
}

extension Ambiguity {
    /// The doubt about an input that has rows of an earlier one.
    static func overlap(_ earlier: EarlierInputs.Input, _ shared: SharedRows) -> Ambiguity {
        .overlap(run: earlier.run, input: earlier.name, rows: earlier.records, shared)
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

/// A row's record as an eight-byte fingerprint, for recognizing later inputs with the same rows.
package struct RecordPrint: Sendable, Hashable {
    /// The maximum number of rows of an input whose prints are kept.
    package static let rowsMax = 1_000_000
    /// The number of rows that two inputs share at least if they share a stretch.
    static let stretchRows = 20

    /// The bits as stored in a ledger: a hash whose lowest bit says whether the row has a time with a date.
    package let bits: UInt64

    package init(bits: UInt64) {
        self.bits = bits
    }

    /// The print of a record.
    init(_ hash: UInt64, hasDate: Bool) {
        bits = hash & ~1 | (hasDate ? 1 : 0)
    }

    /// Whether the row has a time with a date.
    var hasDate: Bool { bits & 1 == 1 }

    /// The record's hash, whatever its time.
    var hash: UInt64 { bits & ~1 }
}

/// Keeps the prints of an input's rows, and finds out whether it ends with all rows of one that an earlier run applied, or shares a stretch of
/// rows with one, each of which has a time with a date.
struct RepeatedRows {
    /// The rows of the input so far; no more than `RecordPrint.rowsMax`.
    private(set) var prints: [RecordPrint] = []
    private var earlier: [EarlierInputs.Input]
    /// The physical lines, from 1, of the rows; empty if nothing can be shared.
    private var lines: [Int] = []
    /// Each stretch of an earlier input by its hash: the input's index; nil before the first row.
    private var stretches: [UInt64: Int]?
    private var window = StretchHash()
    /// Whether the input has few enough rows so far.
    private(set) var isOpen = true

    /// - Parameter earlier: the inputs of earlier runs.
    init(_ earlier: EarlierInputs) {
        self.earlier = earlier.inputs.filter { !$0.prints.isEmpty }.sorted { $0.run > $1.run }
    }

    private static func stretches(of earlier: [EarlierInputs.Input]) -> [UInt64: Int] {
        var stretches: [UInt64: Int] = [:]
        var rows = 0
        for (index, input) in earlier.enumerated() {
            rows += input.prints.count
            guard rows <= RecordPrint.rowsMax else { break }
            var window = StretchHash()
            for print in input.prints {
                guard let hash = window.add(print), stretches[hash] == nil else { continue }
                stretches[hash] = index
            }
        }
        return stretches
    }

    /// Compares no further row with earlier inputs.
    mutating func stopComparing() {
        earlier = []
        lines = []
    }

    /// Adds the next row.
    ///
    /// - Parameter line: the row's physical line, from 1.
    /// - Returns: the earlier input that has the last rows as well, and the line of the first of them; nil if none has.
    mutating func add(_ print: RecordPrint, line: Int) -> (input: EarlierInputs.Input, line: Int)? {
        guard prints.count < RecordPrint.rowsMax else {
            isOpen = false
            prints = []
            lines = []
            return nil
        }
        prints.append(print)
        guard !earlier.isEmpty else { return nil }
        lines.append(line)
        if stretches == nil { stretches = Self.stretches(of: earlier) }
        guard stretches?.isEmpty == false, let hash = window.add(print), let index = stretches?[hash] else {
            return nil
        }
        return (earlier[index], lines[lines.count - RecordPrint.stretchRows])
    }

    /// Once all rows have been added: the earlier input that they end with, the latest run's if there are several, and the
    /// line of its first row.
    func atEnd() -> (input: EarlierInputs.Input, line: Int)? {
        let input = earlier.first { input in
            // A single row at the end may well be another sale.
            guard input.prints.count > 1 else { return false }
            let start = prints.count - input.prints.count
            return start >= 0 && zip(prints[start...], input.prints).allSatisfy { $0.hash == $1.hash }
        }
        return input.map { ($0, lines[prints.count - $0.prints.count]) }
    }
}

/// The hash of the last `RecordPrint.stretchRows` rows.
private struct StretchHash {
    /// Odd, so that no bit is lost.
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let factorOfFirst = (0..<RecordPrint.stretchRows).reduce(1 as UInt64) { power, _ in power &* factor }

    private var last: [UInt64] = []
    private var next = 0
    private var hash: UInt64 = 0

    /// Adds the next row.
    ///
    /// - Returns: the hash of the last rows; nil if they are fewer, or one of them has no time with a date.
    mutating func add(_ print: RecordPrint) -> UInt64? {
        guard print.hasDate else {
            self = StretchHash()
            return nil
        }
        hash = hash &* Self.factor &+ print.hash
        if last.count < RecordPrint.stretchRows {
            last.append(print.hash)
            return last.count == RecordPrint.stretchRows ? hash : nil
        }
        hash = hash &- last[next] &* Self.factorOfFirst
        last[next] = print.hash
        next = (next + 1) % RecordPrint.stretchRows
        return hash
    }
}

/// A hash of an input's records so far, for recognizing inputs that begin with the same records.
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
