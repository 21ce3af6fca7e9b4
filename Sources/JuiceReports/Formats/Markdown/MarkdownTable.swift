/// A table of a story in Markdown.
enum MarkdownTable {
    static func text(_ table: StoryTable) -> String {
        let rows = table.rows.map { row in
            zip(row.cells, table.columns).map { cell, column in
                switch column.kind {
                case .code: "`\(cell)`"
                case .bar: "\(bar(row.barPermille ?? 0)) \(escaped(cell))"
                default: escaped(cell)
                }
            }
        }
        let sums = table.sums.map { [$0.map { $0.isEmpty ? "" : "**\(escaped($0))**" }] } ?? []
        let rule = table.columns.map { $0.kind == .number ? "---:" : "---" }
        return lines([table.columns.map { escaped($0.title) }, rule] + rows + sums)
            + (table.more.map { "\n\n" + $0 } ?? "")
    }

    /// Rows of cells that are Markdown by themselves.
    static func lines(_ rows: [[String]]) -> String {
        rows.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }

    /// Ten blocks, of which as many are full as the share says; one at least where there is anything.
    private static func bar(_ permille: Int) -> String {
        let full = permille == 0 ? 0 : max(1, permille / 100)
        return String(repeating: "█", count: full) + String(repeating: "░", count: 10 - full)
    }

    private static func escaped(_ text: String) -> String { SafeText.markdown(text, isCell: true) }
}
