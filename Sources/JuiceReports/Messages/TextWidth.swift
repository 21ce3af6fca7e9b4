/// The width of texts in terminal columns: Hangul and other East Asian wide characters take two columns.
package enum DisplayWidth {
    /// The width of a text in columns.
    ///
    /// Escape sequences are not recognized, so colours must be added after measuring.
    package static func of(_ text: String) -> Int {
        text.reduce(0) { $0 + width($1) }
    }

    /// A text padded with spaces to a width in columns.
    package static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - of(text)))
    }

    /// A text padded on the left with spaces to a width in columns.
    package static func paddedInFront(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - of(text))) + text
    }

    /// A text cut to a width in columns, with `…` in place of the rest.
    package static func truncated(_ text: String, to widthMax: Int) -> String {
        if of(text) <= widthMax { return text }
        var kept = ""
        var width = 1
        for character in text {
            width += Self.width(character)
            if width > widthMax { break }
            kept.append(character)
        }
        return widthMax < 1 ? "" : kept + "…"
    }

    /// A text wrapped at spaces into lines of a maximum width; longer words are broken.
    package static func folded(_ text: String, to widthMax: Int) -> [String] {
        precondition(widthMax >= 2, "a line has room for a wide character")
        var lines: [String] = []
        var (line, lineWidth) = ("", 0)
        for word in text.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            let longerWidth = line.isEmpty ? of(word) : lineWidth + 1 + of(word)
            if longerWidth <= widthMax {
                line = line.isEmpty ? word : line + " " + word
                lineWidth = longerWidth
                continue
            }
            if !line.isEmpty { lines.append(line) }
            (line, lineWidth) = ("", 0)
            for character in word {
                if lineWidth + width(character) > widthMax {
                    lines.append(line)
                    (line, lineWidth) = ("", 0)
                }
                line.append(character)
                lineWidth += width(character)
            }
        }
        return lines + [line]
    }

    private static func width(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        // A fast path for ASCII and Hangul, which make up most texts.
        if let byte = character.asciiValue, (0x20..<0x7F).contains(byte) { return 1 }
        if (0xAC00...0xD7A3).contains(first.value), character.utf8.count == 3 { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // A pictograph, possibly because of a variation selector.
        if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
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
