/// Text of unknown origin made harmless for the place that shows it.
package enum SafeText {
    /// For a terminal and for logs: control and bidirectional characters become `\u{…}`.
    package static func terminal(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        return text.unicodeScalars.map { isHidden($0) ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
    }

    /// For the values of an HTML template, which escapes `<>&"'` where each stands as a character of its own: control
    /// and bidirectional characters become `\u{…}`, and so does what would join one of those five.
    package static func page(_ text: String) -> String {
        var safe = ""
        for character in terminal(text) {
            let scalars = character.unicodeScalars
            guard scalars.count > 1, let first = scalars.first, "<>&\"'".unicodeScalars.contains(first) else {
                safe.append(character)
                continue
            }
            safe.unicodeScalars.append(first)
            for scalar in scalars.dropFirst() { safe += "\\u{\(String(scalar.value, radix: 16))}" }
        }
        return safe
    }

    /// For the text of an XML or HTML element: as `page`, and escaped.
    package static func markup(_ text: String) -> String {
        page(text).unicodeScalars.map { scalar in
            switch scalar {
            case "<": "&lt;"
            case ">": "&gt;"
            case "&": "&amp;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: String(scalar)
            }
        }.joined()
    }

    /// For a cell or a line of Markdown: whatever Markdown or HTML would interpret is escaped.
    package static func markdown(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let lastColon = scalars.lastIndex(of: ":")
        var escaped = ""
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            if isHidden(scalar) {
                escaped += "\u{FFFD}"
            } else if scalar == "<" {
                escaped += "&lt;"
            } else if scalar == ">" {
                escaped += "&gt;"
            } else if scalar == "&" {
                escaped += "&amp;"
            } else if scalar == "@" {
                // What looks like the address of a letter becomes a link even where it is escaped.
                escaped += "@<!-- -->"
            } else if "\\`*_[]|~$".unicodeScalars.contains(scalar)
                // A colon is of interest in an address, and where a second one closes the name of an emoji.
                || (scalar == ":" && (next == "/" || index != lastColon))
                // An address needs no more than this start.
                || (scalar == "." && escaped.lowercased().hasSuffix("www"))
            {
                escaped += "\\" + String(scalar)
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: scalar != "\u{200D}"
        default: false
        }
    }
}
