/// Colours for a terminal, where they are wanted.
package struct Ink: Sendable {
    /// What a colour says; the values are those of the SGR control sequence.
    package enum Colour: String, Sendable {
        /// All is well.
        case good = "32"
        /// Something to look at.
        case notable = "33"
        /// Something to correct.
        case bad = "31"
        /// What the eye is to find first.
        case strong = "1"
        /// What is there for those who look for it.
        case faint = "2"
    }

    private let isColoured: Bool

    /// - Parameter isColoured: whether the place that the text goes to shows colours, and its reader wants them.
    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// No colours.
    package static let plain = Ink(isColoured: false)

    /// A text in a colour; without one, or without colours, as it is.
    package func paint(_ text: String, _ colour: Colour?) -> String {
        guard isColoured, let colour, !text.isEmpty else { return text }
        return "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
    }
}
