/// Colours for a terminal, where they are wanted.
package struct Ink: Sendable {
    /// A colour by its meaning; the values are those of the SGR control sequence.
    package enum Colour: String, Sendable {
        case good = "32"
        /// Something to look at.
        case notable = "33"
        /// The colour of what needs correcting.
        case bad = "31"
        /// The style of what is to be seen first.
        case strong = "1"
        /// The style of secondary text.
        case faint = "2"
    }

    private let isColoured: Bool

    /// - Parameter isColoured: whether the place that the text goes to shows colours, and its reader wants them.
    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// The style without any colours.
    package static let plain = Ink(isColoured: false)

    /// A text in a colour; without one, or without colours, as it is.
    package func paint(_ text: String, _ colour: Colour?) -> String {
        guard isColoured, let colour, !text.isEmpty else { return text }
        return "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
    }
}
