internal import JuiceBatch
internal import JuiceCore

/// The files chain.csv, buy.csv and chain.json with the result of a chain's nightly run, and its text for a terminal.
extension ChainModel {
    /// Renders chain.csv, with one row for each shop.
    package func shopsCSV(_ style: CellStyle) -> [UInt8] {
        let columns = [
            "shop", "folder", "state", "code", "runs", "rows", "success", "failure", "short", "rejected", "skipped",
            "orders_served", "orders_short", "cups_served", "cups_short", "sales", "lost_sales", "currency", "problem",
        ]
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
        return style.file([columns] + rows)
    }

    /// Renders buy.csv, with one row for each shop and each fruit in the shop's plan.
    package func buyCSV(_ style: CellStyle) -> [UInt8] {
        let rows = shops.flatMap { shop in
            (shop.plan?.lines ?? []).map { line -> [String] in
                let pieces = [line.need, line.stock, line.buy].map { String($0) }
                return [shop.name, shop.folder, shop.plan?.date ?? "", line.fruit] + pieces + [line.cost?.digits ?? ""]
            }
        }
        return style.file([["shop", "folder", "for", "fruit", "need", "stock", "buy", "cost"]] + rows)
    }

    static let jsonSchema = 1
    /// The text of chain.json, with at most 100 of the shops that need attention; chain.csv contains all shops.
    package var jsonText: String {
        let states = ShopRunState.allCases.map { ($0.rawValue, JSONValue.number(count($0))) }
        let urgentShops = shopsByUrgency.prefix(100).map { shop -> JSONValue in
            [
                "shop": shop.name, "folder": shop.folder, "state": shop.state, "code": shop.exitStatus.code,
                "reasons": shop.exitStatus.reasons, "rejected": shop.figures.rejected,
                "orders_short": shop.figures.ordersShort, "lost_sales": shop.lostSales, "currency": shop.currency,
                "problem": shop.problem,
            ]
        }
        func json(_ item: ChainItem, _ name: String, used: String, short: String) -> JSONValue {
            [name: item.name, used: item.used, short: item.shortage, "shops_short": item.shopsWithShortage]
        }
        let purchases = purchases.map { item -> JSONValue in
            [
                "fruit": item.fruit, "need": item.need, "stock": item.stock, "buy": item.buy, "shops": item.shops,
                "cost": item.cost, "currency": item.cost == nil ? nil : currency,
            ]
        }
        let members: JSONValue = [
            "codes": JSONValue.object(day.figures.codes.map { ($0.name, .number($0.count)) }),
            "shops_by_state": JSONValue.object(states), "exports": exports,
            "look_first": urgentShops, "look_first_more": shopsByUrgency.count - urgentShops.count,
            "juices": juices.map { json($0, "juice", used: "cups_served", short: "cups_short") },
            "fruits": fruits.map { json($0, "fruit", used: "used", short: "lost_orders") }, "buy_for": planDates,
            "buy": purchases, "compared": comparedDays, "exit": exitStatus.code, "exit_reasons": exitStatus.reasons,
        ]
        return (["schema": Self.jsonSchema] + day.json + members).text
    }

    /// Renders the roll-up in about 10 to 25 lines, each with a line end; `page` is the path of its page, if any.
    package func text(on screen: TerminalStyle, page: String?) -> String {
        let viewModel = ChainViewModel(model: self, rowsMax: 10)
        let headline = screen.folded(Escaping.terminal(viewModel.headline))
        var lines = [screen.colored(headline, viewModel.status.colour)]
        for shop in viewModel.urgentShops {
            let colour: TerminalStyle.Colour = shop.state == .done || shop.state == .rejected ? .notable : .bad
            let text = Escaping.terminal("\(ChainViewModel.clipped(shop.name)): \(viewModel.reasons(shop))")
            let word = screen.colored("[\(viewModel.word(shop.state))]", colour)
            lines.append("- " + word + " " + screen.folded(text))
        }
        var others = [viewModel.moreUrgentShops] + sumLines(viewModel)
        if let table = viewModel.buy {
            let names = purchases.filter { $0.buy > 0 }.map { "\(ChainViewModel.clipped($0.fruit)) \(grouped($0.buy))" }
            let shops = shopsWithoutPlan
            let leftOut = pick(
                if: shops > 0, ko: " (매장 \(grouped(shops))곳 제외)", en: " (without \(counted(shops, "shop")))")
            others.append("\(table.title): \(language.list(names, max: 8, "가지"))\(leftOut ?? "")")
        }
        others += exportLines(viewModel)
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

    /// The lines about the first exports that need attention, and about the number of the others.
    private func exportLines(_ viewModel: ChainViewModel) -> [String?] {
        let open = exports.filter { $0.state != .done || $0.rowsWithoutShop > 0 || $0.counts.hasUncheckedTotals }
        let lines = open.prefix(3).map { export in
            if export.state == .done {
                return export.rowsWithoutShop > 0
                    ? viewModel.rowsWithoutShopText(export) : viewModel.uncheckedTotalsText(export)
            }
            let text = export.text.isEmpty ? "" : ": " + ChainViewModel.clipped(export.text)
            return "\(ChainViewModel.clipped(export.file)): \(viewModel.word(export.state))\(text)"
        }
        let remaining = open.count - lines.count
        let more = pick(
            if: remaining > 0, ko: "확인할 파일이 \(grouped(remaining))개 더 있습니다.",
            en: "\(counted(remaining, "more export")) to check.")
        return lines + [more]
    }
}
