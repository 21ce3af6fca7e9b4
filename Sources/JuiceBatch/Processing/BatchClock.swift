internal import CSV
internal import FlatMemory
internal import JuiceCore

/// Collects the times of rows that reached the stock, batch after batch, for one worker.
struct BatchClock {
    private let newestBefore: Watermarks?
    private let plans: [InputPlan]
    /// Whether reports show times, because some input has a column of times.
    private let isShown: Bool
    /// The newest times that have a date; collected only with a ledger.
    private(set) var newest = Watermarks()
    private(set) var lateRows = LateArrivals()
    /// The newest business day by the local dates in the cells; nil if no row has a date, and without a ledger.
    private(set) var businessDay: CalendarDay?
    private let dayStart: DayStart
    private(set) var hours = HourCounts()
    /// The times of the current batch.
    private(set) var times = BatchTimes()
    private var orders = OrdersOfAnHour()
    /// The orders and cups of each business day; collected only with a ledger.
    private(set) var days: DayCounts

    /// - Parameters:
    ///   - juiceCount: The number of juices on the menu.
    ///   - newestBefore: The newest times of earlier runs; nil without a ledger.
    ///   - dayStart: The time at which a business day begins.
    init(plans: [InputPlan], newestBefore: Watermarks?, dayStart: DayStart, juiceCount: Int) {
        days = DayCounts(juiceCount: juiceCount)
        self.dayStart = dayStart
        self.plans = plans
        self.newestBefore = newestBefore
        isShown = plans.contains { $0.clockReader != nil }
    }

    /// Collects the times of a batch that has been applied.
    mutating func note(_ batch: RowBatch) {
        guard isShown else { return }
        times.begin(batch)
        for segment in batch.segments {
            let plan = plans[segment.input]
            if plan.clockReader == nil {
                noteUndated(batch.rows, segment.rows, plan)
            } else {
                note(batch.rows, segment.rows, plan)
            }
        }
        orders.finish(&hours)
        times.finish()
        for mark in batch.soldOutMarks { note(mark, batch) }
        guard newestBefore != nil else { return }
        for repeated in batch.repeatedNeeds {
            days.takeBack(repeated.cups, juice: repeated.juice, day: day(of: repeated.row, batch))
        }
    }

    /// Counts the rows of an input without times.
    private mutating func noteUndated(_ rows: borrowing DecodedRows, _ range: Range<Int>, _ plan: InputPlan) {
        guard newestBefore != nil, !plan.columns.isFailureFile else { return }
        for row in range where Self.reachedStock(rows.codes[unchecked: row]) {
            days.add(
                rows.instruction(row), isDone: rows.codes[unchecked: row] == OutcomeCode.success.rawValue, day: nil)
        }
    }

    /// The number of the business day of a row that reached the stock; nil if the row has no date.
    private func day(of row: Int, _ batch: RowBatch) -> Int? {
        guard plans[batch.input(of: row)].clockReader != nil else { return nil }
        return batch.rows.time(row)?.businessDay(from: dayStart)?.number
    }

    private mutating func note(_ rows: borrowing DecodedRows, _ range: Range<Int>, _ plan: InputPlan) {
        let hasLedger = newestBefore != nil
        let newestBefore = plan.timeReader == nil ? nil : newestBefore
        for row in range {
            let code = rows.codes[unchecked: row]
            guard Self.reachedStock(code) else { continue }
            let time = rows.times[unchecked: row]
            times.add(time, row: row)
            if hasLedger {
                let day = time.businessDay(from: dayStart)
                if let day { businessDay = max(businessDay ?? day, day) }
                days.add(rows.instruction(row), isDone: code == OutcomeCode.success.rawValue, day: day?.number)
            }
            if time.isNone { continue }
            if let newestBefore {
                newest.add(time.kind, seconds: time.seconds)
                if let newer = newestBefore.newer(than: time.kind, seconds: time.seconds) {
                    lateRows.add(newer: newer)
                }
            }
            guard rows.actions[unchecked: row] == Action.order.rawValue else { continue }
            orders.add(time, isServed: code == OutcomeCode.success.rawValue, &hours)
        }
    }

    private static func reachedStock(_ code: UInt8) -> Bool {
        code == OutcomeCode.success.rawValue || code == OutcomeCode.insufficientStock.rawValue
    }

    /// Records when a fruit became sold out or available again; a row without a time has that of the row above.
    private mutating func note(_ mark: SoldOutMark, _ batch: RowBatch) {
        var seconds: Int64?
        for row in (0...mark.row).reversed() where Self.reachedStock(batch.rows.codes[row]) {
            guard plans[batch.input(of: row)].clockReader != nil else { continue }
            if let time = batch.rows.time(row), time.hour < 24 { seconds = time.clockSeconds }
            break
        }
        times.add(
            BatchTimes.TimedMark(
                fruit: mark.fruit, isStart: mark.isStart, row: batch.origin(of: mark.row), seconds: seconds))
    }
}

/// Consecutive orders in the same hour of the day, which are counted together.
private struct OrdersOfAnHour {
    /// The hour of the day, 0 … 23; 24 if there are no orders.
    private var hour: UInt8 = 24
    private var kind: RowTime.Kind = []
    private var served = 0
    private var short = 0
    private var first = Int64.max
    private var last = Int64.min

    @inline(__always)
    mutating func add(_ time: Timestamp, isServed: Bool, _ hours: inout HourCounts) {
        if time.hour != hour || time.kind != kind {
            finish(&hours)
            guard time.hour < 24 else { return }
            (hour, kind) = (time.hour, time.kind)
        }
        served &+= isServed ? 1 : 0
        short &+= isServed ? 0 : 1
        first = min(first, time.clockSeconds)
        last = max(last, time.clockSeconds)
    }

    /// Adds the counted orders to the hours.
    mutating func finish(_ hours: inout HourCounts) {
        guard hour < 24 else { return }
        hours.add(hour: Int(hour), served: served, short: short, hasDate: kind.contains(.date))
        hours.add(times: first...last)
        self = OrdersOfAnHour()
    }
}
