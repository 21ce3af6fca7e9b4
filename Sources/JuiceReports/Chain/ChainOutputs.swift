internal import JuiceCore

/// chain.csv and buy.csv: the night of a chain as tables.
package enum ChainCSV {
    private static let shopColumns = [
        "shop", "folder", "state", "code", "runs", "rows", "success", "failure", "short", "rejected", "skipped",
        "orders_served", "orders_short", "cups_served", "cups_short", "sales", "lost_sales", "currency", "problem",
    ]
    private static let buyColumns = ["shop", "folder", "for", "fruit", "need", "stock", "buy", "cost"]

    /// chain.csv: a row for each shop.
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

    /// buy.csv: a row for each shop and each fruit of which its plan knows a need.
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

/// chain.json: the night of a chain as data with a stable order of keys.
package enum ChainJSON {
    static let schema = 1
    /// The maximum number of shops listed as needing a look; chain.csv has all.
    package static let lookFirstMax = 100

    /// Renders the model as the text of chain.json.
    package static func render(_ model: ChainModel) -> String {
        let states = ShopRunState.allCases.map { ($0.rawValue, JSONValue.number(model.count($0))) }
        let shown = model.lookFirst.prefix(lookFirstMax)
        let members: [(String, JSONValue)] = [
            ("codes", .object(model.figures.codes.map { ($0.name, .number($0.count)) })),
            ("shops_by_state", .object(states)), ("exports", model.exports.json),
            ("look_first", .array(shown.map { shop(model.shops[$0]) })),
            ("look_first_more", .number(model.lookFirst.count - shown.count)),
            ("juices", .array(model.juices.map(juice))), ("fruits", .array(model.fruits.map(fruit))),
            ("buy_for", model.planDates.json),
            ("buy", .array(model.purchases.map(purchase))),
            ("compared", model.compared.json), ("exit", .number(model.exitStatus.code)),
            ("exit_reasons", model.exitStatus.reasons.json),
        ]
        return JSONValue.object([("schema", .number(schema))] + model.day.members + members).text
    }

    private static func shop(_ shop: ChainShop) -> JSONValue {
        .object([
            ("shop", .string(shop.name)), ("folder", .string(shop.facts.folder)),
            ("state", .string(shop.state.rawValue)), ("code", .number(shop.facts.exitStatus.code)),
            ("reasons", shop.facts.exitStatus.reasons.json),
            ("rejected", .number(shop.figures.rejected)), ("orders_short", .number(shop.figures.ordersShort)),
            ("lost_sales", shop.money.lostSales.json),
            ("currency", shop.money.currency.json), ("problem", .string(shop.problem)),
        ])
    }

    private static func juice(_ juice: ChainJuice) -> JSONValue {
        .object([
            ("juice", .string(juice.name)), ("cups_served", .number(juice.cupsServed)),
            ("cups_short", .number(juice.cupsShort)), ("shops_short", .number(juice.shopsShort)),
        ])
    }

    private static func fruit(_ fruit: ChainFruit) -> JSONValue {
        .object([
            ("fruit", .string(fruit.name)), ("used", .number(fruit.used)), ("lost_orders", .number(fruit.lostOrders)),
            ("shops_short", .number(fruit.shopsShort)),
        ])
    }

    private static func purchase(_ purchase: ChainPurchase) -> JSONValue {
        .object([
            ("fruit", .string(purchase.fruit)), ("need", .number(purchase.need)), ("stock", .number(purchase.stock)),
            ("buy", .number(purchase.buy)), ("shops", .number(purchase.shops)), ("cost", purchase.cost.json),
            ("currency", (purchase.cost == nil ? nil : purchase.currency).json),
        ])
    }
}
