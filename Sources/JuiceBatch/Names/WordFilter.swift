package import CSV
internal import Foundation

/// A fast test that rejects most cells that do not begin with any of some words; others have to be compared as text,
/// because the filter handles no equivalent spellings but ASCII and precomposed characters.
struct WordFilter: Sendable {
    /// The keys of the words, with the UTF-8 bytes of each character in one integer; empty for a word with spellings
    /// that the filter cannot compare.
    private let words: [[UInt32]]
    /// The bytes with which a word may begin, one bit each, starting with the lowest.
    private let firstBytes: SIMD4<UInt64>

    /// The letters c, f and q, to which characters of three bytes that begin with 0xEA are equivalent.
    private static let superscriptLetters: Set<UInt32> = [0x63, 0x66, 0x71]

    /// Creates a filter for some words, which are compared by `nameKey`.
    init(_ words: [String]) {
        let keys = words.map { word in
            let key = nameKey(word)
            let units = key.unicodeScalars.map(Self.unit)
            // An accent may be a separate character or part of its letter, and a mark counts only between digits.
            let hasHyphen = key.contains("-") || key.contains("_")
            return key.contains("쥬스") || hasHyphen || !units.allSatisfy(Self.isPlain) ? [] : units
        }
        self.words = keys
        let firsts = keys.compactMap(\.first)
        var firstBytes = [Bool](repeating: true, count: 256)
        if firsts.count == keys.count {
            for byte in 0x21..<0x7F where byte != 0x2D && byte != 0x5F { firstBytes[byte] = false }
            // Ideographs and precomposed syllables are equivalent to no other characters.
            for byte in 0xE4...0xED {
                firstBytes[byte] = byte == 0xEA && !Self.superscriptLetters.isDisjoint(with: firsts)
            }
        }
        for first in firsts + firsts.map(Self.openSyllable) where first < 0x80 || first >> 16 < 0x100 {
            let byte = Int(first < 0x80 ? first : first >> 16)
            firstBytes[byte] = true
            // The byte of the capital letter.
            if (0x61...0x7A).contains(byte) { firstBytes[byte - 0x20] = true }
        }
        var bits = SIMD4<UInt64>()
        for (byte, mayBegin) in firstBytes.enumerated() where mayBegin { bits[byte >> 6] |= 1 << UInt64(byte & 63) }
        self.firstBytes = bits
    }

    @inline(__always)
    func mayBegin(_ cell: ByteView) -> Bool {
        guard let first = cell.first, firstBytes[Int(first >> 6)] &>> UInt64(first & 63) & 1 != 0 else { return false }
        return mayBeginWithWord(cell)
    }

    private func mayBeginWithWord(_ cell: ByteView) -> Bool { words.contains { mayBegin(cell, with: $0) } }

    private func mayBegin(_ cell: ByteView, with word: [UInt32]) -> Bool {
        var at = 0
        for unit in word {
            while at < cell.count, Self.isDropped(cell[at]) { at += 1 }
            guard at < cell.count else { return false }
            let byte = cell[at]
            if byte < 0x80 {
                let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
                guard UInt32(lower) == unit else { return false }
                at += 1
            } else if byte >= 0xE4 && byte <= 0xED && at + 2 < cell.count && (byte != 0xEA || cell[at + 1] >= 0xB0) {
                let syllable = UInt32(byte) << 16 | UInt32(cell[at + 1]) << 8 | UInt32(cell[at + 2])
                // A final consonant may follow as a separate character and change the syllable.
                guard syllable == unit else { return syllable == Self.openSyllable(unit) }
                at += 3
            } else {
                return true
            }
        }
        return true
    }

    /// Whether a byte is an ASCII character that `nameKey` removes.
    private static func isDropped(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte >= 0x09 && byte <= 0x0D || byte == 0x2D || byte == 0x5F
    }

    /// Whether a character is ASCII, an ideograph or a precomposed syllable.
    private static func isPlain(_ unit: UInt32) -> Bool { unit < 0x80 || (0xE4...0xED).contains(unit >> 16) }

    /// The UTF-8 bytes of a character in one integer.
    private static func unit(_ scalar: Unicode.Scalar) -> UInt32 {
        UTF8.encode(scalar)?.reduce(0) { $0 << 8 | UInt32($1) } ?? 0
    }

    /// Returns a syllable without its final consonant; any other character is returned unchanged.
    private static func openSyllable(_ unit: UInt32) -> UInt32 {
        guard unit > 0x7F else { return unit }
        let value = (unit >> 16 & 0xF) << 12 | (unit >> 8 & 0x3F) << 6 | unit & 0x3F
        guard (0xAC00...0xD7A3).contains(value), let open = Unicode.Scalar(value - (value - 0xAC00) % 28) else {
            return unit
        }
        return Self.unit(open)
    }
}

/// Returns a cell in quotation marks for messages, truncated to 40 characters.
package func quoted(_ cell: String) -> String { "'\(shortened(cell))'" }

/// Returns a name or a cell for messages, truncated to 40 characters.
package func shortened(_ cell: String) -> String { cell.count > 40 ? "\(cell.prefix(40))…" : cell }

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

    /// A run of letters, and its parts, which end where a capital letter follows a small one, and before the last of
    /// several capitals if a small letter follows.
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
    @inline(__always)
    package static func isPlaceholder(_ cell: ByteView) -> Bool {
        guard let first = cell.first, mayBegin(first) else { return false }
        return cell.count <= placeholderBytesMax && isListed(cell)
    }

    /// Whether a placeholder may begin with a byte: the first character of one, or a character that NFKC maps to it.
    @inline(__always)
    private static func mayBegin(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "#"), UInt8(ascii: "\\"),
            Ascii.zero, 0xE1...0xE3, 0xEA, 0xEC, 0xEE...0xF0:
            true
        default: false
        }
    }

    @inline(never)
    private static func isListed(_ cell: ByteView) -> Bool {
        // Most ids that begin like a placeholder, such as those with leading zeros, are longer than one.
        if cell.count > asciiPlaceholderBytesMax, cell.allSatisfy({ $0 < 0x80 }) { return false }
        return placeholders.contains(cellKey(String(decoding: cell, as: UTF8.self)))
    }

    /// Whether a cell is a number in scientific notation, whose last digits a spreadsheet has dropped: `2.02611E+11`.
    @inline(__always)
    package static func isCutOff(_ cell: ByteView) -> Bool {
        // Most ids begin with a letter, so that this check rejects them quickly.
        guard let first = cell.first, first < 0x3A || first >= 0x80 else { return false }
        return isTrimmedCutOff(trimmed(cell))
    }

    /// Whether a text is a number in scientific notation, whose last digits a spreadsheet has dropped.
    package static func isCutOff(_ text: String) -> Bool { Array(text.utf8).withView { isCutOff($0) } }

    private static func isTrimmedCutOff(_ cell: ByteView) -> Bool {
        guard let first = cell.first, let last = cell.last else { return false }
        if first >= 0x80 || last >= 0x80 { return first == 0xEF && isScientific(folded(cell)) }
        guard first &- Ascii.zero < 10, last &- Ascii.zero < 10 else { return false }
        // Most numbers have no sign before their last digits, so that this check rejects them quickly.
        var at = cell.count - 1
        while at > 0, cell[at] &- Ascii.zero < 10 { at -= 1 }
        return at > 1 && cell[at - 1] & ~0x20 == upperE && isScientific(Array(cell))
    }

    private static let upperE: UInt8 = 0x45

    /// Returns a cell with full-width ASCII replaced by ASCII.
    private static func folded(_ cell: ByteView) -> [UInt8] {
        Array(String(decoding: cell, as: UTF8.self).precomposedStringWithCompatibilityMapping.utf8)
    }

    /// Whether a text consists of digits, an optional fraction, `E`, a sign and digits.
    private static func isScientific(_ text: [UInt8]) -> Bool {
        let parts = text.split(omittingEmptySubsequences: false) { $0 & ~0x20 == upperE }
        guard parts.count == 2, let sign = parts[1].first, sign == Ascii.plus || sign == Ascii.hyphen else {
            return false
        }
        let numbers = parts[0].split(omittingEmptySubsequences: false) { $0 == Ascii.point || $0 == Ascii.comma }
        return numbers.count <= 2
            && (numbers + [parts[1].dropFirst()]).allSatisfy { digits in
                !digits.isEmpty && digits.allSatisfy { $0 &- Ascii.zero < 10 }
            }
    }
}
