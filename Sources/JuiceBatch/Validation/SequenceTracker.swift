internal import FlatMemory

/// Determines the position of a run's rows in the sequence of their times, batch after batch of each input.
struct SequenceTracker: ~Copyable {
    /// Whether rows are collected, to be sorted by time, rather than applied until one is earlier than the one before.
    private let sorts: Bool
    private var assumptions: TimeAssumptions
    /// Whether an assumption about an input has been corrected, so that the run starts again when all rows are read.
    private var isCorrected = false
    /// Whether all inputs are read from their ends, regardless of their times.
    private let isReadFromEnd: Bool
    /// The kind of times that are compared: the assumed one, or that of the first time that was read.
    private var kind: Timestamp.Kind?
    /// Whether that kind was confirmed by a row that could be read up to its quantity.
    private var isKindConfirmed = false
    /// The current input, from 0; −1 before the first.
    private var input = -1
    /// The last comparable time in the input; nil if there has been none.
    private var last: TimestampKey?
    private var steps = TimeSteps()
    /// Whether an earlier batch of the input has rows and no comparable time.
    private var isBelowRows = false

    init(_ assumptions: TimeAssumptions, sorts: Bool, isReadFromEnd: Bool) {
        (self.sorts, self.isReadFromEnd, self.assumptions) = (sorts, isReadFromEnd, assumptions)
        kind = assumptions.kind
    }

    /// Rejects the rows of an input's next batch whose time cannot be read or compared, and sets the position of each
    /// row in the sequence; throws corrected assumptions if a time contradicts the present ones.
    mutating func track(_ rows: inout DecodedRows, input: Int) throws(TimeAssumptions) {
        if input != self.input {
            finishInput()
            self.input = input
            last = nil
            isBelowRows = false
        }
        var firstOpen = 0
        for row in 0..<rows.count where rows.codes[row] != DecodedRows.notARow {
            let time = rows.time(row)
            if let time, steps.add(time, line: 0), steps.backward > 0, !sorts {
                assumptions.isOutOfOrder = true
                throw assumptions
            }
            if rows.codes[row] == OutcomeCode.success.rawValue { try checkKind(time, &rows, row) }
            if kind == nil && !assumptions.hasNoKind { kind = time?.kind }
            if let time, time.kind == kind {
                let timestampKey = TimestampKey(time)
                if !sorts, let last, timestampKey < last {
                    assumptions.isOutOfOrder = true
                    throw assumptions
                }
                if last == nil, sorts, isBelowRows, assumptions.first[input] == nil {
                    assumptions.first[input] = timestampKey
                    isCorrected = true
                }
                last = timestampKey
                // Rows above the first time have the same position as that time.
                for open in firstOpen..<max(firstOpen, row) where sorts { rows.timestampKeys[open] = timestampKey }
                firstOpen = rows.count
            } else if last != nil || assumptions.first[input] != nil {
                firstOpen = rows.count
            }
            if sorts { rows.timestampKeys[row] = last ?? assumptions.first[input] ?? .beforeAll }
        }
        if last == nil && rows.rowCount > 0 { isBelowRows = true }
        // The first steps mostly show whether an input is newest first. This is assumed before the rest has been read,
        // once; the directions of other inputs are corrected together, when all rows have been read.
        if sorts, !isReadFromEnd, assumptions.mayGuessDirection, steps.areNewestFirst {
            assumptions.mayGuessDirection = false
            assumptions.newestFirst.insert(input)
            throw assumptions
        }
    }

    /// Rejects a row that could be read up to its quantity, unless its time is of the same kind as the first one.
    private mutating func checkKind(
        _ time: Timestamp?, _ rows: inout DecodedRows, _ row: Int
    ) throws(TimeAssumptions) {
        guard let time else { return rows.reject(row, .invalidTime) }
        if !isKindConfirmed {
            isKindConfirmed = true
            // Rows above it have been compared in another kind, or in none.
            if assumptions.hasNoKind || kind.map({ $0 != time.kind }) ?? false {
                throw TimeAssumptions(kind: time.kind, isOutOfOrder: assumptions.isOutOfOrder)
            }
            kind = time.kind
        }
        if time.kind != kind { rows.reject(row, .invalidTime) }
    }

    /// Ends the run; throws corrected assumptions, so that without a common kind of times, no row is sorted by its own.
    mutating func finish() throws(TimeAssumptions) {
        finishInput()
        if sorts, !isKindConfirmed, kind != nil {
            assumptions.hasNoKind = true
            assumptions.kind = nil
            assumptions.first = [:]
            isCorrected = true
        }
        if isCorrected { throw assumptions }
    }

    /// Ends the current input, and corrects its direction if that differs from the assumed one.
    private mutating func finishInput() {
        defer { (steps, input) = (TimeSteps(), -1) }
        guard input >= 0, sorts, !isReadFromEnd, assumptions.newestFirst.contains(input) != steps.areNewestFirst
        else { return }
        assumptions.newestFirst.formSymmetricDifference([input])
        isCorrected = true
    }
}

/// The assumptions about the times of a run's rows, before they have been read; if one of them proves wrong, corrected
/// ones are thrown as an error, and the run starts again with them.
struct TimeAssumptions: Error {
    /// The kind of the first time in a row that can be read up to its quantity; if nil, that in any row.
    var kind: Timestamp.Kind?
    /// Whether no times are compared, because no row with a time can be read up to its quantity.
    var hasNoKind = false
    /// The inputs, from 0, that are newest first.
    var newestFirst: Set<Int> = []
    /// Whether no input has been added to `newestFirst` before it was read to its end.
    var mayGuessDirection = true
    /// The first time of each input, from 0, that begins with rows without one.
    var first: [Int: TimestampKey] = [:]
    /// Whether a row is earlier than the one before it, so that rows have to be sorted before they are applied.
    var isOutOfOrder = false

    /// Whether an input, from 0, is read from its end.
    func isNewestFirst(_ input: Int, _ plans: [InputPlan], _ sequence: ExportSettings.RowSequence?) -> Bool {
        plans[input].isTimed && (sequence == .newestFirst || newestFirst.contains(input))
    }

    /// Removes all assumptions except `isOutOfOrder`, for reading the inputs in another encoding.
    mutating func removeAll() { self = TimeAssumptions(isOutOfOrder: isOutOfOrder) }
}

/// Counts how often the time steps forward and backward from one row to the next.
package struct TimeSteps: Sendable {
    /// The number of times that are later than the one before.
    package private(set) var forward = 0
    /// The number of times that are earlier than the one before.
    package private(set) var backward = 0
    /// The line, from 1, of the first row whose time is earlier than the one before it; nil if there is none.
    private(set) var firstBackwardLine: Int?
    /// The kind of the first time; nil if there has been none.
    package private(set) var kind: Timestamp.Kind?
    private var last: TimestampKey?

    /// Creates counts before the first time.
    package init() {}

    /// Adds the time of the next row; returns false, and adds nothing, if it is of another kind than the first one.
    package mutating func add(_ time: Timestamp, line: Int) -> Bool {
        guard time.kind == kind ?? time.kind else { return false }
        kind = time.kind
        let next = TimestampKey(time)
        if let last {
            if next > last { forward += 1 }
            if next < last {
                backward += 1
                firstBackwardLine = firstBackwardLine ?? line
            }
        }
        last = next
        return true
    }

    /// Whether the rows are newest first: at least ten times as many steps are backward as forward.
    package var areNewestFirst: Bool { backward > 0 && backward >= 10 * forward }
}
