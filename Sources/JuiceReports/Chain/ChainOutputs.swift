internal import JuiceBatch
internal import JuiceCore

/// The files chain.csv and buy.csv with the result of a chain's nightly run.
package enum ChainCSV {
    private static let shopColumns = [
        "shop", "folder", "state", "code", "runs", "rows", "success", "failure", "short", "rejected", "skipped",
        "orders_served", "orders_short", "cups_served", "cups_short", "sales", "lost_sales", "currency", "problem",
    ]
    private static let buyColumns = ["shop", "folder", "for", "fruit", "need", "stock", "buy", "cost"]

    /// Renders chain.csv, with one row for each shop.
    package static func shops(_ model: ChainModel, style: CellStyle) -> [UInt8] {
        let rows = model.shops.map { shop in
            let (figures, money) = (shop.figures, shop.money)
            let numbers = [
                shop.facts.exitStatus.code, figures.runs, figures.rows, figures.success, figures.failure, figures.short,
                figures.rejected, figures.skipped, figures.ordersServed, figures.ordersShort, figures.cupsServed,
                figures.cupsShort,
            ]
            return [shop.name, shop.facts.folder, shop.state.rawValue] + numbers.map { String($0) }
                + [money.sales?.digits ?? "", money.lostSales?.digits ?? "", money.currency ?? "", shop.problem]
        }
        return style.file([shopColumns] + rows)
    }

    /// Renders buy.csv, with one row for each shop and each fruit in the shop's plan.
    package static func buy(_ model: ChainModel, style: CellStyle) -> [UInt8] {
        let rows = model.shops.flatMap { shop in
            (shop.facts.plan?.lines ?? []).map { line in
                [shop.name, shop.facts.folder, shop.facts.plan?.date ?? "", line.fruit]
                    + [line.need, line.stock, line.buy].map { String($0) }
                    + [line.cost.map { Money(hundredths: $0).digits } ?? ""]
            }
        }
        return style.file([buyColumns] + rows)
    }
}

/// The file chain.json with the result of a chain's nightly run, with a stable order of keys.
package enum ChainJSON {
    static let schema = 1
    /// The maximum number of listed shops that need attention; chain.csv contains all shops.
    package static let urgentShopsMax = 100

    /// Renders the model as the text of chain.json.
    package static func render(_ model: ChainModel) -> String {
        let states = ShopRunState.allCases.map { ($0.rawValue, JSONValue.number(model.count($0))) }
        let shown = model.shopsByUrgency.prefix(urgentShopsMax)
        let members: JSONValue = [
            "codes": JSONValue.object(model.figures.codes.map { ($0.name, .number($0.count)) }),
            "shops_by_state": JSONValue.object(states), "exports": model.exports,
            "look_first": shown.map { shop(model.shops[$0]) },
            "look_first_more": model.shopsByUrgency.count - shown.count,
            "juices": model.juices.map(juice), "fruits": model.fruits.map(fruit), "buy_for": model.planDates,
            "buy": model.purchases.map(purchase), "compared": model.compared, "exit": model.exitStatus.code,
            "exit_reasons": model.exitStatus.reasons,
        ]
        return (["schema": schema] + model.day.json + members).text
    }

    private static func shop(_ shop: ChainShop) -> JSONValue {
        [
            "shop": shop.name, "folder": shop.facts.folder, "state": shop.state, "code": shop.facts.exitStatus.code,
            "reasons": shop.facts.exitStatus.reasons, "rejected": shop.figures.rejected,
            "orders_short": shop.figures.ordersShort, "lost_sales": shop.money.lostSales,
            "currency": shop.money.currency, "problem": shop.problem,
        ]
    }

    private static func juice(_ juice: ChainJuice) -> JSONValue {
        [
            "juice": juice.name, "cups_served": juice.cupsServed, "cups_short": juice.cupsShort,
            "shops_short": juice.shopsShort,
        ]
    }

    private static func fruit(_ fruit: ChainFruit) -> JSONValue {
        [
            "fruit": fruit.name, "used": fruit.used, "lost_orders": fruit.lostOrders, "shops_short": fruit.shopsShort,
        ]
    }

    private static func purchase(_ purchase: ChainPurchase) -> JSONValue {
        [
            "fruit": purchase.fruit, "need": purchase.need, "stock": purchase.stock, "buy": purchase.buy,
            "shops": purchase.shops, "cost": purchase.cost,
            "currency": purchase.cost == nil ? nil : purchase.currency,
        ]
    }
}

/// The result of a chain's nightly run for a terminal, in about 10 to 25 lines.
package enum ChainText {
    private static let shopsMax = 10
    private static let fruitsMax = 8
    private static let exportsMax = 3

    /// Renders the roll-up; each line ends with a line end.
    ///
    /// - Parameter page: the path of the roll-up's page as shown to the user; nil if none was written.
    package static func render(_ model: ChainModel, on screen: TerminalStyle, page: String?) -> String {
        let viewModel = ChainViewModel(model, rowsMax: shopsMax)
        let headlineColour: ANSIStyle.Colour =
            viewModel.statusClass == "fine" ? .good : viewModel.statusClass == "short" ? .notable : .bad
        var lines = [screen.ansiStyle.colored(screen.folded(safe(viewModel.headline)), headlineColour)]
        for line in viewModel.urgentShops {
            let colour: ANSIStyle.Colour = line.state == .done || line.state == .rejected ? .notable : .bad
            let text = screen.folded(safe("\(line.name): \(line.why)"))
            lines.append("- " + screen.ansiStyle.colored("[\(viewModel.word(line.state))]", colour) + " " + text)
        }
        var others = [viewModel.moreUrgentShops] + sums(viewModel) + [buy(viewModel)] + exports(viewModel)
        if let page {
            others.append(viewModel.language.pick(ko: "모든 매장의 보고서: \(page)", en: "The report of all shops: \(page)"))
        }
        lines += others.compactMap(\.self).map { screen.folded(safe($0)) }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func safe(_ text: String) -> String { Escaping.terminal(text) }

    private static func sums(_ viewModel: ChainViewModel) -> [String?] {
        let (day, language) = (viewModel.model.day, viewModel.language)
        if day.shops == 0 { return [] }
        let orders = language.pick(
            ko: "주문: 만듦 \(grouped(day.ordersServed)), 못 만듦 \(grouped(day.ordersShort)) · "
                + "잔: 만듦 \(grouped(day.cupsServed)), 못 만듦 \(grouped(day.cupsShort)) · 행 \(grouped(day.rows))",
            en: "Orders: \(grouped(day.ordersServed)) served, \(grouped(day.ordersShort)) short · "
                + "cups: \(grouped(day.cupsServed)) served, \(grouped(day.cupsShort)) short · "
                + counted(day.rows, "row"))
        let money = day.money.map { sums in
            let (sales, lost) = (
                viewModel.amount(sums.sales, sums.currency), viewModel.amount(sums.lostSales, sums.currency)
            )
            return language.pick(ko: "매출 \(sales), 못 판 매출 \(lost)", en: "Sales \(sales), lost \(lost)")
        }
        return [orders] + money
    }

    /// The purchases for all shops, the largest first; nil if nothing is to be bought.
    private static func buy(_ viewModel: ChainViewModel) -> String? {
        let lines = viewModel.model.purchases.filter { $0.buy > 0 }
        guard let table = viewModel.buy else { return nil }
        let names = lines.prefix(fruitsMax).map { "\(ChainViewModel.clipped($0.fruit)) \(grouped($0.buy))" }
        let left = lines.count - names.count
        let more =
            left > 0
            ? [viewModel.language.pick(ko: "그 밖에 \(grouped(left))가지", en: "\(grouped(left)) more")] : []
        return table.title + ": " + (names + more).joined(separator: ", ")
    }

    /// The lines about exports that are not done or have rows that belong to no shop.
    private static func exports(_ viewModel: ChainViewModel) -> [String] {
        let open = viewModel.model.exports.filter {
            $0.state != .done || $0.rowsWithoutShop > 0 || $0.hasUncheckedTotals
        }
        let shown = open.prefix(exportsMax).map { export in
            if export.state == .done {
                return export.rowsWithoutShop > 0
                    ? viewModel.rowsWithoutShopText(export) : viewModel.uncheckedTotals(export)
            }
            let text = export.text.isEmpty ? "" : ": " + ChainViewModel.clipped(export.text)
            return "\(ChainViewModel.clipped(export.file)): \(viewModel.word(export.state))\(text)"
        }
        let left = open.count - shown.count
        if left == 0 { return shown }
        return shown + [
            viewModel.language.pick(
                ko: "살펴볼 파일이 \(grouped(left))개 더 있습니다.", en: "\(counted(left, "more export")) to check.")
        ]
    }
}
