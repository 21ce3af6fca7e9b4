internal import CSV
internal import JuiceCore

/// chain.csv and buy.csv: the night of a chain as tables.
package enum ChainCSV {
    private static let style = CellStyle(isForExcel: false)

    /// chain.csv: a row for each shop.
    package static func shops(_ model: ChainModel) -> [UInt8] {
        var buffer = ByteBuffer(capacity: 1 << 16)
        buffer.append(
            """
            shop,folder,state,code,runs,rows,success,failure,short,rejected,skipped,orders_served,orders_short,\
            cups_served,cups_short,sales,lost_sales,currency,problem

            """)
        for shop in model.shops {
            let figures = shop.figures
            append(shop.name, to: &buffer)
            append(shop.facts.folder, to: &buffer)
            append(shop.state.rawValue, to: &buffer)
            for number in [
                shop.facts.code, figures.runs, figures.rows, figures.success, figures.failure, figures.short,
                figures.rejected, figures.skipped, figures.ordersServed, figures.ordersShort, figures.cupsServed,
                figures.cupsShort,
            ] {
                append(String(number), to: &buffer)
            }
            append(shop.money.sales?.digits ?? "", to: &buffer)
            append(shop.money.lostSales?.digits ?? "", to: &buffer)
            append(shop.money.currency ?? "", to: &buffer)
            style.append(Array(shop.problem.utf8), to: &buffer)
            buffer.append(style.lineEnd)
        }
        return Array(buffer.bytes)
    }

    /// buy.csv: a row for each shop and each fruit of which its plan knows a need.
    package static func buy(_ model: ChainModel) -> [UInt8] {
        var buffer = ByteBuffer(capacity: 1 << 16)
        buffer.append("shop,folder,for,fruit,need,stock,buy,cost\n")
        for shop in model.shops {
            guard let plan = shop.facts.plan else { continue }
            for line in plan.lines {
                append(shop.name, to: &buffer)
                append(shop.facts.folder, to: &buffer)
                append(plan.date, to: &buffer)
                append(line.fruit, to: &buffer)
                for number in [line.need, line.stock, line.buy] { append(String(number), to: &buffer) }
                style.append(Array((line.cost.map { Money(hundredths: $0).digits } ?? "").utf8), to: &buffer)
                buffer.append(style.lineEnd)
            }
        }
        return Array(buffer.bytes)
    }

    /// Appends a cell that others follow.
    private static func append(_ text: String, to buffer: inout ByteBuffer) {
        style.append(Array(text.utf8), to: &buffer)
        buffer.append(Ascii.comma)
    }
}
