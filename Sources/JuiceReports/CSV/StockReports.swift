package import JuiceBatch
internal import JuiceCore

/// The files stock.csv and restock.csv: closing stock, and what to restock.
package enum StockReports {
    /// The most pieces that one instruction restocks.
    private static let restockMax = Action.restock.quantities.upperBound

    /// Renders closing stock as `fruit,stock`.
    package static func stock(_ model: ReportModel, style: CellStyle) -> [UInt8] {
        file(of: zip(model.menu.fruits, model.tally.fruits).map { ($0.name, $1.closing) }, style)
    }

    /// The bytes of stock.csv for stock as a ledger has it.
    package static func stock(_ stock: [FruitStock], style: CellStyle) -> [UInt8] {
        file(of: stock.map { ($0.fruit, $0.pieces) }, style)
    }

    private static func file(of stock: [(fruit: String, pieces: Int)], _ style: CellStyle) -> [UInt8] {
        style.file([["fruit", "stock"]] + stock.map { [$0.fruit, String($0.pieces)] })
    }

    /// The content of restock.csv (`id,action,item,quantity`): the restocks with which short rows succeed, in addition
    /// to closing stock.
    package static func restock(_ model: ReportModel, style: CellStyle) -> [UInt8] {
        let needs = zip(model.menu.fruits, model.restocks).map { (fruit: $0.name, pieces: $1) }
        return restocks(needs, idPrefix: model.restockIDPrefix, style: style)
    }

    /// A file of restocks, with as many rows for a fruit as it takes.
    private static func restocks(_ needs: [(fruit: String, pieces: Int)], idPrefix: String, style: CellStyle) -> [UInt8]
    {
        var rows = [["id", "action", "item", "quantity"]]
        for need in needs {
            var left = need.pieces
            while left > 0 {
                let step = min(left, restockMax)
                rows.append(["\(idPrefix)-\(rows.count)", Action.restock.name, need.fruit, String(step)])
                left -= step
            }
        }
        return style.file(rows)
    }

    /// A plan as a file of restocks, to be run when the goods arrive: one row for each fruit to buy, or more if the
    /// quantity exceeds a row's limit.
    package static func plan(_ model: PlanModel) -> [UInt8] {
        let lines = model.plan.lines.filter { $0.buy > 0 }.map { (fruit: $0.fruit, pieces: $0.buy) }
        return restocks(lines, idPrefix: model.idPrefix, style: CellStyle(isForExcel: false))
    }
}
