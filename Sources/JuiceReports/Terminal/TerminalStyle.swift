/// The properties of the terminal or file that a text is written to.
package struct TerminalStyle: Sendable {
    /// The colours to use, if any.
    package let ink: ANSIStyle
    /// The width in columns; nil for no limit, as for a file.
    package let widthMax: Int?

    /// The minimum width in columns; narrower terminals are treated as having this width.
    private static let widthMin = 20

    package init(ink: ANSIStyle, widthMax: Int?) {
        self.ink = ink
        self.widthMax = widthMax.map { max($0, Self.widthMin) }
    }

    /// The style of a file or a pipe.
    package static let plain = TerminalStyle(ink: .plain, widthMax: nil)

    /// A sentence wrapped to the width, without a line end after the last line.
    package func folded(_ text: String) -> String {
        guard let widthMax else { return text }
        return DisplayWidth.folded(text, to: widthMax).joined(separator: "\n")
    }
}

/// The colours of a terminal, or none.
package struct ANSIStyle: Sendable {
    /// A colour by its meaning; the values are parameters of the SGR control sequence.
    package enum Colour: String, Sendable {
        case good = "32"
        /// The colour of facts that need attention.
        case notable = "33"
        /// The colour of errors and other facts that need correction.
        case bad = "31"
        /// The style of the most important text.
        case strong = "1"
        /// The style of secondary text.
        case faint = "2"
    }

    private let isColoured: Bool

    /// Creates a style with or without colours.
    ///
    /// - Parameter isColoured: whether the output supports colours and the user wants them.
    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// The style without any colours.
    package static let plain = ANSIStyle(isColoured: false)

    /// Returns a text in a colour; unchanged if there is no colour.
    package func paint(_ text: String, _ colour: Colour?) -> String {
        guard isColoured, let colour, !text.isEmpty else { return text }
        return "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
    }
}
