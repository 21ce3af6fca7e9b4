internal import CSV
package import JuiceBatch
package import JuiceCore

/// The content of a run's reports as data, which renderers turn into each format.
package struct ReportModel: Localized, Sendable {
    private static let chartedFruitsMax = 12

    /// The language of all sentences, including those in `first`.
    package var language: MessageLanguage
    package let menu: Menu
    package let tally: Tally
    package let inputs: [Input]
    /// The failed rows that the reports list.
    package let first: FirstFailures
    /// The business day of the run; nil if unknown.
    package let day: BusinessDay?
    /// The course of the stock over the run.
    package let timeline: StockTimeline
    /// The orders of each hour of the day; nil if no input has a time column.
    package let hourCounts: HourCounts?
    /// The time axis of the run; nil if its rows have no usable times.
    package let axis: TimeAxis?
    /// The orders of each hour of the day, in the order of the business day; empty if no order has a time.
    package let hours: [HourCounts.Hour]
    /// The restocks that would have saved short orders; nil if there were none.
    package let whatIf: WhatIfResult?
    /// The pieces of each fruit to restock so that all short rows succeed, as in restock.csv, by its index on the menu.
    package let restocks: [Int]
    /// The part of `restocks` that orders need and that must be bought.
    package let purchases: [Int]
    /// The cups of each juice, by its index on the menu, that closing stock suffices for if no other juice is made.
    package let cupsPossible: [Int]
    /// The earlier runs; nil without a ledger.
    package let ledger: LedgerView?
    /// The money figures of the run; nil if the menu has neither prices nor costs.
    package let money: MoneyFigures?

    /// The shop's name; nil if the settings have none.
    package var shop: String?
    /// The currency sign of the run.
    package let currency: String
    /// The fruits for which counts found so many pieces missing that reports mention it.
    package let missing: [MissingStock]
    /// The fruits whose stock covers at least the need of the next `overstockDays` days, with that need.
    package let overstock: [(fruit: String, pieces: Int, need: Int)]
    /// The number of days for which stock may last before it counts as overstock.
    package let overstockDays: Int
    /// The business days without a run in recent weeks, oldest first; nil if no ledger or day is known.
    package var daysWithoutRun: [CalendarDay]?
    /// The business days of a run with rows of several days and no requested date, in their order; otherwise empty.
    package let days: [DayFigures]
    /// The purchases for the day after the newest business day; nil without a ledger, a business day or orders.
    package let plan: BuyingPlan?

    /// The sales by the values of the columns in the setting `report.by`.
    package var salesByColumn: [SalesByColumn] = []

    /// Creates the model of a run's reports; `reading` has the options that the user gave for reading the inputs.
    package init(
        language: MessageLanguage, menu: Menu, result: RunResult, first: FirstFailures, day: BusinessDay? = nil,
        ledger: LedgerView? = nil, reading: ReadingOptions = ReadingOptions(),
        currency: String = MoneyFormat.usualSign, limits: AttentionLimits = AttentionLimits()
    ) {
        self.language = language
        self.menu = menu
        self.ledger = ledger
        tally = result.tally
        self.first = first
        self.day = day
        timeline = result.timeline
        (hourCounts, axis) = (result.hours, result.axis)
        hours = result.hours?.ordered(dayStart: reading.exportSettings.dayStart) ?? []
        whatIf = result.whatIf
        restocks = result.tally.restockNeeds(withDiscards: true)
        self.currency = currency
        let datedDays = day?.source == .rows ? result.days : []
        days = datedDays.map { $0.dayFigures(menu) }
        func plan(_ scope: BuyingPlan.Scope) -> BuyingPlan? {
            ledger.flatMap { Self.plan($0, menu, result.tally, Self.run($0, day), datedDays, scope) }
        }
        self.plan = plan(BuyingPlan.Scope())
        missing = limits.missing(menu, result.tally)
        overstockDays = limits.overstockDays
        let nextDays = limits.overstockDays == 0 ? nil : plan(BuyingPlan.Scope(days: limits.overstockDays))
        overstock = (nextDays?.lines ?? []).filter { $0.need > 0 && $0.stock >= $0.need }.map {
            ($0.fruit, $0.stock, $0.need)
        }
        purchases = result.tally.restockNeeds(withDiscards: false)
        cupsPossible = menu.cupsPossible(stock: result.tally.fruits.map(\.closing))
        money = MoneyFigures(menu, result.tally, restocks: restocks, currency: currency)
        inputs = result.inputs.indices.map { Input($0, of: result, reading) }
    }

    /// The business day, `YYYY-MM-DD`, for titles; nil if unknown.
    package var date: String? { day?.date }

    /// The warning about the business day; nil if there is none.
    package var dayWarning: BusinessDayWarning? {
        guard let day else { return nil }
        if let named = day.named { return .contradicted(named: named, date: day.date) }
        guard let ledger, let run = Self.run(ledger, day) else { return nil }
        let days = BusinessDays(ledger.demand.businessDays.runs + [run])
        guard days.runsDatedAhead.contains(run), let newest = days.newest else { return nil }
        return .ahead(date: day.date, newest: newest.text, runs: [run.number])
    }

    private static func run(_ ledger: LedgerView, _ day: BusinessDay?) -> BusinessDays.Run? {
        guard let day, let date = CalendarDay(day.date) else { return nil }
        return BusinessDays.Run(number: ledger.runNumber, date: date, isFromClock: day.source == .clock)
    }

    /// The figures of this run in the form of a day's figures; nil for a run without a business day.
    package var runFigures: DayFigures? { date.flatMap { CalendarDay($0) }.map { figures(on: $0) } }

    func figures(on date: CalendarDay) -> DayFigures {
        let sums = SalesFigures(
            orders: tally.ordersServed + tally.ordersShort, ordersShort: tally.ordersShort, cups: tally.cupsServed,
            sales: money?.recorded.sales, lostSales: money?.recorded.lostSales)
        return DayFigures(date: date, sums: sums, fruitCost: money?.recorded.fruitCost)
    }

    /// The recorded days to compare this run's day with: the day before and the same weekday a week before.
    ///
    /// Empty for a run without a business day, or if another run has the same day.
    package var comparedDays: [DayFigures] {
        guard let ledger, let date = date.flatMap({ CalendarDay($0) }), days.isEmpty,
            !ledger.days.contains(where: { $0.date == date })
        else { return [] }
        return [1, 7].compactMap { days in ledger.days.first { $0.date.number == date.number - days } }
    }

    /// The fruit that recent runs including this one lost without a sale; nil without a ledger, or if none was lost.
    package var shrinkage: Shrinkage? {
        guard var shrinkage = ledger?.shrinkage else { return nil }
        if tally.ordersServed + tally.ordersShort > 0 { shrinkage.runCount += 1 }
        for (fruit, figures) in zip(menu.fruits, tally.fruits) {
            shrinkage.add(
                discarded: figures.discarded, missing: max(-figures.counted, 0), surplus: max(figures.counted, 0),
                of: nameKey(fruit.name))
        }
        let netLoss = menu.fruits.map { shrinkage[nameKey($0.name)] }
        return netLoss.contains { $0.discarded > 0 || $0.missing > 0 } ? shrinkage : nil
    }

    private static func plan(
        _ ledger: LedgerView, _ menu: Menu, _ tally: Tally, _ run: BusinessDays.Run?, _ days: [RunDay],
        _ scope: BuyingPlan.Scope
    ) -> BuyingPlan? {
        guard let run else { return nil }
        var history = ledger.demand
        func add(_ run: BusinessDays.Run, hasOrders: Bool, _ pieces: [Int]) {
            let demand = zip(menu.fruits, pieces).map { (nameKey($0.name), $1) }
            let day = DemandHistory.Day(run.date, demand: Dictionary(demand) { first, _ in first })
            history.add(run, hasOrders || history.hasOrders(on: run.date) ? day : nil)
        }
        if days.isEmpty { add(run, hasOrders: tally.firstOrders > 0, tally.fruits.map(\.demand)) }
        for day in days {
            add(
                BusinessDays.Run(number: run.number, date: day.date, isFromClock: false),
                hasOrders: day.figures.orders > 0, day.demand(menu))
        }
        return BuyingPlan(history, menu: menu, stock: tally.fruits.map(\.closing), scope)
    }

    /// The fruits with a stock curve in the order of the menu: those with the most short orders, then those used most.
    package var chartedFruits: [Int] {
        let ranked = menu.fruits.indices.sorted { first, second in
            let (a, b) = (tally.fruits[first], tally.fruits[second])
            return (b.shortOrders, b.used, first) < (a.shortOrders, a.used, second)
        }
        return ranked.prefix(Self.chartedFruitsMax).sorted()
    }

    func position(_ row: RowOrigin) -> RowPosition { (inputs[row.input].name, row.line) }

    /// An input of the run, and the way in which it was read.
    package struct Input: Sendable {
        /// The name in the reports.
        package let name: String
        /// The numbers of the input's rows.
        package let counts: Tally.Input
        package let bytes: Int
        /// The SHA-256 of its bytes, in 64 hex digits.
        package let sha256: String
        /// The name of the encoding (`TextEncoding.rawValue`).
        package let encoding: String
        /// The delimiter as a character.
        package let delimiter: String
        /// The number of title lines above the header.
        package let titles: Int
        /// The line of the header, from 1.
        package let headerLine: Int
        package let columns: ColumnReading
        /// Whether the input is the failure.csv of an earlier run.
        package let isRetry: Bool
        /// The columns that the settings require and this input lacks.
        package let missingColumns: [String]
        /// The columns that no setting mentions, and the rows with earlier or unreadable times.
        package let profile: InputProfile
        /// Whether settings state the order of day, month and year in its dates.
        package let hasDateOrder: Bool
        /// The columns that may contain times, if rows are to be applied in the order of their times but no column is
        /// read as the time; nil otherwise.
        package let possibleTimeColumns: [String]?
        /// Whether a totals row was not checked, since a row above it has the wrong number of cells.
        package let hasUncheckedTotals: Bool

        /// Describes the input of a run at an index; `reading` has the options that the user gave for reading it.
        package init(_ index: Int, of result: RunResult, _ reading: ReadingOptions) {
            let (plan, summary) = (result.inputs[index], result.inputSummaries[index])
            name = plan.name
            counts = result.tally.inputs[index]
            bytes = plan.file.sizeBytes
            sha256 = summary.digest
            encoding = plan.encoding.rawValue
            delimiter = String(UnicodeScalar(plan.delimiter.rawValue))
            titles = plan.titleRows
            headerLine = plan.headerLine
            columns = (plan.columns.roleNames, plan.columns.impliedAction)
            isRetry = plan.columns.isFailureFile
            missingColumns = reading.missingColumns(of: plan)
            profile = summary.profile
            hasUncheckedTotals = summary.hasUncheckedTotals
            hasDateOrder = plan.columns.dateOrder != nil
            let hasTimes =
                plan.columns.time != nil || plan.columns.isProgramFile
                || reading.columns.columns[.time] == RoleColumns.none
            let isByTime = reading.exportSettings.sequence?.isByTime ?? false
            possibleTimeColumns = isByTime && !hasTimes ? plan.possibleTimes : nil
        }
    }

    /// The columns of an input: for each role with a column, its header, or a text such as `A+#` for a composite; and
    /// the action that the item column's header implies for rows without an action, if any.
    package typealias ColumnReading = (names: [Role: String], impliedAction: Action?)
}

/// A fruit whose stock was less than expected at a stock count; its cost is nil if the menu has none.
package typealias MissingStock = (fruit: String, pieces: Int, cost: Money?)

/// The limits at which reports begin to mention missing or overstocked fruit.
package struct AttentionLimits: Sendable, Equatable {
    /// The percentage of opening stock and restocks from which a loss found by counts is reported; 0 for never.
    package var missingPercent = 5
    /// The number of days for which stock must last to be reported as overstock; 0 for never.
    package var overstockDays = 5

    package init() {}

    fileprivate func missing(_ menu: Menu, _ tally: Tally) -> [MissingStock] {
        guard missingPercent > 0 else { return [] }
        return zip(menu.fruits, tally.fruits).compactMap { fruit, figures in
            let (missing, all) = (Int128(-figures.counted), Int128(figures.opening) + Int128(figures.restocked))
            guard missing > 0, missing * 100 >= all * Int128(missingPercent) else { return nil }
            return (fruit.name, Int(missing), MoneyFigures.amount((Int(missing), fruit.cost)))
        }
    }
}

extension [ReportModel.Input] {
    /// The different column readings in the order of the inputs, each with its first input and its number of inputs.
    package var readings: [(reading: ReportModel.ColumnReading, first: String, count: Int)] {
        reduce(into: []) { readings, input in
            if let index = readings.firstIndex(where: { $0.reading == input.columns }) {
                readings[index].count += 1
            } else {
                readings.append((input.columns, input.name, 1))
            }
        }
    }
}

/// The name of an input, and the physical line on which a row starts in it, from 1.
package typealias RowPosition = (file: String, line: Int)

/// The earlier runs of a ledger, in the form that reports need.
package struct LedgerView: Sendable, Equatable {
    /// The maximum number of past runs that reports show.
    package static let pastRunsMax = 14

    /// The number of this run in the ledger, from 1.
    package var runNumber = 1
    /// The runs before this one, newest first, at most `pastRunsMax`.
    package var pastRuns: [RecordedRun] = []
    /// The demand of earlier business days.
    package var demand = DemandHistory()
    /// The figures of earlier runs for the run's day, the day before and a week before, newest first.
    package var days: [DayFigures] = []
    /// The fruit that earlier runs lost without a sale.
    package var shrinkage = Shrinkage()

    /// Creates the view of a new ledger, which has no earlier runs.
    package init() {}
}

/// A buying plan for its files or for the report of a run.
package struct PlanModel: Localized, Sendable {
    package let plan: BuyingPlan
    package let language: MessageLanguage
    let currency: String
    /// The latest run that the plan takes into account.
    let lastRun: Int
    /// The prefix of the ids in plan.csv, so that it is applied only once; empty in the report of a run.
    package var idPrefix = ""
    /// The shop's name for the title; nil if the settings have none, and in the report of a run.
    package var shop: String?
    /// The number of rows in the file of pending deliveries whose goods have already arrived.
    package var arrivedRows = 0
    private(set) var rowsMax = Int.max

    package init(_ plan: BuyingPlan, _ language: MessageLanguage, currency: String, lastRun: Int) {
        (self.plan, self.language, self.currency, self.lastRun) = (plan, language, currency, lastRun)
    }

    func cut(to rowsMax: Int) -> PlanModel {
        var model = self
        model.rowsMax = rowsMax
        return model
    }
}
