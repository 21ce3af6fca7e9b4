/// The properties of the screen or file that a text is written to.
package struct TerminalStyle: Sendable {
    /// The colours of the terminal, if they are used.
    package let ink: ANSIStyle
    /// The width in columns; nil if lines may have any length, as in a file.
    package let widthMax: Int?

    /// A terminal narrower than this is written to as if it had these columns.
    private static let widthMin = 20

    package init(ink: ANSIStyle, widthMax: Int?) {
        self.ink = ink
        self.widthMax = widthMax.map { max($0, Self.widthMin) }
    }

    /// A file or a pipe.
    package static let plain = TerminalStyle(ink: .plain, widthMax: nil)

    /// A sentence wrapped to the width, without a line end after the last line.
    package func folded(_ text: String) -> String {
        guard let widthMax else { return text }
        return DisplayWidth.folded(text, to: widthMax).joined(separator: "\n")
    }
}

/// Colours for a terminal, if it shows them.
package struct ANSIStyle: Sendable {
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

    /// Creates a style with or without colours.
    ///
    /// - Parameter isColoured: whether the place that the text goes to shows colours, and its reader wants them.
    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// The style without any colours.
    package static let plain = ANSIStyle(isColoured: false)

    /// A text in a colour; unchanged if there is no colour.
    package func paint(_ text: String, _ colour: Colour?) -> String {
        guard isColoured, let colour, !text.isEmpty else { return text }
        return "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
    }
}
