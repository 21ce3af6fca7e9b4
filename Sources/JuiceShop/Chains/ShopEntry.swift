internal import JuiceReports

/// A shop of a chain.
package struct ShopEntry: Sendable, Equatable {
    /// The shop's name in texts and exports.
    package var name: String
    /// The name of its folder in the chain's.
    package var folder: String
    /// The further names that exports may use.
    package var also: [String] = []
    /// The first business day on which the shop is closed, `YYYY-MM-DD`; nil if it has not been closed.
    package var closedSince: String?

    package init(name: String, folder: String) {
        self.name = name
        self.folder = folder
    }

    /// Whether it is closed in the night of a date, `YYYY-MM-DD`.
    func isClosed(on date: String) -> Bool { closedSince.map { $0 <= date } ?? false }

    /// The longest name, in bytes: that of a folder.
    private static let bytesMax = FileName.byteCountMax

    /// Whether a text is valid as a shop's name or the name of its folder: 1 to `bytesMax` bytes, only characters that a
    /// terminal shows, not only white space, no `/`, and no leading full stop.
    static func isName(_ text: String) -> Bool {
        (1...bytesMax).contains(text.utf8.count) && SafeText.isShown(text) && !text.contains("/")
            && !text.hasPrefix(".") && text.unicodeScalars.contains { !$0.properties.isWhitespace }
    }
}
