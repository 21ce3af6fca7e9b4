internal import JuiceBatch
internal import JuiceCore

/// summary.json: everything the reports show, as data with a stable order of keys.
package enum SummaryJSON {
    /// The schema that the file says it is of.
    static let schema = 2

    /// Renders the text of summary.json.
    package static func render(_ model: ReportModel) -> String {
        var members: [(String, JSONValue)] = [("schema", .number(schema))]
        if let shop = model.shop { members.append(("shop", .string(shop))) }
        if let date = model.date { members.append(("date", .string(date))) }
        switch model.dayWarning {
        case .contradicted(let named, _): members.append(("date_in_name", .string(named)))
        case .ahead(_, let newest, _): members.append(("date_ahead_of", .string(newest)))
        case nil: break
        }
        members.append(("inputs", .array(model.inputs.map(input))))
        if !model.days.isEmpty { members.append(("days", .array(model.days.map(day)))) }
        let notUnderstood = model.inputs.compactMap(notUnderstood)
        if !notUnderstood.isEmpty { members.append(("not_understood", .array(notUnderstood))) }
        members += [
            ("rows", .number(model.tally.rows)),
            ("success", .number(model.tally.success)),
            ("failure", .number(model.tally.failure)),
            ("codes", codes(model.tally)),
            ("actions", actions(model)),
            ("juices", juices(model)),
            ("fruits", fruits(model)),
            ("restock", restock(model)),
            ("first_failures", firstFailures(model)),
            ("first_lost_orders", firstLostOrders(model)),
            ("hindsight", whatIf(model)),
            ("stock_over_run", stockOverRun(model)),
        ]
        if !model.first.unknownCells.isEmpty { members.append(("unknown_values", unknownValues(model.first))) }
        if !model.hours.isEmpty { members.append(("hours", .array(model.hours.map(hour)))) }
        if let money = model.money { members.append(("money", self.money(money))) }
        if !model.salesByColumn.isEmpty {
            members.append(("by", .array(model.salesByColumn.map { salesByColumn($0, model) })))
        }
        if !model.comparedDays.isEmpty { members.append(("compared", .array(model.comparedDays.map(day)))) }
        if let shrinkage = model.shrinkage { members.append(("shrinkage", self.shrinkage(shrinkage, model.menu))) }
        if model.tally.actions[Int(Action.count.rawValue)].success > 0 {
            members.append(("missing", .array(model.missing.map(missing))))
        }
        if let plan = model.plan { members.append(("plan", .object(PlanJSON.members(plan, model.currency)))) }
        if let ledger = model.ledger { members.append(("ledger", self.ledger(ledger, model))) }
        return JSONValue.object(members).text
    }

    /// An input and how it was read.
    static func input(_ input: ReportModel.Input) -> JSONValue {
        .object(
            [
                ("file", .string(input.name)), ("rows", .number(input.rows)), ("blank", .number(input.blank)),
                ("bytes", .number(input.bytes)), ("sha256", .string(input.sha256)),
                ("encoding", .string(input.encoding)), ("delimiter", .string(input.delimiter)),
                ("titles", .number(input.titles)), ("totals", .number(input.totals)),
                ("header_line", .number(input.headerLine)), ("columns", columns(input.columns)),
            ] + (input.isRetry ? [("retry", .bool(true))] : []))
    }

    /// The columns of an input that nothing names, each with its different cells if they are few, and how many empty
    /// quantities were read as 1, and how many rows are earlier than the row above; nil where there is none of these.
    private static func notUnderstood(_ input: ReportModel.Input) -> JSONValue? {
        if input.unnamedColumns.isEmpty && input.emptyQuantities == 0 && input.earlierRows == nil { return nil }
        let columns = input.unnamedColumns.map { column in
            let cells = column.toldCells?.map { ($0.text, JSONValue.number($0.rows)) }
            return JSONValue.object([("column", .string(column.name)), ("cells", cells.map { .object($0) } ?? .null)])
        }
        let earlier = input.earlierRows.map { [("earlier_rows", JSONValue.number($0.count))] } ?? []
        return .object(
            [
                ("file", .string(input.name)), ("columns", .array(columns)),
                ("empty_quantities", .number(input.emptyQuantities)),
            ] + earlier)
    }

    /// The name of each role's column, or null.
    private static func columns(_ reading: ReportModel.ColumnReading) -> JSONValue {
        .object(Role.allCases.map { role in (role.rawValue, reading.names[role].map { .string($0) } ?? .null) })
    }

    private static func day(_ day: DayFigures) -> JSONValue {
        .object([
            ("date", .string(day.date.text)), ("orders_served", .number(day.served)),
            ("orders_lost", .number(day.short)),
            ("cups_served", .number(day.cupsServed)), ("sales", text(day.sales)), ("lost_sales", text(day.lostSales)),
            ("fruit_cost", text(day.fruitCost)),
        ])
    }

    private static func shrinkage(_ shrinkage: Shrinkage, _ menu: Menu) -> JSONValue {
        let fruits = menu.fruits.map { fruit in
            let pieces = shrinkage[nameKey(fruit.name)]
            return JSONValue.object([
                ("fruit", .string(fruit.name)), ("discarded", .number(pieces.discarded)),
                ("missing", .number(pieces.missing)), ("surplus", .number(pieces.surplus)),
                ("lost", .number(pieces.lost)),
            ])
        }
        return .object([("nights", .number(shrinkage.nights)), ("fruits", .array(fruits))])
    }

    /// The codes that occurred, and how often.
    static func codes(_ tally: Tally) -> JSONValue {
        .object(OutcomeCode.failures.filter { tally.count($0) > 0 }.map { ($0.name, .number(tally.count($0))) })
    }

    private static func actions(_ model: ReportModel) -> JSONValue {
        .object(
            Action.allCases.map { action in
                let counts = model.tally.actions[Int(action.rawValue)]
                return (
                    action.name,
                    .object([("success", .number(counts.success)), ("failure", .number(counts.failure))])
                )
            })
    }

    private static func juices(_ model: ReportModel) -> JSONValue {
        .array(
            zip(model.menu.juices, model.tally.juices).enumerated().map { number, juiceAndFigures in
                let (juice, figures) = juiceAndFigures
                let members: [(String, JSONValue)] = [
                    ("juice", .string(juice.name)), ("orders", .number(figures.served + figures.short)),
                    ("served", .number(figures.served)), ("short", .number(figures.short)),
                    ("cups_served", .number(figures.cupsServed)), ("cups_short", .number(figures.cupsShort)),
                    ("cancelled", .number(figures.cancelled)), ("cups_cancelled", .number(figures.cupsCancelled)),
                    ("cups_possible", .number(model.cupsPossible[number])),
                ]
                let sums = model.money?.juices[number]
                return .object(
                    members + (sums.map { [("sales", text($0.sales)), ("lost_sales", text($0.lostSales))] } ?? []))
            })
    }

    private static func fruits(_ model: ReportModel) -> JSONValue {
        .array(
            zip(model.menu.fruits, model.tally.fruits).enumerated().map { number, fruitAndFigures in
                let (fruit, figures) = fruitAndFigures
                let members: [(String, JSONValue)] = [
                    ("fruit", .string(fruit.name)), ("opening", .number(figures.opening)),
                    ("restocked", .number(figures.restocked)), ("discarded", .number(figures.discarded)),
                    ("counted", .number(figures.counted)), ("used", .number(figures.used)),
                    ("closing", .number(figures.closing)), ("lost_orders", .number(figures.lostOrders)),
                    ("peak_deficit", .number(figures.peakDeficit)),
                ]
                let sums = model.money?.fruits[number]
                return .object(
                    members
                        + (sums.map {
                            [
                                ("cost_used", text($0.used)), ("cost_discarded", text($0.discarded)),
                                ("cost_counted", text($0.counted)),
                            ]
                        } ?? []))
            })
    }

    private static func money(_ money: MoneyFigures) -> JSONValue {
        .object([
            ("currency", .string(money.currency)), ("sales", text(money.sales)), ("lost_sales", text(money.lostSales)),
            ("fruit_used", text(money.fruitUsed)), ("discarded", text(money.discarded)),
            ("counted", text(money.counted)), ("restock", text(money.restock)),
        ])
    }

    /// The sales by the cells of a column; the value null stands for all other rows.
    private static func salesByColumn(_ figures: SalesByColumn, _ model: ReportModel) -> JSONValue {
        let values = figures.values.map { value in
            JSONValue.object([
                ("value", value.cell.map { .string($0) } ?? .null), ("served", .number(value.served)),
                ("cancelled", .number(value.cancelled)), ("cups", .number(value.cupsInAll)),
                ("sales", model.money == nil ? .null : text(value.sales(model.menu))),
            ])
        }
        return .object([("column", .string(figures.column)), ("values", .array(values))])
    }

    private static func missing(_ missing: MissingStock) -> JSONValue {
        .object([
            ("fruit", .string(missing.fruit)), ("pieces", .number(missing.pieces)), ("cost", text(missing.cost)),
        ])
    }

    private static func hour(_ hour: HourCounts.Hour) -> JSONValue {
        .object([("hour", .number(hour.hour)), ("served", .number(hour.served)), ("short", .number(hour.short))])
    }

    /// An amount as a decimal string; null where it is unknown.
    private static func text(_ money: Money?) -> JSONValue { money.map { .string($0.digits) } ?? .null }

    private static func restock(_ model: ReportModel) -> JSONValue {
        .array(
            model.menu.fruits.indices.filter { model.restocks[$0] > 0 }.map { fruit in
                .object([
                    ("fruit", .string(model.menu.fruits[fruit].name)), ("quantity", .number(model.restocks[fruit])),
                    ("for_orders", .number(model.purchases[fruit])),
                ])
            })
    }

    private static func firstFailures(_ model: ReportModel) -> JSONValue {
        .array(
            model.first.byCode.joined().map { failure in
                .object([
                    ("code", .string(failure.code.name)), ("file", .string(failure.file)),
                    ("line", .number(failure.line)), ("item", .string(String(failure.item.prefix(100)))),
                    ("message", .string(failure.message)),
                ])
            })
    }

    private static func unknownValues(_ first: FirstFailures) -> JSONValue {
        .array(
            first.unknownCells.map { cell in
                .object([
                    ("column", .string(cell.column)), ("value", .string(String(cell.cell.prefix(100)))),
                    ("rows", .number(cell.rows)), ("file", .string(cell.first.file)),
                    ("line", .number(cell.first.line)),
                ])
            })
    }

    private static func firstLostOrders(_ model: ReportModel) -> JSONValue {
        .array(
            model.first.lost.map { order in
                .object(
                    [
                        ("file", .string(order.place.file)), ("line", .number(order.place.line)),
                    ] + (order.time.map { [("time", .string($0.isoText))] } ?? []) + [
                        ("id", .string(String(order.id.prefix(100)))),
                        ("juice", .string(model.menu.juices[order.juice].name)), ("cups", .number(order.cups)),
                        ("missing", .array(order.missing.map { missing($0, model) })),
                    ])
            })
    }

    /// A fruit that an order lacked; `taken_by` is the row that last took of it, and is left out if no row had.
    private static func missing(_ missing: LostOrder.Missing, _ model: ReportModel) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("fruit", .string(model.menu.fruits[missing.fruit].name)), ("pieces", .number(missing.pieces)),
        ]
        if let taker = missing.taker {
            members.append(
                ("taken_by", .object([("file", .string(taker.file)), ("line", .number(taker.line))])))
        }
        return .object(members)
    }

    private static func whatIf(_ model: ReportModel) -> JSONValue {
        guard let whatIf = model.whatIf else { return .object([]) }
        let restocks = whatIf.restocks.map { restock in
            JSONValue.object([
                ("file", .string(model.inputs[restock.input].name)), ("line", .number(restock.line)),
                ("fruit", .string(model.menu.fruits[restock.fruit].name)), ("quantity", .number(restock.quantity)),
                ("saved", .number(restock.saved)),
            ])
        }
        return .object([
            ("rows", .number(whatIf.rows)), ("covers_all", .bool(whatIf.coversAll)),
            ("candidates", .number(whatIf.candidates)), ("tried", .number(whatIf.tried)),
            ("restocks", .array(restocks)),
        ])
    }

    private static func stockOverRun(_ model: ReportModel) -> JSONValue {
        let fruits = model.chartedFruits.map { fruit in
            let levels = model.history.levels(of: fruit)
            return JSONValue.object(
                [
                    ("fruit", .string(model.menu.fruits[fruit].name)), ("low", .numbers(levels.map(\.low))),
                    ("high", .numbers(levels.map(\.high))),
                    ("restocked", .numbers(levels.indices.filter { levels[$0].isRestocked })),
                    ("sold_out", .numbers(levels.indices.filter { levels[$0].isSoldOut })),
                    ("times_sold_out", .number(model.history.soldOutCounts[fruit])),
                    ("too_large", .numbers(levels.indices.filter { levels[$0].isRefused })),
                    ("orders_too_large", .number(model.history.refusedCounts[fruit])),
                ] + (model.axis.map { [("sold_out_times", soldOutTimes(fruit, $0, model))] } ?? []))
        }
        return .object(
            [
                ("records", .number(model.history.records)), ("stretch_records", .number(model.history.stretchRecords)),
            ] + (model.axis.map { [("clock", clock($0))] } ?? []) + [
                ("fruits", .array(fruits))
            ])
    }

    /// The time at which the run began, and the seconds from then to the first and the last row of each stretch.
    private static func clock(_ axis: TimeAxis) -> JSONValue {
        .object([
            ("start", .string(axis.time(axis.first).isoText)),
            ("first", .numbers(axis.stretches.map { Int($0.first - axis.first) })),
            ("last", .numbers(axis.stretches.map { Int($0.last - axis.first) })),
        ])
    }

    private static func soldOutTimes(_ fruit: Int, _ axis: TimeAxis, _ model: ReportModel) -> JSONValue {
        func edge(_ name: String, _ edge: TimeAxis.SoldOut.Edge) -> [(String, JSONValue)] {
            let place = model.place(edge.row)
            return [
                (name, .string(axis.time(edge.seconds).isoText)),
                (name + "_row", .object([("file", .string(place.file)), ("line", .number(place.line))])),
            ]
        }
        return .array(
            axis.soldOut[fruit].map { soldOut in
                .object(edge("from", soldOut.start) + (soldOut.end.map { edge("to", $0) } ?? []))
            })
    }

    /// Closing stock by fruit; a fruit that the ledger did not know then is left out.
    private static func closing(_ run: PastRun, _ model: ReportModel) -> JSONValue {
        .object(
            zip(model.menu.fruits, run.closing).compactMap { fruit, pieces in pieces.map { (fruit.name, .number($0)) } }
        )
    }

    private static func ledger(_ ledger: LedgerView, _ model: ReportModel) -> JSONValue {
        let past = ledger.past.map { run in
            var members: [(String, JSONValue)] = [("run", .number(run.number))]
            if let reverses = run.reverses { members.append(("reverses", .number(reverses))) }
            if let other = run.reversedBy { members.append(("reversed_by", .number(other))) }
            if let settles = run.settles { members.append(("settles", .number(settles))) }
            members.append(("kind", .string(run.kind.rawValue)))
            if let date = run.date { members.append(("date", .string(date))) }
            members += [
                ("rows", .number(run.rows)), ("success", .number(run.success)), ("shortage", .number(run.shortage)),
                ("rejected", .number(run.rejected)), ("cups_served", .number(run.cupsServed)),
                ("closing", closing(run, model)),
            ]
            return JSONValue.object(members)
        }
        let tally = model.tally
        let earlierIDs = tally.earlierIDs.runs.map { run, counts -> JSONValue in
            .object([
                ("run", .number(run)), ("already_processed", .number(counts.same)),
                ("id_conflict", .number(counts.conflicts)),
            ])
        }
        return .object([
            ("run", .number(ledger.runNumber)), ("late_rows", .number(tally.lateRows.count)),
            ("earlier_ids", .array(earlierIDs)), ("past", .array(past)),
        ])
    }
}
