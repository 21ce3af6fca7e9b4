internal import CSV
internal import FlatMemory
internal import JuiceCore

/// A clock that records the times of rows that reached stock, batch after batch, for one worker.
struct BatchClock {
    private let newestBefore: Watermarks?
    private let plans: [InputPlan]
    /// Whether the reports say when things were: some input has a column of times.
    private let isShown: Bool
    /// The newest times with a date; only with a ledger.
    private(set) var newest = Watermarks()
    private(set) var lateRows = LateArrivals()
    /// The newest date by the clocks of the cells, in seconds since 1970, each less the time at which a day begins; only
    /// with a ledger.
    private var newestBusinessSeconds: Int64?
    private let dayStartSeconds: Int64
    private(set) var hours = HourCounts()
    /// The times of the current batch.
    private(set) var times = BatchTimes()
    /// The memo of each input, with the number of the batch that used it last.
    private var memos: [(memo: TimeMemo, batch: Int)?]
    private var batches = 0
    private var orders = OrdersOfAnHour()
    /// The orders and cups of each business day; only with a ledger.
    private(set) var days: DayCounts

    /// - Parameters:
    ///   - juiceCount: of the menu.
    ///   - newestBefore: the newest times of earlier runs; nil without a ledger.
    ///   - dayStart: when a business day begins.
    init(plans: [InputPlan], newestBefore: Watermarks?, dayStart: DayStart, juiceCount: Int) {
        days = DayCounts(juiceCount: juiceCount)
        dayStartSeconds = Int64(dayStart.seconds)
        self.plans = plans
        self.newestBefore = newestBefore
        isShown = plans.contains { $0.clockReader != nil }
        memos = plans.map { plan in plan.clockReader.map { (TimeMemo($0), 0) } }
    }

    /// The newest business day; nil where no row has said a date.
    var businessDay: CalendarDay? {
        newestBusinessSeconds.map { CalendarDay(number: Int(($0 >= 0 ? $0 : $0 - 86_399) / 86_400)) }
    }

    /// Records the times of a batch that was applied.
    mutating func note(_ batch: RowBatch) {
        guard isShown else { return }
        times.begin(batch)
        batches += 1
        for segment in batch.segments {
            let plan = plans[segment.input]
            guard let known = memos[segment.input], let column = plan.columns.time else {
                noteUndated(batch.rows, segment.rows, plan)
                continue
            }
            var memo = known.memo
            // The cells of earlier batches are gone.
            if known.batch != batches { memo.forget() }
            note(batch.records, batch.rows, segment.rows, plan, column: column, &memo)
            memos[segment.input] = (memo, batches)
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

    /// The number of the business day of a row that reached stock; nil where it says none.
    private func day(of row: Int, _ batch: RowBatch) -> Int? {
        let plan = plans[batch.input(of: row)]
        guard let reader = plan.clockReader, let column = plan.columns.time else { return nil }
        let start = DayStart(minutes: Int(dayStartSeconds / 60))
        return reader.read(plan.columns.cell(batch.records, row, column))?.businessDay(from: start)?.number
    }

    private mutating func note(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ range: Range<Int>, _ plan: InputPlan,
        column: Int, _ memo: inout TimeMemo
    ) {
        let columns = plan.columns
        let isOwnCell = column < ColumnLayout.madeBase && !columns.dropsApostrophes
        let hasLedger = newestBefore != nil
        let newestBefore = plan.timeReader == nil ? nil : newestBefore
        for row in range {
            let code = rows.codes[unchecked: row]
            guard Self.reachedStock(code) else { continue }
            let time = memo.read(isOwnCell ? records.field(row, column) : columns.cell(records, row, column))
            times.add(time, row: row)
            if hasLedger {
                var day: Int?
                if let time, time.kind.contains(.date) {
                    let seconds = time.clockSeconds - (time.hour < 24 ? dayStartSeconds : 0)
                    day = Int((seconds >= 0 ? seconds : seconds - 86_399) / 86_400)
                    newestBusinessSeconds = max(newestBusinessSeconds ?? seconds, seconds)
                }
                days.add(rows.instruction(row), isDone: code == OutcomeCode.success.rawValue, day: day)
            }
            guard let time else { continue }
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

    /// Records that a fruit was sold out or available again; a row without a time has that of the row above.
    private mutating func note(_ mark: SoldOutMark, _ batch: RowBatch) {
        var seconds: Int64?
        for row in (0...mark.row).reversed() where Self.reachedStock(batch.rows.codes[row]) {
            let plan = plans[batch.input(of: row)]
            guard let reader = plan.clockReader, let column = plan.columns.time else { continue }
            seconds = reader.read(plan.columns.cell(batch.records, row, column))?.clock?.seconds
            break
        }
        times.add(
            BatchTimes.TimedMark(
                fruit: mark.fruit, isStart: mark.isStart, row: batch.origin(of: mark.row), seconds: seconds))
    }
}

/// Consecutive orders whose times are of one hour, which are counted together.
private struct OrdersOfAnHour {
    /// 24 while there are none.
    private var hour: UInt8 = 24
    private var kind: RowTime.Kind = []
    private var served = 0
    private var short = 0
    private var first = Int64.max
    private var last = Int64.min

    @inline(__always)
    mutating func add(_ time: TimeMemo.Time, isServed: Bool, _ hours: inout HourCounts) {
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
