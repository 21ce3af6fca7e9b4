internal import JuiceBatch

/// A plan as a file of restocks, which `run` takes once the goods are there.
package enum PlanCSV {
    /// `id,action,item,quantity`, a row for each fruit that is to be bought, or more where one cannot say so many.
    package static func render(_ model: PlanModel) -> [UInt8] {
        let lines = model.plan.lines.filter { $0.buy > 0 }.map { (fruit: $0.fruit, pieces: $0.buy) }
        return StockReports.restocks(lines, idPrefix: model.idPrefix, style: CellStyle(isForExcel: false))
    }
}
