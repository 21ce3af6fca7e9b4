/// Escapes text of unknown origin for where it is shown.
package enum Escaping {
    /// Escapes a text for a terminal and for logs: control and bidirectional characters become `\u{…}`.
    package static func terminal(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        return text.unicodeScalars.map { isHidden($0) ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
    }

    /// Escapes a text for an XML or HTML element: as `terminal`, and with `<>&"'` escaped.
    package static func markup(_ text: String) -> String { escaped(terminal(text)) }

    /// Escapes only `<>&"'` for HTML, also before combining characters.
    package static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: isMarkup) else { return text }
        return text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    /// Escapes a text for Markdown: all that Markdown or HTML would interpret.
    ///
    /// - Parameter isCell: whether the text is in a cell of a table, where no block begins or ends.
    package static func markdown(_ text: String, isCell: Bool = false) -> String {
        let scalars = text.unicodeScalars
        let blockMarks = isCell ? [] : blockMarks(scalars)
        let lastColon = scalars.lastIndex(of: ":")
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        // How many w stand before a scalar: an address needs no more than three and a full stop.
        var letters = 0
        for index in scalars.indices {
            let scalar = scalars[index]
            switch scalar {
            case _ where blockMarks.contains(index): escaped += "\\" + String(scalar)
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            // What looks like the address of a letter becomes a link even where it is escaped.
            case "@": escaped += "@<!-- -->"
            case "\\", "`", "*", "_", "[", "]", "|", "~", "$": escaped += "\\" + String(scalar)
            // A colon is of interest in an address, and where a second one closes the name of an emoji.
            case ":" where index != lastColon || scalars[scalars.index(after: index)...].first == "/":
                escaped += "\\:"
            case "." where letters >= 3: escaped += "\\."
            default: escaped.unicodeScalars.append(isHidden(scalar) ? "\u{FFFD}" : scalar)
            }
            letters = scalar == "w" || scalar == "W" ? letters + 1 : 0
        }
        return escaped
    }

    /// The marks that begin a heading, a list item or a rule where a text is the first of its line, and those that close
    /// a heading at its end.
    private static func blockMarks(_ scalars: String.UnicodeScalarView) -> [String.Index] {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
        var marks: [String.Index] = []
        let text = scalars.drop(while: isBlank)
        let number = text.prefix { ("0"..."9").contains($0) }
        let mark = text[number.endIndex...]
        let isMark = mark.first.map { (number.isEmpty ? ["#", "-", "+"] : [".", ")"]).contains($0) } ?? false
        let rest = mark.dropFirst(max(1, mark.prefix { $0 == "#" }.count))
        let isRule = text.allSatisfy { $0 == "-" || isBlank($0) }
        if isMark, isRule || rest.first.map(isBlank) ?? true { marks.append(mark.startIndex) }
        let ending = scalars.reversed().prefix { $0 == "#" }.count
        let closing = scalars.index(scalars.endIndex, offsetBy: -ending)
        if ending > 0, closing > scalars.startIndex, isBlank(scalars[scalars.index(before: closing)]) {
            marks.append(closing)
        }
        return marks
    }

    /// Escapes a text for the inside of a JSON string.
    package static func json(_ text: String) -> String {
        // E2 may begin one of the separators that do not stand for themselves.
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F && $0 != 0xE2 }
        if isPlain { return text }
        return text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\r": escaped += "\\r"
            case "\t": escaped += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    /// Quotes an argument for a shell's command line, if it has special characters.
    package static func shell(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                ? scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || "_.,/:=@%+-".unicodeScalars.contains(scalar)
                : scalar.properties.isAlphabetic
        }
        if isPlain && !text.isEmpty { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// A path as part of an address (RFC 3986): bytes with a special meaning, except `/`, are written as `%XX`.
    package static func address(_ path: some Sequence<UInt8>) -> String {
        var address: [UInt8] = []
        for byte in path {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                address.append(byte)
            default: address += ("%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)).utf8
            }
        }
        return String(decoding: address, as: UTF8.self)
    }

    /// Whether every character of a text is shown as itself on a terminal.
    package static func isShown(_ text: String) -> Bool { !text.unicodeScalars.contains(where: isHidden) }

    /// Whether a byte is one of the signs that HTML reads as its own.
    private static func isMarkup(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // What most texts consist of needs no look into the tables of Unicode.
        if (0x20..<0x7F).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value) { return false }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: scalar != "\u{200D}"
        default: false
        }
    }
}
