internal import JuiceBatch
internal import JuiceCore

/// The files chain.csv and buy.csv with the result of a chain's nightly run.
extension ChainModel {
    private static let shopColumns = [
        "shop", "folder", "state", "code", "runs", "rows", "success", "failure", "short", "rejected", "skipped",
        "orders_served", "orders_short", "cups_served", "cups_short", "sales", "lost_sales", "currency", "problem",
    ]
    private static let buyColumns = ["shop", "folder", "for", "fruit", "need", "stock", "buy", "cost"]

    /// Renders chain.csv, with one row for each shop.
    package func shopsCSV(_ style: CellStyle) -> [UInt8] {
        let rows = shops.map { shop in
            let figures = shop.figures
            let numbers = [
                shop.exitStatus.code, shop.runs.count, figures.rows, figures.success, figures.failure, figures.short,
                figures.rejected, figures.skipped, figures.ordersServed, figures.ordersShort, figures.cupsServed,
                figures.cupsShort,
            ]
            return [shop.name, shop.folder, shop.state.rawValue] + numbers.map { String($0) }
                + [shop.sales?.digits ?? "", shop.lostSales?.digits ?? "", shop.currency ?? "", shop.problem]
        }
        return style.file([Self.shopColumns] + rows)
    }

    /// Renders buy.csv, with one row for each shop and each fruit in the shop's plan.
    package func buyCSV(_ style: CellStyle) -> [UInt8] {
        let rows = shops.flatMap { shop in
            (shop.plan?.lines ?? []).map { line -> [String] in
                [
                    shop.name, shop.folder, shop.plan?.date ?? "", line.fruit, String(line.need),
                    String(line.stock), String(line.buy), line.cost?.digits ?? "",
                ]
            }
        }
        return style.file([Self.buyColumns] + rows)
    }

    static let jsonSchema = 1
    /// The maximum number of listed shops that need attention; chain.csv contains all shops.
    package static let urgentShopsMax = 100

    /// The text of chain.json.
    package var jsonText: String {
        let states = ShopRunState.allCases.map { ($0.rawValue, JSONValue.number(count($0))) }
        let urgent = shopsByUrgency.prefix(Self.urgentShopsMax)
        let members: JSONValue = [
            "codes": JSONValue.object(day.figures.codes.map { ($0.name, .number($0.count)) }),
            "shops_by_state": JSONValue.object(states), "exports": exports,
            "look_first": urgent.map(\.urgentJSON), "look_first_more": shopsByUrgency.count - urgent.count,
            "juices": juices.map { $0.json("juice", used: "cups_served", short: "cups_short") },
            "fruits": fruits.map { $0.json("fruit", used: "used", short: "lost_orders") }, "buy_for": planDates,
            "buy": purchases.map { $0.json(currency: currency) }, "compared": comparedDays, "exit": exitStatus.code,
            "exit_reasons": exitStatus.reasons,
        ]
        return (["schema": Self.jsonSchema] + day.json + members).text
    }
}

extension ShopFacts {
    /// The JSON object of a shop that needs attention.
    fileprivate var urgentJSON: JSONValue {
        [
            "shop": name, "folder": folder, "state": state, "code": exitStatus.code,
            "reasons": exitStatus.reasons, "rejected": figures.rejected, "orders_short": figures.ordersShort,
            "lost_sales": lostSales, "currency": currency, "problem": problem,
        ]
    }
}

extension ChainItem {
    /// The JSON object of the item, with the given keys for its name and two of its figures.
    fileprivate func json(_ nameKey: String, used usedKey: String, short shortKey: String) -> JSONValue {
        [nameKey: name, usedKey: used, shortKey: shortage, "shops_short": shopsWithShortage]
    }
}

extension ChainPurchase {
    fileprivate func json(currency: String?) -> JSONValue {
        [
            "fruit": fruit, "need": need, "stock": stock, "buy": buy, "shops": shops, "cost": cost,
            "currency": cost == nil ? nil : currency,
        ]
    }
}

/// The result of a chain's nightly run for a terminal, in about 10 to 25 lines.
extension ChainModel {
    private static let (textShopsMax, textFruitsMax, textExportsMax) = (10, 8, 3)

    /// Renders the roll-up, each line with a line end, and the path of its page if one was written.
    package func text(on screen: TerminalStyle, page: String?) -> String {
        let viewModel = ChainViewModel(model: self, rowsMax: Self.textShopsMax)
        let headline = screen.folded(Escaping.terminal(viewModel.headline))
        var lines = [screen.colored(headline, viewModel.status.colour)]
        for line in viewModel.urgentShops {
            let colour: TerminalStyle.Colour = line.state == .done || line.state == .rejected ? .notable : .bad
            let text = screen.folded(Escaping.terminal("\(line.name): \(line.reasons)"))
            lines.append("- " + screen.colored("[\(viewModel.word(line.state))]", colour) + " " + text)
        }
        var others = [viewModel.moreUrgentShops] + sumLines(viewModel) + [buyLine(viewModel)] + exportLines(viewModel)
        if let page { others.append(pick(ko: "모든 매장의 보고서: \(page)", en: "The report of all shops: \(page)")) }
        lines += others.compactMap(\.self).map { screen.folded(Escaping.terminal($0)) }
        return lines.map { $0 + "\n" }.joined()
    }

    private func sumLines(_ viewModel: ChainViewModel) -> [String?] {
        if day.shops == 0 { return [] }
        let figures = day.figures
        let orders = pick(
            ko: "주문: 만듦 \(grouped(figures.ordersServed)), 못 만듦 \(grouped(figures.ordersShort)) · "
                + "잔: 만듦 \(grouped(figures.cupsServed)), 못 만듦 \(grouped(figures.cupsShort)) · "
                + "행 \(grouped(figures.rows))",
            en: "Orders: \(grouped(figures.ordersServed)) served, \(grouped(figures.ordersShort)) short · "
                + "cups: \(grouped(figures.cupsServed)) served, \(grouped(figures.cupsShort)) short · "
                + counted(figures.rows, "row"))
        let money = day.money.map { sums in
            let sales = viewModel.amount(sums.sales, sums.currency)
            let lostSales = viewModel.amount(sums.lostSales, sums.currency)
            return pick(ko: "매출 \(sales), 놓친 매출 \(lostSales)", en: "Sales \(sales), lost \(lostSales)")
        }
        return [orders] + money
    }

    /// The purchases for all shops, the largest first; nil if nothing is to be bought.
    private func buyLine(_ viewModel: ChainViewModel) -> String? {
        guard let table = viewModel.buy else { return nil }
        let names = purchases.filter { $0.buy > 0 }.map { "\(ChainViewModel.clipped($0.fruit)) \(grouped($0.buy))" }
        let shops = shopsWithoutPlan
        let leftOut = pick(if: shops > 0, ko: "(매장 \(grouped(shops))곳 제외)", en: "(without \(counted(shops, "shop")))")
        let list = language.list(names, max: Self.textFruitsMax, "가지")
        return [table.title + ": " + list, leftOut].compactMap(\.self).joined(separator: " ")
    }

    /// The lines about exports that need attention, and about the number of those left out.
    private func exportLines(_ viewModel: ChainViewModel) -> [String] {
        let open = exports.filter { $0.state != .done || $0.rowsWithoutShop > 0 || $0.counts.hasUncheckedTotals }
        let shown = open.prefix(Self.textExportsMax).map { export in
            if export.state == .done {
                return export.rowsWithoutShop > 0
                    ? viewModel.rowsWithoutShopText(export) : viewModel.uncheckedTotalsText(export)
            }
            let text = export.text.isEmpty ? "" : ": " + ChainViewModel.clipped(export.text)
            return "\(ChainViewModel.clipped(export.file)): \(viewModel.word(export.state))\(text)"
        }
        let remaining = open.count - shown.count
        let more = pick(
            if: remaining > 0, ko: "확인할 파일이 \(grouped(remaining))개 더 있습니다.",
            en: "\(counted(remaining, "more export")) to check.")
        return shown + [more].compactMap(\.self)
    }
}
