/// The properties of the terminal or file that a text is written to.
package struct TerminalStyle: Sendable {
    /// A colour by its meaning; the values are parameters of the SGR control sequence.
    package enum Colour: String, Sendable {
        case good = "32"
        /// The colour of values that need attention.
        case notable = "33"
        /// The colour of errors and other values that need correction.
        case bad = "31"
        case strong = "1"
        case faint = "2"
    }

    private let isColoured: Bool
    /// The width in columns, at least 20; nil for no limit, as for a file.
    package let widthMax: Int?

    /// Creates a style for an output that may have colours; by default, that of a file or a pipe.
    package init(isColoured: Bool = false, widthMax: Int? = nil) {
        self.isColoured = isColoured
        self.widthMax = widthMax.map { max($0, 20) }
    }

    package static let plain = TerminalStyle()

    /// A sentence wrapped to the width, without a line end after the last line.
    package func folded(_ text: String) -> String {
        guard let widthMax else { return text }
        return text.folded(to: widthMax).joined(separator: "\n")
    }

    /// Returns a text in a colour; unchanged if there is no colour.
    package func colored(_ text: String, _ colour: Colour?) -> String {
        guard isColoured, let colour, !text.isEmpty else { return text }
        return "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
    }

    /// A cell of a table, escaped for a terminal.
    package struct Cell: Sendable, ExpressibleByStringInterpolation {
        fileprivate let text: String
        fileprivate let colour: Colour?

        /// Creates a cell with a colour, or in the default colour of the terminal.
        package init(_ text: String, _ colour: Colour? = nil) {
            self.text = Escaping.terminal(text)
            self.colour = colour
        }

        package init(stringLiteral text: String) { self.init(text) }
    }

    private static let gap = "  "

    /// The lines of a table of cells without colours, with headers as for coloured cells.
    func table(_ headers: String, rows: [[String]]) -> String { table(headers, rows: rows.map { $0.map { Cell($0) } }) }

    /// The lines of a table, each with a line end; text that does not fit is cut.
    ///
    /// `headers` are separated by `|`; one with a leading `#` is that of numbers, which are right-aligned.
    package func table(_ headers: String, rows: [[Cell]]) -> String {
        let columns = headers.split(separator: "|", omittingEmptySubsequences: false)
        precondition(rows.allSatisfy { $0.count == columns.count }, "a row has a cell for each column")
        let areNumbers = columns.map { $0.hasPrefix("#") }
        let rows = [columns.map { Cell(String($0.drop { $0 == "#" }), .faint) }] + rows
        let widths = widths(of: rows, areNumbers)
        return rows.map { row in
            var line = ""
            var spaces = ""
            for (index, cell) in row.enumerated() where widths[index] > 0 {
                let text = cell.text.truncated(to: widths[index])
                let padding = String(repeating: " ", count: widths[index] - text.displayWidth)
                if areNumbers[index] { spaces += padding }
                // Spaces are written only before another cell, so that no line ends with spaces.
                if !text.isEmpty {
                    line += spaces + colored(text, cell.colour)
                    spaces = ""
                }
                spaces += (areNumbers[index] ? "" : padding) + Self.gap
            }
            return line + "\n"
        }.joined()
    }

    /// The width of each column; on a narrow terminal, headers of numbers are cut first, then words, then all else.
    private func widths(of rows: [[Cell]], _ areNumbers: [Bool]) -> [Int] {
        var widths = areNumbers.indices.map { index in rows.map { $0[index].text.displayWidth }.max() ?? 0 }
        guard let widthMax else { return widths }
        let bodies = areNumbers.indices.map { index in rows.dropFirst().map { $0[index].text.displayWidth }.max() ?? 0 }
        var surplus = widths.reduce(0, +) + Self.gap.count * (widths.count - 1) - widthMax
        // Each step narrows one kind of columns, down to a minimum width.
        let steps: [(ofNumbers: Bool?, least: (Int) -> Int)] = [
            (true, { max(bodies[$0], 4) }), (false, { _ in 8 }), (nil, { _ in 1 }),
        ]
        for step in steps {
            let indices = areNumbers.indices.filter { step.ofNumbers == nil || areNumbers[$0] == step.ofNumbers }
            while surplus > 0,
                let widest = indices.filter({ widths[$0] > step.least($0) }).max(by: { widths[$0] < widths[$1] })
            {
                widths[widest] -= 1
                surplus -= 1
            }
        }
        return widths
    }
}
