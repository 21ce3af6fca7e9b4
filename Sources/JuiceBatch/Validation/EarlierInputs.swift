internal import CSV
internal import FlatMemory

/// The inputs of earlier runs, as far as they are recorded.
package struct EarlierInputs: Sendable {
    /// An input that an earlier run, given by its number from 1, applied: its name in the reports of that run, the
    /// number of its rows, at least one, and their digest as `RecordDigest.hex`.
    package typealias Input = (run: Int, name: String, records: Int, recordsHash: String)

    let inputs: [Input]
    /// Returns the fingerprints of each input's rows, in the order of `inputs`; none for an input that has none.
    ///
    /// It is called on any thread, and only when a row without an id is compared, because most inputs have ids.
    let fingerprints: @Sendable () throws -> [[RecordFingerprint]]

    package init(inputs: [Input], fingerprints: @escaping @Sendable () throws -> [[RecordFingerprint]] = { [] }) {
        (self.inputs, self.fingerprints) = (inputs, fingerprints)
    }
}

extension Ambiguity {
    static func overlap(_ earlier: EarlierInputs.Input, _ shared: SharedRows) -> Ambiguity {
        .overlap(run: earlier.run, input: earlier.name, rows: earlier.records, shared)
    }
}

/// An eight-byte fingerprint of a row, by which later inputs with the same rows are recognized.
package struct RecordFingerprint: Sendable, Hashable {
    /// The maximum number of rows of an input whose fingerprints are kept.
    package static let rowsMax = 1_000_000
    /// The minimum number of consecutive rows that two inputs must share to count as overlapping.
    static let fingerprintedRows = 20

    /// The bits as stored in a ledger: a hash, whose lowest bit is replaced by whether the row has a time with a date.
    package let bits: UInt64

    package init(bits: UInt64) { self.bits = bits }
    init(_ hash: UInt64, hasDate: Bool) { bits = hash & ~1 | (hasDate ? 1 : 0) }

    var hasDate: Bool { bits & 1 == 1 }
    var hash: UInt64 { bits & ~1 }
}

/// Keeps the fingerprints of an input's rows, and finds out whether the input begins or ends with all rows of an
/// earlier one, or shares consecutive rows with one that all have a time with a date.
struct OverlapDetector {
    private let input: Int
    private let columns: ColumnLayout
    /// The combined hash of the input's header and rows so far.
    private(set) var digest: RecordDigest
    private(set) var fingerprints: [RecordFingerprint] = []
    /// The physical lines, from 1, of the rows; empty if nothing can be shared.
    private var lines: [Int] = []
    private var firstLine: Int?
    /// Whether further rows are compared and kept, because there are not too many.
    private var isOpen = true
    /// The earlier inputs with fingerprints, that of the latest run first; empty before the first row.
    private var earlier: [(input: EarlierInputs.Input, fingerprints: [RecordFingerprint])] = []
    /// The earlier inputs whose fingerprints have not been read; nil after the first row, and if there are none.
    private var unread: EarlierInputs?
    /// The earlier inputs with which the input may begin, by number of rows; of equal ones, the latest run's first.
    private var candidates: [EarlierInputs.Input]
    /// The index of the first candidate that has not fewer rows than the input so far.
    private var nextCandidate = 0
    /// The index in `earlier` of the input that has consecutive rows with this hash (see `RollingHash`).
    private var indexByHash: [UInt64: Int] = [:]
    private var window = RollingHash()
    /// Whether the input has a column of ids and no row so far has one.
    private var lacksIDs: Bool
    /// The first diagnostic while `lacksIDs` is set; dropped when a row with an id comes.
    private var pending: Diagnostic?
    /// The column, from 0, that may hold the dates for times without a date.
    private let dateColumn: Int?
    /// The cell of the latest row in `dateColumn`, which the next row often has too, and whether it is a date.
    private var lastDate: (cell: [UInt8], isDate: Bool) = ([], false)

    /// Creates a detector for an input, by its index from 0, whose rows are hashed by `seed`.
    init(_ earlier: EarlierInputs, _ plan: InputPlan, input: Int, seed: HashSeed) {
        (self.input, columns) = (input, plan.columns)
        digest = RecordDigest(header: plan.header, seed: seed)
        lacksIDs = plan.columns.id != nil
        dateColumn = plan.dateColumn.map(plan.columns.filling)
        unread = earlier.inputs.isEmpty ? nil : earlier
        candidates = earlier.inputs.sorted { ($0.records, -$0.run) < ($1.records, -$1.run) }
    }

    /// Adds the rows of a batch that starts on a line from 1; returns the diagnostic at the row that completes an overlap.
    mutating func add(_ batch: RowBatch, firstLine batchLine: Int) throws -> Diagnostic? {
        for row in 0..<batch.rows.count where batch.rows.codes[row] != DecodedRows.notARow {
            if lacksIDs, hasID(batch, row) { stopComparing() }
            digest.add(batch.rows.recordHashes[row])
            guard isOpen else { continue }
            let line = batchLine + batch.records.line(row)
            let first = firstLine ?? line
            firstLine = first
            let fingerprint = RecordFingerprint(batch.rows.recordHashes[row], hasDate: hasDate(batch, row))
            let shared = try sharedRows(endingWith: fingerprint, line: line)
            let atStart = inputEndingHere().map { (Ambiguity.overlap($0, .start), first) }
            let found = atStart ?? shared.map { (.overlap($0.input, .consecutiveRows), $0.line) }
            guard let found else { continue }
            let diagnostic = Diagnostic(found.0, input: input, row: row, line: found.1)
            if !lacksIDs { return diagnostic }
            pending = pending ?? diagnostic
        }
        return nil
    }

    /// The diagnostic about the whole input: the pending one if no row has an id, or that the input ends with all rows
    /// of an earlier one, of several that of the latest run.
    func atEnd() -> Diagnostic? {
        if var pending {
            pending.row = nil
            return pending
        }
        let found = earlier.first { earlier in
            // A single equal row at the end may well be another sale.
            earlier.fingerprints.count > 1 && earlier.fingerprints.count <= fingerprints.count
                && zip(fingerprints.reversed(), earlier.fingerprints.reversed()).allSatisfy { $0.hash == $1.hash }
        }
        return found.map { earlier in
            Diagnostic(
                .overlap(earlier.input, .end), input: input, row: nil,
                line: lines[fingerprints.count - earlier.fingerprints.count])
        }
    }

    /// Stops the comparison at the first row with an id, by which repeated rows are recognized.
    private mutating func stopComparing() {
        lacksIDs = false
        pending = nil
        earlier = []
        unread = nil
        candidates = []
        nextCandidate = 0
        lines = []
    }

    /// The earlier input whose rows, from first to last, are those of the input up to the latest row.
    private mutating func inputEndingHere() -> EarlierInputs.Input? {
        while nextCandidate < candidates.count, candidates[nextCandidate].records < digest.count { nextCandidate += 1 }
        guard nextCandidate < candidates.count, candidates[nextCandidate].records == digest.count else { return nil }
        let hash = digest.hex
        return candidates[nextCandidate...].prefix { $0.records == digest.count }.first { $0.recordsHash == hash }
    }

    private mutating func readEarlier() throws {
        guard let unread = unread.take() else { return }
        earlier = try zip(unread.inputs, unread.fingerprints()).map { ($0, $1) }.filter { !$0.1.isEmpty }
            .sorted { $0.0.run > $1.0.run }
        var rows = 0
        for (index, fingerprints) in earlier.map(\.fingerprints).enumerated() {
            rows += fingerprints.count
            guard rows <= RecordFingerprint.rowsMax else { break }
            var window = RollingHash()
            for end in fingerprints.indices {
                guard let hash = window.add(end, of: fingerprints), indexByHash[hash] == nil else { continue }
                indexByHash[hash] = index
            }
        }
    }

    /// Adds the next row, on a line from 1; returns the earlier input that has the last rows too, with their first line.
    private mutating func sharedRows(
        endingWith fingerprint: RecordFingerprint, line: Int
    ) throws -> (input: EarlierInputs.Input, line: Int)? {
        guard fingerprints.count < RecordFingerprint.rowsMax else {
            isOpen = false
            fingerprints = []
            lines = []
            return nil
        }
        fingerprints.append(fingerprint)
        try readEarlier()
        guard !earlier.isEmpty else { return nil }
        lines.append(line)
        guard !indexByHash.isEmpty, let hash = window.add(fingerprints.count - 1, of: fingerprints),
            let index = indexByHash[hash]
        else { return nil }
        return (earlier[index].input, lines[lines.count - RecordFingerprint.fingerprintedRows])
    }

    private func hasID(_ batch: RowBatch, _ row: Int) -> Bool {
        guard let composite = columns.idComposite else { return batch.rows.id(of: row) != nil }
        if composite.hasOccurrence { return !batch.rows.occurrenceKeys[row].isNone }
        // These ids are made later.
        return batch.rows.codes[row] != OutcomeCode.wrongFieldCount.rawValue
            && composite.hasID(batch.records, row, columns)
    }

    /// Whether a row has a time with a date, which may be in a separate column.
    private mutating func hasDate(_ batch: RowBatch, _ row: Int) -> Bool {
        guard columns.isTimed, let time = batch.rows.time(row) else { return false }
        if time.kind.contains(.date) { return true }
        guard let dateColumn else { return false }
        let cell = trimmed(columns.cell(batch.records, row, dateColumn))
        if !cell.elementsEqual(lastDate.cell) {
            let reader = TimeReader(dateOrder: columns.dateOrder)
            lastDate = (Array(cell), reader.read(cell)?.kind.contains(.date) == true)
        }
        return lastDate.isDate
    }
}

/// The hash of the last `RecordFingerprint.fingerprintedRows` rows.
private struct RollingHash {
    /// An odd multiplier, so that multiplication is reversible.
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let factorOfFirst = (0..<RecordFingerprint.fingerprintedRows).reduce(1 as UInt64) { power, _ in
        power &* factor
    }

    /// The number of rows since the last one without a date.
    private var count = 0
    /// The sum of the last rows' hashes, each multiplied by a power of `factor`.
    private var hash: UInt64 = 0

    /// Adds the row at an index, and returns the hash of the last rows; nil if there are fewer or one has no date.
    mutating func add(_ row: Int, of rows: [RecordFingerprint]) -> UInt64? {
        guard rows[row].hasDate else {
            self = RollingHash()
            return nil
        }
        hash = hash &* Self.factor &+ rows[row].hash
        count += 1
        if count > RecordFingerprint.fingerprintedRows {
            hash = hash &- rows[row - RecordFingerprint.fingerprintedRows].hash &* Self.factorOfFirst
        }
        return count < RecordFingerprint.fingerprintedRows ? nil : hash
    }
}

/// A 64-bit hash of an input's header and rows so far, by which inputs that begin with the same rows are recognized.
///
/// Blank rows, titles and totals rows are left out, because a later export of the same day has others.
package struct RecordDigest: Sendable {
    /// The number of rows that it covers.
    package private(set) var count = 0
    private var hash: UInt64
    private let seed: HashSeed

    init(header: [String], seed: HashSeed) {
        self.seed = seed
        hash = seed.hash(header)
    }

    /// Adds the next row by its hash with the same seed (`HashSeed.hash`).
    @inline(__always) mutating func add(_ record: UInt64) {
        count &+= 1
        hash = seed.mix(hash, record)
    }

    /// The hash in 16 hex digits, which is the same for the same seed.
    package var hex: String { sixteenHexDigits(hash) }
}
