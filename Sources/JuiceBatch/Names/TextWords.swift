package import CSV
internal import Foundation

/// The words of a column's name or of a cell, from which its meaning is guessed.
package struct TextWords: Sendable {
    /// The key of the text (`nameKey`).
    package let key: String
    /// The maximal runs of a–z in NFKC and lower case, and their parts by capitals: `rqty`, `r` and `qty` for `RQty`.
    let runs: Set<String>

    /// Splits a text into words.
    package init(_ text: String) {
        key = nameKey(text)
        let letters = text.precomposedStringWithCompatibilityMapping.unicodeScalars.flatMap { scalar in
            scalar.properties.lowercaseMapping.unicodeScalars.map { (lower: $0, isCapital: $0 != scalar) }
        }
        runs = Set(letters.split { !("a"..."z").contains($0.lower) }.flatMap(Self.words))
    }

    /// A run of letters and its parts; a capital begins a part if the letter before or after it is small.
    private static func words(_ letters: ArraySlice<(lower: Unicode.Scalar, isCapital: Bool)>) -> [String] {
        let run = Array(letters)
        var parts = [""]
        for (index, letter) in run.enumerated() {
            let followsSmallLetter = index > 0 && !run[index - 1].isCapital
            let precedesSmallLetter = index > 0 && index + 1 < run.count && !run[index + 1].isCapital
            if letter.isCapital && (followsSmallLetter || precedesSmallLetter) { parts.append("") }
            parts[parts.count - 1].unicodeScalars.append(letter.lower)
        }
        return parts.count > 1 ? parts + [parts.joined()] : parts
    }

    /// Whether the text contains a word in the form of `nameKey`, anywhere or, if English (a–z), as a word of its own.
    package func contains(_ word: String) -> Bool {
        word.utf8.allSatisfy { (0x61...0x7A).contains($0) } ? runs.contains(word) : key.containsBytes(of: word)
    }

    /// Whether the text contains one of some words.
    package func hasAny(_ words: [String]) -> Bool { words.contains { contains($0) } }

    func beginsWithAny(_ words: [String]) -> Bool {
        runs.contains { run in words.contains { run.utf8.starts(with: $0.utf8) } }
    }
}

extension String {
    /// Whether the text contains the bytes of a word, even if a combining character follows them.
    package func containsBytes(of word: String) -> Bool {
        utf8.indices.contains { utf8[$0...].starts(with: word.utf8) }
    }
}

/// The recognition of texts in an id column that are not ids.
package enum IDText {
    /// The texts with which a POS or a spreadsheet fills the id of a row that has none, compared by `cellKey`.
    static let placeholders: Set<String> = ["-", "--", "null", "none", "n/a", "#n/a", "\\n", "없음", "0"]
    /// The maximum length of a placeholder in any spelling, in bytes.
    private static let placeholderBytesMax = 24
    /// The maximum length of a placeholder in ASCII, in bytes.
    private static let asciiPlaceholderBytesMax = 4

    /// Whether a trimmed cell is one of the `placeholders`.
    @inline(__always) package static func isPlaceholder(_ cell: ByteView) -> Bool {
        guard let first = cell.first else { return false }
        // The first bytes of placeholders, and of characters that NFKC maps to those of placeholders.
        return switch first {
        case UInt8(ascii: "-"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "#"), UInt8(ascii: "\\"),
            Ascii.zero, 0xE1...0xE3, 0xEA, 0xEC, 0xEE...0xF0:
            cell.count <= placeholderBytesMax && isListed(cell)
        default: false
        }
    }

    @inline(never) private static func isListed(_ cell: ByteView) -> Bool {
        // Most ids that begin like a placeholder, such as those with leading zeros, are longer than one.
        if cell.count > asciiPlaceholderBytesMax, cell.allSatisfy({ $0 < 0x80 }) { return false }
        return placeholders.contains(cellKey(String(decoding: cell, as: UTF8.self)))
    }

    /// Whether a cell is a number in scientific notation, whose last digits a spreadsheet has dropped: `2.02611E+11`.
    @inline(__always) package static func isCutOff(_ cell: ByteView) -> Bool {
        // Most ids begin with a letter, so that this check rejects them quickly.
        guard let first = cell.first, first < 0x3A || first >= 0x80 else { return false }
        return isScientific(trimmed(cell))
    }

    /// Whether a text is a number in scientific notation, whose last digits a spreadsheet has dropped.
    package static func isCutOff(_ text: String) -> Bool { Array(text.utf8).withView { isCutOff($0) } }

    /// Whether a text, which may be in full-width ASCII, is digits, an optional fraction, `E`, a sign and digits.
    private static func isScientific(_ text: ByteView) -> Bool {
        guard text.first != 0xEF else {
            let folded = String(decoding: text, as: UTF8.self).precomposedStringWithCompatibilityMapping
            return folded.utf8.first != 0xEF && Array(folded.utf8).withView { isScientific($0) }
        }
        var at = 0
        func skipDigits() -> Bool {
            let start = at
            while at < text.count, Ascii.isDigit(text[at]) { at += 1 }
            return at > start
        }
        guard skipDigits() else { return false }
        if at < text.count, text[at] == Ascii.point || text[at] == Ascii.comma {
            at += 1
            guard skipDigits() else { return false }
        }
        // The letter E in either case.
        guard at + 1 < text.count, text[at] | 0x20 == 0x65, text[at + 1] == Ascii.plus || text[at + 1] == Ascii.hyphen
        else { return false }
        at += 2
        return skipDigits() && at == text.count
    }
}
