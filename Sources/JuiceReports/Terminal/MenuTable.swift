package import JuiceCore

/// The recipes of a menu as a table for a terminal.
package enum MenuTable {
    /// The lines of the table, with a line end behind each.
    package static func render(_ menu: Menu, _ language: MessageLanguage, on screen: Screen) -> String {
        let columns: [(String, TextTable.Side)] = [
            (language.pick(ko: "쥬스", en: "Juice"), .left), (language.pick(ko: "재료", en: "Ingredients"), .left),
            (language.pick(ko: "다른 이름", en: "Also known as"), .left),
        ]
        let rows = menu.juices.map { juice in
            [
                TextTable.Cell(juice.name),
                TextTable.Cell(
                    juice.recipe.ingredients.map { "\(menu.fruits[$0.fruit].name) \(grouped($0.quantity))" }
                        .joined(separator: " + ")),
                TextTable.Cell(juice.aliases.joined(separator: ", ")),
            ]
        }
        return TextTable(columns: columns, rows: rows).render(on: screen)
    }
}
