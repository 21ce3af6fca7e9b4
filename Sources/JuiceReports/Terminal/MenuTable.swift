package import JuiceCore

/// The recipes of a menu as a table for a terminal.
package enum MenuTable {
    /// The lines of the table, with a line end behind each.
    package static func render(
        _ menu: Menu, _ language: MessageLanguage, currency: String, on screen: TerminalStyle
    ) -> String {
        let words = MoneyFormat(sign: currency)
        let money: [(String, TextTable.Side)] = [
            (language.pick(ko: "판매가", en: "Price"), .right), (language.pick(ko: "재료값", en: "Fruit"), .right),
        ]
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
                + (menu.hasMoney
                    ? [TextTable.Cell(words.text(juice.price)), TextTable.Cell(words.text(cost(of: juice, menu)))] : [])
        }
        return TextTable(columns: columns + (menu.hasMoney ? money : []), rows: rows).render(on: screen)
    }

    /// The cost of the fruit in a cup; nil where a cost is missing.
    private static func cost(of juice: Juice, _ menu: Menu) -> Money? {
        var hundredths = 0
        for ingredient in juice.recipe.ingredients {
            guard let cost = menu.fruits[ingredient.fruit].cost else { return nil }
            hundredths += cost.hundredths * ingredient.quantity
        }
        return Money(hundredths: hundredths)
    }
}
