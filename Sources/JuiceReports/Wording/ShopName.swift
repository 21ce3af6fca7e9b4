/// The rules for a shop's name in reports.
package enum ShopName {
    /// The longest name, in bytes.
    package static let bytesMax = 100

    /// Whether a text can be a name: something to be seen, and nothing that would break a line.
    package static func isName(_ text: String) -> Bool {
        (1...bytesMax).contains(text.utf8.count) && SafeText.isShown(text)
            && text.unicodeScalars.contains { !$0.properties.isWhitespace }
    }
}
