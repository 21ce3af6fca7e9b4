internal import JuiceBatch
internal import JuiceCore

/// The file summary.json: the complete content of the reports as JSON with a stable order of keys.
package enum SummaryJSON {
    /// The schema number in the file.
    static let schema = 2

    /// The maximum length of a cell's text, in characters.
    private static let cellMax = 100

    /// Renders the text of summary.json.
    package static func render(_ model: ReportModel) -> String {
        let notUnderstood = model.inputs.compactMap(notUnderstood)
        let hasCounts = model.tally.actions[Int(Action.count.rawValue)].success > 0
        let head: JSONValue =
            ["schema": schema] + .present(["shop": model.shop, "date": model.date]) + dayWarning(model)
        let figures: JSONValue = [
            "rows": model.tally.rows, "success": model.tally.success, "failure": model.tally.failure,
            "codes": codes(model.tally), "actions": actions(model), "juices": juices(model), "fruits": fruits(model),
            "restock": restock(model), "first_failures": firstFailures(model),
            "first_lost_orders": model.first.lost.map { lostOrder($0, model) }, "hindsight": whatIf(model),
            "stock_over_run": stockOverRun(model),
        ]
        return [
            head, ["inputs": model.inputs.map(input)],
            .filled(["days": model.days.map(day), "not_understood": notUnderstood]), figures,
            .filled(["unknown_values": unknownValues(model.first), "hours": model.hours.map(hour)]),
            .present(["money": model.money.map(money)]),
            .filled([
                "by": model.salesByColumn.map { salesByColumn($0, model) }, "compared": model.comparedDays.map(day),
            ]),
            .present([
                "shrinkage": model.shrinkage.map { shrinkage($0, model.menu) },
                "missing": hasCounts ? model.missing.map(missing) : nil,
                "plan": model.plan.map { LedgerJSON.plan($0, model.currency) },
                "ledger": model.ledger.map { ledger($0, model) },
            ]),
        ].reduce([:], +).text
    }

    private static func dayWarning(_ model: ReportModel) -> JSONValue {
        switch model.dayWarning {
        case .contradicted(let named, _): ["date_in_name": named]
        case .ahead(_, let newest, _): ["date_ahead_of": newest]
        case nil: [:]
        }
    }

    /// The JSON value of an input and the way in which it was read.
    static func input(_ input: ReportModel.Input) -> JSONValue {
        [
            "file": input.name, "rows": input.rows, "blank": input.blank, "bytes": input.bytes,
            "sha256": input.sha256, "encoding": input.encoding, "delimiter": input.delimiter,
            "titles": input.titles, "totals": input.totals, "header_line": input.headerLine,
            "columns": columns(input.columns),
        ] + (input.isRetry ? ["retry": true] : [:])
    }

    /// The parts of an input that were not understood; nil if there are none.
    ///
    /// These are unnamed columns, with their values if they are few; the number of empty quantities read as 1; the
    /// number of rows that are earlier than the row above; and the number of unreadable times.
    private static func notUnderstood(_ input: ReportModel.Input) -> JSONValue? {
        guard
            !input.unnamedColumns.isEmpty || input.emptyQuantities > 0 || input.earlierRows != nil
                || input.unreadableTimes != nil
        else { return nil }
        let columns = input.unnamedColumns.map { column -> JSONValue in
            let cells = column.exampleCells?.map { ($0.text, JSONValue.number($0.rows)) }
            return ["column": column.name, "cells": cells.map { JSONValue.object($0) }]
        }
        return ["file": input.name, "columns": columns, "empty_quantities": input.emptyQuantities]
            + .present(["earlier_rows": input.earlierRows?.count, "unreadable_times": input.unreadableTimes?.count])
    }

    /// The name of each role's column, or null.
    private static func columns(_ reading: ReportModel.ColumnReading) -> JSONValue {
        .object(Role.allCases.map { ($0.rawValue, reading.names[$0].json) })
    }

    private static func day(_ day: DayFigures) -> JSONValue {
        [
            "date": day.date.text, "orders_served": day.served, "orders_lost": day.short,
            "cups_served": day.cupsServed, "sales": day.sales, "lost_sales": day.lostSales,
            "fruit_cost": day.fruitCost,
        ]
    }

    private static func shrinkage(_ shrinkage: Shrinkage, _ menu: Menu) -> JSONValue {
        let fruits = menu.fruits.map { fruit -> JSONValue in
            let pieces = shrinkage[nameKey(fruit.name)]
            return [
                "fruit": fruit.name, "discarded": pieces.discarded, "missing": pieces.missing,
                "surplus": pieces.surplus, "lost": pieces.lost,
            ]
        }
        return ["nights": shrinkage.runCount, "fruits": fruits]
    }

    /// The outcome codes that occurred, with their numbers of rows.
    static func codes(_ tally: Tally) -> JSONValue {
        .object(OutcomeCode.failures.filter { tally.count($0) > 0 }.map { ($0.name, .number(tally.count($0))) })
    }

    private static func actions(_ model: ReportModel) -> JSONValue {
        .object(
            Action.allCases.map { action in
                let counts = model.tally.actions[Int(action.rawValue)]
                return (action.name, ["success": counts.success, "failure": counts.failure])
            })
    }

    private static func juices(_ model: ReportModel) -> [JSONValue] {
        model.menu.juices.indices.map { juice in
            let (figures, sums) = (model.tally.juices[juice], model.money?.juices[juice])
            let members: JSONValue = [
                "juice": model.menu.juices[juice].name, "orders": figures.served + figures.short,
                "served": figures.served, "short": figures.short, "cups_served": figures.cupsServed,
                "cups_short": figures.cupsShort, "cancelled": figures.cancelled,
                "cups_cancelled": figures.cupsCancelled, "cups_possible": model.cupsPossible[juice],
            ]
            return members + (sums.map { ["sales": $0.sales, "lost_sales": $0.lostSales] } ?? [:])
        }
    }

    private static func fruits(_ model: ReportModel) -> [JSONValue] {
        model.menu.fruits.indices.map { fruit in
            let (figures, sums) = (model.tally.fruits[fruit], model.money?.fruits[fruit])
            let members: JSONValue = [
                "fruit": model.menu.fruits[fruit].name, "opening": figures.opening, "restocked": figures.restocked,
                "discarded": figures.discarded, "counted": figures.counted, "used": figures.used,
                "closing": figures.closing, "lost_orders": figures.lostOrders, "peak_deficit": figures.peakDeficit,
            ]
            let costs: JSONValue? = sums.map {
                ["cost_used": $0.used, "cost_discarded": $0.discarded, "cost_counted": $0.counted]
            }
            return members + (costs ?? [:])
        }
    }

    private static func money(_ money: MoneyFigures) -> JSONValue {
        [
            "currency": money.currency, "sales": money.sales, "lost_sales": money.lostSales,
            "fruit_used": money.fruitUsed, "discarded": money.discarded, "counted": money.counted,
            "restock": money.restock,
        ]
    }

    /// The sales by the values of a column; null as a value stands for all other rows.
    private static func salesByColumn(_ figures: SalesByColumn, _ model: ReportModel) -> JSONValue {
        let values = figures.values.map { value -> JSONValue in
            [
                "value": value.cell, "served": value.served, "cancelled": value.cancelled, "cups": value.cupsInAll,
                "sales": model.money == nil ? nil : value.sales(model.menu),
            ]
        }
        return ["column": figures.column, "values": values]
    }

    private static func missing(_ missing: MissingStock) -> JSONValue {
        ["fruit": missing.fruit, "pieces": missing.pieces, "cost": missing.cost]
    }

    private static func hour(_ hour: HourCounts.Hour) -> JSONValue {
        ["hour": hour.hour, "served": hour.served, "short": hour.short]
    }

    private static func restock(_ model: ReportModel) -> [JSONValue] {
        model.menu.fruits.indices.filter { model.restocks[$0] > 0 }.map { fruit in
            [
                "fruit": model.menu.fruits[fruit].name, "quantity": model.restocks[fruit],
                "for_orders": model.purchases[fruit],
            ]
        }
    }

    private static func firstFailures(_ model: ReportModel) -> [JSONValue] {
        model.first.byCode.joined().map { failure in
            [
                "code": failure.code.name, "file": failure.file, "line": failure.line,
                "item": String(failure.item.prefix(cellMax)), "message": failure.message,
            ]
        }
    }

    private static func unknownValues(_ first: FirstFailures) -> [JSONValue] {
        first.unknownCells.map { cell in
            ["column": cell.column, "value": String(cell.cell.prefix(cellMax)), "rows": cell.rows]
                + position(cell.first)
        }
    }

    private static func position(_ position: RowPosition) -> JSONValue {
        ["file": position.file, "line": position.line]
    }

    private static func lostOrder(_ order: LostOrder, _ model: ReportModel) -> JSONValue {
        let members: JSONValue = [
            "id": String(order.id.prefix(cellMax)), "juice": model.menu.juices[order.juice].name, "cups": order.cups,
            "missing": order.missing.map { missing($0, model) },
        ]
        return position(order.position) + .present(["time": order.time?.isoText]) + members
    }

    /// A fruit that an order lacked; `taken_by` is the last row before it that used the fruit, and is left out if there
    /// is none.
    private static func missing(_ missing: LostOrder.Missing, _ model: ReportModel) -> JSONValue {
        ["fruit": model.menu.fruits[missing.fruit].name, "pieces": missing.pieces]
            + .present(["taken_by": missing.taker.map(position)])
    }

    private static func whatIf(_ model: ReportModel) -> JSONValue {
        guard let whatIf = model.whatIf else { return [:] }
        let restocks = whatIf.restocks.map { restock -> JSONValue in
            [
                "file": model.inputs[restock.input].name, "line": restock.line,
                "fruit": model.menu.fruits[restock.fruit].name, "quantity": restock.quantity, "saved": restock.saved,
            ]
        }
        return [
            "rows": whatIf.rows, "covers_all": whatIf.coversAll, "candidates": whatIf.candidates,
            "tried": whatIf.tried, "restocks": restocks,
        ]
    }

    private static func stockOverRun(_ model: ReportModel) -> JSONValue {
        let fruits = model.chartedFruits.map { fruit -> JSONValue in
            let levels = model.history.levels(of: fruit)
            let members: JSONValue = [
                "fruit": model.menu.fruits[fruit].name, "low": levels.map(\.low), "high": levels.map(\.high),
                "restocked": levels.indices.filter { levels[$0].isRestocked },
                "sold_out": levels.indices.filter { levels[$0].isSoldOut },
                "times_sold_out": model.history.soldOutCounts[fruit],
                "too_large": levels.indices.filter { levels[$0].isRefused },
                "orders_too_large": model.history.refusedCounts[fruit],
            ]
            return members + .present(["sold_out_times": model.axis.map { soldOutTimes(fruit, $0, model) }])
        }
        return ["records": model.history.records, "stretch_records": model.history.recordsPerInterval]
            + .present(["clock": model.axis.map(clock)]) + ["fruits": fruits]
    }

    /// The start time of the run, and the seconds from there to the first and last row of each stretch.
    private static func clock(_ axis: TimeAxis) -> JSONValue {
        [
            "start": axis.time(axis.first).isoText, "first": axis.intervals.map { Int($0.first - axis.first) },
            "last": axis.intervals.map { Int($0.last - axis.first) },
        ]
    }

    private static func soldOutTimes(_ fruit: Int, _ axis: TimeAxis, _ model: ReportModel) -> [JSONValue] {
        func edge(_ name: String, _ edge: TimeAxis.SoldOut.Edge) -> JSONValue {
            [name: axis.time(edge.seconds).isoText, name + "_row": position(model.position(edge.row))]
        }
        return axis.soldOut[fruit].map { edge("from", $0.start) + ($0.end.map { edge("to", $0) } ?? [:]) }
    }

    /// Closing stock by fruit, without fruits that the ledger did not have yet.
    private static func closing(_ closing: [Int?], _ model: ReportModel) -> JSONValue {
        .object(
            zip(model.menu.fruits, closing).compactMap { fruit, pieces in pieces.map { (fruit.name, .number($0)) } })
    }

    private static func ledger(_ ledger: LedgerView, _ model: ReportModel) -> JSONValue {
        let past = zip(ledger.past, ledger.past.closings(on: model.menu)).map { run, stock -> JSONValue in
            let figures: JSONValue = [
                "rows": run.rows, "success": run.success, "shortage": run.shortage, "rejected": run.rejected,
                "cups_served": run.cupsServed, "closing": closing(stock, model),
            ]
            return .present([
                "run": run.number, "reverses": run.reverses, "reversed_by": run.reversedBy,
                "settles": run.settlement?.run,
                "kind": run.kind.rawValue, "date": run.date,
            ]) + figures
        }
        let earlierIDs = model.tally.earlierIDs.runs.map { run, counts -> JSONValue in
            ["run": run, "already_processed": counts.same, "id_conflict": counts.conflicts]
        }
        return [
            "run": ledger.runNumber, "late_rows": model.tally.lateRows.count, "earlier_ids": earlierIDs, "past": past,
        ]
    }
}
