package import JuiceCore

/// The recipes of a menu as a table for a terminal.
package enum MenuTable {
    /// The lines of the table, with a line end behind each.
    package static func render(_ menu: Menu, _ language: Language) -> String {
        let rows = menu.juices.map { juice in
            [
                SafeText.terminal(juice.name),
                SafeText.terminal(
                    juice.recipe.ingredients.map { "\(menu.fruits[$0.fruit].name) \(grouped($0.quantity))" }
                        .joined(separator: " + ")),
                SafeText.terminal(juice.aliases.joined(separator: ", ")),
            ]
        }
        let header = [
            language.pick(ko: "쥬스", en: "Juice"), language.pick(ko: "재료", en: "Ingredients"),
            language.pick(ko: "다른 이름", en: "Also known as"),
        ]
        let all = [header] + rows
        let widths = (0..<3).map { column in all.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        return all.map { row in
            let cells = row.enumerated().map { DisplayWidth.padded($0.element, to: widths[$0.offset]) }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
