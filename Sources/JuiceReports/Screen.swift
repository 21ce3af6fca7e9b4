/// How the place where a text is read shows it.
package struct Screen: Sendable {
    /// The colours it has, if they are wanted.
    package let ink: Ink
    /// How many columns it has; nil where lines may have any length, as in a file.
    package let width_max: Int?

    /// A terminal narrower than this is written to as if it had these columns.
    private static let width_min = 20

    package init(ink: Ink, width_max: Int?) {
        self.ink = ink
        self.width_max = width_max.map { max($0, Self.width_min) }
    }

    /// A file or a pipe.
    package static let plain = Screen(ink: .plain, width_max: nil)

    /// A sentence on as many lines as it needs, without a line end behind the last.
    package func folded(_ text: String) -> String {
        guard let width_max else { return text }
        return DisplayWidth.folded(text, to: width_max).joined(separator: "\n")
    }
}
