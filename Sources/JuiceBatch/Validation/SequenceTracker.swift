internal import FlatMemory

/// Determines the position of a run's rows in the sequence of their times, batch after batch.
///
/// The batches of each input are added from its start.
struct SequenceTracker: ~Copyable {
    /// The use of the times of rows.
    enum Purpose {
        /// Rows are applied as they come, unless a row is earlier than one before it.
        case checking
        /// The rows are sorted by their times.
        case sorting
    }

    private let purpose: Purpose
    private var assumptions: TimeAssumptions
    /// Whether all inputs are read from their ends, regardless of their times.
    private let isReadFromEnd: Bool
    /// The kind of times that are compared: the assumed one, or that of the first time that was read.
    private var kind: ParsedTimestamp.Kind?
    /// Whether a row past its quantity has shown that kind.
    private var isKindKnown = false
    // The current input, from 0; −1 before the first.
    private var input = -1
    private var last: TimestampKey?
    private var steps = TimeSteps()
    private var isBelowRows = false

    /// Creates a tracker for a run's inputs.
    ///
    /// - Parameter isReadFromEnd: Whether all inputs are read from their ends, regardless of their times.
    init(_ purpose: Purpose, _ assumptions: TimeAssumptions, isReadFromEnd: Bool = false) {
        self.purpose = purpose
        self.isReadFromEnd = isReadFromEnd
        self.assumptions = assumptions
        kind = assumptions.kind
    }

    /// Rejects the rows of a batch whose time cannot be read or compared, and sets the position of each of its rows in
    /// the sequence.
    ///
    /// - Parameter input: its input, from 0, all of whose earlier batches have been added.
    mutating func track(_ rows: inout DecodedRows, input: Int) throws(SequenceBreak) {
        if input != self.input {
            try finishInput()
            self.input = input
            last = nil
            isBelowRows = false
        }
        if purpose != .checking { rows.prepareTimestampKeys() }
        var firstOpen = 0
        for row in 0..<rows.count where rows.codes[row] != DecodedRows.None.row {
            let time = rows.time(row)
            if rows.codes[row] == OutcomeCode.success.rawValue { try checkKind(time, &rows, row) }
            if kind == nil && !assumptions.hasNoKind { kind = time?.kind }
            if let time, time.kind == kind {
                let timestampKey = TimestampKey(time)
                try advance(to: timestampKey)
                if purpose != .checking, firstOpen < row {
                    // Rows above the first time have the same position as that time.
                    for open in firstOpen..<row { rows.setTimestampKey(timestampKey, row: open) }
                }
                firstOpen = rows.count
            } else if last != nil || assumptions.first[input] != nil {
                firstOpen = rows.count
            }
            if purpose != .checking {
                rows.setTimestampKey(last ?? assumptions.first[input] ?? .beforeAll, row: row)
            }
        }
        if last == nil && rows.rowCount > 0 { isBelowRows = true }
    }

    /// Rejects a row, which could be read past its quantity, unless its time is of the kind of the first one.
    private mutating func checkKind(
        _ time: Timestamp?, _ rows: inout DecodedRows, _ row: Int
    ) throws(SequenceBreak) {
        guard let time else {
            rows.reject(row, .invalidTime)
            return
        }
        if !isKindKnown {
            isKindKnown = true
            // Rows above it have been compared in another kind, or in none.
            if assumptions.hasNoKind || kind.map({ $0 != time.kind }) ?? false {
                throw .otherwise(TimeAssumptions(kind: time.kind))
            }
            kind = time.kind
        }
        if time.kind != kind { rows.reject(row, .invalidTime) }
    }

    /// Ends the run; without a common kind of times, no row is sorted by its own time.
    mutating func finish() throws(SequenceBreak) {
        try finishInput()
        guard purpose == .sorting, !isKindKnown, kind != nil else { return }
        throw .otherwise(TimeAssumptions(hasNoKind: true))
    }

    private mutating func advance(to timestampKey: TimestampKey) throws(SequenceBreak) {
        defer {
            last = timestampKey
            steps.add(timestampKey, line: 0)
        }
        guard let last else {
            guard purpose != .checking, isBelowRows, assumptions.first[input] == nil else { return }
            assumptions.first[input] = timestampKey
            throw .otherwise(assumptions)
        }
        if purpose != .sorting && timestampKey < last { throw .outOfOrder }
        guard purpose == .sorting, !isReadFromEnd else { return }
        // Most inputs whose times fall at first are newest first: that is found out before all of it has been read.
        if timestampKey < last, steps.rises == 0, assumptions.isNewestFirst[input] == nil {
            assumptions.isNewestFirst[input] = true
            throw .otherwise(assumptions)
        }
    }

    /// Ends the current input; throws if its direction differs from the assumed one, so that the run starts again.
    private mutating func finishInput() throws(SequenceBreak) {
        defer {
            steps = TimeSteps()
            input = -1
        }
        guard input >= 0, purpose == .sorting, !isReadFromEnd,
            (assumptions.isNewestFirst[input] ?? false) != steps.areNewestFirst
        else {
            return
        }
        assumptions.isNewestFirst[input] = steps.areNewestFirst
        throw .otherwise(assumptions)
    }
}

/// The assumptions about the times of a run's rows; the run starts again if they prove wrong.
struct TimeAssumptions: Sendable {
    /// The kind of the first row's time that could be read past its quantity; nil for the first one that is read.
    var kind: ParsedTimestamp.Kind?
    /// Whether no row's time can be compared, since no row with one could be read past its quantity.
    var hasNoKind = false
    /// The inputs, from 0, that are newest first, and those that are not; all others count as not newest first.
    var isNewestFirst: [Int: Bool] = [:]
    /// The first time of inputs that begin with rows without one.
    var first: [Int: TimestampKey] = [:]

    /// Whether an input, from 0, is read from its end.
    func isNewestFirst(_ input: Int, _ plans: [InputPlan], _ sequence: ExportSettings.Sequence?) -> Bool {
        plans[input].isTimed && (sequence == .newestFirst || isNewestFirst[input] == true)
    }
}

/// The reason why rows cannot be applied in the order in which they are read.
enum SequenceBreak: Error {
    /// A row is earlier than one before it, so that rows have to be sorted.
    case outOfOrder
    /// The assumptions about times are wrong; the value contains those that hold.
    case otherwise(TimeAssumptions)
}

/// Counts how often times rise and how often they fall from one row to the next.
struct TimeSteps: Sendable {
    /// The number of times that are later than the one before them.
    private(set) var rises = 0
    /// The number of times that are earlier than the one before them.
    private(set) var backwardSteps = 0
    /// The line, from 1, of the first row that is earlier than the one above; nil if the times do not fall.
    private(set) var firstBackwardLine: Int?
    private var last: TimestampKey?

    /// Adds the time of the next row.
    ///
    /// - Parameter line: the row's line, from 1.
    mutating func add(_ time: TimestampKey, line: Int) {
        if let last {
            if time > last { rises += 1 }
            if time < last {
                backwardSteps += 1
                firstBackwardLine = firstBackwardLine ?? line
            }
        }
        last = time
    }

    /// Whether the rows are newest first: their times fall at least ten times as often as they rise.
    var areNewestFirst: Bool { backwardSteps > 0 && backwardSteps >= 10 * rises }
}
