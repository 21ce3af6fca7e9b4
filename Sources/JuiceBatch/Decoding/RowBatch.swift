package import CSV
internal import FlatMemory

/// A batch of rows that is read and decoded in parallel, applied in sequence, then rendered in parallel.
package final class RowBatch {
    /// The records as parsed by libcsv.
    package var records = RecordBatch()
    /// The bytes of the records in the file, UTF-16 as UTF-8; filled only by workers with `keepsText`.
    var text = ByteBuffer(capacity: 64)
    /// The instructions decoded from the records; after the batch has been applied, also their outcomes.
    package var rows = DecodedRows()
    /// The index of the batch's input, from 0; for several inputs, that of the first row.
    package internal(set) var input = 0
    /// The physical line on which the batch starts, from 1; 0 if each record has its own line number in the input.
    package var firstLine = 1
    /// The stock before the first row, by the fruit's index on the menu.
    package internal(set) var opening: [Int] = []
    /// The number of the run's records applied before the batch.
    var firstOrdinal = 0
    /// The number of records in each interval of the run's stock history.
    var recordsPerInterval = 1
    /// The rows, in order, at which a fruit became sold out or available again; empty if no input has times.
    var soldOutChanges: [SoldOutChange] = []
    /// The short orders whose need no longer counts, because their ids were short before or used since.
    var repeatedNeeds: [RepeatedNeed] = []
    /// The discards and counts that were applied, without those of retries.
    var losses: [Loss] = []
    /// The index of the batch's first record among all records of its input, from 0.
    var firstRecord = 0
    /// The origin of each row, if the rows of the run were sorted; empty if they are consecutive rows of `input`.
    package internal(set) var origins: [RowOrigin] = []

    /// A short order: the number of its business day, nil if it has none, the juice's index on the menu, and the cups.
    typealias RepeatedNeed = (day: Int?, juice: Int, cups: Int)
    /// The day's number, if any, of a discard or count, the fruit's index, and the pieces it took, negative if it found
    /// more.
    typealias Loss = (day: Int?, fruit: Int, pieces: Int)

    package init() {}

    /// The segments of consecutive rows that come from one input, in order: their indices, and the input's, from 0.
    package var segments: [(rows: Range<Int>, input: Int)] {
        guard let first = origins.first else { return [(0..<rows.count, input)] }
        var segments: [(rows: Range<Int>, input: Int)] = []
        var start = (row: 0, input: first.input)
        for (row, origin) in origins.enumerated() where origin.input != start.input {
            segments.append((start.row..<row, start.input))
            start = (row, origin.input)
        }
        segments.append((start.row..<rows.count, start.input))
        return segments
    }

    /// The outcome of each record; nil for records that are not rows.
    package var outcomes: [OutcomeCode?] { (0..<rows.count).map { OutcomeCode(rawValue: rows.codes[$0]) } }
    /// The input, from 0, that a row comes from.
    package func input(of row: Int) -> Int { origins.isEmpty ? input : origins[row].input }
    /// The physical line, from 1, on which a row starts.
    package func line(of row: Int) -> Int { origins.isEmpty ? firstLine + records.line(row) : origins[row].line }
    /// The origin of a row.
    package func origin(of row: Int) -> RowOrigin { RowOrigin(input: input(of: row), line: line(of: row)) }
}

extension DecodedRows {
    /// Adds a row with its code and id, for which `prepare` has made room, and returns its index, from 0.
    @inline(__always) mutating func beginCopy(code: UInt8, id: IDHash?) -> Int {
        precondition(count < codes.count && code != Self.notARow, "No room for another row, or the row has no code")
        let index = count
        count += 1
        rowCount += 1
        codes[index] = code
        if id != nil && !hasIDs {
            hasIDs = true
            for earlier in 0..<index { ids[earlier] = .none }
        }
        if hasIDs { ids[index] = id ?? IDHash.none }
        return index
    }
}

/// The origin of a row in a batch whose rows come from several inputs.
package struct RowOrigin: Equatable, Sendable {
    /// The index of the input among all inputs, from 0.
    package let input: Int
    /// The physical line on which the row starts in its input, from 1.
    package let line: Int
}

/// A row of a batch, from 0, at which a fruit, by its index, became sold out (`isStart`) or available again.
typealias SoldOutChange = (row: Int, fruit: Int, isStart: Bool)

/// Sums of rows' quantities for checking totals, which may or may not include ignored rows and cancels.
struct QuantitySums: Equatable {
    /// A kind of rows whose quantities are summed.
    private enum Kind: Int {
        case plain, cancelled, ignoredPlain, ignoredCancelled
        /// Ignored cancels without a `-`, which a POS may have added or subtracted.
        case ignoredEither
    }

    private var sums = SIMD8<Int>()

    /// Adds the quantity of a row, which may have a `-`, and be a cancel, or one if it were not ignored.
    @inline(__always) mutating func add(_ quantity: Int, isNegative: Bool, isCancel: Bool, isIgnored: Bool) {
        let kind: Kind =
            switch (isNegative, isCancel, isIgnored) {
            case (false, false, false): .plain
            case (_, _, false): .cancelled
            case (true, _, true): .ignoredCancelled
            case (false, false, true): .ignoredPlain
            case (false, true, true): .ignoredEither
            }
        sums[kind.rawValue] &+= quantity
    }

    mutating func add(_ other: QuantitySums) { sums &+= other.sums }

    /// The sums of the rows that were added since an earlier state.
    func since(_ earlier: QuantitySums) -> QuantitySums {
        var rest = self
        rest.sums &-= earlier.sums
        return rest
    }

    /// The totals that a POS may have computed: with or without ignored rows, with cancels subtracted or not.
    var candidates: [Int] {
        func sum(_ kind: Kind) -> Int { sums[kind.rawValue] }
        let (plain, cancelled, ignoredEither) = (sum(.plain), sum(.cancelled), sum(.ignoredEither))
        let all = plain &+ sum(.ignoredPlain)
        let cancels = cancelled &+ sum(.ignoredCancelled)
        return [
            plain, plain &- cancelled, all, all &- cancels &- ignoredEither, all &+ ignoredEither,
            all &+ ignoredEither &- cancels,
        ]
    }
}

/// A totals row of a batch, with the sums against which its total is checked.
struct TotalsRow {
    /// The index of the row's record in the batch, from 0.
    let row: Int
    /// The total as spelled in the row; nil if the row contains none.
    let figure: String?
    /// The total as a number; nil if it is not one.
    let value: Int?
    /// The sums of the rows above it in the batch.
    let sums: QuantitySums
    /// Whether a row above it in the batch has the code `wrongFieldCount`.
    let isBelowWrongWidth: Bool
}
