/// Writes a screen to a terminal: only the lines that have changed.
package struct ScreenPainter: Sendable {
    private var shown: [String] = []

    package init() {}

    /// What turns what the terminal shows into these lines, from the top; empty if it shows them.
    ///
    /// - Parameter isAnew: whether it is not known what the terminal shows.
    package mutating func text(_ lines: [String], isAnew: Bool) -> String {
        var text = ""
        if isAnew || lines.count != shown.count {
            text = "\u{1B}[2J"
            shown = Array(repeating: "", count: lines.count)
        }
        for (row, line) in lines.enumerated() where shown[row] != line {
            text += "\u{1B}[\(row + 1);1H" + Self.short(line)
        }
        shown = lines
        return text
    }

    /// Spaces at the end of a line are cleared rather than sent.
    private static func short(_ line: String) -> String {
        guard line.last == " ", let last = line.lastIndex(where: { $0 != " " }) else {
            return line.last == " " ? "\u{1B}[K" : line
        }
        return line[...last] + "\u{1B}[K"
    }
}
