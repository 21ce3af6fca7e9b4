internal import CSV
internal import FlatMemory
internal import JuiceCore

/// Makes a time axis from the times of a run's batches, which are added in order.
struct RunTimes {
    /// Whether the times of all batches so far form an axis.
    private var isUsable = true
    private var form: (kind: Timestamp.Kind, offset: Int64)?
    private var last = TimestampKey.beforeAll
    /// The times of each interval, by its index; nil if no row of the interval has a time.
    private var intervals: [ClosedRange<Int64>?] = []
    private var recordsPerInterval = 1
    private var lastSeconds: Int64?
    /// The periods in which each fruit was sold out, by the fruit's index on the menu.
    private var soldOut: [[TimeAxis.SoldOut]]

    init(fruitCount: Int) { soldOut = Array(repeating: [], count: fruitCount) }

    mutating func merge(_ batch: borrowing BatchClock) {
        isUsable = isUsable && batch.isUsable
        if let batchForm = batch.form, let form, form != batchForm || batch.first < last { isUsable = false }
        guard isUsable else { return }
        if let batchForm = batch.form { (form, last) = (batchForm, batch.last) }
        for (change, row, seconds) in batch.changes {
            // Before the first time of the run, the first time is used.
            let edge = (row: row, seconds: seconds ?? lastSeconds ?? .min)
            if change.isStart {
                soldOut[change.fruit].append(TimeAxis.SoldOut(start: edge))
            } else if let index = soldOut[change.fruit].indices.last {
                soldOut[change.fruit][index].end = edge
            }
        }
        while recordsPerInterval < batch.recordsPerInterval { halve() }
        for (index, first, last) in batch.intervals {
            while intervals.count <= index { intervals.append(nil) }
            intervals[index] = (intervals[index]?.lowerBound ?? first)...last
            lastSeconds = last
        }
    }

    private mutating func halve() {
        intervals = stride(from: 0, to: intervals.count, by: 2).map { index in
            let second = intervals.indices.contains(index + 1) ? intervals[index + 1] : nil
            guard let first = intervals[index] else { return second }
            return first.lowerBound...(second?.upperBound ?? first.upperBound)
        }
        recordsPerInterval *= 2
    }

    /// Returns the axis of the whole run; nil if the times form none, or if all of them are the same.
    consuming func axis(_ history: StockTimeline) -> TimeAxis? {
        while recordsPerInterval < history.recordsPerInterval { halve() }
        guard isUsable, let form, let first = intervals.lazy.compactMap({ $0 }).first?.lowerBound, let lastSeconds,
            first < lastSeconds
        else { return nil }
        var open = first
        let filled = (0..<history.intervals).map { index in
            let known = intervals.indices.contains(index) ? intervals[index] : nil
            let interval = known ?? open...open
            open = interval.upperBound
            return interval
        }
        func resolved(_ edge: TimeAxis.SoldOut.Edge) -> TimeAxis.SoldOut.Edge {
            (row: edge.row, seconds: max(edge.seconds, first))
        }
        return TimeAxis(
            hasDate: form.kind.contains(.date), offset: form.kind.contains(.offset) ? form.offset : nil,
            intervals: filled,
            soldOut: soldOut.map { all in
                all.map { TimeAxis.SoldOut(start: resolved($0.start), end: $0.end.map(resolved)) }
            })
    }
}

/// The figures that depend on the times of rows that reached the stock.
struct TimeFigures {
    /// The newest times that have a date; collected only with a ledger.
    var newest = Watermarks()
    var lateRows = LateArrivals()
    var hours = HourCounts()
    /// The orders, cups and lost pieces of each business day; collected only with a ledger.
    var days: DayCounts
    /// The newest business day by the local dates in the cells; nil if no row has a date, and without a ledger.
    var businessDay: CalendarDay?
    /// The newest business day of rows that did not reach the stock; it counts only if no row did.
    var unappliedDay: CalendarDay?

    init(_ menu: Menu) { days = DayCounts(menu) }

    mutating func merge(_ other: TimeFigures) {
        newest.merge(other.newest)
        lateRows.merge(other.lateRows)
        hours.merge(other.hours)
        days.merge(other.days)
        businessDay = [businessDay, other.businessDay].compactMap(\.self).max()
        unappliedDay = [unappliedDay, other.unappliedDay].compactMap(\.self).max()
    }
}

/// Collects the times of rows that reached the stock, batch after batch, for one worker.
struct BatchClock {
    private let newestBefore: Watermarks?
    private let plans: [InputPlan]
    /// Whether reports show times, because some input has a column of times.
    private let isShown: Bool
    private(set) var figures: TimeFigures
    private let dayStart: DayStart

    // The times of the current batch, from which the time axis of the run is made.
    /// Whether all times could be read, have the same kind and offset, and never decrease.
    private(set) var isUsable = true
    /// The kind and the UTC offset, as in `Timestamp`, that all times share; nil if there are no times.
    private(set) var form: (kind: Timestamp.Kind, offset: Int64)?
    private(set) var first = TimestampKey.beforeAll
    private(set) var last = TimestampKey.beforeAll
    /// The intervals of the stock history that have times, by index from 0, with their first and last time.
    private(set) var intervals: [(index: Int, first: Int64, last: Int64)] = []
    /// The sold-out changes with their times, as `LocalTimestamp.seconds`; nil if no row of the batch so far has one.
    private(set) var changes: [(change: SoldOutChange, row: RowOrigin, seconds: Int64?)] = []
    private(set) var recordsPerInterval = 1
    /// The number of the run's records before the batch.
    private var firstOrdinal = 0
    /// The first row after the current interval.
    private var intervalEndRow = 0
    /// The last time in the current interval.
    private var intervalLastSeconds: Int64 = 0

    /// - Parameter newestBefore: The newest times of earlier runs; nil without a ledger.
    init(plans: [InputPlan], newestBefore: Watermarks?, dayStart: DayStart, menu: Menu) {
        figures = TimeFigures(menu)
        self.dayStart = dayStart
        self.plans = plans
        self.newestBefore = newestBefore
        isShown = plans.contains { $0.clockReader != nil }
    }

    /// Collects the times of a batch that has been applied.
    mutating func add(_ batch: RowBatch) {
        guard isShown else { return }
        beginBatch(batch)
        for segment in batch.segments { add(batch.rows, segment.rows, plans[segment.input]) }
        endInterval()
        for change in batch.soldOutChanges { add(change, batch) }
        guard newestBefore != nil else { return }
        for repeated in batch.repeatedNeeds {
            figures.days.addRepeated(repeated.cups, juice: repeated.juice, day: repeated.day)
        }
        for loss in batch.losses { figures.days.addLost(loss.pieces, fruit: loss.fruit, day: loss.day) }
    }

    private mutating func add(_ rows: borrowing DecodedRows, _ range: Range<Int>, _ plan: InputPlan) {
        let hasLedger = newestBefore != nil
        let readsTimes = plan.clockReader != nil
        guard readsTimes || hasLedger && !plan.columns.isFailureFile else { return }
        let newestBefore = plan.columns.isTimed ? newestBefore : nil
        for row in range {
            let code = rows.code(row)
            let time = readsTimes ? rows.times[row] : .none
            guard Self.wasCheckedAgainstStock(code) else {
                if hasLedger, let day = time.businessDay(from: dayStart) {
                    figures.unappliedDay = max(figures.unappliedDay ?? day, day)
                }
                continue
            }
            if readsTimes { addToAxis(time, row: row) }
            if hasLedger {
                let day = time.businessDay(from: dayStart)
                if let day { figures.businessDay = max(figures.businessDay ?? day, day) }
                figures.days.add(rows.instruction(row), isDone: code == OutcomeCode.success.rawValue, day: day?.number)
            }
            if time.isNone { continue }
            if let newestBefore {
                figures.newest.add(time.kind, seconds: time.seconds)
                if let newer = newestBefore.newer(than: time.kind, seconds: time.seconds) {
                    figures.lateRows.add(newer: newer)
                }
            }
            guard rows.action(row) == Action.order.rawValue else { continue }
            figures.hours.add(time, isServed: code == OutcomeCode.success.rawValue)
        }
    }

    /// Whether a row with a code reached the stock, so that it was applied or short of it.
    private static func wasCheckedAgainstStock(_ code: UInt8) -> Bool {
        code == OutcomeCode.success.rawValue || code == OutcomeCode.insufficientStock.rawValue
    }

    /// Records when a fruit became sold out or available again; a row without a time has that of the row above.
    private mutating func add(_ change: SoldOutChange, _ batch: RowBatch) {
        var seconds: Int64?
        for row in (0...change.row).reversed() where Self.wasCheckedAgainstStock(batch.rows.codes[row]) {
            guard plans[batch.input(of: row)].clockReader != nil else { continue }
            if let time = batch.rows.time(row), time.hour < 24 { seconds = time.clockSeconds }
            break
        }
        changes.append((change, batch.origin(of: change.row), seconds))
    }

    private mutating func beginBatch(_ batch: RowBatch) {
        isUsable = true
        form = nil
        intervals.removeAll(keepingCapacity: true)
        changes.removeAll(keepingCapacity: true)
        recordsPerInterval = batch.recordsPerInterval
        firstOrdinal = batch.firstOrdinal
        intervalEndRow = 0
    }

    /// Adds the time of a row, which may be missing or lack a time of day, to the time axis.
    @inline(__always) private mutating func addToAxis(_ time: Timestamp, row: Int) {
        guard isUsable else { return }
        guard time.hour < 24 else {
            isUsable = false
            return
        }
        let timestampKey = TimestampKey(time)
        if form == nil { (form, first, last) = ((time.kind, time.offset), timestampKey, timestampKey) }
        guard let form, timestampKey >= last, form == (time.kind, time.offset) else {
            isUsable = false
            return
        }
        last = timestampKey
        if row >= intervalEndRow { beginInterval(row, time.clockSeconds) }
        intervalLastSeconds = time.clockSeconds
    }

    /// Begins the interval of a row with its time, as `LocalTimestamp.seconds`.
    private mutating func beginInterval(_ row: Int, _ seconds: Int64) {
        endInterval()
        let index = (firstOrdinal + row) / recordsPerInterval
        intervals.append((index, seconds, seconds))
        intervalEndRow = (index + 1) * recordsPerInterval - firstOrdinal
    }

    /// Completes the current interval; must also be called after the last time of the batch.
    private mutating func endInterval() {
        if !intervals.isEmpty { intervals[intervals.count - 1].last = intervalLastSeconds }
    }
}
