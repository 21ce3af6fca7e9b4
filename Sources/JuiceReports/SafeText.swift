/// Text of unknown origin made harmless for the place that shows it.
package enum SafeText {
    /// For a terminal and for logs: control and bidirectional characters become `\u{…}`.
    package static func terminal(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        return text.unicodeScalars.map { isHidden($0) ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
    }

    /// For a cell or a line of Markdown: whatever Markdown or HTML would interpret is escaped.
    package static func markdown(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if isHidden(scalar) {
                escaped += "\u{FFFD}"
            } else if scalar == "<" {
                escaped += "&lt;"
            } else if scalar == ">" {
                escaped += "&gt;"
            } else if scalar == "&" {
                escaped += "&amp;"
            } else if "\\`*_{}[]()#+-.!|~:@\"'$".unicodeScalars.contains(scalar) && !isPlain(scalar) {
                escaped += "\\" + String(scalar)
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Punctuation that Markdown interprets at the start of a line only, where no name of ours stands.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        ".-+!()'\"#{}".unicodeScalars.contains(scalar)
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: scalar != "\u{200D}"
        default: false
        }
    }
}
