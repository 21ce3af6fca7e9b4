/// Escapes text of unknown origin for the format in which it is shown.
package enum Escaping {
    /// Escapes a text for a terminal and for logs: control and bidirectional characters become `\u{…}`.
    package static func terminal(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        return text.unicodeScalars.map { isHidden($0) ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
    }

    /// Escapes a text for an XML or HTML element, both as `terminal` does and by escaping `<>&"'`.
    package static func markup(_ text: String) -> String { escaped(terminal(text)) }

    /// Escapes only `<>&"'` for HTML, also before combining characters.
    package static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { "<>&\"'".utf8.contains($0) }) else { return text }
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

    /// Escapes a text, or the text of a table's cell, for Markdown so that neither Markdown nor HTML interprets it.
    package static func markdown(_ text: String, isCell: Bool = false) -> String {
        let scalars = text.unicodeScalars
        let blockMarks = isCell ? [] : blockMarks(scalars)
        let lastColon = scalars.lastIndex(of: ":")
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        // The number of successive w before the current scalar: three and a full stop would start a link.
        var wCount = 0
        for index in scalars.indices {
            let scalar = scalars[index]
            switch scalar {
            case _ where blockMarks.contains(index): escaped += "\\" + String(scalar)
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            // GitHub turns anything like an e-mail address into a link, even if the @ is escaped.
            case "@": escaped += "@<!-- -->"
            case "\\", "`", "*", "_", "[", "]", "|", "~", "$": escaped += "\\" + String(scalar)
            // Colons matter in addresses and as the closing colon of an emoji name; a last colon elsewhere is harmless.
            case ":" where index != lastColon || scalars[scalars.index(after: index)...].first == "/": escaped += "\\:"
            case "." where wCount >= 3: escaped += "\\."
            default: escaped.unicodeScalars.append(isHidden(scalar) ? "\u{FFFD}" : scalar)
            }
            wCount = scalar == "w" || scalar == "W" ? wCount + 1 : 0
        }
        return escaped
    }

    /// Escapes a message for Markdown, with its options, settings and commands as code spans.
    package static func markdown(message: String, isCell: Bool = false) -> String {
        spans(of: message).enumerated().map { index, span -> String in
            guard span.isCode else { return markdown(span.text, isCell: isCell || index > 0) }
            let code = span.text.unicodeScalars.map { isHidden($0) ? "\u{FFFD}" : String($0) }.joined()
            return "`\(isCell ? code.replacing("|", with: "\\|") : code)`"
        }.joined()
    }

    /// The parts of a message: plain text, in which names may have backticks, and code between backticks.
    static func spans(of message: String) -> [(text: String, isCode: Bool)] {
        // Most texts have no code, and splitting a text by characters takes long.
        guard message.utf8.contains(UInt8(ascii: "`")) else { return [(message, false)] }
        var spans = [(text: "", isCode: false)]
        let pieces = message.split(separator: "`", omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() {
            let isAfterCode = spans[spans.count - 1].isCode
            let isInside = !isAfterCode && index > 0 && index + 1 < pieces.count
            let isCode = isInside && ["--", "\"", "juice-batch "].contains { piece.hasPrefix($0) }
            if isCode || isAfterCode {
                spans.append((String(piece), isCode))
            } else {
                spans[spans.count - 1].text += (index > 0 ? "`" : "") + String(piece)
            }
        }
        return spans
    }

    /// The marks that would begin a heading, a list item or a rule, or end a heading.
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

    /// Escapes a text for use within a JSON string.
    package static func json(_ text: String) -> String {
        // The byte E2 may begin one of the line separators that must be escaped.
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
                escaped += unicodeEscape(UInt16(scalar.value))
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    /// JSON with escaped control and bidirectional characters in strings, so that it can be copied from a terminal.
    package static func visibleJSON(_ json: String) -> String {
        json.unicodeScalars.map { isHidden($0) ? String($0).utf16.map(unicodeEscape).joined() : String($0) }.joined()
    }

    /// The escape sequence of a UTF-16 code unit in JSON.
    private static func unicodeEscape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Quotes an argument for a shell if it contains special characters.
    package static func shell(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || "_.,/:=@%+-".unicodeScalars.contains($0)
        }
        if isPlain && !text.isEmpty { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// A path in a URL (RFC 3986): bytes with a special meaning, except `/`, are written as `%XX`.
    package static func address(_ path: some Sequence<UInt8>) -> String {
        path.map { byte in
            switch Unicode.Scalar(byte) {
            case "0"..."9", "a"..."z", "A"..."Z", "-", ".", "_", "~", "/": String(Unicode.Scalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }

    /// Whether every character of a text is shown as itself on a terminal.
    package static func isShown(_ text: String) -> Bool { !text.unicodeScalars.contains(where: isHidden) }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // A fast path for ASCII and Hangul, which make up most texts.
        if (0x20..<0x7F).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value) { return false }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: scalar != "\u{200D}"
        default: false
        }
    }
}

extension StringProtocol {
    /// The width of the text in terminal columns: two for Hangul and other wide characters.
    ///
    /// Escape sequences are not recognized, so colours must be added afterwards.
    package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }
}

extension String {
    /// The text padded with spaces to a width in columns.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - displayWidth))
    }

    /// The text cut to a width in columns, with `…` in place of the rest.
    package func truncated(to widthMax: Int) -> String {
        if displayWidth <= widthMax { return self }
        var width = 1
        let visibleText = prefix { character in
            width += character.displayWidth
            return width <= widthMax
        }
        return widthMax < 1 ? "" : visibleText + "…"
    }

    /// The text wrapped at spaces into lines of a maximum width; longer words are broken.
    package func folded(to widthMax: Int) -> [String] {
        precondition(widthMax >= 2, "a line has room for a wide character")
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            let longer = line.isEmpty ? word : line + " " + word
            if longer.displayWidth <= widthMax {
                line = longer
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = ""
            for character in word {
                if line.displayWidth + character.displayWidth > widthMax {
                    lines.append(line)
                    line = ""
                }
                line.append(character)
            }
        }
        return lines + [line]
    }
}

extension Character {
    fileprivate var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        // A fast path for ASCII and Hangul, which make up most texts.
        if let byte = asciiValue, (0x20..<0x7F).contains(byte) { return 1 }
        if (0xAC00...0xD7A3).contains(first.value), utf8.count == 3 { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // A pictograph, possibly because of a variation selector.
        if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.value {
        // Vowels and finals of decomposed Hangul, which combine with the preceding character.
        case 0x1160...0x11FF: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x1F200...0x1F265, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
