/// The times of a batch's rows that reached stock, for the axis of time.
struct BatchTimes {
    /// The properties that all times on one axis share.
    struct Form: Equatable {
        let kind: RowTime.Kind
        /// The offset as in `ClockTime`; 0 if the cell has none.
        let offset: Int64
    }

    /// The times of a stretch's rows, as `ClockTime.seconds`.
    struct Stretch {
        /// The stretch's number in the run, from 0.
        let number: Int
        let first: Int64
        var last: Int64
    }

    /// A mark with its time, as `ClockTime.seconds`; nil if neither its row nor one above it in the batch has one.
    struct TimedMark {
        let fruit: Int
        let isStart: Bool
        let row: RowOrigin
        let seconds: Int64?
    }

    /// Whether all times could be read, are of one form, and none is earlier than one above it.
    private(set) var isUsable = true
    /// Whether there are times.
    private var hasTimes = false
    private var kind: RowTime.Kind = []
    private var offset: Int64 = 0
    private(set) var first = Moment.beforeAll
    private(set) var last = Moment.beforeAll
    /// The stretches with times, in their order.
    private(set) var stretches: [Stretch] = []
    private(set) var marks: [TimedMark] = []
    /// The number of records in a stretch.
    private(set) var stretchRecords = 1
    private var firstOrdinal = 0
    /// The first row that is not of the stretch at hand.
    private var stretchEnd = 0
    /// The last time of the stretch at hand.
    private var stretchLast: Int64 = 0

    /// Starts with a new batch, none of whose rows has been read.
    mutating func begin(_ batch: RowBatch) {
        isUsable = true
        hasTimes = false
        stretches.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
        stretchRecords = batch.stretchRecords
        firstOrdinal = batch.firstOrdinal
        stretchEnd = 0
    }

    /// The shared form of the batch's times; nil if there are none.
    var form: Form? { hasTimes ? Form(kind: kind, offset: offset) : nil }

    /// Adds the time of a row, which may be none or lack a time of day.
    @inline(__always)
    mutating func add(_ time: Timestamp, row: Int) {
        guard isUsable else { return }
        guard time.hour < 24 else {
            isUsable = false
            return
        }
        if !hasTimes { begin(time) }
        let moment = Moment(time)
        if moment < last || time.kind != kind || time.offset != offset {
            isUsable = false
            return
        }
        last = moment
        if row >= stretchEnd { beginStretch(row, time.clockSeconds) }
        stretchLast = time.clockSeconds
    }

    private mutating func begin(_ time: Timestamp) {
        hasTimes = true
        kind = time.kind
        offset = time.offset
        first = Moment(time)
        last = first
    }

    private mutating func beginStretch(_ row: Int, _ seconds: Int64) {
        endStretch()
        let number = (firstOrdinal + row) / stretchRecords
        stretches.append(Stretch(number: number, first: seconds, last: seconds))
        stretchEnd = (number + 1) * stretchRecords - firstOrdinal
    }

    private mutating func endStretch() {
        if !stretches.isEmpty { stretches[stretches.count - 1].last = stretchLast }
    }

    /// Completes the last stretch of the batch.
    mutating func finish() { endStretch() }

    /// Adds a mark of the batch.
    mutating func add(_ mark: TimedMark) { marks.append(mark) }
}

/// Makes an axis of the times of a run's batches, which come in their order.
struct RunTimes {
    private var isUsable = true
    private var form: BatchTimes.Form?
    private var last = Moment.beforeAll
    /// The stretches by number; nil if none of a stretch's rows had a time.
    private var stretches: [TimeAxis.Stretch?] = []
    private var stretchRecords = 1
    private var lastSeconds: Int64?
    private var soldOut: [[TimeAxis.SoldOut]]

    init(fruitCount: Int) {
        soldOut = Array(repeating: [], count: fruitCount)
    }

    /// Adds the next batch of the run.
    mutating func merge(_ batch: BatchTimes) {
        guard isUsable else { return }
        guard batch.isUsable else {
            isUsable = false
            return
        }
        if let own = batch.form {
            if form.map({ $0 != own || batch.first < last }) ?? false {
                isUsable = false
                return
            }
            form = own
            last = batch.last
        }
        for mark in batch.marks { add(mark) }
        while stretchRecords < batch.stretchRecords { halve() }
        for stretch in batch.stretches {
            while stretches.count <= stretch.number { stretches.append(nil) }
            let first = stretches[stretch.number]?.first ?? stretch.first
            stretches[stretch.number] = TimeAxis.Stretch(first: first, last: stretch.last)
            lastSeconds = stretch.last
        }
    }

    private mutating func add(_ mark: BatchTimes.TimedMark) {
        // Before the first time of all, it is that time.
        let edge = TimeAxis.SoldOut.Edge(row: mark.row, seconds: mark.seconds ?? lastSeconds ?? .min)
        if mark.isStart {
            soldOut[mark.fruit].append(TimeAxis.SoldOut(start: edge))
        } else if let place = soldOut[mark.fruit].indices.last {
            soldOut[mark.fruit][place].end = edge
        }
    }

    /// Makes one stretch of each two.
    private mutating func halve() {
        stretches = stride(from: 0, to: stretches.count, by: 2).map { number in
            let second = stretches.indices.contains(number + 1) ? stretches[number + 1] : nil
            guard let first = stretches[number] else { return second }
            return TimeAxis.Stretch(first: first.first, last: second?.last ?? first.last)
        }
        stretchRecords *= 2
    }

    /// The axis of the whole run; nil if there is none, or it would have no length.
    consuming func axis(_ history: StockTimeline) -> TimeAxis? {
        while stretchRecords < history.stretchRecords { halve() }
        guard isUsable, let form, let first = stretches.lazy.compactMap({ $0 }).first?.first, let lastSeconds,
            first < lastSeconds
        else { return nil }
        var open = first
        let filled = (0..<history.stretches).map { number in
            let known = stretches.indices.contains(number) ? stretches[number] : nil
            let stretch = known ?? TimeAxis.Stretch(first: open, last: open)
            open = stretch.last
            return stretch
        }
        func placed(_ edge: TimeAxis.SoldOut.Edge) -> TimeAxis.SoldOut.Edge {
            TimeAxis.SoldOut.Edge(row: edge.row, seconds: max(edge.seconds, first))
        }
        return TimeAxis(
            hasDate: form.kind.contains(.date), offset: form.kind.contains(.offset) ? form.offset : nil,
            stretches: filled,
            soldOut: soldOut.map { all in
                all.map { TimeAxis.SoldOut(start: placed($0.start), end: $0.end.map(placed)) }
            })
    }
}

/// The times of a run's rows.
package struct RunClock: Sendable, Equatable {
    /// The orders of each hour of the day.
    package let hours: HourCounts
    /// The time axis; nil if some rows have no time, or if times differ in kind or fall.
    package let axis: TimeAxis?
}
