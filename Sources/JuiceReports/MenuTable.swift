package import JuiceCore

/// The recipes of a menu as a table for a terminal.
package enum MenuTable {
    /// The lines of the table, with a line end behind each.
    package static func render(_ menu: Menu) -> String {
        let rows = menu.juices.map { juice in
            [
                SafeText.terminal(juice.name),
                SafeText.terminal(
                    juice.recipe.ingredients.map { "\(menu.fruits[$0.fruit].name) \(grouped($0.quantity))" }
                        .joined(separator: " + ")),
                SafeText.terminal(juice.aliases.joined(separator: ", ")),
            ]
        }
        let all = [["쥬스", "재료", "다른 이름"]] + rows
        let widths = (0..<3).map { column in all.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        return all.map { row in
            let cells = row.enumerated().map { DisplayWidth.padded($0.element, to: widths[$0.offset]) }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
