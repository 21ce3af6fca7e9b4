package import JuiceCore

/// The recipes of a menu as a table for a terminal.
package enum MenuTable {
    /// The lines of the table, with a line end behind each.
    package static func render(
        _ menu: Menu, _ language: MessageLanguage, currency: String, on screen: TerminalStyle
    ) -> String {
        let words = MoneyFormat(sign: currency)
        let columns = language.pick(ko: "쥬스|재료|다른 이름", en: "Juice|Ingredients|Also known as")
        let money = menu.hasMoney ? language.pick(ko: "|#판매가|#재료값", en: "|#Price|#Fruit") : ""
        let rows = menu.juices.map { juice in
            let ingredients = juice.recipe.ingredients.map {
                "\(menu.fruits[$0.fruit].name) \(grouped($0.quantity))"
            }
            return [juice.name, ingredients.joined(separator: " + "), juice.aliases.joined(separator: ", ")]
                + (menu.hasMoney ? [words.text(juice.price), words.text(cost(of: juice, menu))] : [])
        }
        return TextTable(columns + money, rows: rows).render(on: screen)
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
