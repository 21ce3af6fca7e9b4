/// A plan for a terminal.
package enum PlanTable {
    /// Its lines, with a line end behind each.
    package static func render(_ model: PlanModel, on screen: Screen) -> String {
        let story = PlanStory(model)
        let table = story.fruits
        let columns = table.columns.map { column in
            (header: column.title, side: column.kind == .number ? TextTable.Side.right : .left)
        }
        let rows = table.rows.map { $0.cells.map { TextTable.Cell($0) } }
        let text = rows.isEmpty ? "" : TextTable(columns: columns, rows: rows).render(on: screen)
        let words = [story.title, story.headline] + story.notes
        let lines = words.map { screen.folded(SafeText.terminal($0)) + "\n" }
        return lines.prefix(2).joined() + text + lines.dropFirst(2).joined()
    }
}
