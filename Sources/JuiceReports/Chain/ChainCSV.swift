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
