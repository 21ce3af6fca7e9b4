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
    package static let lookFirstMax = 100

    /// Renders the model as the text of chain.json.
    package static func render(_ model: ChainModel) -> String {
        let states = ShopRunState.allCases.map { ($0.rawValue, JSONValue.number(model.count($0))) }
        let shown = model.lookFirst.prefix(lookFirstMax)
        let members: JSONValue = [
            "codes": JSONValue.object(model.figures.codes.map { ($0.name, .number($0.count)) }),
            "shops_by_state": JSONValue.object(states), "exports": model.exports,
            "look_first": shown.map { shop(model.shops[$0]) }, "look_first_more": model.lookFirst.count - shown.count,
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
