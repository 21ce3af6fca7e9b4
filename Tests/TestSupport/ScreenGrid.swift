/// What a terminal shows that is written to at any place: understands the cursor's place, clearing, colours, and the
/// switch to another page and back.
package struct ScreenGrid: Sendable {
    /// Whether the other page is shown.
    package private(set) var isOtherPage = false
    /// Modes that are switched on, by their numbers.
    package private(set) var switchedOn: Set<String> = ["7", "25"]
    /// The colours used, as the numbers of their control sequences.
    package private(set) var colours: Set<String> = []
    /// Control sequences that it does not understand.
    package private(set) var unknown: [String] = []
    /// Whether a text went past the last column or row.
    package private(set) var hasOverflown = false

    private let columns: Int
    private let rows: Int
    // Nil is the second column of a wide character.
    private var cells: [[Character?]]
    private var firstPage: [[Character?]] = []
    private var row = 0
    private var column = 0

    /// Shows an output.
    package init(_ output: String, columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Self.blank(columns, rows)
        var scalars = Substring.UnicodeScalarView(output.unicodeScalars)
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\r": column = 0
            case "\n": newLine()
            case "\u{1B}": control(&scalars)
            default: put(Character(scalar))
            }
        }
    }

    /// Whether the cursor is shown.
    package var isCursorShown: Bool { switchedOn.contains("25") }

    /// The lines from the top, without spaces at their ends.
    package var lines: [String] {
        cells.map { row in
            var line = String(row.compactMap(\.self))
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// All lines.
    package var text: String { lines.joined(separator: "\n") }

    private static func blank(_ columns: Int, _ rows: Int) -> [[Character?]] {
        Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    private mutating func newLine() {
        if row < rows - 1 {
            row += 1
        } else {
            cells.removeFirst()
            cells.append(Array(repeating: " ", count: columns))
        }
    }

    private mutating func put(_ character: Character) {
        let isHangul = character.unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) }
        let width = isHangul ? 2 : 1
        if column + width > columns, switchedOn.contains("7") {
            column = 0
            newLine()
        }
        guard row < rows, column + width <= columns else {
            hasOverflown = true
            return
        }
        cells[row][column] = character
        if isHangul { cells[row][column + 1] = nil }
        column += width
    }

    private mutating func control(_ scalars: inout Substring.UnicodeScalarView) {
        var sequence = ""
        while let scalar = scalars.popFirst() {
            sequence.unicodeScalars.append(scalar)
            if scalar.properties.isAlphabetic { break }
        }
        guard sequence.hasPrefix("["), let last = sequence.last else { return unknown.append(sequence) }
        let numbers = String(sequence.dropFirst().dropLast())
        switch last {
        case "m": colours.insert(numbers)
        case "H":
            let place = numbers.split(separator: ";").compactMap { Int($0) }
            guard place.count == 2 else { return unknown.append(sequence) }
            (row, column) = (place[0] - 1, place[1] - 1)
            if row >= rows || column >= columns { hasOverflown = true }
        case "K" where numbers.isEmpty && row < rows:
            for place in column..<max(column, columns) { cells[row][place] = " " }
        case "J" where numbers == "2": cells = Self.blank(columns, rows)
        case "h" where numbers.hasPrefix("?"), "l" where numbers.hasPrefix("?"):
            mode(String(numbers.dropFirst()), isOn: last == "h")
        default: unknown.append(sequence)
        }
    }

    private mutating func mode(_ number: String, isOn: Bool) {
        if number == "1049" {
            if isOn, !isOtherPage { firstPage = cells }
            if !isOn, isOtherPage {
                cells = firstPage
                (row, column) = (rows - 1, 0)
            }
            isOtherPage = isOn
        } else if isOn {
            switchedOn.insert(number)
        } else {
            switchedOn.remove(number)
        }
    }
}
