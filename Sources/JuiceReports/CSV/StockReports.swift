package import JuiceBatch
internal import JuiceCore

/// The files stock.csv, with closing stock, and restock.csv, with the fruit that short rows lack.
package enum StockReports {
    /// The maximum number of pieces that one instruction can restock.
    private static let restockMax = Action.restock.quantities.upperBound

    /// Renders closing stock as `fruit,stock`.
    package static func stock(_ model: ReportModel, style: CellStyle) -> [UInt8] {
        file(of: zip(model.menu.fruits, model.tally.fruits).map { ($0.name, $1.closing) }, style)
    }

    /// Renders the stock of a ledger as `fruit,stock`.
    package static func stock(_ stock: [FruitStock], style: CellStyle) -> [UInt8] {
        file(of: stock.map { ($0.fruit, $0.pieces) }, style)
    }

    private static func file(of stock: [(fruit: String, pieces: Int)], _ style: CellStyle) -> [UInt8] {
        style.file([["fruit", "stock"]] + stock.map { [$0.fruit, String($0.pieces)] })
    }

    /// Renders restock.csv as `id,action,item,quantity`: the restocks, on top of closing stock, with which short rows
    /// succeed.
    package static func restock(_ model: ReportModel, style: CellStyle) -> [UInt8] {
        let needs = zip(model.menu.fruits, model.restocks).map { (fruit: $0.name, pieces: $1) }
        return restocks(needs, idPrefix: model.restockIDPrefix, style: style)
    }

    /// Renders restocks as rows, splitting quantities that exceed `restockMax`.
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

    /// Renders a plan as a file of restocks, to be run when the delivery arrives.
    ///
    /// Each fruit to buy has one row, or several if the quantity exceeds the maximum of a row.
    package static func plan(_ model: PlanModel) -> [UInt8] {
        let lines = model.plan.lines.filter { $0.buy > 0 }.map { (fruit: $0.fruit, pieces: $0.buy) }
        return restocks(lines, idPrefix: model.idPrefix, style: CellStyle(isForExcel: false))
    }
}
