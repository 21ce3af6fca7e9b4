package import CSV
internal import FlatMemory

/// A batch on its way through the pipeline: read and decoded by its worker, applied in turn, then rendered.
package final class RowBatch {
    /// Consecutive rows of a batch that come from one input.
    package struct Segment: Sendable {
        /// The records of the segment, from 0.
        package let rows: Range<Int>
        /// The index of the input, from 0.
        package let input: Int
    }

    /// The records as libcsv delivered them.
    package var records = RecordBatch()
    /// The bytes that the records were parsed from, from the first record's start; kept only in workers with `keepsText`.
    ///
    /// They are as in the file, except that UTF-16 is converted to UTF-8.
    var text = ByteBuffer(capacity: 64)
    /// The instructions in them, and after applying what became of each.
    package var rows = DecodedRows()
    /// The index of the batch's input, from 0; for several inputs, that of the first row.
    package internal(set) var input = 0
    /// The physical line on which the batch starts, from 1; 0 if the records know their own.
    package var firstLine = 1
    /// The stock before the first row, by the fruit's index on the menu.
    package internal(set) var opening: [Int] = []
    /// The number of the run's records applied before the batch, and the number of records in a stretch of its history.
    var firstOrdinal = 0
    var stretchRecords = 1
    /// The rows, in their order, at which a fruit became sold out or available again; empty unless an input has times.
    var soldOutMarks: [SoldOutMark] = []
    /// The short orders whose need counts no more, in the order of their rows: their ids had been short before, or have been
    /// used since.
    var repeatedNeeds: [(row: Int, juice: Int, cups: Int)] = []
    /// The place of its first record among all of its input, from 0.
    var firstRecord = 0
    /// The origin of each row in a batch whose rows were sorted; empty for a consecutive part of `input`.
    package internal(set) var origins: [RowOrigin] = []

    /// Creates an empty batch.
    package init() {}

    /// The origins of the rows, in their order.
    package var segments: [Segment] {
        guard let first = origins.first else { return [Segment(rows: 0..<rows.count, input: input)] }
        var segments: [Segment] = []
        var start = (row: 0, input: first.input)
        for (row, origin) in origins.enumerated() where origin.input != start.input {
            segments.append(Segment(rows: start.row..<row, input: start.input))
            start = (row, origin.input)
        }
        segments.append(Segment(rows: start.row..<rows.count, input: start.input))
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

/// Operations that fill batches row by row, from other batches or from stored rows.
extension RowBatch {
    /// Empties the batch, to be filled with at most `rowCount` rows of any inputs.
    package func prepareCopies(rowCount: Int) {
        records.removeAll()
        rows.prepare(count: rowCount)
        rows.count = 0
        rows.hasIDs = false
        origins.removeAll(keepingCapacity: true)
    }

    /// Appends some rows (from 0) of a batch that has been read and decoded, without blank records.
    ///
    /// What an earlier run used their ids for is not copied, but looked up in the batch that they come to.
    package func append(_ range: Range<Int>, of other: RowBatch) {
        for row in range where other.rows.codes[row] != DecodedRows.None.row {
            records.append(row, of: other.records)
            rows.append(row, of: other.rows)
            origins.append(other.origin(of: row))
        }
    }
}

extension DecodedRows {
    /// Appends what a record of another batch was decoded to, where `prepare` has made room.
    mutating func append(_ row: Int, of other: borrowing DecodedRows) {
        let place = beginCopy(code: other.codes[row], id: other.id(of: row))
        actions[place] = other.actions[row]
        items[place] = other.items[row]
        quantities[place] = other.quantities[row]
        if other.keepsCode(row) { keepCode(other.outcome(row), row: place) }
    }

    /// Counts in a row with its code and id, where `prepare` has made room.
    ///
    /// - Returns: its place, from 0.
    @inline(__always)
    mutating func beginCopy(code: UInt8, id: IDHash?) -> Int {
        precondition(count < codes.count && code != None.row, "rows are copied to where there is room for them")
        let place = count
        count += 1
        rowCount += 1
        codes[place] = code
        if id != nil && !hasIDs {
            hasIDs = true
            for earlier in 0..<place { ids[earlier] = IDHash(low: 0, high: 0) }
        }
        if hasIDs { ids[place] = id ?? IDHash(low: 0, high: 0) }
        return place
    }
}

/// The origin of a row in a batch whose rows come from several inputs.
package struct RowOrigin: Equatable, Sendable {
    /// The index of the input among all inputs, from 0.
    package let input: Int
    /// The physical line on which the row starts in its input, from 1.
    package let line: Int
}

/// A row of a batch at which a fruit came to be sold out, or ceased to be.
struct SoldOutMark: BitwiseCopyable {
    /// The row's place in the batch, from 0.
    let row: Int
    /// The fruit's index on the menu.
    let fruit: Int
    /// Whether the fruit came to be sold out.
    let isStart: Bool
}

/// The marks of a batch in their order, the first ones of each fruit.
struct SoldOutMarks {
    /// The maximum number of marks of a fruit.
    private static let timesMax = 20

    /// Whether rows are marked.
    let areWanted: Bool
    private var marks: [SoldOutMark] = []

    /// - Parameter areWanted: whether rows are marked; if false, the list stays empty.
    init(areWanted: Bool) {
        self.areWanted = areWanted
    }

    /// Adds a mark at a row, up to the maximum for each fruit.
    ///
    /// - Parameter count: the number of times that the fruit was sold out so far.
    mutating func add(_ fruit: Int, _ row: Int, isStart: Bool, count: Int) {
        guard areWanted, count <= Self.timesMax else { return }
        marks.append(SoldOutMark(row: row, fruit: fruit, isStart: isStart))
    }

    /// Returns the marks of a batch and removes them.
    mutating func takeAll() -> [SoldOutMark] {
        defer { marks.removeAll() }
        return marks
    }
}
