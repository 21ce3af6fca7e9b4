/// The content of a terminal after some output: interprets line ends, returns, clearing a line, and colours.
package struct TerminalScreen {
    /// The lines as they stand, without spaces at their ends.
    package private(set) var lines: [String] = [""]
    /// The number of lines that were longer than the screen.
    package private(set) var wraps = 0
    /// The colours used, as the numbers of their control sequences.
    package private(set) var colours: Set<String> = []
    /// Control sequences that it does not understand.
    package private(set) var unknown: [String] = []

    private let columns: Int
    private var cells: [Character?] = []
    private var column = 0

    /// Shows an output on a screen so many columns wide.
    package init(_ output: String, columns: Int) {
        self.columns = columns
        var scalars = Substring.UnicodeScalarView(output.unicodeScalars)
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\r": column = 0
            case "\n": newLine()
            case "\u{1B}": control(&scalars)
            default: put(Character(scalar))
            }
        }
        flush()
        while lines.last == "" { lines.removeLast() }
    }

    private mutating func flush() {
        var line = String(cells.map { $0 ?? "\u{0}" }).filter { $0 != "\u{0}" }
        while line.last == " " { line.removeLast() }
        lines[lines.count - 1] = line
    }

    private mutating func newLine() {
        flush()
        lines.append("")
        cells = []
        column = 0
    }

    private mutating func put(_ character: Character) {
        let isHangul = character.unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) }
        let width = isHangul ? 2 : 1
        if column + width > columns {
            wraps += 1
            newLine()
        }
        while cells.count < column + width { cells.append(" ") }
        cells[column] = character
        // The second column of a wide character.
        if isHangul { cells[column + 1] = nil }
        column += width
    }

    private mutating func control(_ scalars: inout Substring.UnicodeScalarView) {
        var sequence = ""
        while let scalar = scalars.popFirst() {
            sequence.unicodeScalars.append(scalar)
            if scalar.properties.isAlphabetic { break }
        }
        switch sequence {
        case "[K": cells.removeLast(max(0, cells.count - column))
        case let text where text.hasPrefix("[") && text.hasSuffix("m"):
            colours.insert(String(text.dropFirst().dropLast()))
        default: unknown.append(sequence)
        }
    }
}
