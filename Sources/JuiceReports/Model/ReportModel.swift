internal import CSV
package import JuiceBatch
package import JuiceCore

/// The content of a run's reports as data, which renderers turn into a format each.
package struct ReportModel: Sendable {
    /// The language of all sentences, including those in `first`.
    package var language: MessageLanguage
    /// The maximum number of fruits with a stock curve.
    package static let chartedFruitsMax = 12

    package let menu: Menu
    package let tally: Tally
    package let inputs: [Input]
    package let first: FirstFailures
    /// The business day; nil if nothing says it.
    package let day: BusinessDay?
    /// Stock over the run.
    package let history: StockTimeline
    /// The times of the run's rows; nil if no input has a time column.
    package let clock: RunClock?
    /// The orders of each hour of the day, in the order of the business day; empty if no order has a time.
    package let hours: [HourCounts.Hour]
    /// The restocks that would have saved orders; nil if none was lost.
    package let whatIf: WhatIfResult?
    /// The pieces of each fruit to restock so that all short rows succeed, as in restock.csv, by its index on the menu.
    package let restocks: [Int]
    /// The part of `restocks` that orders need, and that has to be bought.
    package let purchases: [Int]
    /// The number of cups of each juice that closing stock is enough for if only that juice is made, by its index on
    /// the menu.
    package let cupsPossible: [Int]
    /// The earlier runs; nil without a ledger.
    package let ledger: LedgerView?
    /// The money figures of the run; nil if nothing on the menu has a price.
    package let money: MoneyFigures?

    /// The shop's name; nil if the settings have none.
    package let shop: String?
    /// The sign of money.
    package let currency: String
    /// The fruits of which counts found enough pieces missing to be reported, with the pieces and their cost.
    package let missing: [MissingStock]
    /// The fruits whose stock is at least the need of `overstockDays`, with that need.
    package let overstock: [(fruit: String, pieces: Int, need: Int)]
    package let overstockDays: Int
    /// The business days without a run in the weeks up to the newest one, oldest first; nil without a ledger, or if no
    /// day is known.
    package let daysWithoutRun: [CalendarDay]?
    /// The business days of a run whose rows are of several and that was given no date, in their order; else empty.
    package let days: [DayFigures]
    /// The purchases for the day after the newest business day; nil without a ledger or business day, or if the ledger has
    /// no day with orders.
    package let plan: BuyingPlan?

    /// The sales by the cells of the columns that `report.by` names.
    package var salesByColumn: [SalesByColumn] = []

    /// Creates the model of a run's report.
    ///
    /// - Parameters:
    ///   - reading: what the user said about how inputs are to be read.
    ///   - shop: the shop's name; nil for none.
    ///   - currency: the sign of money, such as `원`.
    ///   - daysWithoutRun: the value of the property `daysWithoutRun`.
    ///   - limits: from where on fruit that is missing or lies too long is told.
    package init(
        language: MessageLanguage, menu: Menu, result: RunResult, first: FirstFailures, day: BusinessDay? = nil,
        ledger: LedgerView? = nil, reading: ReadingOptions = ReadingOptions(), shop: String? = nil,
        currency: String = MoneyFormat.usualSign, daysWithoutRun: [CalendarDay]? = nil,
        limits: AttentionLimits = AttentionLimits()
    ) {
        self.language = language
        self.daysWithoutRun = daysWithoutRun
        self.menu = menu
        self.ledger = ledger
        tally = result.tally
        self.first = first
        self.day = day
        history = result.history
        clock = result.clock
        hours = result.clock?.hours.ordered(dayStart: reading.exportSettings.dayStart) ?? []
        whatIf = result.whatIf
        restocks = result.tally.restockNeeds
        self.shop = shop
        self.currency = currency
        let ownDays = day?.source == .rows ? result.days : []
        days = ownDays.map { $0.dayFigures(menu) }
        func plan(_ scope: BuyingPlan.Scope) -> BuyingPlan? {
            ledger.flatMap { Self.plan($0, menu, result.tally, Self.run($0, day), ownDays, scope) }
        }
        self.plan = plan(BuyingPlan.Scope())
        missing = limits.missing(menu, result.tally)
        overstockDays = limits.overstockDays
        overstock =
            limits.overstockDays == 0
            ? [] : plan(BuyingPlan.Scope(days: limits.overstockDays)).map { limits.overstock($0) } ?? []
        purchases = result.tally.purchaseNeeds
        cupsPossible = JuiceMaker.cupsPossible(menu, stock: result.tally.fruits.map(\.closing))
        money = MoneyFigures(menu, result.tally, restocks: restocks, currency: currency)
        inputs = Self.inputs(of: result, reading)
    }

    /// The business day, `YYYY-MM-DD`, for the headline.
    package var date: String? { day?.date }

    /// The warning about the business day for readers of the report; nil if nothing is wrong.
    package var dayWarning: BusinessDayWarning? {
        guard let day else { return nil }
        if let named = day.named { return .contradicted(named: named, date: day.date) }
        guard let ledger, let run = Self.run(ledger, day),
            let ahead = ledger.demand.businessDays.adding(run).ahead, ahead.runs.contains(run)
        else { return nil }
        return .ahead(date: day.date, newest: ahead.newest.text, run: run.number)
    }

    /// The run with its business day; nil of a run without one.
    private static func run(_ ledger: LedgerView, _ day: BusinessDay?) -> BusinessDays.Run? {
        guard let day, let date = CalendarDay(day.date) else { return nil }
        return BusinessDays.Run(number: ledger.runNumber, date: date, isFromClock: day.source == .clock)
    }

    /// The figures of this run in the form of a day's; nil for a run without a date.
    package var ownFigures: DayFigures? { date.flatMap { CalendarDay($0) }.map { figures(on: $0) } }

    /// The figures of this run in the form of a day's.
    func figures(on date: CalendarDay) -> DayFigures {
        DayFigures(
            date: date, served: tally.ordersServed, short: tally.ordersShort, cupsServed: tally.cupsServed,
            sales: money?.sales, lostSales: money?.lostSales, fruitCost: money?.fruitCost)
    }

    /// The days with which a run's day is compared: the day before and the same weekday a week before, if recorded.
    ///
    /// Empty for a run without a date, or if its day has another run.
    package var comparedDays: [DayFigures] {
        guard let ledger, let date = date.flatMap({ CalendarDay($0) }), days.isEmpty,
            !ledger.days.contains(where: { $0.date == date })
        else { return [] }
        return [1, 7].compactMap { days in ledger.days.first { $0.date.number == date.number - days } }
    }

    /// The fruit lost without being sold in recent runs including this one; nil without a ledger, or if none was.
    package var shrinkage: Shrinkage? {
        guard var shrinkage = ledger?.shrinkage else { return nil }
        if tally.ordersServed + tally.ordersShort > 0 { shrinkage.addNight() }
        for (fruit, figures) in zip(menu.fruits, tally.fruits) {
            let pieces = Shrinkage.Pieces(
                discarded: figures.discarded, missing: max(-figures.counted, 0), surplus: max(figures.counted, 0))
            shrinkage.add(pieces, of: nameKey(fruit.name))
        }
        let lost = menu.fruits.map { shrinkage[nameKey($0.name)] }
        return lost.contains { $0.discarded > 0 || $0.missing > 0 } ? shrinkage : nil
    }

    /// The buying plan after a run; nil for a run without a date.
    private static func plan(
        _ ledger: LedgerView, _ menu: Menu, _ tally: Tally, _ run: BusinessDays.Run?, _ days: [RunDay],
        _ scope: BuyingPlan.Scope
    ) -> BuyingPlan? {
        guard let run else { return nil }
        var history = ledger.demand
        func add(_ run: BusinessDays.Run, hasOrders: Bool, _ pieces: [Int]) {
            let demand = zip(menu.fruits, pieces).map { (nameKey($0.name), $1) }
            let day = DemandHistory.Day(run.date, demand: Dictionary(demand) { first, _ in first })
            history.add(run, hasOrders || history.counts(run.date) ? day : nil)
        }
        if days.isEmpty { add(run, hasOrders: tally.firstOrders > 0, tally.fruits.map(\.demand)) }
        for day in days {
            add(
                BusinessDays.Run(number: run.number, date: day.date, isFromClock: false),
                hasOrders: day.figures.orders > 0, day.demand(menu))
        }
        return BuyingPlan(history, menu: menu, stock: tally.fruits.map(\.closing), scope)
    }

    /// The fruits with a stock curve, in the order of the menu: all, or those that most orders lacked, and of equal
    /// ones the most used.
    package var chartedFruits: [Int] {
        let ranked = menu.fruits.indices.sorted { first, second in
            let (a, b) = (tally.fruits[first], tally.fruits[second])
            return (b.lostOrders, b.used, first) < (a.lostOrders, a.used, second)
        }
        return ranked.prefix(Self.chartedFruitsMax).sorted()
    }

    /// The times of the run as an axis; nil if rows cannot be placed on one.
    package var axis: TimeAxis? { clock?.axis }

    /// The position of a row by the name of its input.
    func place(_ row: RowOrigin) -> RowPlace { RowPlace(file: inputs[row.input].name, line: row.line) }

    /// The start of the ids in restock.csv: it names the run by its inputs, and by its number in the ledger.
    package var restockIDPrefix: String {
        let digests = inputs.map { $0.sha256 + "\n" }.joined()
        let number = ledger.map { "\($0.runNumber)\n" } ?? ""
        return "restock-" + SHA256.hex(of: digests + number).prefix(12)
    }
}

/// A fruit of which counts found pieces missing.
package struct MissingStock: Sendable, Equatable {
    package let fruit: String
    package let pieces: Int
    /// The cost of the pieces; nil without a price.
    package let cost: Money?
}

/// The limits from which the report mentions fruit that is missing or overstocked.
package struct AttentionLimits: Sendable, Equatable {
    /// The percentage of a fruit's opening stock and restocks from which a loss found by counts is reported; 0 for
    /// never.
    package var missingPercent = 5
    /// The number of days from which stock that lasts that long is reported; 0 for never.
    package var overstockDays = 5

    /// The allowed values of `missingPercent`.
    package static let missingAllowed = 0...100
    /// The allowed values of `overstockDays`.
    package static let overstockAllowed = 0...BuyingPlan.Scope.daysAllowed.upperBound

    package init() {}

    fileprivate func missing(_ menu: Menu, _ tally: Tally) -> [MissingStock] {
        guard missingPercent > 0 else { return [] }
        return zip(menu.fruits, tally.fruits).compactMap { fruit, figures in
            let (missing, all) = (Int128(-figures.counted), Int128(figures.opening) + Int128(figures.restocked))
            guard missing > 0, missing * 100 >= all * Int128(missingPercent) else { return nil }
            let cost = fruit.cost.map { Money(hundredths: Tally.clamped(missing * Int128($0.hundredths))) }
            return MissingStock(fruit: fruit.name, pieces: Int(missing), cost: cost)
        }
    }

    fileprivate func overstock(_ plan: BuyingPlan) -> [(fruit: String, pieces: Int, need: Int)] {
        plan.lines.filter { $0.need > 0 && $0.stock >= $0.need }.map { ($0.fruit, $0.stock, $0.need) }
    }
}

extension ReportModel {
    /// An input and how it was read.
    package struct Input: Sendable {
        package let name: String
        package let rows: Int
        package let blank: Int
        package let bytes: Int
        package let sha256: String
        package let encoding: String
        /// The delimiter itself, as text.
        package let delimiter: String
        /// The number of title records above the header.
        package let titles: Int
        /// The number of totals rows, which are not counted as rows.
        package let totals: Int
        /// The line of the header, from 1.
        package let headerLine: Int
        package let columns: ColumnReading
        /// Whether the input is the failure.csv of an earlier run.
        package let isRetry: Bool
        /// The columns that are settled for all inputs and that this one lacks.
        package let missingColumns: [String]
        /// The columns without a role that no setting names.
        package let unnamedColumns: [InputProfile.Column]
        /// The number of empty quantities that were read as 1.
        package let emptyQuantities: Int
        /// The rows with an earlier time than the row above; nil if there are none, or if a setting gives the order.
        package let earlierRows: InputProfile.NotedRows?
        /// The rows with a time that cannot be read; nil if there are none, or if they are rejected.
        package let unreadableTimes: InputProfile.NotedRows?
        /// Whether a totals row was not compared to the rows above it, since one of them has the wrong number of cells.
        package let hasUncheckedTotals: Bool

        /// - Parameter place: the input's among those of the run, from 0.
        fileprivate init(_ place: Int, of result: RunResult, _ reading: ReadingOptions) {
            let (plan, tally) = (result.inputs[place], result.tally.inputs[place])
            name = plan.name
            rows = tally.rows
            blank = tally.blank
            bytes = plan.file.sizeBytes
            sha256 = result.digests[place]
            encoding = plan.encoding.rawValue
            delimiter = String(UnicodeScalar(plan.delimiter.rawValue))
            titles = plan.titleRows
            totals = tally.totals
            headerLine = plan.headerLine
            columns = ColumnReading(names: plan.columns.roleNames, meaning: plan.columns.meaning)
            isRetry = plan.columns.isFailureFile
            missingColumns = reading.missingColumns(of: plan)
            unnamedColumns = result.profiles[place].columns
            emptyQuantities = result.profiles[place].emptyQuantities
            earlierRows = result.profiles[place].earlierRows
            unreadableTimes = result.profiles[place].unreadableTimes
            hasUncheckedTotals = result.inputsWithUncheckedTotals.contains(place)
        }
    }

    /// The columns that an input's roles were read from.
    package struct ColumnReading: Sendable, Hashable {
        /// The header of each role's column, a composite as `A+#`; no entry for a role without a column.
        package let names: [Role: String]
        /// The action that the item column's header implies for rows without an action; nil if it implies none.
        package let meaning: Action?
    }

    /// The inputs of a run.
    ///
    /// - Parameter reading: what the user said about how inputs are to be read.
    package static func inputs(of result: RunResult, _ reading: ReadingOptions) -> [Input] {
        result.inputs.indices.map { Input($0, of: result, reading) }
    }
}

extension [ReportModel.Input] {
    /// The different readings of the inputs, in input order, each with its first input and the number of inputs it
    /// holds for.
    package var readings: [(reading: ReportModel.ColumnReading, first: String, count: Int)] {
        var places: [ReportModel.ColumnReading: Int] = [:]
        var readings: [(reading: ReportModel.ColumnReading, first: String, count: Int)] = []
        for input in self {
            if let place = places[input.columns] {
                readings[place].count += 1
            } else {
                places[input.columns] = readings.count
                readings.append((input.columns, input.name, 1))
            }
        }
        return readings
    }
}

/// The position of a row in an input file.
package struct RowPlace: Sendable, Equatable {
    /// The name of the input.
    package let file: String
    /// The physical line on which the row starts, from 1.
    package let line: Int

    /// The position as `FILE:LINE`.
    package var text: String { "\(file):\(line)" }
}

/// The earlier runs of a ledger as the reports show them.
package struct LedgerView: Sendable, Equatable {
    /// The maximum number of past runs that reports show.
    package static let pastMax = 30

    /// The number of this run in the ledger, from 1.
    package var runNumber: Int
    /// The runs before this one, the newest first; at most `pastMax`.
    package var past: [RecordedRun]
    /// The demand of earlier days.
    package var demand: DemandHistory
    /// The figures of earlier days, the newest first.
    package var days: [DayFigures]

    /// The fruit that earlier runs lost without selling it.
    package var shrinkage: Shrinkage

    package init(
        runNumber: Int, past: [RecordedRun], demand: DemandHistory = DemandHistory(), days: [DayFigures] = [],
        shrinkage: Shrinkage = Shrinkage()
    ) {
        self.runNumber = runNumber
        self.past = past
        self.demand = demand
        self.days = days
        self.shrinkage = shrinkage
    }
}

extension RecordedRun {
    /// Closing stock by the fruit's index on a menu; nil for a fruit that was not in the ledger yet.
    package func closing(on menu: Menu) -> [Int?] {
        let closing = Dictionary(closing.map { (nameKey($0.fruit), $0.pieces) }) { first, _ in first }
        return menu.fruits.map { $0.value(in: closing) }
    }
}
