/// A table for a terminal, laid out by display width.
package struct TextTable: Sendable {
    /// The alignment of a cell in its column: words on the left, numbers on the right.
    package enum Side: Sendable {
        case left, right
    }

    /// One cell of the table.
    package struct Cell: Sendable, ExpressibleByStringInterpolation {
        let text: String
        let colour: ANSIStyle.Colour?

        /// Creates a cell of a table.
        ///
        /// - Parameter colour: nil leaves the terminal's own.
        package init(_ text: String, _ colour: ANSIStyle.Colour? = nil) {
            self.text = Escaping.terminal(text)
            self.colour = colour
        }

        package init(stringLiteral text: String) { self.init(text) }
    }

    /// The narrowest that a column of words is made, in columns of the terminal.
    private static let wordsMin = 8
    /// The least that is left of the header of a column of numbers.
    private static let headerMin = 4
    private static let gap = "  "

    private let sides: [Side]
    private let rows: [[Cell]]

    /// Creates a table from columns and rows.
    ///
    /// - Parameters:
    ///   - columns: the header of each column, and on which side its cells stand.
    ///   - rows: as many cells each as there are columns.
    package init(columns: [(header: String, side: Side)], rows: [[Cell]]) {
        precondition(rows.allSatisfy { $0.count == columns.count }, "a row has a cell for each column")
        sides = columns.map(\.side)
        self.rows = [columns.map { Cell($0.header, .faint) }] + rows
    }

    /// A table whose headers have `|` between them, and `#` in front of each whose cells stand on the right.
    init(_ headers: String, rows: [[Cell]]) {
        let columns = headers.split(separator: "|", omittingEmptySubsequences: false).map { header in
            header.hasPrefix("#") ? (header: String(header.dropFirst()), side: Side.right) : (String(header), .left)
        }
        self.init(columns: columns, rows: rows)
    }

    /// Creates a table of cells without colours.
    init(_ headers: String, rows: [[String]]) { self.init(headers, rows: rows.map { $0.map { Cell($0) } }) }

    /// The lines of the table, each followed by a line end.
    ///
    /// What does not fit on the screen is cut.
    package func render(on screen: TerminalStyle) -> String {
        let widths = widths(within: screen.widthMax)
        return rows.map { row in
            var line = ""
            var spaces = ""
            for (place, cell) in row.enumerated() where widths[place] > 0 {
                let text = DisplayWidth.truncated(cell.text, to: widths[place])
                let room = String(repeating: " ", count: widths[place] - DisplayWidth.of(text))
                if sides[place] == .right { spaces += room }
                // Spaces are written once something follows them, so that no line ends in any.
                if !text.isEmpty {
                    line += spaces + screen.ink.paint(text, cell.colour)
                    spaces = ""
                }
                spaces += (sides[place] == .left ? room : "") + Self.gap
            }
            return line + "\n"
        }.joined()
    }

    /// The width of each column: on a narrow screen headers of numbers are cut first, then words, then all else.
    private func widths(within widthMax: Int?) -> [Int] {
        var widths = sides.indices.map { place in rows.map { DisplayWidth.of($0[place].text) }.max() ?? 0 }
        guard let widthMax else { return widths }
        let bodies = sides.indices.map { place in rows.dropFirst().map { DisplayWidth.of($0[place].text) }.max() ?? 0 }
        var surplus = widths.reduce(0, +) + Self.gap.count * (widths.count - 1) - widthMax
        let steps: [(of: TextTable.Side?, least: (Int) -> Int)] = [
            (.right, { max(bodies[$0], Self.headerMin) }), (.left, { _ in Self.wordsMin }), (nil, { _ in 1 }),
        ]
        for step in steps {
            let places = sides.indices.filter { step.of == nil || sides[$0] == step.of }
            while surplus > 0,
                let widest = places.filter({ widths[$0] > step.least($0) }).max(by: { widths[$0] < widths[$1] })
            {
                widths[widest] -= 1
                surplus -= 1
            }
        }
        return widths
    }
}
