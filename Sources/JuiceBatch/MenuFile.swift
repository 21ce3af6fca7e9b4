package import JuiceCore

/// A menu of the shop's own: `juice,fruit,quantity` with a row an ingredient, `alias` and `fruit_alias` if wanted.
///
/// A row with a fruit but no juice and no quantity only names the fruit: that is how a fruit gets its place in the
/// order of all reports before the first recipe that uses it.
package enum MenuFile {
    /// The longest name, in bytes of UTF-8.
    package static let name_bytes_max = 100

    /// Reads a menu and the index of its names.
    package static func load(
        path: String, interruption: Interruption
    ) throws(BatchError) -> (menu: Menu, names: NameIndex) {
        let table = try SettingTable(path: path, interruption: interruption)
        var builder = MenuBuilder(table: table)
        let columns = try MenuColumns(table)
        for row in table.rows {
            try table.checkWidth(row)
            try builder.add(row, columns)
        }
        guard !builder.juices.isEmpty else { throw table.error(.empty, line: table.headerLine) }
        let menu = builder.menu
        do throws(NameIndex.Ambiguity) {
            return (menu, try NameIndex(menu: menu))
        } catch {
            let line = table.rows.last { $0.cells.contains { $0.contains(error.name) } }?.line
            throw table.error(.ambiguousName(error.name), line: line ?? table.headerLine)
        }
    }

    /// The rows of a menu file that reads back as this menu, the header first.
    package static func rows(_ menu: Menu) -> [[String]] {
        var rows = [["juice", "fruit", "quantity", "alias", "fruit_alias"]]
        var seen: Set<Int> = []
        func fruitAlias(_ fruit: Int) -> String {
            seen.insert(fruit).inserted ? menu.fruits[fruit].aliases.joined(separator: "|") : ""
        }
        func nameFruits(before fruit: Int) {
            for earlier in 0..<fruit where !seen.contains(earlier) {
                rows.append(["", menu.fruits[earlier].name, "", "", fruitAlias(earlier)])
            }
        }
        for juice in menu.juices {
            for (index, ingredient) in juice.recipe.ingredients.enumerated() {
                nameFruits(before: ingredient.fruit)
                rows.append([
                    juice.name, menu.fruits[ingredient.fruit].name, String(ingredient.quantity),
                    index == 0 ? juice.aliases.joined(separator: "|") : "", fruitAlias(ingredient.fruit),
                ])
            }
        }
        nameFruits(before: menu.fruits.count)
        return rows
    }
}

/// Where the cells of a menu file belong.
private struct MenuColumns {
    let juice: Int
    let fruit: Int
    let quantity: Int
    let alias: Int?
    let fruitAlias: Int?

    init(_ table: SettingTable) throws(BatchError) {
        juice = try table.neededColumn(["juice", "메뉴"])
        fruit = try table.neededColumn(["fruit", "과일"])
        quantity = try table.neededColumn(["quantity", "수량"])
        alias = try table.column(["alias"])
        fruitAlias = try table.column(["fruit_alias"])
    }
}

/// Puts a menu together row by row.
private struct MenuBuilder {
    struct Part {
        let name: String
        var aliases: [String]
        var ingredients: [Recipe.Ingredient] = []
    }

    let table: SettingTable
    private(set) var juices: [Part] = []
    private var fruits: [Part] = []
    private var juicePlaces: [String: Int] = [:]
    private var fruitPlaces: [String: Int] = [:]

    init(table: SettingTable) {
        self.table = table
    }

    var menu: Menu {
        Menu(
            fruits: fruits.map { Fruit(name: $0.name, aliases: $0.aliases) },
            juices: juices.map { Juice(name: $0.name, recipe: Recipe($0.ingredients), aliases: $0.aliases) })
    }

    mutating func add(_ row: SettingTable.Row, _ columns: MenuColumns) throws(BatchError) {
        let fruit = try place(of: row.cells[columns.fruit], in: &fruits, &fruitPlaces, Menu.fruits_max, row.line)
        if fruits[fruit].aliases.isEmpty { fruits[fruit].aliases = Self.builtInAliases(fruits[fruit].name) }
        try addAliases(columns.fruitAlias.map { row.cells[$0] }, to: &fruits[fruit], row.line)
        let isFruitOnly = row.cells[columns.juice].isEmpty && row.cells[columns.quantity].isEmpty
        if isFruitOnly { return }
        let juice = try place(of: row.cells[columns.juice], in: &juices, &juicePlaces, Menu.juices_max, row.line)
        try addAliases(columns.alias.map { row.cells[$0] }, to: &juices[juice], row.line)
        guard let quantity = parseQuantity(row.cells[columns.quantity]), (1...Recipe.quantity_max).contains(quantity)
        else { throw table.error(.badQuantity(row.cells[columns.quantity]), line: row.line) }
        guard !juices[juice].ingredients.contains(where: { $0.fruit == fruit }) else {
            throw table.error(.repeatedFruit(fruits[fruit].name), line: row.line)
        }
        juices[juice].ingredients.append(Recipe.Ingredient(fruit: fruit, quantity: quantity))
    }

    /// The English names that the fruits of the built-in menu keep on any menu.
    private static func builtInAliases(_ name: String) -> [String] {
        Menu.builtIn.fruits.first { nameKey($0.name) == nameKey(name) }?.aliases ?? []
    }

    /// The place of a name among those of its kind, as a new one if it has none yet.
    private func place(
        of name: String, in parts: inout [Part], _ places: inout [String: Int], _ count_max: Int, _ line: Int
    ) throws(BatchError) -> Int {
        try check(name, line)
        let key = nameKey(name)
        if let place = places[key] { return place }
        guard parts.count < count_max else { throw table.error(.tooMany(count_max), line: line) }
        places[key] = parts.count
        parts.append(Part(name: name, aliases: []))
        return parts.count - 1
    }

    private func addAliases(_ cell: String?, to part: inout Part, _ line: Int) throws(BatchError) {
        for word in (cell ?? "").unicodeScalars.split(separator: "|") {
            let alias = trimmedText(String(word))
            if alias.isEmpty { continue }
            try check(alias, line)
            if !part.aliases.contains(where: { nameKey($0) == nameKey(alias) }) { part.aliases.append(alias) }
        }
    }

    private func check(_ name: String, _ line: Int) throws(BatchError) {
        let isBad =
            nameKey(name).isEmpty || name.utf8.count > MenuFile.name_bytes_max
            || name.unicodeScalars.contains {
                ":;|".unicodeScalars.contains($0) || $0.properties.generalCategory == .control
            }
        if isBad { throw table.error(.badName(name), line: line) }
    }
}
