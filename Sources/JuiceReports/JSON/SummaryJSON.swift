internal import JuiceBatch
internal import JuiceCore

/// The file summary.json: the complete content of the reports as JSON with a stable order of keys.
extension ReportModel {
    static let summarySchema = 2
    private static let cellMax = 100

    /// The text of summary.json.
    package var summaryJSON: String {
        let notUnderstood = inputs.compactMap(\.notUnderstoodJSON)
        let missing = missing.map { ["fruit": $0.fruit, "pieces": $0.pieces, "cost": $0.cost] as JSONValue }
        let hasCounts = tally.actions[Int(Action.count.rawValue)].success > 0
        let warning: JSONValue =
            switch dayWarning {
            case .contradicted(let named, _): ["date_in_name": named]
            case .ahead(_, let newest, _): ["date_ahead_of": newest]
            case nil: [:]
            }
        let head: JSONValue = ["schema": Self.summarySchema] + .omittingNulls(["shop": shop, "date": date]) + warning
        let actions = Action.allCases.map { action -> (String, JSONValue) in
            let counts = tally.actions[Int(action.rawValue)]
            return (action.name, ["success": counts.success, "failure": counts.failure])
        }
        let restock = menu.fruits.indices.filter { restocks[$0] > 0 }.map { fruit -> JSONValue in
            ["fruit": menu.fruits[fruit].name, "quantity": restocks[fruit], "for_orders": purchases[fruit]]
        }
        let failures = first.byCode.joined().map { failure -> JSONValue in
            ["code": failure.code.name] + Self.json(failure.position)
                + ["item": String(failure.item.prefix(Self.cellMax)), "message": failure.message]
        }
        let unknownValues = first.unknownCells.map { cell -> JSONValue in
            ["column": cell.column, "value": String(cell.cell.prefix(Self.cellMax)), "rows": cell.rows]
                + Self.json(cell.first)
        }
        let figures: JSONValue = [
            "rows": tally.rows, "success": tally.success, "failure": tally.failure, "codes": tally.codesJSON,
            "actions": JSONValue.object(actions), "juices": juicesJSON, "fruits": fruitsJSON, "restock": restock,
            "first_failures": failures, "first_lost_orders": first.shortOrders.map(json),
            "hindsight": whatIfJSON, "stock_over_run": stockOverRunJSON,
        ]
        return [
            head, ["inputs": inputs.map(\.json)],
            .omittingEmpty(["days": days.map(Self.json), "not_understood": notUnderstood]), figures,
            .omittingEmpty([
                "unknown_values": unknownValues,
                "hours": hours.map { ["hour": $0.hour, "served": $0.served, "short": $0.short] as JSONValue },
            ]),
            .omittingNulls(["money": money.map(Self.json)]),
            .omittingEmpty(["by": salesByColumn.map(json), "compared": comparedDays.map(Self.json)]),
            .omittingNulls([
                "shrinkage": shrinkage.map(json), "missing": hasCounts ? missing : nil,
                "plan": plan.map { $0.json(currency: currency) }, "ledger": ledger.map(json),
            ]),
        ].reduce([:], +).text
    }

    private static func json(_ money: MoneyFigures) -> JSONValue {
        let sums = money.recorded
        return [
            "currency": sums.currency, "sales": sums.sales, "lost_sales": sums.lostSales, "fruit_used": sums.fruitUsed,
            "discarded": sums.discarded, "counted": sums.counted, "restock": money.restock,
        ]
    }

    private static func json(_ day: DayFigures) -> JSONValue {
        [
            "date": day.date.text, "orders_served": day.sums.ordersServed, "orders_lost": day.sums.ordersShort,
            "cups_served": day.sums.cups, "sales": day.sums.sales, "lost_sales": day.sums.lostSales,
            "fruit_cost": day.fruitCost,
        ]
    }

    private func json(_ shrinkage: Shrinkage) -> JSONValue {
        let fruits = menu.fruits.map { fruit -> JSONValue in
            let pieces = shrinkage[nameKey(fruit.name)]
            return [
                "fruit": fruit.name, "discarded": pieces.discarded, "missing": pieces.missing,
                "surplus": pieces.surplus, "lost": pieces.netLoss,
            ]
        }
        return ["nights": shrinkage.runCount, "fruits": fruits]
    }

    private var juicesJSON: [JSONValue] {
        menu.juices.indices.map { juice in
            let (figures, sums) = (tally.juices[juice], money?.juices[juice])
            let members: JSONValue = [
                "juice": menu.juices[juice].name, "orders": figures.served + figures.short,
                "served": figures.served, "short": figures.short, "cups_served": figures.cupsServed,
                "cups_short": figures.cupsShort, "cancelled": figures.cancelled,
                "cups_cancelled": figures.cupsCancelled, "cups_possible": cupsPossible[juice],
            ]
            return members + (sums.map { ["sales": $0.sales, "lost_sales": $0.lostSales] } ?? [:])
        }
    }

    private var fruitsJSON: [JSONValue] {
        menu.fruits.indices.map { fruit in
            let (figures, sums) = (tally.fruits[fruit], money?.fruits[fruit])
            let members: JSONValue = [
                "fruit": menu.fruits[fruit].name, "opening": figures.opening, "restocked": figures.restocked,
                "discarded": figures.discarded, "counted": figures.counted, "used": figures.used,
                "closing": figures.closing, "lost_orders": figures.shortOrders, "peak_deficit": figures.peakDeficit,
            ]
            guard let sums else { return members }
            return members + ["cost_used": sums.used, "cost_discarded": sums.discarded, "cost_counted": sums.counted]
        }
    }

    /// The sales by the values of a column; null as a value stands for all other rows.
    private func json(_ figures: SalesByColumn) -> JSONValue {
        let values = figures.values.map { value -> JSONValue in
            [
                "value": value.cell, "served": value.served, "cancelled": value.cancelled, "cups": value.totalCups,
                "sales": money == nil ? nil : value.sales(menu),
            ]
        }
        return ["column": figures.column, "values": values]
    }

    private static func json(_ position: RowPosition) -> JSONValue { ["file": position.file, "line": position.line] }

    private func json(_ order: ShortOrderDetail) -> JSONValue {
        // `taken_by` is the last row before the order that used the fruit, if there is one.
        let missing = order.missing.map { missing -> JSONValue in
            ["fruit": menu.fruits[missing.fruit].name, "pieces": missing.pieces]
                + .omittingNulls(["taken_by": missing.lastUse.map(Self.json)])
        }
        let members: JSONValue = [
            "id": String(order.id.prefix(Self.cellMax)), "juice": menu.juices[order.juice].name, "cups": order.cups,
            "missing": missing,
        ]
        return Self.json(order.position) + .omittingNulls(["time": order.time?.isoText]) + members
    }

    private var whatIfJSON: JSONValue {
        guard let whatIf else { return [:] }
        let restocks = whatIf.restocks.map { restock -> JSONValue in
            [
                "file": inputs[restock.input].name, "line": restock.line,
                "fruit": menu.fruits[restock.fruit].name, "quantity": restock.quantity, "saved": restock.saved,
            ]
        }
        return [
            "rows": whatIf.rows, "covers_all": whatIf.coversAll, "candidates": whatIf.candidates,
            "tried": whatIf.tried, "restocks": restocks,
        ]
    }

    private var stockOverRunJSON: JSONValue {
        let fruits = chartedFruits.map { fruit -> JSONValue in
            let levels = timeline.levels(of: fruit)
            let members: JSONValue = [
                "fruit": menu.fruits[fruit].name, "low": levels.map(\.low), "high": levels.map(\.high),
                "restocked": levels.indices.filter { levels[$0].isRestocked },
                "sold_out": levels.indices.filter { levels[$0].isSoldOut },
                "times_sold_out": timeline.soldOutCounts[fruit],
                "too_large": levels.indices.filter { levels[$0].isRefused },
                "orders_too_large": timeline.refusedCounts[fruit],
            ]
            return members + .omittingNulls(["sold_out_times": axis.map { soldOutTimes(fruit, $0) }])
        }
        // The time of the run's first row, and the seconds from there to the first and last row of each interval.
        let clock = axis.map { axis -> JSONValue in
            [
                "start": axis.time(axis.first).isoText,
                "first": axis.intervals.map { Int($0.lowerBound - axis.first) },
                "last": axis.intervals.map { Int($0.upperBound - axis.first) },
            ]
        }
        return ["records": timeline.records, "stretch_records": timeline.recordsPerInterval]
            + .omittingNulls(["clock": clock]) + ["fruits": fruits]
    }

    private func soldOutTimes(_ fruit: Int, _ axis: TimeAxis) -> [JSONValue] {
        func edge(_ name: String, _ edge: TimeAxis.SoldOut.Edge) -> JSONValue {
            [name: axis.time(edge.seconds).isoText, name + "_row": Self.json(position(edge.row))]
        }
        return axis.soldOut[fruit].map { edge("from", $0.start) + ($0.end.map { edge("to", $0) } ?? [:]) }
    }

    private func json(_ ledger: LedgerView) -> JSONValue {
        let past = ledger.pastRuns.map { run -> JSONValue in
            let figures: JSONValue = [
                "rows": run.rows, "success": run.success, "shortage": run.shortage, "rejected": run.rejected,
                "cups_served": run.cupsServed,
            ]
            return .omittingNulls([
                "run": run.number, "reverses": run.reverses, "reversed_by": run.reversedBy,
                "settles": run.settlement?.run,
                "kind": run.kind.rawValue, "date": run.date,
            ]) + figures
        }
        let earlierIDs = tally.earlierIDs.runs.map { run, counts -> JSONValue in
            ["run": run, "already_processed": counts.same, "id_conflict": counts.conflicts]
        }
        return ["run": ledger.runNumber, "late_rows": tally.lateRows.count, "earlier_ids": earlierIDs, "past": past]
    }
}

extension ReportModel.Input {
    /// The JSON value of the input and the way in which it was read; null stands for a role without a column.
    var json: JSONValue {
        [
            "file": name, "rows": counts.rows, "blank": counts.blank, "bytes": bytes,
            "sha256": sha256, "encoding": encoding, "delimiter": delimiter,
            "titles": titles, "totals": counts.totals, "header_line": headerLine,
            "columns": JSONValue.object(Role.allCases.map { ($0.rawValue, columns.names[$0].json) }),
        ] + (isRetry ? ["retry": true] : [:])
    }

    /// The columns that no setting mentions, with their values if they are few, and how many quantities were empty,
    /// rows were earlier than the row above, and times were unreadable; nil if there is nothing of this kind.
    fileprivate var notUnderstoodJSON: JSONValue? {
        guard
            !profile.columns.isEmpty || profile.emptyQuantities > 0 || profile.earlierRows != nil
                || profile.unreadableTimes != nil
        else { return nil }
        let columns = profile.columns.map { column -> JSONValue in
            let cells = column.exampleCells?.map { ($0.text, JSONValue.number($0.rows)) }
            return ["column": column.name, "cells": cells.map { JSONValue.object($0) }]
        }
        return ["file": name, "columns": columns, "empty_quantities": profile.emptyQuantities]
            + .omittingNulls([
                "earlier_rows": profile.earlierRows?.count, "unreadable_times": profile.unreadableTimes?.count,
            ])
    }
}

extension Tally {
    /// The outcome codes that occurred, with their numbers of rows.
    var codesJSON: JSONValue {
        .object(OutcomeCode.failures.filter { count($0) > 0 }.map { ($0.name, .number(count($0))) })
    }
}
