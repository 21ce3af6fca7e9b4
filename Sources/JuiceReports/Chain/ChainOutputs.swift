internal import CSV
internal import JuiceCore

/// chain.csv and buy.csv: the night of a chain as tables.
package enum ChainCSV {
    /// chain.csv: a row for each shop.
    package static func shops(_ model: ChainModel, style: CellStyle) -> [UInt8] {
        var buffer = ByteBuffer(capacity: 1 << 16)
        buffer.append(style.fileStart)
        buffer.append(
            """
            shop,folder,state,code,runs,rows,success,failure,short,rejected,skipped,orders_served,orders_short,\
            cups_served,cups_short,sales,lost_sales,currency,problem
            """)
        buffer.append(style.lineEnd)
        for shop in model.shops {
            let figures = shop.figures
            append(shop.name, style, to: &buffer)
            append(shop.facts.folder, style, to: &buffer)
            append(shop.state.rawValue, style, to: &buffer)
            for number in [
                shop.facts.exitStatus.code, figures.runs, figures.rows, figures.success, figures.failure, figures.short,
                figures.rejected, figures.skipped, figures.ordersServed, figures.ordersShort, figures.cupsServed,
                figures.cupsShort,
            ] {
                append(String(number), style, to: &buffer)
            }
            append(shop.money.sales?.digits ?? "", style, to: &buffer)
            append(shop.money.lostSales?.digits ?? "", style, to: &buffer)
            append(shop.money.currency ?? "", style, to: &buffer)
            style.append(Array(shop.problem.utf8), to: &buffer)
            buffer.append(style.lineEnd)
        }
        return Array(buffer.bytes)
    }

    /// buy.csv: a row for each shop and each fruit of which its plan knows a need.
    package static func buy(_ model: ChainModel, style: CellStyle) -> [UInt8] {
        var buffer = ByteBuffer(capacity: 1 << 16)
        buffer.append(style.fileStart)
        buffer.append("shop,folder,for,fruit,need,stock,buy,cost")
        buffer.append(style.lineEnd)
        for shop in model.shops {
            guard let plan = shop.facts.plan else { continue }
            for line in plan.lines {
                append(shop.name, style, to: &buffer)
                append(shop.facts.folder, style, to: &buffer)
                append(plan.date, style, to: &buffer)
                append(line.fruit, style, to: &buffer)
                for number in [line.need, line.stock, line.buy] { append(String(number), style, to: &buffer) }
                style.append(Array((line.cost.map { Money(hundredths: $0).digits } ?? "").utf8), to: &buffer)
                buffer.append(style.lineEnd)
            }
        }
        return Array(buffer.bytes)
    }

    /// Appends a cell that others follow.
    private static func append(_ text: String, _ style: CellStyle, to buffer: inout ByteBuffer) {
        style.append(Array(text.utf8), to: &buffer)
        buffer.append(Ascii.comma)
    }
}

/// chain.json: the night of a chain as data with a stable order of keys.
package enum ChainJSON {
    static let schema = 1
    /// The maximum number of shops listed as needing a look; chain.csv has all.
    package static let lookFirstMax = 100

    /// The keys of a night's sums, its date among them.
    static let sumKeys = [
        "date", "shops", "rows", "success", "failure", "orders_served", "orders_short", "cups_served", "cups_short",
        "money",
    ]

    /// Renders the model as the text of chain.json.
    package static func render(_ model: ChainModel) -> String {
        let states = ShopRunState.allCases.map { ($0.rawValue, JSONValue.number(model.count($0))) }
        let shown = model.lookFirst.prefix(lookFirstMax)
        let members: [(String, JSONValue)] = [
            ("codes", .object(model.figures.codes.map { ($0.name, .number($0.count)) })),
            ("shops_by_state", .object(states)), ("exports", .array(model.exports.map(\.json))),
            ("look_first", .array(shown.map { shop(model.shops[$0]) })),
            ("look_first_more", .number(model.lookFirst.count - shown.count)),
            ("juices", .array(model.juices.map(juice))), ("fruits", .array(model.fruits.map(fruit))),
            ("buy_for", .array(model.planDates.map { .string($0) })),
            ("buy", .array(model.purchases.map(purchase))),
            ("compared", .array(model.compared.map { .object(sums($0)) })), ("exit", .number(model.exitStatus.code)),
            ("exit_reasons", model.exitStatus.json),
        ]
        return JSONValue.object([("schema", .number(schema))] + sums(model.day) + members).text
    }

    private static func sums(_ day: ChainDay) -> [(String, JSONValue)] {
        [
            ("date", .string(day.date)), ("shops", .number(day.shops)), ("rows", .number(day.rows)),
            ("success", .number(day.success)), ("failure", .number(day.failure)),
            ("orders_served", .number(day.ordersServed)), ("orders_short", .number(day.ordersShort)),
            ("cups_served", .number(day.cupsServed)), ("cups_short", .number(day.cupsShort)),
            ("money", .array(day.money.map(\.json))),
        ]
    }

    private static func shop(_ shop: ChainShop) -> JSONValue {
        .object([
            ("shop", .string(shop.name)), ("folder", .string(shop.facts.folder)),
            ("state", .string(shop.state.rawValue)), ("code", .number(shop.facts.exitStatus.code)),
            ("reasons", shop.facts.exitStatus.json),
            ("rejected", .number(shop.figures.rejected)), ("orders_short", .number(shop.figures.ordersShort)),
            ("lost_sales", amount(shop.money.lostSales)),
            ("currency", shop.money.currency.map { .string($0) } ?? .null), ("problem", .string(shop.problem)),
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
            ("buy", .number(purchase.buy)), ("shops", .number(purchase.shops)), ("cost", amount(purchase.cost)),
            ("currency", purchase.cost == nil ? .null : purchase.currency.map { .string($0) } ?? .null),
        ])
    }

    /// An amount in digits, or null.
    static func amount(_ money: Money?) -> JSONValue { money.map { .string($0.digits) } ?? .null }
}
