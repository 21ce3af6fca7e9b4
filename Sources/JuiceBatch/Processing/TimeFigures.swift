internal import CSV
internal import FlatMemory
internal import JuiceCore

/// The order of the times of a run's rows that reached the stock, or of those in one batch.
struct TimeOrder {
    /// The kind and the offset from UTC, in seconds, of a time.
    typealias Form = (kind: Timestamp.Kind, offset: Int64)

    /// Whether all times so far could be read, have the same form, and never decrease.
    private var isRising = true
    private var form: Form?
    private var first = TimestampKey.beforeAll
    private var last = TimestampKey.beforeAll

    /// The form of all times, if they form a time axis; nil if they do not, or if there are none.
    var axisForm: Form? { isRising ? form : nil }

    /// Adds the time of the next row, which may be missing or lack a time of day.
    @inline(__always) mutating func add(_ time: Timestamp) {
        guard isRising else { return }
        let timestampKey = TimestampKey(time)
        if form == nil { (form, first) = ((time.kind, time.offset), timestampKey) }
        guard let form, time.hour < 24, timestampKey >= last, form == (time.kind, time.offset) else {
            isRising = false
            return
        }
        last = timestampKey
    }

    /// Adds the times of the next batch.
    mutating func add(_ next: TimeOrder) {
        isRising = isRising && next.isRising
        guard let nextForm = next.form else { return }
        if form == nil { (form, first) = (nextForm, next.first) }
        if let form, form != nextForm || next.first < last { isRising = false }
        last = next.last
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
struct TimeCollector {
    /// The newest times of earlier runs; nil without a ledger.
    private let newestBefore: Watermarks?
    private let plans: [InputPlan]
    /// Whether reports show times, because some input has a column of times.
    private let isShown: Bool
    private(set) var figures: TimeFigures
    private let dayStart: DayStart
    /// The order of the times in the latest batch.
    private(set) var order = TimeOrder()

    init(_ settings: RunSettings, _ plans: [InputPlan]) {
        figures = TimeFigures(settings.menu)
        dayStart = settings.reading.exportSettings.dayStart
        self.plans = plans
        newestBefore = settings.newestBefore
        isShown = plans.contains { $0.timeReader != nil }
    }

    /// Collects the times of a batch that has been applied.
    mutating func add(_ batch: RowBatch) {
        order = TimeOrder()
        guard isShown else { return }
        for segment in batch.segments { add(batch.rows, segment.rows, plans[segment.input]) }
    }

    private mutating func add(_ rows: borrowing DecodedRows, _ range: Range<Int>, _ plan: InputPlan) {
        let hasLedger = newestBefore != nil
        let readsTimes = plan.timeReader != nil
        guard readsTimes || hasLedger && !plan.columns.isFailureFile else { return }
        let newestBefore = plan.columns.isTimed ? newestBefore : nil
        for row in range {
            let isDone = rows.code(row) == OutcomeCode.success.rawValue
            let time = readsTimes ? rows.times[row] : .none
            let day = hasLedger ? time.businessDay(from: dayStart) : nil
            guard rows.reachedStock(row) else {
                if let day { figures.unappliedDay = max(figures.unappliedDay ?? day, day) }
                continue
            }
            if readsTimes { order.add(time) }
            if let day { figures.businessDay = max(figures.businessDay ?? day, day) }
            if hasLedger { figures.days.add(rows.instruction(row), isDone: isDone, day: day?.number) }
            if time.isNone { continue }
            if let newestBefore {
                figures.newest.add(time.kind, seconds: time.seconds)
                if let newer = newestBefore.newer(than: time.kind, seconds: time.seconds) {
                    figures.lateRows.add(newer: newer)
                }
            }
            if rows.action(row) == Action.order.rawValue { figures.hours.add(time, isServed: isDone) }
        }
    }
}
