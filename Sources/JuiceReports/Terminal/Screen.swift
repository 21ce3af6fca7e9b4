/// The properties of the screen or file that a text is written to.
package struct Screen: Sendable {
    /// The colours it has, if they are wanted.
    package let ink: Ink
    /// The width in columns; nil where lines may have any length, as in a file.
    package let widthMax: Int?

    /// A terminal narrower than this is written to as if it had these columns.
    private static let widthMin = 20

    package init(ink: Ink, widthMax: Int?) {
        self.ink = ink
        self.widthMax = widthMax.map { max($0, Self.widthMin) }
    }

    /// A file or a pipe.
    package static let plain = Screen(ink: .plain, widthMax: nil)

    /// A sentence on as many lines as it needs, without a line end behind the last.
    package func folded(_ text: String) -> String {
        guard let widthMax else { return text }
        return DisplayWidth.folded(text, to: widthMax).joined(separator: "\n")
    }
}
