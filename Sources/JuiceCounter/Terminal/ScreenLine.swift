package import JuiceReports

/// A line of a terminal's screen: texts in colours, measured in columns.
package struct ScreenLine: Sendable, Equatable {
    private struct Part: Sendable, Equatable {
        let text: String
        let colour: Ink.Colour?
    }

    private var parts: [Part] = []
    /// How many columns it takes.
    package private(set) var width = 0

    /// An empty line.
    package init() {}

    /// A line that consists of one text.
    package init(_ text: String, _ colour: Ink.Colour? = nil) {
        add(text, colour)
    }

    /// The text without its colours.
    package var text: String { parts.map(\.text).joined() }

    /// The text with its colours.
    package func painted(_ ink: Ink) -> String { parts.map { ink.paint($0.text, $0.colour) }.joined() }

    /// Puts a text behind; what a terminal would not show as itself is written out.
    package mutating func add(_ text: String, _ colour: Ink.Colour? = nil) {
        let text = SafeText.terminal(text)
        parts.append(Part(text: text, colour: colour))
        width += DisplayWidth.of(text)
    }

    /// Puts another line behind.
    package mutating func add(_ line: ScreenLine) {
        parts += line.parts
        width += line.width
    }

    /// Puts spaces behind, up to a width in columns.
    package mutating func pad(to width: Int, _ colour: Ink.Colour? = nil) {
        if self.width < width { add(String(repeating: " ", count: width - self.width), colour) }
    }

    /// The line in just so many columns: spaces behind it, or `…` for what is cut off.
    package func fitted(to width: Int) -> ScreenLine {
        var line = self
        if self.width > width {
            line = ScreenLine()
            for (index, part) in parts.enumerated() {
                let room = width - line.width
                let isLast = index == parts.count - 1
                // In front of what is cut off there is a column for the mark that says so.
                guard DisplayWidth.of(part.text) <= (isLast ? room : room - 1) else {
                    line.add(DisplayWidth.truncated(part.text + " ", to: room), part.colour)
                    break
                }
                line.add(part.text, part.colour)
            }
        }
        line.pad(to: width)
        return line
    }

    /// The line in one colour.
    package func coloured(_ colour: Ink.Colour) -> ScreenLine { ScreenLine(text, colour) }
}
