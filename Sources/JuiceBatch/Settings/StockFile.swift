internal import CSV
package import JuiceCore

/// Stock at the start of a run: `fruit,stock`, a row a fruit; fruits without a row stand at 0.
package enum StockFile {
    /// Reads stock by the fruit's place on the menu.
    package static func load(
        path: String, menu: Menu, names: NameIndex, interruption: Interruption
    ) throws(BatchError) -> [Int] {
        let table = try CSVTable(path: path, interruption: interruption)
        let fruitColumn = try table.neededColumn(ReportHeader.fruitNames)
        let stockColumn = try table.neededColumn(ReportHeader.stockNames)
        var stock = [Int?](repeating: nil, count: menu.fruits.count)
        for row in table.rows {
            try table.checkWidth(row)
            let name = row.cells[fruitColumn]
            guard let fruit = names.fruit(name) else { throw table.error(.unknownFruit(name), line: row.line) }
            guard stock[fruit] == nil else { throw table.error(.repeatedFruit(name), line: row.line) }
            guard let quantity = parseQuantity(row.cells[stockColumn]), quantity <= FruitStore.stockMax else {
                throw table.error(.badQuantity(row.cells[stockColumn]), line: row.line)
            }
            stock[fruit] = quantity
        }
        return stock.map { $0 ?? 0 }
    }

    /// The text of a stock file with the stock of each fruit, by the fruit's index on the menu.
    package static func text(of menu: Menu, stock: [Int]) -> String {
        "fruit,stock\n"
            + zip(menu.fruits, stock).map { fruit, pieces in
                String(decoding: csvRecord([Array(fruit.name.utf8), Array("\(pieces)".utf8)]), as: UTF8.self) + "\n"
            }.joined()
    }
}
