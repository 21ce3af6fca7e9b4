/// The content of a terminal after some output: interprets line ends, returns, clearing a line, and colours.
package struct TerminalScreen {
    /// The lines as they stand, without spaces at their ends.
    package private(set) var lines: [String] = []
    /// The number of lines that were longer than the screen.
    package private(set) var wraps = 0
    /// The colours used, as the numbers of their control sequences.
    package private(set) var colours: Set<String> = []
    /// Control sequences that it does not understand.
    package private(set) var unknown: [String] = []

    private let columns: Int
    /// The cells of the last line; the second one of a wide character is empty.
    private var cells: [String] = []
    private var column = 0

    /// Shows an output on a screen so many columns wide.
    package init(_ output: String, columns: Int) {
        self.columns = columns
        var scalars = Substring.UnicodeScalarView(output.unicodeScalars)
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\r": column = 0
            case "\n": newLine()
            case "\u{1B}":
                let last = scalars.firstIndex(where: \.properties.isAlphabetic)
                let end = last.map { scalars.index(after: $0) } ?? scalars.endIndex
                control(String(scalars[..<end]))
                scalars = scalars[end...]
            default: put(scalar)
            }
        }
        newLine()
        while lines.last == "" { lines.removeLast() }
    }

    private mutating func newLine() {
        lines.append(cells.joined().replacing(#/ +$/#, with: ""))
        (cells, column) = ([], 0)
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let shown = ("가"..."힣").contains(scalar) ? [String(scalar), ""] : [String(scalar)]
        if column + shown.count > columns {
            wraps += 1
            newLine()
        }
        while cells.count < column + shown.count { cells.append(" ") }
        cells.replaceSubrange(column..<column + shown.count, with: shown)
        column += shown.count
    }

    private mutating func control(_ sequence: String) {
        if sequence == "[K" {
            cells.removeLast(max(0, cells.count - column))
        } else if sequence.hasPrefix("["), sequence.hasSuffix("m") {
            colours.insert(String(sequence.dropFirst().dropLast()))
        } else {
            unknown.append(sequence)
        }
    }
}
