internal import JuiceBatch

/// The texts that compare a run with the earlier runs of its ledger, and its hours with each other.
extension ReportViewModel {
    typealias TrendFigures = (cups: Int, failed: Int)

    /// A day or a run in the bar charts; a day without a run has no figures.
    typealias TrendSpan = (name: String, figures: TrendFigures?)

    /// The last runs with inputs that were not reversed, oldest first: one entry per day, or one per run if a run has
    /// no day or the time span is longer than 62 days.
    var trend: [TrendSpan] {
        guard let ledger = model.ledger else { return [] }
        let unreversedRuns = ledger.pastRuns.filter {
            $0.reverses == nil && $0.reversedBy == nil && $0.settlement == nil
        }
        let runs = ([ledger.current(model)] + unreversedRuns).prefix(LedgerView.pastRunsMax).reversed()
        let known = runs.compactMap { $0.date.flatMap { CalendarDay($0)?.number } }
        guard known.count == runs.count, let first = known.min(), let last = known.max(), last - first < 62
        else { return runs.map { run in ("#\(run.number)", (run.cupsServed, sum([run.shortage, run.rejected]))) } }
        var figures: [Int: TrendFigures] = [:]
        for (run, day) in zip(runs, known) {
            let before = figures[day] ?? (0, 0)
            figures[day] = (sum([before.cups, run.cupsServed]), sum([before.failed, run.shortage, run.rejected]))
        }
        return (first...last).map { (language.dayText(CalendarDay(number: $0)), figures[$0]) }
    }

    /// A table of this run and earlier ones, the newest first; nil without a ledger.
    var nightlyRuns: TableViewModel? {
        guard let ledger = model.ledger else { return nil }
        let runs = [ledger.current(model)] + ledger.pastRuns.prefix(min(LedgerView.pastRunsMax - 1, rowsMax))
        let rows = runs.map { run in
            ["\(run.number)", run.date ?? "–", run.kind.text(language, reversedBy: run.reversedBy)]
                + [run.rows, run.cupsServed, run.shortage, run.rejected].map(grouped)
        }
        return table(
            ko: "최근 기록", "실행|#날짜|내용|#행|#만든 잔|#부족|#거절",
            en: "Earlier runs", "Run|#Date|Kind|#Rows|#Cups|#Short|#Rejected", rows: rows, isCards: true)
    }

    /// The purchases for the day after the newest business day; nil if the ledger has too little history for a plan.
    var nextDayNeeds: PlanModel? { model.nextDayPlan?.cut(to: rowsMax) }

    var hoursTitle: String { pick(ko: "시간대별 주문", en: "Orders by the hour") }

    /// The hours from the first to the last one with orders, including those without orders between them.
    var hours: [HourCounts.Hour] {
        guard let first = model.hours.first, let last = model.hours.last else { return [] }
        let known = Dictionary(model.hours.map { ($0.hour, $0) }) { first, _ in first }
        let hours = (0...(last.hour - first.hour + 24) % 24).map { (first.hour + $0) % 24 }
        return hours.map { known[$0] ?? HourCounts.Hour(hour: $0) }
    }

    /// A sentence each about the hours with the most orders and with the most short orders, including ties.
    var hoursText: String? {
        let all = model.hours
        guard let most = all.map(\.orders).max() else { return nil }
        let busiest = names(of: all.filter { $0.orders == most })
        var text = pick(
            ko: "가장 바쁜 때는 \(busiest)입니다(주문 \(grouped(most))건).",
            en: "The busiest time was \(busiest) (\(counted(most, "order"))).")
        if let mostShort = all.map(\.short).max(), mostShort > 0 {
            let peak = names(of: all.filter { $0.short == mostShort })
            text += pick(
                ko: " 못 만든 주문이 가장 많은 때는 \(peak)입니다(\(grouped(mostShort))건).",
                en: " Short orders peaked at \(peak) (\(grouped(mostShort))).")
        }
        return text
    }

    /// The first of several hours, as text.
    private func names(of hours: [HourCounts.Hour]) -> String {
        let shown = hours.prefix(3).map { name($0.hour) }.joined(separator: ", ")
        return hours.count > 3 ? shown + pick(ko: " 등", en: " and others") : shown
    }

    /// The name of an hour, such as `18시`.
    func name(_ hour: Int) -> String { pick(ko: "\(hour)시", en: "\(hour < 10 ? "0" : "")\(hour):00") }

    /// A table of the orders of each hour; nil if no order has a time.
    var hoursTable: TableViewModel? {
        let all = hours
        guard let most = all.map(\.orders).max() else { return nil }
        let rows = all.map { hour in
            [name(hour.hour), grouped(hour.orders), grouped(hour.served), grouped(hour.short)]
        }
        return table(
            ko: hoursTitle, "시각|~주문|#만든 주문|#못 만든 주문", en: hoursTitle, "Hour|~Orders|#Served|#Short",
            rows: rows, bars: all.map { permille($0.orders, of: most) })
    }
}

extension ReportModel {
    /// The plan with its texts; nil if the ledger has too little history for one.
    var nextDayPlan: PlanModel? {
        guard let plan, let ledger else { return nil }
        return PlanModel(plan, language, currency: currency, lastRun: ledger.runNumber)
    }

    var clock: ClockFormat {
        let isOfOneDay = axis.map { $0.last - $0.first < Timestamp.secondsPerDay } ?? true
        return ClockFormat(language: language, showsDates: !(isOfOneDay && hourCounts?.isWithinOneDay ?? true))
    }

    /// The first times at which a fruit was sold out, in parentheses; empty if there are none or no time axis.
    func soldOutTimes(_ fruit: Int) -> String {
        guard let axis, !axis.soldOut[fruit].isEmpty else { return "" }
        let clock = clock
        let shown = axis.soldOut[fruit].prefix(3).map {
            clock.text(from: axis.time($0.start.seconds), to: $0.end.map { axis.time($0.seconds) })
        }
        let isCut = timeline.soldOutCounts[fruit] > shown.count
        return "\(pick(ko: "", en: " "))(\(shown.joined(separator: ", "))\(isCut ? ", …" : ""))"
    }
}

extension LedgerView {
    /// The figures of this run in the form of a past run.
    func current(_ model: ReportModel) -> RecordedRun {
        let tally = model.tally
        let kind = RecordedRun.Kind(orders: tally.firstOrders, retries: tally.retriedOrders, success: tally.success)
        return RecordedRun(
            number: runNumber, reverses: nil, reversedBy: nil, recordedAt: "", date: model.date, success: tally.success,
            shortage: tally.count(.shortage), rejected: tally.count(.rejected), skipped: tally.count(.skipped),
            cupsServed: tally.cupsServed, kind: kind, inputs: [], closing: [])
    }
}

extension HourCounts.Hour {
    /// The number of orders that were checked against stock.
    var orders: Int { served + short }
}
